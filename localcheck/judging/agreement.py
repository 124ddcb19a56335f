"""Compare what can be compared without a model: numbers, dates, places, opposites, ranks, and who did what to whom. Pure.

A small model hardly tells "nine awards" from "eleven", "longest" from "second-longest", or a teacher from his pupil.

They are compared as typed values (``text.values``): a year is not a count, 75 miles are 120 km, and another number contradicts
only if it is a number of the same thing.

Names are not compared: on the development claims that lost four verdicts in a hundred, because an encyclopedia calls people
"he" and things by other names (research/methods.md, ablation).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from localcheck.judging.closed_forms import (
    EXCLUDING,
    LEFT_OPEN,
    NOT_AGAINST,
    SILENT,
    holds,
    says_it_of_another,
    settled,
)
from localcheck.judging.spans import content_words
from localcheck.ports import FloatArray
from localcheck.text.facts import denying, missing_names, negated
from localcheck.text.values.compare import Compared, compare
from localcheck.text.values.dates import periods
from localcheck.text.values.numbered import of_another_number
from localcheck.text.values.on_days import on_other_days
from localcheck.text.values.places import placed_alike
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import DAY, YEAR
from localcheck.text.values.relations import borne_out, exchanged
from localcheck.text.values.roles import of_another_role
from localcheck.text.values.same_words import word_for_word
from localcheck.text.values.undated import lasting_within
from localcheck.text.values.units import SHARE
from localcheck.text.words import STEM, Variant, words
from localcheck.types import Label, Span

KEPT = 0.2
"""The entailment is multiplied by this for each number of the claim that the premise does not have."""
UNREAD = 0.01
"""What is left to neutral of a claim that stands in the premise word for word: what stands around it was not understood."""
SETTLED = {Label.SUPPORTED: np.array([0.97, 0.02, 0.01]), Label.REFUTED: np.array([0.01, 0.02, 0.97])}
"""The row of a premise that settles the claim by itself (``settled``), whatever the model says."""
NEUTRAL = np.array([0.0, 1.0, 0.0])
"""The row of a premise that says nothing."""
WORKED_OUT = 0.8
"""The same where the premise has no number of that kind: the claim may have counted what it names ("two" of a couple), or taken
one year from another. Of 28 such claims of no training set that the starter called entailed 22 were true, 6 false."""
HEARD = 0.02
"""Less entailment than this is not looked at any closer."""
AGREED = 0.9
"""Of 31 claims that two models called entailed by so much while a premise seemed to tell another doer, thing or kind, 26 were
true; of 15 that the starter alone did 10 were false."""
LONGEST = 2_500
"""Characters in which closed forms are looked for: a model reads no more, and the patterns take the square of it at worst."""
SPEAKS = 0.5
"""A premise with another number contradicts the claim only if it has at least this share of the claim's content words."""
ASIDE = 0.2
"""With less than ``SPEAKS`` and at least this share a premise that says the opposite is no longer believed."""
MANY, HALF = 7, 0.5
"""A premise that lacks one of so many words of a claim is believed half: "sailed from Southampton …", "left Southampton …"."""
LIMITS = frozenset("only first last most all every both before after until already more less than".split())
"""Words that a claim in the same words must not add."""
WAVERING = 0.1
"""A reader that sees so much entailment beside a contradiction is not sure of it. Of 1,151 contradictions that the starter
found between a claim and a sentence with all its words, nine in a thousand were none below this, 15 in a hundred above."""


