"""Amounts of one thing beside those of another: 14 g of protein, 11 g of fat. Pure."""

from __future__ import annotations

from localcheck.text.facts import negated
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.units import SHARE, singular

_OF = regex(r" (?:of )?(?:the )?(?P<what>[^\W\d_]{3,})")


def of_another_portion(claim: str, premise: str) -> bool:
    """Whether a premise has the claim's amount for another thing, and another amount for what the claim has it for.

    >>> of_another_portion("A serving has 14 g of fat.", "A serving: 14 g protein, 11 g fat.")
    True
    """
    mine, its = _portions(claim), _portions(premise)
    its_own = {what: {amount for one, amount in its if one == what} for what, _ in mine}
    exchanged = any(len(its_own[what]) == 1 and its_own[what] != {one} <= {a for _, a in its} for what, one in mine)
    return exchanged and not negated(claim) and not negated(premise)


def _portions(text: str) -> set[tuple[str, tuple[float, str]]]:
    """What a text has amounts of, and how much of it."""
    told = ((_OF.match(text, q.span.end), q) for q in quantities(text) if q.kind in ("mass", "volume", "energy", SHARE))
    return {(singular(of["what"].lower()), (q.value, q.kind)) for of, q in told if of}
