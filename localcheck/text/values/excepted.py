"""Values of a rule that brackets give otherwise for some: "12 euros (children: 6 euros)". Pure.

One of the things of which a rule with a bound is true: "an order of €60" where "orders over €50" are free.
"""

from __future__ import annotations

from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import AGE_GROUP, Quantity
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


_ONE = regex(
    r"\b(?:[Aa]n?|[Ee]ach|[Ee]very) (?:[\w-]+ ){0,3}?(?P<noun>[a-z]{3,20}) (?:of|with|for|worth|weighing|costing|lasting) $"
)
_WORD = regex(r"\b(?P<any>(?:[Aa]ny|[Ee]ach|[Ee]very) )?(?P<word>[A-Za-z]{3,20})\b")
_OR_MORE = regex(
    r" or (?:(?P<more>more|over|longer|above|higher|heavier)|less|under|fewer|shorter|below|lower|lighter)\b"
)
NEAR = 5
"""Words between a thing and the bound that says which of them are meant: "accounts with a balance of more than"."""


def as_rule(claim: str, premise: str) -> str:
    """The claim with the bound of the premise in the place of a number of its own that lies within it, of one of the things of
    which the premise tells; else as it is.

    >>> as_rule("An order of €60 is delivered free.", "Orders over €50 are delivered free of charge.")
    'An order over €50 is delivered free.'
    >>> as_rule("An order of €40 is delivered free.", "Orders over €50 are delivered free of charge.")
    'An order of €40 is delivered free.'
    """
    for own in quantities(claim):
        one = None if own.bound or own.upto is not None else _ONE.search(claim[: own.span.start])
        for its in quantities(premise) if one else ():
            told = _bounded(one["noun"], own, its, premise) if one else ""
            if one and told:
                return f"{claim[: one.end('noun')]}{told}{claim[own.span.end :]}"
    return claim


def _bounded(noun: str, own: Quantity, its: Quantity, premise: str) -> str:
    """What the premise says behind a word for the claim's thing of which of them it tells, if the claim's is one of these."""
    after = _OR_MORE.match(premise, its.span.end)
    bound = its.bound or (0 if after is None else 1 if after["more"] else -1)
    if not bound or own.kind != its.kind or its.unit == AGE_GROUP:
        return ""
    if (own.value - its.value) * bound < 0 or (own.value == its.value and its.strict):
        return ""
    words = list(_WORD.finditer(premise, 0, its.span.start))[-NEAR:]
    named = [found.end() for found in words if _is_any(noun, found["word"].lower(), bool(found["any"]))]
    return premise[named[-1] : after.end() if after else its.span.end] if named else ""


def _is_any(noun: str, word: str, of_any: bool) -> bool:
    """Whether a word stands for all things of a kind: "orders", "any order"; "a crowd of more than 200" is one."""
    return singular(word) == noun and (of_any or word != noun)
