"""``match``: does a context support or contradict a sentence? Answered by the NLI model."""

from __future__ import annotations

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, answered, strings
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.given_score import GivenScore
from localcheck.judging.together import drive
from localcheck.ports import NLI, SentenceEncoder
from localcheck.types import Claim, Passage, Source, Span


def match(*, nli: NLI, meaning: SentenceEncoder | None = None, score: GivenScore | None = None) -> DescribedTool:
    """A sentence held against a context."""
    beside = Beside(nli, meaning, score)

    def run(arguments: Arguments) -> ToolResult:
        sentence, context = str(arguments["sentence"]), str(arguments["context"])
        claim = Claim("0.0", 0, sentence, Span(0, len(sentence)))
        passage = Passage("", context, Source("tool", "match"))
        verdict = drive(nli, beside.judge(claim, [passage]))
        return answered("match", context, verdict.label, verdict.deciding.quote if verdict.deciding else "")

    return DescribedTool(
        "match",
        "Compares a sentence with a context (what a search found, the question, other sentences): supported, refuted, or "
        "not enough evidence.",
        strings("sentence", "context"),
        ("sentence", "context"),
        run,
    )
