"""Which numbers of a claim a premise lacks, and for which it has another one. Pure.

A number may be borne out that does not stand in the premise: the rest of a whole, the years between two years, and as many as
are named one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations

from localcheck.text.facts import negated, negated_around
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import FUNCTION_WORDS
from localcheck.text.names import LISTED_APART, NAME_LIST
from localcheck.text.patterns import regex
from localcheck.text.values.changes import beside, changes
from localcheck.text.values.families import together
from localcheck.text.values.numbered import in_a_name, in_the_title
from localcheck.text.values.opposites import PAIRS, opposite_words
from localcheck.text.values.quantities import quantities, single_units, told_as_one
from localcheck.text.values.quantity import AGE, AGE_GROUP, COUNT, MONEY, NAME, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.reckoned import may_be_reckoned
from localcheck.text.values.says import Says
from localcheck.text.values.units import SHARE, TIME, YEAR_IN_SECONDS
from localcheck.text.words import STEM, folded

_LIST = regex(rf"\b{NAME_LIST}")
TIMES = frozenset({"time"})
""" "Hit four times" may count the same things as "14 shots"."""
_APART_BY = regex(
    r"(?: [a-z-]+){0,5} (?:fewer|more|less|longer|shorter|higher|lower|taller|older|younger)(?: [a-z-]+){0,5} than\b"
)
"""Behind a number by which two others differ: "six ships fewer than"."""
_ALL_BUT = regex(
    r"\b(?:all|every|each|every(?:one|body))(?: (?!but\b)[\w’'-]+){0,3} (?:but|except(?: for)?|save(?: for)?) $",
    re.IGNORECASE,
)
_ALL_BUT_OF = regex(r"\b[Aa]ll but $")
_OF_THE = regex(r" of (?:the|its|his|her|their|these|those) ")
_SHORTLY = regex(r"\b(?:hours?|days?|weeks?|months?|shortly|just) $")
LISTED = 9
"""Things at most that are counted where a text names them."""
_PARTS_IN_WORDS = regex(
    r"\b(?:most(?:ly)?|majority|minority|few(?:er|est)?|mainly|all|every|each|none|no|both|thirds?|percentage|proportion"
    r"|in (?:three|four|five|ten))\b",
    re.IGNORECASE,
)
_ADJUNCT = regex(r" (?:after|before|by|during|in|at|on|since) ")
"""Before what only says when, where or by whom something was."""
_NOTHING_BETWEEN = tuple(one | other for one, other in PAIRS if (one | other) & {"survive", "guilty", "accepted"})
"""Opposites of which one is true of everybody."""
_LOST, _LEFT = (
    frozenset("lost destroyed".split()),
    frozenset("remain remains remained survive survives survived".split()),
)
"""Opposites of the shares of a thing only: who has lost may remain."""
REST = 0.02
"""How far two shares may be from making a whole; those in figures a quarter of it."""
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
_BY_THEN = regex(r"\b(?:[Bb]y|[Bb]efore)(?: the (?:end|beginning|start) of)? $")
"""Before the year up to which something had not happened."""
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
        if not any(
            not _excepted_from_it(q, o, claim, premise) for o in bearing_out(q, _beside(q, claim, premise, single))
        )
        and not _implied(q, claim, premise)
    ]


def _beside(number: Quantity, claim: str, premise: str, single: Sequence[Quantity] = ()) -> Sequence[Quantity]:
    """The numbers of a premise that one of a claim is held against: of five children how many sons and daughters there are."""
    return together(number, claim, premise) or (*beside(number, premise), *single)


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
    and the number of a room no count where it has numbers of rooms."""
    side = number.limit or number.bound
    limits = [o for o in have if side and o.limit == side and number.same_kind(o)]
    if number.kind == NAME and any(o.kind == NAME and number.same_kind(o) for o in have):
        have = [o for o in have if o.kind in (NAME, PLAIN)]
    return [o for o in limits or have if number.agrees(o)]


def _missed(number: Quantity, have: Sequence[Quantity], claim: str, premise: str) -> bool:
    """False for the rest of a whole, and for words that are often no number where the premise has none of that kind."""
    same = [o for o in have if o.kind == number.kind]
    if number.kind == SHARE and same:
        return not all(_the_rest(number, o, claim, premise) for o in same)
    return not number.soft or any(number.same_kind(o) for o in same) or share_of_nothing(number, premise)


