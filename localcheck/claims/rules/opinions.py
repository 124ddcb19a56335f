"""Opinions, and what they assert of the world all the same: "a beautiful city in Germany" says that a city is in Germany.

Pure opinion ("Paris is a beautiful city", "I love this kettle") states nothing that evidence could decide.
"""

from __future__ import annotations

import re

from localcheck.text.irregular_verbs import PARTICIPLE
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.words import a_or_an

_PRAISE = (
    r"(?:beautiful|amazing|wonderful|awesome|terrible|horrible|fantastic|magnificent|breathtaking|stunning|delightful|lovely"
    r"|boring|overrated|underrated|gorgeous|awful|charming|fascinating|enchanting|unforgettable)"
)
_GRADE = r"(?:very |so |quite |more |\w+ly )"
_OPINION = regex(
    r"\b(?:I|we) (?:\w+ly |also |do |really )?(?:think|believe|feel|guess|hope|love|like|prefer"
    r"|suspect|doubt|recommend|suggest)\b"
    r"|(?P<hedge>\bin (?:my|our) (?:humble |personal )?(?:opinion|view)\b|\bpersonally,|\barguably\b|\bto be honest\b)"
    rf"|\b(?:is|was|are|were|looks?|feels?) (?:a |an |the |one of the |most |{_GRADE})*{_PRAISE}\b",
    re.IGNORECASE,
)
_NO_NOUN = r"(?:in|on|at|by|from|to|of|and|but|or|for|with|as|when|while|because|that|than|if|since)"
_SOMETHING = r"(?=[\w’'-])(?!(?:place|sight|view|day|time|thing|way|experience|feeling|moment|idea|example|job)s?\b)"
"""Before a noun that says something without its praise."""
_PRAISED = regex(
    rf"\b(?:is|was|are|were|remains?) (?:{_GRADE}){{0,2}}(?P<article>an?|the|one of the) (?P<most>most )?(?:{_GRADE}){{0,2}}"
    rf"{_PRAISE}(?:(?:,| and) {_PRAISE})?(?:(?: and|,)(?= [a-z-]+ [\w’'-]))? {_SOMETHING}"
    rf"|\b(?:are|were) (?:{_GRADE}){{0,2}}{_PRAISE} (?!{_NO_NOUN}\b){_SOMETHING}",
    re.IGNORECASE,
)
"""Praise or blame before a noun."""
_PREPOSITION = r"(?:of|in|by|from|at|on|for|near|with)"
_MADE = regex(rf"\b(?:[a-z]{{2,}}ed|{'|'.join(sorted(PARTICIPLE))}) {_PREPOSITION}\b")
"""What was done with the thing: "a kettle made of plastic"."""
_CLAUSE = regex(
    r"\b(?:because|since|as|which|who|where|that|whose)(?! (?:I|we|you|every\w*)\b) (?:[\w’'-]+ ){0,6}?"
    r"(?:is|are|was|were|has|had|does|did|[a-z]{2,}(?:ed|s))\b"
)
"""A clause that tells something of the world, not of whoever speaks: "because it was built by Romans"."""
_SPEAKER = regex(r"(?:I|we|you)\b|.{0,40}\bworth \w", re.IGNORECASE)


def is_opinion(sentence: str) -> bool:
    """Whether an English sentence is opinion and asserts nothing beside it.

    >>> is_opinion("Paris is a beautiful city."), is_opinion("Paris is a beautiful city in Germany.")
    (True, False)
    """
    found = _OPINION.search(without_praise(sentence))
    if found is None or (found["hedge"] and _tells(sentence[found.end() :])):
        return False
    clause = _CLAUSE.search(sentence, found.end())
    return clause is None or not _tells(sentence[clause.start() :])


def without_praise(sentence: str) -> str:
    """``sentence`` with its words of praise or blame blanked, as long as before, where it tells of what is praised a name,
    a number, or what was done with it; unchanged where nothing is left.

    >>> without_praise("Marie Curie was an amazing physicist from Italy.")
    'Marie Curie was a          physicist from Italy.'
    """
    found = _PRAISED.search(sentence)
    if found is None or not _tells(sentence[found.end() :]):
        return sentence
    verb, article = found.group().split(" ", 1)[0], found["article"] or ""
    if found["most"] and article.lower() == "the":  # "the most beautiful city in Germany" is one of them
        article = "a" if verb.lower() in ("is", "was") else ""
    if article.lower() in ("a", "an"):
        article = a_or_an(sentence[found.end() :])
    kept = f"{verb} {article}".ljust(len(found.group()))
    return sentence[: found.start()] + kept + sentence[found.end() :]


def goes_on(piece: str) -> bool:
    """Whether a part of a sentence that holds an opinion is opinion as well: of whoever speaks, or of what is worth it.

    >>> goes_on("We loved it."), goes_on("It is made in Portugal.")
    (True, False)
    """
    return is_opinion(piece) or _SPEAKER.match(piece) is not None


def _tells(rest: str) -> bool:
    """Whether the words behind praise name somebody or something, count, or tell what was done."""
    return bool(name_words(rest) or quantities(rest) or _MADE.search(rest))
