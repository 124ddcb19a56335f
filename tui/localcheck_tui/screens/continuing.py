"""What there is of a document already is offered: a run that was interrupted, or decisions about it or an earlier draft."""

from __future__ import annotations

from localcheck.reviewing.drafts import Draft
from localcheck.store import RunSummary
from localcheck.text.counting import many
from localcheck_tui.screens.dialogs import ChoiceDialog


class ContinueDialog(ChoiceDialog):
    """Dismissed with ``go_on`` or ``other``; None for Escape."""

    def __init__(self, run: RunSummary, other: str) -> None:
        """``other`` is what one can do instead."""
        judged = many(sum(n for _, n in run.counts), "claim")
        when = run.started[:16].replace("T", " ")
        super().__init__(
            f"Run {run.id} is unfinished",
            f"“{run.title or run.document_id}”, {when}: {judged} judged, {run.reviewed} decided.",
            {"go_on": f"go on with run {run.id} where it was left", "other": other},
        )


class DraftDialog(ChoiceDialog):
    """Dismissed with ``open``, ``carry``, ``anew``, or ``take:RUN``; None for Escape."""

    WAITS = 0.4

    def __init__(self, draft: Draft, sentences: int) -> None:
        """``sentences``: how many the document has now."""
        run, kept = draft.run.summary, len(draft.kept)
        what = "This text was" if draft.same_text else "An earlier draft of this text was"
        done = "reviewed" if draft.reviewed else "checked"
        where = f"run {run.id} ({run.started[:10]}, index {run.index or 'none'})"
        gone = f" {draft.left:,} cannot be carried over: the sentence changed, or leans on a change."
        others = "the other one" if sentences - kept == 1 else f"the other {sentences - kept:,}"
        carry = {"carry": f"carry the decisions over for {many(kept, 'sentence')}, check {others}"}
        take = {
            f"take:{other}": f"first take over what was decided about {many(claims, 'claim')} in run {other}"
            for other, claims in draft.elsewhere
        }
        super().__init__(
            f"{done.capitalize()} before",
            f"{what} {done} in {where}: {_reviewed(draft)}.{gone if draft.left else ''}",
            {
                **({} if draft.same_text else carry),
                "open": f"open run {run.id} as it is",
                **take,
                "anew": f"check everything again{', without the decisions' if draft.reviewed else ''}",
            },
        )


def _reviewed(draft: Draft) -> str:
    """What people did in the earlier run: ``2 claims decided, 1 skipped``."""
    if not draft.reviewed:
        return "nobody has decided anything"
    (what, n), *more = draft.reviewed
    return ", ".join([f"{many(n, 'claim')} {what}", *(f"{n:,} {what}" for what, n in more)])
