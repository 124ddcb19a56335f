"""LaTeX with the place of every character: the words of the document's body, read with pylatexenc."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from localcheck.ingest.in_place import siunitx
from localcheck.ingest.in_place.placed import Placed, Prose
from localcheck.system.extras import of_extra
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.text.raised import raised
from localcheck.types import Span

NOT_PROSE = listed("latex.not_prose")
"""Environments without prose."""
TABLES = {
    "tabular": "[{",
    "tabular*": "{[{",
    "tabularx": "{[{",
    "tabulary": "{[{",
    "longtable": "[{",
    "xltabular": "[{{",
}
"""Environments whose rows are read, by the arguments that they take."""
_DEFINING = ("newcommand", "renewcommand", "providecommand")
_ARGUMENTS = {
    "{": "emph textbf textit texttt textsc textsf textrm textsl textup textmd textnormal text underline mbox enquote uline "
    "MakeUppercase textsuperscript st sout title thanks label index url bibliography bibliographystyle "
    "cline noalign rowcolor cellcolor",
    "*{": "ref eqref pageref autoref cref Cref vref vspace hspace",
    "*[{": "part chapter section subsection subsubsection paragraph subparagraph caption includegraphics",
    "": "hline endhead endfirsthead endfoot endlastfoot",
    "[": "toprule midrule bottomrule addlinespace",
    "[{": "footnote footnotetext marginpar nocite usepackage documentclass input include todo",
    "{{{": "multicolumn",
    "{[{[{": "multirow",
    "[[{": "cite citep citet citealt citealp citeauthor citeyear parencite textcite autocite footcite",
    "{{": "href hypertarget textcolor foreignlanguage setlength setcounter def",
    "*{[[{": " ".join(_DEFINING),
}
"""Macros that are named below, by the arguments that they take, in the notation of pylatexenc."""
WORDS = listed("latex.words")
"""Macros whose last argument is part of the sentence."""
HEADINGS = frozenset("part chapter section subsection subsubsection paragraph subparagraph title caption".split())
"""Macros whose last argument is a paragraph of its own."""
APART = frozenset("footnote footnotetext marginpar thanks".split())
"""Macros whose last argument is a paragraph of its own, behind the paragraph that they stand in."""
BREAKS = frozenset("item par newline linebreak newpage clearpage maketitle tableofcontents bigskip medskip \\".split())
OWN = "localcheck:"
"""Begins the footnotes that the editors' actions insert, in a comment: they cite, and claim nothing."""
_SILENT = frozenset(" ".join(_ARGUMENTS.values()).split()) - WORDS - HEADINGS - APART
_QUANTITIES = frozenset(" ".join(siunitx.ARGUMENTS.values()).split())
_SPANS = regex(r"\\multi(?:column|row\*?(?:\[\w*\])?)\{(?!1\})")
"""Begins a cell that goes over several columns or rows."""
_PARTIAL_RULE = regex(r"\\cmidrule(?:\[[^\]\n]*\])?(?:\([^)\n]*\))?\{[^}\n]*\}")
_TERM = regex(r"(?![ivxl]+\Z).*[^\W\d_]{2}", re.IGNORECASE)
"""The label of an item that is a word of its sentence, and no number."""
_BLANK = regex(r"\n[ \t]*\n")


def read(source: str) -> Placed:
    """The prose of a LaTeX source. Raises ``MissingExtra`` where pylatexenc is not installed."""
    with of_extra("documents", "reading LaTeX"):
        from pylatexenc import latexwalker
    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)
    writer = _Writer(source, {"euro": "€", "EUR": "€"})
    try:
        nodes = latexwalker.LatexWalker(source, latex_context=_context(), tolerant_parsing=True).get_latex_nodes()[0]
        writer.own |= _own_words(nodes)
        writer.nodes(_body(nodes))
        writer.paragraph()
    except (latexwalker.LatexWalkerError, RecursionError, IndexError, ValueError):
        return Prose(source).done()
    return writer.prose.done(writer.title)


