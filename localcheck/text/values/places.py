"""Where somebody was born, crowned, burned or buried: one place each, read from a closed form. Pure.

"Born in Ulm, in the Kingdom of Württemberg" bears "born in Ulm in Germany" out, since the nearest place is the same; "born in
Warsaw" does not bear "born in Paris" out, whatever else the two sentences share. Whether one place lies in the other (Warsaw
in Poland) is not known here, so that another place is no contradiction by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.lexicon import KIN, MAYBE_DAY, MONTH_NAME, YEAR
from localcheck.text.names import CAPITAL, ONE_NAME, words_within
from localcheck.text.patterns import regex

_DAY = rf"(?:{MAYBE_DAY}{YEAR})"
_KINDS = (
    "islands? province state county duchy kingdom republic region department district village town city canton part parish"
    " suburb outskirts middle centre center heart (?:north|south)(?:-?(?:east|west))? east west"
)
_LINK = (
    rf"(?:,? near {ONE_NAME})?(?:,? (?:which|and) (?:is|was)(?: now| then| today)?(?: in)?|,? in|,? on(?= the| an)|,)"
    r"(?: (?:the|a|an|what is now|what was then|present-day|present|modern|central|eastern|western"
    r"|(?:north|south)(?:-?(?:east|west))?ern))*"
    rf"(?: (?:{_KINDS.replace(' ', '|')}) (?:of|in|on)(?: the)?)? "
)
"""From a place to one that it lies in: ", on the island of", ", in eastern", ", a part of", ", near Nelson,"."""
_FRAME = regex(
    rf"\b(?P<event>born|died|buried|burned|crowned|married|baptised|baptized|executed|hanged|beheaded|assassinated|educated"
    rf"|imprisoned)(?: at the stake| to death)?(?: (?:on|in) {_DAY})?,? (?:in|at|near) (?:the )?(?:[a-z]+ of )?"
    rf"(?P<places>(?!{MONTH_NAME}\b){ONE_NAME}(?:{_LINK}(?!{MONTH_NAME}\b){ONE_NAME})*)"
)
_MORE = regex(
    rf"(?:(?:,? and|,)(?: later| then)?(?: (?:in|at))?(?: the)? {ONE_NAME}(?! (?:was|is|has|had|went|became) ))+"
)
"""Behind where somebody was educated or imprisoned, other such places, which lie beside it and not around it."""
_SEVERAL = ("educated", "imprisoned")
_MENTION = regex(rf"\b(?:[Hh]e|[Ss]he)\b|{ONE_NAME}")
_LED_IN = regex(r"\b(?:in|at|near|from|to)(?: the)? $")
"""Before a name that is a place in its turn: "preached in Prague and was burned in Konstanz"."""
_WAS = r"(?:was|were|is|had been) (?:later |also )?"
_WHOSE = regex(
    rf"(?:(?P<name>['’]s)|\b(?:[Hh]is|[Hh]er|[Tt]heir)) (?:(?P<thing>[a-z-]+) {_WAS}"
    rf"|(?:[a-z-]+ )?(?P<kin>{'|'.join(sorted(KIN))})(?:,? {ONE_NAME},?)? (?:{_WAS})?)$"
)
"""Before what is told of somebody's father, or of "their son Hans"."""
_LEADING = regex(ONE_NAME)
_BEHIND_PLACE = regex(rf"(?:,? (?:on|in) {_DAY})?[.!]?$")
"""What may stand behind the place in a claim that only says where somebody was born, and when."""
_BORN_WHEN = regex(
    rf"\bborn(?: (?:on|in))? {_DAY}(?!,? [{CAPITAL}])"
    rf"|\((?:[^(){CAPITAL}]|{MONTH_NAME}){{0,80}}?{YEAR} ?[–—-] ?(?:{MONTH_NAME}|\d)"
)
"""The date of a birth, alone or as the first of a life: "(born 8 June 1955)", "(14 March 1879 – 18 April 1955)"."""
_ORIGIN = regex(
    rf"\bborn\b[^.;()]{{0,60}}? (?:in|at|near) (?:[a-z]+ ){{0,4}}(?!{MONTH_NAME}\b)[{CAPITAL}]"
    r"|-born\b|\b(?:native|birthplace|hometown|born and raised)\b"
)
"""What says where somebody is from."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One event of somebody's life and where it was."""

    event: str
    who: frozenset[str]
    """Words of the name, in small letters."""
    places: tuple[frozenset[str], ...]
    """The places as they follow one another, the nearest first, each as the words of its name."""
    beside: tuple[frozenset[str], ...] = ()
    """Further places that "and" adds: educated at Eton and Oxford."""
    kin: str = ""
    """Who of theirs it was, "father" for "Kahlo's father"; empty where it was the one who is named."""


def placed_alike(claim: str, premise: str) -> bool | None:
    """True if the premise has the claim's event in the claim's place, False if it has another place; None if it has none.

    >>> placed_alike("Einstein was born in Ulm in Germany.", "Albert Einstein was born in Ulm, in the Kingdom of Württemberg.")
    True
    >>> placed_alike("Einstein was born in Germany.", "Einstein was born in Ulm, in Württemberg in the German Empire.")
    True
    >>> placed_alike("Rutherford was born in New Zealand.", "Rutherford was born at Brightwater, near Nelson, New Zealand.")
    True
    >>> placed_alike("Hus was burned in Prague.", "Jan Hus preached in Prague and was burned at the stake in Konstanz.")
    False
    >>> placed_alike("Marie Curie was born in Paris in 1867.", "Marie Curie. She was born in Warsaw on 7 November 1867.")
    False
    """
    if negated(claim) or negated(premise):
        return None
    found = [
        told
        for mine in placed(claim)
        for other in placed(premise)
        if mine.event == other.event
        and (mine.who <= other.who or other.who <= mine.who)
        and (told := _there(mine, other)) is not None
    ]
    return any(found) if found else None


