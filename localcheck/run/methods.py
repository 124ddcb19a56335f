"""What a method reads, by the ports that its factory takes."""

from __future__ import annotations

from collections.abc import Iterable

from localcheck.agent.tools.described import Toolbox
from localcheck.ports import Retriever
from localcheck.registry import DETECTORS
from localcheck.settings.signatures import ports
from localcheck.types import Document


def reads_index(name: str) -> bool:
    """Does this method look claims up in the index? Raises ``UnknownName``."""
    return Retriever in _ports(name)


def passes_over_context(name: str) -> bool:
    """Does it look them up there even if the text comes with a context? An agent reads both. Raises ``UnknownName``."""
    return reads_index(name) and Toolbox not in _ports(name)


def any_context(documents: Iterable[Document]) -> bool:
    """Did one of them come with words of context? Then all are held against theirs; where it is empty, nothing was found."""
    return any(text.strip() for document in documents for text in document.context)


def _ports(name: str) -> frozenset[object]:
    return frozenset(port for port, _ in ports(DETECTORS.load(name)).values())