def share_of_nothing(number: Quantity, premise: str) -> bool:
    """True for "fewer than half" beside a premise that tells no share, in figures or words, and no two counts that make it.

    >>> half = quantities("Fewer than half of them were hit.")[0]
    >>> share_of_nothing(half, "It has 300 inhabitants."), share_of_nothing(half, "He fired 14 shots and hit four times.")
    (True, False)
    """
    if number.kind != SHARE or not (number.soft and number.bound) or number.turn or _PARTS_IN_WORDS.search(premise):
        return False
    told = quantities(premise)
    counts = sorted((q for q in told if q.kind in (COUNT, PLAIN) and q.value > 0), key=lambda q: q.value)
    alike = ((a, b) for a, b in combinations(counts, 2) if _of_one_kind(a.things, b.things))
    made = (replace(number, value=a.value / b.value, bound=0, strict=False) for a, b in alike)
    return not any(q.kind == SHARE for q in told) and not any(number.agrees(share) for share in made)


def _of_one_kind(things: frozenset[str], others: frozenset[str]) -> bool:
    return not things or not others or bool(things & others or TIMES & (things | others))


def _the_rest(share: Quantity, other: Quantity, claim: str, premise: str) -> bool:
    """True for two shares that make a whole: "three quarters had none" beside "26 % have one". Only a reader sees what of; but
    15 % and 85 % that "were destroyed" cannot both be.
    """
    near = min(max(share.within, REST if share.soft else REST / 4), 2 * REST)
    if share.kind != SHARE or other.kind != SHARE or share.turn or other.turn:
        return False
    return abs(share.value + other.value - 1.0) <= near and (share.soft or not _of_the_same(share, claim, premise))


def rest_of_a_whole(claim: str, premise: str) -> bool:
    """True if a share of the claim, in figures, and one of the premise make a whole and are told otherwise, and of counts if
    the premise has the whole.

    >>> rest_of_a_whole("Only 15 percent were left standing.", "It destroyed 85 percent of the houses.")
    True
    >>> rest_of_a_whole("Three judges agreed.", "Two of the five judges disagreed.")
    True
    """
    have = quantities(premise)
    mine = [q for q in quantities(claim) if not q.soft and not any(q.agrees(o) for o in have)]
    return any(any(_the_rest(q, o, claim, premise) for o in have) or _are_the_others(q, claim, premise) for q in mine)


def of_the_opposite_rest(claim: str, premise: str) -> Says | None:
    """Whether the two tell the opposite of two shares that make a whole ("a third survive", "two thirds die"): ``borne out``
    where they tell nothing else, ``unsaid`` where one of them does; None where they do not, and where there is a third way.

    >>> of_the_opposite_rest("A third of the seedlings survive.", "Two thirds of the seedlings die.")
    'borne out'
    >>> of_the_opposite_rest("Two thirds of the seedlings survive.", "Two thirds of the seedlings die.")
    """
    mine, its = ([q for q in quantities(text) if q.kind == SHARE] for text in (claim, premise))
    if len(mine) != 1 or len(its) != 1 or any(q.ranges or q.turn for q in (*mine, *its)):
        return None
    whole = abs(mine[0].value + its[0].value - 1.0) <= REST / 4
    opposites = _opposites_of_shares(claim, premise)
    if not whole or opposites is None:
        return None
    rest = (text[: q.span.start] + text[q.span.end :] for text, q in ((claim, mine[0]), (premise, its[0])))
    one, other = ({stem(w) for w in _telling(text) if w not in opposites} for text in rest)
    return "borne out" if one == other else "unsaid"


def _opposites_of_shares(claim: str, premise: str) -> tuple[str, str] | None:
    """A word of the claim and its opposite in the premise, of which one is true of each part of a thing; None without them.

    >>> _opposites_of_shares("Two thirds are lost.", "A third remains."), _opposites_of_shares("Two won.", "Two lost.")
    (('lost', 'remains'), None)
    """
    found = opposite_words(claim, premise)
    if found is not None and any(set(found) <= pair for pair in _NOTHING_BETWEEN):
        return found
    mine, its = (frozenset(folded(text)) & (_LOST | _LEFT) for text in (claim, premise))
    apart = len(mine) == len(its) == 1 and (mine <= _LOST) != (its <= _LOST)
    return (min(mine), min(its)) if apart and not negated(claim) and not negated(premise) else None


