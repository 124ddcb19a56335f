"""Runs a detector over examples and writes a row for each into a journal. Scoring is done elsewhere, without any model."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from localcheck.errors import LocalcheckError
from localcheck.evaluate.datasets.examples import Example, Pair
from localcheck.evaluate.gold import share_in
from localcheck.evaluate.records import Journal, Row
from localcheck.ports import NLI, Detector
from localcheck.reports.report import WORST_FIRST, by_sentence, counted
from localcheck.run.session import ENDS_THE_RUN
from localcheck.types import Cost, Label, Verdict

NLI_CLASSES = ("entailment", "neutral", "contradiction")
UNDECIDED = 0.5
"""Score of a label without verdicts, or whose claims all failed."""


def experiment(detector: Detector, examples: Iterable[Example], journal: Journal) -> Iterator[Row]:
    """A row for every example; rows that the journal has already are not made again, unless a backend had failed.

    A backend error makes one example fail, and its row stays in every denominator. An error that all other examples would
    meet too ends the run.
    """
    for example in examples:
        row = journal.done.get(example.id)
        if row is None or row.error:
            row = judged(detector, example)
            journal.add(row)
        yield row


def judged(detector: Detector, example: Example) -> Row:
    """The outcome of one example, with the time it took."""
    started = time.perf_counter()
    try:
        row = outcome(example, tuple(detector(example.document)))
    except ENDS_THE_RUN:
        raise
    except LocalcheckError as error:
        row = replace(
            outcome(example, ()),
            failed=len(example.labels),
            error=error.message,
            verdicts=(Label.FAILED.value,) * len(example.labels),
        )
    spent = max(row.cost.seconds, time.perf_counter() - started)
    return replace(row, cost=replace(row.cost, seconds=spent))


def outcome(example: Example, verdicts: tuple[Verdict, ...]) -> Row:
    """Combine verdicts into one score for each label; there is one label for each sentence, or one for the whole document.

    A sentence's score is the worst of its checkable claims (1 - min P(factual), Wang et al. 2023, Eq. 9); a document's
    is the mean of its sentences' (Manakul et al. 2023, Eq. 12). A verdict on the whole passage counts for each sentence.
    """
    groups, whole = _by_label(example, verdicts)
    scores = [max((v.score for v in counted(g) or g), default=UNDECIDED) for g in groups]
    fold = max if example.any_error else np.mean
    read = [sum(v.cost.passages for v in g) for g in groups]
    return Row(
        id=example.id,
        group=example.group,
        labels=example.labels,
        scores=(float(fold(scores)) if scores else UNDECIDED,) if whole else tuple(scores),
        evidence=tuple(v.cost.passages for v in verdicts if v.claim.checkable),
        evidence_sentence=(sum(read),) if whole else tuple(read),
        failed=sum(v.label is Label.FAILED for v in verdicts),
        raw=_raw(groups, whole),
        tools=_tools(verdicts),
        cost=sum((v.cost for v in verdicts), Cost()),
        verdicts=(_label([label for g in groups for label in g]),) if whole else tuple(_label(g) for g in groups),
        quoted=_quoted(example, verdicts),
        article=example.article,
    )


def _quoted(example: Example, verdicts: tuple[Verdict, ...]) -> float | None:
    """How much of the quote behind a single verdict stands in the gold evidence, where that was not what was read."""
    deciding = verdicts[0].deciding if len(verdicts) == 1 else None
    if deciding is None or not example.document.context or deciding.passage.source.kind == "reference":
        return None
    return share_in(deciding.quote, " ".join(example.document.context))


def _by_label(example: Example, verdicts: Sequence[Verdict]) -> tuple[list[list[Verdict]], bool]:
    """The verdicts of each label and False; or the verdicts of each sentence and True if one label stands for all of them."""
    n = len(example.labels)
    per_sentence = by_sentence(verdicts)
    if n == 1:
        return list(per_sentence.values()), True
    if len(verdicts) == 1 and verdicts[0].claim.text.strip() == example.document.text.strip():
        return [list(verdicts)] * n, False
    return [per_sentence.get(i, []) for i in range(n)], False


def _tools(verdicts: Sequence[Verdict]) -> dict[str, tuple[int, int]]:
    """(calls, failed calls) by tool, from the raw scores ``calls:NAME`` and ``errors:NAME`` of methods that use tools."""
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, value in (pair for v in verdicts for pair in v.raw):
        kind, _, tool = name.partition(":")
        if tool and kind in ("calls", "errors"):
            counts[tool][kind == "errors"] += int(value)
    return {tool: (calls, errors) for tool, (calls, errors) in sorted(counts.items())}


def _label(verdicts: list[Verdict]) -> str:
    """The worst label of the checkable claims, as in a report; NOT_ENOUGH_EVIDENCE if there is none."""
    labels = (v.label for v in counted(verdicts) or verdicts)
    return min(labels, key=WORST_FIRST.index, default=Label.NOT_ENOUGH_EVIDENCE).value


def _raw(groups: list[list[Verdict]], whole: bool) -> dict[str, tuple[float, ...]]:
    """Raw scores of methods that give one verdict for each sentence; NaN for a sentence that FAILED."""
    if any(len(g) != 1 for g in groups):
        return {}
    rows = [None if g[0].label is Label.FAILED else dict(g[0].raw) for g in groups]
    told = [set(r) for r in rows if r is not None]
    names = sorted(set.intersection(*told)) if told else []
    values = {name: tuple(math.nan if r is None else float(r[name]) for r in rows) for name in names}
    return {name: (float(np.nanmean(v)),) for name, v in values.items()} if whole else values


def nli_experiment(nli: NLI, pairs: Sequence[Pair], journal: Journal, batch: int = 256) -> Iterator[Row]:
    """A row for every premise/hypothesis pair: first those that the journal has."""
    yield from (journal.done[pair.id] for pair in pairs if pair.id in journal.done)
    waiting = [pair for pair in pairs if pair.id not in journal.done]
    for start in range(0, len(waiting), batch):
        some, started = waiting[start : start + batch], time.perf_counter()
        scores = nli.entail([(p.premise, p.hypothesis) for p in some])
        seconds = (time.perf_counter() - started) / len(some)
        for pair, p in zip(some, scores, strict=True):
            row = Row(
                id=pair.id,
                group=pair.source,
                labels=(float(pair.label != NLI_CLASSES[0]),),
                scores=(float(1.0 - p[0]),),
                predicted=(NLI_CLASSES[int(p.argmax())],),
                gold=(pair.label,),
                raw={c: (float(x),) for c, x in zip(NLI_CLASSES, p, strict=True)},
                cost=Cost(nli_pairs=1, seconds=seconds),
            )
            journal.add(row)
            yield row
