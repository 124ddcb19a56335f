"""Evidence recorded earlier, looked up by claim: nothing is searched, so a published experiment can be repeated offline.

Two forms. The WikiBio web recording: ``webpage/{id}_{sentence}.json`` holds ``{subclaim: [{"url", "page_content"}, …]}`` in
search order, ``decomposed/decomposed_{id}_{sentence}.txt`` one subclaim a line; in a folder or a tar archive. And JSON lines:
``{"claim", "passages": [{"title", "text", "url"?, "date"?, "revision"?}], "id"?, "sentence"?}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from localcheck.errors import BadInput
from localcheck.sources.by_query import ByQuery
from localcheck.sources.recorded_files import WebFiles, open_files, same
from localcheck.system.jsontext import lines, parse
from localcheck.text.patterns import regex
from localcheck.types import Claim, Document, Passage, Source
from localcheck.types.infos import IndexInfo

_ENDING = regex(r"\.(?:html?|php|aspx?|jsp|pdf|cfm|shtml)$", re.IGNORECASE)
_BETWEEN = regex(r"[\s_+.:–—-]+")
_WORD = regex(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?|[^\W\d_]|\d{1,4}")
MOST_WORDS = 12
"""Words of a title."""


class RecordedEvidence(ByQuery):
    """Recorded claims and passages by document and sentence. Implements ``Retriever`` by the claim's exact wording."""

    def __init__(self, path: str | Path) -> None:
        path = Path(path).expanduser()
        rows = path.is_file() and path.name.endswith((".jsonl", ".json"))
        self._records: WebFiles | _Rows = _Rows(path) if rows else open_files(path)
        self._name = path.name
        self.info = IndexInfo(path.name, "recorded", len(self._records), evidence="web")

    def documents(self) -> list[str]:
        """Ids of the recorded documents."""
        return self._records.documents()

    def claims(self, doc_id: str, sentence: int) -> list[str]:
        """Recorded subclaims of one sentence, in order; empty when none was recorded."""
        return self._records.claims(doc_id, sentence)

    def passages(self, doc_id: str, sentence: int, claim: str) -> Iterator[Passage]:
        """Recorded passages of one subclaim in search order; none for a claim that was not recorded."""
        yield from _passages(self._records.passages(claim, doc_id, sentence), self._name)

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The passages recorded for this claim of this document; by its wording where the document was not recorded."""
        if document.id in self._known:
            return self.passages(document.id, claim.sentence, claim.text)
        return self.search(claim.text)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.documents())

    def search(self, query: str) -> Iterator[Passage]:
        """The passages recorded for a claim worded exactly like ``query``."""
        yield from _passages(self._records.search(query), self._name)

    def close(self) -> None:
        """Release the files."""
        self._records.close()


class _Rows:
    """The JSON lines form, in memory."""

    def __init__(self, path: Path) -> None:
        self._by_claim: dict[str, list[Any]] = {}
        self._by_place: dict[tuple[str, int], list[str]] = {}
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise BadInput(path, f"cannot be read ({error.strerror})", "give a recording") from error
        for number, line in lines(text):
            self._add(path, number, line)

    def _add(self, path: Path, number: int, line: str) -> None:
        try:
            row = parse(line)
            claim, passages = row["claim"], row["passages"]
            place = str(row.get("id", "")), int(row.get("sentence", 0))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            raise BadInput(path, 'needs {"claim": …, "passages": […]}', line=number) from None
        if not isinstance(claim, str) or not isinstance(passages, list):
            raise BadInput(path, 'needs "claim" as a string and "passages" as a list', line=number)
        self._by_claim[f"{place[0]}\0{place[1]}\0{same(claim)}"] = passages
        self._by_claim.setdefault(same(claim), passages)
        self._by_place.setdefault(place, []).append(claim)

    def __len__(self) -> int:
        return sum(len(claims) for claims in self._by_place.values())

    def documents(self) -> list[str]:
        return sorted({doc_id for doc_id, _ in self._by_place})

    def claims(self, doc_id: str, sentence: int) -> list[str]:
        return list(self._by_place.get((doc_id, sentence), ()))

    def passages(self, claim: str, doc_id: str, sentence: int) -> list[Any]:
        exact = self._by_claim.get(f"{doc_id}\0{sentence}\0{same(claim)}")
        return exact if exact is not None else self.search(claim)

    def search(self, claim: str) -> list[Any]:
        return self._by_claim.get(same(claim), [])

    def close(self) -> None:
        """Does nothing: no file is kept open."""


def _passages(rows: list[Any], name: str) -> Iterator[Passage]:
    """Rows without text are left out; ranks count what is given."""
    rank = 0
    for row in rows:
        text = row.get("page_content") or row.get("text") if isinstance(row, dict) else None
        if isinstance(text, str) and text.strip():
            url = str(row.get("url") or "")
            title = str(row.get("title") or title_of_address(url) or name)
            source = Source("web", name, url, str(row.get("revision") or ""), str(row.get("date") or ""))
            yield Passage(title, text, source, rank)
            rank += 1


def open_retriever(place: str) -> RecordedEvidence:
    """Recorded evidence at ``place``: a folder, a tar archive or JSON lines. Raises ``BadInput``."""
    return RecordedEvidence(place)


def title_of_address(url: str) -> str:
    """The words of the last part of the path that reads like a title, else the site's name; empty for no address.

    The title is put before the page's text when a model reads it, so that a pronoun in the text has a name to refer to.

    >>> title_of_address("https://history.example.org/physicians/sir-john-russell-reynolds")
    'Sir John Russell Reynolds'
    >>> title_of_address("https://en.wikipedia.org/wiki/Mercury_(planet)"), title_of_address("https://example.org/?id=7")
    ('Mercury (planet)', 'example.org')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    for segment in reversed([s for s in parts.path.split("/") if s]):
        words = [w for w in _BETWEEN.split(_ENDING.sub("", unquote(segment))) if w]
        said = [w for w in words if _WORD.fullmatch(w.strip("(),'’\""))]
        if len(said) >= 2 and len(said) >= 0.6 * len(words) and sum(w[0].isdigit() for w in said) < len(said) - 1:
            small = segment == segment.lower()
            return " ".join(w.capitalize() if small else w for w in said[:MOST_WORDS])
    return parts.netloc
