"""Closed lists of English words that several modules share: number words, months, words that are no names.

Function words of many languages, which tell languages apart, stand in ``text.stopwords``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _lists() -> dict[str, list[str]]:
    """Name -> the lines of each list of ``words.txt``, which are divided by empty lines and have their name as first line."""
    paragraphs = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").replace("\n ", " ").split("\n\n")
    return {name.strip("[]"): lines for name, *lines in map(str.splitlines, paragraphs)}


def rows(name: str) -> list[str]:
    """The lines of a list of ``words.txt``."""
    return _lists()[name]


def listed(name: str) -> frozenset[str]:
    """The words of a list of ``words.txt``, which holds those that are longer than a line or two.

    >>> "violin" in listed("kinds.things"), "tower" in listed("kinds.things")
    (False, True)
    """
    return frozenset(in_order(name))


def in_order(name: str) -> list[str]:
    """The same words, in their order."""
    return " ".join(rows(name)).split()


def word_set(words: str) -> frozenset[str]:
    """The words of a list that is written with blanks between them."""
    return frozenset(words.split())


SMALL = in_order("lexicon.small")
TENS = {w: 10 * i for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_PLACES = in_order("lexicon.places")
SCALES = {"dozen": 12, "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
ORDINALS = {
    **{f"{ten}-{w}": value + i for ten, value in TENS.items() for i, w in enumerate(_PLACES[:9], 1)},
    **{f"{ten[:-1]}ieth": value for ten, value in TENS.items()},
    **{w: i for i, w in enumerate(_PLACES, 1)},
}
"""Ordinals up to "ninety-ninth"."""
ONES, COUNT_WORDS = "|".join(SMALL[1:10]), "|".join(SMALL[1:])
"""Patterns of the words from "one" to "nine", and to "nineteen"."""
NUMBER_WORDS = rf"(?:{'|'.join([*TENS, *SMALL[::-1]])})(?:[-\s]+(?:{ONES}))?"
"""A pattern of the words from "zero" to "ninety-nine"."""
ORDINAL = rf"(?:{'|'.join(ORDINALS)}|\d{{1,3}}(?:st|nd|rd|th))"
"""A pattern of an ordinal, in words or in figures."""
WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
"""A pattern of the days of the week."""
MONTHS = {name: number for number, name in enumerate(in_order("lexicon.months"), 1)}
MONTH_NAME = f"(?:{'|'.join(name.capitalize() for name in MONTHS)})"
"""A pattern of the months as English writes them."""
MAYBE_DAY = rf"(?:\d{{1,2}} )?(?:{MONTH_NAME} )?(?:\d{{1,2}}, )?"
"""What may stand before a year: "12 May ", "May 12, ", "May "."""
MONTH_OR_SHORT = "|".join([*MONTHS, "sept", *(name[:3] for name in MONTHS)])
"""A pattern of the months, also shortened, in lower case and without brackets around it."""
YEAR = r"(?:1\d|2[01])\d\d(?!\w|[.,-]\d)"
"""A pattern of a year from 1000 to 2199; what must not stand before it is said where it is used."""
LONE_YEAR = rf"(?<![\w.,-]){YEAR}"
"""A year that is no part of a word, a number or a span."""
NUMERIC_DATE = (
    r"(?<![\w.,/-])(?:(?P<iso_year>(?:1\d|2[01])\d\d)-(?P<iso_month>0[1-9]|1[0-2])-(?P<iso_day>0[1-9]|[12]\d|3[01])"
    r"|(?P<one>0?[1-9]|[12]\d|3[01])/(?P<other>0?[1-9]|[12]\d|3[01])/(?P<last_year>(?:1\d|2[01])\d\d))(?![\d/-])"
)
"""A pattern of a date in figures only: 1994-05-03, and 03/05/1994, in which either of the first two may be the month."""


def nth_told(said: str) -> int:
    """The number of an ordinal. Raises ``ValueError`` for another word.

    >>> nth_told("Fifth"), nth_told("twenty first"), nth_told("12th")
    (5, 21, 12)
    """
    return ORDINALS.get("-".join(said.lower().split())) or int(said[:-2])


def month_number(name: str) -> int:
    """1 to 12 for the name of a month, also a shortened one. Raises ``StopIteration`` for another word."""
    return next(number for month, number in MONTHS.items() if month.startswith(name.lower()[:3]))


def month_name(number: int) -> str:
    """The name of the month with this number, 1 to 12, as English writes it."""
    return list(MONTHS)[number - 1].capitalize()


WORDS = {**{w: i for i, w in enumerate(SMALL)}, **TENS}

PARTS = {"half": 2, "third": 3, "quarter": 4} | {place: n for n, place in enumerate(_PLACES[3:10], 4)}
"""Part of a thing, in the singular -> how many of them make the whole."""
TIMES = {"a": 1, "an": 1} | {word: number for number, word in enumerate(SMALL[1:10], 1)}
"""What says before a part how many of them there are: "a fifth", "four fifths"."""


def number_told(said: str) -> int:
    """A number in figures or in words. Raises ``KeyError`` for other words.

    >>> number_told("35"), number_told("Thirty-five"), number_told("seven")
    (35, 35, 7)
    """
    return int(said) if said.isdecimal() else sum(WORDS[word] for word in said.lower().replace("-", " ").split())


NOT_NAMES = listed("lexicon.not_names")
"""Lower-case words that begin a sentence with a capital and are no names."""
OPENING_WORDS = listed("lexicon.opening_words")
"""Words, as they are written at the beginning of a sentence or heading, that are the name of nobody."""
HEADINGS = listed("lexicon.headings")
"""Words of headings, lower-cased: a title with one of them says what a text is, not whom it is about."""
STAND_INS = word_set("he she it they his her its their")
"""Words that stand for somebody or something named before."""
MEN = listed("lexicon.men")
WOMEN = listed("lexicon.women")
"""Words that say that somebody is a man, or a woman."""
KIN = listed("lexicon.kin")
"""Words for somebody who is told only by whose relative they are."""
NAME_LINKS = listed("lexicon.name_links")
"""Words inside a name of several words."""
FUNCTION_WORDS = listed("lexicon.function_words")
"""Words that are not worth searching for, and that by themselves are never the name of an article."""
