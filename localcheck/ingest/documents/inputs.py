"""The documents that the user names: files, a text, or standard input, with title, prompt and context."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, UsageError
from localcheck.ingest.documents.pdf import Tell
from localcheck.ingest.documents.read import from_text, read_document, read_documents
from localcheck.text.hyphens import whole_words
from localcheck.text.inert import whole
from localcheck.types import READING_NOTES, Document

PassedOver = Callable[[Path, BadInput], bool]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What to read. Empty: standard input, unless it is a terminal."""

    files: tuple[Path, ...] = ()
    """``-`` is standard input. A file that is named twice is read once."""
    text: str | None = None
    """A text instead of files."""
    title: str | None = None
    """What the text is about."""
    prompt: str | None = None
    """The question or prompt that the text answers."""
    context: tuple[Path, ...] = ()
    """Files with reference texts."""

    def __bool__(self) -> bool:
        """True if any file, text or description was given."""
        return self != Inputs()

    def read(self, tell: Tell | None = None, passed_over: PassedOver | None = None) -> tuple[Document, ...]:
        """All documents. They are read before the check begins, so that a bad one stops it early. Raises ``BadInput`` and
        ``UsageError``. ``tell`` hears how many pages of a PDF are read, and how many it has. ``passed_over`` is asked whether a
        file that cannot be read is left out; without it none is.
        """
        once((*self.files, *self.context))
        found = self._named(tell, passed_over or (lambda path, error: False))
        said: dict[str, Any] = {}
        if self.title is not None:
            said["title"] = whole(self.title)
        if self.prompt is not None:
            said["prompt"] = whole(self.prompt)
        if self.context:
            said["context"] = tuple(whole_words(read_document(f).text) for f in self.context)
        documents = (replace(d, **said) for d in found) if said else found
        return tuple(_with_numbers(d, self.context) for d in documents)

    def _named(self, tell: Tell | None, passed_over: PassedOver) -> list[Document]:
        if self.text is not None:
            if self.files:
                raise UsageError("give either --text or files, not both")
            return [from_text(self.text, id="text")]
        if self.files:
            return [d for f in different(self.files) for d in _unless(passed_over, f, tell)]
        if not sys.stdin.isatty():
            return list(read_documents("-"))
        raise UsageError("nothing to check", "name a file, or use --text, or - for standard input")


def _with_numbers(document: Document, context: tuple[Path, ...]) -> Document:
    """The document with a note of which file is meant by "context 2" in a report, where there are several."""
    if len(context) < 2:
        return document
    said = ", ".join(f"context {number} is {path}" for number, path in enumerate(context, 1))
    notes = {**dict(document.meta), READING_NOTES: [*(document.get(READING_NOTES) or ()), said]}
    return replace(document, meta=tuple(notes.items()))


def _unless(passed_over: PassedOver, path: Path, tell: Tell | None) -> list[Document]:
    """The documents of a file; none where it cannot be read and is passed over."""
    try:
        return list(read_documents(path, tell))
    except BadInput as error:
        if not passed_over(path, error):
            raise
        return []


def different(paths: Iterable[Path]) -> list[Path]:
    """The paths in order, each file once: ``a.txt``, ``./a.txt`` and a link to it lead to the same."""
    found: dict[Path, Path] = {}
    for path in paths:
        found.setdefault(path if path == Path("-") else Path(os.path.realpath(path)), path)
    return list(found.values())


def once(paths: Iterable[Path | None]) -> None:
    """Raise ``UsageError`` where standard input stands among ``paths`` more than once: what was read is gone."""
    if list(paths).count(Path("-")) > 1:
        raise UsageError("standard input is named twice, and can be read only once", "write one of the texts to a file")
