"""A trained head in a recording: what it said is kept by model, head and question, and given again where no model is.

A recording also names the model that it is of and what one answer costs there, so that a run from it finds the same table and
takes the same decisions on another machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from localcheck.asking.expert import Answer, Question, unanswered
from localcheck.ports import LLM
from localcheck.system.resources import sha256_text
from localcheck.types import Completion, Cost
from localcheck.types.infos import LLMInfo

ABOUT = "recorded/model"
"""Key of the line that names the model: name, SHA-256, head's SHA-256 (empty for letters), and seconds of one answer."""
NOT_KEPT = "the recording holds no answer of the trained head to this"


@runtime_checkable
class Keeper(Protocol):
    """A recording that is being made."""

    def keep(self, key: str, completion: Completion) -> None:
        """Write an answer under ``key``."""
        ...


@runtime_checkable
class Giver(Protocol):
    """A recording that is read."""

    def given(self, key: str) -> Completion | None:
        """The answer under ``key``; None where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Original:
    """The model whose answers are heard: the open one, or the one that a recording is of."""

    info: LLMInfo
    head: str = ""
    """SHA-256 of its trained head, where a recording says that one answered."""
    seconds: float = 0.0
    """Of one answer, as recorded; 0 where nothing is."""


def behind(llm: LLM) -> Iterator[object]:
    """``llm``, then what it passes requests on to (cache, log, recorder, remarks), down to the model itself."""
    one: object = llm
    while one is not None:
        yield one
        one = getattr(one, "asked", None)


def original(llm: LLM) -> Original:
    """Whose answers ``llm`` gives."""
    for giver in behind(llm):
        line = giver.given(ABOUT) if isinstance(giver, Giver) else None
        if line is not None and len(line.texts) == 3:
            name, sha256, head = line.texts
            return Original(LLMInfo(name, "recorded", sha256), head, line.seconds)
    return Original(llm.info)


def keep_about(llm: LLM, head: str, seconds: float) -> None:
    """Name the model in the recording that is being made, if one is."""
    of = original(llm).info
    for keeper in behind(llm):
        if isinstance(keeper, Keeper):
            keeper.keep(ABOUT, Completion((of.name, of.sha256, head), seconds=seconds))


def key_of(head: str, question: Question) -> str:
    """Under which the answer of the head ``head`` to a question is kept."""
    asked = sha256_text("\n".join((question.evidence, question.claim)))
    return f"head/{head}/{asked}"


def keep_answers(record: Keeper, head: str, questions: Sequence[Question], answers: Sequence[Answer]) -> None:
    """Write what a head said to a recording; what failed is not kept."""
    for question, answer in zip(questions, answers, strict=True):
        if not answer.error:
            shares = (answer.true, answer.false, answer.neither)
            record.keep(key_of(head, question), Completion(option_probs=shares, seconds=answer.cost.seconds))


class Replayed:
    """A trained head as a recording has it (``asking.expert.Judge``)."""

    def __init__(self, giver: Giver, of: Original, tokens: int, heed: float) -> None:
        self._giver, self._heed = giver, heed
        self.info, self.digest, self.tokens = of.info, of.head, tokens

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """The answers that were kept; where there is none, one that says so."""
        return [self._answer(self._giver.given(key_of(self.digest, q))) for q in questions]

    def _answer(self, found: Completion | None) -> Answer:
        if found is None or len(found.option_probs) != 3:
            return unanswered(Cost(llm_calls=1), NOT_KEPT)
        return Answer(*found.option_probs, Cost(llm_calls=1, seconds=found.seconds), heed=self._heed)
