"""In which years somebody lived, or something lasted, as an encyclopedia begins: "Albert Einstein (14 March 1879 – 18 April
1955) was …", "a war fought from 1861 to 1865". Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.lexicon import MAYBE_DAY, MONTH_NAME, YEAR
from localcheck.text.names import without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.words import folded
from localcheck.types import Span

LONGEST_LIFE = 120
"""Years that nobody outlives."""
HEAD = 250
"""Characters of the beginning of a sentence in which the years are looked for."""
_BRACKETS = regex(
    r"^(?P<name>(?:(?!\b(?:is|was|were|are|had|has|his|her|its|their|while|when|by|with|to|on|at)\b)"
    r"(?:[^().;:]|(?:(?<=\b[A-Z])|(?<=\b[JS]r))\.)){1,100}?)"
    r"\s*\((?P<inside>[^()]*)\)"
)
"""A name with what stands in brackets behind it; not "Turing was born while his father, Julius Turing (1873–1947), …"."""
_SECOND_DATE = rf"(?=(?:\d{{1,2}} )?{MONTH_NAME})"
_GLUED = regex(rf"(?<=\b[12]\d{{3}}){_SECOND_DATE}")
"""Where a converter has dropped the dash: "12 February 184718 October 1931"."""
_SIDE_BY_SIDE = regex(rf"(?<=\b\d{{4}})\s*(?:{_SECOND_DATE}|(?=[12]\d{{3}}(?!\d)))")
"""The same inside brackets, where what is left may be a blank: "16 September 1891 24 December 1980"."""
_IN_BRACKETS = regex(r"(?<![\d.,])(?P<year>\d{1,4})(?:/\d\d)?\s*(?P<era>BCE?\b|AD\b|CE\b)?(?![\d.,]*\d)")
_DASH = regex(r"[–—-]|\bto\b")
_EITHER_DAY = regex(rf"\b\d{{1,2}} or (?=\d{{1,2}} {MONTH_NAME})")
"""Of "9 or 10 October 1813", which is of one year."""
_UNDATED = regex(r"\((?![^()]*\d)[^()]*\) ?")
"""Brackets without a date: "Gottfried Wilhelm (von) Leibniz"."""
_PEN_NAME = regex(r"\bby (?:his|her) (?:[a-z]+ ){0,2}name\b")
_KNOWN = regex(r",? [^.;()]{0,40}?\b(?:known|called) ")
_DIED = regex(r"^[\s;,]*[–—]")
"""Before the only date in brackets: a converter has dropped that of the birth."""
_OTHER_YEARS = regex(
    r"\b(?:reign\w*|ruled?|r\.|fl\.|flourished|active|office|founded|published|released|died|derived|or)\b",
    re.IGNORECASE,
)
_WHEN = rf"{MAYBE_DAY}({YEAR})"
_LASTING = regex(
    r"^[^.;]{0,200}?\b(?:war|conflict|revolution|period|crisis|battle|uprising|rebellion|famine|plague|epidemic|pandemic|fought"
    rf"|lasted|took place|raged)\b[^.;]{{0,120}}?\b(?:from|between) {_WHEN} (?:to|until|till|and|through) {_WHEN}"
)
_BEGAN_ENDED = regex(rf"^[^.;]{{0,120}}?\bbegan (?:in|on) {_WHEN} and ended\b[^.;]{{0,60}}?\b(?:in|on) {_WHEN}")
_OLD_CALENDAR = regex(r"\b(?:[Oo]ld[- ](?:[Ss]tyle|calendar)|O\. ?S\.|Julian calendar)(?!\w)")
_TWO_YEARS = regex(r"\b\d{4}/\d\d\b")
"""A day before the new year began in March, by both calendars: 20 March 1726/27."""
_TURN_OF_YEAR = regex(r"\b(?:Dec(?:ember)?|Jan(?:uary)?|Feb(?:ruary)?|March)\b")
_IN_THE_OTHER = regex(r"\[[^\[\]]*\]")
"""In brackets behind a date: the same day in the other calendar."""
_ANY_YEAR = regex(rf"(?<!\d){YEAR}")


@dataclass(frozen=True, slots=True)
class Years:
    """The first and the last year of a life, or of what lasted; None where the text does not tell it. Years BC are negative."""

    first: int | None
    last: int | None


def years_of(title: str, text: str) -> Years | None:
    """The years behind the name that a text begins with, or of what it says to have lasted from one to another.

    >>> years_of("Aristotle", "Aristotle (; 384–322 BC) was a philosopher."), years_of("", "Ada (born 10 May 1990) sings.")
    (Years(first=-384, last=-322), Years(first=1990, last=None))
    >>> years_of("World War I", "World War I was a global war that lasted from 28 July 1914 to 11 November 1918.")
    Years(first=1914, last=1918)
    >>> years_of("", "Karl Dönitz (16 September 1891 24 December 1980) was an admiral.")
    Years(first=1891, last=1980)
    """
    text = text.replace("\xa0", " ")
    begun = _UNDATED.sub("", _PEN_NAME.sub("as", text[:HEAD]))
    head = _BRACKETS.match(begun)
    if head is not None and (
        not title or _share_a_word(title, head["name"]) or _is_known_as(title, begun[head.end() :])
    ):
        inside = _in_brackets(head["inside"])
        if inside is not None:
            return inside
    lasting = _LASTING.match(text) or _BEGAN_ENDED.match(text)
    if lasting is None or len(_ANY_YEAR.findall(text)) != 2 or (title and not _share_a_word(title, text[:80])):
        return None
    return Years(int(lasting[1]), int(lasting[2]))


def bounds_of(title: str, text: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Between which years a life began and ended, where the brackets behind the name leave that open; else None.

    >>> bounds_of("Plato", "Plato (; 428/427 or 424/423 – 348/347 BC) was a philosopher.")
    ((-428, -423), (-348, -347))
    """
    head = _BRACKETS.match(text.replace("\xa0", " ")[:HEAD])
    if head is None or not _share_a_word(title, head["name"]):
        return None
    ends = re.split(r"\s*[–—]\s*", _SIDE_BY_SIDE.sub(" – ", head["inside"].rpartition(";")[2]))
    if len(ends) != 2 or _OTHER_YEARS.search(re.sub(r"\bor\b", "", head["inside"])):
        return None
    born, died = ([int(year) for year in re.findall(r"(?<![\d,])\d{3,4}(?!\d)", end)] for end in ends)
    if "BC" in ends[1]:
        born, died = [-year for year in born], [-year for year in died]
    told = born and died and "BC" not in ends[0] and max(born) < min(died)
    late = may_be_of_the_next_year(head["inside"])
    return ((min(born), max(born) + late), (min(died), max(died) + late)) if told else None


