"""``match``: does a context support or contradict a sentence? Answered by the NLI model."""

from __future__ import annotations

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, answered, strings
from localcheck.judging.evidence.learned import Given
from localcheck.judging.sides import in_conflict, sides_of
from localcheck.judging.together import drive
from localcheck.ports import NLI
from localcheck.types import Claim, Passage, Source, Span

READER = Given()


def match(*, nli: NLI) -> DescribedTool:
    """A sentence held against a context."""

    def run(arguments: Arguments) -> ToolResult:
        sentence, context = str(arguments["sentence"]), str(arguments["context"])
        claim = Claim("0.0", 0, sentence, Span(0, len(sentence)))
        passage = Passage("", context, Source("tool", "match"))
        opinions = [drive(nli, READER.weigh(claim, passage))]
        found = sides_of(claim, opinions)
        if found.quoted is None or in_conflict(claim, opinions, found):
            return answered("match", context, line="")
        return answered("match", context, found.label, found.quoted.candidate.span.of(context))

    return DescribedTool(
        "match",
        "Compares a sentence with a context (what a search found, the question, other sentences): supported, refuted, or "
        "not enough evidence.",
        strings("sentence", "context"),
        ("sentence", "context"),
        run,
    )
