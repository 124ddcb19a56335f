"""What a decision does on labelled claims that it was not fitted on: cross-fitting by article, and replay.

A decision is an evidence score, a stopping rule and two thresholds. It is replayed over documents that were read once; the
quotes and dates of ``check``, which leave a few more claims open, have no part in it (``eval claims --cross-fit`` has them).

Algorithm 1 of Wang et al. 2023, replayed over the documents of a claim that were read before.

An experiment in which every claim is judged by an evidence score that was fitted on the claims of other articles.

The score that ships was fitted on labelled claims; figures on those very claims flatter it. So do figures of a score that
``calibrate`` learned, on the file it learned from. Here the file is read once, a score is fitted without each part of its
articles, and the claims of that part are judged with it, from the index to the quote.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from localcheck.errors import UsageError
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.experiment import experiment
from localcheck.evaluate.fitting import FOLDS, Met, Observed, fit_evidence, folds_of, met, met_claim, observe
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.evaluate.sample import Diagram, diagrams
from localcheck.evaluate.scoring import score
from localcheck.judging.evidence.find_tables import plainness
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.precedence import counting
from localcheck.ports import Extractor, Retriever
from localcheck.run.runtime import Runtime
from localcheck.stats.bayes import Likelihoods, Policy

Fit = Callable[[Sequence[Observed]], EvidenceModel]
SEED = 1
"""Of the folds; another one than that of the folds inside a fit."""
SHOWN = "right wrong not_enough auc brier ece ece_three_way evidence_per_claim label_against_posterior".split()
"""Figures of a decision, as ``eval claims`` names them."""


@dataclass(frozen=True, slots=True)
class Folded:
    """Evidence scores, each fitted without one part of the articles."""

    models: tuple[EvidenceModel, ...]
    part: Mapping[str, int]
    """Article (``Observed.group``) -> number of the model that was fitted without it."""

    def of(self, article: str) -> int:
        """Number of the model for claims of this article; the first one's if none of its claims was seen."""
        return self.part.get(article, 0)


@dataclass(frozen=True, slots=True)
class Decided:
    """How a decision did on labelled claims."""

    n: int
    figures: Mapping[str, float]
    """Those of ``SHOWN`` that there are."""
    reliability: tuple[Diagram, ...]
    """Of P(factual) and of each answer given; empty where no claim was settled."""


def foldable(observed: Sequence[Observed]) -> bool:
    """True if true and false claims are left whichever part of the articles is taken out."""
    fold = folds_of([o.group for o in observed], seed=SEED)
    left = [{o.factual for o in observed if o.rank == 0 and fold[o.group] != k} for k in range(FOLDS)]
    return len(fold) >= FOLDS and all(len(kinds) == 2 for kinds in left)


def folded(observed: Sequence[Observed], fit: Fit) -> Folded:
    """A score for each part of the articles, fitted on the others. ``observed`` must be ``foldable``."""
    fold = folds_of([o.group for o in observed], seed=SEED)
    models = tuple(fit([o for o in observed if fold[o.group] != k]) for k in range(FOLDS))
    return Folded(models, fold)


def replayed(observed: Sequence[Observed], scores: Folded, policy: Policy) -> list[Row]:
    """A row for each claim of which a document was found: each score's symbols under the rule of ``policy``."""
    rules = [replace(policy, likelihoods=model.likelihoods) for model in scores.models]
    judges = [
        sequential(rule, lambda one, m=model: m.symbol(one.row), lambda one, m=model: m.silent(one.row))  # type: ignore[misc]
        for rule, model in zip(rules, scores.models, strict=True)
    ]
    documents: defaultdict[str, list[Observed]] = defaultdict(list)
    for one in observed:
        documents[one.claim].append(one)
    rows = []
    for claim, found in documents.items():
        p_factual, read = judges[scores.of(found[0].group)](tuple(found))
        rows.append(row(claim, found[0].factual, p_factual, policy, read))
    return rows


def row(claim: str, factual: bool, p_factual: float, policy: Policy, read: int = 0) -> Row:
    """One claim that was decided at this posterior."""
    label = policy.label(p_factual).value
    return Row(claim, "", (float(not factual),), (1.0 - p_factual,), evidence=(read,), verdicts=(label,))


def decided(rows: Sequence[Row]) -> Decided:
    """The figures of these rows."""
    metrics = score(Header("claims", "", {}), rows, resamples=0)["metrics"]
    return Decided(len(rows), {k: metrics[k] for k in SHOWN if k in metrics}, tuple(diagrams(rows)))


Rule = Callable[[tuple[Observed, ...]], tuple[float, int]]
"""From the documents of a claim to its posterior and how many were read."""


def sequential(
    policy: Policy, symbol: Callable[[Observed], int], silent: Callable[[Observed], bool] = lambda _: False
) -> Rule:
    """Algorithm 1 over these symbols; ``silent``: documents whose symbol stands for saying nothing (``judging.precedence``)."""

    def judge(documents: tuple[Observed, ...]) -> tuple[float, int]:
        belief = policy.start()
        symbols: list[int] = []
        quiet: list[bool] = []
        for one in documents:
            if policy.stops(belief):
                break
            symbols.append(symbol(one))
            quiet.append(silent(one))
            counts = counting(symbols, quiet, policy.ratios)
            belief = policy.after(s if counted else None for s, counted in zip(symbols, counts, strict=True))
        return belief.p_factual, belief.step

    return judge


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
        for one in observe(self._met(), self._runtime.nli, self._runtime.sentence_vectors()):
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
        return replace(fit_evidence(part, table), against=plainness(table.nli_sha256, kind))
