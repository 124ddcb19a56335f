"""Makes a report from the verdicts of one document: sentence scores, coverage, disposition. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from localcheck.text.patterns import regex
from localcheck.types import (
    OWN,
    READING_NOTES,
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
UNSETTLED = FLAGGED["unsupported"]
"""Labels that a person should decide about before a document is signed off."""


_PLACE = regex(r"[0-9]{1,18}")
LAST = 1_000_000
"""Place of a sentence's own claim, behind its parts."""
JUDGED = tuple(f"judged_{judgement.value}" for judgement in Judgement if judgement)
"""Kinds of verdicts that no evidence is shown for: what a method that only asks a model says."""
RANKS_ONLY = "scores of this method rank sentences; they are not calibrated probabilities"
"""The note of methods that only rank sentences and give no label."""
UNPROVEN = "judgements of this method rest on no evidence; their scores are not calibrated probabilities"
"""The note of methods that only ask a model."""
JUDGED_ONLY = "{id}: {n} of {all} sentences were judged: those changed since {ref}"
"""The note of a report on a document of which only some sentences were judged (``--changed-since``)."""
NO_CONTEXT = "no context was given, so nothing can support it"
"""Why a claim is open that was to be held against a context which has no text."""
NOT_READ = "the context was not read: {name} reads the index; the method faithfulness holds a text against its context"


def build(document: Document, sentences: Sequence[Sentence], verdicts: Iterable[Verdict], run: RunInfo) -> Report:
    """The report of one document; verdicts may come in any order and are sorted by claim."""
    ordered = tuple(sorted(verdicts, key=lambda v: claim_order(v.claim.id)))
    sentence_scores = tuple(fold_sentences(ordered))
    # the agent is given what it is to verify as a document; every other method that has an index reads nothing else
    unread = any(document.context) and run.index and run.detector != "agent"
    own = (NOT_READ.format(name=run.detector),) if unread else ()
    told = (note for v in ordered for note in v.note.splitlines())
    notes = tuple(dict.fromkeys((*run.notes, *own, *reading_notes(document), *told)))
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
    """Claims sort by sentence, then by their place in it. Ids of a stranger's report may be anything; none of them raises."""
    return tuple(int(part) if _PLACE.fullmatch(part) else LAST * (part == OWN[1:]) for part in claim_id.split("."))


def counted(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The verdicts that decide about their sentences: all checkable ones, where no sentence has a claim of its own beside.

    A sentence that was split is decided by its parts, as in the paper. If they leave it open and the sentence as a whole is
    supported or refuted, splitting lost what it meant, and its own claim decides.
    """
    grouped: defaultdict[int, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.claim.checkable:
            grouped[verdict.claim.sentence].append(verdict)
    return [v for group in grouped.values() for v in _deciding(group)]


def _deciding(group: list[Verdict]) -> list[Verdict]:
    own = [v for v in group if v.claim.own]
    parts = [v for v in group if not v.claim.own]
    if not own or not parts:
        return group
    open_ = min((v.label for v in parts), key=WORST_FIRST.index) is Label.NOT_ENOUGH_EVIDENCE
    return own if open_ and own[0].label in (Label.SUPPORTED, Label.REFUTED) else parts


def by_sentence(verdicts: Iterable[Verdict]) -> dict[int, list[Verdict]]:
    """The verdicts of each sentence that has claims, in the order of the document."""
    found: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.claim.sentence, []).append(verdict)
    return dict(sorted(found.items()))


def pieces(document: Document, sentences: Iterable[Sentence]) -> Iterator[tuple[str, Sentence | None]]:
    """The document's text, cut at its sentences: each of them, and what stands between them with None."""
    at = 0
    for sentence in sentences:
        if sentence.span.start > at:
            yield document.text[at : sentence.span.start], None
        yield sentence.span.of(document.text), sentence
        at = sentence.span.end
    if at < len(document.text):
        yield document.text[at:], None


def fold_sentences(verdicts: Iterable[Verdict]) -> list[SentenceScore]:
    """One score for each sentence: 1 - min over its claims of P(factual) (Wang et al. 2023, Eq. 9), and its worst label.

    Claims that assert nothing checkable count only if a sentence has no other; see ``counted`` for a sentence's own claim.
    """
    result = []
    for sentence, group in by_sentence(verdicts).items():
        deciding = counted(group) or group
        label = min((v.label for v in deciding), key=WORST_FIRST.index)
        result.append(SentenceScore(sentence, label, max(v.score for v in deciding)))
    return result


def totals(verdicts: Sequence[Verdict], sentence_scores: Sequence[SentenceScore]) -> Scores:
    """Mean sentence score over sentences with a checkable claim, coverage, and counts by kind (``Verdict.kind``)."""
    checkable = counted(verdicts)
    known = {v.claim.sentence for v in checkable}
    scores = [s.score for s in sentence_scores if s.sentence in known]
    settled = sum(v.label in (Label.SUPPORTED, Label.REFUTED) for v in checkable)
    counts = Counter(v.kind for v in checkable)
    return Scores(
        score=sum(scores) / len(scores) if scores else 0.0,
        coverage=settled / len(checkable) if checkable else 0.0,
        counts=(
            *((label.value, counts[label.value]) for label in Label),
            ("not_checkable", sum(not v.claim.checkable for v in verdicts)),
            *((kind, counts[kind]) for kind in JUDGED if counts[kind]),
        ),
    )


def disposition(verdicts: Iterable[Verdict]) -> Disposition:
    """BLOCK if a claim is refuted, WARN if one has not enough evidence or failed, else PASS."""
    return _worst(v.label for v in counted(verdicts))


def _worst(labels: Iterable[Label]) -> Disposition:
    found = set(labels)
    if Label.REFUTED in found:
        return Disposition.BLOCK
    return Disposition.PASS if found <= {Label.SUPPORTED} else Disposition.WARN


def headline(report: Report) -> Disposition:
    """The disposition without what is known (``Report.known``), as ``flagged`` counts: what heads a report for people."""
    known = {k.claim for k in report.known}
    return _worst(v.label for v in counted(report.verdicts) if v.claim.id not in known) if known else report.disposition


def all_failed(verdicts: Iterable[Verdict]) -> str:
    """Why the first claim failed where every checkable one did: then nothing was checked. Empty otherwise."""
    deciding = counted(verdicts)
    if not deciding or any(v.label is not Label.FAILED for v in deciding):
        return ""
    return deciding[0].error or "no reason given"


def flagged(report: Report, fail_on: str) -> list[Verdict]:
    """The verdicts that ``--fail-on`` counts; with ``refuted`` also those judged not factual by a method without evidence.
    What is known (``Report.known``) is not counted.
    """
    wanted = FLAGGED[fail_on]
    judged = Judgement.NOT_FACTUAL if wanted else None
    known = {k.claim for k in report.known}
    found = (v for v in counted(report.verdicts) if v.label in wanted or v.judgement is judged)
    return [v for v in found if v.claim.id not in known]


def reading_notes(document: Document) -> list[str]:
    """What is to be said of how the document was read."""
    found = document.get(READING_NOTES)
    return [note for note in found if isinstance(note, str)] if isinstance(found, list | tuple) else []
