"""Words and marks of an English sentence with their places, and which of them surely are finite verbs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from localcheck.claims.rules import verbs
from localcheck.text.irregular_verbs import INTRANSITIVE, is_participle
from localcheck.text.lexicon import WORDS, listed, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import Variant, matches
from localcheck.types import Span

DETERMINER = word_set("a an the his her its their this these those each every some any no another my our your both all")
SUBJECT_PRONOUN = word_set("he she it they we i you")
PREPOSITION = listed("wording.preposition")
QUANTIFIER = word_set("no few any neither none nobody nothing either some many most several each every only half")
"""A subject that begins so may not be repeated: "some swim and fly" is not "some swim" and "some fly"."""
CONJUNCTION = word_set("and or but nor yet so")
SUBORDINATOR = listed("wording.subordinator")
ATTITUDE = listed("wording.attitude")
"""Words that change what the rest of their sentence asserts: behind them a split could assert what nobody asserted."""
ADVERB = listed("wording.adverb")
_BEGIN = word_set("the a an he she it they his her its their in on at near off about around")
_NEGATED = regex(r"[a-z]+n['’]t")
"""A verb that is denied in one word: "doesn't", "won't"."""
OPEN, CLOSE = "([{“", ")]}”"
QUOTES = ('"', "''", "``")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or mark of a sentence."""

    text: str
    span: Span
    depth: int
    """Nesting in brackets and quotes; 0 is the sentence itself."""
    lower: str
    """The word in lower case: each is asked for a hundred times."""
    word: bool
    """Whether it has a letter or digit."""


def tokenize(sentence: str) -> list[Token]:
    """Words and marks with offsets and nesting depth."""
    return [*_tokens(sentence)]


@lru_cache(maxsize=512)  # a claim is asked of a dozen times on its way
def _tokens(sentence: str) -> tuple[Token, ...]:
    tokens: list[Token] = []
    depth = 0
    quoted = False
    for match in matches(sentence, Variant.GRAMMAR):
        text = match.group()
        if text in QUOTES:
            quoted = not quoted
            depth += 1 if quoted else -1
        elif text in CLOSE:
            depth = max(0, depth - 1)
        elif text in OPEN:
            depth += 1
        opens = text in OPEN or (quoted and text in QUOTES)
        span = Span(match.start(), match.end())
        tokens.append(Token(text, span, max(0, depth - opens), text.lower(), text[0].isalnum()))
    return tuple(tokens)


def adverbs_from(tokens: list[Token], at: int) -> int:
    """Index after adverbs and a bare "in 1905" at ``at``.

    >>> [adverbs_from(tokenize(text), 0) for text in ("quickly in 1905, he", "from 1905 he", "from London he")]
    [4, 2, 0]
    """
    while at < len(tokens):
        word = tokens[at].lower
        if word in ADVERB or (word.endswith("ly") and len(word) > 4 and tokens[at].text.islower()):
            at += 1
        elif word in ("in", "since", "from") and at + 1 < len(tokens) and re.fullmatch(r"\d{4}", tokens[at + 1].text):
            at += 2
        elif word == "," and at and tokens[at - 1].text.isdigit():
            at += 1
        else:
            break
    return at


_ABOUT = word_set("about around almost nearly over roughly approximately exactly")
"""Words before a number of things."""
_PARTS = word_set("third quarter fifth tenth hundred thousand million billion dozen")


def is_finite(tokens: list[Token], at: int, *, sure_subject: bool) -> bool:
    """True if the token is certainly a finite verb.

    Without ``sure_subject``, a past form that could be a participle ("the book sold in …") does not count, nor does a plural
    before a name ("the links Nokia sold").
    """
    if at < len(tokens) and _NEGATED.fullmatch(tokens[at].text):
        return True
    if at >= len(tokens) or not tokens[at].text.replace("-", "").isalpha() or not tokens[at].text.islower():
        return False
    word, after = tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in verbs.AUXILIARY:
        return True
    if after.lower() in _ABOUT and _is_quantity(tokens[at + 2 : at + 4]):
        after = "a"  # "killed about half of them" has an object, as "killed a half" has
    if verbs.is_past(word):
        return _past_is_finite(word, after, sure_subject)
    if verbs.is_third_person(word):
        amount = word in ("costs", "measures", "needs") and (after[:1].isdigit() or after in "£$€")
        goes = sure_subject and word in _GOES and after.lower() in _WAY  # "The Danube passes through four capitals"
        with_object = amount or goes or after.lower() in DETERMINER or (sure_subject and after[:1].isupper())
        return with_object or not verbs.is_noun_too(word)
    return False


_GOES, _WAY = word_set("passes ends leads runs falls"), word_set("through into across along past under over near at in")


def _is_quantity(tokens: list[Token]) -> bool:
    """Whether words begin with a number of things: "a third", "half", "300"."""
    first, second = ([t.lower for t in tokens] + ["", ""])[:2]
    return first[:1].isdigit() or first == "half" or (first in ("a", "one", "two") and second.rstrip("s") in _PARTS)


def _past_is_finite(word: str, after: str, sure_subject: bool) -> bool:
    """Whether a past form is the verb of its clause and not a participle or an adjective."""
    with_object = _is_object(after)
    with_adjunct = after.lower() in PREPOSITION | ADVERB or after.lower().endswith("ly")
    if with_object:
        return True
    if word == "married":
        return sure_subject and _ends_or_goes_on(after)
    if word in verbs.SAME_AS_NOUN:
        return sure_subject and (with_adjunct or after == ".")
    if word in INTRANSITIVE and (with_adjunct or word not in verbs.ADJECTIVAL):
        return True
    if not is_participle(word):
        return True
    if word in verbs.ADJECTIVAL or (word in verbs.PARTICIPLE_AFTER_BE and with_adjunct):
        return False
    return sure_subject


def _ends_or_goes_on(after: str) -> bool:
    """Whether a verb without an object may stand before a word: "Bach married twice", not "Anna, married to a king"."""
    word = after.lower()
    goes_on = word in ADVERB | CONJUNCTION | {"late", "young", "when", "after"}
    return goes_on or word.endswith("ly") or not word[:1].isalnum()


def _is_object(after: str) -> bool:
    word = after.lower()
    known = word in DETERMINER or word in ("him", "them", "it", "himself", "herself", "itself", "themselves", "that")
    return known or after[:1].isupper() or after[:1].isdigit()


def in_small(text: str) -> str:
    """A text inside a sentence: an article, a pronoun, a number or a preposition that it begins with in small letters.

    >>> in_small("The Moon"), in_small("Two"), in_small("Mars")
    ('the Moon', 'two', 'Mars')
    """
    first = text.split(" ", 1)[0].lower()
    small = first in _BEGIN or first in WORDS
    return f"{first}{text[len(first) :]}" if small else text


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of a sentence and what to put there."""

    start: int
    end: int
    text: str
    definite: bool = False
    """Whether "the planet" was replaced, and as a subject."""
