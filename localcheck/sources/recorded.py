"""Evidence recorded earlier, looked up by claim: nothing is searched, so a published experiment can be repeated offline.

Two forms. The WikiBio web recording: ``webpage/{id}_{sentence}.json`` holds ``{subclaim: [{"url", "page_content"}, …]}`` in
search order, ``decomposed/decomposed_{id}_{sentence}.txt`` one subclaim a line; in a folder or a tar archive. And JSON lines:
``{"claim", "passages": [{"title", "text", "url"?, "date"?, "revision"?}], "id"?, "sentence"?}``.

The files of a WikiBio web recording: from a folder as they are, from a tar archive through a table made once.

An archive is only ever streamed, never unpacked to paths: members whose names match a pattern become rows of
an SQLite table in the home's cache, written beside and renamed when it is whole.
"""

from __future__ import annotations

import lzma
import re
import secrets
import sqlite3
import tarfile
import threading
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

import zstandard

from localcheck.errors import BadInput, RetrievalError
from localcheck.sources.by_query import ByQuery
from localcheck.system.jsontext import NotJson, lines, parse
from localcheck.system.resources import home, sha256_text, typed_path
from localcheck.text.patterns import regex
from localcheck.types import Claim, Document, Passage, Source
from localcheck.types.infos import IndexInfo

MEMBER = regex(r"(?:^|/)(webpage/[\w.-]{1,80}\.json|decomposed/decomposed_[\w.-]{1,80}\.txt)$")
CLAIMS = regex(r"decomposed/decomposed_(.+)_(\d+)\.txt$")
MEMBER_LIMIT = 64 << 20
"""Bytes of one recorded file."""


def open_files(path: Path) -> WebFiles:
    """The recording at ``path``. Raises ``BadInput`` for what is none."""
    if path.is_dir():
        if not (path / "webpage").is_dir():
            raise BadInput(
                path, "is not a recording (it has no folder webpage/)", "give the folder that holds webpage/"
            )
        return FolderFiles(path)
    if not path.is_file():
        raise BadInput(path, "there is no such recording", "give a folder, a tar archive or a JSONL file")
    return TableFiles(path)


def same(claim: str) -> str:
    """The form in which wordings of claims are compared: one blank between words, lower case."""
    return " ".join(claim.split()).casefold()


class WebFiles(ABC):
    """The files of a recording, and what they say of a claim."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._page = lru_cache(maxsize=8)(self._load)

    @abstractmethod
    def text(self, name: str) -> str | None:
        """A file's text, bytes that are not UTF-8 replaced; None when there is none."""

    @abstractmethod
    def place(self, claim: str) -> tuple[str, int] | None:
        """Document and sentence of a recorded claim."""

    @abstractmethod
    def pages(self) -> list[str]:
        """Names of the recorded pages without their ending: document and sentence."""

    @abstractmethod
    def close(self) -> None:
        """Release what is open."""

    def __len__(self) -> int:
        return len(self.pages())

    def documents(self) -> list[str]:
        """Ids of documents, in order."""
        ids = {page.rpartition("_")[0] for page in self.pages() if "_" in page}
        return sorted(ids, key=lambda i: (not i.isdecimal(), int(i) if i.isdecimal() else 0, i))

    def claims(self, doc_id: str, sentence: int) -> list[str]:
        """Subclaims of one sentence, in order."""
        if (text := self.text(f"decomposed/decomposed_{doc_id}_{sentence}.txt")) is not None:
            return [line.strip() for line in text.splitlines() if line.strip()]
        return list(self._page(doc_id, sentence))

    def passages(self, claim: str, doc_id: str, sentence: int) -> list[Any]:
        """The rows of one subclaim."""
        page = self._page(doc_id, sentence)
        found = page.get(claim)
        if found is None:
            found = next((rows for recorded, rows in page.items() if same(recorded) == same(claim)), [])
        return found if isinstance(found, list) else []

    def search(self, claim: str) -> list[Any]:
        """The rows of a subclaim of whichever document."""
        place = self.place(claim)
        return [] if place is None else self.passages(claim, *place)

    def _load(self, doc_id: str, sentence: int) -> dict[str, Any]:
        name = f"webpage/{doc_id}_{sentence}.json"
        if (text := self.text(name)) is None:
            return {}
        try:
            content = parse(text, control_characters=True)
        except NotJson as error:
            raise RetrievalError(f"{self._name}: {name}: {error}", "get the recording again") from error
        return content if isinstance(content, dict) else {}


