"""``search``: the evidence index (or the web, where it is the evidence) asked about a sentence."""

from __future__ import annotations

from itertools import islice

from localcheck.ports import Retriever
from localcheck.text.sentences import split_sentences
from localcheck.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered
from localcheck.types import Passage

MOST = 5
"""Documents taken (Section 2.2: the five most relevant ones)."""
SHOWN = 2
"""Sentences of each that are shown."""


def search(*, retriever: Retriever) -> DescribedTool:
    """The first documents that the evidence has for a sentence."""

    def run(arguments: Arguments) -> ToolResult:
        found = tuple(islice(retriever.search(str(arguments["sentence"])), MOST))
        text = "\n".join(_shown(p) for p in found) or "nothing found"
        return answered("search", text, passages=found)

    return DescribedTool(
        "search",
        "Searches the evidence for documents about a sentence. Compare what it finds with match.",
        {"sentence": {"type": "string"}},
        ("sentence",),
        run,
        _rule,
        priority=0,
    )


def _shown(passage: Passage) -> str:
    opening = " ".join(s.text for s in split_sentences(passage.text[:1200])[:SHOWN])
    return f"{passage.title}: {' '.join(opening.split())}"


def _rule(unit: Unit) -> Arguments | None:
    """Everything that no other tool takes is a statement of fact."""
    return None if unit.whole else {"sentence": unit.text}
