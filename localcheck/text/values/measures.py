"""How high, long or large what an article is about is, how many people live there, and when it was. Pure.

A value counts only in a form that is plain ("is 6,650 kilometres long", "had about 208 million inhabitants", "(1879–1955)")
and only where the sentence is said of the article's subject, or names the value in the opening.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from localcheck.text.lexicon import MAYBE_DAY, ORDINAL, YEAR, listed, nth_told
from localcheck.text.names import without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.values.events import done
from localcheck.text.values.lifetimes import LONGEST_LIFE, bounds_of, may_be_of_the_next_year, years_of
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import COUNT, PLAIN, Quantity
from localcheck.text.values.timed import OFFICES
from localcheck.text.values.units import TEMPERATURE
from localcheck.text.words import folded
from localcheck.types import Span

FIRST, LAST = "first year", "last year"
"""Of a life, or of what lasted."""
FURTHEST, OPENING = 30, 3
"""Sentences in which a value is looked for, and years: what is said further on is often of something else."""


class _Form(NamedTuple):
    """How a value is written."""

    kinds: tuple[str, ...]
    """Of its quantity."""
    behind: str
    """What stands right behind it; empty where the cue must stand before it."""
    before: str
    """What stands before it otherwise."""


_PEOPLE = r"(?:people|inhabitants|residents)\b(?! (?:live|die|are|were|visit))"
_ORBITS = r"\b(?:orbits|circles|goes around) the Sun\b(?:[^.;]|\.\d){0,60}\bdistance of\b[^.;]{0,20}$"
_HEIGHT = r"\b(?:height|elevation|summit|peak|altitude)\b[^.;]{0,30}$|\b(?:rises|reaches|stands)\b[^.;]{0,12}$"
_FORMS = {
    "height": _Form(("length",), r"(?:high|tall|above sea level)\b", _HEIGHT),
    "length": _Form(("length",), r"long\b", r"\blength (?:of|is|was)\b[^.;]{0,20}$"),
    "area": _Form(("area",), "", r"\b(?:area|covers?|covering|extends?|measures)\b[^.;]{0,40}$"),
    "diameter": _Form(("length",), r"(?:in diameter|across)\b", r"\bdiameter (?:of|is)\b[^.;]{0,20}$"),
    "depth": _Form(("length",), r"deep\b", r"\bdepth (?:of|is)\b[^.;]{0,20}$"),
    "distance": _Form(("length",), r"from the Sun\b", _ORBITS),
    "mass": _Form(("mass",), "", r"\b(?:weigh(?:s|ing|ed)?|weight of|mass of)\b[^.;]{0,20}$"),
    "atomic number": _Form((PLAIN, COUNT), "", r"\batomic number(?: of| is)?\s*$"),
    "melting point": _Form((TEMPERATURE,), "", r"\bmelting point\b[^.;]{0,20}$|\bmelts at\b[^.;]{0,10}$"),
    "boiling point": _Form((TEMPERATURE,), "", r"\bboiling point\b[^.;]{0,20}$|\bboils at\b[^.;]{0,10}$"),
    "population": _Form((COUNT, PLAIN), _PEOPLE, r"\bpopulation (?:of|is|was)\b[^.;]{0,20}$"),
}
_BRACKETS = regex(r"\s*(?:\([^()]*\)\s*)?")
_IN_BRACKETS = regex(r"\([^()]*\),? ?")
_OF_OTHERS = regex(
    r"\b(?:more|less|greater|longer|higher|deeper|smaller|larger|than|lowest|deepest|per|metropolitan|urban|round)\b"
)
"""Before a value: it is a difference, or of a part; or what is left of a formula, "/1e6 round 1 million"."""
_ASIDE = regex(r"^(?:\S+\s+){5,}?(?:that|which|who|whose|where|when)\b")
"""Words between the subject and a value with which the sentence has gone on to something else."""
_STANDS_FOR = frozenset("it its with".split())
_OPENERS = "With|At|Covering|Spanning|Standing|Rising|Having|Measuring"
"""What a sentence begins with that tells a value before its subject: "With over 200 million people, Brazil is"."""
_COUNTED = regex(r"(?:The|Its) (?:population|census)\b")
_KINDS = listed("measures.kinds")
_GOES_ON = regex(
    r"\s*(?:[,(]|['’]s? (?:total )?(?:population|area|height|length|elevation)\b"
    r"|(?:is|was|has|had|itself|can|covers?|covered|rises|rose|stands|stood|reaches|orbits|circles|flows|runs|lies"
    r"|measures|weighs|weighed|extends|melts|boils)\b)"
)
"""What stands behind the subject's name: "Mont Blanc is", not "Mont Blanc Tunnel is"."""
NTH, SINCE, UNTIL = "nth", "since", "until"
"""Before an office: which one somebody was ("the 16th president"), and in which years."""
_NTH = regex(rf"\b(?P<nth>{ORDINAL}) (?:and current )?(?P<office>{OFFICES})\b", re.IGNORECASE)
_TERM = regex(
    rf"\b(?P<office>{OFFICES})\b[^.;]{{0,80}}? from {MAYBE_DAY}(?P<since>{YEAR})"
    rf" (?:to|until|till)\b[^.;]{{0,60}}?\b(?P<until>{YEAR})",
    re.IGNORECASE,
)
_A_YEAR = rf"\b(?:(?P<bc>\d{{1,4}}) BC\b|(?P<year>{YEAR}))"
_IN_THE_YEAR = rf"[^.;(]{{0,120}}?{_A_YEAR}"
_BORN_IN = rf"(?:(?!\b(?:but|and|who|which|where)\b)[^.;(]){{0,120}}?{_A_YEAR}"
""""Was born in London on 5 May 1820", not "was born a slave, but escaped in 1826"."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A value of what an article is about."""

    low: float
    high: float
    """In the base unit of its kind, or as a year; those before Christ are negative. Of a death that the article does not date
    the first and last year in which it can have been."""
    span: Span
    """The sentence that says it."""


