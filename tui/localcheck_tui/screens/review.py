"""The review screen: how it opens, keeps up with its run, and goes from place to place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar

from textual import on
from textual.widgets import Input

from localcheck.errors import LocalcheckError
from localcheck.reports.report import reading_notes
from localcheck_tui.desk import News
from localcheck_tui.engine import Ended
from localcheck_tui.keeping import ELSEWHERE, written_elsewhere
from localcheck_tui.keys import REVIEW, bindings
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.review_record import Record
from localcheck_tui.widgets.document_view import DocumentView


class ReviewScreen(Record):
    """One document under review. Keys are listed in ``keys.REVIEW``."""

    BINDINGS: ClassVar = [*bindings(REVIEW)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide"), (200, "-very-wide")]  # noqa: RUF012

    def on_mount(self) -> None:
        if self not in self.app.screen_stack:  # another document was opened before this one was there
            return
        self.ready = True
        for selector, title in (("#document", "document"), ("#claims-pane", "claims"), ("#evidence-pane", "evidence")):
            self.query_one(selector).border_title = title
        self.query_one("#plot").border_title = "belief"
        self.query_one("#search").display = False
        self.show_document()
        self.query_one("#document").focus()
        if self._start:
            self.start_run()
            self.show_place()
        elif self.reading.info.detector:
            self.ask_boundaries()
        if notes := [*self._limits(), *reading_notes(self.reading.document)]:
            self.notify("; ".join(notes), severity="warning")
        self.set_interval(2.0, self.keep_up)

    def _limits(self) -> Iterator[str]:
        """What cannot be done in this review."""
        if self.store.read_only:
            yield "this home cannot be written to: nothing that you decide is kept"
        elif self.reading.elsewhere:
            yield ELSEWHERE

    def on_unmount(self) -> None:
        self.keep_seen()

    def keep_up(self) -> None:
        """Keep the place, and show what other reviewers of this run decided in the meantime."""
        self.keep_seen()
        with suppress(LocalcheckError):
            before, self.reading.elsewhere = self.reading.elsewhere, written_elsewhere(self.reading, self.store)
            if before != self.reading.elsewhere:
                self.show_status()
            if self.reading.others_added(self.store):
                self.reading.read_record(self.store)
                self.query_one(DocumentView).redraw()
                self.show_place()

    def take(self, news: News) -> None:
        """The run of this document brought something; the reading is up to date already."""
        if self.reading.current != self.in_view:  # else whoever reads other evidence of it stays there
            self.reading.show_deciding()
        if news.new_text:
            self.show_document()
        for sentence in news.changed:
            self.query_one(DocumentView).redraw(sentence)
        if self.reading.sentence in news.changed:
            self.show_place()
        if news.finished:
            self.ask_boundaries()
        if news.ended is not None:
            self._ended(news.ended)
        self.show_status()

    def _ended(self, ended: Ended) -> None:
        self.reading.read_record(self.store)
        if ended.error:
            self.notify(one_line(ended.hint or ended.error), title=one_line(ended.error), severity="error")
        self.show_place()

    def action_sentence(self, number: int) -> None:
        """A sentence by its number."""
        self.reading.go_to(number)
        self.show_place()

    def action_step(self, by: int) -> None:
        """Another sentence."""
        self.action_sentence(self.reading.sentence + by)

    def action_edge(self, side: int) -> None:
        """The first or the last sentence."""
        self.action_sentence(0 if side < 0 else len(self.reading.sentences) - 1)

    def action_claim_of_sentence(self, place: int) -> None:
        """A claim of this sentence by its place."""
        self.reading.go_to(self.reading.sentence, place)
        self.show_place()

    def action_flagged(self, by: int) -> None:
        """Another sentence that needs a look."""
        found = self.reading.find(by, self.reading.wanted)
        if found is None:
            what = "undecided" if self.reading.blind else "flagged"
            self.notify(f"no {what} sentence {'further on' if by > 0 else 'before this one'}")
        else:
            self.action_sentence(found)

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
            self.action_show_claim(claim_id)

    def action_claim(self, by: int) -> None:
        """Another claim."""
        self.reading.step_claim(by)
        self.show_place()

    def action_evidence(self, by: int) -> None:
        """Another piece of evidence of this claim."""
        if (verdict := self.reading.current) is None or len(verdict.evidence) < 2:
            self.notify("there is no other evidence here")
            return
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
    def action_next_match(self) -> None:
        """Go to the next sentence that matches, round the end."""
        found = self.reading.matches(self.query_one("#search", Input).value)
        if not found:
            self.notify("not found", severity="warning")
            return
        self.action_sentence(next((i for i in found if i > self.reading.sentence), found[0]))

    def action_close(self) -> None:
        """Close the search line. Escape never cancels a run."""
        field = self.query_one("#search", Input)
        if field.display:
            field.display = False
            field.value = ""
            self.show_status()
            self.query_one("#document").focus()
