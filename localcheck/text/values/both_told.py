"""Claims that compare two things beside one text that tells of both: two towers' heights, two plans' prices. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from localcheck.text.facts import Says, negated
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.values.comparisons import SAID, Comparison, comparison
from localcheck.text.values.measures import Measured, is_written, may_be_measured
from localcheck.text.values.order import holds
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import MONEY, Quantity
from localcheck.types import Span

PRICE = "price"
_THING = r"(?:[Tt]he |[Aa]n? )?(?P<NAME>[\w’'-]+(?: (?!is\b|are\b|was\b|were\b|costs?\b|than\b)[\w’'-]+){0,3})"
_MUCH = r"(?:much |far |slightly |a (?:lot|bit|little) )?"
_DEARER = regex(
    rf"^{_THING.replace('NAME', 'one')}"
    rf" (?:(?:is|are|was|were) {_MUCH}(?P<word>cheaper|dearer|pricier|(?:more|less) expensive)"
    rf"|costs? {_MUCH}(?P<costs>more|less))"
    rf" than {_THING.replace('NAME', 'other')}(?: (?:is|are|was|were|do|does))?[.!]?$"
)
_DESCRIBED = regex(r"\bthe (?:older|newer|younger|nearby|neighbouring|famous|old|new) (?=[A-Z])")
"""A word before a name that is no part of it: "the older Tokyo Tower"."""
_CHEAP = frozenset(("cheaper", "less expensive", "less"))
_COSTS = regex(
    r"[\s:|,(–-]*(?:(?:costs?|is|are|was|were|comes?|starts?|sells?|priced|available|now|only|currently|at|for|from) )*\s*"
)
_DIFFERENCE = regex(r"\s*(?:more|less|extra|off|cheaper|dearer|discount)\b")
_ENDS = regex(r"[.;\n](?=\s|$)|\b(?:than|while|whereas|but)\b")
"""Where what is said of a name ends."""
_IN_TURN = regex(
    r"\b(?P<most>[a-z]+)est (?!(?:[a-z]+ )?[a-z]*(?:er|or|number|share|rate|amount|part|percentage|proportion)s?\b)"
    r"[^.;]*(?P<behind>\bfollowed by\b)"
)
"""Not the largest producer, nor the largest number of tourists: these are not large themselves."""


@lru_cache(maxsize=4096)
def both_told(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says which of two things is higher, longer, heavier or dearer, and the
    premise tells the value of each; else None.

    >>> said = "The Tokyo Tower, which is 333 metres high, is old. The Tokyo Skytree, which is 634 metres high, is not."
    >>> both_told("The Tokyo Skytree is not quite as tall as the Tokyo Tower.", said)
    'contradicted'
    >>> both_told("The Pro plan is cheaper than the Basic plan.", "The Basic plan costs €10 and the Pro plan €8 a month.")
    'borne out'
    """
    claim = _DESCRIBED.sub("the ", claim)
    what = _priced(claim) or comparison(claim)
    if what is None or not all(map(may_be_told, what.sides[0])):
        return None
    one, other = what.one.lower(), what.other.lower()
    if one in other or other in one:
        return None
    mine, its = ({v: m for v in what.sides[0] if (m := _told(v, name, premise, (one, other)))} for name in (one, other))
    if PRICE in mine and PRICE in its and not _of_one_kind(mine[PRICE].kind, its[PRICE].kind):
        return None
    held = holds(what, {v: _measured(q) for v, q in mine.items()}, {v: _measured(q) for v, q in its.items()})
    return None if held is None else "borne out" if held[0] else "contradicted"


@lru_cache(maxsize=4096)
def told_in_turn(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where the premise names in turn the two things that a claim compares; else None.

    ``careful-nli`` contradicts whatever is compared beside such a list, at 0.94 and more in nine of ten comparisons.

    >>> cities = "The largest city is Vilnius, followed by Kaunas and Riga."
    >>> told_in_turn("Vilnius is larger than Kaunas.", cities), told_in_turn("Riga is larger than Kaunas.", cities)
    ('borne out', 'contradicted')
    """
    what = comparison(claim) if "followed by" in premise else None
    if what is None or what.denied:
        return None
    for sentence in rough_sentences(premise):
        found = _IN_TURN.search(sentence)
        of, sign = SAID.get(f"{found['most']}er", ("", 0)) if found else ("", 0)
        one, other = sentence.find(what.one), sentence.find(what.other)
        if found and of == what.of and min(one, other) >= 0 and max(one, other) > found.start("behind"):
            return "borne out" if (one < other) == (sign == what.sign) else "contradicted"
    return None


def may_be_told(value: str) -> bool:
    """Whether a value is one that a sentence tells beside a name."""
    return value == PRICE or may_be_measured(value)


def _of_one_kind(price: str, other: str) -> bool:
    """Whether two prices can be compared: "€10 and €8 a month" are both a month's, as far as is told."""
    return price.startswith(other) or other.startswith(price)


def _priced(claim: str) -> Comparison | None:
    found = None if negated(claim) else _DEARER.match(claim)
    if found is None:
        return None
    less = (found["word"] or found["costs"]) in _CHEAP
    return Comparison(found["one"], found["other"], PRICE, -1 if less else 1, ((PRICE,), (PRICE,)))


def _told(value: str, name: str, premise: str, names: tuple[str, str]) -> Quantity | None:
    """The value that is told of a name, wherever it stands; None where none is, or several are."""
    found = [q for clause in _clauses(name, premise, names) if (q := _first(value, clause)) is not None]
    return found[0] if len({(q.value, q.kind) for q in found}) == 1 else None


def _clauses(name: str, premise: str, names: tuple[str, str]) -> Iterator[str]:
    """What stands behind a name, to the end of the clause or to the next of the names."""
    text = premise.lower()
    starts = sorted((at, one) for one in names for at in _places(one, text))
    for (at, one), (after, _) in pairwise([*starts, (len(text), "")]):
        if one == name:
            behind = premise[at + len(name) : after]
            end = _ENDS.search(behind)
            yield behind[: end.start()] if end else behind


def _places(name: str, text: str) -> Iterator[int]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            yield at
        at = text.find(name, end)


def _first(value: str, clause: str) -> Quantity | None:
    """The first value of the kind that a clause tells."""
    return next((q for q in quantities(clause) if _is(value, q, clause)), None)


def _is(value: str, number: Quantity, clause: str) -> bool:
    if value != PRICE:
        return is_written(value, number, clause)
    costs = number.kind.startswith(MONEY) and _COSTS.fullmatch(clause, 0, number.span.start)
    return bool(costs) and not _DIFFERENCE.match(clause, number.span.end)


def _measured(number: Quantity) -> Measured:
    low, high = number.ends
    return Measured(low, high, Span(0, 0))
