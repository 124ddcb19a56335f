"""Closed lists of English words that several modules share: number words, months, words that are no names.

Function words of many languages, which tell languages apart, stand in ``text.stopwords``.
"""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a list that is written with blanks between them."""
    return frozenset(words.split())


SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = {w: 10 * i for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_PLACES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
).split()
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
MONTHS = {
    w: i
    for i, w in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
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


NOT_NAMES = frozenset(
    "the a an in on at of by for from with and or but as after before during when while although though since until "
    "he she it they his her its their this that these those there here one two three four five six seven eight nine "
    "ten who which what where some many most several all both each every its i we you not no also later then about "
    "around over under more less only everyone everybody someone somebody anyone anybody nobody none nothing everything"
    " something anything hundreds thousands millions dozens throughout fewer few until within without despite because unlike"
    " between among across whether how why neither either another much such never always often sometimes once soon upon nearby"
    " against unless except nearly almost roughly approximately exactly".split()
)
"""Lower-case words that begin a sentence with a capital and are no names."""
OPENING_WORDS = word_set(
    "The A An In On At By For From He She It They We I You His Her Its Their This That These Those After Before During"
    " When While Although However As If Since Born One Two Both Many Most Some January February March April May June July"
    " August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday There Here Also"
    " But And Or So Then Today According With Under Early Later Life Career Works See Notes References Next Finally"
    " Meanwhile Unlike Like Once Soon Eventually Instead Nevertheless Nonetheless Moreover Furthermore Thus Hence Therefore"
    " Consequently Otherwise More About Over Around Nearly Almost Half Several Few Each Only Even Until Without Throughout"
    " Within Afterwards Between Among Despite Because Upon Whereas Twice Often Sometimes Perhaps Nearby"
)
"""Words, as they are written at the beginning of a sentence or heading, that are the name of nobody."""
HEADINGS = word_set(
    "about abstract achievements answer appendix article background biography birth career chapter childhood conclusion "
    "contents days death details discussion document draft early education essay events facts family future history "
    "introduction later legacy letter life list literature main memo methods minutes news note notes overview page paper "
    "part personal plot preface problem profile question reception references report results review section sources "
    "speech story summary text thesis title topic trivia untitled update works years youth"
)
"""Words of headings, lower-cased: a title with one of them says what a text is, not whom it is about."""
STAND_INS = word_set("he she it they his her its their")
"""Words that stand for somebody or something named before."""
MEN = word_set(
    "father brother half-brother husband widower son stepson uncle nephew grandfather grandson king emperor prince duke monk "
    "man boy"
)
WOMEN = word_set(
    "mother sister half-sister wife widow daughter stepdaughter aunt niece grandmother granddaughter queen empress princess "
    "duchess nun woman girl"
)
"""Words that say that somebody is a man, or a woman."""
KIN = word_set(
    "father mother parent parents brother sister husband wife son daughter child children uncle aunt cousin nephew niece "
    "grandfather grandmother grandson granddaughter"
)
"""Words for somebody who is told only by whose relative they are."""
NAME_LINKS = word_set(
    "of the and de la le du des von van der den da di del dos das e y el al bin ibn for in on at to a an & und et"
)
"""Words inside a name of several words."""
FUNCTION_WORDS = word_set(
    "a about above after again against all also although am among an and any are as at be became because become "
    "been before being below between both but by can could did do does doing down during each either ever few for "
    "from further had has have having he her here hers herself him himself his how however i if in into is it its "
    "itself just like made many may me more most much must my neither no nor not of off often on once one only or "
    "other our out over own same she should since so some such than that the their theirs them themselves then "
    "there these they this those through thus to too under until up upon us used very was we were what when where "
    "whether which while who whom whose why will with within without would you your"
)
"""Words that are not worth searching for, and that by themselves are never the name of an article."""
