"""The numbers and dates of a claim held against those of a premise: which it bears out, lacks, or gives otherwise. Pure.

Arithmetic decides units, shares, bounds, intervals, seasons and months (``quantity``, ``dates``), not the reader: 2.5 kg are
2500 g, 59 are fewer than 100, and March 2020 lies in the spring of 2020.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import past, stem, third
from localcheck.text.lexicon import FUNCTION_WORDS, MONTHS, SMALL
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.values.bounds import BY
from localcheck.text.values.changes import beside
from localcheck.text.values.dates import YEAR_LONG, Period, parts_of, periods
from localcheck.text.values.missing import (
    bearing_out,
    between_its_years,
    never_so_long,
    rivalling,
    share_of_nothing,
    told_beside,
    with_the_others_counted,
)
from localcheck.text.values.missing import lost as lost_numbers
from localcheck.text.values.quantities import quantities, single_units, told_as_one
from localcheck.text.values.quantity import (
    AGE,
    AGE_GROUP,
    CARRIED_OVER,
    CLOCK,
    COUNT,
    DAY,
    MONEY,
    NAME,
    ORDINAL,
    PLAIN,
    YEAR,
    Quantity,
)
from localcheck.text.values.ranks import from_the_top
from localcheck.text.values.reckoned import may_be_reckoned
from localcheck.text.values.undated import in_an_interval
from localcheck.text.values.units import SHARE
from localcheck.text.words import words
from localcheck.types import Span

_PASSIVE = regex(r"\b(?:was|were|been|be|being|is|are|gets?|got)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_OBJECT = regex(r"\s+(?:its|the|his|her|their|our|my|your|an?)\b", re.IGNORECASE)
_CENTURY = 30 * YEAR_LONG
"""Days from which on a period is no year and no decade, which are compared as numbers; a part of a century is one, too."""
_PART_OF = regex(r"\b(?:early|mid|late|throughout)[- ](?:the )?$", re.IGNORECASE)
"""Before a date of which no nearer one says the same: "throughout the 1980s"."""
_PARTS = regex(r"(?:%|\bper ?cent|\bhalf|\bthirds?|\bquarters?|\b[a-z]+ths?)$", re.IGNORECASE)
_BARE = regex(r"\s+(?!of\b)[a-z]")
""" "One in four people" needs no "of"; "25 % of people" does."""
_OF_THEM = regex(r" of (?:his|her|its|their|these|those|them)\b")
_IN_A_TIME = regex(
    r"[^.;,]{0,40}?\b(?:(?:in|within|over|during) (?:(?:just|only|the|his|her|its|their|that|this|an?|next|last|first)"
    r" )*(?:(?:1\d|20)\d\d\b|\w+ (?:years?|months?|seasons?|weeks?|days?|decades?|tours?|matches|games)\b"
    r"|(?:season|year|decade|period)\b)|between (?:1\d|20)\d\d and\b|from (?:1\d|20)\d\d to\b|that (?:year|season)\b)"
)
"""Behind a count: the time in which it was reached."""
_DROPPED = regex(
    r"\b(?:of|to|at|is|was|about|around|approximately|nearly|over|under|than|between|from|near|only)"
    r" +[.,;)](?![\w.])|\b(?:of|between|about|around|approximately|nearly) and\b"
)
"""Where a converter left out a number with its unit, as many do with templates: "has a length of , and rises to ."."""
_IN = regex(r"\bin\s+(?:the\s+)?$", re.IGNORECASE)

_BY_OR_FOR = regex(r"\b(?:by|for) $")
"""Left out of a claim that gets "from 40 to 55" or "by 8 % to 432" of its premise."""
_DYING = regex(
    r"\b(?:lived (?:to|until)|death|passed away|killed|murdered|assassinated|executed|hanged|beheaded|drowned|shot|perished)\b"
)
"""At the end of a life, however it is told."""
_BORN = regex(r"\bborn\b")
_BORN_BY_THE_WAY = regex(r"\b(?:where|in which) [^,.;]{2,60}? was born\b(?![^,.;]*\d{4})")
_REPEATED = regex(
    r"\b(?:again|another|both|each|every|twice|also|second|third|fourth|fifth|(?:re|Re)[a-z]{4,})\b|\b(?:and|or)\b.*\d|\d{4}\D.*\b\d{4}",
    re.DOTALL,
)
"""What may tell of a second time: "in 1929 and again in 1940"."""
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
    dates = _Dates(periods(claim), periods(premise))
    missing = [q for q in lost_numbers(claim, premise) if not dates.bear_out(q.span)]
    part = _of_a_part(claim, premise)
    rivals = [
        (q.span, o.span)
        for q, o in rivalling(claim, premise)
        if not _both_may_be_true(q, o, claim, premise, dates, part)
    ]
    lost = [q.span for q in missing]
    other_periods = list(dates.others(lost))
    lost += [mine for mine, _ in other_periods if not any(span in mine for span in lost)]
    rivals += other_periods
    only_numbers = len(missing) == len(lost) > 0 and not rivals
    dropped = bool(missing) and _DROPPED.search(premise) is not None
    left_open = bool(missing) and all(_left_open(q, claim, premise, dates, part) for q in missing)
    return Compared(
        tuple(lost),
        tuple(rivals),
        left_open=(left_open or dropped) and not rivals,
        other_event=bool(lost) and not rivals and _on_other_days(missing, premise),
        worked_out=only_numbers
        and not dropped
        and not any(_not_to_be_reckoned(q, claim, premise, part) for q in missing),
        other_age=only_numbers and _at_other_ages(missing, claim, premise),
    )


@dataclass(frozen=True, slots=True)
class _Dates:
    """The periods of the claim, and those of the premise."""

    mine: tuple[Period, ...]
    have: tuple[Period, ...]

    def bear_out(self, span: Span) -> bool:
        """True if what stands there belongs to a date of the claim that one of the premise bears out."""
        return any(span in p.span for p in self.mine if self._held(p))

    def leave_open(self, span: Span) -> bool:
        """True if what stands there belongs to a date of the claim that the premise has only in a longer one."""
        return any(span in p.span and _only_within(p, self.have) for p in self.mine)

    def others(self, lost: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
        """The periods of the claim for which the premise has another one, each with that.

        Not what is settled already: a period that the premise bears out, or whose numbers are ``lost``. Of centuries only the
        number is lost, which alone says nothing against them.
        """
        for period in self.mine:
            among_lost = any(span in period.span for span in lost)
            looked_at = (
                _century(period) if among_lost else not any(p.span in period.span and self._held(p) for p in self.mine)
            )
            other = _another(period, self.mine, self.have) if looked_at else None
            if other is not None:
                yield period.span, other.span

    def _held(self, period: Period) -> bool:
        return any(period.holds(o) for o in self.have)


def _both_may_be_true(
    number: Quantity, other: Quantity, claim: str, premise: str, dates: _Dates, part: Sequence[Quantity]
) -> bool:
    """True if both may be true, a number of the claim and another one that the premise has of the same things."""
    return (
        dates.bear_out(number.span)
        or dates.leave_open(number.span)
        or _more(number, other, part)
        or _at_another_time(number, claim, other, premise)
        or between_its_years(number, premise)
        or (other.kind != number.kind and _ranged(number, premise))
        or (number.kind == YEAR and (in_an_interval(number.value, premise) or _of_what_else(claim, premise)))
        or _past_a_threshold(number, other, premise)
    )


def _of_what_else(claim: str, premise: str) -> bool:
    """True for a claim about a birth beside a premise that tells it by the way and without a year: "there he worked until 1706,
    in the town where Bach was born".
    """
    return _BORN.search(claim) is not None and _BORN_BY_THE_WAY.search(premise) is not None


def _left_open(number: Quantity, claim: str, premise: str, dates: _Dates, part: Sequence[Quantity]) -> bool:
    """True if the premise has a bound, an interval or a part that leaves the number of the claim open, or what it may be
    reckoned from.
    """
    return (
        dates.leave_open(number.span)
        or any(number.left_open_by(o) or _more(number, o, part) for o in quantities(premise))
        or may_be_reckoned(number, claim, premise)
    )


def _not_to_be_reckoned(number: Quantity, claim: str, premise: str, part: Sequence[Quantity]) -> bool:
    """True if the premise tells what would have to be another number if the claim's were true, and for the age of a group
    ("18-year-olds"): it cannot be worked out.
    """
    return (
        _told_of(number, premise)
        or _told_once(number, premise)
        or never_so_long(number, claim, premise)
        or share_of_nothing(number, premise)
        or (number.unit == AGE_GROUP and not number.ranges)
        or any(_more(number, o, part) for o in part)
    )


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


def _of_a_part(claim: str, premise: str) -> list[Quantity]:
    """The counts of the premise that are of a part only: of them, or of some time, where the claim tells of no such time."""
    timed = _IN_A_TIME.search(claim) is None
    return [o for o in quantities(premise) if (timed and _of_a_time(o, premise)) or _of_them(o, premise)]


def _of_a_time(number: Quantity, premise: str) -> bool:
    """True for a count of what happened within some time only: "won three Super Bowls in four years"."""
    return number.kind == COUNT and not number.ranges and _IN_A_TIME.match(premise, number.span.end) is not None


def _of_them(number: Quantity, premise: str) -> bool:
    """True for a count of some of those that are told of: "six of his brothers and sisters died young"."""
    return number.kind in (COUNT, PLAIN) and not number.ranges and _OF_THEM.match(premise, number.span.end) is not None


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


def _more(number: Quantity, other: Quantity, part: Sequence[Quantity]) -> bool:
    """True if the claim's count is larger than one the premise gives for a part only ("six of them", "in four years"): the
    claim may count the whole.
    """
    return other in part and number.same_kind(other) and number.value > other.value


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


def _told_once(number: Quantity, premise: str) -> bool:
    """True for "twice" beside a premise that tells of one time only: "married Rivera in August 1929"."""
    return number.kind == COUNT and "time" in number.things and number.value > 1 and not _REPEATED.search(premise)


def _only_within(period: Period, have: tuple[Period, ...]) -> bool:
    """True for 1995 beside "the 1990s", where the premise has no date that is as near as the claim's."""
    length = period.last - period.first
    return any(o.holds(period) for o in have) and not any(o.last - o.first <= length for o in have)


