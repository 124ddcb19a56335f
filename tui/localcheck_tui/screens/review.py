"""The review screen: how it opens, keeps up with its run, and answers clicks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from localcheck.errors import LocalcheckError
from localcheck.reports.report import reading_notes
from localcheck_tui import messages
from localcheck_tui.desk import News
from localcheck_tui.engine import Ended
from localcheck_tui.keeping import ELSEWHERE, written_elsewhere
from localcheck_tui.keys import REVIEW, bindings
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.review_record import Record
from localcheck_tui.widgets.document_view import DocumentView


class ReviewScreen(Record):
    """One document under review. Keys are listed in ``keys.REVIEW``."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVIEW)]
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
        if news.new_text:
            self.show_document()
        for sentence in news.changed:
            self.query_one(DocumentView).redraw(sentence)
        if self.reading.sentence in news.changed:
            self.reading.show_deciding()
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

    @on(messages.SentenceChosen)
    def go_to_sentence(self, message: messages.SentenceChosen) -> None:
        """A sentence was clicked."""
        self.reading.go_to(message.sentence)
        self.show_place()

    @on(messages.ClaimChosen)
    def go_to_claim(self, message: messages.ClaimChosen) -> None:
        """A claim was clicked."""
        self.reading.go_to(self.reading.sentence, message.claim)
        self.show_place()

    @on(messages.EvidenceWanted)
    def open_evidence(self) -> None:
        """The evidence was clicked."""
        self.action_full_evidence()