def agreeing(row: FloatArray, premise: str, claim: str, share: float, *, by_two: bool = False) -> FloatArray:
    """Correct ``row`` by what can be decided without a model: numbers, opposites, ranks, and who did what to whom.

    ``row`` is (entail, neutral, contradict) and still sums to 1 afterwards. The entailment is lowered if the premise lacks a
    number of the claim or excludes the claim: by the opposite of one of its words, by another rank ("second-longest"), or
    by the reverse of a relation; and if it has another place of birth or death. What is taken away is added to contradiction
    if the premise is about the same thing (``share`` of the claim's words) and has another number for the same property, or
    excludes the claim; else to neutral. A bound that leaves the number open ("fewer than 200" beside 150) contradicts nothing.

    Contradiction becomes neutral where the premise tells the claim's own relation, where it has the day of something else or
    an age at another time only, where all that could contradict is an interval that holds the claim's year or a date of birth
    without the place that the claim tells, and where a reader that wavers finds a difference between the claim and a premise
    in the same words, or between two that deny something. What the premise says word for word it entails, and the years of a
    life or a war decide what only says in which years that was. A premise that does not compare what the claim compares says
    nothing, nor one that names no continent against a claim that does, nor one that tells the rest of the whole ("15 % were
    left standing") against a claim with a share.

    ``by_two``: two models have read it. Where they agree on the entailment, that a premise says it of another is not believed,
    unless that one has the same name and another number ("Sputnik 2"), and an opposite or another share leaves the claim open.
    """
    if (decided := _row_settled(row, premise, claim)) is not None:
        return decided
    compared = compare(claim, premise)
    premise, claim = premise[:LONGEST], claim[:LONGEST]
    against = _objections(row, premise, claim, share, by_two)
    if lasting_within(claim, premise):
        compared = _but_for_dates(compared, claim)
    if not compared.lost and not against:
        return _placed(row, premise, claim)
    if compared.worked_out and not against:
        doubted = float(row[0]) * (1 - WORKED_OUT)
        open_still = float(row[2]) * compared.left_open
        return np.array([row[0] - doubted, row[1] + doubted + open_still, row[2] - open_still])
    return _row_lowered(row, premise, claim, compared, against)


def _row_settled(row: FloatArray, premise: str, claim: str) -> FloatArray | None:
    """The row where the premise settles the claim or says nothing of it, as told without a model; else None."""
    if word_for_word(claim, premise):
        return np.array([1.0 - UNREAD, UNREAD, 0.0])
    if (label := settled(claim, premise)) is not None:
        return SETTLED[label].copy()
    silent = holds(SILENT, claim, premise) or (row[2] > row[0] and holds(NOT_AGAINST, claim, premise))
    return NEUTRAL.copy() if silent else None


@dataclass(frozen=True, slots=True)
class _Objections:
    """What beside numbers speaks against believing that a premise entails a claim; false where nothing does."""

    surely: bool
    """It has the claim's relation the other way round, or tells it of other days of the week: two readers overlook both."""
    excluded: bool
    """It excludes the claim, by that or by saying the opposite of it."""
    silent: bool
    """It says nothing of the claim: it tells of another, or the opposite of something else."""
    agreed: bool
    """Two models agree on the entailment all the same."""
    about_it: bool
    """The premise is about what the claim is about."""

    def __bool__(self) -> bool:
        return self.excluded or self.silent


def _objections(row: FloatArray, premise: str, claim: str, share: float, by_two: bool) -> _Objections:
    opposite = holds(EXCLUDING, claim, premise)
    surely = exchanged(claim, premise) or (share >= SPEAKS and on_other_days(claim, premise))
    agreed = by_two and bool(row[0] >= AGREED)
    excluded = surely or (share >= SPEAKS and opposite)
    silent = not excluded and (
        (opposite and share >= ASIDE)
        or (bool(row[0] >= HEARD) and not agreed and says_it_of_another(claim, premise))
        or of_another_number(claim, premise)
        or of_another_role(claim, premise)
    )
    return _Objections(surely, excluded, silent, agreed, share >= SPEAKS)


def _row_lowered(row: FloatArray, premise: str, claim: str, compared: Compared, against: _Objections) -> FloatArray:
    """The row with less entailment; what is taken away goes to contradiction or to neutral, as ``agreeing`` says."""
    excluded = against.excluded
    kept = float(row[0]) * KEPT ** min(len(compared.lost) + excluded + against.silent, 2)
    if compared.left_open and not excluded:
        return np.array([kept, 1.0 - kept, 0.0])
    other_event = compared.other_age or (compared.other_event and not missing_names(claim, premise))
    if not excluded and other_event:
        contradiction = float(row[2]) * KEPT  # what was launched on the 16th may have landed on the 20th
        return np.array([kept, 1.0 - kept - contradiction, contradiction])
    numbers = [span for span, _ in compared.rivals if not (against.agreed and _is_share(span, claim))]
    rival = against.surely or (excluded and not against.agreed) or (against.about_it and bool(numbers))
    taken = float(row[0]) - kept
    return np.array([kept, row[1] + taken * (not rival), row[2] + taken * rival])