def _century(period: Period) -> bool:
    """True for a century or a part of one."""
    return period.last - period.first >= _CENTURY


def _another(period: Period, mine: tuple[Period, ...], have: tuple[Period, ...]) -> Period | None:
    """A period of the premise for the same event that has no day in common with the claim's; None if it has one that has."""
    century = _century(period)
    if (period.whole_years and not century) or any(period.meets(o) for o in have):
        return None
    free = [o for o in have if (century or not o.whole_years) and not any(m.meets(o) for m in mine)]
    free = [o for o in free if not (period.later and not o.later and o.last < period.first)]
    alone = all(len({p.span for p in told if not p.opens}) == 1 for told in (mine, have))
    return next((o for o in free if alone or period.near & o.near), None)


_BOUND_DENIED = regex(
    r"\b(?:(?P<does>do|does|did)(?: not|n['’]t)|(?P<may>must|may|should|shall|will|can)(?: not|n['’]t| never)"
    r"|(?P<can>can)(?:not|['’]t)|(?P<is>is|are) not to|(?-i:Never))(?:,[^.;,]{1,60},)? (?:exceed|(?P<verb>[a-z]+)"
    r" (?:(?P<less>less|fewer|shorter|lower|younger)|more|longer|higher|greater|larger|older|heavier|faster) than)"
    rf" (?=[$€£]?\d|(?:{'|'.join(SMALL[1:])})\b)",
    re.IGNORECASE,
)