def _body(nodes: Sequence[Any]) -> Sequence[Any]:
    """What stands in ``\\begin{document}``, with a title that stands before it; all, where there is no document."""
    for number, node in enumerate(nodes):
        if _kind(node) == "LatexEnvironmentNode" and node.environmentname == "document":
            return [*(n for n in nodes[:number] if getattr(n, "macroname", "") == "title"), *node.nodelist]
    return nodes


def _own_words(nodes: Sequence[Any]) -> dict[str, str]:
    """What stands for the names that an author gave to words: ``\\newcommand{\\who}{Albert Einstein}``, before the document."""
    own: dict[str, str] = {}
    for node in nodes:
        defines = getattr(node, "macroname", "") in _DEFINING and node.nodeargd
        given: Sequence[Any] = node.nodeargd.argnlist if defines else ()
        if len(given) == len("*{[[{") and given[1] and given[4] and not given[2]:
            said = " ".join(_spoken(given[4]).split())
            if said and "#" not in said:
                own[given[1].latex_verbatim().strip("{}\\ ")] = said
    return own


class _Writer:
    """Walks over the nodes and writes their words."""

    def __init__(self, source: str, own: dict[str, str]) -> None:
        self._source, self.prose, self.own = source, Prose(source), own
        self._apart: list[Any] = []
        self.title = ""

    def nodes(self, nodes: Iterable[Any]) -> None:
        """The words of nodes."""
        for node in nodes:
            if node is not None:
                _WRITERS[_kind(node)](self, node)

    def paragraph(self) -> None:
        """End the paragraph; notes that stood in it follow."""
        self.prose.paragraph()
        while self._apart:
            note = self._apart.pop(0)
            if not self._source[note.pos : note.pos + note.len].lstrip("{").lstrip().startswith("%" + OWN):
                self.nodes([note])
                self.prose.paragraph()

    def _chars(self, node: Any) -> None:
        at, end = node.pos, node.pos + node.len
        for blank in _BLANK.finditer(self._source, at, end):
            self.prose.flow(at, blank.start())
            self.paragraph()
            at = blank.end()
        self.prose.flow(at, end)

    def _special(self, node: Any) -> None:
        end = node.pos + node.len
        if _BLANK.search(self._source, node.pos, end):
            self.paragraph()
        elif node.specials_chars in ("~", "&"):
            self.prose.space(node.pos, end)
        else:
            self._spoken(node, end)

    def _comment(self, node: Any) -> None:
        if _BLANK.search(node.comment_post_space or ""):
            self.paragraph()

    def _math(self, node: Any) -> None:
        if node.displaytype == "inline":
            self.prose.copy(node.pos, node.pos + node.len)
        else:
            self.prose.space(node.pos, node.pos + node.len)

    def _environment(self, node: Any) -> None:
        self.paragraph()
        if node.environmentname in TABLES:
            self._table(node)
        elif node.environmentname not in NOT_PROSE:
            self.nodes(node.nodelist)
            self.paragraph()

    def _table(self, node: Any) -> None:
        """The rows of a table as paragraphs. Rows of one cell above the others are its title; a repeated head is left out."""
        rows: list[tuple[Span, list[str]]] = []
        for nodes in self._rows(node.nodelist):
            cells = [self._cell(cell) for cell in nodes]
            ends = [end for cell in cells for end in cell.ends]
            said = [cell.text for cell in cells]
            if ends:
                rows.append((Span(min(start for cell in cells for start in cell.starts), max(ends)), said))
        while rows and len(rows[0][1]) == 1:
            self.prose.table([rows.pop(0)])
        rows = [row for number, row in enumerate(rows) if not number or row[1] != rows[0][1]]
        self.prose.table(rows, not _SPANS.search(self._source, node.pos, node.pos + node.len))
        self.paragraph()

    def _rows(self, nodes: Iterable[Any]) -> Iterator[list[list[Any]]]:
        cells: list[list[Any]] = [[]]
        ruled = 0
        for node in nodes:
            name = getattr(node, "macroname", "")
            if name == "cmidrule" and (rule := _PARTIAL_RULE.match(self._source, node.pos)):
                ruled = rule.end()
            elif name in ("\\", "tabularnewline"):
                yield cells
                cells = [[]]
            elif getattr(node, "specials_chars", "") == "&":
                cells.append([])
            elif node.pos >= ruled:
                cells[-1].append(node)
        yield cells

    def _cell(self, nodes: Sequence[Any]) -> Placed:
        writer = _Writer(self._source, self.own)
        writer.nodes(nodes)
        self._apart += writer._apart
        return writer.prose.done()

    def _macro(self, node: Any) -> None:
        name, given = node.macroname, [a for a in (node.nodeargd.argnlist if node.nodeargd else ()) or () if a]
        post = node.macro_post_space or ""
        if name in self.own:
            self.prose.put(self.own[name] + " " * bool(post), node.pos, node.pos + node.len)
        elif name in BREAKS:
            self._break(name, given)
        elif name in HEADINGS:
            self._heading(name, given)
        elif name in APART:
            self._apart += given[-1:]
        elif name in WORDS:
            self.nodes(given[-1:])
        elif name == "textsuperscript":
            self.prose.put(raised("".join(map(_spoken, given)), self.prose.tail), node.pos, node.pos + node.len)
        elif name in _QUANTITIES:
            typed = [a.latex_verbatim().strip() for a in given]
            said = siunitx.said(name, [a.removeprefix("{").removesuffix("}") for a in typed if a[:1] != "["])
            self.prose.put(said, node.pos, node.pos + node.len)
        elif name in _SILENT:
            self.prose.gap()
        else:
            self._spoken(node, node.pos + node.len - (0 if given else len(post)))
        if _BLANK.search(post):
            self.paragraph()

    def _spoken(self, node: Any, end: int) -> None:
        said = _spoken(node)
        if said.isspace():
            self.prose.space(node.pos, end)
        else:
            self.prose.put(said, node.pos, end)

    def _break(self, name: str, given: Sequence[Any]) -> None:
        self.paragraph()
        if name == "item" and _TERM.match("".join(map(_spoken, given)).strip("()[]. ")):
            self.nodes(given)

    def _heading(self, name: str, given: Sequence[Any]) -> None:
        self.paragraph()
        before = self.prose.length
        self.nodes(given[-1:])
        if not self.title and name in ("title", "section", "chapter"):
            self.title = self.prose.since(before)
        self.paragraph()


