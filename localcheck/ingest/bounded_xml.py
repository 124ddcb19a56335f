"""XML from strangers, as a stream or, where it is short, as a tree: within bounds, and with every declaration refused, which an
XML bomb needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

MOST_ELEMENTS = 5_000_000
"""XML elements of one file; a book of a thousand pages has a few hundred thousand."""
DEPTH = 200


class TooMuch(Exception):
    """The document goes beyond a bound; the message says which."""


class Malformed(Exception):
    """The XML is malformed, or declares a document type or entity."""

    def __init__(self, why: str, declared: str = "") -> None:
        """``declared``: what it declares, empty where it is malformed otherwise."""
        super().__init__(why)
        self.declared = declared


class Handler:
    """What ``read`` tells of an XML file; here nothing is done with it. Names of elements come without their prefix."""

    def started(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def ended(self, name: str) -> None:
        """An element ends."""

    def text(self, data: str) -> None:
        """A piece of text."""


def read(pieces: Iterable[bytes], handler: Handler, encoding: str | None = None) -> None:
    """Tell ``handler`` what stands in the XML; ``encoding`` is that of the caller, whatever the XML says. Raises ``Malformed``
    and ``TooMuch``.
    """
    depth = elements = 0

    def started(element: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        elements, depth = elements + 1, depth + 1
        if elements > MOST_ELEMENTS:
            raise TooMuch(f"holds more than {MOST_ELEMENTS:,} elements")
        if depth > DEPTH:
            raise TooMuch(f"is nested more than {DEPTH} deep")
        handler.started(local(element), attributes)

    def ended(element: str) -> None:
        nonlocal depth
        depth -= 1
        handler.ended(local(element))

    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    parser.buffer_size = 1 << 16
    parser.StartElementHandler, parser.EndElementHandler = started, ended
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = _refuse("document type")
    parser.EntityDeclHandler = _refuse("entity")
    parser.ExternalEntityRefHandler = _refuse("external entity")
    try:
        for piece in pieces:
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the latter two: of an encoding that expat cannot use
        raise Malformed(str(error)) from error


class _Tree(Handler):
    """Builds a tree."""

    def __init__(self) -> None:
        self.builder = TreeBuilder()

    def started(self, name: str, attributes: dict[str, str]) -> None:
        self.builder.start(name, attributes)

    def ended(self, name: str) -> None:
        self.builder.end(name)

    def text(self, data: str) -> None:
        self.builder.data(data)


def tree(pieces: Iterable[bytes], encoding: str | None = None) -> Element:
    """What stands in the XML, for a caller that bounds its length. Raises like ``read``."""
    built = _Tree()
    read(pieces, built, encoding)
    return built.builder.close()


def _refuse(what: str) -> Callable[..., Any]:
    def handler(*_: object) -> None:
        raise Malformed(f"declares a {what}", what)

    return handler


def local(name: str) -> str:
    """The name of an element or attribute without its prefix."""
    return name.rpartition(":")[2]
