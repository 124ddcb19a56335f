"""A folder of documents, one article each. How a document is read is given by the caller."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from localcheck.errors import LocalcheckError
from localcheck.ingest.corpus.records import Item, Malformed, Record, Skipped

DocumentReader = Callable[[Path], tuple[str, str]]
"""Title (may be empty) and plain text of a document; raises ``LocalcheckError`` for one that cannot be read."""

SUFFIXES = frozenset({".txt", ".md", ".markdown", ".html", ".htm", ".pdf", ".docx", ".rst"})


def files(root: Path) -> tuple[Path, ...]:
    """The documents below ``root`` in a stable order; hidden files and folders and links out of it are left out."""
    base = root.resolve()
    return tuple(
        path
        for path in sorted(root.rglob("*"))
        if path.suffix.lower() in SUFFIXES
        and not any(part.startswith(".") for part in path.relative_to(root).parts)
        and path.is_file()
        and path.resolve().is_relative_to(base)
    )


def read(root: Path, path: Path, reader: DocumentReader) -> Iterator[Item]:
    """The document as a record; its revision is a digest of the file."""
    name = str(path.relative_to(root))
    try:
        title, text = reader(path)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        date = datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
    except LocalcheckError as error:
        yield Malformed(name, error.message)
        return
    except OSError as error:
        yield Malformed(name, error.strerror or str(error))
        return
    except Exception as error:  # a reader's fault in one document must not end the corpus
        yield Malformed(name, f"cannot be read ({type(error).__name__})")
        return
    if not text.strip():
        yield Skipped("empty or deleted text")
        return
    title = title.strip() or path.stem.replace("_", " ").replace("-", " ").strip()
    yield Record(title, text.strip(), "plain", "folder", name, digest, date)
