"""What a number in a text is a number of: a year, a day, a measure, money, or a count of the things named after it. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from localcheck.text.lexicon import FUNCTION_WORDS, MONTH_NAME, MONTHS, listed
from localcheck.text.patterns import regex
from localcheck.text.values.quantity import AGE, AGE_GROUP, COUNT, DAY, MONEY, OLDEST, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.units import SHARE, TIME, UNITS, YEAR_IN_SECONDS, Unit, unit_at
from localcheck.text.words import singular
from localcheck.types import Span

NEARBY = 3
"""Words after a number among which the thing that it counts is looked for."""
SPANS = frozenset({"day", "month", "year", "decade", "century"})
"""Times in whose company a number of four digits is no year: 2000 years."""
COUNTED = listed("kinds.counted")
"""After a number that could be a year, these say that it is none."""
_AFTER = regex(r"[^\W\d_]+[²2]?|[%$€£]")
_BETWEEN = regex(
    r"(?:[ \u00a0]\d+-[a-z]+(?: \([^()]{1,30}\))?| of (?:them|these|those|whom|which)(?: (?:are|were))?)(?= [a-z])"
)
"""Between a number and its things: "two 61-note (five-octave) keyboards", "23 people, four of them apprentices"."""
_STOP = regex(r"[.;:!?()]|,\s")
OF_MONTH = regex(rf"\s+of\s+{MONTH_NAME}\b")
_AGED = regex(r"\b(?:ages? of|aged?|ages)(?: between| from)? $")
_OF_AN_AGE = regex(
    r"\b(?:child|boy|girl|pupil|student|youth|teenager|person|man|woman|patient|any(?:one|body)|some(?:one|body)) of $"
)
_A_VERB = regex(
    r"[.!?]?$|[,;:)]| (?:may|can|cannot|must|is|was|has|had|could|should|will|would|does|did|pays?|needs?|travels?"
    r"|gets?|and|or|who|with)\b"
)
"""Behind the age of "a child of 14", which is not one of 14 brothers."""
_AN_AGE = regex(
    r"\b(?:(?:older|younger) than|lived to be(?: (?:more than|over|nearly|almost|about))?"
    r"|before (?:he|she) (?:was|(?:had )?(?:turned|reached))|not yet(?: turned| reached)?) $"
)
_DIED_AT = regex(r"\b(?:died|dies|death|retired|abdicated|married|left (?:home|school))(?: in(?: \w+)? \d{4})? at $")
_BEGINS_AT, _DID = regex(r"(?:^|[.;] )At $"), regex(r" (?:he|she)\b")
""" "At 19 she swam the Channel"."""
_AT_AN_HOUR = 12
"""Who "died at 9" may have died at nine o'clock."""
_WAS = regex(
    r"\b(?!It|There|This|That)(?:[Hh]e|[Ss]he|[A-Z][\w’'-]+) was(?: (?:only|just|already|about|almost|nearly|not yet))? $"
)
_MEMBERS = (
    "children|kids|pupils|students|people|persons|minors|boys|girls|men|women|players|those"
    "|any(?:one|body)|every(?:one|body)"
)
_UNDER = regex(rf"\b(?:{_MEMBERS})(?: aged)? (?:under|below)(?: the age of)? $", re.IGNORECASE)
_ALONE = regex(r"\s*(?:$|[.,;:!?)]|(?:(?:when|at|in|and|but)\b|to (?!\d)))")
"""Behind a number that counts nothing named after it."""
_AT = regex(r" when (?:he|she)\b")
_OLD = regex(r"(?: ?- ?| )(?:old(?P<group>s)?|of age)\b")
_SIDE = {
    **dict.fromkeys(("long", "length"), "long"),
    **dict.fromkeys(("wide", "broad", "width", "breadth"), "wide"),
    **dict.fromkeys(("high", "tall", "height"), "high"),
    **dict.fromkeys(("deep", "depth"), "deep"),
}
"""Words for the sides of a thing -> one of them."""
_SIDE_AFTER = regex(
    r"(?: \([^()]{1,25}\))?\)?(?:[ -](long|wide|broad|high|tall|deep)| in (length|width|breadth|height|depth))\b(?!-)"
)
_SIDE_BEFORE = regex(
    r"\b(length|width|breadth|height|depth)(?: (?:of|is|was)|:)"
    r"(?: (?:about|around|approximately|nearly|almost|over|up to|only|some|just|(?:more|less) than))? $",
    re.IGNORECASE,
)
_PAYING = (
    r"(adult|child(?:ren)?|kid|student|senior|pensioner|(?:non-)?member|resident|visitor|famil(?:y|ies)|group)s?\b"
)
_PAID_FOR = regex(rf"(?: (?:each|per person))? (?:for|per) (?:an? |the |all )?{_PAYING}(?:,? (?:and|or) {_PAYING})?")
_PAID_BY = regex(rf"\b{_PAYING}(?: tickets?)?(?: (?:pays?|paid|costs?|is|are)|:) $", re.IGNORECASE)
_PERIOD = regex(
    r"(?: ?/ ?| (?:per|an?|each|every) )(?P<unit>hour|day|week|month|year)\b(?! (?:ago|later|earlier|before|after)\b)"
    r"| (?:(?P<named>week|month|year)ly|(?P<year>annually|p\.a\.))(?!\w)"
)
"""Behind a price: for how long it is."""
_PER_UNIT = regex(r"(?: ?/ ?| (?:per|an?) )(?P<unit>[^\W\d_]{1,12}[²2³3]?)(?![^\W_])")
"""Behind a price: for how much it is."""
_POUNDS = regex(r"pounds?\b(?! (?:per|an?) )", re.IGNORECASE)
_WEIGHS = regex(r"\b(?:weigh\w*|weight|mass|heav\w+|lighter|lifts?|lifted|load)\b[^.;,]*$")
_PAYS = regex(
    r"\b(?:costs?|pric\w+|pa(?:y|ys|id|ying)|fees?|fined?|worth|sold|bought|spent|spends?|charg\w+|earn\w*|salary|rent)\b[^.;,]*$"
)
"""Before a number of pounds: whether they are a weight or money; else nobody can tell."""
_PERCENT = regex(r"per\s?cent\b", re.IGNORECASE)
_GAP = regex(r"[\s\u00a0]*(?:-\s?)?(?:US (?=dollars?\b))?")

