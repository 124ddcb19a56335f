"""What the planner with a language model says to it and reads from it: the instruction, turns, observations. Pure.

The planner speaks this language, and trajectories are exported in it: a model that was trained on them reads and writes as a
planner exactly what it has learned.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from localcheck.agent.tools.described import Arguments, DescribedTool, Toolbox, Unit
from localcheck.text.prompts import agent as prompts
from localcheck.text.prompts.fence import MATERIAL, fence
from localcheck.text.prompts.schemas import record
from localcheck.types import JSON, Label, Message

WHOLE = -1
"""Number that stands for the reply as a whole."""
END = "get_answer"
"""The tool that ends a check; it can always be called."""
SHOWN = 3000
"""Characters of an observation that the model gets to see."""
MAX_TOKENS = 1024
"""Of one turn: it may have to copy a block of code."""
THOUGHT = 600
"""Characters of a thought."""
REPEATED = ("context", "question")
"""Arguments of tools that are long, and known without being said: what stands around the sentence, and the question."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer of the model: a thought and a call."""

    thought: str
    sentence: int
    tool: str
    arguments: Arguments

    @property
    def said(self) -> str:
        """The turn as the model writes it."""
        return json.dumps(
            {"thought": self.thought, "sentence": self.sentence, "tool": self.tool, "arguments": dict(self.arguments)},
            ensure_ascii=False,
        )


def turn_of(value: Any) -> Turn:
    """The turn that a parsed answer holds."""
    return Turn(str(value["thought"]), int(value["sentence"]), str(value["tool"]), dict(value["arguments"]))


def turn_schema(
    toolbox: Toolbox, units: Sequence[int], called: Collection[tuple[str, int]] = frozenset()
) -> dict[str, JSON]:
    """What a turn must look like: one of the tools, with arguments by that tool's own schema.

    ``called``: tools and sentences that are left out, because such a call was made before.
    """
    turns = []
    for tool in toolbox:
        open_ = [n for n in (WHOLE, *units) if (tool.name, n) not in called or tool.name == END]
        if open_:
            turns.append(_turn_like(open_, [tool.name], tool.schema))
    return {"anyOf": turns}


def loose_schema(toolbox: Toolbox, units: Sequence[int]) -> JSON:
    """What a turn may look like and still be answered: a known tool, whose own error is then the observation."""
    return _turn_like([WHOLE, *units], sorted(toolbox.tools), {"type": "object"})


def _turn_like(units: Sequence[int], tools: Sequence[str], arguments: JSON) -> JSON:
    return record(
        thought={"type": "string", "maxLength": THOUGHT},
        sentence={"type": "integer", "enum": list(units)},
        tool={"type": "string", "enum": list(tools)},
        arguments=arguments,
    )


def listing(toolbox: Toolbox) -> tuple[str, ...]:
    """The tools, one a line, as the instruction names them."""
    return tuple(f"{t.name}({', '.join(t.properties)}): {t.summary}" for t in toolbox)


def opening(question: str, text: str, units: Mapping[int, str], tools: Sequence[str]) -> list[Message]:
    """The instruction with the ``tools``, then the question and the numbered ``units`` of the reply ``text``."""
    chinese = sum("\u4e00" <= c <= "\u9fff" for c in text) * 4 > len(text)
    task = prompts.TASK.format(
        question=fence(question or "(none)"),
        sentences=fence("\n".join(f"{number}: {unit}" for number, unit in units.items())),
    )
    instruction = (prompts.CHINESE if chinese else prompts.ENGLISH).format(tools="\n".join(tools))
    return [Message("system", f"{instruction}\n\n{MATERIAL}"), Message("user", task)]


def observed(observation: str, label: Label) -> str:
    """A tool's output as the model is shown it: fenced, with the tool's judgement where there is one."""
    judged = "" if label is Label.NOT_ENOUGH_EVIDENCE else f"\nlabel: {label.value}"
    return f"OBSERVATION: {fence(observation[:SHOWN])}{judged}"


def brief(tool: str, arguments: Arguments, question: str, text: str) -> dict[str, JSON]:
    """The arguments of a call without those that ``completed`` adds: nobody has to copy the question or the whole text."""
    known = {"question": question, "context": text}
    return {n: v for n, v in arguments.items() if tool == "match" or n not in REPEATED or v != known[n]}


def completed(tool: DescribedTool, unit: Unit, arguments: Arguments) -> dict[str, JSON]:
    """A call with the ``context`` and ``question`` that the tool's own rule gives for this unit, where the call leaves them
    out. A call of another kind than the rule's is left as it is.
    """
    own = tool.chosen(unit) or {}
    if not set(arguments) <= set(own):
        return dict(arguments)
    return {**{name: own[name] for name in REPEATED if name in own}, **arguments}
