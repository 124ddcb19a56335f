"""One number of a text with what it is a number of, and when two of them are the same, or cannot both be. Pure.

A number stands for an interval: "more than two" for everything above two, "about twelve" for what rounds to it. A premise bears
a claim's number out if its own interval lies inside; if the two intervals do not meet, it contradicts it; else it leaves
it open.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from localcheck.text.values.units import SHARE, TEMPERATURE, TIME
from localcheck.types import Span

PLAIN, YEAR, DAY, ORDINAL, COUNT, CLOCK = "number", "year", "day", "ordinal", "count", "time of day"
NAME = "name"
"""The kind of a number that is a name: of an order, a room or a version (``called``)."""
MONEY = "money"
"""What the kinds of amounts of money begin with: "money, euros", "money, euros per time"."""
AGE = frozenset({"age"})
"""The things of a time that is somebody's age, which is no number of the years that something took."""
CARRIED_OVER = frozenset({"carried over"})
"""The things of a time that is carried over: "may carry over five days", which is no other number of the days that one has."""
AGE_GROUP = "age group"
"""The unit of a bound that says of whom something is true: what is so of "pupils under 12" is so of one of 11."""
OLDEST = 120
"""A number above this is nobody's age."""
CLOSE = 0.02
"""Two values in units of different systems are the same up to this share: 120 km and 75 miles."""
ABOUT = 1.0
"""Years that "about 1820" may be away from what it rounds."""
MANY = 100
"""From such a count on "about" it is borne out by another count as near, whatever the words are for what is counted."""
WIDE = 0.5
"""Share of a number up to which "about" that number is an interval around it: between 40 and 60 are about 50."""
DEGREE = 0.6
"""The same for temperatures, in kelvin."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and what it is a number of."""

    value: float
    """In the base unit of its kind."""
    kind: str
    things: frozenset[str] = frozenset()
    """For a count or an ordinal: the words after it, in the singular; for a time ``AGE`` where it is one; for a length which
    one it is ("wide"), for a price whose ("child"), for a name of what, for a time of day its zone."""
    unit: str = ""
    """The unit as it was written, in the singular; of a name the number as it was written."""
    near: frozenset[str] = frozenset()
    """For a date: the words before it in its clause, which say what happened then ("was born in")."""
    bound: int = 0
    """1 for "more than" the value, -1 for "less than" it, 0 for the value itself."""
    within: float = 0.0
    """How far from it another number may be that this one rounds: for "about twelve" a half, for "3.7 million" 50,000."""
    about: bool = False
    """Is it said to be rounded ("about twelve")?"""
    told: float = 0.0
    """The number before its unit."""
    system: str = "metric"
    """The system of its unit."""
    grain: float = 0.0
    """Half a unit of its last written digit, in the base unit."""
    upto: float | None = None
    """The other end of an interval ("between 50 and 60")."""
    strict: bool = False
    """Is the bound itself left out ("more than 50", "fewer than 50")?"""
    limit: int = 0
    """-1 for what may be at most so much, 1 for what has to be at least so much, also where it is no bound ("the maximum dose
    is 400 mg"); 0 for a number that was only counted or measured ("more than 50 people died")."""
    ruled: int = 0
    """2 where its sentence says what must be, 1 where it says what may or can be, 0 else (``bounds.ruled``)."""
    turn: int = 0
    """1 for a rise by it, -1 for a fall by it ("halved", "-50 %", "by 15 euros"), 0 where it does not say."""
    level: bool = False
    """Is it what something is, was or became ("is 35 euros", "was cut to 35 euros"), and not by how much it changed?"""
    larger: float | None = None
    """Of a number in two units, the part in the larger one: two years of "two years and five months"."""
    ahead: float | None = None
    """Of a time of day the minutes that its zone is ahead of UTC; None where it has none, or one that is not known."""
    soft: bool = False
    """Is it written in words that are often no number ("half of them")? It is missed only where there is another one."""
    span: Span = field(default=Span(0, 0), compare=False)
    """Where it is written, with its unit and its bound."""

    @property
    def ends(self) -> tuple[float, float]:
        """The interval that it stands for."""
        if self.upto is not None:
            return self.value, self.upto
        return (-math.inf if self.bound < 0 else self.value), (math.inf if self.bound > 0 else self.value)

    def same_kind(self, other: Quantity) -> bool:
        """True if both may be numbers of the same property; a plain number may be of any that is no year or day."""
        if self.of_another(other):
            return False
        if PLAIN in (self.kind, other.kind):
            if (self.things | other.things) & AGE and max(self.told, other.told) > OLDEST:
                return False
            return not {self.kind, other.kind} & {YEAR, DAY, CLOCK, NAME} and "top" not in self.things | other.things
        if self.kind != other.kind:
            return self._degrees(other) or self._priced(other) or self._in_other_money(other)
        if self.kind in (YEAR, DAY, CLOCK):
            if self._in_another_zone(other) and None in (self.ahead, other.ahead):
                return False
            return bool(self.near & other.near) or not (self.near and other.near)
        if self.kind == TIME and (self.things or other.things):
            return self.things == other.things
        return self.kind not in (COUNT, ORDINAL, NAME) or bool(self.things & other.things)

    def agrees(self, other: Quantity) -> bool:
        """True if ``other``, in a premise, bears this number of a claim out; equal counts of different things may be it, too.

        "More than two" is borne out by eight, not the other way round; "about twelve" by 11.86, "3.7 million" by 3,671,000,
        "8,849 metres" by 8,848.86 metres, which is rounded to the claim's last digit; not 8,848.86 by 8,849. "At most 800 mg"
        is not borne out by "at most 400 mg": a limit is one number; nor "may take up to eight" by two that somebody takes.
        """
        if self.of_another(other) or self.another_limit(other) or self._too_old(other) or self._allows_more(other):
            return False
        if NAME in (self.kind, other.kind):
            return self._names(other)
        if self.things == AGE and other.unit == AGE_GROUP:
            return self._same_ages(other) if self.ranges else other._holds(self)
        if self.kind != other.kind:
            loose = PLAIN in (self.kind, other.kind) or {self.kind, other.kind} <= _LOOSE or self._degrees(other)
            loose = loose or self._priced(other)
            if {self.kind, other.kind} == {ORDINAL, DAY}:
                return self.value == other.value and not self.things | other.things
            if not loose or self.told != other.told:
                if self.ranges or other.ranges:
                    return loose and self.same_kind(other) and not self.bare_beside(other) and self._holds_bare(other)
                bare = PLAIN in (self.kind, other.kind) and self.same_kind(other)
                return bare and 0 < abs(self.told - other.told) <= max(self.within, other.within)
            return not self.ranges or self._holds_bare(other)
        if self.turn * other.turn < 0:
            return False
        if self.ranges:
            same = self.bound == other.bound and self.told == other.told
            return (same or self.kind in (YEAR, TIME) or self.same_kind(other)) and self._holds(other)
        return self._is(other)

    def _same_ages(self, other: Quantity) -> bool:
        """True for "under 12" twice, and for "from the age of 6" beside "aged 6 to 12"; "under 10" is not "under 12"."""
        ends = None in (self.upto, other.upto) or self.upto == other.upto
        return self.told == other.told and self.bound * other.bound >= 0 and ends

    def of_another(self, other: Quantity) -> bool:
        """True for 8 m of length beside 8 m of width, and for a price for adults beside one for children."""
        sided = not {self.kind, other.kind} & _NO_SIDES and bool(self.things and other.things)
        return sided and not self.things & other.things

    def _too_old(self, other: Quantity) -> bool:
        """True for an age of 80, or an 80th birthday, beside "before her 80th birthday"."""
        return other.kind == ORDINAL and other.strict and not self.ranges

    def _allows_more(self, other: Quantity) -> bool:
        """True for "may take up to eight" beside 2, which is no limit, and for 2 to 10 days or guests, or up to 10, beside 3 to
        5: measures are told less exactly.
        """
        told = self.kind in (COUNT, TIME)
        if self.limit == self.bound == -1 and not (other.bound or other.limit):
            return (self.ruled > 0 or (told and other.upto is not None)) and not self._reaches(other)
        return told and self._wider(other)

    def _reaches(self, other: Quantity) -> bool:
        """True for "up to five" beside five, or three to five."""
        mine, its = replace(self, bound=0), replace(other, value=other.ends[1], upto=None)
        return self.told == other.told or mine._is(its)

    def _wider(self, other: Quantity) -> bool:
        """True for an interval that holds another one and more, both told exactly."""
        if self.upto is None or other.upto is None or self.about or self.soft or other.soft:
            return False
        ends = zip(self.ends, other.ends, strict=True)
        alike = all(replace(self, value=a, upto=None)._is(replace(other, value=b, upto=None)) for a, b in ends)
        return self.same_kind(other) and self._holds(other) and not alike

    def another_limit(self, other: Quantity) -> bool:
        """True for "at most 800 mg" beside "at most 400 mg" or a maximum of 400 mg: two limits on the same side; and for what
        must be between 2 and 15 °C beside 2 to 8 °C.
        """
        if self.ruled > 1 and self.unit != AGE_GROUP and self._wider(other):
            return True
        side, its = self.limit or self.bound, other.limit or other.bound
        if not side or side != its or not (self.limit or other.limit) or not self.same_kind(other):
            return False
        mine, its_own = (replace(q, bound=0) for q in (self, other))
        return not (mine._is(its_own) if self.kind == other.kind else self.told == other.told)

    def other_bound(self, other: Quantity) -> bool:
        """True for "more than two" beside "more than three", of which the second says the first and more."""
        return self.bound == other.bound != 0 and self.told != other.told and self.value != other.value

    @property
    def is_age(self) -> bool:
        """True for an age that somebody may have."""
        return self.things == AGE and self.told <= OLDEST

    @property
    def ranges(self) -> bool:
        """True for a bound or an interval."""
        return bool(self.bound) or self.upto is not None

    def bare_beside(self, other: Quantity) -> bool:
        """True for a number without a unit beside a length of time, a share or a measure, but for ages, which seldom have one:
        40,000 bears no "more than 200 years" out.
        """
        bare = PLAIN in (self.kind, other.kind) and not {self.kind, other.kind} <= {PLAIN, COUNT}
        return bare and not (self.things | other.things) & AGE

    def excludes(self, other: Quantity) -> bool:
        """True if no number can be both; version 3.4 may be 3.4.2."""
        if NAME in (self.kind, other.kind):
            short, long = sorted((f"{self.unit}.", f"{other.unit}."), key=len)
            return not long.startswith(short) and not self._later_version(other) and not other._later_version(self)
        (low, high), (from_, to) = self.ends, other.ends
        apart = to < low or from_ > high or (not self.ranges and not other.ranges)
        return apart or self._touches(other) or self.another_limit(other)

    def left_open_by(self, other: Quantity) -> bool:
        """True for 150 beside "fewer than 200": a bound or an interval that holds this number and others."""
        return other.ranges and self.same_kind(other) and other._holds(self) and not self.another_limit(other)

    def _names(self, other: Quantity) -> bool:
        """True for one name written twice, part by part, and for a name beside the same number alone; 2.1 is not 2.10.

        For a later version beside "3.10 or later", too, unless it is one that is needed; for "3.10 or later" only beside the
        same.
        """
        if self.kind == other.kind:
            alike = "." in self.unit or bool(self.things & other.things)
            same = self.unit.removesuffix(".0") == other.unit.removesuffix(".0")
            return (
                alike
                and self.bound <= other.bound
                and (same or (self.ruled < 2 and not self.bound and self._later_version(other)))
            )
        bare = {self.kind, other.kind} == {NAME, PLAIN} or (self.kind == NAME and other.kind in (COUNT, YEAR))
        return bare and (self.told, self.grain) == (other.told, other.grain)

    def _later_version(self, other: Quantity) -> bool:
        """True for 3.12 beside "3.10 or later"."""
        if self.kind != other.kind or not other.bound or not self.things & other.things:
            return False
        mine, its = ([int(part) for part in q.unit.split(".")] for q in (self, other))
        return mine > its

    def _touches(self, other: Quantity) -> bool:
        """True for "fewer than 100" beside 100, or between 100 and 200: a bound that leaves out the other's nearest."""
        one, bare = (self, other) if self.strict else (other, self)
        return one.strict and not bare.bound and one.value == bare.ends[one.bound > 0]

    def _degrees(self, other: Quantity) -> bool:
        """True for "40 degrees" beside 40 °C or 40 °F."""
        return {self.kind, other.kind} == {COUNT, TEMPERATURE} and "degree" in self.things | other.things

    def _priced(self, other: Quantity) -> bool:
        """True for $20 beside $20 per month, and for €0.30 beside €0.30 per km."""
        short, long = sorted((self.kind, other.kind))
        return short.startswith(MONEY) and long.startswith(f"{short} per ")

    def _in_other_money(self, other: Quantity) -> bool:
        """True for $49.90 beside €49.90: the number of another price in another currency may be what that is worth."""
        return self.kind.startswith(MONEY) and other.kind.startswith(MONEY) and 0 != self.told == other.told

    def in_money_of(self, other: Quantity) -> Quantity:
        """Cents as those of another amount's currency; every other number as it is.

        >>> Quantity(0.3, "money, dollars", unit="cent").in_money_of(Quantity(0.3, "money, euros", unit="€")).kind
        'money, euros'
        """
        if not self.unit.startswith("cent") or not other.kind.startswith(MONEY) or other.unit.startswith("cent"):
            return self
        currency = other.kind.partition(" per ")[0]
        return replace(self, kind=currency + self.kind.removeprefix("money, dollars"))

    def _holds_bare(self, other: Quantity) -> bool:
        """``_holds`` where the two are counts, of whatever, or degrees: by the numbers as they are told."""
        return self._as_told()._holds(other._as_told())

    def _as_told(self) -> Quantity:
        """The number before its unit, as if that were the value."""
        unit = self.value / self.told if self.told else 1.0
        return replace(self, value=self.told, upto=None if self.upto is None or not unit else self.upto / unit)

    def _in_another_zone(self, other: Quantity) -> bool:
        return self.kind == CLOCK and bool(self.things and other.things) and self.things != other.things

    def _at_other_end(self, other: Quantity) -> bool:
        """True for a time of day at which something begins, beside one at which something ends (``near``)."""
        ways = ({said.partition(" ")[0] for said in q.near} for q in (self, other))
        return set().union(*ways) == {"start", "end"}

    def _same_instant(self, other: Quantity) -> bool:
        """True for 9:00 EST and 15:00 CET; false where a zone is not known."""
        if self.ahead is None or other.ahead is None:
            return False
        mine, its = (q.value + 720 * (q.unit == "p") - q.ahead for q in (self, other) if q.ahead is not None)
        return (mine - its) % (1440 if self.unit and other.unit else 720) == 0

    def _is(self, other: Quantity) -> bool:
        if self._in_another_zone(other):
            return self._same_instant(other)
        if self.kind == CLOCK and ((self.unit and other.unit and self.unit != other.unit) or self._at_other_end(other)):
            return False
        near = abs(self.value - other.value)
        if near <= 1e-9 * abs(self.value) or self.value == other.larger:
            return True
        if other.ranges:
            return self._in_the_middle_of(other)
        within = max(self.within, other.within)
        if within and self.kind == YEAR:
            return near <= ABOUT
        alike = self.same_kind(other) or (self.kind == COUNT and self.value >= MANY)
        if within and alike and self.kind not in (YEAR, DAY, ORDINAL) and near <= within:
            return True
        if self.kind in (COUNT, ORDINAL, YEAR, DAY, CLOCK, PLAIN):
            return False
        close = CLOSE * max(abs(self.value), abs(other.value))
        if self.unit == other.unit:
            return other.grain < self.grain and near <= min(close, self.grain)
        if self.kind == TEMPERATURE:
            return near <= DEGREE
        return near <= (min(close, max(self.grain, other.grain)) if self.system == other.system else close)

    def _in_the_middle_of(self, other: Quantity) -> bool:
        """True for "about 2.7 kg" beside "2.5 to 3 kg": inside an interval that is not wide."""
        low, high = other.ends
        return (
            self.about and self.same_kind(other) and low <= self.value <= high and high - low <= WIDE * abs(self.value)
        )

    def _holds(self, other: Quantity) -> bool:
        """True if every number that ``other`` may be lies inside this bound or interval."""
        (low, high), (from_, to) = self.ends, other.ends
        edge = 1e-9 * max(abs(self.value), abs(other.value))
        inside = low - edge <= from_ and to <= high + edge
        return inside and not (self.strict and not other.strict and other.value == self.value)


_NO_SIDES = frozenset({COUNT, ORDINAL, TIME, YEAR, DAY, CLOCK, NAME})
_LOOSE = frozenset({COUNT, ORDINAL, SHARE, TIME, CLOCK})
"""Kinds that are told apart too unsurely to say that the same value is another number."""
