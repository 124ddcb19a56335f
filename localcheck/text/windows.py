"""Windows over a long text: runs of sentences or tokens, at most ``size`` long, that together cover everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from localcheck.types import Span


def token_windows(tokens: Sequence[Span], size: int, step: int) -> Iterator[Span]:
    """Spans of at most ``size`` tokens, each beginning ``step`` tokens after the last; the final one ends at the last token.

    ``step`` < ``size`` overlaps by ``size - step`` tokens. Raises ``ValueError`` when a size is not positive or
    ``step`` > ``size`` (something would fall between two windows).
    """
    _check(size, step)
    start = 0
    while start < len(tokens):
        end = min(start + size, len(tokens))
        yield Span(tokens[start].start, tokens[end - 1].end)
        if end == len(tokens):
            return
        start += step


def sentence_windows(
    sentences: Sequence[Span], size: int, length: Callable[[Span], int], overlap: int = 0
) -> Iterator[Span]:
    """Spans of whole sentences, at most ``size`` long as ``length`` counts them (tokens, characters), in order.

    ``overlap`` sentences are repeated at the beginning of the next window where they fit. A sentence longer than
    ``size`` is a window of its own: the caller cuts it by tokens. Raises ``ValueError`` for sizes below 1.
    """
    _check(size, size)
    lengths = [length(span) for span in sentences]
    start = 0
    while start < len(sentences):
        end, total = start + 1, lengths[start]
        while end < len(sentences) and total + lengths[end] <= size:
            total += lengths[end]
            end += 1
        yield Span(sentences[start].start, sentences[end - 1].end)
        if end == len(sentences):
            return
        again = end
        while again > max(start + 1, end - overlap) and sum(lengths[again - 1 : end + 1]) <= size:
            again -= 1
        start = again


def _check(size: int, step: int) -> None:
    if size < 1 or not 1 <= step <= size:
        raise ValueError(f"window size {size} and step {step}: need 1 <= step <= size")
