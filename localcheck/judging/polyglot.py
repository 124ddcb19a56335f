"""A language model reads the languages that the NLI model does not: two readers behind the one port.

The trained heads (``asking.head``) were trained on English pairs, but the states that they read mean much the same in every
language that the language model knows (figures in docs/methods.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from localcheck.asking.expert import Judge, Question
from localcheck.errors import NLIError
from localcheck.judging.languages import OTHER_LETTERS, language_of
from localcheck.judging.together import Judging
from localcheck.ports import NLI, FloatArray, SpanReader
from localcheck.system.resources import sha256_text
from localcheck.text.language import detect
from localcheck.types.infos import ModelInfo

Pair = tuple[str, str]
READ_BY_IT = "the language model alone read this language; its probabilities are calibrated on English"
LONGEST = 2000
"""Characters of a premise that are shown; a context of 2,048 tokens holds as many Chinese ones."""
SHARPER = 2.0
"""Power of its probabilities, which are less extreme than an NLI model's: from 0.6 on 86 answers of 89 are right, of 101 pairs
in five languages that are true or false."""
KEPT = 4096
"""Answers that are remembered."""


class JudgeNLI:
    """A language model that is asked about evidence, as an NLI model."""

    def __init__(self, judge: Judge, languages: Sequence[str]) -> None:
        self._judge = judge
        self._said: dict[Pair, tuple[float, ...]] = {}
        """Its last answers: what is loudest is asked for once more by itself (``evidence.read``)."""
        self.info = ModelInfo(
            name=judge.info.name,
            sha256=sha256_text(f"judge\n{judge.info.sha256}\n{judge.digest}"),
            labels=("entail", "neutral", "contradict"),
            languages=tuple(languages),
            max_tokens=judge.info.context,
        )

    def entail(self, pairs: Sequence[Pair]) -> FloatArray:
        """What it says of (premise, hypothesis) pairs, shape (n, 3). Raises ``NLIError`` where it gives no answer."""
        # Sorted, those that share their premise have it decoded once.
        asked = sorted({pair for pair in pairs if pair not in self._said})
        if len(self._said) + len(asked) > KEPT:
            self._said, asked = {}, sorted(set(pairs))
        answers = self._judge.ask([Question(premise[:LONGEST], hypothesis) for premise, hypothesis in asked])
        for pair, answer in zip(asked, answers, strict=True):
            if answer.error:
                raise NLIError(
                    f"{self.info.name}: {answer.error}", "--effort careful leaves what is in its languages open"
                )
            sharp = np.array([answer.true, answer.neither, answer.false]) ** SHARPER
            self._said[pair] = tuple(sharp / sharp.sum())
        return np.array([self._said[pair] for pair in pairs]).reshape(-1, 3)


class Polyglot:
    """An NLI model, and another one for claims in languages that it does not read.

    Its identity is the first one's, whose tables apply; it names the languages of both.
    """

    def __init__(self, nli: NLI, languages: Collection[str], other: Callable[[], NLI | None]) -> None:
        """``languages``: what ``other`` reads. It is asked for once a claim is in one of them; None: there is none after all,
        and such a claim stays open.
        """
        self._nli, self._open = nli, cache(other)
        own = frozenset(nli.info.languages)
        self._others = frozenset(languages) - own
        self.info = replace(nli.info, languages=(*nli.info.languages, *sorted(self._others)))

    def entail(self, pairs: Sequence[Pair]) -> FloatArray:
        """Probabilities (entail, neutral, contradict), shape (n, 3), each by the model that reads its language."""
        theirs = [self.is_other(hypothesis, premise) for premise, hypothesis in pairs]
        return self._merged(pairs, theirs, self._nli.entail([p for p, t in zip(pairs, theirs, strict=True) if not t]))

    def is_other(self, claim: str, beside: str) -> bool:
        """Whether a claim is in one of the languages that the other model reads. A short one in Latin letters may be of any;
        then it is told together with the text which it is judged beside, or stands in: "World War II ended." looks German.
        """
        return _language(claim, beside) in self._others

    def _merged(self, pairs: Sequence[Pair], theirs: Sequence[bool], own: FloatArray) -> FloatArray:
        """The rows of all pairs, ``own`` being those of the first model."""
        if not any(theirs):
            return own
        rows, mask = np.empty((len(pairs), 3)), np.array(theirs)
        other = self._open()
        asked = [pair for pair, their in zip(pairs, theirs, strict=True) if their]
        rows[mask] = (0.0, 1.0, 0.0) if other is None else other.entail(asked)
        rows[~mask] = own
        return rows


class PolyglotSpans(Polyglot):
    """The same of an NLI model that saves work on spans (``ports.SpanReader``)."""

    def __init__(self, nli: NLI, languages: Collection[str], other: Callable[[], NLI | None]) -> None:
        super().__init__(nli, languages, other)
        assert isinstance(nli, SpanReader)
        self._spans: SpanReader = nli

    def read_spans(self, asks: Sequence[Sequence[Pair]]) -> list[FloatArray]:
        """The rows of each ask; the other model reads those of all asks together."""
        pairs = [pair for ask in asks for pair in ask]
        theirs = [self.is_other(hypothesis, premise) for premise, hypothesis in pairs]
        if not any(theirs):
            return self._spans.read_spans(asks)
        left = iter(theirs)
        own = self._spans.read_spans([[pair for pair in ask if not next(left)] for ask in asks])
        ends = np.cumsum([len(ask) for ask in asks])
        return np.split(self._merged(pairs, theirs, np.concatenate(own)), ends[:-1])


def polyglot(nli: NLI, languages: Collection[str], other: Callable[[], NLI | None]) -> NLI:
    """``nli``, with ``other`` for ``languages`` that it does not read; itself where it reads them all."""
    known = frozenset(nli.info.languages)
    if not known or "*" in known or known.issuperset(languages):
        return nli
    return (PolyglotSpans if isinstance(nli, SpanReader) else Polyglot)(nli, languages, other)


def is_other(nli: NLI, claim: str, beside: str) -> bool:
    """Whether a claim is read by the language model behind ``nli``, and not by the NLI model (``Polyglot.is_other``)."""
    return isinstance(nli, Polyglot) and nli.is_other(claim, beside)


@lru_cache(maxsize=4096)  # claims and sentences are asked about again and again
def _language(claim: str, beside: str) -> str:
    if (found := language_of(claim)) != "und":
        return found
    told = detect(f"{claim} {beside}")
    return detect(claim) if told in OTHER_LETTERS and any(c.isalpha() for c in claim) else told


def told(judging: Judging) -> Judging:
    """The same verdict, which says that the language model read for it, where anything was read."""
    verdict = yield from judging
    return (
        verdict if not verdict.evidence else replace(verdict, note="\n".join(filter(None, (verdict.note, READ_BY_IT))))
    )
