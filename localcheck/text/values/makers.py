"""Who wrote, painted, invented or discovered something: the work's own article names the one who did. Pure.

"Jane Austen wrote Frankenstein" is about Jane Austen, in whose article nothing of it stands; the article about the book begins
"Frankenstein is a novel by the English author Mary Shelley". A claim that names somebody else is false where that article does
not name him or her at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import ONE_NAME, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.words import folded
from localcheck.types import Span

_DEEDS = {
    "wrote": ("written", "novel|novella|play|poem|epic|book|tragedy|comedy|story|treatise|work"),
    "painted": ("painted", "painting|fresco|portrait|mural|triptych|altarpiece"),
    "composed": ("composed", "opera|symphony|ballet|concerto|oratorio|musical|requiem|suite"),
    "directed": ("directed", "film|movie|thriller|drama|documentary"),
    "sculpted": ("sculpted", "statue|sculpture"),
    **{deed: (deed, "") for deed in "discovered invented designed founded built".split()},
}
"""What somebody did -> its participle, and what such a work is."""
_PARTICIPLE = {participle: deed for deed, (participle, _) in _DEEDS.items()}
_WORK_OF = {noun: deed for deed, (_, nouns) in _DEEDS.items() for noun in nouns.split("|") if noun}
_WORK = r"(?:[Tt]he |[Aa]n? |his |her )?(?P<work>(?!(?:in|on|about|for|to|at|from|with|of|by)\b)[^\W_][^,;:]{1,60}?)"
_DID = regex(rf"^(?P<who>{ONE_NAME}) (?P<deed>{'|'.join(_DEEDS)}) {_WORK}[.!]?$")
_WAS_DONE = regex(rf"^{_WORK} (?:was|is) (?P<done>{'|'.join(_PARTICIPLE)}) by (?P<who>{ONE_NAME}?)[.!]?$")
_IS_BY = regex(rf"^{_WORK} (?:is|was) an? (?:[a-z-]+ )?(?P<noun>{'|'.join(_WORK_OF)}) by (?P<who>{ONE_NAME}?)[.!]?$")
_NAMES = regex(ONE_NAME)
_ENDED = regex(
    r",? (?:and )?\b(?:[a-z-]+(?:ing|ed|en)|that|which|who|in|on|for|at|to|from|after|with|set|was|is|were|his|her)\b"
    r"|, (?:an?|the|then)\b"
)
"""Behind "by" and the names: "directed by Mel Brooks and starring …", "by Mary Shelley, a writer"."""
_NOT_DONE = r"(?:(?!\b(?:based|[a-z]+(?:ed|en))\b)[^.;])"
"""What may stand between the noun and "by": "a film based on a novel by" is no novel."""
_OTHER_NAME = regex(
    r"\b(?:pen name|pseudonym|alias|real name|known as|under the name|née|attributed|credit\w*|claim\w*|co-\w+"
    r"|collaborat\w*|together|joint\w*)\b",
    re.IGNORECASE,
)
READ = 12
"""Sentences of the article in which the one who did it is looked for."""


@dataclass(frozen=True, slots=True)
class Made:
    """A claim that says who made something."""

    who: str
    deed: str
    """A key of ``_DEEDS``."""
    work: str


@lru_cache(maxsize=4096)
def made(claim: str) -> Made | None:
    """Who did what, by a claim that says nothing else; None for another claim, and for one that denies.

    >>> made("Guernica was painted by Claude Monet.")
    Made(who='Claude Monet', deed='painted', work='Guernica')
    >>> made("Hamlet is a play by Christopher Marlowe.").deed, made("Homer wrote in old Greek verse.") is None
    ('wrote', True)
    """
    if negated(claim):
        return None
    if found := _DID.match(claim):
        deed = found["deed"]
    elif found := _WAS_DONE.match(claim):
        deed = _PARTICIPLE[found["done"]]
    elif found := _IS_BY.match(claim):
        deed = _WORK_OF[found["noun"]]
    else:
        return None
    in_small = not any(word[:1].isupper() or word[:1].isdigit() for word in found["work"].split())
    several = " and " in found["who"] or len(found["work"].split()) > 2
    return None if in_small and several else Made(found["who"].rstrip("."), deed, found["work"])


def made_by(claim: Made, title: str, text: str, sentences: Sequence[Span]) -> tuple[bool, Span] | None:
    """Whether the article about a work bears a claim out, and the sentence that names who made it; None where that is open.

    It contradicts the claim where it names another one, and the claim's nowhere.

    >>> text = "Frankenstein is a novel by the English author Mary Shelley."
    >>> made_by(Made("Jane Austen", "wrote", "Frankenstein"), "Frankenstein", text, [Span(0, len(text))])[0]
    False
    """
    text = text.replace("\xa0", " ")
    mine, name = frozenset(folded(claim.who)), without_parenthesis(title).removeprefix("The ")
    mentioned = _may_have_made(claim.deed, mine, text)
    before = False
    for span in sentences[:READ]:
        sentence = span.of(text)
        about = re.match(rf"(?:The )?{re.escape(name)}\b", sentence) is not None or (
            before and sentence.startswith("It ")
        )
        names, before = _named_for(claim.deed, name, sentence, about), about
        if not names:
            continue
        if any(_same(mine, frozenset(folded(one))) for one in names):
            return True, span
        if not mentioned:
            return False, span
    return None


def of_anothers_work(claim: str, premise: str) -> bool:
    """True if the premise calls the work, of which a claim says who made it, somebody else's, and does not say the claim.

    >>> of_anothers_work("Titanic was directed by Steven Spielberg.", "It earned less than James Cameron's Titanic.")
    True
    """
    mine = made(claim) if "'s " in premise or "’s " in premise else None
    if mine is None or not _DEEDS[mine.deed][1]:
        return False
    who = frozenset(folded(mine.who))
    owners = re.findall(rf"({ONE_NAME})['’]s [\"“]?(?:The )?{re.escape(mine.work)}\b", premise)
    others = [one for one in owners if " " in one and not _same(who, frozenset(folded(one)))]
    return bool(others) and len(others) == len(owners) and not _may_have_made(mine.deed, who, premise)


def _may_have_made(deed: str, who: frozenset[str], text: str) -> bool:
    """Whether a text that names somebody may say that he or she made it as well, or is called so by another name.

    Not where the name stands only beside other things: "Melville dedicated the book to Hawthorne".
    """
    telling = _telling(who)
    done = "|".join({deed, _DEEDS[deed][0]})
    for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
        words = folded(sentence)
        if not telling & frozenset(words):
            continue
        name = rf"(?i:{'|'.join(map(re.escape, sorted(telling)))})\b"
        near = rf"{name}(?: \w+){{0,3}} (?:{done})|(?:{done})\b[^.;]{{0,30}}\b(?:by|with|and) (?:\w+\.? ){{0,2}}{name}"
        if _OTHER_NAME.search(sentence) or re.search(near, " ".join(words)) or re.search(near, sentence):
            return True
    return False


def _named_for(deed: str, work: str, sentence: str, about: bool) -> list[str]:
    """The names of those who did that to the work; ``about``: the sentence begins with the work, or with "It" for it."""
    participle, nouns = _DEEDS[deed]
    by = r"by (?P<names>(?:[^.;:()]|(?<=\b[A-Z])\.){3,120})"
    patterns = [rf".{{1,90}}?\b(?:is|was|were)\b[^.;]{{0,80}}?\b{participle}\b[^.;]{{0,60}}?\b{by}"]
    if nouns:
        patterns.append(rf".{{1,90}}?\b(?:is|was)\b{_NOT_DONE}{{0,80}}?\b(?:{nouns})\b{_NOT_DONE}{{0,40}}?\b{by}")
    for pattern in patterns if about else ():
        if found := re.match(pattern, sentence):
            return _NAMES.findall(_ENDED.split(found["names"])[0])
    active = rf"(?P<names>{ONE_NAME}(?: and {ONE_NAME})?) (?:first )?(?:{deed}) (?:the )?(?i:{re.escape(work)})\b"
    return _NAMES.findall(found["names"]) if (found := re.search(active, sentence)) else []


def _telling(words: frozenset[str]) -> frozenset[str]:
    return frozenset(w for w in words if len(w) > 2) - {"the", "von", "van", "der", "bin"}


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    """True if one of two names is a part of the other: Dante is Dante Alighieri."""
    mine, its = _telling(one), _telling(other)
    return bool(mine and its) and (mine <= other or its <= one)
