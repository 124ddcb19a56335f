"""Places counted from the end of a race: who finished second to last was neither second nor last. Pure."""

from __future__ import annotations

from localcheck.text.facts import negated
from localcheck.text.lexicon import ORDINAL, nth_told
from localcheck.text.patterns import regex
from localcheck.text.stems import content_stems

_FROM_END = regex(
    r"(?:\b(?P<nth>second|third|fourth|next)[ -](?:to|from)[ -](?:the )?last|\b(?P<pen>penultimate)"
    r"|(?<!first and )(?<!first or )\blast but (?P<but>one|two|three))\b(?: place)?"
)
_FINISHED = regex(
    r"\b(?:finish(?:ed|es)?|came|come|placed|ended(?: up)?|ranked|was|were)(?: in| the)? "
    rf"(?:(?P<nth>{ORDINAL})|(?P<last>last))(?: place)?(?=[.,;)]|$| (?:in|at|of|out|behind|with|and|on|during)\b)"
)
_BACK = {"second": 2, "next": 2, "third": 3, "fourth": 4, "one": 2, "two": 3, "three": 4}


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
