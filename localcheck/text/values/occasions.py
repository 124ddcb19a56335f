"""What happened at another place in another year is something else: a defeat at Leipzig in 1813 is none at Waterloo. Pure."""

from __future__ import annotations

from localcheck.text.lexicon import MONTHS, YEAR
from localcheck.text.names import CAPITAL, name_words
from localcheck.text.patterns import regex

_ONCE = (
    "born died founded built created buried opened established completed named called based located invented discovered"
)
_NAME = rf"[{CAPITAL}][\w'’-]*(?: (?:(?:of|the|de|la) )?[{CAPITAL}][\w'’-]*)*"
_HELD = regex(
    rf"\b(?P<verb>(?!(?:{'|'.join(_ONCE.split())})\b)[a-z]+ed|won|lost|fought|beaten|beat|met|held|swam|ran|sang|spoke) "
    rf"(?:[a-z]+ )?(?:at|in|near) (?:the )?(?P<place>{_NAME})(?P<rest>[^.;]{{0,40}})"
)
_YEAR = regex(rf"\b{YEAR}")


def another_occasion(claim: str, premise: str) -> bool:
    """True if the premise tells what the claim tells of another place and another year only: it may have happened there, too.

    Not of what happens once: who was born in one town was not born in another.

    >>> another_occasion("He was defeated at Waterloo in 1815.", "He was defeated at Leipzig in October 1813 and abdicated.")
    True
    >>> another_occasion("He was defeated at Waterloo in 1814.", "He was defeated at Waterloo in 1815.")
    False
    >>> another_occasion("He was born in Ulm in 1880.", "He was born in Bern in 1879.")
    False
    """
    for mine in _HELD.finditer(claim):
        place, years = name_words(f"_ {mine['place']}"), set(_YEAR.findall(mine["rest"]))
        others = [m for m in _HELD.finditer(premise) if m["verb"] == mine["verb"]]
        if not place or not years or not others or mine["place"].lower() in MONTHS or place & name_words(premise):
            continue
        if all((there := set(_YEAR.findall(m["rest"]))) and not there & years for m in others):
            return True
    return False
