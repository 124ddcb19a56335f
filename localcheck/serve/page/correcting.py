"""Corrections on the page: proposed by the engine, accepted one by one, and the text with those that were accepted."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from localcheck.errors import BadInput, UsageError
from localcheck.reviewing.corrected import around, by_place
from localcheck.reviewing.records import reviewed_run
from localcheck.run.correcting import Corrected, Proposed, proposed
from localcheck.serve.page.wire import Named
from localcheck.store import Store
from localcheck.text.inert import shown
from localcheck.types import JSON, Span

KEPT = 32
"""Runs whose proposals are kept."""


@dataclass(frozen=True, slots=True)
class Choice(Named):
    """``POST /page/runs/N/corrections``: take a correction, or take that back."""

    start: int
    end: int
    accept: bool


class Proposals:
    """What was proposed, so that only an edit that a quote proves can be accepted. The runs asked for last are kept."""

    def __init__(self) -> None:
        self._of: OrderedDict[int, Proposed] = OrderedDict()

    def keep(self, run_id: int, found: Corrected) -> Proposed:
        """Keep what was found for a run."""
        made = proposed(found)
        self._of[run_id] = made
        self._of.move_to_end(run_id)
        while len(self._of) > KEPT:
            self._of.popitem(last=False)
        return made

    def of(self, run_id: int) -> Proposed:
        """What was proposed last for a run."""
        return self._of.get(run_id, Proposed())

    def choose(self, store: Store, run_id: int, said: Choice) -> None:
        """Keep an edit or drop it. Raises ``UsageError`` for one that was not proposed, ``BadInput`` for no place at all."""
        if not 0 <= said.start <= said.end:
            raise BadInput("body.start", "is no place in the text", "open the corrections again")
        span = Span(said.start, said.end)
        if not said.accept:
            store.corrections.drop(run_id, span)
            return
        edit = next((e for e in self.of(run_id).edits if e.span == span), None)
        if edit is None:
            raise UsageError("there is no such correction", "open the corrections again")
        store.corrections.accept(run_id, replace(edit, reviewer=said.reviewer))


def corrections_shown(store: Store, run_id: int, offered: Proposed) -> JSON:
    """Every edit once, in the order of the document: its sentence before and after, its quote, and whether it is accepted."""
    reviewed = reviewed_run(store, run_id)
    run, taken = reviewed.run, {c.span: c for c in reviewed.corrections}
    again = {edit.span: said for edit, said in zip(offered.edits, offered.again, strict=True)}
    shown_edits = []
    for edit in by_place(reviewed.corrections, offered.edits):
        before, after = around(run.document.text, run.sentences, edit.span, edit.new)
        accepted = taken.get(edit.span)
        shown_edits.append(
            {
                "start": edit.span.start,
                "end": edit.span.end,
                "old": shown(edit.old),
                "new": shown(edit.new),
                "before": shown(before),
                "after": shown(after),
                "quote": shown(edit.quote),
                "source": shown(edit.source),
                "again": shown(again.get(edit.span, "")),
                "accepted": accepted is not None,
                "by": shown(accepted.reviewer) if accepted else "",
            }
        )
    name = shown(run.summary.title or run.document.id)
    return {"name": name, "edits": shown_edits, "unresolved": [shown(c) for c in offered.unresolved]}
