"""Readers of text as people write it in an editor, one format a file, that keep the place of every character."""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath

from localcheck.ingest.in_place.placed import Placed, clean
from localcheck.text.markers import markers, without
from localcheck.types import Span

FORMATS = {
    "plaintext": ("placed:plain", (".txt", ".text")),
    "markdown": ("markdown:read", (".md", ".markdown", ".mdx", ".qmd", ".rmd")),
    "html": ("page:read", (".html", ".htm", ".xhtml")),
    "latex": ("latex:read", (".tex", ".ltx", ".latex")),
    "restructuredtext": ("rst:read", (".rst", ".rest")),
}
"""By the name that editors have for a language: the reader, and how files of it end."""
ALIASES = {"text": "plaintext", "rst": "restructuredtext", "tex": "latex", "pandoc": "markdown", "quarto": "markdown"}
"""Other names that editors use."""


def format_of(language: str, path: str) -> str:
    """The format of a document by the editor's name of its language, else by the ending of its file; else plain text."""
    named = ALIASES.get(language.lower(), language.lower())
    if named in FORMATS and named != "plaintext":
        return named
    suffix = PurePath(path).suffix.lower()
    return next((name for name, (_, suffixes) in FORMATS.items() if suffix in suffixes), "plaintext")


def read(source: str, format: str) -> Placed:
    """The prose of ``source``, without markers that say what is ignored; its places are offsets in ``source``.

    Raises ``MissingExtra`` for LaTeX without its parser.
    """
    module, _, function = FORMATS[format][0].partition(":")
    made = clean(source)
    placed: Placed = getattr(import_module(f"{__name__}.{module}"), function)(
        without(made.text, comments=format != "markdown")
    )
    return made.moved_back(placed)


def ignored(source: str) -> tuple[tuple[Span, str], ...]:
    """The ranges of ``source`` that a marker in it speaks for (``text.markers``), and the reason that it gives."""
    made = clean(source)
    return tuple((made.span_in_source(m.covers), m.why) for m in markers(made.text) if m.why)
