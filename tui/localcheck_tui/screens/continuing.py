"""A run that was interrupted is offered when the app is started, or when its document is opened again."""

from __future__ import annotations

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