def measured(value: str, title: str, text: str, sentences: Sequence[Span]) -> Measured | None:
    """A value that an article tells of its subject; None where it tells none. ``value``: one that has a form, a year of its
    life, a verb in the past ("opened") for the year in which that was done, or ``NTH``, ``SINCE`` or ``UNTIL`` with an office.

    >>> text = "The Nile is a river in Africa, about 6,650 kilometres long. Its delta is 240 kilometres wide."
    >>> measured("length", "Nile", text, [Span(0, 59), Span(60, len(text))]).low
    6650000.0
    """
    text = text.replace("\xa0", " ")
    if value in (FIRST, LAST):
        return _life(without_parenthesis(title), text, sentences)[value == LAST]
    kind, _, office = value.partition(" ")
    if office and kind in (NTH, SINCE, UNTIL):
        return _held(kind, office, title, text, sentences)
    form = _FORMS.get(value)
    if form is None:
        told = next(done(value, title, text, sentences[:FURTHEST]), None)
        return None if told is None else Measured(told[0], told[0], told[1])

    def first(among: Iterable[Span], form: _Form) -> Measured | None:
        found = ((span, number) for span in among for number in quantities(span.of(text)))
        return next((_as_measured(n, span) for span, n in found if _is(form, n, span.of(text))), None)

    named = form._replace(behind="", before=rf"\b{value} of\b[^.;]{{0,12}}$")
    return first(of_the_subject(title, text, sentences[:FURTHEST]), form) or first(sentences[: OPENING + 1], named)


def _life(name: str, text: str, sentences: Sequence[Span]) -> tuple[Measured | None, Measured | None]:
    """The years behind the name, or else those of a birth and of a death."""
    for n, span in enumerate(sentences[:OPENING]):
        years = years_of(name, span.of(text))
        if years is not None and (years.first is not None or n == 0):
            first, last = (None if y is None else Measured(y, y, span) for y in (years.first, years.last))
            if years.first is not None:
                return first, last
            return _birth(name, text, sentences[:FURTHEST]), last
        bounds = bounds_of(name, span.of(text))
        if bounds is not None:
            return Measured(*bounds[0], span), Measured(*bounds[1], span)
    birth = _birth(name, text, sentences[:OPENING])
    if birth is None:
        return None, None
    verbs = "died|was (?:killed|murdered|shot dead|executed)"
    died = re.compile(rf"(?P<who>He|She|(?i:{_own(name)}))\b[^.;(]{{0,30}}?\b(?:{verbs})\b{_IN_THE_YEAR}")
    deaths = [(m["who"] not in ("He", "She"), _year(m, s)) for s in sentences if (m := died.match(s.of(text)))]
    deaths = [d for d in deaths if birth.low < d[1].low <= birth.low + LONGEST_LIFE]
    named = [d for by_name, d in deaths if by_name] or [d for _, d in deaths]
    if len({d.low for d in named}) == 1:
        return birth, named[-1]
    return birth, Measured(birth.low, birth.low + LONGEST_LIFE, birth.span)


