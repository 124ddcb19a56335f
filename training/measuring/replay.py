"""Stopping rules and fixed numbers of documents, replayed over documents that were read once (Wang et al. 2023, Table 1).

Each claim has the features of its documents in search order. A line of the table is a way to turn them into P(factual):
likelihoods and the learned score are counted on other folds' passages, so no line is scored on what it was counted on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from localcheck.evaluate.deciding import Rule, sequential
from localcheck.evaluate.fitting import FOLDS, Observed, counted, fit_evidence, folds_of
from localcheck.evaluate.records import Row
from localcheck.judging.evidence.features import INDEX, SUREST
from localcheck.stats.bayes import FEATURES as BINS
from localcheck.stats.bayes import Costs, Likelihoods, Policy, PolicyName, entailment_feature

COSTS = ((14, 24), (28, 96), (7, 12), (28, 28), (28, 48), (56, 96), (56, 192))
"""(C_M, C_FA): the paper's two settings and five more."""
AGGREGATES = ("nbc", "average", "maximum")


@dataclass(frozen=True, slots=True)
class Passage:
    """A labelled passage with the documents of its claims."""

    id: str
    labels: tuple[float, ...]
    """0, 0.5 or 1: one a sentence."""
    claims: tuple[tuple[int, tuple[Observed, ...]], ...]
    """(sentence, documents in search order), one a claim."""


def support(one: Observed) -> float:
    """s(C, E): the highest entailment of what was read of a document (Eq. 1), out of its sixth feature."""
    return float(1.0 / (1.0 + np.exp(-SUREST * one.row[INDEX])))


def symbols_of(one: Observed) -> int:
    """The paper's feature (Eq. 2)."""
    return entailment_feature(support(one))


def first_documents(passages: Sequence[Passage], most: int = 1) -> list[Observed]:
    """The first ``most`` documents of every claim of a sentence without a minor error: what likelihoods are counted on."""
    return [
        document
        for passage in passages
        for sentence, documents in passage.claims
        if passage.labels[sentence] != 0.5
        for document in documents[:most]
    ]


def paper_likelihoods(passages: Sequence[Passage]) -> Likelihoods:
    """P(feature | label) of the ten entailment features, smoothed and pooled to be monotone."""
    found = first_documents(passages)
    return counted(np.array([symbols_of(o) for o in found]), np.array([o.factual for o in found]), BINS)


def paper_rule(passages: Sequence[Passage], costs: tuple[float, float], kind: PolicyName, k: int) -> Rule:
    """The paper's features under these costs, counted on ``passages``."""
    return sequential(Policy(paper_likelihoods(passages), Costs(*costs), k, kind), symbols_of)


def learned_rule(
    passages: Sequence[Passage],
    costs: tuple[float, float],
    kind: PolicyName,
    k: int,
    also: Sequence[Observed] = (),
    without: int | None = None,
) -> Rule:
    """The learned score fitted on ``passages`` and what was observed elsewhere (``also``), the feature ``without`` left out."""

    def blind(row: np.ndarray) -> np.ndarray:
        return row if without is None else np.where(np.arange(len(row)) == without, 0.0, row)

    kept = [replace(o, row=blind(o.row)) for o in (*first_documents(passages, 2), *also)]
    model = fit_evidence(kept, Likelihoods((0.5, 0.5), (0.5, 0.5), evidence="web"))
    policy = Policy(model.likelihoods, Costs(*costs), k, kind)
    return sequential(policy, lambda one: model.symbol(blind(one.row)), lambda one: model.silent(one.row))


def fixed_rule(passages: Sequence[Passage], k: int, aggregate: str) -> Rule:
    """Always ``k`` documents: naive Bayes over the paper's features, or the mean or maximum of the entailment scores."""
    table = paper_likelihoods(passages)
    policy = Policy(table, Costs(retrieve=0.0), k, at_least=k)

    def judge(documents: tuple[Observed, ...]) -> tuple[float, int]:
        read = documents[:k]
        if aggregate == "nbc" or not read:
            return sequential(policy, symbols_of)(read)
        scores = [support(o) for o in read]
        return max(scores) if aggregate == "maximum" else sum(scores) / len(scores), len(read)

    return judge


def cross_fitted(passages: Sequence[Passage], make: Callable[[Sequence[Passage]], Rule]) -> list[Row]:
    """A row a passage, each by a rule that was made from the other folds' passages."""
    fold = folds_of([p.id for p in passages])
    rules = [make([p for p in passages if fold[p.id] != k]) for k in range(FOLDS)]
    return [row_of(p, rules[fold[p.id]]) for p in passages]


def row_of(passage: Passage, rule: Rule) -> Row:
    """A sentence scores 1 - min P(factual) over its claims (Eq. 9), one half where nothing was claimed."""
    worst: defaultdict[int, float] = defaultdict(lambda: 0.5)
    seen: set[int] = set()
    read, by_sentence = [], [0] * len(passage.labels)
    for sentence, documents in passage.claims:
        p_factual, n = rule(documents)
        read.append(n)
        by_sentence[sentence] += n
        worst[sentence] = max(worst[sentence], 1 - p_factual) if sentence in seen else 1 - p_factual
        seen.add(sentence)
    scores = tuple(worst[i] for i in range(len(passage.labels)))
    return Row(passage.id, "", passage.labels, scores, evidence=tuple(read), evidence_sentence=tuple(by_sentence))


def with_passage(rows: Sequence[Row]) -> list[Row]:
    """The same, each sentence's score half its own and half the mean of its passage, for errors come together.

    The mean of a passage stays what it is, and so do Pearson's and Spearman's correlation.
    """
    means = [sum(row.scores) / max(len(row.scores), 1) for row in rows]
    return [
        replace(row, scores=tuple((score + mean) / 2 for score in row.scores))
        for row, mean in zip(rows, means, strict=True)
    ]


def risk(rows: Sequence[Row], costs: tuple[float, float], retrieve: float = 1.0) -> tuple[float, float]:
    """(documents a claim, cost): errors of the cheaper declaration, by sentence, and ``retrieve`` for each document."""
    c_miss, c_false_alarm = costs
    total = 0.0
    labels = [(label, score) for r in rows for label, score in zip(r.labels, r.scores, strict=True)]
    for label, score in labels:
        factual = score * c_miss < (1 - score) * c_false_alarm
        total += c_miss if factual and label > 0 else c_false_alarm if not factual and label == 0 else 0.0
    read = [n for r in rows for n in r.evidence]
    documents = sum(read) / max(len(read), 1)
    return documents, total / max(len(labels), 1) + retrieve * documents
