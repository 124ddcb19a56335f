"""ZIP archives of XML (DOCX, ODT, PPTX, XLSX, EPUB): opened within bounds, and their XML read as a stream without a tree."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from xml.etree.ElementTree import Element

from localcheck.errors import BadInput
from localcheck.ingest.bounded_xml import DEPTH, Handler, Malformed, TooMuch, local, read, tree

UNPACKED_LIMIT = 300_000_000
"""Bytes that an archive may unpack to."""
MOST_MEMBERS = 20_000
"""Files in an archive: its parts and pictures."""
TREE_LIMIT = 5_000_000
"""Bytes of a file in it that is read as a tree: properties, relations, lists of parts."""
LONGEST_PROPERTY = 1_000
"""Characters of a title or date."""
PIECE = 1 << 16
AGAIN = "open and save it again"


class Styles(Handler):
    """What the styles of a document do to text. A reader of them fills ``own`` and ``parents``."""

    def __init__(self) -> None:
        self.own: dict[str, dict[str, bool]] = {}
        """By style: each thing it does to text, such as to strike it out, and whether it does or undoes it."""
        self.parents: dict[str, str] = {}
        """The style that each is made from."""

    def of(self, style: str, depth: int = DEPTH) -> dict[str, bool]:
        """What ``style`` does or undoes, by itself or as made from others (a circle of them ends after ``depth``); nothing for
        one that is not known.
        """
        own, parent = self.own.get(style, {}), self.parents.get(style, "")
        return self.of(parent, depth - 1) | own if parent and depth else own


def properties(archive: zipfile.ZipFile, name: str, *wanted: str) -> list[str]:
    """The texts of the ``wanted`` elements of the file ``name``, such as title and date; empty where it is not there, does not
    have them, or is malformed. Raises ``TooMuch``.
    """
    try:
        root = small(archive, name)
    except Malformed:
        return [""] * len(wanted)
    return [next((e.text for e in root.iter(element) if e.text), "")[:LONGEST_PROPERTY] for element in wanted]


@contextmanager
def opened(data: bytes, path: str, what: str, folder: str) -> Iterator[zipfile.ZipFile]:
    """The archive in ``data``, which must hold a file whose name begins with ``folder``.

    ``what`` names the format in messages. Raises ``BadInput``, also for what goes wrong while it is read.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _within_bounds(archive, path, what, folder)
            yield archive
    except TooMuch as error:
        raise BadInput(path, str(error), "split it into parts and check them one by one") from None
    except (
        *(Malformed, zipfile.BadZipFile, zlib.error, StopIteration, KeyError),
        *(RuntimeError, EOFError, ValueError, NotImplementedError, OSError),
    ) as error:
        raise BadInput(path, f"damaged {what} ({type(error).__name__})", AGAIN) from None


def _within_bounds(archive: zipfile.ZipFile, path: str, what: str, folder: str) -> None:
    members = archive.infolist()
    if not any(member.filename.startswith(folder) for member in members):
        raise BadInput(path, f"an archive, but not a document of the type {what}", "unpack it and give the files in it")
    if len(members) > MOST_MEMBERS:
        raise BadInput(path, f"holds more than {MOST_MEMBERS:,} files", f"is it of type {what}? it was not opened")
    if sum(member.file_size for member in members) > UNPACKED_LIMIT:
        raise BadInput(
            path, f"unpacks to more than {UNPACKED_LIMIT // 1_000_000} MB", "is it a zip bomb? it was not opened"
        )


def parse(archive: zipfile.ZipFile, name: str, handler: Handler) -> None:
    """Tell ``handler`` what stands in the XML file ``name``. Raises ``Malformed``, ``TooMuch``, ``KeyError``, and what
    ``zipfile`` raises for a damaged archive.
    """
    with archive.open(name) as file:
        read(iter(partial(file.read, PIECE), b""), handler)


def small(archive: zipfile.ZipFile, name: str) -> Element:
    """The XML file ``name`` as a tree, an empty one where there is no such file. Raises as ``parse`` does.

    A large one is ``TooMuch``.
    """
    if name not in archive.NameToInfo:
        return Element("none")
    if archive.getinfo(name).file_size > TREE_LIMIT:
        raise TooMuch(f"holds a large {name}")
    return tree((archive.read(name),))


def attribute(attributes: Mapping[str, str], name: str, default: str = "") -> str:
    """The value of an attribute, whatever its prefix."""
    return next((value for key, value in attributes.items() if local(key) == name), default)


def number(value: str, most: int) -> int:
    """``value`` as a count of at least one and at most ``most``."""
    if not (value.isascii() and value.isdecimal()):
        return 1
    return max(1, min(int(value[:9]), most))
