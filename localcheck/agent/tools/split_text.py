"""``split_text``: a text as sentences that can be read on their own (Section 2.3, Sentence Segmentation)."""

from __future__ import annotations

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, answered
from localcheck.ports import Extractor
from localcheck.text.sentences import split_sentences
from localcheck.types import Document


def split_text(*, extractor: Extractor) -> DescribedTool:
    """Sentences, with pronouns and omitted content completed as the claims are."""

    def run(arguments: Arguments) -> ToolResult:
        text = str(arguments["text"])
        claims = extractor.extract(Document("split_text", text), split_sentences(text))
        return answered("split_text", "\n".join(" ".join(c.text.split()) for c in claims) or "no sentence")

    return DescribedTool(
        "split_text",
        "Splits a text into sentences that can be read on their own, pronouns completed; one a line.",
        {"text": {"type": "string"}},
        ("text",),
        run,
    )
