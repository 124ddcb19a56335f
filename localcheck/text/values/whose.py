"""Whose number it is where several sentences are read as one: "Ames scored 24 points. Conti equalised." tells none of Conti's.
Pure.
"""

from __future__ import annotations

from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.text.subjects import stands_in, subject
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import AGE, CLOCK, COUNT, DAY, NAME, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.words import folded
from localcheck.types import Span

_ROLE = regex(r"^(?:(?:The|A|An) )?(?:[A-Za-z]+ )?[A-Z]")
"""A sentence that begins with a name, or with what somebody is and a name: "Guard Theo Mbeki"."""
_SAYS = regex(
    r"\b(?:reported|reports|said|says|found|estimated|estimates|recorded|wrote|announced|showed|shows|according)\b"
)
"""In a sentence that tells who said it, which need not be whom it is about."""
LEAST = 4
"""Words of a sentence about somebody; with fewer it is a title."""


def number_of_another(claim: str, premise: str) -> bool:
    """True if a claim about somebody tells a number that the premise tells only in sentences about other names, and the name
    of the claim only in sentences without it.

    >>> said = "Theo Mbeki, who came late, scored 24 points. Dario Conti equalised in the last minute."
    >>> number_of_another("Dario Conti scored 24 points.", said), number_of_another("Mbeki scored 24 points.", said)
    (True, False)
    """
    told = {(q.value, q.kind) for q in quantities(claim) if is_of_something(q, claim)}
    places = [
        number.span
        for number in quantities(premise)
        if any(number.value == value and {number.kind, kind} <= {kind, COUNT, PLAIN} for value, kind in told)
    ]
    return bool(told and places) and all(beside_another_name(claim, premise, place) for place in places)


def beside_another_name(claim: str, premise: str, place: Span) -> bool:
    """True if a place in the premise is in a sentence about another name, and the claim's own name in another sentence.

    >>> said = "The Falcons climb to the sixth place. The Giants stay first, two points ahead."
    >>> beside_another_name("The Falcons won by three points.", said, Span(57, 60))
    True
    """
    name = subject(claim)
    if not name or not claim.lower().removeprefix("the ").startswith(name[0]):
        return False
    who, sentences = frozenset(name), sentence_places(premise)
    around = next((s.of(premise) for s in sentences if place in s), "")
    told = any(who & frozenset(folded(s.of(premise))) and len(s.of(premise).split()) > LEAST for s in sentences)
    return told and bool(around) and _is_of_another(around, who)


def is_of_something(number: Quantity, text: str) -> bool:
    """Whether a number counts or measures; not the 19 of "Mk 19" and "Covid-19", dates, and ages by which people are called."""
    named = number.kind in (YEAR, DAY, NAME, ORDINAL, CLOCK, PLAIN) or number.things == AGE
    return not named and text[max(number.span.start - 1, 0)] != "-"


def _is_of_another(sentence: str, who: frozenset[str]) -> bool:
    """Whether a sentence begins with another name and does not have this one."""
    if stands_in(sentence) or _SAYS.search(sentence) or who & frozenset(folded(sentence)) or not _ROLE.match(sentence):
        return False
    other = subject(sentence)
    return bool(other) and sentence.lower().find(other[0]) <= len(sentence.split(" ", 1)[0]) + 1
