"""What kind of thing something is: a river is no lake, and a city that a country has does not make the country a city. Pure.

"Paris is a country in Europe" shares its words with much that is said about Paris, and a small NLI model took one such sentence
for entailment (0.9). A claim of the form "X is a KIND", where the kind is in the closed list below, is borne out by a sentence
that says the kind of X, and contradicted by one that defines X as something that is never of that kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import Says, negated
from localcheck.text.lexicon import listed, rows
from localcheck.text.names import CAPITAL, ONE_NAME, after_title
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.words import singular

_KIND_OF = {word: words.split()[0] for words in rows("classes.kinds") for word in words.split()}
"""A noun -> the first of those that mean the same kind of thing."""
_MANY = frozenset("region island novel film opera symphony painting statue".split())
"""An island may be a country, a book may have been filmed: a thing may be of two of these kinds, so another kind does not
contradict. Of all other kinds it has one."""
_BOTH = frozenset({frozenset({"country", "continent"}), frozenset({"lake", "sea"})})
"""But for these: Australia is a country and a continent, the Caspian Sea a lake."""
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
_FILLERS = listed("classes.fillers")
"""Words beside a name that say what it is: the Nile River is the Nile."""
_CALLED = regex(rf" (?:(?:of|is|are|was|were) (?:the )?)?(?P<name>{ONE_NAME})")
"""The name of one of the kind: "planet Earth", "the city of Valparaíso", "the largest city is Brussels"."""
_LINK = regex(r"[\s,\"“”]*(?:\([^()]*\)[\s,]*)?(?:[a-z'’-]+[\s,\"“”]+){0,6}")
"""What may stand between the name of a thing and its kind: small words only."""
_APART = regex(
    r"\b(?:and(?! other)|or|than|unlike|not|but|from|on|with|by|for|to|where|while|that|which"
    r"|(?!being|becoming|including)[a-z]+ing)\b"
)
"""Words that part them: "bats and small birds"."""
_PRONOUN = regex(r"(?:He|She|It|They)\b")
_WORK = regex(
    rf"^(?:The )?(?P<who>{ONE_NAME}) (?:now |today |still )?(?:hangs?|hung|premiered|starred|(?:is|was|were) (?:first )?"
    r"(?:painted|written|composed|directed|filmed|sculpted|published|released|performed|premiered|hung))\b"
)
"""What is said of works."""
_PLACES = frozenset("country region city river lake sea mountain island continent desert canal".split())


@dataclass(frozen=True, slots=True)
class Classed:
    """A claim that says of what kind something is."""

    who: frozenset[str]
    """Words of its name, in small letters."""
    kind: str
    led: bool
    """Whether "The" stands before the name: the Niger is a river, Niger a country."""


@lru_cache(maxsize=4096)
def classed(claim: str) -> Classed | None:
    """What kind a claim says something is; None for another claim, one that denies, and a kind that is not in the list.

    >>> classed("Chile is a city.").kind, classed("Penguins are fish.").kind, classed("Chile is not a city.")
    ('city', 'fish', None)
    >>> classed("Lisbon is a city that was destroyed in 1755.") is None
    True
    """
    found = _CLAIM.match(claim) or _PLURAL.match(claim)
    if found is None or negated(claim) or re.search(r"\b(?:that|which|who)\b", claim):
        return None
    kind, who = _kind(found["what"].split()[-1]), _singulars(found["who"])
    who = who - _FILLERS or who
    return Classed(who, kind, claim.startswith("The ")) if kind and who else None


def of_another_class(claim: str, premise: str) -> Says | None:
    """``contradicted`` if the premise defines what the claim is about as something of another kind, ``unsaid`` if it does not
    say the claim's kind of it; else None, and for claims that say no kind.

    >>> of_another_class("The Nile is a lake.", "The Nile is a major north-flowing river in Africa.")
    'contradicted'
    >>> of_another_class("Chile is a city.", "Chile. The central port city of Valparaíso is also popular.")
    'unsaid'
    >>> of_another_class("Lisbon is a city.", "Lisbon. The city lies on the Tagus."), of_another_class("It is red.", "")
    (None, None)
    """
    mine = classed(claim)
    if mine is None:
        return None
    title, body = after_title(premise)
    titled = bool(title) and mine.who <= _singulars(title)
    defined, whole = _defined(body, mine.who, titled)
    if mine.kind in defined:
        return None
    if whole and all(_excludes(mine, kind) for kind in defined):
        return "contradicted"
    if any(mine.kind in _defined(each, mine.who, titled)[0] for each in rough_sentences(body)[1:]):
        return None
    of_its_kind = [m for m in _WORD.finditer(body) if _kind(m.group()) == mine.kind]
    said = not defined and any(_said_of(m, of_its_kind, body, mine, titled) for m in of_its_kind)
    return None if said else "unsaid"


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
    kinds, whole = _defined(definition, _singulars(mine["who"]), titled=False)
    return whole and kinds <= _PLACES


def _excludes(mine: Classed, kind: str) -> bool:
    """Whether nothing is both of the claim's kind and of this one; "the Niger" is none of the places that have its name."""
    if frozenset({mine.kind, kind}) in _BOTH or (mine.led and kind in ("country", "city")):
        return False
    return not {mine.kind, kind} & _MANY


