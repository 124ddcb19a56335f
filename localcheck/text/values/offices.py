"""Of what something is the capital, or somebody the king: the capital of a state is not that of its country. Pure.

A small NLI model finds "the capital of" and both names of the claim in "the most populous city of Australia and the capital of
New South Wales", and takes it for said.
"""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL, name_words

_NOUNS = (
    "capital king queen emperor empress sultan tsar governor mayor chancellor bishop archbishop tributary suburb moon"
    " satellite"
)
STEM = 5
_NAME = rf"[{CAPITAL}][\w'’-]*(?: (?:(?:of|the|and|de|la|du) ){{0,2}}[{CAPITAL}][\w'’-]*)*"
_OF = re.compile(
    rf"\b(?P<noun>{'|'.join(_NOUNS.split())}|prime minister)(?: city)?"
    rf"(?P<of> of(?: the)?(?: [a-z]+){{0,2}}? (?P<what>{_NAME}))?",
    re.IGNORECASE,
)


def of_another_thing(claim: str, premise: str) -> bool:
    """True if the claim says "the capital of" one thing, and the premise only of others.

    >>> of_another_thing("The capital of Australia is Sydney.", "Sydney in Australia is the capital of New South Wales.")
    True
    >>> of_another_thing("The capital of Australia is Canberra.", "Australia. Its capital is Canberra.")
    False
    """
    if negated(claim) or negated(premise):
        return False
    have = offices(premise)
    for noun, what in offices(claim):
        others = [of for found, of in have if found == noun]
        if what and others and all(of and not _stems(of) & _stems(what) for of in others):
            return True
    return False


def _stems(name: frozenset[str]) -> frozenset[str]:
    """Beginnings of the words: "Croatia" is the "Croatian state"."""
    return frozenset(word[:STEM] for word in name)


@lru_cache(maxsize=16384)
def offices(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each such noun with the words of the name of what it is the noun of; empty words where no name follows.

    >>> [(noun, sorted(what)) for noun, what in offices("Paris is the capital of France, and its mayor is a woman.")]
    [('capital', ['france']), ('mayor', [])]
    """
    return tuple(
        (m["noun"].lower(), name_words(f"_ {m['what']}") if m["what"] else frozenset()) for m in _OF.finditer(text)
    )
