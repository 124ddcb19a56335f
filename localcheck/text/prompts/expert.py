"""An instruct model judges a claim beside sentences of a document: one question, three options, read by their probabilities."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.text.prompts import written
from localcheck.types import Message

TRUE, FALSE, NEITHER = range(3)
WORDS = ("it proves the claim true", "it proves the claim false", "neither")
LETTERS = ("A", "B", "C")
ORDERS = ((TRUE, FALSE, NEITHER), (FALSE, NEITHER, TRUE), (NEITHER, TRUE, FALSE))
"""Each option stands once at each letter: small models prefer a letter, whatever stands there."""
_WRITTEN = written("expert")
JUDGE = _WRITTEN["JUDGE"]
"""The evidence first: claims about the same sentences share it, and the orders of the options share both."""
ANSWER = "Answer with one letter:"


def options(order: Sequence[int]) -> str:
    """The lettered options in this order, and how to answer."""
    lines = (f"{letter}. {WORDS[place]}" for letter, place in zip(LETTERS, order, strict=True))
    return "\n".join((*lines, ANSWER))


READING = 1
"""Number of the prompt whose states a trained head reads; a head fits the prompt that it was trained with and no other."""
TASK = _WRITTEN["TASK"]
"""Before everything else: it is decoded once for all claims."""


def reading(evidence: str, claim: str) -> tuple[Message, ...]:
    """The prompt of a trained head. Both texts are one line each, so that neither can begin a line of its own."""
    return Message("system", TASK), Message("user", f"Evidence: {one_line(evidence)}\nClaim: {one_line(claim)}")


def one_line(text: str) -> str:
    """``text`` with every run of white space, line breaks too, as one space."""
    return " ".join(text.split())
