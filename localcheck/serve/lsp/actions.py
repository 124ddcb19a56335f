"""Code actions: correct a claim, cite its source, ignore it, search the index.

The text that an action inserts: a citation as a footnote or a link, and a correction, as each format writes them.

Quotes and titles are data: whatever has a meaning in the format is escaped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from localcheck.reports.markdown import escape as escape_markdown
from localcheck.reports.words import citation
from localcheck.serve.lsp.opened import Opened, Shown
from localcheck.serve.lsp.remarks import diagnostic
from localcheck.text.inert import one_line, shortened
from localcheck.text.patterns import regex
from localcheck.types import Evidence, Label, Span

_URL = regex(r"https?://[^\s\"'<>\\^`{|}\x00-\x20\x7f]+\Z", re.IGNORECASE)
_LATEX = {
    **{c: f"\\{c}" for c in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
STOPS = ".!?。！？｡"
_RST = regex(r"([\\`*_|<>\[\]:])")


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text to put at an offset of the source."""

    at: int
    text: str


def escaped(text: str, format: str) -> str:
    """``text`` on one line, as a document of this format says it."""
    return _ESCAPES[format](one_line(text))


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in text)


def _rst(text: str) -> str:
    return _RST.sub(r"\\\1", text)


_ESCAPES: dict[str, Callable[[str], str]] = {
    "plaintext": str,
    "markdown": escape_markdown,
    "html": html.escape,
    "latex": _latex,
    "restructuredtext": _rst,
}


def address(evidence: Evidence) -> str:
    """The address of the source, if it has one that can be linked."""
    found = evidence.passage.source.locator
    return found if _URL.match(found) else ""


def link(evidence: Evidence, sentence: Span, source: str, format: str) -> Insertion | None:
    """A link at the end of a sentence; None for a source without an address."""
    url = address(evidence)
    if not url:
        return None
    title = escaped(evidence.passage.title or url, format)
    round_url = url.replace("(", "%28").replace(")", "%29")
    texts = {
        "plaintext": f" ({title}, {round_url})",
        "markdown": f" ([{title}]({round_url}))",
        "html": f' <a class="localcheck-source" href="{html.escape(url)}">({title})</a>',
        "latex": f" (\\href{{{_latex_url(url)}}}{{{title}}})",
        "restructuredtext": f" (`{title} <{_rst_url(url)}>`__)",
    }
    return Insertion(inside(source, sentence), texts[format])


def footnote(evidence: Evidence, sentence: Span, source: str, format: str) -> tuple[Insertion, ...]:
    """A mark at a sentence, and the note with the quote where the format has its notes."""
    at = inside(source, sentence) if format == "plaintext" else after(source, sentence)
    number = 1 + max((int(n) for n in _numbers(source, format)), default=0)
    said = f"“{escaped(evidence.quote, format)}” — {escaped(citation(evidence), format)}"
    url = address(evidence)
    end = len(source)
    before = "" if not source or source.endswith("\n\n") else "\n" if source.endswith("\n") else "\n\n"
    if format == "latex":
        where = f", \\url{{{_latex_url(url)}}}" if url else ""
        return (Insertion(at, f"\\footnote{{%localcheck:\n{said}{where}}}"),)
    if format == "html":
        where = f', <a href="{html.escape(url)}">{html.escape(url)}</a>' if url else ""
        body = re.search(r"</body\s*>", source, re.IGNORECASE)
        mark = f'<sup class="localcheck-source"><a href="#localcheck-{number}">{number}</a></sup>'
        note = f'<p class="localcheck-source" id="localcheck-{number}">{number}. {said}{where}</p>\n'
        return Insertion(at, mark), Insertion(body.start() if body else end, note if body else before + note)
    if format == "markdown":
        where = f", <{url}>" if url else ""
        note = f"{before}[^localcheck-{number}]: {said}{where}\n"
        return Insertion(at, f"[^localcheck-{number}]"), Insertion(end, note)
    where = f", {_rst_url(url) if format == 'restructuredtext' else url}" if url else ""
    if format == "restructuredtext":
        return Insertion(at, f" [#localcheck-{number}]_"), Insertion(
            end, f"{before}.. [#localcheck-{number}] {said}{where}\n"
        )
    return Insertion(at, f" [{number}]"), Insertion(end, f"{before}[{number}] {said}{where}\n")


def _numbers(source: str, format: str) -> list[str]:
    pattern = r"\[(\d{1,6})\]" if format == "plaintext" else r"localcheck-(\d{1,6})"
    return re.findall(pattern, source)


def _rst_url(url: str) -> str:
    return f"{url[:-1]}\\_" if url.endswith("_") else url


def _latex_url(url: str) -> str:
    return url.replace("%", "\\%").replace("#", "\\#").replace("&", "\\&")


def after(source: str, sentence: Span) -> int:
    """Where a mark goes that stands behind a sentence: behind marks of emphasis that close there."""
    end = sentence.end
    while source[end : end + 1] in ("*", "_", "~", "`"):
        end += 1
    return end


def inside(source: str, sentence: Span) -> int:
    """Where words go that are part of a sentence: before its full stop."""
    end = sentence.end
    return end - 1 if end > sentence.start and source[end - 1] in STOPS else end


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
    return shortened(one_line(text), 60)
