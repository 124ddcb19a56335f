"""Claims that compare two things, put in the plain form that ``comparisons`` reads: "X died before Y". Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.lexicon import rows
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.words import folded

WORD = rf"(?:[{CAPITAL}\d][\w’'-]*|[{CAPITAL}]\.|Jr\.|St\.)"
"""A pattern of a word of a name."""
_NAME = rf"(?:[Tt]he )?{WORD}(?: (?:(?:of|the|de|la|van|von|da) )*{WORD})*"
_SAID = {noun: verb for verb, nouns in (row.split(": ") for row in rows("plainly.said")) for noun in nouns.split()}
"""Noun -> what the one whose it is did: "the death of Kepler", "Kepler's death"."""
_NOUNS = "|".join(_SAID)
_THE_DEATH_OF = regex(
    rf"(?P<before>\b(?:before|after|than|when|as|by) )the (?P<noun>{_NOUNS}) of (?P<name>{_NAME})(?=[.!]?$)"
)
_ITS_DEATH = regex(rf"(?P<before>\b(?:before|after|than) )(?P<name>{_NAME}?)['’]s? (?P<noun>{_NOUNS})(?=[.!]?$)")
_VERBS = (
    (regex(r"\b(?:passed away|(?:was|were) (?:killed|murdered|assassinated|executed|shot dead))\b"), "died"),
    (regex(r"\bcame into the world\b"), "was born"),
    (regex(r"\bwas finished\b"), "was completed"),
    (
        regex(r"\b(?:was (?:first )?(?:released|issued)|came out|appeared|premiered|was first published)\b"),
        "was published",
    ),
    (regex(r"\bwas inaugurated\b"), "was opened"),
    (regex(r"\bwas (?:established|set up)\b"), "was founded"),
)
"""What stands for another verb."""
_LINKS = "of|in|on|at|from|by|to|for|and|year"
_ASIDE = regex(
    rf"(?<=[a-z,] )(?:his|her|its|their|fellow|the) (?:(?!(?:{_LINKS}|{_NOUNS})\b)[a-z-]+ ){{1,2}}(?={WORD})"
)
"""What a name is, before it: "her sister Emily Brontë"."""
_ADJECTIVE = r"(?:more|less) [a-z]+|[a-z]+er"
_OF_TWO = regex(
    rf"^(?:Of|Between) (?:the two [a-z]+ )?(?P<a>{_NAME}) and (?P<b>{_NAME}), (?:it (?:is|was) )?(?P<c>{_NAME})"
    rf" (?:that |who |which )?(?P<be>is|was) the (?P<word>{_ADJECTIVE})(?: one| of the two)?[.!]?$"
)
_OTHERWISE = regex(
    rf"^(?P<a>{_NAME}) (?P<be>is|was) the (?P<word>{_ADJECTIVE})(?: one)? of the two, (?:and )?(?P<b>{_NAME})"
    r" (?:(?:is|was) )?the [a-z ]{3,20}[.!]?$"
)
_DYING = "(?:when (?:he|she) died|at (?:his|her) death|at the time of (?:his|her) death)"
_AT_DEATH = regex(
    rf"^(?P<a>{_NAME}) (?:died (?:(?P<word>younger|older)|at an? (?:much |far )?(?P<word_1>younger|older|earlier|later) age)"
    rf" than (?P<b>{_NAME})"
    rf"|was (?:much )?(?P<word_2>younger|older) {_DYING} than (?P<b_2>{_NAME})"
    rf"|was (?:much )?(?P<word_3>younger|older) than (?P<b_3>{_NAME}) {_DYING}"
    r"|(?:lived to|reached) an? (?:much )?(?P<word_4>greater|older|higher|lower|younger|more advanced) age"
    rf" than (?P<b_4>{_NAME})"
    rf"|(?:lived|had) an? (?:much )?(?P<word_5>longer|shorter) life than (?P<b_5>{_NAME}))(?: (?:did|was|had))?[.!]?$"
)
_AS_LONG = regex(rf"^(?P<a>{_NAME}) (?:did not|didn['’]t) live as long as (?P<b>{_NAME})(?: did)?[.!]?$")
_WHEN = regex(rf"^When (?P<b>{_NAME} (?:died|was born)), (?P<a>{_NAME} was (?:still |already )?(?:alive|dead))[.!]?$")
_SHORTER = frozenset("younger earlier lower shorter".split())


@lru_cache(maxsize=4096)
def plainly(claim: str) -> str:
    """A claim in the plain form, or as it is.

    >>> plainly("Newton was born after the death of Galileo."), plainly("Marie Curie outlived her husband Pierre Curie.")
    ('Newton was born after Galileo died.', 'Marie Curie outlived Pierre Curie.')
    >>> plainly("Of Picasso and Monet, Monet was the older."), plainly("Chopin died younger than Brahms.")
    ('Monet was older than Picasso.', 'Chopin lived shorter than Brahms.')
    """
    for pattern, verb in _VERBS:
        claim = pattern.sub(verb, claim)
    claim = _ASIDE.sub("", claim)
    claim = _THE_DEATH_OF.sub(_verbally, _ITS_DEATH.sub(_verbally, claim))
    if found := _AT_DEATH.match(claim):
        word, other = (next(v for k, v in found.groupdict().items() if v and k[:1] == key) for key in ("w", "b"))
        return f"{found['a']} lived {'shorter' if word in _SHORTER else 'longer'} than {other}."
    if found := _AS_LONG.match(claim):
        return f"{found['a']} lived shorter than {found['b']}."
    if found := _WHEN.match(claim):
        return f"{found['a']} when {found['b']}."
    if found := _OF_TWO.match(claim):
        return _of_two(found) or claim
    if found := _OTHERWISE.match(claim):
        return f"{found['a']} {found['be']} {found['word']} than {found['b']}."
    return claim


def _verbally(found: re.Match[str]) -> str:
    return f"{found['before']}{found['name']} {_SAID[found['noun']]}"


def _of_two(found: re.Match[str]) -> str | None:
    """Of "Of A and B, B is the older"; None where it is neither of the two, or may be both."""
    words = frozenset(folded(found["c"]))
    own = [name for name in (found["a"], found["b"]) if words <= frozenset(folded(name))]
    if len(own) != 1:
        return None
    other = found["b"] if own[0] == found["a"] else found["a"]
    return f"{own[0]} {found['be']} {found['word']} than {other}."
