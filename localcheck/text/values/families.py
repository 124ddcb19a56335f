"""How many children, or brothers and sisters, somebody has: "two sons and three daughters" are five children. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.text.lexicon import COUNT_WORDS, number_told
from localcheck.text.patterns import regex
from localcheck.text.values.quantity import COUNT, Quantity
from localcheck.types import Span

_MANY = rf"\d{{1,2}}|an?|{COUNT_WORDS}"
_BOTH = regex(
    rf"\b(?P<one>{_MANY}) (?:(?:older|younger|elder|other) )?(?P<of>sons?|daughters?|brothers?|sisters?) and"
    rf" (?P<other>{_MANY}) (?:(?:older|younger|elder|other) )?(?P<and>sons?|daughters?|brothers?|sisters?)\b"
)
_MEANT = {
    frozenset({"son", "daughter"}): frozenset({"child", "children"}),
    frozenset({"brother", "sister"}): frozenset({"sibling", "brother"}),
}
"""Who is counted together -> what they are called; "three brothers and sisters" is a count of brothers as it is read."""
_ONE_OF = regex(
    rf"\b(?:[Oo]ne|[a-z]+(?:st|nd|rd|th)|[a-z]+est|only \w+) of (?P<all>{_MANY}) (?:children|sons|daughters|siblings)\b"
)
_SIBLINGS = regex(r"\b(?:siblings?|brothers?|sisters?)\b")
_MANY_SIBLINGS = regex(rf"\b(?:{_MANY}) (?:[a-z]+ )?(?:siblings|brothers|sisters)\b")
_CHILDREN = regex(rf"\b(?:{_MANY}) (?:[a-z]+ )?(?:children|sons?|daughters?)\b")
_TOGETHER = regex(r" (?:brothers (?:and|or) sisters|sisters (?:and|or) brothers|siblings|children)\b")


def together(number: Quantity, claim: str, premise: str) -> Sequence[Quantity]:
    """The counts of children, or of brothers and sisters, that a premise tells apart, for a claim that counts both in one;
    who is the third of seven children has six siblings.

    >>> from localcheck.text.values.quantities import quantities
    >>> five = quantities("They had five children.")[0]
    >>> [q.told for q in together(five, "They had five children.", "They had two sons and three daughters.")]
    [5.0]
    """
    if number.kind != COUNT or _TOGETHER.match(claim, number.span.end) is None:
        return ()
    return [
        replace(number, value=many, told=many, span=span, bound=0, upto=None) for many, span in _sums(number, premise)
    ]


def _sums(number: Quantity, premise: str) -> Iterator[tuple[float, Span]]:
    for found in _BOTH.finditer(premise):
        meant = _MEANT.get(frozenset(found[name].removesuffix("s") for name in ("of", "and")), frozenset[str]())
        if number.things & meant:
            yield float(_many(found["one"]) + _many(found["other"])), Span(*found.span())
    if number.things & {"sibling", "brother"}:
        for found in _ONE_OF.finditer(premise):
            yield float(_many(found["all"]) - 1), Span(*found.span())


def of_other_kin(claim: str, premise: str) -> bool:
    """True if a claim counts brothers and sisters, and a premise children only: it has none of what is counted.

    >>> of_other_kin("Eisenhower had six siblings.", "The Eisenhowers had two sons.")
    True
    >>> of_other_kin("He had six siblings.", "He was the third of seven sons.")
    False
    """
    counted = _MANY_SIBLINGS.search(claim) and not _CHILDREN.search(claim)
    return bool(counted and _CHILDREN.search(premise)) and not (_SIBLINGS.search(premise) or _ONE_OF.search(premise))


def _many(told: str) -> int:
    return 1 if told in ("a", "an") else number_told(told)