def _defined(text: str, who: frozenset[str], titled: bool) -> tuple[frozenset[str], bool]:
    """The kinds that a sentence says the thing is ("X, officially Y, is a landlocked country in …"), and whether its subject is
    just that name; no kinds where it is about something else.
    """
    found = _IS.match(_PARENTHESIS.sub("", text))
    if found is None:
        return frozenset(), False
    name = found["who"].partition(",")[0]
    subject = _singulars(name)
    pronoun = titled and name in ("It", "They")
    if not pronoun and not (who <= subject and not _POSSESSIVE.search(name)):
        return frozenset(), False
    what = _GROUP.sub("", found["what"])
    stop = _STOP.search(what)
    what = what[: stop.start()] if stop else what
    kinds = frozenset(k for w in _WORD.findall(what) if w.islower() and (k := _kind(w)))
    return kinds, bool(kinds) and (pronoun or subject - _FILLERS == who)


def _said_of(match: re.Match[str], of_its_kind: list[re.Match[str]], text: str, mine: Classed, titled: bool) -> bool:
    """True if the word for a kind is said of the thing: its name is linked with it ("Lisbon, a city in …"), or it is "the city"
    under its title, where nothing else of the kind is named ("Lake Victoria, but the lake …").
    """
    if not match.group().islower():
        return False
    before, after = text[: match.start()], text[match.end() :]
    other = _CALLED.match(after) if match.group() != "capital" else None
    if other and not mine.who & _singulars(other["name"]):
        return False
    names = [m for m in _WORD.finditer(text) if _singulars(m.group()) & mine.who]
    names += [m for m in (_PRONOUN.match(text),) if titled and m]
    links = [
        text[m.end() : match.start()] if m.end() <= match.start() else text[match.end() : m.start()] for m in names
    ]
    if any(_LINK.fullmatch(link) and not _APART.search(link) for link in links):
        return True
    definite = re.search(r"\b(?:[Tt]he|[Tt]his|[Ii]ts?)(?: [a-z-]+){0,2} $", before)
    return titled and definite is not None and all(m.group().islower() for m in of_its_kind)


def _singulars(text: str) -> frozenset[str]:
    """The words of a name in small letters, without articles and plural s."""
    return frozenset(singular(w) for w in (w.lower() for w in _WORD.findall(text)) if len(w) > 2 and w != "the")


def _kind(word: str) -> str:
    """The kind that a noun stands for, in the singular or plural; empty where it is not in the list."""
    return _KIND_OF.get(word.lower()) or _KIND_OF.get(singular(word.lower()), "")