_NOT_FAILING = regex(r"\b(?:(?:did|could)(?: not|n['’]t) fail|never failed) to (?P<verb>(?!be\b)[a-z]+)\b")


def _bounded(match: re.Match[str]) -> str:
    """ "Costs at most" for "does not cost more than", which a small model takes for the contrary of "costs 8 euros"; "must take
    at most" for "must not take more than", and "is at most" for "must not exceed".
    """
    verb, does, aside = match["verb"], match["does"], match["may"] or match["can"]
    aside = aside or (match["is"] and f"{match['is']} to")
    if not verb and not (does or aside or "").islower():
        return match.group()  # "Do not exceed 4 g."
    if not verb:
        many = does == "do" or re.search(r"[^s]s $", match.string[: match.start()])
        form = "was" if does == "did" else "are" if many else "is"
    elif does:
        form = {"do": verb, "does": third(verb), "did": past(verb)}[does.lower()]
    else:
        form = f"{aside} {verb}" if aside else verb
    form = form[0].upper() + form[1:] if match.group()[0].isupper() else form
    return f"{form} at {'least' if match['less'] else 'most'} "


def _without_denied_bounds(claim: str, premise: str) -> tuple[str, str]:
    """Claim and premise with "at most" for "not more than" where only one of the two says it so; the premise is left as it is
    where the claim says "more than", which a small model sees best to be denied.
    """
    said, told = (_BOUND_DENIED.search(text) is not None for text in (claim, premise))
    if said != told and (said or not any(q.strict for q in quantities(claim))):
        return _BOUND_DENIED.sub(_bounded, claim), _BOUND_DENIED.sub(_bounded, premise)
    return claim, premise


