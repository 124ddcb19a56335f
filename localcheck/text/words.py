"""Words: one tokeniser for the whole package; what differs between its users is a variant, named here.

A variant says which characters stay in one word. ``folded`` is how words are compared: without case, accents and ligatures.
The tokens of the published SelfCheckGPT n-gram code, which its reference figures rest on, are ``text.tokens``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum

from localcheck.text.patterns import regex
from localcheck.types import Span

_MARKS = regex("[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f]+")
_LETTERS = (("ł", "l"), ("ø", "o"), ("đ", "d"), ("ı", "i"), ("æ", "ae"), ("œ", "oe"), ("þ", "th"), ("ð", "d"))
"""Letters that no compatibility form takes apart."""
STEM = 5
"""Letters by which a word is known again: "painted", "painting", "destroyed", "destruction"."""


class Variant(Enum):
    """What is one word."""

    PLAIN = r"[^\W_]+"
    """A run of letters and digits: indexes, queries, comparison of names and answers."""
    RUNS = r"\w+"
    """A run of letters, digits and underscores: what a sentence is made of, whatever it is."""
    WITH_JOINTS = r"[^\W_]+(?:['’.\-–][^\W_]+)*\.?|&"
    """O'Neill, X-ray, U.S. and 3.5 are one word, & is one: names as they are written."""
    WITH_TAILS = r"\w[\w’'-]*"
    """Skłodowska-Curie, Keats' and don't are one word: which words a premise has."""
    WITH_MARKS = r"\w+|[^\w\s]"
    """Every other character that is no space is a word of its own: the fake NLI model counts these."""
    LETTERS = r"[^\W\d_]+(?:['’][^\W\d_]+)?"
    """Words without digits, l'année and don't whole: which language a text is in."""
    GRAMMAR = (
        r"(?:[A-Za-z]\.){2,}"
        r"|(?:Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Inc|Ltd|Co|vs|ca|c|No|Gen|Col|Lt|Capt|Sgt|Rev|Fr|Gov|Sen|Mt|[A-Z])\."
        r"|\d[\d,.]*\d|\w+(?:[-'’&/]\w+)*|''|``|[^\w\s]"
    )
    """Abbreviations keep their full stop, 1,000.5 is one word, every mark is a word: the grammar of the claim rules."""


_COMPILED = {variant: regex(variant.value) for variant in Variant}


def matches(text: str, variant: Variant = Variant.PLAIN) -> Iterator[re.Match[str]]:
    """The words of ``text`` in order, as matches: ``match.group()`` and where it stands."""
    return _COMPILED[variant].finditer(text)


def words(text: str, variant: Variant = Variant.PLAIN) -> list[str]:
    """The words of ``text`` in order, as they are written.

    >>> words("The X-ray tube of O'Neill"), words("The X-ray tube of O'Neill", Variant.WITH_JOINTS)
    (['The', 'X', 'ray', 'tube', 'of', 'O', 'Neill'], ['The', 'X-ray', 'tube', 'of', "O'Neill"])
    """
    return _COMPILED[variant].findall(text)


def folded(text: str) -> list[str]:
    """The plain words of ``text``, folded: what an index holds and what a query looks for.

    >>> folded("Marie Skłodowska-Curie, née à Œrsted")
    ['marie', 'sklodowska', 'curie', 'nee', 'a', 'oersted']
    """
    return words(fold(text))


def fold(text: str) -> str:
    """``text`` in compatibility forms, lower case, without accents, ligatures opened.

    >>> fold("Æthelbald of Ōjin")
    'aethelbald of ojin'
    """
    if text.isascii():
        return text.lower()
    lowered = unicodedata.normalize("NFKD", text).casefold()
    for letter, plain in _LETTERS:
        lowered = lowered.replace(letter, plain)
    return _MARKS.sub("", lowered)


def with_capital(text: str) -> str:
    """``text`` as a sentence begins.

    >>> with_capital("the pump"), with_capital("")
    ('The pump', '')
    """
    return text[:1].upper() + text[1:]


def a_or_an(noun: str) -> str:
    """The article of one of a kind, by its first letter.

    >>> a_or_an("English writer"), a_or_an("poet")
    ('an', 'a')
    """
    return "an" if noun[:1].lower() in tuple("aeiou") else "a"


def is_plural(noun: str) -> bool:
    """Whether a noun ends as those do that mean several.

    >>> is_plural("rivers"), is_plural("bus"), is_plural("glass"), is_plural("crisis")
    (True, False, False, False)
    """
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def without_plural_s(word: str) -> str:
    """A word of four letters and more without an s at its end: "rivers", but not "glass" nor "gas"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def singular(word: str) -> str:
    """An English noun without its plural ending; irregular plurals of units stay as they are.

    >>> singular("countries"), singular("miles"), singular("feet"), singular("gas")
    ('country', 'mile', 'feet', 'gas')
    """
    if word in ("feet", "inches", "lbs"):
        return {"feet": "feet", "inches": "inch", "lbs": "lbs"}[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return without_plural_s(word)


def edited(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    """``text`` with other words at some places, which do not overlap.

    >>> edited("It has 2 moons.", [(Span(7, 8), "two"), (Span(0, 2), "Mars")])
    'Mars has two moons.'
    """
    for span, words_there in sorted(edits, key=lambda edit: edit[0].start, reverse=True):
        text = f"{text[: span.start]}{words_there}{text[span.end :]}"
    return text
