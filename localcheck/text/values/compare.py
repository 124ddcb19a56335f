"""The numbers and dates of a claim held against those of a premise: which it bears out, lacks, or gives otherwise. Pure.

Arithmetic decides units, shares, bounds, intervals, seasons and months (``quantity``, ``dates``), not the reader: 2.5 kg are
2500 g, 59 are fewer than 100, and March 2020 lies in the spring of 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import content_stems, stem
from localcheck.text.lexicon import FUNCTION_WORDS, SMALL
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.values.dates import ComparedDates, periods
from localcheck.text.values.missing import between_its_years, never_so_long, rivalling
from localcheck.text.values.missing import lost as lost_numbers
from localcheck.text.values.numbered import beside_another_name, is_of_something
from localcheck.text.values.opposites import of_so_many_each
from localcheck.text.values.quantities import quantities, told_as_one
from localcheck.text.values.quantity import (
    AGE,
    AGE_GROUP,
    CARRIED_OVER,
    CLOCK,
    COUNT,
    DAY,
    MONEY,
    NAME,
    PLAIN,
    YEAR,
    Quantity,
)
from localcheck.text.values.reckoned import may_be_reckoned
from localcheck.text.values.undated import in_an_interval
from localcheck.text.values.units import SHARE
from localcheck.text.words import words
from localcheck.types import Span

_OTHERS = regex(r" others?\b")
"""Behind a count: somebody is one more, "Dunant and four other men" are five."""
_DROPPED = regex(
    r"\b(?:of|to|at|is|was|about|around|approximately|nearly|over|under|than|between|from|near|only)"
    r" +[.,;)](?![\w.])|\b(?:of|between|about|around|approximately|nearly) and\b"
    r"|\b(?:carry|carries|carried|weigh(?:s|ed)?|measure[sd]?|cover(?:s|ed)?|contain(?:s|ed)?|holds?|produce[sd]?) of [a-z]"
)
"""Where a converter left out a number with its unit, as many do with templates: "has a length of , and can carry of coal."."""
_YEARLY = regex(
    r" (?:(?:[A-Z][\w.'’-]*|general|presidential|world|national) ){0,3}"
    r"(?P<what>[Pp]rizes?|[Aa]wards?|[Cc]up|[Gg]ames|[Oo]lympics|[Ee]lections?|[Cc]hampionships?|[Tt]ournament)\b"
)
"""Behind a year that only says which of its kind something is: "the 1923 Nobel Prize"."""
_BECAME = regex(
    r"(?:^|[.;:] |- |\band )(?P<what>[A-Za-z][\w ’'-]{2,60}?) (?:(?:(?:has|have|was|were) )?(?:fell|rose|grew|fallen|risen"
    r"|grown|dropped|increased|decreased|declined|climbed|shrank|raised|cut|reduced|lowered)|came|amounted|went (?:up|down))"
    r"(?: by [^.;,]{1,20}?)?(?: from [^.;,]{1,20}?)? to (?:[$€£]?\d[\d.,]*[a-z]* \((?:[a-z]+ [a-z]+: )?)?$"
)
"""In front of a number: what became that."""
_DYING = regex(
    r"\b(?:lived (?:to|until)|death|passed away|killed|murdered|assassinated|executed|hanged|beheaded|drowned|shot|perished)\b"
)
"""At the end of a life, however it is told."""
_SUBJECT = regex(rf"(?:[{CAPITAL}][\w.'’-]* )+")
_OF_AGES = frozenset(stem(w) for w in "age aged year years old older young younger already just live lived".split()) | {
    *SMALL
}


@dataclass(frozen=True, slots=True)
class Compared:
    """What comparing found; places are those of the numbers and dates as they are written."""

    lost: tuple[Span, ...]
    """Numbers and dates of the claim that the premise does not bear out."""
    rivals: tuple[tuple[Span, Span], ...]
    """Those for which the premise has another one, each with that."""
    left_open: bool = False
    """True if a bound or an interval of the premise holds each number that is lost, or it may be reckoned from two numbers of
    it, or if a converter dropped a number of the premise: it says neither yes nor no."""
    other_event: bool = False
    """True if only days are lost, and those of the premise are of something else: launched, where the claim has landed."""
    worked_out: bool = False
    """True if the premise has no number of the kind of those that are lost: it may name two people, or the first and the last
    year, and the claim may have counted them."""
    other_age: bool = False
    """True if only ages are lost, and those of the premise are somebody's at another time."""


