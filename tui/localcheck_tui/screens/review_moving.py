"""How a reviewer moves through a document: sentences, claims, evidence, and the search. Of the review screen."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from localcheck_tui.screens.review_part import ReviewShown
from localcheck_tui.widgets.document_view import DocumentView


class Moving(ReviewShown):
    """The part of the review screen that goes from place to place."""

    def action_step(self, by: int) -> None:
        """Another sentence."""
        self.reading.go_to(self.reading.sentence + by)
        self.show_place()

    def action_edge(self, side: int) -> None:
        """The first or the last sentence."""
        self.reading.go_to(0 if side < 0 else len(self.reading.sentences) - 1)
        self.show_place()

    def action_flagged(self, by: int) -> None:
        """Another sentence that needs a look."""
        found = self.reading.find(by, self.reading.wanted)
        if found is None:
            self.notify("no flagged sentence further on" if by > 0 else "no flagged sentence before this one")
            return
        self.reading.go_to(found)
        self.show_place()

    def action_undecided(self) -> None:
        """The next claim that the reviewer has not decided."""
        self._go_to(self.reading.next_undecided())

    def action_doubtful(self) -> None:
        """The undecided claim that is most in doubt."""
        if self.reading.blind:
            self.notify("which claim is most in doubt tells its verdict; d goes to the next one")
        else:
            self._go_to(self.reading.most_doubtful())

    def _go_to(self, claim_id: str | None) -> None:
        if claim_id is None:
            self.notify("no other claim is undecided")
        else:
            self.reading.go_to_claim(claim_id)
            self.show_place()

    def action_claim(self, by: int) -> None:
        """Another claim."""
        self.reading.step_claim(by)
        self.show_place()

    def action_evidence(self, by: int) -> None:
        """Another piece of evidence of this claim."""
        self.reading.step_evidence(by)
        self.show_place()

    def action_search(self) -> None:
        """Ask what to search for."""
        field = self.query_one("#search", Input)
        field.display = True
        self.show_status()
        # At once, not by a message: what is typed next must not be read as keys of the review.
        self.set_focus(field)

    @on(Input.Changed, "#search")
    def mark_matches(self, message: Input.Changed) -> None:
        """Highlight while typing."""
        words = message.value.split()
        self.query_one(DocumentView).search(" ".join(w for w in words if not w.startswith(("is:", "in:"))))

    @on(Input.Submitted, "#search")
    def next_match(self, message: Input.Submitted) -> None:
        """Go to the next sentence that matches, round the end."""
        found = self.reading.matches(message.value)
        if not found:
            self.notify("not found", severity="warning")
            return
        self.reading.go_to(next((i for i in found if i > self.reading.sentence), found[0]))
        self.show_place()

    def leave_search(self) -> bool:
        """Hide the search line; was it there?"""
        field = self.query_one("#search", Input)
        shown = bool(field.display)
        field.display = False
        if shown:
            field.value = ""
            self.show_status()
            self.query_one("#document").focus()
        return shown
