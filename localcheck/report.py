"""Makes a report from the verdicts of one document: sentence scores, coverage, disposition. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from localcheck.types import (
    Cost,
    Disposition,
    Document,
    Judgement,
    Label,
    Report,
    RunInfo,
    Scores,
    Sentence,
    SentenceScore,
    Verdict,
)

WORST_FIRST = (Label.REFUTED, Label.FAILED, Label.NOT_ENOUGH_EVIDENCE, Label.SUPPORTED)
FLAGGED = {
    "refuted": frozenset({Label.REFUTED}),
    "unsupported": frozenset({Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE, Label.FAILED}),
    "never": frozenset[Label](),
}
"""What ``--fail-on`` counts as flagged."""


JUDGED = tuple(f"judged_{judgement.value}" for judgement in Judgement if judgement)
"""Kinds of verdicts that no evidence is shown for: what a method that only asks a model says."""
RANKS_ONLY = "scores of this method rank sentences; they are not calibrated probabilities"
"""The note of methods that only rank sentences and give no label."""


def build(document: Document, sentences: Sequence[Sentence], verdicts: Iterable[Verdict], run: RunInfo) -> Report:
    """The report of one document; verdicts may come in any order and are sorted by claim."""
    ordered = tuple(sorted(verdicts, key=lambda v: claim_order(v.claim.id)))
    sentence_scores = tuple(fold_sentences(ordered))
    notes = tuple(dict.fromkeys((*run.notes, *(note for v in ordered for note in v.note.splitlines()))))
    cost = sum((v.cost for v in ordered), Cost())
    return Report(
        document,
        tuple(sentences),
        ordered,
        sentence_scores,
        totals(ordered, sentence_scores),
        disposition(ordered),
        replace(run, notes=notes),
        cost,
    )


def claim_order(claim_id: str) -> tuple[int, ...]:
    """Claims sort by sentence, then by their place in it."""
    return tuple(int(part) if part.isdigit() else 0 for part in claim_id.split("."))


def fold_sentences(verdicts: Iterable[Verdict]) -> list[SentenceScore]:
    """One score for each sentence: 1 - min over its claims of P(factual) (Wang et al. 2023, Eq. 9), and its worst label.

    Claims that assert nothing checkable count only if a sentence has no other.
    """
    grouped: defaultdict[int, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        grouped[verdict.claim.sentence].append(verdict)
    result = []
    for sentence, group in sorted(grouped.items()):
        counted = [v for v in group if v.claim.checkable] or group
        label = min((v.label for v in counted), key=WORST_FIRST.index)
        result.append(SentenceScore(sentence, label, max(v.score for v in counted)))
    return result


def totals(verdicts: Sequence[Verdict], sentence_scores: Sequence[SentenceScore]) -> Scores:
    """Mean sentence score over sentences with a checkable claim, coverage, and counts by kind (``Verdict.kind``)."""
    checkable = [v for v in verdicts if v.claim.checkable]
    counted = {v.claim.sentence for v in checkable}
    scores = [s.score for s in sentence_scores if s.sentence in counted]
    settled = sum(v.label in (Label.SUPPORTED, Label.REFUTED) for v in checkable)
    counts = Counter(v.kind for v in checkable)
    return Scores(
        score=sum(scores) / len(scores) if scores else 0.0,
        coverage=settled / len(checkable) if checkable else 0.0,
        counts=(
            *((label.value, counts[label.value]) for label in Label),
            ("not_checkable", len(verdicts) - len(checkable)),
            *((kind, counts[kind]) for kind in JUDGED if counts[kind]),
        ),
    )


def disposition(verdicts: Iterable[Verdict]) -> Disposition:
    """BLOCK if a claim is refuted, WARN if one has not enough evidence or failed, else PASS."""
    labels = {v.label for v in verdicts if v.claim.checkable}
    if Label.REFUTED in labels:
        return Disposition.BLOCK
    return Disposition.PASS if labels <= {Label.SUPPORTED} else Disposition.WARN


def flagged(report: Report, fail_on: str) -> list[Verdict]:
    """The verdicts that ``--fail-on`` counts; with ``refuted`` also those judged not factual by a method without evidence."""
    wanted = FLAGGED[fail_on]
    judged = Judgement.NOT_FACTUAL if wanted else None
    return [v for v in report.verdicts if v.claim.checkable and (v.label in wanted or v.judgement is judged)]
