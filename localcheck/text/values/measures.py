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

from localcheck.text.lexicon import YEAR
from localcheck.text.names import without_parenthesis
from localcheck.text.values.lifetimes import years_of
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import COUNT, PLAIN, Quantity
from localcheck.types import Span

YEARS = "years"
FIRST, OPENING = 30, 2
"""Sentences in which a value is looked for, and years: what is said further on is often of something else."""


class _Form(NamedTuple):
    """How a value is written."""

    kinds: tuple[str, ...]
    """Of its quantity."""
    behind: str
    """What stands right behind it; empty where the cue must stand before it."""
    before: str
    """What stands before it otherwise."""


_FORMS = {
    "height": _Form(
        ("length",),
        r"(?:high|tall|above sea level)\b",
        r"\b(?:height|elevation|summit|peak|altitude)\b[^.;]{0,30}$|\b(?:rises|reaches|stands)\b[^.;]{0,12}$",
    ),
    "length": _Form(("length",), r"long\b", r"\blength (?:of|is|was)\b[^.;]{0,20}$"),
    "area": _Form(("area",), "", r"\b(?:area|covers?|covering|extends?|measures)\b[^.;]{0,40}$"),
    "diameter": _Form(("length",), r"(?:in diameter|across)\b", r"\bdiameter (?:of|is)\b[^.;]{0,20}$"),
    "depth": _Form(("length",), r"deep\b", r"\bdepth (?:of|is)\b[^.;]{0,20}$"),
    "distance": _Form(
        ("length",),
        r"from the Sun\b",
        r"\b(?:orbits|circles|goes around) the Sun\b(?:[^.;]|\.\d){0,60}\bdistance of\b[^.;]{0,20}$",
    ),
    "mass": _Form(("mass",), "", r"\b(?:weigh(?:s|ing|ed)?|weight of|mass of)\b[^.;]{0,20}$"),
    "population": _Form(
        (COUNT, PLAIN),
        r"(?:people|inhabitants|residents)\b(?! (?:live|die|are|were|visit))",
        r"\bpopulation (?:of|is|was)\b[^.;]{0,20}$",
    ),
}
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)\s*)?")
_OF_OTHERS = re.compile(
    r"\b(?:more|less|greater|longer|higher|deeper|smaller|larger|than|lowest|deepest|per|metropolitan|urban)\b"
)
"""Before a value: it is a difference, or of a part."""
_IN_THE_YEAR = rf"[^.;(]{{0,120}}?\b(?:(?P<bc>\d{{1,4}}) BC\b|(?P<year>{YEAR}))"
_ASIDE = re.compile(r"^(?:\S+\s+){5,}?(?:that|which|who|whose|where|when)\b")
"""Words between the subject and a value with which the sentence has gone on to something else."""
_STANDS_FOR = frozenset("it its with".split())
_KINDS = frozenset(
    "city country river mountain mount lake island planet state tower building bridge canal volcano town kingdom ship".split()
)
_GOES_ON = re.compile(
    r"\s*(?:[,(]|(?:is|was|has|had|itself|can|covers?|covered|rises|rose|stands|stood|reaches|orbits|circles|flows|runs|lies"
    r"|measures|weighs|weighed|extends)\b)"
)
"""What stands behind the subject's name: "Mont Blanc is", not "Mont Blanc Tunnel is"."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A value of what an article is about."""

    low: float
    high: float
    """In the base unit of its kind; of ``YEARS`` the first and the last one, infinite where the text does not tell it."""
    span: Span
    """The sentence that says it."""


def measured(value: str, title: str, text: str, sentences: Sequence[Span]) -> Measured | None:
    """A value that an article tells of its subject: ``YEARS``, or one that has a form; None where it tells none.

    >>> text = "The Nile is a river in Africa, about 6,650 kilometres long. Its delta is 240 kilometres wide."
    >>> measured("length", "Nile", text, [Span(0, 59), Span(60, len(text))]).low
    6650000.0
    """
    if value == YEARS:
        return _years(title, text, sentences)

    def first(among: Iterable[Span], form: _Form) -> Measured | None:
        found = ((span, number) for span in among for number in quantities(span.of(text)))
        return next((_as_measured(n, span) for span, n in found if _is(form, n, span.of(text))), None)

    form = _FORMS[value]
    named = form._replace(behind="", before=rf"\b{value} of\b[^.;]{{0,12}}$")
    return first(_of_the_subject(title, text, sentences[:FIRST]), form) or first(sentences[: 2 * OPENING], named)


def _years(title: str, text: str, sentences: Sequence[Span]) -> Measured | None:
    """The years behind the name, or else the year of birth and the only year in which the article says that he or she died."""
    name = without_parenthesis(title)
    for span in sentences[:OPENING]:
        years = years_of(name, span.of(text))
        if years is not None and years.first is not None:
            return Measured(years.first, math.inf if years.last is None else years.last, span)
    own = "|".join(re.escape(word) for word in name.split())
    born = re.compile(rf"(?:He|She|{own})\b[^.;(]{{0,100}}?\b(?:born|baptised)\b{_IN_THE_YEAR}")
    died = re.compile(rf"(?:He|She|{own})\b[^.;(]{{0,30}}?\bdied\b{_IN_THE_YEAR}")
    birth = next(((s, m) for s in sentences[: OPENING + 1] if (m := born.match(s.of(text)))), None)
    deaths = {_year(m) for s in sentences if (m := died.match(s.of(text)))}
    if birth is None:
        return None
    return Measured(_year(birth[1]), deaths.pop() if len(deaths) == 1 else math.inf, birth[0])


def _year(match: re.Match[str]) -> int:
    return -int(match["bc"]) if match["bc"] else int(match["year"])


def _is(form: _Form, number: Quantity, sentence: str) -> bool:
    """True if a number of a sentence is written in this form."""
    gap = _BRACKETS.match(sentence, number.span.end)
    lead, rest = sentence[: number.span.start], sentence[gap.end() if gap else number.span.end :]
    if number.kind not in form.kinds or number.ends[0] <= 0 or _OF_OTHERS.search(lead[-40:]) or _ASIDE.match(lead):
        return False
    return bool((form.behind and re.match(form.behind, rest)) or re.search(form.before, lead))


def _as_measured(number: Quantity, span: Span) -> Measured:
    low, high = number.ends
    return Measured(low, low if math.isinf(high) else high, span)


def _of_the_subject(title: str, text: str, sentences: Sequence[Span]) -> Iterator[Span]:
    """The sentences that begin with the article's subject, or with "It" or "The city" behind such a sentence."""
    whole = without_parenthesis(title).removeprefix("The ")
    short = " ".join(word for word in whole.split() if word.lower() not in _KINDS) or whole
    name = re.compile(rf"(?:The )?(?:{re.escape(whole)}|{re.escape(short)})(?P<rest>.*)", re.DOTALL)
    before = False
    for span in sentences:
        sentence = span.of(text)
        found = name.match(sentence)
        words = sentence.lower().split(maxsplit=2)[:2]
        stands = before and words != [] and (words[0] in _STANDS_FOR or (words[0] == "the" and words[-1] in _KINDS))
        rest = (
            found["rest"]
            if found
            else sentence.removeprefix(" ".join(sentence.split(maxsplit=2)[:2]))
            if stands
            else ""
        )
        before = found is not None or stands
        if before and (words[0] in _STANDS_FOR or _GOES_ON.match(rest)):
            yield span
