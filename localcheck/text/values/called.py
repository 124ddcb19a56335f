"""Numbers that are names: order 88231, Room 12, flight LH 454, Python 3.8. They count and measure nothing. Pure.

Numbers that a text tells without a figure: "in her thirties", "hundreds of ships", how long "from 1961 to 1989" is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from localcheck.text.lexicon import SCALES, YEAR
from localcheck.text.patterns import regex
from localcheck.text.values.aged import DECADE, ages_of
from localcheck.text.values.bounds import ruled
from localcheck.text.values.kinds import typed
from localcheck.text.values.quantity import AGE, NAME, Quantity
from localcheck.text.values.units import TIME, YEAR_IN_SECONDS, unit_at
from localcheck.types import Span

_KINDS = "order|invoice|ticket|room|flight|gate|platform|bus|line|article|section|page|chapter|paragraph"
_PRODUCTS = (
    "Python|Java|JavaScript|TypeScript|Node(?:[.]js)?|PHP|Ruby|Go|Rust|Perl|Swift|Kotlin|Windows|Android|iOS|iPadOS|macOS|Linux"
    "|Ubuntu|Debian|Fedora|Firefox|Chrome|Safari|PostgreSQL|MySQL|MariaDB|SQLite|Django|React|Angular|Kubernetes|Docker|OpenSSL"
    "|TLS|HTTP|HTML|USB|Bluetooth"
)
_SYSTEMS = "Python|Java|PHP|Windows|Android|iOS|iPadOS|macOS|Ubuntu|Debian|Fedora"
"""Those of which a version is told by one number."""
_PARTS = r"\d+(?:\.\d+){1,3}"
_CALLED = regex(
    rf"\b(?P<kind>(?i:{_KINDS})) (?:number |[Nn][or]\. ?|#|[A-Z]{{1,3}} )?(?P<number>\d+(?:\.\d+)*)(?!\w|[.,]\d)"
    rf"|\b(?:(?i:version|release|update) v?|v\.? ?)(?P<version>{_PARTS})(?!\w|[.,]\d)"
    rf"|\b(?P<product>{_PRODUCTS}) (?:version )?(?P<of>{_PARTS})(?!\w|[.,]\d)"
    rf"|\b(?P<system>{_SYSTEMS}) (?:version )?(?P<whole>\d{{1,2}})(?!\w|[.,]\d)"
    r"|(?<![\w.])(?P<parts>\d{1,2}\.\d{1,2}\.\d)(?!\w|[.,]\d)"
)
_OR_LATER = regex(r"\+(?!\w)|,? (?:or|and) (?:later|newer|higher|above|up|upwards?|more recent)\b(?: versions?)?")
_SINCE = regex(r"\b(?:at least|from|since|minimum) $")
_NEXT = regex(rf"(?:, |,? (?:and|or|to) |/)(?P<more>{_PARTS})(?!\w|[.,]\d)")
"""Behind a version: a further one of the same thing."""
_COUNTS = regex(
    r" (?:people|men|women|children|hundred|thousand|million|billion|of|(?!(?:is|was|has|does|this|its|as|holds|costs|seats"
    r"|leaves|departs|arrives|contains|says|states|starts|ends|opens|closes|adds|fixes|removes)\b)[a-z]+s)\b"
)
"""Behind a number: it counts ("you can order 3 pizzas"), unless the word before it is written as a name."""


def numbers_as_names(text: str) -> Iterator[Quantity]:
    """The numbers of ``text`` that are names, as they are written, each with what is called so. "Number 5" alone is none: most
    are ranks.

    >>> [(q.unit, *q.things) for q in numbers_as_names("Order no. 88231 needs Python 3.10; you can order 3 pizzas.")]
    [('88231', 'order'), ('3.10', 'python')]
    """
    read_to = 0
    for match in _CALLED.finditer(text):
        group = str(match.lastgroup)
        kind = (match["kind"] or match["product"] or match["system"] or "version").lower()
        end = match.end()
        if match.start() < read_to or unit_at(text, end + (text[end : end + 1] == " "), True) or _counting(text, match):
            continue
        name = replace(_name(match[group], kind, match.start(group)), ruled=ruled(text, match.start(group)))
        yield _from_on(text, match, name)
        while "." in match[group] and (more := _NEXT.match(text, end)):
            yield _name(more["more"], kind, more.start("more"))
            end = more.end()
        read_to = end


def _from_on(text: str, match: re.Match[str], name: Quantity) -> Quantity:
    """The name as a bound where later versions are meant, too: "Android 12 or later", "at least Python 3.10"."""
    later = None if match["kind"] else _OR_LATER.match(text, name.span.end)
    if later is not None:
        return replace(name, bound=1, span=Span(name.span.start, later.end()))
    since = None if match["kind"] else _SINCE.search(text, max(0, match.start() - 12), match.start())
    return name if since is None else replace(name, bound=1, span=Span(since.start(), name.span.end))


def _counting(text: str, match: re.Match[str]) -> bool:
    small = match.group()[0].islower() and not (match["version"] or match["product"])
    return bool(small or match["system"]) and _COUNTS.match(text, match.end()) is not None


def _name(number: str, kind: str, at: int) -> Quantity:
    """``value`` and ``grain`` are those of the number as a decimal one, by which it is known again where it stands alone."""
    parts = number.split(".")
    told = float(".".join(parts[:2]))
    grain = 0.5 * 10.0 ** -len(parts[1] if len(parts) > 1 else "")
    return Quantity(told, NAME, frozenset({kind}), number, told=told, grain=grain, span=Span(at, at + len(number)))


_IN_AGE = regex(rf"\b{DECADE}\b")
_SCALES = {"tens": 10, "scores": 20, **{f"{scale}s": value for scale, value in SCALES.items()}}
_VAGUE = regex(
    rf"\b(?:(?P<times>tens|dozens|hundreds|thousands) of )?(?P<scale>scores|{'|'.join(f'{scale}s' for scale in SCALES)}) of\b",
    re.IGNORECASE,
)
_LASTING = regex(rf"\bfrom (?:[^,.;:]{{1,24}} )?({YEAR}) (?:to|until) (?:[^,.;:]{{1,24}} )?({YEAR})")


def decades_of_life(text: str) -> Iterator[Quantity]:
    """The ages that "in his thirties" may mean; missed only where there is another age.

    >>> [(round(q.told), round(q.upto / YEAR_IN_SECONDS)) for q in decades_of_life("He died in his early thirties.")]
    [(30, 34)]
    """
    for match in _IN_AGE.finditer(text):
        low, high = ages_of(match)
        age = Quantity(
            low * YEAR_IN_SECONDS, TIME, AGE, unit="year", told=float(low), upto=high * YEAR_IN_SECONDS, soft=True
        )
        yield replace(age, span=Span(*match.span()))


def vague_counts(text: str) -> Iterator[Quantity]:
    """The counts that "hundreds of people" may mean: a hundred or more; missed only where people are counted.

    >>> [(q.value, q.bound) for q in vague_counts("Tens of thousands of people fled in dozens of ships.")]
    [(10000.0, 1), (12.0, 1)]
    """
    for match in _VAGUE.finditer(text):
        low = float(_SCALES[match["scale"].lower()] * _SCALES.get((match["times"] or "").lower(), 1))
        found = typed(text, Span(*match.span()), low, "words", match.end())
        span = Span(match.start(), max(match.end(), found.span.end))
        yield replace(found, told=low, bound=1, soft=True, span=span)


def lasting(text: str) -> Iterator[Quantity]:
    """How long an interval of years is: 28 years for "from 1961 to 1989", or 27, as the months may tell; no bare 28 is it.

    >>> [round(q.value / YEAR_IN_SECONDS) for q in lasting("The wall divided the city from 1961 to 1989.")]
    [27, 28]
    """
    for match in _LASTING.finditer(text):
        first, last = (int(year) for year in match.groups())
        for years in range(max(last - first - 1, 1), last - first + 1):
            yield Quantity(years * YEAR_IN_SECONDS, TIME, unit="year", told=math.nan, span=Span(*match.span()))
