"""One posterior out of several methods: what each part says, as numbers, and a logistic model that was fitted on them. Pure.

Each set of parts that can be at hand has weights of its own (``Mix``), so that a part that is missing is not guessed at. The
answer of reverse validation is not on the data that the others were fitted on: it moves the log-odds by the likelihood ratio
that was counted elsewhere (Yang et al. 2023, the recorded answers).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from localcheck.judging.evidence import score
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.fitted import FORMAT, made, number, pair
from localcheck.types import JSON

OWN = {
    "evidence": ("log-odds that the worst claim is not factual",),
    "consistency": ("log-odds of the share of samples that do not entail it", "share of samples that contradict it"),
    "words": ("surprise of the least expected word, as a share of that of a word seen once", "mean, likewise"),
}
NUMBERS = {part: (*own, *(f"{name}, on average over the passage" for name in own)) for part, own in OWN.items()}
"""What each fitted part says of a sentence: its own numbers, and the mean of each over the passage; errors come together."""
EVIDENCE, REVERSE = "evidence", "reverse"
CALLED = {
    "evidence": "the documents",
    "consistency": "the sampled answers",
    "words": "its choice of words",
    "reverse": "reverse validation",
}
"""For a person: what speaks for or against a claim."""
SPEAKS = 0.25
"""Log-odds from which on a part is said to speak for or against a claim."""
Numbers = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Mix:
    """The weights for one set of parts."""

    parts: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    """One for each number of each part, in the order of ``NUMBERS``."""
    means: tuple[tuple[float, ...], ...]
    """What each number is on average: a part that says this moves nothing."""
    bias: float
    """Log-odds of "not factual" when every part says what it says on average."""

    def __post_init__(self) -> None:
        wanted = [len(NUMBERS[p]) for p in self.parts if p in NUMBERS]
        if wanted != [len(w) for w in self.weights] or wanted != [len(m) for m in self.means]:
            raise ValueError(f"weights and means are needed for each number of {', '.join(self.parts)}")

    def contributions(self, said: Numbers) -> dict[str, float]:
        """Log-odds of "not factual" that each part adds."""
        return {part: sum(each) for part, each in self._each(said)}

    def of_passage(self, said: Numbers) -> dict[str, float]:
        """The share of these that each part adds by what it says of the passage on average."""
        return {part: sum(each[len(each) // 2 :]) for part, each in self._each(said)}

    def _each(self, said: Numbers) -> Iterator[tuple[str, list[float]]]:
        for part, weights, means in zip(self.parts, self.weights, self.means, strict=True):
            yield part, [w * (x - m) for w, x, m in zip(weights, said[part], means, strict=True)]


@dataclass(frozen=True, slots=True)
class Fused:
    """One posterior and where it comes from."""

    p_not_factual: float
    contributions: tuple[tuple[str, float], ...]
    """Log-odds by part; positive speaks against the claim."""
    of_passage: tuple[tuple[str, float], ...] = ()
    """What of these comes from the other sentences of the passage, too."""

    @property
    def disagreement(self) -> float:
        """Log-odds by which the part furthest on the losing side speaks against the others; 0 where all agree."""
        values = [x for _, x in self.contributions]
        return min(max(0.0, max(values, default=0.0)), max(0.0, -min(values, default=0.0)))

    def in_words(self) -> str:
        """For a person: what speaks for the claim and what against it, with the log-odds by which it does."""
        sides: dict[str, list[str]] = {"for it": [], "against it": [], "hardly either way": []}
        around = dict(self.of_passage)
        own = [(CALLED.get(part, part), x - around.get(part, 0.0)) for part, x in self.contributions]
        passage = [(f"{CALLED.get(part, part)} on the whole passage", x) for part, x in self.of_passage]
        for called, x in (*own, *passage):
            side = "hardly either way" if abs(x) < SPEAKS else "against it" if x > 0 else "for it"
            sides[side].append(f"{called} ({-x:+.1f})")
        return "; ".join(f"{side}: {', '.join(parts)}" for side, parts in sides.items() if parts)


@dataclass(frozen=True, slots=True)
class Fusion:
    """Everything that was fitted: weights for each set of parts, and where they come from."""

    __provided__: ClassVar[bool] = True

    mixes: tuple[Mix, ...]
    reverse: tuple[tuple[int, int], tuple[int, int]]
    """Counts of reverse validation: ((found again, not) of factual passages, (found again, not) of others)."""
    nli_sha256: str = ""
    evidence: str = ""
    data: str = ""
    n: tuple[int, int] = (0, 0)
    """Sentences and passages."""
    reverse_model: str = ""
    """The language model whose answers were counted in ``reverse``: its name or SHA-256. Another model has no vote."""
    score: EvidenceModel | None = None
    """The evidence score whose log-odds were weighed; None where weights go with whatever score is in use."""

    def counted_for(self, name: str, sha256: str) -> bool:
        """Were the counts of reverse validation made with this language model?"""
        return bool(self.reverse_model) and self.reverse_model in (name, sha256)

    def mix(self, parts: frozenset[str]) -> Mix | None:
        """The weights for exactly these parts; None where there are none."""
        return next((m for m in self.mixes if frozenset(m.parts) == parts), None)

    def score_for(self, used: EvidenceModel) -> EvidenceModel:
        """The score to read with: that which the weights were fitted to, if model and kind of evidence are the same."""
        own, other = self.score, used.likelihoods
        same = own is not None and (own.likelihoods.nli_sha256, own.likelihoods.evidence) == (
            other.nli_sha256,
            other.evidence,
        )
        return own if own is not None and same else used

    def fuse(self, said: Numbers, found_again: bool | None = None) -> Fused | None:
        """The posterior from what the parts say; ``found_again``: what reverse validation says, None where it was not asked.

        None where no part said anything.
        """
        mix = self.mix(frozenset(said))
        if mix is None and (said or found_again is None):
            return None
        moved = mix.contributions(said) if mix is not None else {}
        around = mix.of_passage(said) if mix is not None else {}
        if found_again is not None:
            moved[REVERSE] = self.reverse_ratio(found_again)
        z = (mix.bias if mix is not None else 0.0) + sum(moved.values())
        return Fused(1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, z)))), tuple(moved.items()), tuple(around.items()))

    def reverse_ratio(self, found_again: bool) -> float:
        """log P(answer | not factual) - log P(answer | factual), one added to each count."""
        (true, false), place = self.reverse, 0 if found_again else 1
        return math.log((false[place] + 1) / (sum(false) + 2)) - math.log((true[place] + 1) / (sum(true) + 2))


def to_json(fusion: Fusion) -> JSON:
    """As it is kept in a file."""
    return {
        "format": FORMAT,
        "nli_sha256": fusion.nli_sha256,
        "evidence": fusion.evidence,
        "data": fusion.data,
        "n": list(fusion.n),
        "reverse": [list(row) for row in fusion.reverse],
        "reverse_model": fusion.reverse_model,
        "score": None if fusion.score is None else score.to_json(fusion.score),
        "mixes": [
            {"parts": list(m.parts), "weights": [list(w) for w in m.weights], "means": [list(x) for x in m.means],
             "bias": m.bias}
            for m in fusion.mixes
        ],
    }  # fmt: skip


def from_json(row: JSON) -> Fusion:
    """The fusion of a file. Raises ``ValueError`` where it is not one."""
    return made(_fusion, row, "a fusion")


def _fusion(row: JSON) -> Fusion:
    mixes = tuple(
        Mix(tuple(m["parts"]), _table(m["weights"]), _table(m["means"]), number(m["bias"])) for m in row["mixes"]
    )
    used = None if row["score"] is None else score.from_json(row["score"])
    named = str(row["nli_sha256"]), str(row["evidence"]), str(row["data"])
    reverse = pair(row["reverse"][0]), pair(row["reverse"][1])
    return Fusion(mixes, reverse, *named, pair(row["n"]), str(row["reverse_model"]), used)


def _table(rows: JSON) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(number(x) for x in row) for row in rows)