_ERA = regex(
    r"(?P<range>\s?[-–—]\s?\d[\d,]{0,4}|,? (?:and|to|until) \d[\d,]{0,4})?"
    r"\s?(?P<era>BCE?|AD|CE|B\.\s?C\.(?:\s?E\.)?|A\.\s?D\.|C\.\s?E\.)(?!\w)"
)
"""Behind a year, or behind the second one of "221–206 BC"."""
_YEAR_BEFORE = regex(r"\b(?:AD|A\.\s?D\.|[Tt]he year) $")
LONG_AGO = 10_000
"""A number that is not less is no year."""
_SHORTENED = regex(r"(?<!\d)(?P<hundreds>\d{1,2})(?P<first>\d\d)\s?[-–—]\s?$")
"""Before the last two digits of a year: "262–61 BC"."""
_GROUP = regex(
    rf"\b(?:{_MEMBERS}|patients)(?: who are)?,? "
    r"(?:aged|ages|between the ages of|of ages|from the ages? of) ?(?:between |from )?$",
    re.IGNORECASE,
)
"""Before the ages of those of whom something is true."""


def between_ages(text: str, one: Quantity, other: Quantity) -> Quantity | None:
    """The second of two ages of an interval, which often has no unit: the 12 of "aged 6 to 12"; None if it is not one."""
    bare = other.kind in (PLAIN, COUNT) and one.told < other.told <= OLDEST
    if one.things != AGE or not bare or one.unit != "year":
        return None
    unit = AGE_GROUP if _GROUP.search(text[max(0, one.span.start - 60) : one.span.start]) else one.unit
    return replace(other, value=other.told * YEAR_IN_SECONDS, kind=TIME, things=AGE, unit=unit)


