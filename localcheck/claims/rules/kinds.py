"""What a text calls its entity ("is a ship"), and whether "the ship" can then mean nothing else in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.wording import ADVERB, tokenize
from localcheck.text.lexicon import listed, rows, word_set
from localcheck.text.patterns import regex

KINDS_OF = dict(row.split(": ") for row in rows("kinds.kinds_of"))
"""Bare definite reference -> words for the entity that it may stand for."""
CALLINGS = word_set(
    " ".join(KINDS_OF[key] for key in ("scientist", "author", "artist", "musician", "politician", "player"))
) | listed("kinds.callings")
VESSELS = word_set("ship liner steamship steamer vessel boat yacht ferry submarine battleship frigate cruiser schooner")
"""Things that may be "she"."""
THINGS = VESSELS | listed("kinds.things")
NEVER_SOMEBODY = THINGS - word_set("star player animal machine engine bird plant element prize")
"""Things that nobody is called: "Darwin is a city" is not about Charles Darwin."""
_CALLED = regex(
    r"\b(?:is|was|are|were|became|remains|remained)\s+(?:(?:\w+ly|also|now|once|still)\s+)*"
    r"(?:an?|the|one of the)\s+([^.,;:()]*)"
)
_CALLED_BEFORE = regex(
    r"The (?P<place>city|town|village|island|country|state|kingdom|republic|province) of (?=[A-Z])"
    r"|(?!It|Hi|Her|Thei|Thi|Tha)(?:The |[A-Z][a-z]+ ){1,2}(?:[a-z-]+ )?(?P<kind>(?!capital)[a-z]+) (?=[A-Z])"
)
_PHRASE_END = regex(
    r"\b(?:in|of|from|who|which|that|for|by|with|at|on|to|when|where|until|between|after|before|since|as|ever|near"
    r"|under|over|during|against|through|across|along|used|known|called|located|based|built|published|founded|written|made|directed|produced|given|situated|formed)\b"
)


def declared(name: str, sentences: Sequence[str]) -> frozenset[str]:
    """Head nouns after "is a" in sentences whose subject is the entity, things and callings behind its name ("Gustave Eiffel, a
    French engineer, built …"), and the last word of a name like Eiffel Tower.
    """
    last = name.split()[-1]
    found = {last.lower()} & THINGS if last[0].isupper() else set()
    for sentence in sentences[:60]:
        own, pronoun = _subject(sentence, name)
        found |= (_behind(name, sentence) & (THINGS | CALLINGS)) | {called_before(sentence)[1]} - {""} if own else set()
        for match in _CALLED.finditer(sentence) if own or pronoun else ():
            if re.search(r"\b(?:which|who|that|where|when)\b", sentence[: match.start()]):
                break
            nouns = _heads(match.group(1))
            found |= nouns if own else nouns & (THINGS | CALLINGS)
    return frozenset(found)


def called_before(subject: str) -> tuple[int, str]:
    """Where a name begins behind words that say what it is, and what that is; 0 where none stand before it.

    >>> called_before("The city of Samarkand"), called_before("The British explorer Ross"), called_before("King John")
    ((12, 'city'), (21, 'explorer'), (0, ''))
    """
    found = _CALLED_BEFORE.match(subject)
    kind = (found["place"] or found["kind"]) if found else ""
    return (found.end(), kind) if found and kind in THINGS | CALLINGS else (0, "")


def _behind(name: str, sentence: str) -> frozenset[str]:
    """The nouns between commas behind a name that a sentence begins with."""
    aside = re.match(rf"(?:The )?{re.escape(name)}(?: \([^()]*\))?, (?:an?|the) ([^.,;:()]*),", sentence)
    return _heads(aside[1]) if aside else frozenset()


def _subject(sentence: str, name: str) -> tuple[bool, bool]:
    """Whether the subject is the entity by name, or a pronoun."""
    tokens = tokenize(sentence)
    clause = main_clause(tokens)
    if clause is None:
        return False, False
    words = [t.text for t in tokens[clause.start : clause.head_end]]
    text = " ".join(words)
    text = text[called_before(text)[0] :].removeprefix("The ").removeprefix("the ")
    own = text == name or text.startswith((f"{name} (", f"{name},")) or text == name.split()[-1]
    bare, named = re.sub(r"\s*\(.*?\)", "", text).split(), name.split()
    own = own or bare == named or (bare[-1:] == named[-1:] and bare[:1] == named[:1])
    return own, words[0].lower() in ("he", "she", "it") and len(words) == 1


def _heads(phrase: str) -> frozenset[str]:
    """The nouns that end the noun phrases of "capital and largest city of France"."""
    before = _PHRASE_END.split(phrase)[0]
    last = (part.split()[-1] for part in re.split(r"\s+(?:and|or)\s+", before) if part.split())
    return frozenset(w for w in last if re.fullmatch(r"[a-z]{3,}", w) and w not in ADVERB | _RELATIONAL)


_RELATIONAL = listed("kinds.relational")
"""Words for a relation to something else: "the son" is seldom the entity."""


def without_rivals(kinds: frozenset[str], name: str, sentences: Sequence[str]) -> frozenset[str]:
    """Kinds of which the text mentions no other: no "another ship", "the ship Carpathia", "ships" or "the city of Bonn"."""
    text = "\n".join(s for s in sentences if not any(_subject(s, name)))
    return frozenset(kind for kind in kinds & THINGS if not _rivals(kind).search(text))


def _rivals(kind: str) -> re.Pattern[str]:
    plural = rf"{kind[:-1]}ies" if kind.endswith("y") else rf"{kind}e?s"
    return re.compile(
        rf"\b{plural}\b|\b{kind} (?:of\b|[A-Z])|\b(?:[Aa]n?|[Aa]nother|[Oo]ther|[Ee]ach|[Ee]very|[Ss]econd|[Nn]o"
        rf"|[Tt]heir|[Hh]is|[Hh]er|[Ii]ts|that|this) (?:[\w-]+ ){{0,2}}{kind}\b|\b(?!The\b)[A-Z]\w+ {kind}\b"
    )
