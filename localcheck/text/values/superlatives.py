"""Claims that something is the largest, beside a premise that says so in other words. Pure.

Places counted from the end of a race: who finished second to last was neither second nor last.
"""

from __future__ import annotations

import re

from localcheck.text.facts import negated, negated_around
from localcheck.text.irregular_verbs import content_stems
from localcheck.text.lexicon import ORDINAL, nth_told
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