def _birth(name: str, text: str, sentences: Sequence[Span]) -> Measured | None:
    born = re.compile(rf"(?:He|She|(?i:{_own(name)}))\b[^.;(]{{0,100}}?\b(?:born|baptised)\b{_BORN_IN}")
    return next((_year(m, s) for s in sentences if (m := born.match(s.of(text)))), None)


def _own(name: str) -> str:
    """A pattern of the words of a name."""
    return "|".join(re.escape(word) for word in name.split())


def _year(match: re.Match[str], span: Span) -> Measured:
    year = -int(match["bc"]) if match["bc"] else int(match["year"])
    return Measured(year, year + may_be_of_the_next_year(match.string), span)


def _held(kind: str, office: str, title: str, text: str, sentences: Sequence[Span]) -> Measured | None:
    """Which one somebody was in an office ("president of France"), or its first or last year; None where the article tells of
    several terms, or of another country.
    """
    office, _, where = office.partition(" of ")
    place = frozenset(folded(where)) - {"the"}
    own = re.compile("|".join(["He", "She", *(re.escape(word) for word in without_parenthesis(title).split())]))
    if kind == NTH:
        opening = ((span, m) for span in sentences[:OPENING] for m in _NTH.finditer(span.of(text)))
        opening = ((span, m) for span, m in opening if place <= _words(span, text))
        found = [(span, m["nth"]) for span, m in opening if m["office"].lower() == office]
        if not found:
            return None
        nth = nth_told(found[0][1])
        return Measured(nth, nth, found[0][0])
    said = ((span, m) for span in sentences if own.match(span.of(text)) for m in _TERM.finditer(span.of(text)))
    terms = [
        Measured(int(m[kind]), int(m[kind]), span)
        for span, m in said
        if m["office"].lower() == office and place <= _words(span, text)
    ]
    return terms[0] if len({t.low for t in terms}) == 1 else None


def _words(span: Span, text: str) -> frozenset[str]:
    return frozenset(folded(span.of(text)))


def may_be_measured(value: str) -> bool:
    """Whether a value is one that a sentence tells as a number with its unit."""
    return value in _FORMS


def is_written(value: str, number: Quantity, sentence: str) -> bool:
    """Whether a number of a sentence is written as this value is: "6,650 kilometres long"."""
    return _is(_FORMS[value], number, sentence)


def _is(form: _Form, number: Quantity, sentence: str) -> bool:
    """True if a number of a sentence is written in this form."""
    gap = _BRACKETS.match(sentence, number.span.end)
    lead, rest = sentence[: number.span.start], sentence[gap.end() if gap else number.span.end :]
    above = number.ends[0] > 0 or lead.endswith("just ")
    aside = _ASIDE.match(_IN_BRACKETS.sub("", lead))
    if number.kind not in form.kinds or not above or _OF_OTHERS.search(lead[-40:]) or aside:
        return False
    return bool((form.behind and re.match(form.behind, rest)) or re.search(form.before, lead))


def _as_measured(number: Quantity, span: Span) -> Measured:
    """A bound stands for itself: "over 208 million", "just under 450,000"."""
    ends = [end for end in number.ends if not math.isinf(end)]
    return Measured(min(ends), max(ends), span)


def of_the_subject(title: str, text: str, sentences: Sequence[Span]) -> Iterator[Span]:
    """The sentences that begin with the article's subject, or with "It" or "The city" behind such a sentence."""
    whole = without_parenthesis(title).removeprefix("The ")
    short = " ".join(word for word in whole.split() if word.lower() not in _KINDS) or whole
    name = re.compile(
        rf"(?:(?:{_OPENERS})\b[^;]{{0,120}}, )?(?:[Tt]he )?(?:{re.escape(whole)}|{re.escape(short)})(?P<rest>.*)",
        re.DOTALL,
    )
    before = False
    for span in sentences:
        sentence = span.of(text)
        found = name.match(sentence)
        words = sentence.lower().split(maxsplit=2)[:2]
        stands = before and words != [] and (words[0] in _STANDS_FOR or (words[0] == "the" and words[-1] in _KINDS))
        behind = sentence.removeprefix(" ".join(sentence.split(maxsplit=2)[:2])) if stands else ""
        rest = found["rest"] if found else behind
        before = found is not None or stands
        if (before and (words[0] in _STANDS_FOR or _GOES_ON.match(rest))) or _COUNTED.match(sentence):
            yield span
