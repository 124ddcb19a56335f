"""Is an article, or a quote, about another bearer of the name that a claim is about? Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from localcheck.judging.named import is_named, is_on_its_subject
from localcheck.judging.spans import sentence_spans
from localcheck.judging.subject_names import (
    MISSPELT,
    NUMERALS,
    RULERS,
    TITLES,
    WHAT_IT_IS,
    among,
    first_name,
    numbered_subject,
    subject_of,
    words_of,
)
from localcheck.text.names import CAPITAL, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.subjects import PEOPLES, name_phrases, subject, words
from localcheck.text.values.classes import classed, of_a_place_of_that_name
from localcheck.text.values.numbered import numbered
from localcheck.types import Claim

_OF_A_PERSON = regex(r"(?:[.!?]\s+|\n)(?:He|His|She|Her)\b")
_SIDE = "(?:north|south|east|west)"
PRONOUNS = 3
"""An article of which so many sentences begin with "He" or "She" is about a person."""


def of_a_namesake(titles: Iterable[str], claim: Claim) -> bool:
    """True if an article is about another bearer of the name: what it has against the claim is no evidence.

    "Charles Lyell" for a claim about Charles Darwin, "Rice University" for one about Brown University: by every one of its
    names it shares a word with the subject, and each has a word that the other lacks. Numbers of rulers and of wars count,
    misspelt words do not.
    """
    core = subject_of(claim)
    return bool(core) and all(_shares_a_name(words_of(without_parenthesis(title)), core) for title in titles)


def of_another_kind(claim: Claim, text: str) -> bool:
    """True if an article is about a place that is called like the work that a claim is about: the town of Guernica."""
    first = sentence_spans(text)[:1]
    return bool(first) and of_a_place_of_that_name(claim.text, first[0].of(text))


def of_a_longer_name(titles: Iterable[str], claim: Claim, text: str) -> bool:
    """True if an article is about something else whose name has the claim's in it: "Martin Luther King Jr." for a claim about
    Martin Luther, "Queen Victoria" for "Victoria is a state".

    The whole name continues behind the claim's, or has another word before it, in all of the article's names that have the
    claim's, and no sentence begins with the claim's alone, as many do with "Einstein" in "Albert Einstein". Ranks and what
    a thing is ("RMS Titanic", "Mount Everest", "Danube River") make no other name; but what is a state is no person.
    """
    titles = tuple(titles)
    name = _without_kind(words(claim.about) if claim.about else subject(claim.text))
    longer = [around for title in titles if (around := _around(without_parenthesis(title), name)) is not None]
    if not longer or longer[0] == ("", ""):
        return False
    person = longer[0][0].lower() in RULERS or len(_OF_A_PERSON.findall(text)) >= PRONOUNS
    if person and classed(claim.text):
        return True
    if is_named(titles, claim):
        return False
    alone = rf"(?:\A|[.!?]\s+|\n)(?:The )?(?i:{re.escape(name[-1])})(?![\w-])(?!\s+[{CAPITAL}])"
    return all(_another_name(before, after) for before, after in longer) and not re.search(alone, text)


def _around(title: str, name: tuple[str, ...]) -> tuple[str, str] | None:
    """The words of a title before and behind a name, each empty where there is none; None for a title that lacks the name."""
    written, plain, n = title.split(), words(title), len(name)
    if n == 0 or len(written) != len(plain):
        return None
    at = next((i for i in range(len(plain) - n + 1) if plain[i : i + n] == name), None)
    return None if at is None else (" ".join(written[:at][-1:]), " ".join(written[at + n :][:1]))


def _another_name(before: str, after: str) -> bool:
    """True if one of the words beside a name makes it another one: a word with a capital, or a number."""
    return _distinguishes(before, WHAT_IT_IS) or _distinguishes(after, WHAT_IT_IS - RULERS)


def _distinguishes(word: str, known: frozenset[str]) -> bool:
    plain = word.lower()
    short = "." in word or (word.isupper() and word.isalpha())  # "RMS Titanic", "Manchester United F.C.", "Jr."
    return word != "" and not word[0].islower() and plain not in known | {"the"} and (not short or plain in NUMERALS)


def _without_kind(name: tuple[str, ...]) -> tuple[str, ...]:
    """A name without the words at its ends that say what it is, unless there are no others: Victoria for Queen Victoria."""
    first = next((i for i, word in enumerate(name) if word not in WHAT_IT_IS), 0)
    last = next((i for i in range(len(name), 0, -1) if name[i - 1] not in WHAT_IT_IS - RULERS), len(name))
    return name[first:last] or name


def begins_with_a_namesake(titles: Iterable[str], claim: Claim, quote: str) -> bool:
    """True if a quote begins with the name of another bearer, in an article that is not about the claim's subject: "The Belize
    Barrier Reef was declared …", in "Belize", says nothing of the Great Barrier Reef.

    A quote that has the claim's name, too, and in the article's the rest of it, is about that ("The Sultan Ahmed Mosque, known
    as the Blue Mosque", in "Istanbul"). A title before a surname ("General Grant") makes no other name, and where somebody is
    from is no name that two share ("Soviet Premier Nikita Khrushchev" and the Soviet Union).
    """
    core, here = subject_of(claim), words_of(" ".join((*titles, quote)))
    if is_on_its_subject(titles, claim) or all(among(word, here) for word in core):
        return False
    name = first_name(quote) - TITLES - WHAT_IT_IS
    shared = any(not word.endswith(PEOPLES) and word != "soviet" for word in name & core)
    return shared and _shares_a_name(name, core)


def names_only_others(titles: Iterable[str], claim: Claim, quote: str) -> bool:
    """True if a quote has each word of the name that a claim is about in another name: "circumnavigating Lake Victoria and
    reporting the outflow at Ripon Falls", for Victoria Falls.
    """
    core = subject_of(claim)
    if len(core) < 2 or is_on_its_subject(titles, claim):
        return False
    shared = [core & words_of(" ".join(name)) for name in name_phrases(quote)]
    return core == frozenset().union(*shared) and core not in shared


def names_only_a_part(titles: Iterable[str], claim: Claim, quote: str) -> bool:
    """True if a quote has the name that a claim is about only behind a point of the compass that the claim lacks, in an article
    that is not about it: "Morocco without Western Sahara", for the Sahara.
    """
    core = subject_of(claim)
    if len(core) != 1 or is_on_its_subject(titles, claim):
        return False
    found = [*re.finditer(rf"(?P<side>\b{_SIDE}(?:ern)?[ -])?\b{re.escape(*core)}\b", quote, re.IGNORECASE)]
    return bool(found) and all(m["side"] and m["side"].lower() not in claim.text.lower() for m in found)


def named_whole(claim: Claim, said: str) -> bool:
    """True if a quote has every word of the name that a claim is about, and that is more than one: "a brewery bought by
    Sébastien Artois" in the article "Stella Artois". A number counts behind a name: not that of "13:32 UTC" for Apollo 13.
    """
    core = subject_of(claim)
    numbers = (word for word in core if word.isdigit() and re.search(rf"\b{word}\b", said))
    as_named = all(re.search(rf"[^\W\d_a-z][\w’'-]* {number}\b(?!:)", said) for number in numbers)
    return len(core) > 1 and core <= words_of(said) and as_named


def under_other_numbers(titles: Iterable[str], claim: Claim, text: str) -> bool:
    """True if an article has the name that a claim is about under other numbers only: Sputnik 1 and 2, never Sputnik 7."""
    name = numbered_subject(claim.text)
    wanted = numbered(claim.about or claim.text)[:1]
    if not wanted or wanted[0].base not in name[-2:]:
        return False
    have = numbered(". ".join((*map(without_parenthesis, titles), text)))
    return wanted[0] not in have and any(one.base == wanted[0].base for one in have)


def _shares_a_name(heading: frozenset[str], core: frozenset[str]) -> bool:
    mine, other = core - heading, heading - core
    if not (heading & core and mine and other):
        return False
    return not any(SequenceMatcher(None, a, b).ratio() >= MISSPELT for a in mine for b in other)
