"""Several at once: "They" behind a sentence about "Marie and Pierre Curie" or "the Wright brothers" means them. Pure."""

from __future__ import annotations

import re

from localcheck.claims.rules.grammar import QUANTIFIER, Token, main_clause, tokenize
from localcheck.claims.rules.verbs import is_past
from localcheck.text.lexicon import WORDS, word_set
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex

_THEY = regex(r"(They|Their) (?!(?:say|call)\b)")
_OF_ONE = word_set("is was has does")
_NAME = rf"[{CAPITAL}][\w.-]*(?: (?:(?:de|van|von) )?[{CAPITAL}][\w.-]*)*"
_NAMED = regex(
    rf"(?:In \d{{4}},? )?(?P<several>{_NAME}(?:, {_NAME})*,? (?:and|&) {_NAME}"
    rf"|The {_NAME} (?:brothers|sisters|twins|siblings|couple)"
    rf"|{_NAME}['’]s? (?:parents|children|sons|daughters|brothers|sisters))(?= (?!of\b)[a-z])"
)
_PLURAL = regex(r"[a-z-]{2,}(?<![siu'’])s|(?:wo)?men|children|people")
_NO_NOUN = word_set(
    "as its his this is was has does years months days hours weeks times always across towards perhaps besides"
)
_COUNTED = QUANTIFIER | set(WORDS) | word_set("all both these those such certain other")
_LONGEST = 6
"""Words of what "they" may stand for."""


def they(sentence: str, several: str) -> str:
    """The sentence with ``several`` in the place of the "They" or "Their" that it begins with; as it is without either.

    >>> they("They flew in 1903.", "the Wright brothers"), they("Their mother died.", "the Wright brothers")
    ('The Wright brothers flew in 1903.', "The Wright brothers' mother died.")
    """
    found = _THEY.match(sentence)
    if not several or found is None:
        return sentence
    name = several[0].upper() + several[1:]
    genitive = "'" if name.endswith("s") else "'s"
    return f"{name}{genitive if found[1] == 'Their' else ''} {sentence[found.end() :]}"


def several_in(sentence: str, before: str) -> str:
    """What the next "They" means: the subject of a sentence, if it is several; empty otherwise.

    A sentence that begins with "They" itself goes on with those ``before``. Common nouns count only where the sentence has no
    other plural noun: "Wolves hunt elks" leaves it open who they are.

    >>> several_in("In 1898 Marie and Pierre Curie discovered radium.", ""), several_in("Bats can fly.", "")
    ('Marie and Pierre Curie', 'Bats')
    >>> several_in("Wolves hunt elks.", ""), several_in("Paris lies on the Seine.", "")
    ('', '')
    """
    if _THEY.match(sentence):
        return before
    tokens = tokenize(sentence)
    clause = main_clause(tokens)
    if several := _NAMED.match(sentence):
        return "" if clause and tokens[clause.verb].lower in _OF_ONE else _small(several["several"])
    if clause is None:
        return ""
    subject, verb = tokens[clause.start : clause.head_end], tokens[clause.verb].lower
    if verb in _OF_ONE or len(subject) > _LONGEST or subject[0].lower in _COUNTED or not subject[0].word:
        return ""
    text = sentence[subject[0].span.start : subject[-1].span.end]
    rest = tokens[clause.verb + 1 :]
    named = any(token.text[0].isupper() for token in subject[1:])
    said = verb in ("are", "were") and bool(rest) and not is_past(rest[0].text)  # "Bats are mammals"
    return _small(text) if _is_plural(subject) and (named or said or not _another(rest)) else ""


def _is_plural(subject: list[Token]) -> bool:
    """Whether a subject of one noun is several: "bats", "the Wright brothers", "the Romans"; not "the class", not "Paris"."""
    last, the = subject[-1].text, subject[0].lower == "the"
    if len(subject) > 1 and any(token.lower in ("of", "and", "or") for token in subject):
        return False
    common = last if the or len(subject) > 1 else last.lower()
    return bool(_PLURAL.fullmatch(common)) or (
        the and len(subject) == 2 and bool(re.fullmatch(r"[A-Z][a-z]+[^siu]s", last))
    )


def _another(tokens: list[Token]) -> bool:
    """Whether there is a plural noun among tokens."""
    return any(_PLURAL.fullmatch(token.text) and token.lower not in _NO_NOUN for token in tokens)


def _small(text: str) -> str:
    return f"the {text[4:]}" if text.startswith("The ") else text
