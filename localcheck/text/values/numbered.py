"""Things that are told apart by a number: Sputnik 1 and Sputnik 2, World War I and World War II, Elizabeth I and Elizabeth II.

To a reader they are nearly the same words, and what is said of one is taken for the other's. The same is so of numbers of
which a sentence says whose they are. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from localcheck.text.lexicon import MONTHS, ORDINALS, SMALL
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.text.subjects import stands_in, subject
from localcheck.text.values.quantity import AGE, CLOCK, DAY, NAME, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.words import folded
from localcheck.types import Span

LED_BY = 3
"""Words at most before the name that a sentence begins with: "On Sputnik 2", "The crew of Apollo 12"."""
_WAR = "war"
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_COUNTED = (
    "people|men|women|children|persons|per|million|thousand|hundred|dozen"
    r"|(?!(?:was|is|has|does|its|thus|this|as)\b)[a-z]+s"
)
"""What follows a number that counts: "in Paris 20 people died"."""
_NUMBERED = regex(
    rf"\b(?P<base>[{CAPITAL}][\w'’-]*(?: [{CAPITAL}][\w'’-]*)?) "
    rf"(?P<number>\d{{1,3}}|[IVXLC]+|(?:{'|'.join(w.capitalize() for w in SMALL[1:13])}))\b(?![.,]?\d|%|-)(?! (?:{_COUNTED})\b)"
)
_PLACED = regex(
    rf"\b(?P<base>[{CAPITAL}][\w'’-]*) the (?P<place>\d{{1,2}}(?=(?:st|nd|rd|th)\b)|[A-Z][a-z]+(?:-[A-Za-z][a-z]+)?\b)"
    r"|\b(?P<which>First|Second|Third) World (?P<war>War)\b"
)
"""Henry the Eighth, Henry the 8th and the Second World War; "Alexander the Great" has no number."""
_PRONOUN = regex(r"\b(?:it|its|he|his|him|she|her|they|their|them)\b", re.IGNORECASE)
_SENTENCE = regex(r"(?<=[.!?]) +(?=[^a-z])")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A name with a number."""

    base: str
    """The word before the number, in small letters."""
    number: int


def numbered(text: str) -> list[Numbered]:
    """The names with a number in a text, in order.

    >>> numbered("World War II ended six years after it began."), numbered("On May 5 Henry VIII had 200 ships.")
    ([Numbered(base='war', number=2)], [Numbered(base='henry', number=8)])
    """
    return [one for _, one in _found(text)]


def of_another_number(claim: str, premise: str) -> bool:
    """True if a premise begins a sentence with a thing of the claim's name and another number, and does not name the claim's;
    of the two World Wars it need not begin with it.

    The title that stands before a sentence does not name it.

    >>> of_another_number("Sputnik 1 had a dog on board.", "Sputnik 1. Sputnik 2, launched in November, carried a dog.")
    True
    >>> of_another_number("Sputnik 1 had a dog on board.", "The shock was great. Sputnik 2 carried a dog.")
    True
    >>> of_another_number("It began the First World War.", "It was the first battle of the Second World War.")
    True
    >>> of_another_number("Sputnik 1 had a dog on board.", "Sputnik 1. It was followed by Sputnik 2, which carried a dog.")
    False
    """
    wanted = numbered(claim)
    if not wanted:
        return False
    told = [(span.start, one) for span, one in _found(premise) if span.start or not _is_title(premise)]
    if any(one in wanted for _, one in told):
        return False
    bases = {one.base for one in wanted}
    return any(one.base in bases and (one.base == _WAR or _leads(premise, at)) for at, one in told)


def _found(text: str) -> Iterator[tuple[Span, Numbered]]:
    for match in _NUMBERED.finditer(text):
        base, number = match["base"].split()[-1].lower(), _value(match["number"])
        if number and base not in MONTHS:
            yield Span(*match.span()), Numbered(base, number)
    for match in _PLACED.finditer(text):
        base, place = (match["base"] or match["war"]).lower(), (match["place"] or match["which"]).lower()
        number = int(place) if place.isdigit() else ORDINALS.get(place, 0)
        if number and base not in MONTHS:
            yield Span(*match.span()), Numbered(base, number)


def in_the_title(place: Span, premise: str) -> bool:
    """True if a number belongs to the title before a sentence: "Apollo 11. Two men landed." """
    match = _NUMBERED.match(premise)
    return match is not None and place in Span(*match.span()) and _is_title(premise)


def _is_title(premise: str) -> bool:
    """Whether what a premise begins with is the title before its sentence."""
    match = _NUMBERED.match(premise)
    return match is not None and premise[match.end() :].startswith((". ", " ("))


def _leads(premise: str, at: int) -> bool:
    """Whether a name is what its sentence begins with, behind a few words at most."""
    before = _SENTENCE.split(premise[: at + 1])[-1][:-1]
    return len(before.split()) <= LED_BY and not _PRONOUN.search(before)


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    if number.lower() in SMALL:
        return SMALL.index(number.lower())
    digits = [_ROMAN[letter] for letter in number]
    return sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))


_ROLE = regex(r"^(?:(?:The|A|An) )?(?:[A-Za-z]+ )?[A-Z]")
"""A sentence that begins with a name, or with what somebody is and a name: "Guard Theo Mbeki"."""
_SAYS = regex(
    r"\b(?:reported|reports|said|says|found|estimated|estimates|recorded|wrote|announced|showed|shows|according)\b"
)
"""In a sentence that tells who said it, which need not be whom it is about."""
LEAST = 4
"""Words of a sentence about somebody; with fewer it is a title."""


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
