"""Code actions: correct a claim, cite its source, ignore it, search the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from localcheck.serve.lsp.citing import Insertion, escaped, footnote, link
from localcheck.serve.lsp.opened import Opened, Shown
from localcheck.serve.lsp.remarks import diagnostic
from localcheck.text.inert import one_line
from localcheck.types import Label, Span

CHECK, SEARCH, IGNORE = "localcheck.check", "localcheck.search", "localcheck.ignore"
"""The server's commands: of a document's address; of a question; of an address, a claim and a note."""


def actions(opened: Opened, shown: Shown, versioned: bool, ignored: str = "") -> Iterator[types.CodeAction]:
    """What can be done about a claim. ``versioned``: whether the editor takes edits that name the version of the text."""
    text, verdict = opened.text, shown.verdict
    at = text.lines.range(shown.claim_at)

    def edit(*insertions: Insertion) -> types.WorkspaceEdit:
        return _edit(opened, [(Span(i.at, i.at), i.text) for i in insertions], versioned)

    old, found = shown.edit or (None, None)
    if old is not None and found is not None:
        yield types.CodeAction(
            title=f"Replace “{_short(old.of(text.source))}” by “{_short(found.new)}” ({found.again})",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(shown, at)],
            is_preferred=found.holds,
            edit=_edit(opened, [(old, escaped(found.new, text.format))], versioned),
        )
    best = verdict.deciding
    if best is not None and best.quote and verdict.label is Label.SUPPORTED:
        title = _short(best.passage.title or best.passage.source.name)
        kind = types.CodeActionKind.Refactor
        noted = footnote(best, shown.sentence_at, text.source, text.format)
        yield types.CodeAction(f"Cite “{title}” in a footnote", kind=kind, edit=edit(*noted))
        if linked := link(best, shown.sentence_at, text.source, text.format):
            yield types.CodeAction(f"Link to “{title}”", kind=kind, edit=edit(linked))
    if verdict.label is not Label.SUPPORTED and opened.path and not ignored:
        yield _command("Ignore this claim", IGNORE, [opened.uri, verdict.claim.text, ""], types.CodeActionKind.QuickFix)
    yield _command("Search the index", SEARCH, [verdict.claim.named], types.CodeActionKind.Refactor)


def _command(title: str, command: str, arguments: Sequence[str], kind: types.CodeActionKind) -> types.CodeAction:
    return types.CodeAction(title, kind=kind, command=types.Command(title, command, arguments=list(arguments)))


def _edit(opened: Opened, changes: Sequence[tuple[Span, str]], versioned: bool) -> types.WorkspaceEdit:
    edits = [types.TextEdit(opened.text.lines.range(span), new) for span, new in changes]
    if not versioned:
        return types.WorkspaceEdit(changes={opened.uri: edits})
    document = types.OptionalVersionedTextDocumentIdentifier(opened.uri, opened.text.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, list(edits))])


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= 60 else line[:59] + "…"
