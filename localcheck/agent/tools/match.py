"""``match``: does a context support or contradict a sentence? Answered by the NLI model."""

from __future__ import annotations

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, answered
from localcheck.judging.lockstep import drive
from localcheck.judging.quotes import strongest_quote
from localcheck.judging.weigh import Windows, weigh
from localcheck.ports import NLI
from localcheck.types import Claim, Label, Passage, Source, Span

WINDOWS = Windows()


def match(*, nli: NLI) -> DescribedTool:
    """A sentence held against a context."""

    def run(arguments: Arguments) -> ToolResult:
        sentence, context = str(arguments["sentence"]), str(arguments["context"])
        claim = Claim("0.0", 0, sentence, Span(0, len(sentence)))
        passage = Passage("", context, Source("tool", "match"))
        weighed = [drive(nli, weigh(claim, passage, WINDOWS))]
        support = drive(nli, strongest_quote(claim, weighed, 0, WINDOWS))
        against = drive(nli, strongest_quote(claim, weighed, 2, WINDOWS))
        if support is None and against is None:
            return answered("match", context, line="")
        clearer = support if against is None or (support and support.weight >= against.weight) else against
        assert clearer is not None
        label = Label.SUPPORTED if clearer is support else Label.REFUTED
        return answered("match", context, label, clearer.evidence.quote)

    return DescribedTool(
        "match",
        "Compares a sentence with a context (what a search found, the question, other sentences): supported, refuted, or "
        "not enough evidence.",
        {"sentence": {"type": "string"}, "context": {"type": "string"}},
        ("sentence", "context"),
        run,
    )