def _is_share(span: Span, claim: str) -> bool:
    """Whether a number of the claim is a share, which is of this or of that: half the diameter, half of the patients."""
    return any(q.kind == SHARE and q.span in span for q in quantities(claim))


def decided_against(claim: str, premise: str) -> bool:
    """True if the premise lacks a number of the claim or excludes the claim, both told without a model."""
    premise, claim = premise[:LONGEST], claim[:LONGEST]
    against = settled(claim, premise) is Label.REFUTED or bool(compare(claim, premise).lost)
    return against or exchanged(claim, premise) or holds(EXCLUDING, claim, premise)


def _but_for_dates(compared: Compared, claim: str) -> Compared:
    """What is lost and what rivals it, without the claim's years and days: other numbers stay lost."""
    dates = {q.span for q in quantities(claim) if q.kind in (YEAR, DAY)} | {p.span for p in periods(claim)}
    lost = tuple(span for span in compared.lost if span not in dates)
    return Compared(lost, tuple(r for r in compared.rivals if r[0] not in dates), compared.left_open and bool(lost))


def _placed(row: FloatArray, premise: str, claim: str) -> FloatArray:
    """The row with less entailment where the premise has another place of birth or death; numbers agree already.

    Whether one place lies in the other only the reader can know: what is taken goes where it sees the rest.
    """
    if placed_alike(claim, premise) is not False:
        return _not_against(row, premise, claim)
    rest = np.array([0.0, row[1], row[2]]) / max(float(row[1] + row[2]), 1e-9)
    kept = float(row[0]) * KEPT
    placed: FloatArray = np.array([kept, 0.0, 0.0]) + (1.0 - kept) * rest
    return placed


def _not_against(row: FloatArray, premise: str, claim: str) -> FloatArray:
    """The row with less contradiction where the premise says the same or leaves it open, and where only a reader finds it.

    Where the premise tells the claim's own relation, with one word of the claim missing at most, that is entailment; else
    neutral: of 36 claims about real articles for which ``borne_out`` spoke and a reader saw a contradiction, the reader was
    right about 34, and these had more words of their own.
    """
    if borne_out(claim, premise) and not missing_names(claim, premise):
        lacking = _lacking(claim, premise)
        doubted = float(row[2]) * (1 - KEPT)
        said = doubted * (lacking is not None and len(lacking) <= 1)
        return np.array([row[0] + said, row[1] + doubted - said, row[2] - doubted])
    kept = KEPT if holds(LEFT_OPEN, claim, premise) else _believed(row, claim, premise)
    if kept == 1.0:
        return row
    doubted = float(row[2]) * (1 - kept)
    return np.array([row[0], row[1] + doubted, row[2] - doubted])


def _believed(row: FloatArray, claim: str, premise: str) -> float:
    """How much counts of a contradiction that only a reader finds.

    Half of it where a long claim has one word of its own: of 16 unseen ones that ``careful-nli`` took for contradicted 5 were
    true, of the others one in ten. Little where the reader wavers beside a premise with all the claim's words, or where both
    deny something.
    """
    wavers = row[0] >= WAVERING
    if wavers and denying(claim) and denying(premise):
        return KEPT
    if row[2] <= row[0] or (lacking := _lacking(claim, premise)) is None:
        return 1.0
    if len(lacking) == 1 and len(content_words(_without_numbers(claim)) - {"a"}) >= MANY:
        return HALF
    return KEPT if wavers and not lacking else 1.0


def _lacking(claim: str, premise: str) -> frozenset[str] | None:
    """Content words of the claim that the premise lacks, but for numbers, which are compared otherwise. None where it lacks a
    name of the claim or a word that limits it, or where only one of the two has a negation.
    """
    rest = _without_numbers(claim)
    limits = LIMITS & frozenset(words(rest.lower(), Variant.RUNS)) <= frozenset(words(premise.lower(), Variant.RUNS))
    if not limits or negated(claim) != negated(premise) or missing_names(claim, premise):
        return None
    have = {word[:STEM] for word in content_words(premise)}
    return frozenset(word for word in content_words(rest) - {"a"} if word[:STEM] not in have)


def _without_numbers(text: str) -> str:
    for number in reversed(quantities(text)):
        text = text[: number.span.start] + text[number.span.end :]
    return text