def typed(text: str, place: Span, value: float, form: str, end: int) -> Quantity:
    """The number ``value`` that stands at ``place``, with what it counts; ``end``: where its scale ("million") ends.

    ``form``: ``money`` and its sign, ``ordinal``, ``digits`` (whole, unscaled, without separators), ``figure`` (other digits)
    or ``words``.
    """
    if form.startswith("money"):
        sign = form[-1]
        return _for_a_time(text, Quantity(value, UNITS[sign].kind, unit=sign, span=Span(end, end)))
    if form in ("digits", "figure") and value < LONG_AGO and (year := _of_an_era(text, place.start, value, end)):
        return year
    after = _words_after(text, end)
    before = re.findall(r"[^\W\d_]+", text[max(0, place.start - 12) : place.start].lower())
    next_word = _AFTER.search(text, end)
    in_words = form == "ordinal" and not text[place.start].isdigit()
    following = next_word.group() if next_word else ""
    beside = (*before[-1:], "" if following == "may" else following.lower())
    month_near = not in_words and any(word in MONTHS for word in beside)
    if form in ("digits", "ordinal") and 1 <= value <= 31 and (month_near or OF_MONTH.match(text, end)):
        return Quantity(value, DAY, near=words_before(text, place.start))
    if form == "ordinal":
        return Quantity(value, ORDINAL, frozenset(after))
    measured = _measured(text, value, form, end) or _pounds(text, place.start, value, end)
    measured = measured and _for_a_time(text, measured)
    if (age := _age(text, place.start, end, value, measured)) is not None:
        return age
    if form != "digits" or not 1000 <= value <= 2199:
        return measured or (Quantity(value, COUNT, frozenset(after)) if after else Quantity(value, PLAIN))
    things = ["degree"] if following == "degrees" else [w for w in after if w in SPANS or w in COUNTED]
    led_in = before[-1:] == ["in"]
    if measured is not None and not (led_in and measured.unit in SPANS):
        return measured
    if things and not led_in:
        return Quantity(value, COUNT, frozenset(things))
    return Quantity(value, YEAR, near=words_before(text, place.start))


def _of_an_era(text: str, start: int, value: float, end: int) -> Quantity | None:
    """The year of "AD 79", "44 BC" or "the year 79"; those before Christ are negative. None for any other number.

    >>> typed("He died in 44 BC.", Span(11, 13), 44.0, "digits", 13).value
    -44.0
    """
    behind, before = _ERA.match(text, end), _YEAR_BEFORE.search(text, max(0, start - 10), start)
    if value % 1 or (behind is None and before is None):
        return None
    old = behind is not None and behind["era"].startswith("B")
    short = _SHORTENED.search(text, max(0, start - 8), start) if old and value < 100 else None
    value += 100 * int(short["hundreds"]) if short and value < int(short["first"]) else 0
    near = words_before(text, before.start() if before else start)
    stop = end if behind is None or behind["range"] else behind.end()
    return Quantity(-value if old else value, YEAR, near=near, span=Span(end, stop))


def _for_a_time(text: str, price: Quantity) -> Quantity:
    """A price with the time or amount that it is for, where that stands right behind it: "$20 per month", "€0.30 per km"."""
    found = _for_what(text, price.span.end) if price.kind.startswith(MONEY) and " per " not in price.kind else None
    if found is None:
        return price
    of, end = found
    kind, unit = f"{price.kind} per {of.kind}", f"{price.unit}/{of.name}"
    return replace(price, value=price.value / of.factor, kind=kind, unit=unit, span=Span(price.span.start, end))


