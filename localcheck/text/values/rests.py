"""What is left of a whole: "three quarters had none" beside "26 % have one"; and that it is no number of its part. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import is_past, stem
from localcheck.text.lexicon import FUNCTION_WORDS
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import COUNT, PLAIN, Quantity
from localcheck.text.values.units import SHARE
from localcheck.text.words import STEM, folded
from localcheck.types import Span

_OF = regex(r"(?:(?: [a-z-]+){0,3} out)? of (?:(?:all|the|its|his|her|their|these|those|our|your) )*")
"""Between a part and its whole: "59 of the 80", "59 recovered out of 80"."""
_OF_WHICH = regex(r"(?: [a-z-]+){0,4},? ")
_OF_THE = regex(r"\bof (?:the )?$", re.IGNORECASE)
"""Between a whole and its part, and before the whole: "of the 80 patients, 59"."""
_CLAUSE_END = regex(r"[.,;:](?!\d)")
_OF_WHOM = regex(r"(?: [^\W\d_]+){1,4}, of (?:whom|which|them|these) (?:only |just )?")
"""Behind a whole, before its part: "80 patients, of whom 59"."""
_ADJUNCT = regex(r" (?:after|before|by|during|in|at|on|since) |, ")
"""Before what only says when, where or by whom something was, and before another clause."""
REST = 0.02
"""How far two shares may be from making a whole; those in figures a quarter of it."""


def is_the_rest(share: Quantity, other: Quantity, claim: str, premise: str) -> bool:
    """True for two shares that make a whole: "three quarters had none" beside "26 % have one". Only a reader sees what of; but
    15 % and 85 % that "were destroyed" cannot both be.
    """
    near = min(max(share.within, REST if share.soft else REST / 4), 2 * REST)
    if share.kind != SHARE or other.kind != SHARE or share.turn or other.turn:
        return False
    return abs(share.value + other.value - 1.0) <= near and not _of_the_same(share, claim, premise)


def rest_of_a_whole(claim: str, premise: str) -> bool:
    """True if a share of the claim and one of the premise make a whole and are told otherwise, and of counts if the premise has
    the whole.

    >>> rest_of_a_whole("Only 15 percent were left standing.", "It destroyed 85 percent of the houses.")
    True
    >>> rest_of_a_whole("Three judges agreed.", "Two of the five judges disagreed.")
    True
    """
    have = quantities(premise)
    mine = [q for q in quantities(claim) if not any(q.agrees(o) for o in have)]
    return any(any(is_the_rest(q, o, claim, premise) for o in have) or are_the_others(q, claim, premise) for q in mine)


def _of_the_same(share: Quantity, claim: str, premise: str) -> bool:
    """True if the verb before the share ("destroyed 15 %"), or the last word that is told of it ("15 % were destroyed by …"),
    is in the premise, and both deny or neither does: both tell the same of their shares. Of a share in words that must be a
    verb: "a quarter is something other than gold".
    """
    behind = _ADJUNCT.split(claim[share.span.end :], maxsplit=1)[0]
    told = [w for w in _telling(behind)[-1:] if not share.soft or is_past(w)]
    verb = [w for w in _telling(claim[: share.span.start])[-1:] if w.endswith("ed")]
    have = {stem(w)[:STEM] for w in _telling(premise)}
    return any(stem(w)[:STEM] in have for w in (*told, *verb)) and negated(claim) == negated(premise)


def _telling(text: str) -> list[str]:
    return [w for w in folded(text) if w not in FUNCTION_WORDS and not w.isdigit()]


def are_the_others(number: Quantity, claim: str, premise: str) -> bool:
    """True for "three agreed" beside "two of the five disagreed": what is left of a whole, unless the premise tells of the part
    what the claim tells of the rest.

    >>> are_the_others(quantities("Three agreed.")[0], "Three agreed.", "Two of the five disagreed.")
    True
    """
    if number.kind not in (COUNT, PLAIN) or number.ranges:
        return False
    mine = _done(claim, number.span)
    parts = (part for part, whole in _parted(premise) if whole.value - part.value == number.value)
    done = (_done(premise, part.span) for part in parts)
    other = negated(claim) != negated(premise)
    return any(mine != its or other if mine and its else not _of_the_same(number, claim, premise) for its in done)


def wholes_of_what(number: Quantity, claim: str, premise: str) -> list[Quantity]:
    """The wholes of a premise of which it tells only for a part what the claim tells of its number, unless that is one, too.

    >>> told = "In the trial, 59 of 80 patients recovered."
    >>> [[q.value for q in wholes_of_what(quantities(c)[0], c, told)] for c in ("80 recovered.", "It had 80 patients.")]
    [[80.0], []]
    """
    if number.kind not in (COUNT, PLAIN) or any(number == whole for _, whole in _parted(claim)):
        return []
    said = _done(claim, number.span)
    return [whole for part, whole in _parted(premise) if said and said == _done(premise, part.span)]


def _parted(text: str) -> Iterator[tuple[Quantity, Quantity]]:
    """The counts of parts with those of their wholes: 59 and 80 of "59 of the 80" and "of the 80 patients, 59"."""
    counts = [q for q in quantities(text) if q.kind in (COUNT, PLAIN) and not q.ranges]
    for part, whole in permutations(counts, 2):
        if part.value < whole.value and (
            _OF.fullmatch(text, part.span.end, whole.span.start)
            or _OF_WHOM.fullmatch(text, whole.span.end, part.span.start)
            or (
                _OF_WHICH.fullmatch(text, whole.span.end, part.span.start) and _OF_THE.search(text, 0, whole.span.start)
            )
        ):
            yield part, whole


def _done(text: str, at: Span) -> str:
    """The verb of the past in the clause of a number, where that has one only; else nothing."""
    start = max((m.end() for m in _CLAUSE_END.finditer(text, 0, at.start)), default=0)
    end = _CLAUSE_END.search(text, at.end)
    told = _telling(text[start : end.start() if end else len(text)])
    verbs = {stem(w)[:STEM] for w in told if is_past(w)}
    return verbs.pop() if len(verbs) == 1 else ""