def _there(mine: Placed, other: Placed) -> bool | None:
    """Whether the other place is the claim's, and of the same person; None where only some of several of the claim are told."""
    if mine.kin != other.kin:
        return False
    have = (*other.places, *other.beside)
    found = [
        any(place & there or _of_the_country(place, there) for there in have)
        for place in (mine.places[0], *mine.beside)
    ]
    return all(found) or (None if any(found) else False)


def _of_the_country(place: frozenset[str], there: frozenset[str]) -> bool:
    """Whether a place has its name from a country: "the German Empire", from Germany."""
    return any(
        word[:4] == other[:4] and word != other and other.endswith(("an", "ish", "ese"))
        for word in place
        for other in there
    )


@lru_cache(maxsize=16384)
def placed(text: str) -> tuple[Placed, ...]:
    """The places of birth, death and the like that stand in a plain form behind the name of a person.

    A pronoun stands for the name that the text begins with, its title as a rule; else it names nobody.
    """
    return tuple(_placed(text))


def _placed(text: str) -> Iterator[Placed]:
    heading = _LEADING.match(text)
    title = words_within(heading.group()) if heading else frozenset()
    for match in _FRAME.finditer(text):
        start = max(text.rfind(mark, 0, match.start()) for mark in ".;:!?") + 1
        before = text[start : match.start()]
        whose = _WHOSE.search(before)
        led = before[: whose.start("kin")] if whose and whose["kin"] else before
        last = [m.group() for m in _MENTION.finditer(led) if not _LED_IN.search(led[: m.start()])][-1:]
        own = whose is not None and not whose["name"]
        who = title if own or (last and last[0].lower() in ("he", "she")) else words_within(" ".join(last))
        places = [words_within(part) for part in re.split(_LINK, match["places"])]
        if who and places[0]:
            more = _MORE.match(text, match.end()) if match["event"] in _SEVERAL else None
            beside = [words_within(m.group()) for m in re.finditer(ONE_NAME, more.group())] if more else []
            kin = (whose["kin"] or whose["thing"]) if whose else ""
            yield Placed(match["event"], who, tuple(places), tuple(beside), kin)


def of_their_kin(claim: str, premise: str) -> bool:
    """True for a claim that says where somebody was born, died and the like, beside a premise that says it of their kin only.

    >>> of_their_kin("Albert Einstein was born in Germany.", "Albert Einstein. Their son Hans Einstein was born in Bern.")
    True
    """
    mine = placed(claim)
    others = [other for other in placed(premise) if any(one.event == other.event for one in mine)]
    return bool(others) and not any(one.kin for one in mine) and all(other.kin for other in others)


def of_no_birthplace(claim: str, premise: str) -> bool:
    """True for a claim that only says where somebody was born, and when, beside a premise that tells only when.

    The careful reader took "Morgan Freeman (born June 1, 1937) is an American actor" for a contradiction of "born in Memphis in
    1937" (0.95). Whether the dates agree is not looked at.

    >>> of_no_birthplace("Freeman was born in Memphis.", "Morgan Freeman (born June 1, 1937) is an American actor.")
    True
    """
    mine, frame = placed(claim), _FRAME.search(claim)
    if len(mine) != 1 or frame is None or mine[0].event != "born" or mine[0].kin or negated(claim):
        return False
    if not _BEHIND_PLACE.match(claim, frame.end()) or _ORIGIN.search(premise):
        return False
    return any(_tells_of(mine[0].who, premise[: told.start()]) for told in _BORN_WHEN.finditer(premise))


def _tells_of(who: frozenset[str], text: str) -> bool:
    """True if a text has the whole name, and what it names last may be that person: it shares a word with it, and begins its
    sentence, unless it has the whole name.
    """
    last = list(_MENTION.finditer(text))[-1:]
    if not last or not who <= words_within(text):
        return False
    name, opens = words_within(last[0].group()), text[: last[0].start()].rstrip().endswith((".", "!", "?"))
    return not name or who <= name or (bool(who & name) and (opens or last[0].start() == 0))


_CONTINENTS = "Africa|Antarctica|Asia|Australia|Europe|North America|Oceania|South America"
_IN_CONTINENT = regex(rf"^[^,;:]{{2,60}} (?:is|lies|is located|is situated) in (?:{_CONTINENTS})[.!]?$")
_CONTINENT = regex(rf"\b(?:{_CONTINENTS})(?:ns?)?\b")


def of_no_continent(claim: str, premise: str) -> bool:
    """True for a claim that only says on which continent something is, beside a premise that names no continent: a country, a
    range or a border says nothing against it.

    >>> of_no_continent("Mount Everest is in Asia.", "Mount Everest stands on the border between Nepal and China.")
    True
    """
    return bool(_IN_CONTINENT.match(claim)) and not _CONTINENT.search(premise)
