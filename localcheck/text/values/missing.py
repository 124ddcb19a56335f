"""Which numbers of a claim a premise lacks, and for which it has another one. Pure.

A number may be borne out that does not stand in the premise: the rest of a whole, the years between two years, and as many as
are named one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from localcheck.text.names import LISTED_APART, NAME_LIST
from localcheck.text.patterns import regex
from localcheck.text.values.changes import beside, changes
from localcheck.text.values.numbered import in_the_title
from localcheck.text.values.quantities import quantities, single_units, told_as_one
from localcheck.text.values.quantity import AGE, AGE_GROUP, COUNT, MONEY, NAME, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.reckoned import may_be_reckoned
from localcheck.text.values.relations import together
from localcheck.text.values.rests import are_the_others, is_the_rest, wholes_of_what
from localcheck.text.values.several_times import of_other_times
from localcheck.text.values.units import SHARE, TIME, YEAR_IN_SECONDS

_LIST = regex(rf"\b{NAME_LIST}")
_APART_BY = regex(
    r"(?: [a-z-]+){0,5} (?:fewer|more|less|longer|shorter|higher|lower|taller|older|younger)(?: [a-z-]+){0,5} than\b"
    r"| (?:over|above|below|under|short of|beyond) (?!\d)"
)
"""Behind a number by which two others differ: "six ships fewer than", "£1,400 over budget"."""
_EARLIER = regex(
    r"\b(?:earlier|before|previous(?:ly)?|ago|last (?:year|season|month|week|quarter|time))\b", re.IGNORECASE
)
_THAN_EARLIER = regex(
    r"(?: [a-z]+)? (?:(?P<more>more|higher|longer|above|up)|less|fewer|lower|shorter|below|down)(?: than| on)?"
    r" (?:(?:in|at|for|the|an?|one|same) ){0,3}(?:last|previous|year|month|week|quarter|season)\b"
    r"(?:$|[.,;)]| (?:earlier|before|ago|year|season|month|week|quarter|time)\b)"
)
"""Behind a number by which something differs from what it was."""
_BOTH = regex(r"\b(?:both|neither)\b", re.IGNORECASE)
"""In a premise: there are two."""
LISTED = 9
"""Things at most that are counted where a text names them."""
_IN_YEARS = {"year": 1, "decade": 4, "century": 20}
"""Units in which a time between two years is told -> how many years it may be off."""
NATURAL = 0.25
"""Nobody says "less than a century" of one year: below this share of the bound the claim is not borne out."""
_TIMES_IN_WORDS = regex(
    r"\b(?:decades?|(?<!(?:th|st|nd|rd)[ -])centur(?:y|ies)|millenni(?:um|a)|birthday|anniversary|BCE?)\b",
    re.IGNORECASE,
)
"""In a premise: it tells times otherwise than by years of our era."""
_UNTIL_NOW = regex(r"\b(?:ago|(?:last|past) (?:[\w-]+ ){1,3}(?:years|decades|century))\b", re.IGNORECASE)
"""In a claim: the year in which it was written belongs to what it counts."""
MOST_YEARS = 4
"""Between more than so many years lies nearly any length of time."""


def lost(claim: str, premise: str) -> tuple[Quantity, ...]:
    """Numbers of the claim that the premise does not have, or has of something else only."""
    have = (*quantities(premise), *single_units(premise))
    changed = (*have, *changes(premise))
    return tuple(q for q in _unmet(claim, premise) if _missed(q, changed if q.turn else have, claim, premise))


def _unmet(claim: str, premise: str) -> list[Quantity]:
    """Numbers of the claim that neither stand in the premise nor follow from it."""
    single = single_units(premise)
    return [
        q
        for q in told_beside(claim, premise)
        if not bearing_out(q, _beside(q, claim, premise, single)) and not _implied(q, claim, premise)
    ]


def _beside(number: Quantity, claim: str, premise: str, single: Sequence[Quantity] = ()) -> Sequence[Quantity]:
    """The numbers of a premise that one of a claim is held against: of five children how many sons and daughters there are, and
    of 59 of 80 patients who recovered not the 80."""
    others = [*wholes_of_what(number, claim, premise), *of_other_times(number, claim, premise)]
    return together(number, claim, premise) or [q for q in (*beside(number, premise), *single) if q not in others]


def told_beside(claim: str, premise: str) -> list[Quantity]:
    """The numbers of a claim, cents as those of the premise's currency.

    >>> [q.kind for q in told_beside("It is 30 cents.", "It is €0.30.")]
    ['money, euros']
    """
    money = next((o for o in quantities(premise) if o.kind.startswith(MONEY) and not o.unit.startswith("cent")), None)
    told = (*quantities(claim), *told_as_one(claim))
    return [q.in_money_of(money) for q in told] if money else list(told)


def bearing_out(number: Quantity, have: Sequence[Quantity]) -> list[Quantity]:
    """Those numbers of a premise that bear out a number of a claim; a limit only the same limit, where the premise has any,
    the number of a room no count where it has numbers of rooms, and a time or a share none where it has times or shares."""
    side = number.limit or number.bound
    limits = [o for o in have if side and o.limit == side and number.same_kind(o)]
    if number.kind == NAME and any(o.kind == NAME and number.same_kind(o) for o in have):
        have = [o for o in have if o.kind in (NAME, PLAIN)]
    if number.kind in (TIME, SHARE) and any(o.kind == number.kind and not o.soft for o in have):
        have = [o for o in have if o.kind != COUNT]  # "ten minutes" beside "ten requests" and "five minutes"
    return [o for o in limits or have if number.agrees(o)]


def _missed(number: Quantity, have: Sequence[Quantity], claim: str, premise: str) -> bool:
    """False for the rest of a whole, and for words that are often no number where the premise has none of that kind."""
    same = [o for o in have if o.kind == number.kind]
    if number.kind == SHARE and same:
        return not all(is_the_rest(number, o, claim, premise) for o in same)
    return not number.soft or any(number.same_kind(o) for o in same)


def rivalling(claim: str, premise: str) -> tuple[tuple[Quantity, Quantity], ...]:
    """The numbers of the claim for which the premise has another one, each with that; not what may be reckoned from two."""
    mine = quantities(claim)
    return tuple(
        (q, o)
        for q in _unmet(claim, premise)
        if not may_be_reckoned(q, claim, premise)
        for o in _beside(q, claim, premise)
        if not in_the_title(o.span, premise)
        and not any(m.agrees(o) for m in mine)
        and q.same_kind(o)
        and q.excludes(o)
        and _meets(q, o, claim, premise)
    )


def _meets(number: Quantity, other: Quantity, claim: str, premise: str) -> bool:
    """True if another number speaks against a claim's: a rank or a share is none of a plain number or of a count, and a bound
    with a unit or the ages of a group are none of a number without one."""
    if number.kind == other.kind:
        return not is_the_rest(number, other, claim, premise)
    ranges = number.ranges or other.ranges
    if ranges and (number.bare_beside(other) or AGE_GROUP in (number.unit, other.unit)):
        return False
    return not {number.kind, other.kind} & {ORDINAL, SHARE}


def _implied(number: Quantity, claim: str, premise: str) -> bool:
    return (
        _listed(number, claim, premise)
        or (
            number.value == 2
            and number.kind in (COUNT, PLAIN)
            and not number.ranges
            and _BOTH.search(premise) is not None
        )
        or _between_years(number, premise)
        or _is_the_difference(number, claim, premise)
        or are_the_others(number, claim, premise)
        or _was_before(number, claim, premise)
    )


def _is_the_difference(number: Quantity, claim: str, premise: str) -> bool:
    """True for "six ships fewer than" beside 27 and 33: which of the two is more, a reader has to see."""
    if number.ranges or number.bound or not _APART_BY.match(claim, number.span.end):
        return False
    have = [q.value for q in quantities(premise) if q.kind in (number.kind, PLAIN)]
    return any(abs(abs(a - b) - number.value) <= number.within for a, b in combinations(have, 2))


def _was_before(number: Quantity, claim: str, premise: str) -> bool:
    """True for the 389 of an earlier time beside "412, 23 more than a year earlier".

    >>> now = "412 people work here, 23 more than a year earlier."
    >>> [_was_before(q, c, now) for c in ("A year earlier it had 389.", "A year ago 435.") for q in quantities(c)]
    [True, False]
    """
    return (
        not (number.ranges or number.bound)
        and any(
            (number.same_kind(o) or {number.kind, o.kind} <= {COUNT, PLAIN})
            and abs(earlier - number.told) <= 1e-6 * number.told
            for o, earlier in _told_earlier(premise)
        )
        and _EARLIER.search(claim) is not None
    )


@lru_cache(maxsize=256)  # asked of each number of a claim
def _told_earlier(premise: str) -> tuple[tuple[Quantity, float], ...]:
    """The numbers of a premise from which others tell how far they are from earlier ones, each with that."""
    have = quantities(premise)
    by = [(q, -1 if than["more"] else 1) for q in have if (than := _THAN_EARLIER.match(premise, q.span.end))]
    return tuple((o, o.told + turn * q.told) for q, turn in by for o in have if o.span.end <= q.span.start)


def told_before(claim: str, premise: str) -> bool:
    """Whether a number of a claim is what a premise tells for an earlier time by how far that is from now."""
    return any(_was_before(number, claim, premise) for number in quantities(claim))


def _between_years(number: Quantity, premise: str) -> bool:
    """True for a length of time, or an age, in years that lies between two years of the premise, give or take one; a bound
    only between the only two.

    >>> _between_years(quantities("It lasted ten years.")[0], "Vienna was occupied from 1945 to 1955.")
    True
    """
    years = _years(premise)
    most = 2 if number.ranges else MOST_YEARS
    return number.kind == TIME and number.unit in _IN_YEARS and len(years) <= most and _is_between(number, years)


def never_so_long(number: Quantity, claim: str, premise: str) -> bool:
    """True for a length of time in years that cannot be worked out from the premise: no two years lie so far apart.

    >>> never_so_long(quantities("It lasted 200 years.")[0], "It lasted 200 years.", "It broke out in 1783.")
    True
    """
    if number.kind != TIME or number.unit not in _IN_YEARS or number.things == AGE:
        return False
    if _TIMES_IN_WORDS.search(premise) or _UNTIL_NOW.search(claim):
        return False
    return not _is_between(number, _years(premise) | _years(claim))


def between_its_years(age: Quantity, premise: str) -> bool:
    """True for an age that lies between two years of the premise: somebody may have been so old in the second of them.

    >>> lived = "Born in 1819, she was crowned in 1838, at the age of 18, and died in 1901."
    >>> between_its_years(quantities("She died at the age of 81.")[0], lived)
    True
    """
    return age.things == AGE and age.unit in _IN_YEARS and _is_between(age, _years(premise))


def _years(text: str) -> set[float]:
    return {one.value for one in quantities(text) if one.kind == YEAR and not one.bound}


def _is_between(number: Quantity, years: set[float]) -> bool:
    """True if so many years lie between two of ``years``."""
    low, high = number.ends
    low = max(low, NATURAL * high) if number.bound < 0 else low
    near = _IN_YEARS[number.unit]
    lengths = (abs(a - b) * YEAR_IN_SECONDS for a, b in combinations(years, 2))
    return any(low - near * YEAR_IN_SECONDS <= length <= high + near * YEAR_IN_SECONDS for length in lengths)


def _listed(number: Quantity, claim: str, premise: str) -> bool:
    """True for a small count of what a premise names one by one: "two other people" beside "Fleming, Florey and Chain"."""
    if number.kind not in (COUNT, PLAIN) or number.ranges or not 1 < number.value <= LISTED:
        return False
    others = claim[number.span.end :].startswith(" other")
    lists = (m.group() for m in _LIST.finditer(premise))
    return any(" and " in named and len(LISTED_APART.split(named)) == number.value + others for named in lists)
