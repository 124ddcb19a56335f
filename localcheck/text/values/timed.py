"""Claims that only say when something was: in which years somebody was born, died or lived, or something took place. Pure.

A small NLI model compares no centuries, and does not see that "(14 March 1879 – 18 April 1955)" says when somebody died. Such a
claim is decided by the years of a life or an event alone (``lifetimes``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import Says, negated
from localcheck.text.lexicon import ORDINAL, YEAR, in_order, nth_told
from localcheck.text.names import ONE_NAME, after_title
from localcheck.text.patterns import regex
from localcheck.text.values.dates import YEAR_LONG, day_number, days_of_years, periods
from localcheck.text.values.lifetimes import LONGEST_LIFE, Years, named, place_of_years, years_of
from localcheck.text.values.quantities import quantities
from localcheck.text.values.units import YEAR_IN_SECONDS
from localcheck.text.words import folded
from localcheck.types import Span

DONE = in_order("timed.done")
"""What is done to a thing once."""
_WORKED = in_order("timed.worked")
"""What only somebody does who is alive."""
OFFICES = "president|prime minister|chancellor|pope|emperor|king|queen|secretary-general"
"""A pattern of offices that somebody holds for some years."""
ALIVE = 1 / 3
"""Share of a life that must lie in a period if somebody is to have lived in it; less leaves that open."""
_WHAT = {
    "born": "was born|were born",
    "died": "died|passed away|was (?:murdered|killed|assassinated|executed|shot dead|shot)",
    "lived": "lived|was alive",
    "began": "began|started|broke out",
    "ended": "ended|was over|came to an end",
    "done": rf"(?:was |were )?(?:{'|'.join(DONE)})",
    "worked": rf"(?:{'|'.join(_WORKED)})(?: [^,;]{{1,50}}?)??",
    "held": rf"(?:was|served as) (?:the |an? )?(?:(?!vice)[\w-]+ )?(?P<office>(?:{OFFICES})(?: of (?:the )?{ONE_NAME})?)",
    "lasted": "took place|happened|occurred|lasted|raged|was fought|were fought|was waged|was",
}
_CLAIM = regex(
    r"^(?:The |the )?(?P<who>[^,;:]{2,60}?) (?:"
    + "|".join(f"(?P<{name}>{verbs})" for name, verbs in _WHAT.items())
    + r") (?P<when>(?:in|during|throughout|from|between) [^,;]+?)[.!]?$"
)
_AGED = regex(
    r"^(?:The |the )?(?P<who>[^,;:]{2,60}?) (?:lived to (?:be|the age of)|died at(?: the age of)?|died aged|was) "
    r"(?P<age>\d{1,3})(?: years old)?(?P<dead> when s?he died)?[.!]?$"
)
_LASTED = regex(
    r"^(?:The |the )?(?P<who>[^,;:]{2,60}?) (?:lasted|went on|dragged on|raged|was fought)(?: for)? "
    r"(?P<years>[a-z-]+|\d{1,3}) years[.!]?$"
)
_BC = regex(rf"in (?:the )?(?:year )?(?:(?P<century>{ORDINAL}) century|(?P<year>\d{{1,4}})) BCE?")
_WITHIN = regex(r"(?:in|during|throughout) (?:the )?(?:(?:years?|course) (?:of )?)?")
_FROM_TO = regex(rf"(?:from|between) (?:the year )?(?P<first>{YEAR}) (?:to|until|till|and) (?P<last>{YEAR})")
_ERA = regex(r" (?:AD|CE)(?=[.!]?$)")
_TOLD = regex(r"(?<![\d.,])(?:\d{1,4}\sBCE?\b|\d{3,4}(?![\d.,]*\d))")


@dataclass(frozen=True, slots=True)
class Timed:
    """A claim that says in which years something was."""

    who: str
    """What it is about."""
    what: str
    """A key of ``_WHAT``, "aged", or "for" of how long it lasted."""
    verb: str
    """As the claim has it."""
    first: int
    """The years as days of ``dates``: the first day, and the last one."""
    last: int
    exact: bool = False
    """Whether it names both ends ("from 1914 to 1918") and not a period in which it was."""
    office: str = ""
    """In small letters, with what it is of; empty where the claim is of none."""
    age: int = 0
    """Years that somebody is said to have lived; 0 where the claim does not say."""


@lru_cache(maxsize=4096)
def timed(claim: str) -> Timed | None:
    """In which years a claim says that something was, if it says nothing else; None for another claim, and one that denies.

    >>> timed("Albert Einstein died in the 1950s.").what, timed("It died in Rome in 1950.") is None
    ('died', True)
    """
    found = None if negated(claim) else _CLAIM.match(_ERA.sub("", claim))
    if found is None:
        return None if negated(claim) else _aged(claim)
    what = next(name for name in _WHAT if found[name])
    who, verb, when = found["who"], found[what], found["when"]
    ends, office = _FROM_TO.fullmatch(when), (found["office"] or "").lower()
    if ends is not None and what in ("lasted", "held"):
        return Timed(who, what, verb, *days_of_years(int(ends["first"]), int(ends["last"])), True, office)
    if (old := _BC.fullmatch(when)) and what in ("born", "died", "lived", "worked", "lasted", "ended", "began"):
        first, last = _before_christ(old)
        return Timed(who, what, verb, *days_of_years(first, last))
    lead, named = _WITHIN.match(when), periods(when)
    if ends is not None or lead is None or len(named) != 1 or verb == "was":
        return None
    whole = named[0].span.start <= lead.end() and named[0].span.end == len(when)
    long = named[0].last - named[0].first >= YEAR_LONG - 1
    during = "worked" if what == "held" else what  # that he held it then no life tells, but that he cannot have
    return Timed(who, during, verb, named[0].first, named[0].last) if whole and long else None


def _before_christ(when: re.Match[str]) -> tuple[int, int]:
    """The first and the last year of "in 44 BC" and "in the first century BC"."""
    if when["year"]:
        return -int(when["year"]), -int(when["year"])
    century = nth_told(when["century"])
    return -100 * century, -100 * (century - 1) - 1


def _aged(claim: str) -> Timed | None:
    """A claim that says how old somebody was at death, or how many years something lasted."""
    if found := _LASTED.match(claim):
        told = [q.value / YEAR_IN_SECONDS for q in quantities(f"{found['years']} years")]
        one = len(told) == 1 and told[0] >= 1
        return Timed(found["who"], "for", "lasted", 0, 0, age=round(told[0])) if one else None
    found = _AGED.match(claim)
    if found is None or (" was " in found.group() and not found["dead"]):
        return None
    return Timed(found["who"], "aged", "aged", 0, 0, age=int(found["age"]))


def in_those_years(claim: str, premise: str) -> Says | None:
    """``borne out`` or ``contradicted`` where the premise tells the years of what the claim is about, behind its name or after
    "from"; else None, and for claims that do not only say when.

    >>> life = "Albert Einstein. Albert Einstein (14 March 1879 – 18 April 1955) was a physicist."
    >>> in_those_years("Albert Einstein died in the 1950s.", life), in_those_years("Einstein lived in the 18th century.", life)
    ('borne out', 'contradicted')
    >>> in_those_years("The Korean War was fought from 1950 to 1953.", "Korean War. The Korean War (1950–53) was a war.")
    """
    mine = timed(claim)
    if mine is None:
        return None
    title, text = after_title(premise)
    years = None if mine.what in ("done", "held") else years_of(title, text)
    if years is None or not frozenset(folded(mine.who)) <= named(title, text):
        return None
    return held_against(mine, years)


def years_told(claim: str, title: str, quote: str) -> tuple[Span, Span] | None:
    """Where a claim says when something was, and where a quote that contradicts it does; None where it does not.

    >>> mine, other = years_told("Ada Lovelace died in the 1990s.", "", "Ada Lovelace (1815–1852) was a mathematician.")
    >>> mine.of("Ada Lovelace died in the 1990s."), other.of("Ada Lovelace (1815–1852) was a mathematician.")
    ('in the 1990s', '1815–1852')
    """
    found = _CLAIM.match(claim)
    if found is None or in_those_years(claim, f"{title.rstrip('.')}. {quote}" if title else quote) != "contradicted":
        return None
    part = place_of_years(quote)
    years = [Span(*m.span()) for m in _TOLD.finditer(quote, part.start, part.end)] or [part]
    return Span(*found.span("when")), Span(years[0].start, years[-1].end)


def held_against(mine: Timed, years: Years) -> Says | None:
    """``borne out`` or ``contradicted`` by the years that are told of what the claim is about; None where these leave it open.

    Who has died can have done nothing later, and nothing before the birth; when somebody did something no life tells.
    """
    first, last = years.first, years.last
    if mine.what in ("aged", "for"):
        lived = None if first is None or last is None or first < 0 < last else last - first
        if lived is not None and mine.what == "for":
            return "borne out" if mine.age == lived else "contradicted" if abs(mine.age - lived) > 1 else None
        return None if lived is None else "borne out" if mine.age in (lived, lived - 1) else "contradicted"
    if mine.what in ("born", "began"):
        last = first
    elif mine.what in ("died", "ended"):
        first = last
    if mine.what in ("lived", "worked", "died") and (known := years.first) is not None and years.last is None:
        return "contradicted" if _outside(mine, known) else None
    if first is None or last is None:
        return None
    begin, end = days_of_years(first, last)
    if mine.exact:
        apart = max(abs(begin - mine.first), abs(end - mine.last)) // YEAR_LONG
        return None if apart == 1 else "contradicted" if apart else "borne out"
    shared = min(end, mine.last) - max(begin, mine.first) + 1
    if shared <= 0:
        return "contradicted"
    within = shared / (end - begin + 1)
    sure = within == 1 and mine.what != "worked"
    return "borne out" if sure or (mine.what == "lived" and within >= ALIVE) else None


def _outside(mine: Timed, born: int) -> bool:
    """True if somebody who was born then cannot have lived in these years."""
    return mine.last < day_number(born) or mine.first > day_number(born + LONGEST_LIFE)
