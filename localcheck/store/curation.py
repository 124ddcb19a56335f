"""What several reviewers' decisions on one claim come to: two labels are a dispute, a third person's decision ends it. Pure.

The model is the curation of INCEpTION (Klie et al. 2018, The INCEpTION Platform, COLING demonstrations).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from localcheck.store.decisions import Decision
from localcheck.types import Label


class Standing(StrEnum):
    """How far people have decided about a claim."""

    UNDECIDED = "undecided"
    SKIPPED = "skipped"
    DECIDED = "decided"
    DISPUTED = "disputed"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Curation:
    """The current decisions of all reviewers on one claim, and their outcome."""

    standing: Standing = Standing.UNDECIDED
    label: Label | None = None
    """The label that people gave; None while nobody decided, and while they disagree."""
    decisions: tuple[Decision, ...] = ()
    """Each reviewer's current decision, in the order in which they were made."""

    @property
    def disputed(self) -> bool:
        """True if two reviewers gave different labels and nobody has adjudicated."""
        return self.standing is Standing.DISPUTED

    def standing_label(self, machine: Label) -> Label | None:
        """The label that stands: the one that people gave, else the ``machine``'s; None while people disagree."""
        return None if self.disputed else self.label or machine

    @property
    def deciding(self) -> Decision | None:
        """The decision that stands: the adjudication, else the first that gave the label; None where there is no label."""
        if self.label is None:
            return None
        last = [d for d in self.decisions if d.adjudicates and d.review.label is self.label]
        same = [d for d in self.decisions if d.review.label is self.label]
        return last[-1] if last else same[0]


UNDECIDED = Curation()


def curated(decisions: Sequence[Decision]) -> Curation:
    """The outcome of the current decisions on one claim, one for each reviewer, in the order of the journal.

    An adjudication stands until someone gives another label after it.
    """
    kept = tuple(decisions)
    given = [d for d in kept if d.review.label is not None]
    if not given:
        return Curation(Standing.SKIPPED if kept else Standing.UNDECIDED, None, kept)
    last = max((i for i, d in enumerate(given) if d.adjudicates), default=None)
    counted = given if last is None else given[last:]
    labels = {d.review.label for d in counted}
    if len(labels) > 1:
        return Curation(Standing.DISPUTED, None, kept)
    settled = last is not None and len({d.review.label for d in given}) > 1
    return Curation(Standing.ADJUDICATED if settled else Standing.DECIDED, counted[0].review.label, kept)


def taken_back(moves: Sequence[tuple[int | None, int | None]]) -> int | None:
    """Number of the decision that a redo makes again; None if there is none. ``moves``: what each row of one reviewer's journal
    takes back or makes again, in order; a decision does neither, and ends redoing.

    >>> taken_back([(None, None), (7, None), (6, None), (None, 6)])
    7
    """
    stack: list[int] = []
    for undoes, redoes in moves:
        if undoes is not None:
            stack.append(undoes)
        elif redoes is not None:
            stack.pop()
        else:
            stack.clear()
    return stack[-1] if stack else None
