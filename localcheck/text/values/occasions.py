"""What happened at another place in another year is something else: a defeat at Leipzig in 1813 is none at Waterloo; nor are
the dead of a storm those of a war. Pure.
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import MONTHS, YEAR
from localcheck.text.names import ONE_NAME, name_words, words_within
from localcheck.text.patterns import regex

_ONCE = (
    "born died founded built created buried opened established completed named called based located invented discovered"
)
_HELD = regex(
    rf"\b(?P<verb>(?!(?:{'|'.join(_ONCE.split())})\b)[a-z]+ed|won|lost|fought|beaten|beat|met|held|swam|ran|sang|spoke) "
    rf"(?:[a-z]+ )?(?:at|in|near) (?:the )?(?P<place>{ONE_NAME})(?P<rest>[^.;]{{0,40}})"
)
_YEAR = regex(rf"\b{YEAR}")
_DISASTERS = (
    "storm hurricane cyclone typhoon tornado blizzard",
    "flood flooding tsunami",
    "earthquake quake aftershock",
    "landslide mudslide avalanche",
    "eruption",
    "fire wildfire blaze explosion blast",
    "crash accident collision derailment disaster sinking shipwreck wreck explosion fire",
    "war battle siege invasion fighting campaign raid bombing attack massacre uprising rebellion revolution riot",
    "epidemic pandemic plague outbreak",
    "famine drought",
)
"""What people die of at one time; what stands in one line may be the same."""
_IN_IT = regex(
    r"\b(?:[Ii]n|[Dd]uring|[Bb]y|[Ff]rom|[Oo]f) (?:the|an?|this|that|its|one|another)(?: [\w'’-]+){0,2}? "
    rf"(?P<what>{'|'.join(sorted({word for line in _DISASTERS for word in line.split()}))})s?\b"
)
_KILLED = regex(
    r"\b(?:died|die|killed|kills?|dead|drowned|perished|deaths?|injured|wounded|victims|casualties)\b", re.I
)


def another_occasion(claim: str, premise: str) -> bool:
    """True if the premise tells what the claim tells of another place and another year only: it may have happened there, too.

    Not of what happens once: who was born in one town was not born in another. The same of the dead of two disasters.

    >>> another_occasion("He was defeated at Waterloo in 1815.", "He was defeated at Leipzig in October 1813 and abdicated.")
    True
    >>> another_occasion("He was defeated at Waterloo in 1814.", "He was defeated at Waterloo in 1815.")
    False
    >>> another_occasion("In the flood 300 people died.", "Eight people died in a shipwreck.")
    True
    >>> another_occasion("He was born in Ulm in 1880.", "He was born in Bern in 1879.")
    False
    """
    if _another_disaster(claim, premise):
        return True
    for mine in _HELD.finditer(claim):
        place, years = words_within(mine["place"]), set(_YEAR.findall(mine["rest"]))
        others = [m for m in _HELD.finditer(premise) if m["verb"] == mine["verb"]]
        if not place or not years or not others or mine["place"].lower() in MONTHS or place & name_words(premise):
            continue
        if all((there := set(_YEAR.findall(m["rest"]))) and not there & years for m in others):
            return True
    return False


def _another_disaster(claim: str, premise: str) -> bool:
    """True if both tell of dead or injured, and each only of a disaster that cannot be the other's."""
    if not (_KILLED.search(claim) and _KILLED.search(premise)):
        return False
    mine, its = ({m["what"] for m in _IN_IT.finditer(text)} for text in (claim, premise))
    return bool(mine and its) and not any(mine & set(line.split()) and its & set(line.split()) for line in _DISASTERS)
