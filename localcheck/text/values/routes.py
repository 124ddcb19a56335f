"""Ways from one place to another, and changes from one name to another: one that is told the other way round. Pure."""

from __future__ import annotations

import re

from localcheck.text.names import CAPITAL, name_words

_NAMED = rf"(?:the )?(?:[{CAPITAL}][\w’'-]*)(?: (?:of|de|la|the|[{CAPITAL}][\w’'-]*)){{0,4}}"
_FROM_TO = re.compile(rf"\bfrom (?P<start>{_NAMED})(?: [a-z]+){{0,4}}? (?:back )?(?:to|into) (?P<end>{_NAMED})")


def reversed_way(claim: str, premise: str) -> bool:
    """True if the premise tells the claim's way from one place to another the other way round, and not that way too.

    >>> reversed_way("She sailed from New York to Dover.", "The voyage from Dover to New York City began in April.")
    True
    >>> reversed_way("She sailed from New York to Dover.", "She went from New York to Dover.")
    False
    """
    mine, told = _ways(claim), _ways(premise)
    if len(mine) != 1 or not told:
        return False
    ((start, end),) = mine
    if start & end or any(_same(start, a) and _same(end, b) for a, b in told):
        return False
    return any(_same(start, b) and _same(end, a) for a, b in told)


def _ways(text: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    """The words of the names of where each way begins and ends."""
    return [(name_words(f"_ {m['start']}"), name_words(f"_ {m['end']}")) for m in _FROM_TO.finditer(text)]


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and (one <= other or other <= one)
