"""Which documents count: of sources that contradict each other the stronger decides, and precedence where both are about as
strong; pages that say nothing, though a search found them, speak against a claim only while nothing else is found. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.judging.opinion import OTHER, SIDES, Opinion
from localcheck.ports import FloatArray
from localcheck.stats.bayes import Policy
from localcheck.types import Belief, Label

CLEARLY = 1.1
"""Log-likelihood ratio, three to one, by which evidence is stronger than that of another source."""
Order = tuple[str, ...]
"""Names of the sources, highest precedence first; empty where there is one source only."""


def overruled(opinions: Sequence[Opinion], ratios: FloatArray, order: Order) -> list[str]:
    """For each document which source overrules it, or an empty text.

    A document is overruled by one of another source that speaks for the other side and has a sentence to quote for it, if that
    one is clearly stronger, or about as strong and its source has precedence: a slip of the reader in one source does not
    outweigh what another says plainly.
    """
    sides = [_side(o, ratios) for o in opinions]
    return [
        next(
            (
                _name(other)
                for other, its_side in zip(opinions, sides, strict=True)
                if side
                and its_side
                and side is not its_side
                and other.quote(its_side)
                and _outweighs(other, one, ratios, order)
            ),
            "",
        )
        for one, side in zip(opinions, sides, strict=True)
    ]


def heard(opinions: Sequence[Opinion], policy: Policy, order: Order) -> list[bool]:
    """Which of these documents move the belief: none that is overruled, whose silence does not count, or that speaks against
    the claim without a sentence to quote behind one that has a sentence for it; nor one that may not be quoted against it.
    """
    by = overruled(opinions, policy.ratios, order) if order else [""] * len(opinions)
    counts = counting([o.symbol for o in opinions], [o.silent for o in opinions], policy.ratios)
    sides = [_side(o, policy.ratios) for o in opinions]
    quoted = [side is not None and o.quote(side) is not None for side, o in zip(sides, opinions, strict=True)]
    first = next((i for i, side in enumerate(sides) if side is Label.SUPPORTED and quoted[i]), len(sides))
    mere = [
        side is Label.REFUTED and first < len(sides) and (o.barred or (i > first and not quoted[i]))
        for i, (side, o) in enumerate(zip(sides, opinions, strict=True))
    ]
    return [counted and not (other or one) for counted, other, one in zip(counts, by, mere, strict=True)]


def believed(opinions: Sequence[Opinion], policy: Policy, order: Order) -> Belief:
    """The belief after these documents and what a stronger reader said of them; the others are passed over (``heard``)."""
    counted = heard(opinions, policy, order)
    return policy.after(
        (o.symbol if counts else None for o, counts in zip(opinions, counted, strict=True)),
        (o.answer if counts else None for o, counts in zip(opinions, counted, strict=True)),
    )


def conflict(opinions: Sequence[Opinion], label: Label, best: int | None, order: Order) -> str:
    """What another source than that of the quote says to the contrary, with its words; empty where none does."""
    if not order or label not in SIDES or best is None:
        return ""
    against = OTHER[label]
    found = [
        (quote.weight, o, quote)
        for o in opinions
        if (quote := o.quote(against)) is not None and _name(o) != _name(opinions[best])
    ]
    if not found:
        return ""
    _, opinion, quote = max(found, key=lambda one: one[0])
    said = " ".join(quote.span.of(opinion.passage.text).split())
    first, second = _name(opinions[best]), _name(opinion)
    which = f"{first} has precedence" if _higher(opinions[best], opinion, order) else f"{first} says it more clearly"
    return f"the sources disagree, {which}: {second} says “{said}” ({opinion.passage.title})"


def _side(opinion: Opinion, ratios: FloatArray) -> Label | None:
    """Which label a document speaks for; None where it says nothing."""
    if opinion.symbol is None or ratios[opinion.symbol] == 0:
        return None
    return Label.SUPPORTED if ratios[opinion.symbol] > 0 else Label.REFUTED


def _outweighs(one: Opinion, other: Opinion, ratios: FloatArray, order: Order) -> bool:
    """Does ``one`` decide against ``other``, of another source?"""
    if one.symbol is None or other.symbol is None or _name(one) == _name(other):
        return False
    more = abs(float(ratios[one.symbol])) - abs(float(ratios[other.symbol]))
    return more > CLEARLY or (more >= -CLEARLY and _higher(one, other, order))


def _name(opinion: Opinion) -> str:
    return opinion.passage.source.name


def _higher(one: Opinion, than: Opinion, order: Order) -> bool:
    """Has the source of ``one`` precedence over that of ``than``?"""
    places = {name: i for i, name in enumerate(order)}
    return places.get(_name(one), len(order)) < places.get(_name(than), len(order))


SPEAKS = 1.1
"""Log-likelihood ratio from which on a document speaks for the claim, three to one: the search has found something then."""


def counting(symbols: Sequence[int | None], silent: Sequence[bool], ratios: FloatArray) -> list[bool]:
    """For each document whether its symbol moves the belief: silence does only while no document speaks for the claim.

    A document without a symbol never does. ``ratios``: log P(symbol | factual) - log P(symbol | not factual); a ``silent``
    document that speaks for the claim nevertheless does not count as silent.
    """
    quiet = [s is not None and is_silent and ratios[s] < 0 for s, is_silent in zip(symbols, silent, strict=True)]
    found = any(s is not None and ratios[s] >= SPEAKS for s in symbols)
    return [s is not None and not (silent_here and found) for s, silent_here in zip(symbols, quiet, strict=True)]