def _kind(node: Any) -> str:
    return type(node).__name__


_WRITERS = {
    "LatexCharsNode": _Writer._chars,
    "LatexSpecialsNode": _Writer._special,
    "LatexCommentNode": _Writer._comment,
    "LatexMathNode": _Writer._math,
    "LatexGroupNode": lambda writer, node: writer.nodes(node.nodelist),
    "LatexEnvironmentNode": _Writer._environment,
    "LatexMacroNode": _Writer._macro,
}


def _spoken(node: Any) -> str:
    """The characters that a macro or a special stands for: ``\\"o``, ``\\%``, ``---``; nothing for one that is not known."""
    try:
        return str(_speaker().nodelist_to_text([node]))
    except (IndexError, AttributeError, TypeError, ValueError):  # a macro that is used without what it takes
        return ""


@cache
def _speaker() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(strict_latex_spaces=True)


@cache
def _context() -> Any:
    from pylatexenc import latexwalker, macrospec

    context = latexwalker.get_default_latex_context_db()
    specs = [*_ARGUMENTS.items(), *siunitx.ARGUMENTS.items()]
    named = [macrospec.std_macro(name, spec) for spec, names in specs for name in names.split()]
    tables = [macrospec.std_environment(name, spec) for name, spec in TABLES.items()]
    context.add_context_category("localcheck", macros=named, environments=tables, prepend=True)
    return context
