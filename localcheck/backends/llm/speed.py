"""Measures how fast a language model reads and writes on this machine, and how long each method then takes for a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from types import MappingProxyType

from localcheck.errors import LLMError
from localcheck.ports import LLM
from localcheck.types import CompletionRequest

WRITTEN = 48
"""Tokens that the measurement lets the model write."""
TEXT = (
    "The river rises in the northern hills, passes two old towns and a lake, and reaches the sea after ninety miles. "
)
"""Repeated until the prompt has about 400 tokens. Each prompt begins with its own number, so that no beginning is shared."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a method asks of a model for one sentence."""

    read: int
    """Tokens of prompts; a beginning that several questions share counts once."""
    written: int
    """Tokens of answers."""


SENTENCE: Mapping[str, Tokens] = MappingProxyType(
    {
        "--claims llm": Tokens(60, 40),
        "zero-shot": Tokens(35, 0),
        "faithfulness-llm": Tokens(140, 0),
        "self-detection": Tokens(70, 0),
        "greybox": Tokens(30, 0),
        "selfcheck-prompt": Tokens(1500, 0),
        "selfcheck-qa": Tokens(4200, 170),
        "reverse-qg": Tokens(60, 10),
        "reverse-em": Tokens(40, 6),
        "lm-vs-lm": Tokens(250, 80),
    }
)
"""For a sentence of 25 tokens in a passage of eight, and 20 samples of 150 tokens that the document brings. Samples that must
be drawn cost 400 written tokens a sentence more."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens a second of one model on this machine, now."""

    read: float
    """Of prompts."""
    written: float
    """Of one answer after another."""

    def seconds(self, tokens: Tokens) -> float:
        """What so many tokens take."""
        return tokens.read / self.read + tokens.written / self.written


def measure(llm: LLM) -> Speed:
    """Read two prompts and write one answer. Raises ``LLMError`` when the model answers nothing."""
    requests = [CompletionRequest(text=f"{number}. {TEXT * 16}", max_tokens=1) for number in range(1, 4)]
    llm.complete(requests[:1])  # what is loaded and compiled at the first call is not measured
    reading, tokens_in, _ = _timed(llm, requests[1])
    more = CompletionRequest(text=requests[2].text, max_tokens=WRITTEN, temperature=1.0, seed=7)
    both, _, tokens_out = _timed(llm, more)
    return Speed(tokens_in / reading, max(1, tokens_out - 1) / max(1e-6, both - reading))


def costs(speed: Speed) -> Iterator[tuple[str, float]]:
    """Each method with the seconds that it takes a sentence, fastest first."""
    yield from sorted(((name, speed.seconds(tokens)) for name, tokens in SENTENCE.items()), key=lambda row: row[1])


def _timed(llm: LLM, request: CompletionRequest) -> tuple[float, int, int]:
    began = perf_counter()
    (completion,) = llm.complete([request])
    if completion.error:
        raise LLMError(f"the model cannot be measured: {completion.error}")
    if not completion.tokens_in:
        raise LLMError("the model cannot be measured: it does not count tokens")
    return perf_counter() - began, completion.tokens_in, completion.tokens_out