def _for_what(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit of time, size, weight or energy behind a price that ends at ``at``, and where it ends; None without one."""
    if time := _PERIOD.match(text, at):
        return UNITS["year" if time["year"] else time["unit"] or time["named"]], time.end()
    amount = _PER_UNIT.match(text, at)
    unit = amount and (UNITS.get(amount["unit"]) or UNITS.get(singular(amount["unit"].lower())))
    if not amount or not unit or unit.kind not in ("length", "area", "volume", "mass", "energy"):
        return None
    return unit, amount.end()


def _pounds(text: str, start: int, value: float, end: int) -> Quantity | None:
    """A number of pounds, where what stands before says whether they are a weight or money; else None.

    >>> typed("It weighs 3 pounds.", Span(10, 11), 3.0, "digits", 11).kind
    'mass'
    >>> typed("It costs 3 pounds.", Span(9, 10), 3.0, "digits", 10).kind
    'money, pounds'
    """
    gap = _GAP.match(text, end)
    found = _POUNDS.match(text, gap.end() if gap else end)
    before = text[max(0, start - 40) : start]
    weighs, pays = _WEIGHS.search(before) is not None, _PAYS.search(before) is not None
    if found is None or weighs == pays:
        return None
    unit = UNITS["lb" if weighs else "£"]
    return Quantity(value * unit.factor, unit.kind, unit=unit.name, system=unit.system, span=Span(end, found.end()))


def _age(text: str, start: int, end: int, value: float, measured: Quantity | None) -> Quantity | None:
    """The number as an age: "at the age of 37", "older than 37", "37 years old", "37 when he died", "men under 37", or None."""
    before = slice(max(0, start - 40), start)
    if measured is None and value <= OLDEST and _UNDER.search(text[before]):
        return Quantity(value * YEAR_IN_SECONDS, TIME, AGE, unit=AGE_GROUP)
    said = _AGED.search(text[before]) or (_AN_AGE.search(text[before]) and _ALONE.match(text, end))
    said = said or (_WAS.search(text[before]) and _AT.match(text, end))
    said = said or (_OF_AN_AGE.search(text[before]) and _A_VERB.match(text, end))
    at_death = value > _AT_AN_HOUR and _DIED_AT.search(text[before]) and _ALONE.match(text, end)
    at_death = at_death or (value > _AT_AN_HOUR and _BEGINS_AT.search(text[before]) and _DID.match(text, end))
    if value <= OLDEST and (said or at_death) and (measured is None or measured.kind == TIME):
        seconds = measured or Quantity(value * YEAR_IN_SECONDS, TIME, unit="year")
        return replace(seconds, things=AGE)
    if measured is not None and measured.kind == TIME and (old := _OLD.match(text, measured.span.end)):
        return replace(measured, things=AGE, unit=AGE_GROUP if old["group"] else measured.unit)
    return None


def of_what(text: str, start: int, end: int, kind: str) -> frozenset[str]:
    """Which side of a thing a length is, or who pays a price; empty where the text does not say it right beside the number.

    >>> of_what("It is 120 m long.", 6, 11, "length"), of_what("Adults pay 12 euros.", 11, 19, "money, euros")
    (frozenset({'long'}), frozenset({'adult'}))
    """
    before = text[max(0, start - 40) : start]
    if kind == "length":
        found = _SIDE_AFTER.match(text, end) or _SIDE_BEFORE.search(before)
        return frozenset({_SIDE[word.lower()] for word in found.groups() if word}) if found else frozenset()
    if kind != PLAIN and not kind.startswith(MONEY):
        return frozenset()
    found = _PAID_FOR.match(text, end) or _PAID_BY.search(before)
    said = [singular(word.lower()) for word in found.groups() if word] if found else []
    return frozenset("child" if word in ("children", "kid") else word for word in said)


def _measured(text: str, value: float, form: str, end: int) -> Quantity | None:
    gap = _GAP.match(text, end)
    start = gap.end() if gap else end
    if share := _PERCENT.match(text, start):
        return Quantity(value * 0.01, SHARE, unit="percent", span=Span(start, share.end()))
    found = unit_at(text, start, form != "words")
    if found is None:
        return None
    unit, stop = found
    base = value - 32 if unit.name == "°f" else value
    return Quantity(base * unit.factor, unit.kind, unit=unit.name, system=unit.system, span=Span(start, stop))


def _words_after(text: str, end: int) -> list[str]:
    """The words that follow within the clause, in the singular, lower-cased, function words left out."""
    if between := _BETWEEN.match(text, end):
        end = between.end()
    stop = _STOP.search(text, end)
    clause = text[end : min(stop.start() if stop else len(text), end + 60)]
    found: list[str] = []
    for word in (w.lower() for w in _AFTER.findall(clause)[: NEARBY + 1]):
        if word in FUNCTION_WORDS and word not in ("per", "m"):
            break
        found.append(singular(word))
    return found[:NEARBY]


def words_before(text: str, start: int) -> frozenset[str]:
    """The last words that carry meaning before a date in its clause, endings of verbs taken off."""
    clause = re.split(r"[.;:!?()]|,\s(?!\d)", text[max(0, start - 80) : start])[-1].lower()
    words = [w for w in re.findall(r"[^\W\d_]+", clause) if w not in FUNCTION_WORDS and w not in MONTHS]
    return frozenset(re.sub(r"(?:ed|d|ing)$", "", singular(w)) for w in words[-2:])
