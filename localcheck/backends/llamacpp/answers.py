"""The three uses of logits: generating an answer, scoring a given text, choosing among options; and the job of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from localcheck.backends.llamacpp.sampling import Row, Sampler, log_mass, most_likely
from localcheck.backends.llamacpp.sequences import Prompt
from localcheck.backends.llamacpp.text import Vocabulary, char_spans
from localcheck.backends.llm.requests import LEAST_MASS, LOW_MASS
from localcheck.types import Completion, CompletionRequest, Span, TokenScore


def score(token: int, row: Row, top: int, vocabulary: Vocabulary) -> TokenScore:
    """A token under the model's own distribution (temperature 1, no grammar, no truncation); entropy in nats."""
    mass, wavering = log_mass(row)
    return TokenScore(
        text=vocabulary.piece(token).decode("utf-8", "replace"),
        logprob=min(0.0, float(row[token]) - mass),
        entropy=wavering,
        top=tuple(
            (vocabulary.piece(t).decode("utf-8", "replace"), float(row[t]) - mass)
            for t in (most_likely(row, min(top, row.size)).tolist() if top else ())
        ),
    )


class Loops:
    """Notices when tokens go round in a circle of at most ``LONGEST_LOOP``, which small models never leave."""

    def __init__(self) -> None:
        self._tokens: list[int] = []
        self._repeated = [0] * (LONGEST_LOOP + 1)

    def closed(self, token: int) -> bool:
        """True once the last tokens, ``token`` included, repeat those before them long enough."""
        self._tokens.append(token)
        for length in range(1, min(LONGEST_LOOP, len(self._tokens) - 1) + 1):
            same = self._tokens[-1 - length] == token
            self._repeated[length] = self._repeated[length] + 1 if same else 0
            if self._repeated[length] >= max(LOOPED, 2 * length):
                return True
        return False


LONGEST_LOOP, LOOPED = 32, 40
"""A circle of at most so many tokens ends an answer after so many repeated tokens, and three rounds at least."""


class Generated:
    """One sample: draws its tokens, stops at an end token, a stop text, ``max_tokens``, or when it goes round in circles."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        sampler: Sampler,
        max_tokens: int,
        stop: Sequence[str],
        logprobs: int,
        structured: bool = False,
    ) -> None:
        """A ``structured`` answer goes on in circles until its grammar ends it: cut short it could not be read."""
        self.max_tokens = max_tokens
        self.tokens_out = 0
        self.finished = False
        self._vocabulary, self._sampler, self._top = vocabulary, sampler, logprobs
        self._stop = [s.encode("utf-8", "replace") for s in stop]
        self._pieces: list[bytes] = []
        self._scores: list[TokenScore] = []
        self._loops = None if structured else Loops()

    def take(self, row: Row) -> int | None:
        """Draw the next token; None when the answer has ended."""
        token = self._sampler.next(row, self._vocabulary.ends)
        self.tokens_out += 1
        if token in self._vocabulary.ends:
            self._end()
            return None
        self._pieces.append(self._vocabulary.piece(token))
        if self._top:
            self._scores.append(score(token, row, self._top, self._vocabulary))
        circles = self._loops is not None and self._loops.closed(token)
        if circles or self.tokens_out >= self.max_tokens or self._stopped():
            self._end()
            return None
        return token

    def _end(self) -> None:
        self._sampler.close()
        self.finished = True

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

    @property
    def finished(self) -> bool:
        """Is every token scored?"""
        return len(self._scores) == len(self._text)

    def _look(self, position: int, row: Row) -> None:
        token = self._text[position - self._start + 1]
        self._scores.append(score(token, row, self._top, self._vocabulary))

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
    """A distribution over options: what constrained decoding would answer, computed instead of drawn.

    Options whose first tokens differ need the logits after the prompt, and nothing else. Where options begin with the
    same tokens, their common beginnings are further prompts of the same batch, and probabilities are renormalised
    over the options at every fork. ``variants`` holds, for every option, the token sequences that spell it (with and
    without a leading space); their probabilities add up.
    """

    def __init__(self, prompt: list[int], variants: Sequence[Sequence[Sequence[int]]]) -> None:
        self._variants = [[tuple(v) for v in option] for option in variants]
        self._forks = forks({v for option in self._variants for v in option})
        self._shares: dict[Beginning, dict[int, float]] = {}
        self.mass = 1.0
        """What the options' first tokens hold of the model's next token; 1 where all begin with the same."""
        self.likeliest: int | None = None
        """The model's own next token; None where all options begin with the same."""
        self.prompts = [self._prompt(prompt, beginning) for beginning in sorted(self._forks)]

    @property
    def finished(self) -> bool:
        """Is every fork decided?"""
        return len(self._shares) == len(self._forks)

    def _prompt(self, prompt: list[int], beginning: Beginning) -> Prompt:
        tokens = [*prompt, *beginning]

        def look(position: int, row: Row) -> None:
            self._shares[beginning] = _shares(row, self._forks[beginning])
            if not beginning:
                first = sorted(self._forks[beginning] - {END})
                self.mass = float(np.exp(row[first].astype(np.float64) - log_mass(row)[0]).sum())
                self.likeliest = int(row.argmax())

        return Prompt(tokens, look=look, look_from=len(tokens) - 1)

    def result(self) -> tuple[float, ...]:
        """Probabilities of the options, in order, summing to 1."""
        found = np.array([sum(self._probability(v) for v in option) for option in self._variants])
        return tuple((found / found.sum()).tolist())

    def _probability(self, variant: Beginning) -> float:
        total = 1.0
        for end in range(len(variant) + 1):
            if (share := self._shares.get(variant[:end])) is not None:
                total *= share[variant[end] if end < len(variant) else END]
        return total


Beginning = tuple[int, ...]
END = -1
"""Stands for the end of an option, whatever the model would write next."""


def forks(variants: set[Beginning]) -> dict[Beginning, set[int]]:
    """The beginnings after which the options part, with what may follow there.

    >>> forks({(1, 2), (1, 3), (4,)})
    {(): {1, 4}, (1,): {2, 3}}
    """
    followers: dict[Beginning, set[int]] = {}
    for variant in sorted(variants):
        for end in range(len(variant) + 1):
            followers.setdefault(variant[:end], set()).add(variant[end] if end < len(variant) else END)
    return {beginning: tokens for beginning, tokens in followers.items() if len(tokens) > 1}


def _shares(row: Row, followers: set[int]) -> dict[int, float]:
    """Probabilities of the followers, renormalised; the end gets what the other followers leave."""
    tokens = sorted(followers - {END})
    chosen = row[tokens].astype(np.float64)
    if END in followers:
        onward = np.exp(chosen - log_mass(row)[0])
        return {**dict(zip(tokens, onward.tolist(), strict=True)), END: max(0.0, 1.0 - float(onward.sum()))}
    weights = np.exp(chosen - chosen.max())
    return dict(zip(tokens, (weights / weights.sum()).tolist(), strict=True))


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
    """Tokens of white space or marks at the end of the prompt, behind which a choice is read."""

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
