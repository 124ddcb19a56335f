"""What a method reads, by the ports that its factory takes."""

from __future__ import annotations

from localcheck.agent.tools.described import Toolbox
from localcheck.ports import Retriever
from localcheck.registry import DETECTORS
from localcheck.settings.signatures import ports


def reads_index(name: str) -> bool:
    """Does this method look claims up in the index? Raises ``UnknownName``."""
    return Retriever in _ports(name)


def passes_over_context(name: str) -> bool:
    """Does it look them up there even if the text comes with a context? An agent reads both. Raises ``UnknownName``."""
    return reads_index(name) and Toolbox not in _ports(name)


def _ports(name: str) -> frozenset[object]:
    return frozenset(port for port, _ in ports(DETECTORS.load(name)).values())
