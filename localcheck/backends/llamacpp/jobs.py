"""A request on its way through the scheduler, and the answer that becomes of it."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.backends.llamacpp.answers import Choice, Generated, Scored
from localcheck.backends.llamacpp.sequences import Prompt
from localcheck.backends.llm.requests import LEAST_MASS, LOW_MASS
from localcheck.types import Completion, CompletionRequest


@dataclass(slots=True)
class Job:
    """A request on its way: its prompts for the scheduler, and what becomes of them."""

    request: CompletionRequest
    prompt: list[int]
    prompts: list[Prompt]
    answers: list[Generated]
    scored: Scored | None = None
    choice: Choice | None = None
    blanks: int = 0
    """Tokens of white space at the end of the prompt, behind which a choice is read."""

    @property
    def finished(self) -> bool:
        """Is everything drawn and looked at that the answer needs?"""
        one = self.choice or self.scored
        return one.finished if one else all(answer.finished for answer in self.answers)


def completion_of(job: Job, seconds: float) -> Completion:
    """The answer of a job that is finished, which took so many seconds."""
    if job.choice:
        note = LOW_MASS if job.choice.mass < LEAST_MASS else ""
        return Completion(option_probs=job.choice.result(), tokens_in=len(job.prompt), seconds=seconds, note=note)
    if job.scored:
        tokens_in = len(job.scored.prompt.tokens) + 1
        return Completion(tokens=(job.scored.result(),), tokens_in=tokens_in, seconds=seconds)
    results = [a.result() for a in job.answers]
    return Completion(
        texts=tuple(text for text, _ in results),
        tokens=tuple(tokens for _, tokens in results) if job.request.logprobs else (),
        tokens_in=len(job.prompt),
        tokens_out=sum(a.tokens_out for a in job.answers),
        seconds=seconds,
    )
