"""An experiment in which every claim is judged by an evidence score that was fitted on the claims of other articles.

The score that ships was fitted on labelled claims; figures on those very claims flatter it. So do figures of a score that
``calibrate`` learned, on the file it learned from. Here the file is read once, a score is fitted without each part of its
articles, and the claims of that part are judged with it, from the index to the quote.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localcheck.errors import UsageError
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.deciding import foldable, folded
from localcheck.evaluate.experiment import experiment
from localcheck.evaluate.learning.fitting import Met, Observed, fit_evidence, met, met_claim, observe
from localcheck.evaluate.records import Journal, Row
from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.ports import Extractor, Retriever
from localcheck.run.runtime import Runtime
from localcheck.stats.bayes import Likelihoods

DOCUMENTS = 2
"""Of each claim, to fit on; as the scores that ship."""
SCORE = "cross-fitted by article"
"""Stands in the header in the place of one score."""
UNCOUNTED = (0.5, 0.5)


class CrossFit:
    """Examples that are read first (``read``) and judged then (``rows``)."""

    def __init__(self, runtime: Runtime, labelled: Sequence[Example], judged: Sequence[Example], given: bool) -> None:
        """``labelled``: with their titles, which say what is cross-fitted together; ``judged``: as the detector gets them.
        ``given``: each is read beside its own texts.
        """
        self._runtime, self._labelled, self._judged, self._given = runtime, labelled, judged, given
        self._article: dict[str, str] = {}
        self._observed: list[Observed] = []

    def read(self) -> Iterator[Observed]:
        """The first documents of every claim, as they are read."""
        for one in observe(self._met(), self._runtime.nli, self._runtime.sentence_vectors(), Choice()):
            self._observed.append(one)
            yield one

    def rows(self, journal: Journal) -> Iterator[Row]:
        """A row for each example, part by part. Raises ``UsageError`` where the articles are too few."""
        if not foldable(self._observed):
            raise UsageError(
                "--cross-fit needs true and false claims of at least five articles",
                'claims with the same "title" are of one article; without --cross-fit the score in use judges them',
            )
        scores = folded(self._observed, self._fitted)
        parts = [scores.of(self._article.get(example.id, "")) for example in self._judged]
        for k, model in enumerate(scores.models):
            mine = [example for example, part in zip(self._judged, parts, strict=True) if part == k]
            yield from experiment(self._runtime.detector(given={EvidenceModel: model}), mine, journal)

    def _met(self) -> Iterator[Met]:
        retriever = self._runtime.provide(Retriever)
        for example in self._labelled:
            if len(example.labels) == 1:
                found = met_claim(example, lambda: retriever, DOCUMENTS, self._given)
            else:
                found = met([example], self._runtime.provide(Extractor), retriever, lambda e, _: e.id, DOCUMENTS)
            for one in found:
                self._article.setdefault(example.id, one.group)
                yield one

    def _fitted(self, part: Sequence[Observed]) -> EvidenceModel:
        kind = self._runtime.provide(Retriever).info.evidence
        table = Likelihoods(UNCOUNTED, UNCOUNTED, self._runtime.nli_sha256(), kind, SCORE)
        return fit_evidence(part, Choice(), table)
