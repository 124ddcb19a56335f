"""Values of a rule that brackets give otherwise for some: "12 euros (children: 6 euros)". Pure."""

from __future__ import annotations

from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.quantities import quantities
from localcheck.text.values.units import singular
from localcheck.text.words import folded

_OTHERWISE = regex(
    r"\s*\((?P<who>[^():;.]{2,40}?)(?:: (?P<what>[^();]{1,40})| (?P<bare>[$€£]?\d(?:[^();:]|:\d){0,30}))\)"
)
_LED = regex(r"(?:on|in|at|for|with|from|during|after|before) ")
FAR = 30
"""Characters between a value and the brackets, at most."""


def for_the_named(claim: str, text: str) -> str:
    """``text`` with the value that it has in brackets for those whom the claim names, in the place of the one before: a small
    model takes both for entailed.

    >>> for_the_named("Children pay 12 euros.", "Breakfast: 12 euros (children: 6 euros)")
    'Breakfast: 6 euros for children'
    """
    for found in reversed(list(_OTHERWISE.finditer(text))):
        who = found["who"]
        inner = quantities(said := found["what"] or found["bare"])
        if len(inner) != 1 or not (_words(who) and _words(who) <= _words(claim)):
            continue
        before = [q for q in quantities(text) if q.kind == inner[0].kind and 0 <= found.start() - q.span.end <= FAR]
        if before and before[-1].value != inner[0].value:
            place, led = before[-1].span, who if _LED.match(who) else f"for {who}"
            between = text[place.end : found.start()]
            text = f"{text[: place.start]}{inner[0].span.of(said)}{between} {led}{text[found.end() :]}"
    return text


def _words(text: str) -> frozenset[str]:
    return frozenset(singular(word) for word in folded(text) if word not in ENGLISH)