def compare(claim: str, premise: str) -> Compared:
    """Hold the claim's numbers and dates against the premise's.

    >>> bool(compare("It closed in the spring of 2020.", "It closed in March 2020.").lost)
    False
    >>> bool(compare("It closed in May 2020.", "It closed in March 2020.").rivals)
    True
    """
    dates = ComparedDates(periods(claim), periods(premise))
    missing = [q for q in lost_numbers(claim, premise) if not dates.bear_out(q.span)]
    rivals = [
        (q.span, o.span) for q, o in rivalling(claim, premise) if not _both_may_be_true(q, claim, o, premise, dates)
    ]
    lost = [q.span for q in missing]
    other_periods = [pair for pair in dates.others(lost) if not _of_a_yearly_thing(pair[1], claim, premise)]
    lost += [mine for mine, _ in other_periods if not any(span in mine for span in lost)]
    rivals += other_periods
    only_numbers = len(missing) == len(lost) > 0 and not rivals
    dropped = bool(missing) and _DROPPED.search(premise) is not None
    left_open = bool(missing) and all(_is_left_open(q, claim, premise, dates) for q in missing)
    return Compared(
        tuple(lost),
        tuple(rivals),
        left_open=(left_open or dropped) and not rivals,
        other_event=bool(lost) and not rivals and _on_other_days(missing, premise),
        worked_out=only_numbers and not dropped and not any(_is_forbidden(q, claim, premise) for q in missing),
        other_age=only_numbers and _at_other_ages(missing, claim, premise),
    )


def _both_may_be_true(number: Quantity, claim: str, other: Quantity, premise: str, dates: ComparedDates) -> bool:
    """Whether both may be true, a number of the claim and another one that the premise has of the same things."""
    return (
        dates.bear_out(number.span)
        or dates.leave_open(number.span)
        or _of_the_rest(number, claim, premise)
        or (number.kind in (COUNT, PLAIN) and of_so_many_each(claim, premise))
        or (number.value == other.value + 1 and _OTHERS.match(premise, other.span.end) is not None)
        or _at_another_time(number, claim, other, premise)
        or between_its_years(number, premise)
        or (other.kind != number.kind and _ranged(number, premise))
        or (number.kind == YEAR and in_an_interval(number.value, premise))
        or _past_a_threshold(number, other, premise)
        or (other.kind == YEAR and _of_a_yearly_thing(other.span, claim, premise))
        or (is_of_something(number, claim) and beside_another_name(claim, premise, other.span))
        or _became_of_another(claim, other, premise)
    )


def _became_of_another(claim: str, other: Quantity, premise: str) -> bool:
    """True for the price of a warehouse beside "profit fell to £4.2m (£5.1m) because of the warehouse": what fell to that is
    nothing that the claim names.
    """
    found = _BECAME.search(premise, 0, other.span.start)
    return found is not None and not content_stems(found["what"]) & content_stems(claim)


def _is_left_open(number: Quantity, claim: str, premise: str, dates: ComparedDates) -> bool:
    """Whether the premise has a bound or an interval that leaves a number of the claim open, or what it may be made of."""
    return (
        dates.leave_open(number.span)
        or _of_the_rest(number, claim, premise)
        or any(number.left_open_by(o) for o in quantities(premise))
        or may_be_reckoned(number, claim, premise)
    )