def _bound_by_denial(number: Quantity, text: str) -> bool:
    """True for a bound that is told the other way round ("must not ever exceed 4 g"): it is no bound without its
    denial, and another one in its place would be denied.
    """
    alone = quantities(number.span.of(text))[:1]
    return bool(number.bound) and bool(alone) and alone[0].bound == -number.bound


def in_same_words(claim: str, premise: str) -> tuple[str, str]:
    """Claim and premise with the numbers and dates that arithmetic finds the same written in the same way.

    A small model reads "two years" and "24 months" as two different things; so it is not asked.

    >>> in_same_words("The warranty is two years.", "The warranty is 24 months.")[0]
    'The warranty is 24 months.'
    >>> in_same_words("Costs were halved.", "Costs fell by 50 %.")[0]
    'Costs were reduced by 50 %.'
    >>> in_same_words("It was painted before 1550.", "He painted it in 1503.")[0]
    'It was painted in 1503.'
    >>> in_same_words("The price rose by 10 euros.", "The price rose from 40 to 50 euros.")[0]
    'The price rose from 40 to 50 euros.'
    >>> in_same_words("It does not cost more than 10 euros.", "It costs 8 euros.")[0]
    'It costs 8 euros.'
    >>> in_same_words("She won.", "She did not fail to win.")[1], in_same_words("One left.", "All but two of the ten left.")[1]
    ('She won.', '8 of the ten left.')
    """
    claim, premise = _without_denied_bounds(from_the_top(claim), from_the_top(premise))
    premise = with_the_others_counted(_NOT_FAILING.sub(lambda m: past(m["verb"]), premise))
    edits, others = [], []
    for number in told_beside(claim, premise):
        have = (*beside(number, premise), *single_units(premise))
        exact = number.kind in (YEAR, DAY, ORDINAL) and not number.ranges and not number.within
        if exact or any(_alike(number, claim, o, premise) for o in have):
            continue
        if number.ranges and negated(claim[: number.span.start] + claim[number.span.end :]):
            continue
        other = next((o for o in bearing_out(number, have) if _may_stand_for(o, number, premise)), None)
        if _bound_by_denial(number, claim) or (other and _bound_by_denial(other, premise)):
            continue
        if other and other.soft and _by_a_part(number, claim):
            continue  # "fell by half" beside "was halved"
        if other is not None and not number.soft and ((other.soft and other.turn) or "score" in other.span.of(premise)):
            others.append((other.span, _in_figures(premise, other, number.span.of(claim))))
        elif other is not None:
            figure = _in_figures(claim, number, other.span.of(premise))
            bare = (
                number.kind == YEAR and figure[0].isdigit() and not claim[: number.span.start].lower().endswith("in ")
            )
            figure = f"in {figure}" if bare else figure
            edits.append((_with_its_end(number, claim) if figure.startswith(("from ", "by ")) else number.span, figure))
    if not negated(claim):
        edits += [e for e in _dates(claim, premise) if not any(e[0].meets(span) for span, _ in edits)]
    return _edited(claim, edits), _edited(premise, others)


