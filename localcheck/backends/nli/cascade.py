"""Two models behind one port: a quick one reads every span of the evidence, a careful one re-reads the few that would decide.

A span decides when it is among the best that were asked for its hypothesis; there both are heard, so that one model's slip does
not refute a claim. What is left over was read by the quick model alone and may not outshout them. A pair that is asked for its
own sake, as in a mean over samples, is the careful model's.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np

from localcheck.backends.nli.open_model import OpenNLI
from localcheck.errors import NLIError
from localcheck.ports import FloatArray, VectorArray
from localcheck.system.closing import Closing
from localcheck.system.resources import sha256_text
from localcheck.types import TokenVectors
from localcheck.types.infos import ModelInfo

BEST = 2
"""Pairs of every hypothesis in an ask that are re-read for their entailment, and as many for their contradiction."""
FLOOR = 0.3
"""Highest probability of entailment or contradiction of a pair that was not re-read; or that of a pair that was re-read for the
same hypothesis, so that a sentence inside a window that both models find entailed keeps its own."""
SAY = 0.7
"""Weight of the careful model's log-probabilities where both have read a span; the quick one has the rest. Chosen among 1,
0.85, 0.7 and 0.5, which are level on claims (decision 0106); the other two numbers are not fitted. A quick model of two
classes, which cannot tell silence from contradiction, has no say."""
LEAST = 1e-3
"""Added to a probability before its logarithm is taken."""


def deciding(scores: FloatArray, hypotheses: Sequence[str], best: int = BEST) -> list[int]:
    """Rows that would decide: of each hypothesis the ``best`` by entailment and the ``best`` by contradiction.

    In their order. Rows of equal strength: the earlier one. The two are ranked apart: a quick model finds contradictions
    everywhere, and they would crowd out the one sentence that supports the claim.
    """
    chosen: set[int] = set()
    for column in (0, 2) if len(scores) else ():
        seen: dict[str, int] = {}
        for i in np.argsort(-scores[:, column], kind="stable").tolist():
            rank = seen[hypotheses[i]] = seen.get(hypotheses[i], 0) + 1
            if rank <= best:
                chosen.add(i)
    return sorted(chosen)


def capped(scores: FloatArray, most: FloatArray) -> FloatArray:
    """Rows scaled down until entailment and contradiction are not above ``most``, shape (n, 2); neutral takes the rest."""
    strength = np.maximum(scores[:, (0, 2)], 1e-9)
    share = np.minimum(1.0, (most / strength).min(axis=1))[:, None]
    scaled: FloatArray = scores * share
    scaled[:, 1] += 1.0 - scaled.sum(axis=1)
    return scaled


def ceilings(both: FloatArray, hypotheses: Sequence[str], everyone: Sequence[str], floor: float = FLOOR) -> FloatArray:
    """The highest entailment and contradiction that each row of ``everyone`` may have, shape (n, 2): the highest in
    ``both``, the rows of ``hypotheses`` that were re-read, and at least ``floor``.
    """
    found: dict[str, FloatArray] = {}
    for hypothesis, row in zip(hypotheses, both[:, (0, 2)], strict=True):
        found[hypothesis] = np.maximum(found.get(hypothesis, np.full(2, floor)), row)
    return np.array([found.get(hypothesis, np.full(2, floor)) for hypothesis in everyone]).reshape(-1, 2)


def agreed(careful: FloatArray, quick: FloatArray, say: float = SAY) -> FloatArray:
    """One opinion of two, shape (n, 3): their geometric mean, ``say`` the careful one's weight; rows sum to 1."""
    joined = np.exp(say * np.log(careful + LEAST) + (1.0 - say) * np.log(quick + LEAST))
    shares: FloatArray = joined / joined.sum(axis=1, keepdims=True)
    return shares


class CascadeNLI(Closing):
    """Two models as one: ``entail`` is ``careful``; in ``read_spans`` it re-reads what ``quick`` found worth it."""

    def __init__(self, quick: OpenNLI, careful: OpenNLI) -> None:
        if not quick.info.classes or not careful.info.classes:
            raise NLIError("a cascade needs two models that judge pairs", "localcheck models list --kind nli")
        if careful.info.classes < quick.info.classes:
            raise NLIError(
                f"{careful.info.name} has two classes: what it re-reads could no longer be refuted",
                "choose a careful model of three classes",
            )
        self._quick, self._careful = quick, careful
        self._say = SAY if quick.info.classes == careful.info.classes else 1.0
        self.read = self.re_read = 0
        """Spans that were asked, and those of them that the careful model read too."""
        self.info = _joined(quick.info, careful.info)

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Probabilities (entail, neutral, contradict) of the careful model, shape (n, 3)."""
        return self._careful.entail(pairs)

    def read_spans(self, asks: Sequence[Sequence[tuple[str, str]]]) -> list[FloatArray]:
        """Probabilities of each ask, shape (n, 3): both models' word, or the quick one's capped; no ask touches another."""
        pairs = [pair for ask in asks for pair in ask]
        scores = np.array(self._quick.entail(pairs), dtype=np.float64).reshape(-1, 3)
        parts = np.split(scores, np.cumsum([len(ask) for ask in asks])[:-1]) if asks else []
        said = [[hypothesis for _, hypothesis in ask] for ask in asks]
        again = [deciding(part, hypotheses) for part, hypotheses in zip(parts, said, strict=True)]
        chosen = [ask[i] for ask, rows in zip(asks, again, strict=True) for i in rows]
        careful = iter(self._careful.entail(chosen) if chosen else ())
        for part, hypotheses, rows in zip(parts, said, again, strict=True):
            if rows:
                both = agreed(np.array([next(careful) for _ in rows]), part[rows], self._say)
                part[:] = capped(part, ceilings(both, [hypotheses[i] for i in rows], hypotheses))
                part[rows] = both
        self.read += len(pairs)
        self.re_read += len(chosen)
        return parts

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Token vectors by the quick model."""
        return self._quick.encode(texts)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """Sentence vectors by ``embedder``."""
        return self.embedder.embed(texts)

    @property
    def embedder(self) -> OpenNLI:
        """The model behind sentence vectors, under whose name they are kept: the quick one, if it gives them."""
        return self._quick if self._quick.info.embeds else self._careful

    def load(self) -> None:
        """Read the weights of both now."""
        self._quick.load()
        self._careful.load()

    def close(self) -> None:
        """Free both models."""
        with ExitStack() as stack:
            stack.callback(self._careful.close)
            stack.callback(self._quick.close)


def _joined(quick: ModelInfo, careful: ModelInfo) -> ModelInfo:
    """What the two are together; the digest says which models and which rule."""
    both = tuple(code for code in quick.languages if code in careful.languages or "*" in careful.languages)
    return ModelInfo(
        name=f"{quick.name}+{careful.name}",
        sha256=sha256_text(f"cascade {BEST} {FLOOR} {SAY} loudest\n{quick.sha256}\n{careful.sha256}"),
        labels=careful.labels,
        languages=both or (careful.languages if "*" in quick.languages else ()),
        max_tokens=min(quick.max_tokens, careful.max_tokens),
        consistency=careful.consistency,
        embeds=quick.embeds or careful.embeds,
        compute_type=f"{quick.compute_type}+{careful.compute_type}",
        threads=max(quick.threads, careful.threads),
        why=f"{quick.name}: {quick.why}; {careful.name} re-reads the {BEST} best of a hypothesis either way: "
        f"{careful.why}",
        parts=((quick.name, quick.sha256), (careful.name, careful.sha256)),
    )
