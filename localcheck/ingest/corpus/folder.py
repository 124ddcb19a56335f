"""A folder of documents, one article each. How a document is read is given by the caller."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from localcheck.errors import LocalcheckError
from localcheck.ingest.corpus.records import Item, Malformed, Record, Remark, Skipped
from localcheck.system import resources
from localcheck.text.hyphens import whole_words
from localcheck.text.periods import in_name
from localcheck.types import READING_NOTES, WRITTEN, Document

DocumentReader = Callable[[Path], Iterable[Document]]
"""The documents in a file, for example the messages of a mailbox; raises ``LocalcheckError`` for one that cannot be read."""

KIND = "folder"
"""Kind of the documents of a folder."""


@cache
def read_by() -> str:
    """A digest of the modules that make text of a user's files: with another one a file may be read otherwise."""
    folders = (resources.PACKAGE / place for place in ("ingest/documents", "ingest/in_place", "text/html"))
    files = [
        *(file for folder in folders for file in sorted(folder.glob("*.py"))),
        resources.PACKAGE / "text/table_text.py",
    ]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def read(root: Path, path: Path, reader: DocumentReader) -> Iterator[Item]:
    """The documents in a file as records; their revision is a digest of the file.

    Their date is that in its name, else the one that the document states. The time of the file says when it was copied.
    """
    name = str(path.relative_to(root))
    try:
        found = list(reader(path))
        digest = resources.sha256_file(path)[:16]
    except LocalcheckError as error:
        yield Malformed(name, error.message.removeprefix(f"{path}: "))
        return
    except OSError as error:
        yield Malformed(name, error.strerror or str(error))
        return
    except Exception as error:  # a reader's fault in one document must not end the corpus
        yield Malformed(name, f"cannot be read ({type(error).__name__})")
        return
    stem = path.stem.replace("_", " ").replace("-", " ").strip()
    for said in dict.fromkeys(str(note) for document in found for note in document.get(READING_NOTES) or ()):
        yield Remark(name, said)
    for document in found:
        yield from _records(document, name, stem, digest, in_name(path.name) or str(document.get(WRITTEN) or ""))


def _records(document: Document, name: str, stem: str, digest: str, date: str) -> Iterator[Item]:
    """A record for each page, sheet, slide or chapter, named in its locator; one record where there are none."""
    title = document.title.strip() or stem
    parts = [(int(start), str(place), str(label)) for start, place, label in document.get("parts") or ()]
    if not parts or parts[0][0]:
        parts.insert(0, (0, "", ""))
    stops = [*(start for start, _, _ in parts[1:]), len(document.text)]
    for (start, place, label), stop in zip(parts, stops, strict=True):
        if text := whole_words(document.text[start:stop]).strip():
            called = f"{title}, {label}" if label and label != title else title
            yield Record(called, text, "plain", KIND, f"{name}, {place}" if place else name, digest, date)
        else:
            yield Skipped("empty or deleted text")
