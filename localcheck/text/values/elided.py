"""What is counted or ranked and not said again: "Mars has two moons. Venus has none." says that Venus has no moons. Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import COUNT_WORDS
from localcheck.text.patterns import regex
from localcheck.text.words import singular

_NUMBER = rf"\d+|{COUNT_WORDS}"
_ELIDED = regex(
    rf"^[^,;:]*\b(?:has|have|had) (?:only )?"
    rf"(?P<count>none|many|more|fewer|several|{_NUMBER})(?P<stop>(?: too| as well)?[.!]?)$"
)
_COUNTED = regex(
    rf"\b(?:has|have|had) (?:only |just |about |over )?(?:no|an?|many|several|{_NUMBER})"
    r" (?P<thing>(?:[a-z]+ )?[a-z]{3,})(?=[.,;!]|$)"
)
_RANKED = regex(
    r"^(?P<who>[^,;:]+) (?P<verb>comes|came|is|was|ranks|ranked) (?:in )?(?P<rank>second|third|fourth|fifth)"
    r"(?: place)?(?P<stop>[.!]?)$"
)
_FIRST = regex(r"\b(?:is|was|remains) the (?P<most>[a-z]+est|most [a-z]+) (?P<what>[a-z][^,;:.]*)")

_AGAIN = regex(
    rf"\b(?:{_NUMBER}) (?P<thing>[a-z]{{3,}}s) (?P<how>in|at|on|for|with|from|by) [^,;:.]{{1,40}}? and (?:{_NUMBER})"
    r"(?= (?P=how)\b)"
)
"""What is counted twice and named once: "two nights in Rome and three in Pisa"."""


def named_again(text: str) -> str:
    """``text`` with what is counted named both times.

    >>> named_again("They spend two nights in Rome and three in Pisa.")
    'They spend two nights in Rome and three nights in Pisa.'
    """
    return _AGAIN.sub(lambda found: f"{found[0]} {found['thing']}", text)


def is_elided(text: str) -> bool:
    """True if the text does not say what it counts or ranks: any number of anything could be read as speaking of it.

    >>> is_elided("Venus has none."), is_elided("Saturn has many moons."), is_elided("Formula has One.")
    (True, False, False)
    >>> is_elided("Vietnam comes second."), is_elided("She came second in the race.")
    (True, False)
    >>> is_elided("When Cairo opened its metro, no other city had one.")
    False
    """
    return _ELIDED.search(text) is not None or _RANKED.match(text) is not None


def completed(text: str, before: str) -> str:
    """``text`` with the thing that it counts, or is ranked among, where the sentence before it says that; as it is elsewhere.

    >>> completed("Venus has none.", "Mars has two small moons, Phobos and Deimos.")
    'Venus has no small moons.'
    >>> completed("Earth has one.", "Mars has two moons."), completed("Austria has nine.", "Germany has 16 states.")
    ('Earth has one moon.', 'Austria has nine states.')
    >>> completed("Jupiter has more.", "Mars has two moons."), completed("Mars has two.", "Earth has a moon.")
    ('Jupiter has more.', 'Mars has two.')
    >>> completed("Vietnam comes second.", "Brazil is the largest producer of coffee in the world.")
    'Vietnam is the second-largest producer of coffee in the world.'
    """
    if ranked := _RANKED.match(text):
        return _among(ranked, before) or text
    found, told = _ELIDED.search(text), _COUNTED.search(before)
    if found is None or told is None or found["count"] in ("more", "fewer"):
        return text
    count, thing = found["count"], told["thing"]
    if count in ("one", "1"):
        thing = singular(thing)
    elif count != "none" and not thing.endswith("s"):
        return text
    return f"{text[: found.start('count')]}{'no' if count == 'none' else count} {thing}{found['stop']}"


def _among(ranked: re.Match[str], before: str) -> str:
    """The sentence with what its subject is ranked among; empty where the one ``before`` does not say who is first."""
    first = _FIRST.search(before)
    if first is None:
        return ""
    verb = "was" if ranked["verb"] in ("came", "was", "ranked") else "is"
    most = f"-{first['most']}" if first["most"].endswith("est") else f" {first['most']}"
    return f"{ranked['who']} {verb} the {ranked['rank']}{most} {first['what']}{ranked['stop']}"
