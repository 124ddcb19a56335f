"""The text that an action inserts: a citation as a footnote or a link, and a correction, as each format writes them.

Quotes and titles are data: whatever has a meaning in the format is escaped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from localcheck.reports.markdown import escape as escape_markdown
from localcheck.reports.words import citation
from localcheck.text.inert import one_line
from localcheck.text.patterns import regex
from localcheck.types import Evidence, Span

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
