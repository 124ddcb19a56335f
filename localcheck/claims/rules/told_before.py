"""What a claim takes from the sentences before it: a date that is counted, a place ("there"), "the former". Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.text.counted_dates import LOOKED_BACK, counted_within, dated_before
from localcheck.text.there import placed, told_apart
from localcheck.text.values.elided import completed, is_elided
from localcheck.types import Claim, Sentence

DATED = "dated by what the text says before it"
APART = "“the former” and “the latter” are the two that the text joins before"
PLACED = "“there” is what the text says before it"
COUNTED = "what is counted is what the text says before it"


def told_before(claims: Sequence[Claim], sentence: str, earlier: Sequence[str]) -> Iterator[Claim]:
    """The claims of a ``sentence``, with what the ``earlier`` ones of its paragraph, or its earlier claims, say instead of the
    words for it: the two that "the former" tells apart (``text.former``), the date that is counted from
    (``text.counted_dates``), the place for "there" (``text.there``), and what is counted (``text.values.elided``).
    """
    when, where, told = dated_before(earlier), earlier[-1] if earlier else "", ""
    things = next((text for text in reversed(earlier) if not is_elided(text)), "")
    for claim in claims:
        if claim.checkable:
            claim = _reworded(claim, told_apart(claim.text, sentence, earlier), APART)
            claim = _reworded(claim, counted_within(claim.text, told or when), DATED)
            claim = _reworded(claim, placed(claim.text, where), PLACED)
            claim = _reworded(claim, completed(claim.text, things), COUNTED)
            told = dated_before([told, claim.text])
        where, things = claim.text, things if is_elided(claim.text) else claim.text
        yield claim


def before(text: str, sentences: Sequence[Sentence], at: int) -> range:
    """The places of the few sentences before the one at ``at`` in its paragraph; only an empty line ends one."""
    first = at
    while first > max(0, at - LOOKED_BACK):
        if "\n\n" in text[sentences[first - 1].span.end : sentences[first].span.start]:
            break
        first -= 1
    return range(first, at)


def _reworded(claim: Claim, text: str, why: str) -> Claim:
    """A claim in other words, and its note with ``why``; the claim itself where they are the same."""
    return claim if text == claim.text else replace(claim, text=text, note="; ".join(filter(None, (claim.note, why))))
