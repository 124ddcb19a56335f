"""Relations between two names that a text tells in a closed form: who taught, beat or succeeded whom. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from localcheck.text.facts import negated_around
from localcheck.text.lexicon import KIN, NOT_NAMES, in_order
from localcheck.text.names import CAPITAL, after_title, may_be_name, name_words, words_within
from localcheck.text.patterns import regex
from localcheck.text.values import relation_words as known

_SAME_PAST = in_order("told_relations.same_past")
_ADVERB = r"(?:\w+ly |also |then |later |soon |finally |once |had |has )*"
_ROLE = (
    r"(?:(?:the|a|an|his|her|their|its|King|Queen|Pope|Emperor|General|President|Sir)"
    r"(?: (?!(?:to|from|with|for|against|at|in|on|by)\b)[a-z][\w-]*){0,3} )?"
)
_PAST = rf"(?P<verb>[a-z]+ed|{'|'.join([*_SAME_PAST, *known.PARTICIPLES.values()])})"
_DONE = rf"(?P<verb>[a-z]+ed|{'|'.join([*_SAME_PAST, *known.PARTICIPLES])})"
_BE = r"(?:is|was|were|are|has been|had been|became|being)"
_VERBS = {phrase: (relation, way) for relation, way, phrases in known.RELATIONS for phrase in phrases.split("|")}
_ENDS = {phrase: relation for relation, phrases in known.OUTCOMES for phrase in phrases.split("|")}
_NO_LANGUAGE = r"(?!(?:Latin|Greek|French|English|German|Italian|Spanish)\b)"
_RELATIVE = rf"\b(?:[Hh]is|[Hh]er|[Tt]heir) (?:{'|'.join(sorted(KIN))})\b(?!,? {_NO_LANGUAGE}[{CAPITAL}])"
"""Somebody who is told only by whose father or sister they are; a language behind it is no name."""
_PRONOUN = r"\b(?:[Hh]e|[Ss]he|[Ii]t|[Hh]is|[Hh]er|[Ii]ts|[Hh]im)\b"
_MENTION = regex(
    rf"{_RELATIVE}|{_PRONOUN}|(?<![\w'’])[{CAPITAL}][\w-]*(?:['’](?!s\b)\w+)?(?: [A-Z]\.(?= [A-Z]))?"
    rf"(?: (?:(?:of|de|da|di|van|von|der|la|the) ){{0,2}}[{CAPITAL}][\w-]*(?:['’](?!s\b)\w+)?)*"
)
_ACTIVE = regex(rf" {_ADVERB}{_PAST} {_ROLE}")
_PASSIVE = regex(rf" {_BE} {_ADVERB}{_DONE} by {_ROLE}")
_PHRASE = regex(rf" {_ADVERB}(?P<phrase>[a-z ]+?) {_ROLE}")
_NOUN_OF = regex(rf"(?:,| {_BE}) (?:the |a |an )?(?:\w+ )?(?P<noun>(?!city\b)[a-z]+)(?: city)? (?:of|to) {_ROLE}")
_COMPARED = regex(
    r"^(?:(?:would|will|only|still) )*(?:is|are|was|were|be|remains?|stands?)"
    r" (?:(?:only|still|much|far|even|slightly|a little|somewhat) )*(?P<more>\w+er) than$"
)
_AFTER = regex(r"(?:['’]s)? ([a-z]+)(?: ([a-z]+))?")
_OWNED_IS = regex(rf"(?:['’]s)?(?: [a-z]+)? (?P<noun>[a-z]+?)s? {_BE} {_ROLE}")
_SIBLING = regex(rf"(?:['’]s)? (?P<age>elder|older|younger) (?:half-)?(?:brother|sister) {_BE} {_ROLE}")
_OWNER = regex(
    rf"(?<![\w'’])(?:[{CAPITAL}][\w-]*['’]s?|[Hh]is|[Hh]er|[Ii]ts)"
    rf" (?=(?:(?!(?:is|was|were|are|in|at|of|on|from|for|to|with|by|and) )[a-z]+ ){{1,2}}{_NO_LANGUAGE}[{CAPITAL}])"
)
"""The possessor of "Jupiter's moon Ganymede": what follows is what is spoken of."""
_THE_CAPITAL = regex(r"\b([Tt]he|[Ii]ts) capital(?: and (?:largest|biggest|most populous))?(?: city)? (?=(?:is|was) )")
_OWN = regex(rf" (?:{_BE}|(?:worked|served|acted) as) ")
_BESIDE = regex(r"(?:['’]s)? [a-z]+(?=[,.;)]|$)")
"""The end of "Aristotle, his tutor," behind whose it is; with a name behind it he would be one more: "his tutor Leonidas"."""
_OF_IS = regex(r"\b(?P<noun>[a-z]+)(?: city)? of (?:the )?$", re.IGNORECASE)
_THE_OF = regex(rf" {_BE} the (?P<noun>[a-z]+) of {_ROLE}")
_THE_OF_IS = regex(r"\bthe (?P<noun>[a-z]+) of (?:the )?$", re.IGNORECASE)
_HANDED = regex(
    rf"(?P<who>{_MENTION.pattern})(?:,[^,.;]*,)? {_ADVERB}"
    r"(?:(?P<gives>sold|ceded|gave|handed|lent|sent|left|bequeathed|rented|leased|awarded)"
    r"|(?P<takes>bought|acquired|purchased|received|borrowed|inherited|rented|leased|took))"
    rf" (?:the |a |an |his |her |its |their |\d+ )?(?:[a-z-]+ ){{0,2}}(?P<thing>[a-z-]+)"
    rf"(?: (?:at|in|of|on) (?:the )?[{CAPITAL}][\w-]*)?"
    rf" (?:(?P<to>to)|(?P<from>from)) {_ROLE}(?P<whom>{_MENTION.pattern})"
)
"""Somebody hands something over to somebody, or takes it from them."""
_CONTEST = regex(
    rf"(?P<who>{_MENTION.pattern})(?:,[^,.;]*,)? {_ADVERB}(?P<end>won|lost)\b[^.;:]{{0,80}}?"
    rf" (?:against|over|to) {_ROLE}(?P<whom>{_MENTION.pattern})"
)
"""Somebody won or lost something against somebody."""
_DIES = (
    r"(?:died|was (?:killed|executed|murdered|beheaded|assassinated)|(?:killed|shot) (?:him|her)self|committed suicide)"
)
_DIED_LATER = regex(
    rf"(?P<who>{_MENTION.pattern})(?:,[^,.;]*,)? {_DIES}\b[^.;]{{0,60}}?(?:,? and|,|;) (?P<whom>{_MENTION.pattern})"
    rf"(?:,[^,.;]*,)? {_DIES}\b[^.;,]{{0,40}}? (?:days?|weeks?|months?|years?) later"
)
"""Somebody died, and somebody else some time later."""
_OWNS = regex(
    rf"(?:(?P<owner>{_MENTION.pattern})['’]s?|\b(?P<own>[Hh]is|[Hh]er)) (?:[a-z-]+ ){{0,2}}?(?P<noun>{'|'.join(known.ROLES)}),?"
    rf" (?P<who>{_NO_LANGUAGE}[{CAPITAL}][\w-]*(?: [{CAPITAL}][\w-]*)*)"
)
"""Whose tutor somebody is: "his tutor, Aristotle", "Tycho's assistant Johannes Kepler"."""
_EVENT = regex(rf"\b(?:Battle|Siege) of (?:the )?[{CAPITAL}][\w-]+")
_THAT = regex(r"^(?:is|was) (?:an?|the) (?:[a-z-]+ ){1,4}(?:that|which|who) ")
"""What "a body that orbits" says of the Moon is that it orbits."""
_END_IN_THE = regex(r"\b(?:the|the famous|a|(?:the )?planet|the (?:(?:elder|older|younger) )?(?:brother|sister)) $")


@dataclass(frozen=True, slots=True)
class Told:
    """One relation that a text tells of two names."""

    relation: str
    first: frozenset[str]
    """Words of the name that has the relation to the other, in small letters."""
    second: frozenset[str]
    """Words of the other name."""


@lru_cache(maxsize=16384)
def told(text: str) -> tuple[Told, ...]:
    """The relations that stand in a plain form between two names that follow one another.

    A pronoun stands for the name that the text begins with, its title as a rule; else it names nobody.
    """
    owned = [*_OWNS.finditer(text)]
    text = _THE_CAPITAL.sub("Its capital ", _OWNER.sub("the ", text))
    subject = _subject(text)
    mentions = [(m, _meant(m.group(), subject)) for m in _MENTION.finditer(text)]
    mentions = _with_their_partners(text, [(m, named) for m, named in mentions if named])
    found: list[Told] = []
    for (one, first), (other, second) in pairwise(mentions):
        between = text[one.end() : other.start()]
        if any(mark in between for mark in ".;:!?") or first & second or negated_around(text, one.start()):
            continue
        relation = _between(between, one.group()) or _around(text, one, other, between)
        if relation:
            name, way = relation
            found.append(Told(name, first, second) if way == known.FORWARD else Told(name, second, first))
    found += [*_owned(owned, subject), *_handed(text, subject), *_outlived(text, subject)]
    return (*found, *_at_events(found, {_named(m.group()) for m in _EVENT.finditer(text)}))


def _with_their_partners(
    text: str, mentions: Sequence[tuple[re.Match[str], frozenset[str]]]
) -> list[tuple[re.Match[str], frozenset[str]]]:
    """The mentions, each of two that "and" joins with the words of both: "Harland and Wolff" are one builder."""
    found = list(mentions)
    for i, ((one, first), (other, second)) in enumerate(pairwise(mentions)):
        if text[one.end() : other.start()] in (" and ", " & "):
            found[i], found[i + 1] = (one, first | second), (other, first | second)
    return found


def _subject(text: str) -> frozenset[str]:
    """Words of the title before the first full stop, else of the name that the text begins with; empty without either."""
    title, _ = after_title(text)
    if may_be_name(title):
        return name_words(title)
    first = _MENTION.match(text)
    return _meant(first.group(), frozenset()) if first else frozenset()


def _owned(found: Iterable[re.Match[str]], subject: frozenset[str]) -> Iterator[Told]:
    """Of whom "his tutor Aristotle" is one; "his" stands for ``subject``."""
    for match in found:
        who, whose = _named(match["who"]), subject if match["own"] else _named(match["owner"])
        if who and whose and not who & whose:
            relation, way = known.ROLES[match["noun"]]
            yield Told(relation, who, whose) if way == known.FORWARD else Told(relation, whose, who)


def _handed(text: str, subject: frozenset[str]) -> Iterator[Told]:
    """Who handed what to whom, and who won or lost against whom; a pronoun stands for ``subject``."""
    for match in (*_HANDED.finditer(text), *_CONTEST.finditer(text)):
        who, whom = _meant(match["who"], subject), _meant(match["whom"], subject)
        parts = match.groupdict()
        if not who or not whom or who & whom or negated_around(text, match.start()):
            continue
        if (
            "thing" in parts
            and bool(parts["gives"]) != bool(parts["to"])
            and parts["gives"] not in ("rented", "leased")
        ):
            continue
        onwards = bool(parts["to"]) if "thing" in parts else parts["end"] == "won"
        relation = f"hand over the {parts['thing']}" if "thing" in parts else "defeat"
        yield Told(relation, who, whom) if onwards else Told(relation, whom, who)


def _outlived(text: str, subject: frozenset[str]) -> Iterator[Told]:
    """Who died some time after whom; a pronoun stands for ``subject``."""
    for match in _DIED_LATER.finditer(text):
        first, later = _meant(match["who"], subject), _meant(match["whom"], subject)
        if first and later and not first & later:
            yield Told("outlive", later, first)


def _at_events(found: Sequence[Told], events: Set[frozenset[str]]) -> Iterator[Told]:
    """Who won and who lost the one battle that a text names, where it says who defeated whom."""
    if len(events) == 1:
        (event,) = events
        for one in found:
            if one.relation == "defeat":
                yield Told("win", one.first - event, event)
                yield Told("lose", one.second - event, event)


def _meant(mention: str, subject: frozenset[str]) -> frozenset[str]:
    """Words of the name that is mentioned, those of ``subject`` for a pronoun."""
    return subject if re.fullmatch(_PRONOUN, mention) else _named(mention)


def _named(mention: str) -> frozenset[str]:
    if re.fullmatch(_RELATIVE, mention):
        return frozenset(mention.split()[1:])
    return frozenset(w for w in words_within(mention) if w not in NOT_NAMES)


def _between(between: str, first: str) -> tuple[str, int] | None:
    """The relation that the words between two names tell."""
    own = re.fullmatch(r"[Hh]is|[Hh]er|[Ii]ts", first)
    bare = _THAT.sub("", _END_IN_THE.sub("", between).strip())
    words = re.sub(r"^(?:also|then|later|soon|finally|once|had|has|narrowly|decisively) ", "", bare)
    words = _COMPARED.sub(lambda m: f"is {m['more']} than", words)
    if words in _ENDS and (own or words.split()[0] not in ("victory", "defeat", "loss", "win", "triumph")):
        return _ENDS[words], known.FORWARD
    sibling = _SIBLING.fullmatch(between)
    if sibling and (own or between.startswith(("'s", "’s"))):
        return "older", known.FORWARD if sibling["age"] == "younger" else known.BACKWARD
    owned = _OWNED_IS.fullmatch(between)
    if owned and (own or between.startswith(("'s", "’s"))):
        name, way = known.ROLES.get(owned["noun"], ("", known.FORWARD))
        return (name, -way) if name else None
    if own:
        return None
    noun = _NOUN_OF.fullmatch(between)
    if noun and noun["noun"] in known.ROLES:
        return known.ROLES[noun["noun"]]
    if holder := _THE_OF.fullmatch(between):
        return f"{known.HOLDER}{holder['noun']}", known.FORWARD
    passive = _PASSIVE.fullmatch(between)
    if passive:
        return _verb(known.PARTICIPLES.get(passive["verb"], passive["verb"]), known.BACKWARD)
    phrase = _PHRASE.fullmatch(between)
    if words in _VERBS:
        return _VERBS[words]
    if phrase and phrase["phrase"] in _VERBS:
        return _VERBS[phrase["phrase"]]
    active = _ACTIVE.fullmatch(between)
    return _verb(active["verb"], known.FORWARD) if active else None


def _verb(past: str, way: int) -> tuple[str, int] | None:
    if past in _VERBS:
        return _VERBS[past][0], way * _VERBS[past][1]
    if past in known.NEVER or past in known.UNSURE:
        return None
    return (f"{known.EITHER_WAY}{past}", way) if past in known.EITHER and past not in known.MUTUAL else (past, way)


def _around(text: str, one: re.Match[str], other: re.Match[str], between: str) -> tuple[str, int] | None:
    """The relation of "X was Y's tutor", "X was his tutor", "X, his tutor,", and of "the capital of X is Y"."""
    if not _OWN.fullmatch(between) and not (between == ", " and _BESIDE.match(text, other.end())):
        return None
    prefix = _OF_IS.search(text[: one.start()])
    if prefix and prefix["noun"].lower() in known.ROLES:
        relation, way = known.ROLES[prefix["noun"].lower()]
        return relation, -way
    if holder := _THE_OF_IS.search(text[: one.start()]):
        return f"{known.HOLDER}{holder['noun']}", known.BACKWARD
    after = _AFTER.match(text, other.end())
    owner = text[other.end() : other.end() + 2] in ("'s", "’s") or other.group().lower() in ("his", "her", "its")
    nouns = [word for word in after.groups() if word in known.ROLES] if after and owner else []
    return known.ROLES[nouns[0]] if nouns else None
