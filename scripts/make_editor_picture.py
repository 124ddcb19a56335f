"""The picture of docs/editors.md: what ``localcheck lsp`` says about a text, drawn as editors draw it. Nothing is scripted.

    python scripts/make_editor_picture.py [--out docs/editors.svg]

The real server checks the text below; diagnostics, hover and actions stand where its answers put them. Needs the extra ``lsp``.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import textwrap
from pathlib import Path
from xml.sax.saxutils import escape

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from localcheck.system.resources import atomic_write

TEXT = """\
# Marie Curie

**Marie Curie** was born in *Paris* in 1867. At the age of 24 she moved to Paris.

With [Pierre Curie](https://example.org/pierre) she discovered polonium and radium.
In her free time she liked to fly kites.
"""
URI = "file:///notes.md"
WIDTH, LINE, CHAR, LEFT, TOP = 900, 26, 9.0, 58, 62
"""Of the picture, between two lines, of a character, and the text's margins, in pixels."""
COLOURS = {1: "#cf222e", 2: "#9a6700", 3: "#0969da", 4: "#1a7f37"}
"""By severity."""


async def asked() -> tuple[list[types.Diagnostic], str, list[str]]:
    """Diagnostics, the hover text at the first of them, and the titles of the actions there."""
    client = LanguageClient("picture", "1")
    found: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params: types.PublishDiagnosticsParams) -> None:
        found.put_nowait(params)

    await client.start_io(sys.executable, "-m", "localcheck", "lsp")
    options = {"showSupported": True}
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities(), initialization_options=options))
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem(URI, "markdown", 1, TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await client.workspace_execute_command_async(types.ExecuteCommandParams("localcheck.check", [URI]))
    last = await found.get()
    while not found.empty():
        last = found.get_nowait()
    diagnostics = sorted(last.diagnostics, key=lambda d: (d.severity or 4, d.range.start.line))
    here = types.TextDocumentIdentifier(URI)
    at = diagnostics[0].range
    hover = await client.text_document_hover_async(types.HoverParams(here, at.end))
    wanted = types.CodeActionParams(here, at, types.CodeActionContext([]))
    actions = await client.text_document_code_action_async(wanted) or []
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    content = hover.contents if hover is not None else None
    return diagnostics, content.value if isinstance(content, types.MarkupContent) else "", [a.title for a in actions]


def drawn(diagnostics: list[types.Diagnostic], hover: str, actions: list[str]) -> str:
    """The editor's window: the text with its marks, the hover under it, the menu of actions beside."""
    parts = [_text(LEFT - 34, TOP + LINE * n, str(n + 1), "n") for n in range(len(TEXT.splitlines()))]
    for number, line in enumerate(TEXT.splitlines()):
        if line:
            parts.append(_text(LEFT, TOP + LINE * number, line))
    for diagnostic in reversed(diagnostics):
        parts += _marks(diagnostic)
    box = TOP + LINE * len(TEXT.splitlines()) + 4
    lines = [w for said in hover.splitlines() for w in (textwrap.wrap(said, 52) or [""])]
    high = 22 + 21 * max(len(lines), len(actions) + 1)
    parts.append(f'<rect x="{LEFT - 12}" y="{box}" width="400" height="{high}" rx="5" class="h"/>')
    parts += [_text(LEFT, box + 26 + 21 * i, said, "s") for i, said in enumerate(lines)]
    parts.append(f'<rect x="{LEFT + 400}" y="{box}" width="416" height="{high}" rx="5" class="h"/>')
    parts += [_text(LEFT + 412, box + 26 + 21 * i, said, "s") for i, said in enumerate(actions)]
    height = box + high + 22
    style = (
        "text{font:15px monospace;fill:#1f2328;white-space:pre}.n{fill:#8c959f}.s{font:13px sans-serif}.t{font:13px sans-serif;"
        "fill:#57606a}.w{fill:#fff;stroke:#d0d7de}.h{fill:#f6f8fa;stroke:#afb8c1}.m{fill:none;stroke-width:1.6}"
    )
    window = f'<rect x="6" y="6" width="{WIDTH - 12}" height="{height - 12}" rx="8" class="w"/>'
    title = "<title>A text in an editor with the verdicts of localcheck lsp</title>"
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    bar = _text(24, 30, "notes.md · localcheck lsp", "t")
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{title}<style>{style}</style>{window}{bar}{"".join(parts)}</svg>\n'


def _text(x: float, y: float, said: str, kind: str = "") -> str:
    """Text; that of the document has the width that its characters have here, whatever font is used."""
    fit = "" if kind in ("s", "t", "n") else f' textLength="{CHAR * len(said):.0f}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{x:.0f}" y="{y:.0f}"{fit}{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(said)}</text>'
    )


def _marks(diagnostic: types.Diagnostic) -> list[str]:
    """A wave under the range; the text has no character outside the basic plane, so that columns are characters."""
    made = []
    lines = TEXT.splitlines()
    for number in range(diagnostic.range.start.line, diagnostic.range.end.line + 1):
        start = diagnostic.range.start.character if number == diagnostic.range.start.line else 0
        end = diagnostic.range.end.character if number == diagnostic.range.end.line else len(lines[number])
        waves = " q2.25 -3 4.5 0" + " t4.5 0" * (2 * (end - start) - 1)
        place = f"M{LEFT + CHAR * start:.1f} {TOP + LINE * number + 6}"
        made.append(f'<path class="m" stroke="{COLOURS[int(diagnostic.severity or 4)]}" d="{place}{waves}"/>')
    return made


def main() -> None:
    """Ask the server and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs/editors.svg"))
    chosen = parser.parse_args()
    diagnostics, hover, actions = asyncio.run(asked())
    if not diagnostics or not actions:
        raise SystemExit("the server found nothing to show")
    with atomic_write(chosen.out) as f:
        f.write(drawn(diagnostics, hover, actions))
    print(f"wrote {chosen.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