def _may_stand_for(other: Quantity, number: Quantity, premise: str) -> bool:
    """Whether a number of a premise may be written for one of a claim, which it bears out: not the 30 of "30 x 20 cm", which is
    written without its unit; and for a version only "10 or later".
    """
    if other.kind != number.kind or not number.same_kind(other) or number.other_bound(other):
        return False
    bare = other.kind == "length" and other.span.of(premise)[-1].isdigit()
    return not bare and (number.kind != NAME or bool(other.bound))


def _alike(one: Quantity, claim: str, other: Quantity, premise: str) -> bool:
    return one.agrees(other) and one.span.of(claim).lower() == other.span.of(premise).lower()


def _with_its_end(number: Quantity, claim: str) -> Span:
    """Where a number stands by which something changed, with its "by" and what it changed to: "by 10 euros to 50 euros"."""
    before = _BY_OR_FOR.search(claim[: number.span.start])
    ends = (o.span.end for o in quantities(claim) if claim[number.span.end : o.span.start] == " to ")
    return Span(before.start() if before else number.span.start, next(ends, number.span.end))


def _in_figures(text: str, number: Quantity, figure: str) -> str:
    """``figure`` in the place of a number; for a verb like "halved" with a verb of its own."""
    if number.soft and number.things == AGE:
        return f"aged {figure}" if _PASSIVE.search(text[: number.span.start]) else f"at the age of {figure}"
    if number.soft and not number.turn:
        return f"{figure} of" if _PARTS.search(figure) and _BARE.match(text, number.span.end) else figure
    if not number.soft:
        return figure
    figure = figure.lstrip("-−–+ ")
    if _by_a_part(number, text):
        return figure
    passive = _PASSIVE.search(text[: number.span.start]) or _OBJECT.match(text, number.span.end)
    verbs = ("reduced", "fell") if number.turn < 0 else ("increased", "rose")
    return f"{verbs[0] if passive else verbs[1]} by {figure}"


def _by_a_part(number: Quantity, text: str) -> bool:
    """True for the half of "fell by half"."""
    return number.soft and bool(number.turn) and BY.search(text[: number.span.start]) is not None


def _dates(claim: str, premise: str) -> list[tuple[Span, str]]:
    """The periods of the claim that hold one of the premise, with that in their place."""
    have, found = periods(premise), []
    for period in periods(claim):
        told = period.span.of(claim).lower()
        inner = [o for o in have if period.holds(o) and not o.opens]
        if (
            _PART_OF.search(claim[: period.span.start])
            or not inner
            or _one_year(period)
            or any(o.span.of(premise).lower() == told for o in inner)
        ):
            continue
        other = inner[0]
        text = other.span.of(premise)
        if other.first == other.last and _IN.search(claim[: period.span.start]):
            text = _month_of(other)
        found.append((period.span, text))
    return found


def _one_year(period: Period) -> bool:
    return period.whole_years and period.last - period.first < YEAR_LONG


def _month_of(period: Period) -> str:
    year, month, _ = parts_of(period.first)
    return f"{list(MONTHS)[month - 1].capitalize()} {year}"


def _edited(text: str, edits: list[tuple[Span, str]]) -> str:
    for span, new in sorted(edits, key=lambda e: -e[0].start):
        text = text[: span.start] + new + text[span.end :]
    return text
