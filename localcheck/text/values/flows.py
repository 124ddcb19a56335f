"""Which way a river flows: "north", "northward" and "from south to north" say the same, "from north to south" the contrary.

A small model takes "It flows north" for "It flows from north to south": it has the same words. Pure.
"""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.names import ONE_NAME, name_words
from localcheck.text.patterns import regex
from localcheck.text.values.says import Says

_POINT = r"(?:north|south)-?(?:east|west)|north|south|east|west"
_FROM_TO = rf"from (?:the )?(?P<start>{_POINT}) to (?:the )?(?P<end>{_POINT})"
_WAY = regex(
    r"\bflow(?:s|ed|ing)? (?:(?:generally|mainly|mostly|roughly|directly|almost|due) )*"
    rf"(?:{_FROM_TO}|(?:to(?:wards?)? the |in an? |towards? )?(?P<point>{_POINT})(?:wards?|erly|ern)?)\b(?!-| (?:of|from)\b)",
    re.I,
)
_WHOLE = regex(rf"(?:The )?(?P<who>{ONE_NAME}) flows {_FROM_TO}[.!]?")
_PART = regex(r"\b(?:then|first|here|turn\w*|bends?|before|until|where|upper|lower|branch\w*|part)\b", re.I)
"""Where only a part of it flows so."""
_TURNED = {"north": "south", "south": "north", "east": "west", "west": "east"}
_KIND = frozenset({"river", "canal", "stream", "creek"})
_OF_IT = ("it", "the river", "the stream", "the canal")


def flowing(claim: str, premise: str) -> Says | None:
    """Whether a river flows from one point of the compass to another, by a premise that says which way it flows; "unsaid" if
    that does not say so of this river. None for any other claim.

    >>> flowing("The Nile flows from north to south.", "Nile. It flows north through Tanzania and Uganda.")
    'contradicted'
    >>> flowing("The Rhine flows from south to north.", "The Rhine flows from the Alps to the North Sea.")
    'unsaid'
    """
    mine = None if negated(claim) else _WHOLE.fullmatch(claim)
    if mine is None or not (way := _end(mine)):
        return None
    who = name_words(mine["who"]) - _KIND
    told = [_end(found) for found in _WAY.finditer(premise) if _is_of(who, premise, found)]
    if negated(premise) or not told:
        return "unsaid"
    if all(way & end and not _against(way, end) for end in told):
        return "borne out"
    return "contradicted" if all(_against(way, end) for end in told) else "unsaid"


def _end(found: re.Match[str]) -> frozenset[str]:
    """The points that the way leads to; empty where it does not begin at the opposite ones."""
    parts = found.groupdict()
    end = _points(parts.get("point") or parts["end"])
    start = parts["start"]
    return end if not start or _points(start) == frozenset(_TURNED[point] for point in end) else frozenset()


def _points(word: str) -> frozenset[str]:
    return frozenset(point for point in _TURNED if point in word.lower())


def _against(one: frozenset[str], other: frozenset[str]) -> bool:
    return any(_TURNED[point] in other for point in one)


def _is_of(who: frozenset[str], premise: str, found: re.Match[str]) -> bool:
    """Whether the river, and the whole of it, is what stands before the verb: its name, or "it" under its name."""
    heading, *sentences = re.split(r"[.!?] ", premise[: found.start()])
    last = (sentences or [heading])[-1].strip()
    rest = re.split(r"[.;]", premise[found.end() :], maxsplit=1)[0]
    if _PART.search(f"{last} {rest}"):
        return False
    if last.lower() in _OF_IT:
        return bool(sentences) and name_words(heading) - _KIND == who
    return name_words(last) - _KIND == who and len(last.split()) <= len(who) + 2
