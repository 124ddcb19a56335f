"""What a claim takes from the sentences before it: a date that is counted, a place ("there"), "the former". Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    """The claims of a ``sentence``, with what the ``earlier`` ones of its paragraph say instead of the words for it."""
    dated = _dated(_apart(claims, sentence, earlier), dated_before(earlier))
    return _counted(_placed(dated, earlier[-1] if earlier else ""), earlier)


def before(text: str, sentences: Sequence[Sentence], at: int) -> range:
    """The places of the few sentences before the one at ``at`` in its paragraph; only an empty line ends one."""
    first = at
    while first > max(0, at - LOOKED_BACK):
        if "\n\n" in text[sentences[first - 1].span.end : sentences[first].span.start]:
            break
        first -= 1
    return range(first, at)


def _dated(claims: Sequence[Claim], before: str) -> Iterator[Claim]:
    """The claims of a sentence, with the dates that they count from an earlier one of them or from the sentence ``before``
    theirs (``text.counted_dates``).
    """
    told = ""
    for claim in claims:
        text = claim.text
        if claim.checkable:
            text = counted_within(text, told or before)
            told = dated_before([told, text])
        yield _reworded(claim, text, DATED)


def _apart(claims: Sequence[Claim], sentence: str, earlier: Sequence[str]) -> list[Claim]:
    """The claims of a sentence, with names in the place of "the former" and "the latter" (``text.former``)."""
    told = [told_apart(claim.text, sentence, earlier) if claim.checkable else claim.text for claim in claims]
    return [_reworded(claim, text, APART) for claim, text in zip(claims, told, strict=True)]


def _placed(claims: Iterable[Claim], before: str) -> Iterator[Claim]:
    """The claims of a sentence, with the place in the place of "there" that an earlier one of them names, or the sentence
    ``before`` theirs (``text.there``).
    """
    for claim in claims:
        text = placed(claim.text, before) if claim.checkable else claim.text
        before = text
        yield _reworded(claim, text, PLACED)


def _counted(claims: Iterable[Claim], earlier: Sequence[str]) -> Iterator[Claim]:
    """The claims of a sentence, with what they count, where an earlier one of them or an ``earlier`` sentence says that
    (``text.values.elided``).
    """
    counted = next((text for text in reversed(earlier) if not is_elided(text)), "")
    for claim in claims:
        text = completed(claim.text, counted) if claim.checkable else claim.text
        counted = counted if is_elided(text) else text
        yield _reworded(claim, text, COUNTED)


def _reworded(claim: Claim, text: str, why: str) -> Claim:
    """A claim in other words, and its note with ``why``; the claim itself where they are the same."""
    return claim if text == claim.text else replace(claim, text=text, note="; ".join(filter(None, (claim.note, why))))