def _of_the_rest(number: Quantity, claim: str, premise: str) -> bool:
    """Whether it counts those that did not where the premise counts those that did: both may be true."""
    return number.kind == COUNT and not number.ranges and negated(claim) and not negated(premise)


def _is_forbidden(number: Quantity, claim: str, premise: str) -> bool:
    """Whether the premise tells what would have to be another number if the claim's were true, and for the age of a group
    ("18-year-olds"): it cannot be worked out.
    """
    return (
        _told_of(number, premise)
        or never_so_long(number, claim, premise)
        or (number.unit == AGE_GROUP and not number.ranges)
    )


def _of_a_yearly_thing(year: Span, claim: str, premise: str) -> bool:
    """Whether a year of the premise only says which of its kind something is, of which the claim says nothing."""
    found = _YEARLY.match(premise, year.end)
    return found is not None and found["what"].lower().rstrip("s") not in claim.lower()


def _on_other_days(missing: Sequence[Quantity], premise: str) -> bool:
    """True if no number but days is missing, and the premise has days."""
    return all(q.kind == DAY for q in missing) and any(o.kind == DAY for o in quantities(premise))


def _at_other_ages(missing: Sequence[Quantity], claim: str, premise: str) -> bool:
    """True if only ages are missing, and the premise has ages at another time only; or only days that are carried over, and it
    has none of these.
    """
    told = quantities(premise)
    if all(q.things == CARRIED_OVER for q in missing) and not any(o.things == CARRIED_OVER for o in told):
        return True
    ages = [o for o in told if o.things == AGE]
    alike = (q.things == AGE and all(_at_another_time(q, claim, o, premise) for o in ages) for q in missing)
    return bool(ages) and all(alike)


def _at_another_time(number: Quantity, claim: str, other: Quantity, premise: str) -> bool:
    """True for two ages where the texts have no word in common but the name that the claim begins with: 27 "when he circled
    the Earth", 34 in all.
    """
    if number.things != AGE or other.things != AGE:
        return False
    subject = _SUBJECT.match(claim)
    mine, its = _what_happened(claim[subject.end() if subject else 0 :]), _what_happened(premise)
    return not mine & its


def _what_happened(text: str) -> set[str]:
    told = (w for w in words(_DYING.sub("died", text)) if w.lower() not in FUNCTION_WORDS and not w.isdigit())
    return {stem(w) for w in told} - _OF_AGES


def _ranged(number: Quantity, premise: str) -> bool:
    """True for 1.2 bar beside "between 1.0 and 1.5 bar": a number without a unit ("under eight") is of something else then."""
    return number.kind != PLAIN and any(o.kind == number.kind and number.left_open_by(o) for o in quantities(premise))


def _past_a_threshold(number: Quantity, other: Quantity, premise: str) -> bool:
    """True for an order of 60 euros beside "orders over 50 euros are free; below that, shipping costs 5 euros": the sentence of
    the other number has a bound or an interval that the claim's number is within. Counts have them of several things at once.
    """
    if number.kind in (COUNT, PLAIN, SHARE):
        return False
    bounds = [o for o in quantities(premise) if o.ranges and o.kind == number.kind and number.left_open_by(o)]
    between = (premise[min(o.span.end, other.span.end) : max(o.span.start, other.span.start)] for o in bounds)
    return not other.ranges and any(". " not in text for text in between)


def _told_of(number: Quantity, premise: str) -> bool:
    """True if the premise has a number of this kind; money of any currency is one kind, and somebody's age tells no other time.

    Years, days, times of day and names always count as told.
    """
    told = (*quantities(premise), *told_as_one(premise))
    alike = (o for o in told if number.kind == o.kind and (number.things == AGE or not o.is_age))
    in_money = number.kind.startswith(MONEY) and any(o.kind.startswith(MONEY) for o in told)
    return number.kind in (YEAR, DAY, CLOCK, NAME) or in_money or any(alike)