def parted(text: str) -> str:
    """The text with a dash between two dates where a converter has dropped it.

    >>> parted("Marie Curie (7 November 18674 July 1934) was a physicist."), parted("In 1917 October brought a revolution.")
    ('Marie Curie (7 November 1867 – 4 July 1934) was a physicist.', 'In 1917 October brought a revolution.')
    >>> parted("(1 August 150411 April 1547)"), parted("(January 28, 1822April 17, 1892)")
    ('(1 August 1504 – 11 April 1547)', '(January 28, 1822 – April 17, 1892)')
    """
    return _GLUED.sub(" – ", text)


def may_be_of_the_next_year(text: str) -> bool:
    """Whether a text dates by the old calendar what may be of the next year by ours: Newton was born at Christmas of 1642, and
    died on 20 March 1726/27.
    """
    return _TWO_YEARS.search(text) is not None or (
        _OLD_CALENDAR.search(text) is not None and _TURN_OF_YEAR.search(text) is not None
    )


def _in_brackets(inside: str) -> Years | None:
    """The years of a life or an event in the brackets behind a name; None where they are something else."""
    inside = ";".join(part for part in inside.split(";") if re.search(r"\d|\bborn\b", part))
    inside = _EITHER_DAY.sub("", _SIDE_BY_SIDE.sub(" – ", inside))
    found = [m for m in _IN_BRACKETS.finditer(inside) if m["era"] or len(m["year"]) > 2]
    if _OTHER_YEARS.search(inside) or not 1 <= len(found) <= 2:
        return None
    if may_be_of_the_next_year(_IN_THE_OTHER.sub("", inside)):
        return None
    era = found[-1]["era"] or ""
    years = [-int(m["year"]) if (m["era"] or era).startswith("B") else int(m["year"]) for m in found]
    if len(found) == 1 and _DIED.match(inside.rpartition(";")[2]):
        return Years(None, years[0])
    if len(found) == 1:
        return Years(years[0], None) if re.search(r"\bborn\b|\bb\.", inside[: found[0].start()]) else None
    return Years(*years) if _DASH.search(inside, found[0].end(), found[1].start()) and years[0] < years[1] else None


def _share_a_word(title: str, name: str) -> bool:
    return bool(frozenset(folded(without_parenthesis(title))) & frozenset(folded(name)))


def _is_known_as(title: str, behind: str) -> bool:
    """Whether what stands behind a life calls its owner by the title: "Eric Blair (1903–1950), known as George Orwell"."""
    known = _KNOWN.match(behind)
    return known is not None and without_parenthesis(title) in behind[known.end() : known.end() + 60]


def named(title: str, text: str) -> frozenset[str]:
    """The words of a title and of the name with brackets that a text begins with, in small letters."""
    head = _BRACKETS.match(text[:HEAD])
    return frozenset(folded(without_parenthesis(title))) | frozenset(folded(head["name"]) if head else ())


def place_of_years(text: str) -> Span:
    """Where a sentence tells the years that ``years_of`` finds: in the brackets behind its name, or anywhere."""
    head = _BRACKETS.match(text[:HEAD])
    return Span(*head.span("inside")) if head and _in_brackets(head["inside"]) else Span(0, len(text))
