"""Windows of a long premise, counted in the model's own tokens, as character spans. The hypothesis stays whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from localcheck.types import Span

SLACK = 4
"""Tokens kept free: a window cut out of its text can take a few tokens more than it took inside it."""


class Counted(Protocol):
    """What is needed of an open model: its tokens and its limit."""

    def tokens(self, text: str) -> list[Span]:
        """Characters behind each token."""
        ...

    def premise_room(self, hypothesis: str | int) -> int:
        """Tokens left for a premise."""
        ...


def windows(nli: Counted, premise: str, hypothesis_tokens: int = 0, size: int = 0, step: int = 0) -> list[Span]:
    """Spans of ``premise`` that fit beside a hypothesis of that many tokens, in order; together they cover all of it.

    ``size`` tokens each (0 or too large: as many as fit), a new one every ``step`` tokens (0: three quarters of the size).
    A premise that fits is one window; so is an empty one.
    """
    room = max(1, nli.premise_room(hypothesis_tokens) - SLACK)
    wanted = min(size, room) if size > 0 else room
    return token_windows(nli.tokens(premise), premise, wanted, step)


def token_windows(tokens: Sequence[Span], text: str, size: int, step: int = 0) -> list[Span]:
    """Windows of at most ``size`` tokens, starting at most ``step`` apart, over the ``tokens`` of ``text``. Pure.

    Windows start at words, not inside them, wherever a word is shorter than the overlap. The last one ends with the text.
    """
    if len(tokens) <= size:
        return [Span(0, len(text))]
    stride = min(step, size) if step > 0 else max(1, size * 3 // 4)
    found: list[Span] = []
    first = 0
    while True:
        end = first + size
        if end >= len(tokens):
            return [*found, Span(_start(tokens, first), len(text))]
        found.append(Span(_start(tokens, first), tokens[end].start))
        first = _word_start(tokens, text, first + stride, first + 1)


def _start(tokens: Sequence[Span], first: int) -> int:
    """The first window takes the characters before the first token too."""
    return 0 if first == 0 else tokens[first].start


def _word_start(tokens: Sequence[Span], text: str, at: int, lowest: int) -> int:
    """The largest index <= ``at`` at which a word starts, or ``at`` when none lies above ``lowest``."""
    for i in range(at, lowest - 1, -1):
        start = tokens[i].start
        if (
            start in (0, len(text))
            or text[start - 1].isspace()
            or not (text[start].isalnum() and text[start - 1].isalnum())
        ):
            return i
    return at
