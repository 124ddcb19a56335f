"""Who did what to whom: relations between two names that have both directions, read from plain patterns. Pure.

"Aristotle was his tutor" and "Alexander was taught by Aristotle" tell the same; "Alexander taught Aristotle" tells the reverse,
which a small NLI model does not see. Only what stands in a closed form between two names is read; the rest tells nothing here.

How many children, or brothers and sisters, somebody has: "two sons and three daughters" are five children.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.text.facts import negated
from localcheck.text.lexicon import COUNT_WORDS, LONE_YEAR, number_told
from localcheck.text.patterns import regex
from localcheck.text.values import relation_words as known
from localcheck.text.values.quantity import COUNT, Quantity
from localcheck.text.values.told_relations import Told, told
from localcheck.types import Span

_WOMAN, _MAN = regex(r"\b(?:mother|daughter)\b"), regex(r"\b(?:father|son)\b")
_YEARS = regex(LONE_YEAR)


def exchanged(claim: str, premise: str) -> bool:
    """True if the premise tells a relation of the claim the other way round, or with another name where there is only one.

    >>> exchanged("Alexander the Great taught Aristotle.", "Alexander the Great. The philosopher Aristotle was his tutor.")
    True
    """
    return _held(claim, premise) is False and not _of_other_years(claim, premise)


def _of_other_years(claim: str, premise: str) -> bool:
    """Whether both name years, and none in common: in 1986 another one may have won."""
    mine, other = ({int(y) for y in _YEARS.findall(text)} for text in (claim, premise))
    return bool(mine and other) and not mine & other


def borne_out(claim: str, premise: str) -> bool:
    """True if the premise tells a relation of the claim in the same direction.

    >>> borne_out("Napoleon lost the Battle of Waterloo.", "After his defeat in the Battle of Waterloo Napoleon abdicated.")
    False
    >>> borne_out("Napoleon lost the Battle of Waterloo.", "Napoleon. After his defeat in the Battle of Waterloo he abdicated.")
    True
    """
    return (
        _held(claim, premise) is True
        and not (_WOMAN.search(claim) and _MAN.search(premise))
        and not (_MAN.search(claim) and _WOMAN.search(premise))
    )


def _held(claim: str, premise: str) -> bool | None:
    if negated(claim):
        return None
    found = [_beside(mine, other) for mine in told(claim) for other in told(premise)]
    if any(found):
        return True
    return False if False in found else None


def _beside(mine: Told, other: Told) -> bool | None:
    """Whether ``other`` says the same as ``mine`` (True) or excludes it (False)."""
    if {mine.relation, other.relation} in ({"win", "lose"}, {"buy", "sell"}):
        return False if _same(mine.first, other.first) and _same(mine.second, other.second) else None
    if {mine.relation, other.relation} == {"kill", "harm"}:
        return False if _turned(mine, other) else None
    if mine.relation != other.relation:
        return None
    if _same(mine.first, other.first) and _same(mine.second, other.second):
        return True
    if mine.relation in known.ONE:
        return False if _same(mine.second, other.second) and not mine.first & other.first else None
    if mine.relation in known.MUTUAL:
        return _turned(mine, other) or None
    fixed = mine.relation not in ("win", "lose") and not mine.relation.startswith((known.EITHER_WAY, known.HOLDER))
    return False if fixed and _turned(mine, other) else None


def _turned(mine: Told, other: Told) -> bool:
    return _same(mine.first, other.second) and _same(mine.second, other.first)


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one


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
