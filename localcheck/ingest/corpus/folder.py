"""A folder of documents, one article each. How a document is read is given by the caller."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from localcheck.errors import LocalcheckError
from localcheck.ingest.corpus.records import Item, Malformed, Record, Skipped
from localcheck.text.periods import in_name

DocumentReader = Callable[[Path], tuple[str, str, str]]
"""Title, plain text and date of a document; title and date may be empty. Raises ``LocalcheckError``."""

SUFFIXES = frozenset({".txt", ".md", ".markdown", ".html", ".htm", ".pdf", ".docx", ".rst"})


def read(root: Path, path: Path, reader: DocumentReader) -> Iterator[Item]:
    """The document as a record; its revision is a digest of the file.

    Its date is that in its name, else the one that the document states. The time of the file says when it was copied.
    """
    name = str(path.relative_to(root))
    try:
        title, text, date = reader(path)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
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
    yield Record(title, text.strip(), "plain", "folder", name, digest, in_name(path.name) or date)
