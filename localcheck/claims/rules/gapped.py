"""Sentences that say the same of several with a number each: "Adults pay 12 euros and children 6." Pure."""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.claims.rules import verbs
from localcheck.claims.rules.unsure import OF_THE_OTHER
from localcheck.claims.rules.wording import PREPOSITION, SUBJECT_PRONOUN
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital
from localcheck.types import Span

_NAME = r"[A-Z][\w’'-]*(?: (?:[A-Z][\w’'-]*|\d{1,2}\b)){0,3}"
_KINDS = (
    rf"(?!The ){_NAME}",
    rf"[Tt]he (?:[^\W\d_A-Z][\w-]*|{_NAME})",
    r"[A-Za-z][a-z]+(?<![siu'])s|(?:[Ww]o)?[Mm]en|[Cc]hildren|[Pp]eople",
)
"""What is told of: names, certain things, many. Both subjects are of one of these kinds."""
_NUMBER = r"[€$£]?\d+(?:[.,]\d+)*(?:(?<=\d)%)?(?: (?:million|billion))?"
_SAID = r"(?P<verb>[a-z]+(?: (?:born|built|founded|opened))?)(?P<at>(?: (?:in|at|after|for|until|about|to))?)"
_UNIT = r"(?P<unit>(?: (?!and\b|while\b|in\b|at\b|on\b|to\b|from\b|of\b)[a-z]+){0,2}(?: (?:an?|per|in) [a-z]+)?)"
_JOINED = r"(?:[,;]| and|,? while|, and|; and)"
_GAPPED = tuple(
    regex(
        rf"\s*(?P<first>{kind}) {_SAID} (?P<number>{_NUMBER}){_UNIT}{_JOINED}"
        rf" (?P<second>{kind})(?: (?P=verb))?(?P=at) (?P<other>{_NUMBER})(?:(?P=unit))?\.\s*"
    )
    for kind in _KINDS
)
_NO_SUBJECT = OF_THE_OTHER | SUBJECT_PRONOUN | PREPOSITION | {"this", "that"}


def gapped(sentence: str) -> Iterator[tuple[str, Span]]:
    """What a sentence says of each of two, with the place; nothing for another sentence.

    >>> [text for text, _ in gapped("Adults pay 12 euros and children 6.")]
    ['Adults pay 12 euros.', 'Children pay 6 euros.']
    >>> [text for text, _ in gapped("Ada was born in 1815, and Charles in 1791.")]
    ['Ada was born in 1815.', 'Charles was born in 1791.']
    >>> list(gapped("It weighs 5 kg and costs 300.")), list(gapped("The first sold 500 copies and the second 2,000."))
    ([], [])
    """
    found = next((found for pattern in _GAPPED if (found := pattern.fullmatch(sentence))), None)
    if found is None or _NO_SUBJECT & {found[who].split()[-1].lower() for who in ("first", "second")}:
        return
    verb, second = found["verb"].split()[0], found["second"]
    states = verb in verbs.AUXILIARY or verbs.is_past(verb) or verbs.is_third_person(verb) or verbs.is_base(verb)
    if not states or verbs.is_third_person(second) or verbs.is_past(second):
        return
    for who, number in (("first", "number"), ("second", "other")):
        text = f"{with_capital(found[who])} {found['verb']}{found['at']} {found[number]}{found['unit']}."
        yield text, Span(found.start(who), found.end(number))
