"""Claims on how old somebody was when something happened, worked out of the dates that one article gives. Pure.

"Hemingway picked up the Nobel Prize aged 35": one sentence says that he was born in 1899, another that he received the prize in
1954. Readers of one sentence take whatever age stands in it, or none, for support or for a contradiction.

Groups of people of an age, of which one may be spoken of: "a 10-year-old" where "children under 12" are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from localcheck.text.facts import negated
from localcheck.text.lexicon import NUMBER_WORDS, TENS, number_told
from localcheck.text.patterns import regex
from localcheck.text.values.dates import YEAR_LONG, parts_of, periods
from localcheck.text.values.quantity import OLDEST

NEARLY = 2
"""Years that "about forty" may be off."""
PARTS = {"early": (0, 4), "mid": (3, 7), "late": (6, 9), "": (0, 9)}
"""Part of a decade of life -> its first and its last year: "in her late fifties" is 56 to 59."""
_DECADES = {f"{word[:-1]}ies": years for word, years in TENS.items()} | {"teens": 10}
_WHO = r"(?P<who>[A-Z][^,;:]{1,50}?)"
_EVENT = r"(?P<event>(?!the [A-Z]|of |van |von |de |and )[a-z][^,;]{6,90}?)"
_FORMS = (
    regex(rf"^{_WHO} was (?P<age>[^,;]{{2,45}}?) (?:when|at the time) (?P<event>[^,;]{{6,90}}?)[.!]?$"),
    regex(rf"^{_WHO}, (?P<age>[^,;]{{2,30}}), {_EVENT}[.!]?$"),
    regex(rf"^{_WHO} {_EVENT},? (?:at the age of|aged|at age|when (?:he|she) was) (?P<age>[^,;]{{2,30}}?)[.!]?$"),
    regex(rf"^{_WHO} {_EVENT} (?P<age>in (?:his|her) [a-z -]{{4,20}}?)[.!]?$"),
    regex(rf"^{_WHO} {_EVENT} (?P<age>before turning [\w-]+)[.!]?$"),
)
_INTO = regex(rf"^{_WHO} lived (?:well )?into (?P<age>(?:his|her) [a-z -]{{4,20}}?)[.!]?$")
_FILLER = regex(
    r"\b(?:only|just|already|still|exactly|then|aged|who was|well|a mere|years? old|years of age|turned|turning)\b ?"
)
DECADE = (
    rf"in (?:his|her|their) (?:(?P<part>early|mid|late)[ -]?)?(?:(?P<ten>{'|'.join(_DECADES)})|(?P<figures>[2-9]0)s)"
)
_DECADE = regex(DECADE)
_NUMBER = regex(
    r"^(?:(?P<more>over|past|older than|more than)|(?P<less>under|younger than|less than|before|not yet)"
    rf"|(?P<about>about|around|nearly|almost|some|roughly))? ?(?P<number>\d{{1,3}}|{NUMBER_WORDS})$"
)
_DIED = regex(r"^(?:(?:he|she) )?(?:died|passed away|was (?:killed|murdered|assassinated|executed|hanged|beheaded))\b")
_OF_OTHERS = regex(r"^(?:his|her|their)\b")
"""Of what happened to somebody else: "when her father died"."""


@dataclass(frozen=True, slots=True)
class Aged:
    """A claim that somebody was so old when something happened."""

    who: str
    low: int
    high: int
    """From this age to that."""
    event: str

    @property
    def dying(self) -> bool:
        """True for the age at which somebody died."""
        return _DIED.search(self.event) is not None


def aged(claim: str) -> Aged | None:
    """Who is said to have been how old at what; None for any other claim, and for one that denies it otherwise than "not yet".

    >>> aged("Ernest Hemingway picked up the Nobel Prize aged 35.")
    Aged(who='Ernest Hemingway', low=35, high=35, event='picked up the Nobel Prize')
    >>> aged("Darwin was well past sixty when On the Origin of Species came out.")
    Aged(who='Darwin', low=60, high=120, event='On the Origin of Species came out')
    >>> aged("Mary Shelley was in her late forties when Frankenstein appeared.").low
    46
    >>> aged("Newton lived well into his eighties.")
    Aged(who='Newton', low=80, high=120, event='died')
    >>> aged("Victoria, a queen, married at home."), aged("He was never 30 when he won.")
    (None, None)
    """
    if (into := _INTO.match(claim)) is not None and (reached := _years(f"in {into['age']}")) is not None:
        return Aged(into["who"], reached[0], OLDEST, "died")
    for form in _FORMS:
        found = form.match(claim)
        if found is None or negated(found["event"]) or _OF_OTHERS.match(found["event"]):
            continue
        if (years := _years(found["age"])) is not None:
            return Aged(found["who"], *years, found["event"])
    return None


def _years(told: str) -> tuple[int, int] | None:
    """The first and the last age that a phrase means: (20, 24) of "in his early twenties"."""
    told = " ".join(_FILLER.sub("", told).split())
    if (decade := _DECADE.fullmatch(told)) is not None:
        return ages_of(decade)
    found = _NUMBER.match(told)
    number = number_told(found["number"]) if found else 0
    if found is None or not 0 < number <= OLDEST:
        return None
    if found["more"]:
        return number, OLDEST
    if found["less"]:
        return 0, number - 1
    near = NEARLY if found["about"] else 0
    return number - near, number + near


def ages_of(decade: re.Match[str]) -> tuple[int, int]:
    """The first and the last age that a match of ``DECADE`` means: nobody is in the teens before 13."""
    first = int(decade["figures"] or _DECADES[decade["ten"]])
    low, high = PARTS[decade["part"] or ""]
    return max(first + low, 13), first + high


def was_so_old(what: Aged, born: tuple[int, str], then: tuple[int, str]) -> bool | None:
    """Whether somebody was so old; None where only the years are known and leave it open.

    ``born`` and ``then``: a year and its sentence, which may tell the day.

    >>> what = Aged("A", 27, 27, "flew")
    >>> was_so_old(what, (1934, "He was born on 9 March 1934."), (1961, "He flew on 12 April 1961."))
    True
    >>> was_so_old(what, (1934, ""), (1961, "")), was_so_old(what, (1934, ""), (1968, ""))
    (None, False)
    """
    days = [_day(year, sentence) for year, sentence in (born, then)]
    age = then[0] - born[0]
    ages = {age - 1, age}
    if days[0] is not None and days[1] is not None:
        ages = {age if days[1] >= days[0] else age - 1}
    if min(ages) < 0 or max(ages) > OLDEST:
        return None
    inside = {what.low <= one <= what.high for one in ages}
    return inside.pop() if len(inside) == 1 else None


def _day(year: int, sentence: str) -> int | None:
    """The only day of a year that a sentence names, as a number within its year; None where it names none, or several."""
    found = {p.first for p in periods(sentence) if p.first == p.last and parts_of(p.first)[0] == year}
    return found.pop() % YEAR_LONG if len(found) == 1 else None


_MEMBERS = (
    r"(?P<who>[Cc]hildren|[Kk]ids|[Aa]dolescents|[Pp]upils|[Pp]eople|[Pp]ersons|[Pp]assengers|[Vv]isitors|[Gg]uests|[Pp]atients"
    r"|[Mm]embers|[Ee]mployees|[Pp]layers|[Dd]rivers|[Aa]dults)"
)
_GROUP = regex(
    rf"\b{_MEMBERS},? \(?(?:who are )?(?:(?:under|below|younger than) (?:the age of )?(?P<below>\d{{1,2}})"
    r"|(?:over|above|older than) (?:the age of )?(?P<above>\d{1,2})"
    r"|(?:aged |of |from |between )?(?:the ages of )?(?P<low>\d{1,2})(?: ?[–-] ?| to | and )(?P<high>\d{1,2})"
    r"|(?:aged |from )?(?P<least>\d{1,2})(?: years)?(?: (?:and|or) (?:over|older|above)))"
    r"(?: years)?(?: of age| old)?(?![\w.,]*\d| ?[%€£$])\)?"
)
"""Children under 12, employees over 50, children (4 to 15 years), passengers aged 16 and over."""
_PERSON = "child|boy|girl|pupil|passenger|visitor|guest|patient|employee|member|player|driver|adult|person"
_GOES_ON = (
    r"(?:may|must|can|cannot|should|shall|will|is|has|needs?|pays?|gets?|receives?|does|takes?|who|with|weighing)\b"
)
_ONE = regex(
    rf"\b(?P<an>[Aa]n?) (?P<age>\d{{1,2}}|{NUMBER_WORDS})[- ]years?[- ]old"
    rf"(?: (?:{_PERSON})\b|(?= {_GOES_ON}))"
)


@lru_cache(maxsize=512)
def groups(text: str) -> Mapping[str, range]:
    """The groups that a text names, as it names them, with their ages.

    >>> dict(groups("Children under 12 years pay half; children aged 6 to 9 are free on Sundays."))
    {'Children under 12 years': range(0, 12), 'children aged 6 to 9': range(6, 10)}
    """
    found: dict[str, range] = {}
    for group in _GROUP.finditer(text):
        if group["below"]:
            ages = range(int(group["below"]))
        elif group["high"]:
            ages = range(int(group["low"]), int(group["high"]) + 1)
        else:
            ages = range(int(group["least"] or int(group["above"]) + 1), OLDEST)
        found[group[0]] = ages
    return MappingProxyType(found)


def in_its_group(claim: str, text: str) -> str:
    """A claim about one person of an age as one about the only group of the text that holds the age; else as it is.

    >>> in_its_group("A 10-year-old child may take it.", "Children under 12 years should not take it.")
    'Children under 12 years may take it.'
    """
    one = _ONE.search(claim)
    holding = sorted(group for group, ages in groups(text).items() if one and number_told(one["age"]) in ages)
    if one is None or len({group.lower() for group in holding}) != 1:
        return claim
    group = holding[0]
    begins = group[:1].upper() if one["an"][0].isupper() else group[:1].lower()
    return f"{claim[: one.start()]}{begins}{group[1:]}{claim[one.end() :]}"