class FolderFiles(WebFiles):
    """Files read from a folder when they are asked for."""

    def __init__(self, root: Path) -> None:
        super().__init__(root.name)
        self._root = root

    def text(self, name: str) -> str | None:
        if not MEMBER.search(name):
            return None
        try:
            return (self._root / name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RetrievalError(f"{self._root / name} cannot be read ({error.strerror})") from error

    @cached_property
    def _places(self) -> dict[str, tuple[str, int]]:
        places: dict[str, tuple[str, int]] = {}
        for path in sorted((self._root / "decomposed").glob("decomposed_*.txt")):
            if found := CLAIMS.search(f"decomposed/{path.name}"):
                for line in (self.text(found[0]) or "").splitlines():
                    places.setdefault(line.strip(), (found[1], int(found[2])))
        return places

    def place(self, claim: str) -> tuple[str, int] | None:
        return self._places.get(claim.strip())

    def pages(self) -> list[str]:
        return [path.stem for path in (self._root / "webpage").glob("*.json")]

    def close(self) -> None:
        """Does nothing: no file is kept open."""


class TableFiles(WebFiles):
    """Files read from the table made of an archive."""

    def __init__(self, archive: Path) -> None:
        super().__init__(archive.name)
        table = _table(archive).absolute().as_uri()
        self._db = sqlite3.connect(f"{table}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self._lock = threading.Lock()

    def _rows(self, sql: str, *values: object) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, values).fetchall()

    def text(self, name: str) -> str | None:
        for (packed,) in self._rows("SELECT data FROM files WHERE name = ?", name):
            data = zstandard.ZstdDecompressor().decompress(bytes(packed), max_output_size=MEMBER_LIMIT)
            return str(data, "utf-8", "replace")
        return None

    def place(self, claim: str) -> tuple[str, int] | None:
        for doc_id, sentence in self._rows("SELECT doc, sentence FROM claims WHERE claim = ?", claim.strip()):
            return str(doc_id), int(sentence)
        return None

    def pages(self) -> list[str]:
        return [Path(name).stem for (name,) in self._rows("SELECT name FROM files WHERE name LIKE 'webpage/%'")]

    def close(self) -> None:
        self._db.close()


def _table(archive: Path) -> Path:
    """The table of ``archive``, made on first use. Its name says which archive it was made of."""
    stat = archive.stat()
    mark = sha256_text(f"{archive.resolve()}\0{stat.st_size}\0{stat.st_mtime_ns}")[:20]
    table = home() / "cache" / f"recorded-{mark}.sqlite"
    if not table.is_file():
        table.parent.mkdir(parents=True, exist_ok=True)
        part = table.with_name(f".{table.name}.{secrets.token_hex(4)}.part")
        try:
            _fill(archive, part)
            part.replace(table)
        finally:
            part.unlink(missing_ok=True)
    return table


def _fill(archive: Path, part: Path) -> None:
    db = sqlite3.connect(part)
    compress = zstandard.ZstdCompressor(level=6).compress
    count = 0
    try:
        db.execute("PRAGMA journal_mode=OFF")
        db.execute("CREATE TABLE files (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID")
        db.execute("CREATE TABLE claims (claim TEXT PRIMARY KEY, doc TEXT, sentence INTEGER) WITHOUT ROWID")
        with tarfile.open(archive, "r|*") as tar:
            for member in tar:
                found = MEMBER.search(member.name)
                if not (found and member.isreg() and member.size <= MEMBER_LIMIT):
                    continue
                file = tar.extractfile(member)
                if file is not None:
                    count += 1
                    _insert(db, found.group(1), file, compress)
        db.commit()
    except (tarfile.TarError, EOFError, OSError, lzma.LZMAError, zlib.error) as error:
        raise BadInput(archive, f"is not a whole tar archive ({error})", "get the recording again") from error
    finally:
        db.close()
    if not count:
        raise BadInput(archive, "holds no recording (no webpage/ID_SENTENCE.json)", "is it the right archive?")


def _insert(db: sqlite3.Connection, name: str, file: IO[bytes], compress: Callable[[bytes], bytes]) -> None:
    data = file.read()
    db.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (name, compress(data)))
    if found := CLAIMS.search(name):
        lines = (line.strip() for line in data.decode("utf-8", "replace").splitlines())
        rows = [(line, found.group(1), int(found.group(2))) for line in lines if line]
        db.executemany("INSERT OR IGNORE INTO claims VALUES (?, ?, ?)", rows)


_ENDING = regex(r"\.(?:html?|php|aspx?|jsp|pdf|cfm|shtml)$", re.IGNORECASE)
_BETWEEN = regex(r"[\s_+.:–—-]+")
_WORD = regex(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?|[^\W\d_]|\d{1,4}")
MOST_WORDS = 12
"""Words of a title."""


class RecordedEvidence(ByQuery):
    """Recorded claims and passages by document and sentence. Implements ``Retriever`` by the claim's exact wording."""

    def __init__(self, path: str | Path) -> None:
        path = typed_path(path)
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
        found = list(lines(text))
        if found and not text.endswith("\n") and found[-1][1].startswith("{") and not found[-1][1].endswith("}"):
            found.pop()  # it was not written to its end
        for number, line in found:
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
    >>> title_of_address("https://x.example.org/wiki/Mars"), title_of_address("https://x.example.org/wiki/")
    ('Mars', 'x.example.org')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    segments = [s for s in parts.path.split("/") if s]
    for segment in reversed(segments):
        words = [w for w in _BETWEEN.split(_ENDING.sub("", unquote(segment))) if w]
        said = [w for w in words if _WORD.fullmatch(w.strip("(),'’\""))]
        is_article = segments == ["wiki", segment] and len(said) == len(words) == 1
        if is_article or (
            len(said) >= 2 and len(said) >= 0.6 * len(words) and sum(w[0].isdigit() for w in said) < len(said) - 1
        ):
            small = segment == segment.lower()
            return " ".join(w.capitalize() if small else w for w in said[:MOST_WORDS])
    return parts.netloc
