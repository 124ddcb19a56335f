"""Sources of other programs as documents, without their markup: reStructuredText, LaTeX and Jupyter notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from localcheck.errors import BadInput, NoProse
from localcheck.ingest import in_place
from localcheck.ingest.documents import markup
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.documents.markup import Extract, too_long
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.counting import many


def rst(data: bytes, path: str, limit: int) -> Extract:
    """The prose of a reStructuredText source. Raises ``BadInput``."""
    return _prose(data, path, limit, "restructuredtext")


def latex(data: bytes, path: str, limit: int) -> Extract:
    """The prose of a LaTeX source. Raises ``BadInput``, and ``MissingExtra`` without its parser."""
    return _prose(data, path, limit, "latex")


def notebook(data: bytes, path: str, limit: int) -> Extract:
    """The cells of a Jupyter notebook that are prose; code and its output are left out, which is said. Raises ``BadInput``."""
    try:
        found = parse(decode(data, path)[0])
    except NotJson as error:
        raise BadInput(path, f"not a notebook: {error}", "open and save it again") from None
    cells = found.get("cells") if isinstance(found, Mapping) else None
    if not isinstance(cells, list):
        raise BadInput(path, "not a notebook of Jupyter's format 4", "convert it: jupyter nbconvert --to notebook FILE")
    prose = [_source(cell) for cell in cells if _kind(cell) == "markdown"]
    code = sum(_kind(cell) == "code" and bool(_source(cell).strip()) for cell in cells)
    extract = _filled(markup.markdown("\n\n".join(prose)), path, limit)
    return replace(extract, notes=(f"{many(code, 'cell')} of code left out",) if code else ())


def _prose(data: bytes, path: str, limit: int, format: str) -> Extract:
    source = decode(data, path)[0]
    placed = in_place.read(source, format)
    notes = (f"{many(placed.left_out, 'table')} left out",) if placed.left_out else ()
    return _filled(Extract(placed.text, placed.title, notes=notes), path, limit)


def _filled(extract: Extract, path: str, limit: int) -> Extract:
    if not extract.text.strip():
        raise NoProse(path, "holds no prose", "is its text in another file?")
    if len(extract.text) > limit:
        raise too_long(path, limit)
    return extract


def _kind(cell: object) -> object:
    return cell.get("cell_type") if isinstance(cell, Mapping) else None


def _source(cell: object) -> str:
    """The text of a cell, which is one string or a list of lines."""
    text = cell.get("source") if isinstance(cell, Mapping) else ""
    lines = text if isinstance(text, list) else [text]
    return "".join(line for line in lines if isinstance(line, str))
