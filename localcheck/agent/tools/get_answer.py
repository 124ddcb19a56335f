"""``get_answer``: the end of a detection, with what was found (Section 2.2, System Tools)."""

from __future__ import annotations

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, answered


def get_answer() -> DescribedTool:
    """The final result: is anything wrong, and which sentences. The evidence stands in their verdicts."""

    def run(arguments: Arguments) -> ToolResult:
        wrong = bool(arguments["hallucination"])
        parts = [str(s) for s in arguments.get("sentences", ())]
        return answered("get_answer", "\n".join(["yes" if wrong else "no", *parts]))

    return DescribedTool(
        "get_answer",
        "Ends the detection with the result: whether anything is wrong, and the sentences that are.",
        {
            "hallucination": {"type": "boolean"},
            "sentences": {"type": "array", "items": {"type": "string"}, "maxItems": 50},
        },
        ("hallucination",),
        run,
    )
