"""Running a detector over examples, one journalled row each. Scoring is elsewhere and never touches a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from localcheck.evaluate.examples import Example
from localcheck.evaluate.records import Journal, Row
from localcheck.ports import NLI, Detector
from localcheck.types import Cost, Label, Verdict

Progress = Callable[[int], None]
NLI_CLASSES = ("entailment", "neutral", "contradiction")


def experiment(detector: Detector, examples: Iterable[Example], journal: Journal) -> Iterator[Row]:
    """A row for every example, from the journal where it is there already."""
    for example in examples:
        if (row := journal.done.get(example.id)) is None:
            row = outcome(example, tuple(detector(example.document)))
            journal.add(row)
        yield row


def outcome(example: Example, verdicts: tuple[Verdict, ...]) -> Row:
    """Verdicts folded onto the example's labels: a label a sentence, or one for the whole document.

    A sentence's score is the worst of its checkable claims (1 - min P(factual), Wang et al. 2023, Eq. 9). A sentence that
    no verdict speaks of scores 0.5; it stays in the denominator.
    """
    per_sentence: defaultdict[int, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        per_sentence[verdict.claim.sentence].append(verdict)
    n = len(example.labels)
    whole = n == 1 and len(per_sentence) != 1
    groups = [per_sentence[i] for i in sorted(per_sentence)] if whole else [per_sentence.get(i, []) for i in range(n)]
    scores = [_worst(g) for g in groups]
    read = [sum(v.cost.passages for v in g) for g in groups]
    return Row(
        id=example.id,
        group=example.group,
        labels=example.labels,
        scores=(float(np.mean(scores)) if scores else 0.5,) if whole else tuple(scores),
        evidence=tuple(v.cost.passages for v in verdicts if v.claim.checkable),
        evidence_sentence=(sum(read),) if whole else tuple(read),
        failed=sum(v.label is Label.FAILED for v in verdicts),
        raw=_raw(groups, whole),
        cost=sum((v.cost for v in verdicts), Cost()),
    )


def _worst(verdicts: list[Verdict]) -> float:
    counted = [v for v in verdicts if v.claim.checkable] or verdicts
    return max((v.score for v in counted), default=0.5)


def _raw(groups: list[list[Verdict]], whole: bool) -> dict[str, tuple[float, ...]]:
    """Raw scores of methods with one verdict a sentence."""
    if any(len(g) != 1 for g in groups):
        return {}
    rows = [dict(g[0].raw) for g in groups]
    names = set.intersection(*(set(r) for r in rows)) if rows else set()
    values = {name: tuple(float(r[name]) for r in rows) for name in sorted(names)}
    return {name: (float(np.mean(v)),) for name, v in values.items()} if whole else values


def nli_experiment(nli: NLI, pairs: Iterable[dict[str, str]], journal: Journal, batch: int = 256) -> Iterator[Row]:
    """A row for every premise/hypothesis pair."""
    waiting: list[tuple[str, dict[str, str]]] = []
    for i, pair in enumerate(pairs):
        if (row := journal.done.get(str(i))) is not None:
            yield row
            continue
        waiting.append((str(i), pair))
        if len(waiting) == batch:
            yield from _nli_rows(nli, waiting, journal)
            waiting = []
    if waiting:
        yield from _nli_rows(nli, waiting, journal)


def _nli_rows(nli: NLI, waiting: list[tuple[str, dict[str, str]]], journal: Journal) -> Iterator[Row]:
    scores = nli.entail([(p["premise"], p["hypothesis"]) for _, p in waiting])
    for (name, pair), p in zip(waiting, scores, strict=True):
        gold = pair["label"]
        row = Row(
            id=name,
            group=pair.get("source", ""),
            labels=(float(gold != "entailment"),),
            scores=(float(1.0 - p[0]),),
            predicted=(NLI_CLASSES[int(p.argmax())],),
            gold=(gold,),
            raw={c: (float(x),) for c, x in zip(NLI_CLASSES, p, strict=True)},
            cost=Cost(nli_pairs=1),
        )
        journal.add(row)
        yield row
