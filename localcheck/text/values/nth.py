"""Ordinals that tell more than a place: "their fifth victory" tells of five, and who finished second to last was neither second
nor last. Pure.
"""

from __future__ import annotations

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import ORDINAL, SMALL, nth_told, number_told
from localcheck.text.patterns import regex
from localcheck.text.stems import content_stems

_MANY = regex(rf"\b(?P<many>\d{{1,2}}|{'|'.join(SMALL[2:])}) (?P<things>(?:[\w'’-]+ ){{0,2}}?[\w'’-]+s)\b")
_NTH = regex(rf"\b(?P<nth>{ORDINAL}) (?P<thing>[\w'’-]+(?: [\w'’-]+){{0,2}})")
_TIMES = frozenset("second minut hour day night week month year decad century tim".split())
"""What an ordinal before it dates, and does not count: what happened in the second week lasted longer than two weeks."""
_FROM_END = regex(
    r"(?:\b(?P<nth>second|third|fourth|next)[ -](?:to|from)[ -](?:the )?last|\b(?P<pen>penultimate)"
    r"|(?<!first and )(?<!first or )\blast but (?P<but>one|two|three))\b(?: place)?"
)
_FINISHED = regex(
    r"\b(?:finish(?:ed|es)?|came|come|placed|ended(?: up)?|ranked|was|were)(?: in| the)? "
    rf"(?:(?P<nth>{ORDINAL})|(?P<last>last))(?: place)?(?=[.,;)]|$| (?:in|at|of|out|behind|with|and|on|during)\b)"
)
_BACK = {"second": 2, "next": 2, "third": 3, "fourth": 4, "one": 2, "two": 3, "three": 4}


def last_of_as_many(claim: str, premise: str) -> bool:
    """True if a premise tells of the last of as many things as the claim counts.

    >>> last_of_as_many("The Patriots won five Super Bowls.", "It was their fifth Super Bowl victory.")
    True
    >>> last_of_as_many("She won four medals.", "It was her fifth medal.")
    False
    """
    counted = [(number_told(m["many"]), _stems(m["things"])) for m in _MANY.finditer(claim)]
    if all(things[-1] in _TIMES for _, things in counted):
        return False
    told = [(nth_told(m["nth"]), _stems(m["thing"])) for m in _NTH.finditer(premise)]
    return any(
        many == nth and thing[: len(things)] == things and things[-1] not in _TIMES
        for many, things in counted
        for nth, thing in told
    )


def _stems(words: str) -> tuple[str, ...]:
    return tuple(stem(word.lower().removesuffix("s")) for word in words.split())


def otherwise_from_the_end(claim: str, premise: str) -> bool:
    """Whether a premise with all other words of the claim gives somebody another place, and one of the two counts it from the
    end.

    >>> otherwise_from_the_end("He finished second in 1988.", "In 1988 he finished second to last.")
    True
    >>> otherwise_from_the_end("He was last but one in 1988.", "In 1988 he finished second to last.")
    False
    """
    mine, other = _place(claim), _place(premise)
    if mine is None or other is None or min(mine[0], other[0]) > -2 or mine[0] == other[0]:
        return False
    if negated(claim) or negated(premise):
        return False
    return content_stems(mine[1]) <= content_stems(premise)


def _place(text: str) -> tuple[int, str] | None:
    """The only place that a text gives, below zero where it is counted from the end, and the text without it."""
    ends = [(-_BACK[m["nth"] or m["but"] or "second"], m) for m in _FROM_END.finditer(text)]
    back = [m.span() for _, m in ends]
    plain = [
        m for m in _FINISHED.finditer(text) if not any(a < m.end() and m.start("nth") < b for a, b in back if m["nth"])
    ]
    found = [*ends, *((-1 if m["last"] else nth_told(m["nth"]), m) for m in plain)]
    return (found[0][0], text.replace(found[0][1].group(), " ")) if len(found) == 1 else None
