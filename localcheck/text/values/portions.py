"""Amounts of one thing beside those of another, and for each beside for all: 14 g of protein, 11 g of fat; £5 each. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import MONEY
from localcheck.text.values.units import SHARE, TIME, singular

_MEASURES = ("mass", "volume", "energy", SHARE)
_OF = regex(r" (?:of )?(?:the )?(?P<what>[^\W\d_]{3,})")
NEAR = 40
"""Characters around an amount that say what it is for."""
_BEFORE, _BEHIND = regex(r"[^.;,\d]*$"), regex(rf"[^.;,\d]{{0,{NEAR}}}")
_EACH = regex(
    r"(?<=_ )(?:[a-z]+ )?(?:each\b|apiece\b|one way\b|(?:per|every|a) (?:head|person|child|adult|direction|trip|piece|item)\b)"
)
_FOR_ALL = regex(
    r"\b(?:(?:all|put|taken) together|altogether|in total|in all|there and back|(?:for|in) both (?:ways|directions|of them)"
    r"|for (?:the )?(?:return|round) trip|both ways)\b"
)


def of_another_portion(claim: str, premise: str) -> bool:
    """Whether a premise that tells how much there is of several things has the claim's amount for another one, and another amount
    for the claim's, or has an amount for each that the claim has for all together, or the other way round.

    >>> of_another_portion("A serving has 14 g of fat.", "A serving: 14 g protein, 11 g fat.")
    True
    >>> of_another_portion("The trip costs £5 there and back.", "The trip costs £5 each way.")
    True
    >>> of_another_portion("The trip costs £10 there and back.", "The trip costs £5 each way.")
    False
    """
    if negated(claim) or negated(premise):
        return False
    mine, its = _portions(claim), _portions(premise)
    exchanged = any(
        not amounts & its[what] and any(amounts <= others for other, others in its.items() if other != what)
        for what, amounts in mine.items()
        if len(amounts) == len(its.get(what, ())) == 1
    )
    return exchanged or _each_for_all(claim, premise) or _each_for_all(premise, claim)


@lru_cache(maxsize=4096)
def _portions(text: str) -> Mapping[str, frozenset[tuple[float, str]]]:
    """What a text has amounts of, and how much of it."""
    found = defaultdict[str, set[tuple[float, str]]](set)
    for q in quantities(text):
        if q.kind in _MEASURES and (of := _OF.match(text, q.span.end)) and of["what"].lower() not in ENGLISH:
            found[singular(of["what"].lower())].add((q.value, q.kind))
    return {what: frozenset(amounts) for what, amounts in found.items()}


def _each_for_all(one: str, other: str) -> bool:
    """Whether what a text has for each another one has for all together."""
    total = {amount for amount, clause in _amounts(other) if _FOR_ALL.search(clause) and not _EACH.search(clause)}
    beside = [clause for amount, clause in _amounts(one) if amount in total]
    return bool(beside) and all(_EACH.search(clause) and not _FOR_ALL.search(clause) for clause in beside)


def _amounts(text: str) -> Iterator[tuple[tuple[float, str], str]]:
    """The amounts of money and time, each with what stands around it up to the next number, and in its clause."""
    for q in quantities(text):
        if q.kind == TIME or q.kind.startswith(MONEY):
            before, behind = (
                _BEFORE.search(text, max(0, q.span.start - NEAR), q.span.start),
                _BEHIND.match(text, q.span.end),
            )
            yield (q.value, q.kind), f"{before.group() if before else ''} _{behind.group() if behind else ''}"
