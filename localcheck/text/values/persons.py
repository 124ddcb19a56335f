"""Claims on whether somebody died young or grew old, and on a man or a woman, held against one article. Pure.

Readers see "died at the age of 90" beside "died young" and take the shared word for support; and "the son of Henry VIII" beside
"Her father was King Henry VIII", since both have a child and a father.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.text.lexicon import MEN, WOMEN
from localcheck.text.patterns import regex
from localcheck.text.values.lifetimes import LONGEST_LIFE, Years
from localcheck.types import Span

YOUNG, OLD = (40, 60), (75, 50)
"""Years up to which somebody surely died young, and from which on surely not; the same of growing old, the other way round."""
SENTENCES = 60
"""Of an article that are looked at."""
ENOUGH, MOST = 3, 0.8
"""An article is about a woman where so many sentences begin with "she" or "her", and they are this share of those that begin
with a pronoun; likewise about a man."""

_WHO = r"^(?P<who>[A-Z][^,;:]{1,60}?)"
_TAIL = r"(?: (?:in|of|on|from|after|at|for) [^,;:]{2,40})?[.!]?$"
_VERY = r"(?:very |quite |rather |tragically )?"
_DENIED = r"(?P<not>did not |didn['’]t |never )?"
_DIED_YOUNG = regex(
    rf"{_WHO} {_DENIED}(?:(?:died?|passe?d? away) (?:{_VERY}young|at an? {_VERY}(?:young|early) age|in (?:his|her) youth)"
    rf"|ha[dv]e? a(?: {_VERY})? ?short life|liv(?:ed|e) a {_VERY}short life){_TAIL}"
)
_GREW_OLD = regex(
    rf"{_WHO} {_DENIED}(?:lived? to (?:be )?(?:an? )?{_VERY}(?:ripe old|ripe|great|old|advanced)(?: age)?"
    rf"|reach(?:ed)? (?:an? )?{_VERY}(?:ripe old|ripe|great|old|advanced) age|(?:died?|passe?d? away) (?:{_VERY}old"
    rf"|(?:at|of) (?:an? )?{_VERY}(?:ripe old|ripe|great|old|advanced) age)|liv(?:ed|e) a {_VERY}long life){_TAIL}"
)
_MAN, _WOMAN = "|".join(sorted(MEN - {"father"})), "|".join(sorted(WOMEN - {"mother"}))
"""A river may be the father of waters, and a city the mother of parliaments."""
_CALLED = regex(
    rf"{_WHO} (?:was|is|became) (?:the|an?|[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){{0,4}}['’]s?)"
    r" (?:(?!(?:of|and|or|in|to|by|for|with|who) )[a-z-]+ ){0,3}?"
    rf"(?:(?P<man>{_MAN})|(?P<woman>{_WOMAN}))(?= (?:of|who|and|in|to|from)\b|[.,;!]|$)"
)
_HE, _SHE = frozenset(("He", "His")), frozenset(("She", "Her"))
_WORD = regex(r"[A-Z][a-z]+")


@dataclass(frozen=True, slots=True)
class Lifespan:
    """A claim that somebody died young, or grew old."""

    who: str
    young: bool
    """True for "died young", False for "lived to a great age"."""
    denied: bool
    """True for "did not …"."""


@dataclass(frozen=True, slots=True)
class Called:
    """A claim that calls somebody a man or a woman by what it says that they were."""

    who: str
    woman: bool


def lifespan(claim: str) -> Lifespan | None:
    """Whose life a claim calls short or long, in words; None for any other claim.

    >>> lifespan("Florence Nightingale died young.")
    Lifespan(who='Florence Nightingale', young=True, denied=False)
    >>> lifespan("Mozart did not live to a great age.")
    Lifespan(who='Mozart', young=False, denied=True)
    >>> lifespan("Her brother, who died young, was a painter.") is None
    True
    """
    for young, form in ((True, _DIED_YOUNG), (False, _GREW_OLD)):
        if (found := form.match(claim)) is not None:
            return Lifespan(found["who"], young, found["not"] is not None)
    return None


def lived(what: Lifespan, life: Years) -> bool | None:
    """Whether the years of a life bear a claim out; None where they are not known, or where people may call it either."""
    if life.first is None or life.last is None or not 0 <= life.last - life.first <= LONGEST_LIFE:
        return None
    age = life.last - life.first
    if what.young:
        held = True if age <= YOUNG[0] else False if age >= YOUNG[1] else None
    else:
        held = True if age >= OLD[0] else False if age <= OLD[1] else None
    return None if held is None else held is not what.denied


def called_man_or_woman(claim: str) -> Called | None:
    """Whom a claim calls a man or a woman; None for any other claim.

    >>> called_man_or_woman("Elizabeth I was the son of Henry VIII.")
    Called(who='Elizabeth I', woman=False)
    >>> called_man_or_woman("Ada Lovelace was Byron's only daughter.")
    Called(who='Ada Lovelace', woman=True)
    >>> called_man_or_woman("Galileo was a man-made satellite."), called_man_or_woman("Elizabeth I was not a man.")
    (None, None)
    """
    found = _CALLED.match(claim)
    return None if found is None else Called(found["who"], found["woman"] is not None)


def told_of(text: str, sentences: Sequence[Span]) -> tuple[bool, Span] | None:
    """Whether an article is about a woman, and the first sentence that says so; None where it is not plain."""
    begun: dict[bool, list[Span]] = {True: [], False: []}
    for span in sentences[:SENTENCES]:
        word = _WORD.match(span.of(text))
        if word is not None and word[0] in _HE | _SHE:
            begun[word[0] in _SHE].append(span)
    woman = len(begun[True]) > len(begun[False])
    most = len(begun[woman])
    plain = most >= ENOUGH and most >= MOST * (most + len(begun[not woman]))
    if not plain:
        return None
    plainly = [span for span in begun[woman] if span.of(text).startswith(("He ", "She "))]
    return woman, (plainly or begun[woman])[0]
