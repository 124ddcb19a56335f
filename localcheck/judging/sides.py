"""What documents say for and against a claim by their quotes alone, where no evidence score was fitted for them. Pure.

Texts that came with an answer, the text beside a sentence, and the documents of ``fixed-k`` are read as those of an index
(``evidence.read``); which side they take is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.judging.agreement import SETTLED
from localcheck.judging.leads import leads
from localcheck.judging.opinion import Candidate, Opinion
from localcheck.judging.rows import rows
from localcheck.judging.spans import as_read, content_words, placed_premise, relevance
from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import stem
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.values.compare import compare
from localcheck.text.values.opening import DAYS
from localcheck.text.values.opposites import opposed
from localcheck.text.values.quantities import quantities
from localcheck.text.values.table_rows import in_its_band
from localcheck.text.words import edited
from localcheck.types import Claim, Entailment, Label, Passage, Span

REFUTING_RELEVANCE = 0.5
"""A sentence with a smaller share of the claim's content words is about something else, and contradicts nothing, unless it does
so loudly and might be quoted for the claim (``LOUDLY``, ``PERHAPS``)."""
IN_ANY_FORM = 0.6
"""The same of one that is not loud where "parking" counts for "park"."""
LOUDLY, PERHAPS = 0.85, 0.1
"""Probability of contradiction, and of being quoted: of 771 statements beside the texts that decide them 23 more are then
settled rightly, and 2 wrongly."""
SUPPORTS = 0.7
"""Least entailment with which a quote supports a claim where nothing else vouches for it: of 802 claims beside their gold
sentences as many false ones are then supported as by the reading before, and twice as many true ones (research/methods.md)."""
_MARK = regex(r"(?<=[^\W\d_] )[A-Z]\b(?!\.\s+[A-Z])|\b[A-Za-z]+-?\d[\w-]*|\b[A-Za-z]+-[A-Z]\b")
_DAYS = regex(rf"\b{DAYS}")
FURTHER_WORDS = 2
"""Words that only one of two sentences may have if they are to be about the same thing."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """The best quote for one side."""

    index: int
    """Which of the documents it stands in."""
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Sides:
    """The best quotes for and against."""

    support: Quoted | None
    against: Quoted | None

    @property
    def label(self) -> Label:
        """The side that is clearer; the claim's own where both are alike."""
        for_it = self.support.candidate.probability if self.support else 0.0
        against_it = self.against.candidate.probability if self.against else 0.0
        if for_it >= against_it:
            return Label.SUPPORTED if for_it >= SUPPORTS else Label.NOT_ENOUGH_EVIDENCE
        return Label.REFUTED

    @property
    def quoted(self) -> Quoted | None:
        """The quote of that side; None if there is no side."""
        return {Label.SUPPORTED: self.support, Label.REFUTED: self.against}.get(self.label)


NEITHER = Sides(None, None)


def sides_of(claim: Claim, opinions: Sequence[Opinion]) -> Sides:
    """The strongest quotes of the documents; one against the claim must share half of its content words, or be loud.

    Where the supporting quote has every mark of the claim ("Pump A", "P200") and the other has not, that is about another
    thing of the kind, and contradicts nothing.
    """
    found = Sides(_strongest(claim, opinions, Label.SUPPORTED), _strongest(claim, opinions, Label.REFUTED))
    if found.support is None or found.against is None:
        return found
    one, other = (as_read(opinions[q.index].passage.text, q.candidate.span) for q in (found.support, found.against))
    own = _marks(claim.text)
    return Sides(found.support, None) if own <= _marks(one) and not own <= _marks(other) else found


def _is_settled(quoted: Quoted, label: Label) -> bool:
    return quoted.candidate.entailment == Entailment(*map(float, SETTLED[label]))


def _strongest(claim: Claim, opinions: Sequence[Opinion], label: Label) -> Quoted | None:
    found = [Quoted(i, quote) for i, o in enumerate(opinions) if (quote := o.quote(label)) is not None]
    if label is Label.REFUTED:
        found = [q for q in found if _about(claim, opinions[q.index].passage, q.candidate)]
    return max(found, key=lambda q: q.candidate.probability, default=None)


def _about(claim: Claim, passage: Passage, quote: Candidate) -> bool:
    """Whether what is quoted against a claim is about the same thing."""
    row = rows(passage.text).get(quote.span.start)
    if row is not None and not row.is_named(claim.text):
        return False
    if row is not None and _of_its_band(claim.text, row.told(claim.text)):
        return True
    loud = quote.probability >= LOUDLY
    near = (loud and quote.near >= PERHAPS) or relevance(claim, passage, quote.span) >= REFUTING_RELEVANCE
    return near or _shared(claim, passage, quote.span) >= (REFUTING_RELEVANCE if loud else IN_ANY_FORM)


def _of_its_band(claim: str, said: str) -> bool:
    """Whether a row is of the interval that holds a value of the claim, and does not give another number of it."""
    told = in_its_band(claim, said)
    return told != claim and bool(compare(told, said).lost)


def _shared(claim: Claim, passage: Passage, span: Span) -> float:
    """The share of the claim's content words that stand in a sentence in any form, without the numbers that are other ones
    there.
    """
    said = placed_premise(passage, span, claim.text)
    mine = edited(claim.text, {(own, "") for own, _ in compare(claim.text, said).rivals})
    wanted, here = ({stem(word) for word in content_words(text)} for text in (mine, f"{passage.title}. {said}"))
    return len(wanted & here) / len(wanted) if wanted else 0.0


def _marks(text: str) -> frozenset[str]:
    """Letters and codes that tell one thing of a kind from the next: the A of "Pump A", "P200"."""
    return frozenset(_MARK.findall(text))


def in_conflict(claim: Claim, opinions: Sequence[Opinion], found: Sides) -> bool:
    """True if the documents state two values of one thing: "holds 20 litres" here, "holds 30 litres" there.

    The two quotes must differ in a number, a date or an opposite, and in next to nothing else: one with another name, another
    year or more words, or under another heading, is about something else. Where each settles the claim without a model, their
    names must be the same.
    """
    if found.support is None or found.against is None:
        return False
    pair = [(opinions[q.index].passage.text, q.candidate.span) for q in (found.support, found.against)]
    one, other = (as_read(text, span) for text, span in pair)
    compared = compare(one, other)
    if _is_settled(found.support, Label.SUPPORTED) and _is_settled(found.against, Label.REFUTED):
        return len({(name_words(_DAYS.sub("", text)), _marks(text)) for text in (one, other)}) == 1
    if not (compared.rivals or opposed(one, other)) or not (
        compare(claim.text, other).rivals or opposed(claim.text, other)
    ):
        return False
    if len({leads(text).get(span.start, "") for text, span in pair}) > 1:
        return False
    if negated(one) != negated(other) or name_words(one) ^ name_words(other) or _marks(one) ^ _marks(other):
        return False
    if len(compared.lost) > 1 or len(quantities(one)) != len(quantities(other)):
        return False
    words, rest = (frozenset(w for w in content_words(t) if not w[:1].isdigit()) for t in (one, other))
    return len(words - rest) <= FURTHER_WORDS and len(rest - words) <= FURTHER_WORDS
