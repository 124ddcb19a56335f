"""Whether something rose or fell, where a text tells only what it was and what it is: "40, after 50". Pure."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.text.facts import negated
from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import DAY, ORDINAL, YEAR, Quantity
from localcheck.text.values.says import Says
from localcheck.text.words import folded

_UP = "rose|grew|increased|climbed|went up|was up|has (?:risen|grown|increased)|(?:was|is) higher|(?:was|is) larger"
_DOWN = (
    "fell|declined|decreased|dropped|shrank|went down|was down|has (?:fallen|declined|decreased|dropped)"
    "|(?:was|is) lower|(?:was|is) smaller"
)
_CLAIM = regex(rf"(?P<what>[^,;]{{3,80}}?) (?:(?P<up>{_UP})|{_DOWN})\b(?P<rest>[^,;]{{0,60}})\.?")
_CELL = regex(
    r"(?:^|: )The value of (?P<what>[^.]{2,60}?) in (?:(?P<part>[HQ][1-4]) )?(?P<one>(?:19|20)\d\d) is (?P<value>[^;]{1,40}?)\."
    r" The value of (?P=what) in (?:(?P<its_part>[HQ][1-4]) )?(?P<other>(?:19|20)\d\d) is (?P<its>[^;]{1,40}?)\.$"
)
"""The cells of a row in the columns of two years, or of the same part of two years."""
_AFTER = regex(
    r"(?P<what>[^,;.]{3,80}?) (?:was|were|is|are|stood at|came to|amounted to) (?P<now>[^,;]{1,60}),? "
    r"(?:after|compared (?:with|to)|up from|down from|against) (?P<before>[^,;]{1,60}?)\.?"
)
_TIMES = (YEAR, DAY, ORDINAL)
_BELOW = regex(r"[-−–(][€$£]?$")
"""In front of an amount that is less than nothing."""
_QUARTER = regex(r"\bQ([1-4])\b")
_NTH = ("first", "second", "third", "fourth")
_LIMITS = regex(
    r"\b(?:only|most|least|all|every|each|any|both|again|still|always|since|until|more than|faster|slower)\b"
)
_COMPARED = word_set("before earlier last previous year compared than year's")


@dataclass(frozen=True, slots=True)
class _Change:
    """A value that a text tells twice."""

    subject: frozenset[str]
    """The words of what it is of."""
    words: frozenset[str]
    """These with what stands around them, and when it was the later one."""
    by: float
    """The later value less the earlier."""


def trend(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says only that something rose or fell, and the premise tells an earlier
    and a later value of it; else None.

    >>> trend("Net debt rose.", "Net debt was £220 million at the end of June, after £265 million in May.")
    'contradicted'
    >>> said = "Sales: The value of Spain in Q1 2026 is 40. The value of Spain in Q1 2025 is 30."
    >>> trend("In Spain sales rose.", said), trend("In Spain sales rose by 5%.", said)
    ('borne out', None)
    """
    found = _CLAIM.fullmatch(claim)
    if found is None or negated(claim) or _LIMITS.search(claim) or any(q.kind not in _TIMES for q in quantities(claim)):
        return None
    change = _in_row(premise) or _in_sentence(premise)
    said = _words(f"{found['what']} {found['rest']}")
    if change is None or not change.subject <= said <= change.words:
        return None
    return "borne out" if (change.by > 0) == bool(found["up"]) else "contradicted"


def _in_row(premise: str) -> _Change | None:
    """What a row tells of two years."""
    row = _CELL.search(premise)
    if row is None or row["part"] != row["its_part"] or row["one"] == row["other"]:
        return None
    later, earlier = (row["value"], row["its"]) if row["one"] > row["other"] else (row["its"], row["value"])
    year = min(row["one"], row["other"])
    return _change(row["what"], premise.replace(year, ""), earlier, later)


def _in_sentence(premise: str) -> _Change | None:
    """The same of "was 40, after 50"."""
    found = None if negated(premise) else _AFTER.fullmatch(premise)
    if found is None:
        return None
    return _change(found["what"], premise[: found.start("before")], found["before"], found["now"])


def _change(subject: str, said: str, before: str, now: str) -> _Change | None:
    one, other = _value(before), _value(now)
    if one is None or other is None or one.kind != other.kind or one.value == other.value:
        return None
    return _Change(_words(subject), _words(said), other.value - one.value)


def _value(text: str) -> Quantity | None:
    """The one value that a text begins with, beside dates; None where it tells none, a bound, or one below nothing."""
    told = [q for q in quantities(text) if q.kind not in _TIMES]
    return told[0] if told and not told[0].ranges and not _BELOW.search(text[: told[0].span.start]) else None


def _words(text: str) -> frozenset[str]:
    """What tells one thing and one time from another."""
    said = _QUARTER.sub(lambda nth: f"{_NTH[int(nth[1]) - 1]} quarter", text)
    found = (word for word in folded(said) if word not in ENGLISH and word not in _COMPARED)
    return frozenset(word.removesuffix("s") for word in found)
