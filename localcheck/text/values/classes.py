"""What kind of thing a claim says that something is, of a closed list, and whether an article defines it as a place. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL, ONE_NAME
from localcheck.text.patterns import regex
from localcheck.text.words import singular

_KINDS = (
    "country nation kingdom republic monarchy sultanate emirate|region state province county district canton prefecture"
    " department territory|city capital town village municipality metropolis hamlet commune|river stream tributary waterway"
    "|lake reservoir lagoon|sea ocean gulf bay|mountain peak volcano stratovolcano hill summit|island islet archipelago atoll"
    "|continent|desert|canal|planet|star|moon satellite|galaxy|comet asteroid|mammal|bird seabird waterbird songbird|fish"
    "|reptile|amphibian|insect|plant tree shrub flower|language|religion|currency|disease illness|novel book novella"
    "|film movie|opera|symphony|painting|statue sculpture"
)
_KIND_OF = {word: words.split()[0] for words in _KINDS.split("|") for word in words.split()}
"""A noun -> the first of those that mean the same kind of thing."""
_CLAIM = regex(
    r"^(?!There\b)(?:The |the |An? )?(?P<who>[^,;:]{2,60}?) (?:is|was) an? (?P<what>[a-z][\w' -]*?)"
    r"(?: (?:in|of|on|from|near)\b.*)?[.!]?$"
)
_PLURAL = regex(r"^(?!There\b)(?P<who>[A-Z][a-z]+(?: [a-z]+)?) are (?P<what>(?!\w+ing\b)[a-z][a-z -]*?)[.!]?$")
_IS = regex(
    r"^(?P<who>[^;]{2,160}?) (?:is|was|are|were) (?:today |now |also )?"
    rf"(?:(?:an?|the|(?:one of )?(?:the|its|their|[{CAPITAL}][\w-]*(?: [{CAPITAL}][\w-]*)?['’]s?)) )?(?P<what>[^,;:.]{{3,120}})"
)
_GROUP = regex(r"\b(?:group|species|genus|family|order|class|type|kind|breed)s? of ")
_STOP = regex(
    r"\b(?:in|of|on|at|about|that|which|who|with|by|from|for|to|as|where|near|between|(?<![-\w])(?!living)[a-z]+ing|located|known|situated)\b"
)
_PARENTHESIS = regex(r"\s*\([^()]*\)")
_WORD = regex(r"[^\W\d_]+")
_POSSESSIVE = regex(r"['’]s?\b|\b(?:source|mouth|part|capital|centre|center|north|south|east|west) of\b")
_FILLERS = frozenset(
    "river lake sea ocean mount mountain island city town state free republic kingdom planet desert of".split()
)
"""Words beside a name that say what it is: the Nile River is the Nile."""
_WORK = regex(
    rf"^(?:The )?(?P<who>{ONE_NAME}) (?:now |today |still )?(?:hangs?|hung|premiered|starred|(?:is|was|were) (?:first )?"
    r"(?:painted|written|composed|directed|filmed|sculpted|published|released|performed|premiered|hung))\b"
)
"""What is said of works."""
_PLACES = frozenset("country region city river lake sea mountain island continent desert canal".split())


@lru_cache(maxsize=4096)
def classed(claim: str) -> bool:
    """Whether a claim says only what kind something is; not one that denies it, nor of a kind that is not in the list.

    >>> classed("Chile is a city."), classed("Penguins are fish."), classed("Chile is not a city.")
    (True, True, False)
    >>> classed("Lisbon is a city that was destroyed in 1755.")
    False
    """
    found = _CLAIM.match(claim) or _PLURAL.match(claim)
    if found is None or negated(claim) or re.search(r"\b(?:that|which|who)\b", claim):
        return False
    return bool(_kind(found["what"].split()[-1]) and _singulars(found["who"]))


def of_a_place_of_that_name(claim: str, definition: str) -> bool:
    """True if a claim says what is said of works, and the first sentence of an article defines the name as that of a place.

    >>> of_a_place_of_that_name("Guernica hangs in the Prado.", "Guernica (), in Basque Gernika, is a town in Spain.")
    True
    >>> of_a_place_of_that_name("Guernica hangs in the Prado.", "Guernica is a painting about a town.")
    False
    """
    mine = _WORK.match(claim)
    if mine is None:
        return False
    kinds, whole = _defined(definition, _singulars(mine["who"]))
    return whole and kinds <= _PLACES


def _defined(text: str, who: frozenset[str]) -> tuple[frozenset[str], bool]:
    """The kinds that a sentence says the thing is ("X, officially Y, is a landlocked country in …"), and whether its subject is
    just that name; no kinds where it is about something else.
    """
    found = _IS.match(_PARENTHESIS.sub("", text))
    if found is None:
        return frozenset(), False
    name = found["who"].partition(",")[0]
    subject = _singulars(name)
    if not who <= subject or _POSSESSIVE.search(name):
        return frozenset(), False
    what = _GROUP.sub("", found["what"])
    stop = _STOP.search(what)
    what = what[: stop.start()] if stop else what
    kinds = frozenset(k for w in _WORD.findall(what) if w.islower() and (k := _kind(w)))
    return kinds, bool(kinds) and subject - _FILLERS == who


def _singulars(text: str) -> frozenset[str]:
    """The words of a name in small letters, without articles and plural s."""
    return frozenset(singular(w) for w in (w.lower() for w in _WORD.findall(text)) if len(w) > 2 and w != "the")


def _kind(word: str) -> str:
    """The kind that a noun stands for, in the singular or plural; empty where it is not in the list."""
    return _KIND_OF.get(word.lower()) or _KIND_OF.get(singular(word.lower()), "")
