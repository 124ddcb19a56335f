"""``search``: the evidence index (or the web, where it is the evidence) asked about a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, answered
from localcheck.judging.paper import most_relevant
from localcheck.judging.spans import as_read, sentence_spans
from localcheck.ports import Retriever
from localcheck.types import Claim, Passage, Span

MOST = 5
"""Documents taken (Section 2.2: the five most relevant ones)."""
SHOWN = 3
"""Sentences of each that are shown: those that share most words with what was asked."""


def search(*, retriever: Retriever) -> DescribedTool:
    """The first documents that the evidence has for a sentence."""

    def run(arguments: Arguments) -> ToolResult:
        sentence = str(arguments["sentence"])
        found = tuple(islice(retriever.search(sentence), MOST))
        return answered("search", shown(found, sentence), passages=found)

    return DescribedTool(
        "search",
        "Searches the evidence for documents about a sentence. Compare what it finds with match.",
        {"sentence": {"type": "string"}},
        ("sentence",),
        run,
        # every unit: what no other tool takes is a statement of fact
        lambda unit: None if unit.whole else {"sentence": unit.text},
        priority=0,
    )


def shown(found: Sequence[Passage], sentence: str) -> str:
    """What a search for ``sentence`` found, one document a line: its title and its sentences closest to the question."""
    return "\n".join(f"{p.title}: {' '.join(closest(p, sentence))}" for p in found) or "nothing found"


def closest(passage: Passage, sentence: str) -> list[str]:
    """The sentences of a document that share most words with ``sentence``, in the order of the document."""
    claim = Claim("0.0", 0, sentence, Span(0, len(sentence)))
    spans = most_relevant(claim, passage, sentence_spans(passage.text), SHOWN)
    return [told for s in spans if (told := " ".join(as_read(passage.text, s).split()))]
