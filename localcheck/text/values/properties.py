"""What something has one of: its capital, its largest city, its currency, its chemical symbol. Pure.

"The capital of Egypt is Alexandria" shares its words with "The capital is Cairo, and the second-largest city is Alexandria",
and articles about cities tell of provinces and of business "capitals". The thing's own article names the one, in a plain form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.lexicon import rows
from localcheck.text.names import ONE_NAME, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.words import folded
from localcheck.types import Span

_NOUNS = dict(row.split(": ", 1) for row in rows("properties.nouns"))
"""What a thing has one of -> how it is called."""
_SMALL = r"[a-z]+(?: [a-z]+)?"
_VALUE = rf"(?P<value>(?:the )?(?:{ONE_NAME}(?: and {ONE_NAME})?|{_SMALL}))"
_WHOSE = r"(?:(?:of|in) (?:the )?(?P<of>[^,;:]{2,50}?))"
_CLAIMS = {
    noun: (
        regex(rf"^The {called} {_WHOSE} is {_VALUE}[.!]?$"),
        regex(rf"^(?:The )?(?P<of>[^,;:]{{2,50}}?)['’]s? {called} is {_VALUE}[.!]?$"),
        regex(rf"^{_VALUE} is the {called} {_WHOSE}[.!]?$"),
    )
    for noun, called in _NOUNS.items()
}
_CALLED_OTHERWISE = {"highest mountain": ("mountain", "peak", "point")}
"""One of these words, else the last one of the noun itself, stands in each claim about it."""
_ALSO = (
    r"(?: and (?:(?:by far|also|the|its|second|only) ?)*"
    r"(?:largest|biggest|most populous|main|chief|economic|financial|cultural) [a-z]+(?: [a-z]+)?)?"
)
_OWN = (
    r"(?:(?:The|the|Its|its)|(?:[Tt]he )?{whose}['’]s?) "
    r"(?:(?:highest|largest|biggest|longest|most populous|main) [a-z]+ and )?"
)
_OF_IT = r"(?: of (?:the )?(?:{whose}|country|state|island|republic|kingdom|nation|territory|province))?"
_BE = r"(?:, [^,;.]{2,60},)? (?:is|are|remains) (?:the )?(?:(?:city|town) of )?"
_IS = rf"(?:, (?P<aside>{ONE_NAME}),|{_BE}(?P<value>[^.;]{{2,80}}))"
_NOT_ALONE = regex(
    r"\b(?:seat of (?:the )?government|de facto|de jure|executive|legislative|judicial|administrative|until|former"
    r"|constitutional|recogni[sz]ed|claim\w*|proclaimed|winter|disputed|national language|co-official|other|also)\b"
    r"|\b[12]\d{3}\b"
)
"""Words of a sentence that may name more than one, or not the one of today."""
_NO_VALUE = frozenset("it its they he she while although today this that these those there and".split())
LONGEST = 200
"""Characters of a claim that says one value and nothing else; the patterns take the square of a longer one."""
READ = 300
"""Sentences of the article in which it is looked for."""


@dataclass(frozen=True, slots=True)
class Property:
    """A claim that says which one something has."""

    noun: str
    """A key of ``_NOUNS``."""
    of: str
    """The thing that has it."""
    value: str


@lru_cache(maxsize=4096)
def property_of(claim: str) -> Property | None:
    """Which one of what a claim says that something has; None for another claim, and one that denies.

    >>> property_of("The capital of Egypt is Alexandria.")
    Property(noun='capital', of='Egypt', value='Alexandria')
    >>> property_of("Alexandria is the capital city of Egypt.").value, property_of("Rome was the capital of an empire.")
    ('Alexandria', None)
    """
    if len(claim) > LONGEST or negated(claim):
        return None
    for noun, patterns in _CLAIMS.items():
        words = _CALLED_OTHERWISE.get(noun, (noun.split()[-1],))
        for pattern in patterns if any(word in claim for word in words) else ():
            if ((found := pattern.match(claim)) and found["of"][:1].isupper()) or (found and noun == "symbol"):
                return Property(noun, found["of"], found["value"].removeprefix("the ").rstrip("."))
    return None


def had_by(claim: Property, title: str, text: str, sentences: Sequence[Span]) -> tuple[bool, Span] | None:
    """Whether the article about a thing bears a claim out, and the sentence that names what it has; None where that is open.

    >>> text = "Egypt is a country. The capital is Cairo, and the second-largest city is Alexandria."
    >>> had_by(Property("capital", "Egypt", "Alexandria"), "Egypt", text, [Span(20, len(text))])[0]
    False
    """
    mine, name = _words(claim.value), without_parenthesis(title).removeprefix("The ")
    for span in sentences[:READ]:
        sentence = span.of(text).replace("\xa0", " ")
        if claim.noun.split()[-1] not in sentence:
            continue
        told = [words for value in told_of(claim.noun, name, sentence) if (words := _words(value))]
        if not told:
            continue
        if any(mine <= its or its <= mine for its in told):
            return True, span
        return None if _NOT_ALONE.search(sentence) else (False, span)
    return None


def told_of(noun: str, name: str, sentence: str) -> list[str]:
    """What a sentence of the article about ``name`` says that this has: one value, or several languages.

    >>> told_of("capital", "Alaska", "The capital city, Juneau, lies on the mainland."), told_of("symbol", "Gold", "It shines.")
    (['Juneau'], [])
    """
    called, whose = _NOUNS[noun], re.escape(name)
    if noun == "symbol":
        return re.findall(
            rf"^{whose} .*?\bchemical element (?:with|of) (?:the )?(?:chemical )?symbol ([A-Z][a-z]?)\b", sentence
        )
    own, of_it = _OWN.format(whose=whose), _OF_IT.format(whose=whose)
    if found := re.match(rf"(?:[^;]{{0,80}}?[,;] (?:and )?)?{own}{called}s?{_ALSO}{of_it}{_IS}", sentence):
        return [found["aside"]] if found["aside"] else _first(found["value"])
    is_its = rf"(?:is|are|remains) (?:also )?(?:its|the) (?:(?:[a-z]+ ){{1,2}}and )?{called}s?"
    lead = r"(?:^|[,;] (?:and |while )?)"
    if found := re.search(rf"{lead}(?P<value>{ONE_NAME}) {is_its}{_ALSO}{of_it}(?= and |[,.;]|$)", sentence):
        value = found["value"]
        return [] if _words(value) <= _words(name) | _NO_VALUE else [value]
    found = re.search(rf"\b{called}, the (?P<value>[^,.;()]{{3,40}})", sentence) if noun == "currency" else None
    return [found["value"]] if found else []


def _first(value: str) -> list[str]:
    """The names that a value begins with: "Helsinki", "French and German"; or its small words: "euro"."""
    if names := re.match(rf"{ONE_NAME}(?:(?:, | and |, and ){ONE_NAME})*", re.sub(r"\([^()]*\)", "", value)):
        return re.split(r", and |, | and ", names.group())
    small = re.match(rf"{_SMALL}(?= ?[,(]|$| and )", value)
    return [small.group()] if small else []


def _words(value: str) -> frozenset[str]:
    return frozenset(folded(value)) - {"the", "city", "mount", "lake", "river", "of", "island"}
