"""Every key, from the tables that make the bindings."""

from __future__ import annotations

from itertools import groupby

from textual.content import Content

from localcheck_tui.keys import EVERYWHERE, REVIEW
from localcheck_tui.screens.dialogs import TextDialog

SYMBOLS = (
    "✓ supported · ✗ refuted · ? not enough evidence · ≈ judged, nothing quoted · ! failed\n"
    "· not judged or not checkable · ▒ hidden (blind mode) · ≠ reviewers disagree\n"
    "◆ your decision · – skipped by you · ⟦ ⟧ the quote that decides · ╌ where the method stops reading"
)


class HelpScreen(TextDialog):
    """Keys and symbols."""

    def __init__(self) -> None:
        super().__init__("Keys", help_text())


def help_text() -> Content:
    """The tables of keys, group by group, then the symbols."""
    blocks = []
    for group, keys in groupby((*REVIEW, *EVERYWHERE), key=lambda k: k.group):
        lines = [Content.styled(group, "bold $primary")]
        lines += [Content.assemble((f"  {k.caption:<12}", "bold"), k.words) for k in keys]
        blocks.append(Content("\n").join(lines))
    blocks.append(Content.assemble(("Symbols\n", "bold $primary"), SYMBOLS))
    return Content("\n\n").join(blocks)