def _of_the_same(share: Quantity, claim: str, premise: str) -> bool:
    """True if the verb before the share ("destroyed 15 %"), or the last word that is told of it ("15 % were destroyed by …"),
    is in the premise, and both deny or neither does: both tell the same of their shares.
    """
    behind = _ADJUNCT.split(claim[share.span.end :], maxsplit=1)[0]
    told, verb = _telling(behind)[-1:], [w for w in _telling(claim[: share.span.start])[-1:] if w.endswith("ed")]
    have = {stem(w)[:STEM] for w in _telling(premise)}
    return any(stem(w)[:STEM] in have for w in (*told, *verb)) and negated(claim) == negated(premise)


def _telling(text: str) -> list[str]:
    return [w for w in folded(text) if w not in FUNCTION_WORDS and not w.isdigit()]


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
        return not _the_rest(number, other, claim, premise)
    ranges = number.ranges or other.ranges
    if ranges and (number.bare_beside(other) or AGE_GROUP in (number.unit, other.unit)):
        return False
    return not {number.kind, other.kind} & {ORDINAL, SHARE}


def _implied(number: Quantity, claim: str, premise: str) -> bool:
    return (
        _listed(number, claim, premise)
        or _between_years(number, premise)
        or _is_the_difference(number, claim, premise)
        or _are_the_others(number, claim, premise)
        or _before_a_birthday(number, premise)
        or _not_yet(number, claim, premise)
        or (number.kind == ORDINAL and in_a_name(number.span, claim, premise))
    )


def _is_the_difference(number: Quantity, claim: str, premise: str) -> bool:
    """True for "six ships fewer than" beside 27 and 33: which of the two is more, a reader has to see."""
    if number.ranges or number.bound or not _APART_BY.match(claim, number.span.end):
        return False
    have = [q.value for q in quantities(premise) if q.kind in (number.kind, PLAIN)]
    return any(abs(abs(a - b) - number.value) <= number.within for a, b in combinations(have, 2))


def _are_the_others(number: Quantity, claim: str, premise: str) -> bool:
    """True for "eight passed" beside "all but two of the ten passed", and for "three agreed" beside "two of five disagreed":
    what is left of a whole, unless the premise tells of the part what the claim tells of the rest.

    >>> _are_the_others(quantities("Eight passed.")[0], "Eight passed.", "All but two of the ten passed.")
    True
    """
    if number.kind not in (COUNT, PLAIN) or number.ranges:
        return False
    counts = [q for q in quantities(premise) if q.kind in (COUNT, PLAIN) and not q.ranges]
    pairs = ((part, whole) for part, whole in permutations(counts, 2) if whole.value - part.value == number.value)
    return any(
        _excepted(part, premise)
        or (_OF_THE.fullmatch(premise[part.span.end : whole.span.start]) and not _of_the_same(number, claim, premise))
        for part, whole in pairs
    )


def _excepted_from_it(number: Quantity, other: Quantity, claim: str, premise: str) -> bool:
    """True for the two of "all but two passed" beside a claim that two passed."""
    return _excepted(other, premise) and not _excepted(number, claim) and _of_the_same(number, claim, premise)


def _excepted(number: Quantity, text: str) -> bool:
    """True for the two of "all but two"."""
    return _ALL_BUT.search(text[max(0, number.span.start - 40) : number.span.start]) is not None


def with_the_others_counted(text: str) -> str:
    """The text with how many "all but two of the ten" are in its place.

    >>> with_the_others_counted("All but two of the ten pupils passed.")
    '8 of the ten pupils passed.'
    """
    for part, whole in reversed(list(pairwise(quantities(text)))):
        lead = _ALL_BUT_OF.search(text, max(0, part.span.start - len("all but ")), part.span.start)
        if lead and part.value < whole.value and _OF_THE.fullmatch(text[part.span.end : whole.span.start]):
            text = f"{text[: lead.start()]}{whole.value - part.value:g}{text[part.span.end :]}"
    return text


def _before_a_birthday(number: Quantity, premise: str) -> bool:
    """True for an age of 79 beside "three days before her 80th birthday"."""
    if number.things != AGE or number.ranges:
        return False
    turned = (q for q in quantities(premise) if q.kind == ORDINAL and q.strict and q.value == number.told + 1)
    return any(_SHORTLY.search(premise[: q.span.start]) for q in turned)


def _not_yet(number: Quantity, claim: str, premise: str) -> bool:
    """True for the year in "had not been built by 1990" beside a premise that tells of later years only."""
    if number.kind != YEAR or number.ranges or not negated_around(claim, number.span.start):
        return False
    return bool(_BY_THEN.search(claim, 0, number.span.start)) and min(_years(premise), default=0) > number.value


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
