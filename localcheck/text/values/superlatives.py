"""Claims that something is the largest, beside a premise that says so in other words. Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated, negated_around
from localcheck.text.names import name_words, words_within
from localcheck.text.patterns import regex
from localcheck.text.subjects import PEOPLES
from localcheck.text.values.ranks import EVERYWHERE, FIRST, Ranked, comparable, first_name, leader, ranks

_PLAIN = regex(r"(?:The )?(?P<who>[A-Z][^,;:.]{1,60}?) (?:is|was) the $")
_IN_SIZE = regex(r" (?:in|by) (?:(?:land|total) )?(?:area|size)\b")
_FIRST_OF_ALL = regex(r"\bthe first (?:person|man|woman|human(?: being)?)\b")
_FIRST_OF_SOME = regex(rf"\bfirst (?:(?:and only|known) )?(?P<people>[A-Z][a-z]+(?:{'|'.join(PEOPLES)}))\b")


def first_of_a_people(claim: str, premise: str) -> bool:
    """True if a claim calls somebody the first person to do something, and the premise only the first of a people.

    >>> first_of_a_people("He was the first person to use it.", "In 1439 he was the first European to use it.")
    True
    """
    told = [m["people"] for m in _FIRST_OF_SOME.finditer(premise)]
    everyone = _FIRST_OF_ALL.search(claim) and len(told) == len(re.findall(r"\bfirst\b", premise))
    return bool(everyone and told) and not any(people in claim for people in told)


def ranked_alike(claim: str, premise: str) -> bool:
    """True for "X is the smallest state" where the premise calls it the smallest, too, whatever else it is of the states.

    >>> ranked_alike("Rhode Island is the smallest state.", "Rhode Island. It is the smallest in area, the 7th least populous.")
    True
    >>> ranked_alike("Texas is the largest state.", "Texas. It is the second largest state, and Alaska is the largest.")
    False
    """
    mine = next(iter(ranks(claim)), None)
    if (
        mine is None
        or negated(claim)
        or not _PLAIN.fullmatch(claim, 0, mine.span.start)
        or not _ends_there(mine, claim)
    ):
        return False
    about = name_words(claim[: mine.span.start])
    told = [o for o in ranks(premise) if o.word == mine.word]
    told = [o for o in told if comparable(mine, o) or _IN_SIZE.match(premise, o.span.end)]
    firsts = [first_name(premise, o.span.start) for o in told]
    return bool(told) and all(
        o.rank == mine.rank and (not first or bool(about & first)) and not negated_around(premise, o.span.start)
        for o, first in zip(told, firsts, strict=True)
    )


def leads(claim: str, premise: str) -> bool:
    """True for "X is the largest" where the premise has something that is the second largest after X.

    >>> leads("Berlin is the largest city in Germany.", "Hamburg is the second largest city in Germany after Berlin.")
    True
    >>> leads("Berlin is the largest city in Europe.", "Hamburg is the second largest city in Germany after Berlin.")
    False
    """
    for mine in ranks(claim):
        about = _PLAIN.fullmatch(claim, 0, mine.span.start)
        if mine.rank != FIRST or about is None or not _ends_there(mine, claim):
            continue
        for other in ranks(premise):
            before = leader(other, premise)
            where = other.where - before - EVERYWHERE
            if (
                (other.word, other.rank, other.part) == (mine.word, 2, mine.part)
                and before
                and before == words_within(about["who"])
                and where == mine.where - EVERYWHERE
                and (mine.noun == other.noun or "" in (mine.noun, other.noun))
                and not negated_around(premise, other.span.start)
            ):
                return True
    return False


def _ends_there(mine: Ranked, claim: str) -> bool:
    """True if nothing follows the superlative but the kind of thing and one place."""
    return re.fullmatch(r"(?: [a-z-]+)?(?: (?:in|of|on) (?:the )?[\w '’-]+)?[.!]?", claim[mine.span.end :]) is not None
