"""What a decision does on labelled claims that it was not fitted on: cross-fitting by article, and replay.

A decision is an evidence score, a stopping rule and two thresholds. It is replayed over documents that were read once; the
quotes and dates of ``check``, which leave a few more claims open, have no part in it (``eval claims --cross-fit`` has them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from localcheck.evaluate.learning.fitting import FOLDS, Observed, folds_of
from localcheck.evaluate.learning.stopping import sequential
from localcheck.evaluate.records import Header, Row
from localcheck.evaluate.reliability import Diagram, diagrams
from localcheck.evaluate.scoring import score
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.stats.bayes import Policy

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
        said = judges[scores.of(found[0].group)](tuple(found))
        rows.append(row(claim, found[0].factual, said.p_factual, policy, said.read))
    return rows


def row(claim: str, factual: bool, p_factual: float, policy: Policy, read: int = 0) -> Row:
    """One claim that was decided at this posterior."""
    label = policy.label(p_factual).value
    return Row(claim, "", (float(not factual),), (1.0 - p_factual,), evidence=(read,), verdicts=(label,))


def decided(rows: Sequence[Row]) -> Decided:
    """The figures of these rows."""
    metrics = score(Header("claims", "", {}), rows, resamples=0)["metrics"]
    return Decided(len(rows), {k: metrics[k] for k in SHOWN if k in metrics}, tuple(diagrams(rows)))
