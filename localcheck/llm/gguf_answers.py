"""What is wanted of the logits: a generated answer, the score of a given text, a choice among options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from localcheck.llm.gguf_batch import Prompt
from localcheck.llm.gguf_sampling import Row, Sampler, entropy, log_softmax
from localcheck.llm.gguf_text import Vocabulary, char_spans
from localcheck.types import Span, TokenScore


def score(token: int, logprobs: NDArray[np.float64], top: int, vocabulary: Vocabulary) -> TokenScore:
    """A token under the model's own distribution (temperature 1, no grammar, no truncation); entropy in nats."""
    best: Sequence[int] = ()
    if top:
        count = min(top, logprobs.size)
        found = np.argpartition(-logprobs, count - 1)[:count]
        best = found[np.lexsort((found, -logprobs[found]))].tolist()
    return TokenScore(
        text=vocabulary.piece(token).decode("utf-8", "replace"),
        logprob=min(0.0, float(logprobs[token])),
        entropy=entropy(logprobs),
        top=tuple((vocabulary.piece(t).decode("utf-8", "replace"), float(logprobs[t])) for t in best),
    )


class Generated:
    """One sample: draws its tokens, stops at an end token, a stop text, or ``max_tokens``."""

    def __init__(
        self, vocabulary: Vocabulary, sampler: Sampler, max_tokens: int, stop: Sequence[str], logprobs: int
    ) -> None:
        self.max_tokens = max_tokens
        self.tokens_out = 0
        self._vocabulary, self._sampler, self._top = vocabulary, sampler, logprobs
        self._stop = [s.encode("utf-8", "replace") for s in stop]
        self._pieces: list[bytes] = []
        self._scores: list[TokenScore] = []

    def take(self, row: Row) -> int | None:
        """Draw the next token; None when the answer has ended."""
        token = self._sampler.next(row, self._vocabulary.ends)
        self.tokens_out += 1
        if token in self._vocabulary.ends:
            self._sampler.close()
            return None
        self._pieces.append(self._vocabulary.piece(token))
        if self._top:
            self._scores.append(score(token, log_softmax(row), self._top, self._vocabulary))
        if self.tokens_out >= self.max_tokens or self._stopped():
            self._sampler.close()
            return None
        return token

    def result(self) -> tuple[str, tuple[TokenScore, ...]]:
        """The text without its stop, and the scores of its tokens when they were asked for."""
        text, spans = char_spans(self._pieces)
        cuts = [at for s in self._stop if (at := text.find(s.decode("utf-8"))) >= 0]
        text = text[: min(cuts, default=len(text))]
        return text, tuple(_placed(self._scores, spans, text))

    def close(self) -> None:
        """Give up an answer that will not be drawn."""
        self._sampler.close()

    def _stopped(self) -> bool:
        if not self._stop:
            return False
        longest = max(map(len, self._stop)) + len(self._pieces[-1])
        tail = b""
        for piece in reversed(self._pieces):
            tail = piece + tail
            if len(tail) >= longest:
                break
        return any(s in tail for s in self._stop)


class Scored:
    """The log-probabilities of a given text after a prompt."""

    def __init__(self, prompt: list[int], text: list[int], given: str, top: int, vocabulary: Vocabulary) -> None:
        self._start, self._text, self._given, self._top, self._vocabulary = len(prompt), text, given, top, vocabulary
        self._scores: list[TokenScore] = []
        self.prompt = Prompt([*prompt, *text[:-1]], look=self._look, look_from=len(prompt) - 1)

    def _look(self, position: int, row: Row) -> None:
        token = self._text[position - self._start + 1]
        self._scores.append(score(token, log_softmax(row), self._top, self._vocabulary))

    def result(self) -> tuple[TokenScore, ...]:
        """Token scores with spans that cover the given text without gap."""
        pieces = [self._vocabulary.piece(t) for t in self._text]
        extra = len(b"".join(pieces)) - len(self._given.encode("utf-8", "replace"))
        if extra > 0:
            pieces[0] = pieces[0][extra:]
        _, spans = char_spans(pieces)
        return tuple(_placed(self._scores, spans, self._given))


def _placed(scores: Sequence[TokenScore], spans: Sequence[Span], text: str) -> Iterator[TokenScore]:
    for token, span in zip(scores, spans[: len(scores)], strict=True):
        if span.start >= len(text) and span.end > len(text):
            return
        place = Span(min(span.start, len(text)), min(span.end, len(text)))
        yield TokenScore(place.of(text), token.logprob, token.entropy, token.top, place)


class Choice:
    """A distribution over options: each one's probability up to where no other option begins the same.

    Options whose first tokens differ need the logits after the prompt, and nothing else. Where options share tokens,
    the shared beginnings are further prompts, decoded in the same batch. ``variants`` holds, for every option, the
    token sequences that spell it (with and without a leading space); their probabilities add up.
    """

    def __init__(self, prompt: list[int], variants: Sequence[Sequence[Sequence[int]]]) -> None:
        self._variants = [[tuple(v) for v in option] for option in variants]
        everything = {v for option in self._variants for v in option}
        self._inner = _shared_beginnings(everything)
        self._logprobs: dict[tuple[int, ...], dict[int, float]] = {}
        self.prompts = [self._prompt(prompt, beginning) for beginning in sorted(self._inner)]

    def _prompt(self, prompt: list[int], beginning: tuple[int, ...]) -> Prompt:
        tokens = [*prompt, *beginning]
        wanted = sorted(self._inner[beginning])

        def look(position: int, row: Row) -> None:
            logprobs = log_softmax(row)
            self._logprobs[beginning] = {t: float(logprobs[t]) for t in wanted}

        return Prompt(tokens, look=look, look_from=len(tokens) - 1)

    def result(self) -> tuple[float, ...]:
        """Probabilities of the options, in order, summing to 1."""
        found = np.array([np.logaddexp.reduce([self._log_probability(v) for v in o]) for o in self._variants])
        if not np.isfinite(found).any():
            return (1 / len(found),) * len(found)
        weights = np.exp(found - found.max())
        return tuple((weights / weights.sum()).tolist())

    def _log_probability(self, variant: tuple[int, ...]) -> float:
        total = 0.0
        for end in range(len(variant)):
            beginning = variant[:end]
            if beginning not in self._inner:
                return total
            total += self._logprobs[beginning][variant[end]]
        if variant in self._inner:
            onward = sum(np.exp(p) for p in self._logprobs[variant].values())
            total += float(np.log(max(1e-30, 1.0 - onward)))
        return total


def _shared_beginnings(variants: set[tuple[int, ...]]) -> dict[tuple[int, ...], set[int]]:
    """Beginnings after which the options part, with the tokens that may follow; the empty one is always there."""
    followers: dict[tuple[int, ...], set[int]] = {(): set()}
    users: dict[tuple[int, ...], int] = {}
    for variant in variants:
        for end in range(len(variant) + 1):
            users[variant[:end]] = users.get(variant[:end], 0) + 1
    for variant in variants:
        for end in range(len(variant)):
            if users[variant[:end]] > 1 or end == 0:
                followers.setdefault(variant[:end], set()).add(variant[end])
    return followers
