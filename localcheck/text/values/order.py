"""Which of two values that articles tell is greater, or later, and what a claim that compares them is then. Pure.

Which of two articles' subjects has more of something, by the rank that each is said to have among the same things: "K2 is the
second highest mountain in the world" and "Kangchenjunga is the third highest mountain in the world".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from localcheck.text.patterns import regex
from localcheck.text.values.comparisons import ALIVE, LIVED, NUMBERS, SAID, WHICH_FIRST, YEARS_LIVED, Comparison
from localcheck.text.values.gaps import ANY, fits
from localcheck.text.values.measures import FIRST, LAST, NTH, Measured, of_the_subject
from localcheck.text.values.ranks import EVERYWHERE, ranks
from localcheck.text.words import folded
from localcheck.types import Span

Values = Mapping[str, Measured]
Held = tuple[bool, str, str] | None
"""Whether a comparison is so, and by which value of each; None where that is open."""
CLEARLY = {"height": 1.01, "length": 1.03, "distance": 1.03, "population": 1.2, "mass": 1.2}
CLEARLY |= dict.fromkeys(("area", "diameter", "depth"), 1.1) | dict.fromkeys(NUMBERS, 1.01)
"""By which factor two values must differ: articles round them, and are of other years."""
BUILT = frozenset(("built", "completed", "opened"))
FEW_YEARS = 2
"""Between what is built, and then opened."""

_SECOND = regex(
    r"^(?:The )?(?P<who>[^,;()]{2,40}?)(?: ?\([^()]*\))?,? (?:is|was) (?:the |its )?(?:second|third|fourth|fifth)[- ]"
    r"(?P<word>[a-z]+est|most populous)\b[^.;]{0,60}?,? (?:after|behind) (?:the )?(?P<ahead>[A-Z][^.;]*)"
)
"""What comes second, and behind what."""


def holds(claim: Comparison, one: Values, other: Values) -> Held:
    """Whether what a claim compares is so, and by which value of each; None where the values of the two do not settle it."""
    held = _holds(claim, one, other)
    return (not held[0], *held[1:]) if held is not None and claim.denied else held


def _holds(claim: Comparison, one: Values, other: Values) -> Held:
    if claim.of == LIVED:
        return _lives(claim.sign, one, other)
    if claim.of == YEARS_LIVED:
        return _years_lived(claim.sign, one, other)
    if claim.of == ALIVE:
        return _alive(claim, one, other)
    if claim.of in (WHICH_FIRST, "age"):
        return _later(claim, one, other)
    found = {name: _order(CLEARLY[name], one[name], other[name]) for name in one.keys() & other.keys()}
    if len(orders := {*found.values()}) != 1 or 0 in orders:
        return None
    return orders == {claim.sign}, min(found), min(found)


def behind(of: str, title: str, sentence: str, name: str) -> int:
    """-1 where a sentence about ``title`` says that it has less of this than ``name``, 1 where more; 0 where it does not say.

    >>> danube = "The Danube is the second-longest river in Europe, after the Volga."
    >>> behind("length", "Danube", danube, "Volga"), behind("length", "Danube", danube, "Rhine")
    (-1, 0)
    >>> behind("size", "Monaco", "It is the second-smallest country in the world, after Vatican City.", "Vatican City")
    1
    """
    found = _SECOND.match(sentence)
    if found is None or (found["who"] != "It" and folded(found["who"]) != folded(title)):
        return 0
    word = found["word"]
    what, sign = SAID.get("populous" if word == "most populous" else f"{word[:-3]}er", ("", 0))
    ahead = folded(found["ahead"])
    wanted = folded(name)
    return -sign if what == of and wanted and ahead[: len(wanted)] == wanted else 0


def _later(claim: Comparison, one: Values, other: Values) -> Held:
    """Which came later, by the first values of each that can be held against one another: a number of an office is no year."""
    told = ((mine, its) for mine in claim.sides[0] if mine in one for its in claim.sides[1] if its in other)
    pair = next((p for p in told if p[0].startswith(NTH) == p[1].startswith(NTH)), None)
    if pair is None:
        return None
    mine, its = (values[value] for values, value in zip((one, other), pair, strict=True))
    if claim.sign == 0:
        same = _same(claim.unit, mine, its)
        return None if same is None else (same, *pair)
    order = (mine.low > its.high) - (mine.high < its.low)
    exact = mine.low == mine.high and its.low == its.high
    if frozenset(pair) <= BUILT and len({*pair}) == 2 and abs(mine.low - its.low) <= FEW_YEARS:
        return None
    if order and order == claim.sign and claim.gap != ANY:
        years = exact and not pair[0].startswith(NTH)
        apart = fits(abs(mine.low - its.low), claim.gap) if years else None
        return None if apart is None else (apart, *pair)
    if not order and exact and fits(0, claim.gap) is False:
        return False, *pair
    return (order == claim.sign, *pair) if order else None


def _same(unit: int, one: Measured, other: Measured) -> bool | None:
    """Whether two years are of one year, decade or century; that they are of one day no years tell."""
    ends = [end if unit < 2 else (end - (unit == 100)) // unit for end in (one.low, one.high, other.low, other.high)]
    if ends[0] > ends[3] or ends[1] < ends[2]:
        return False
    return True if unit and len({*ends}) == 1 else None


def _order(factor: float, one: Measured, other: Measured) -> int:
    """1 where the first has more, -1 where less; 0 where that is open."""
    return (one.low > other.high * factor) - (other.low > one.high * factor)


def _lives(sign: int, one: Values, other: Values) -> Held:
    """Of two whose lives overlap neither lived before the other; of two whose lives do not none saw the other."""
    if LAST in one and FIRST in other and one[LAST].high < other[FIRST].low:
        return sign == -1, LAST, FIRST
    if FIRST in one and LAST in other and one[FIRST].low > other[LAST].high:
        return sign == 1, FIRST, LAST
    if sign and all(v in values for v in (FIRST, LAST) for values in (one, other)):
        apart = {(one[v].low > other[v].high) - (one[v].high < other[v].low) for v in (FIRST, LAST)}
        if apart == {-sign}:
            return False, FIRST, FIRST
    return None


def _years_lived(sign: int, one: Values, other: Values) -> Held:
    """Which of two lives was longer, by two years at least."""
    ends = [values[v] for values in (one, other) for v in (FIRST, LAST) if v in values]
    if len(ends) != 4 or any(end.low != end.high for end in ends):
        return None
    apart = (ends[1].low - ends[0].low) - (ends[3].low - ends[2].low)
    return ((apart > 0) == (sign > 0), LAST, LAST) if abs(apart) > 1 else None


def _alive(claim: Comparison, one: Values, other: Values) -> Held:
    """Whether somebody was alive, or dead, when something happened; None in the year of the birth or the death."""
    happened = next((v for v in claim.sides[1] if v in other), "")
    if not happened or FIRST not in one or LAST not in one:
        return None
    year, born, died = other[happened], one[FIRST], one[LAST]
    if year.low > died.high:
        return claim.sign < 0, LAST, happened
    if year.high < born.low:
        return False, FIRST, happened
    return (claim.sign > 0, LAST, happened) if born.high < year.low and year.high < died.low else None


OPENING = 6
"""Sentences of an article in which its rank is looked for."""
_BY = regex(r"[^.;,]{0,60}? (?:by|in terms of|in) (?P<what>[a-z]+(?: [a-z]+)?)")
"""Behind a superlative: in what it is the largest."""
_OF_SIZE, _OF_PEOPLE = ("area", "land area", "total area", "size", "surface area"), ("population",)
_CITIES = frozenset(("city", "town"))
Places = Mapping[tuple[str, frozenset[str]], tuple[int, int, Span]]
"""Noun and names of where -> rank, 1 where the first of them has most and -1 where it has least, and the sentence."""


def ranked(of: str, title: str, text: str, sentences: Sequence[Span]) -> Places:
    """The ranks that an article gives its subject in what is compared ("height").

    >>> said = "K2 is the second highest mountain in the world."
    >>> [(noun, sorted(where), told[:2]) for (noun, where), told in ranked("height", "K2", said, [Span(0, 47)]).items()]
    [('mountain', ['earth', 'world'], (2, 1))]
    """
    found: dict[tuple[str, frozenset[str]], tuple[int, int, Span]] = {}
    for span in of_the_subject(title, text, sentences[:OPENING]):
        said = span.of(text)
        for rank in ranks(said):
            word = "populous" if rank.word == "most populous" else f"{rank.word[:-3]}er"
            what, sign = SAID.get(word, ("", 0))
            by = _BY.match(said, rank.span.end)
            if what == "size":
                what = _size(rank.noun, by["what"] if by else "")
            whole = rank.rank and rank.noun and rank.where and not rank.part
            if what == of and whole:
                where = EVERYWHERE if rank.where & EVERYWHERE else rank.where
                found.setdefault((rank.noun, where), (rank.rank, sign, span))
    return found


def _size(noun: str, by: str) -> str:
    """What "largest" says: of a city that most people live there, of others their area, unless it says by what."""
    if by.startswith(_OF_PEOPLE) or (noun in _CITIES and not by.startswith(_OF_SIZE)):
        return "population"
    return "size"


def ahead(one: Places, other: Places) -> tuple[int, Span, Span] | None:
    """1 where the first has more, -1 where less, with the two sentences; None where they are not ranked among the same."""
    for among in one.keys() & other.keys():
        (mine, sign, first), (its, its_sign, second) = one[among], other[among]
        if sign == its_sign and mine != its:
            return (sign if mine < its else -sign), first, second
    return None
