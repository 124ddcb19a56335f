"""A document that was reviewed before, as it is or in an earlier draft: what should become of the decisions?"""

from __future__ import annotations

from localcheck.reviewing.drafts import Draft
from localcheck.text.counting import many
from localcheck_tui.screens.dialogs import ChoiceDialog


class DraftDialog(ChoiceDialog):
    """Dismissed with ``open``, ``carry`` or ``anew``; None for Escape."""

    WAITS = 0.4

    def __init__(self, draft: Draft, sentences: int) -> None:
        """``sentences``: how many the document has now."""
        run, kept = draft.run.summary, len(draft.kept)
        what = "This text was" if draft.same_text else "An earlier draft of this text was"
        done = dict(draft.reviewed)
        first = next(iter(done))
        told = ", ".join([f"{many(done.pop(first), 'claim')} {first}", *(f"{n:,} {what}" for what, n in done.items())])
        gone = f" {draft.left:,} cannot be carried over: the sentence changed, or leans on a change."
        others = "the other one" if sentences - kept == 1 else f"the other {sentences - kept:,}"
        carry = {"carry": f"carry the decisions over for {many(kept, 'sentence')}, check {others}"}
        super().__init__(
            "Reviewed before",
            f"{what} reviewed in run {run.id} ({run.started[:10]}): {told}.{gone if draft.left else ''}",
            {
                **({} if draft.same_text else carry),
                "open": f"open run {run.id} as it is",
                "anew": "check everything again, without the decisions",
            },
        )
