"""``--index glossary:FILE``: evidence from a list of terms, one ``TERM: what it means`` a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.sources.by_query import ByQuery
from localcheck.types import Passage, Source
from localcheck.types.infos import IndexInfo


class Glossary(ByQuery):
    """The terms that a query names, longest first."""

    def __init__(self, path: Path, meanings: dict[str, str]) -> None:
        self._path, self._meanings = path, meanings
        self.info = IndexInfo(f"glossary:{path.name}", "glossary", len(meanings))

    def search(self, query: str) -> Iterator[Passage]:
        """One passage for each term; it is the whole line, so that a quote can be found in the file."""
        named = [term for term in self._meanings if term.lower() in query.lower()]
        for rank, term in enumerate(sorted(named, key=len, reverse=True)):
            source = Source("glossary", self._path.name, str(self._path))
            yield Passage(term, self._meanings[term], source, rank)


def open_glossary(place: str) -> Glossary:
    """The glossary at ``place``. Raises ``BadInput`` for a file that cannot be read or that has no term."""
    path = Path(place)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, f"cannot be read ({error})") from error
    parted = (line.partition(": ") for line in lines)
    meanings = {term.strip(): meaning.strip() for term, colon, meaning in parted if colon and meaning.strip()}
    if not meanings:
        raise BadInput(path, "holds no line like TERM: what it means")
    return Glossary(path, meanings)
