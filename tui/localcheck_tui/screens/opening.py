"""How documents and runs are opened: one at a time, or as a queue. No run is cancelled by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.timer import Timer

from localcheck.errors import LocalcheckError
from localcheck.settings import Settings
from localcheck.store import RunState, RunSummary, open_store
from localcheck.types import Document, RunInfo, Sentence
from localcheck_tui.desk import Desk, Entry, News
from localcheck_tui.engine import Engine, Failure
from localcheck_tui.keeping import decided_elsewhere, draft_of, interrupted, newest_of, queued, reading_of, request_for
from localcheck_tui.places import Places
from localcheck_tui.reading import Reading
from localcheck_tui.remembered import Remembered, Reviewer
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import errors_told
from localcheck_tui.session import Session

if TYPE_CHECKING:
    from localcheck.reviewing.drafts import Draft
    from localcheck_tui.screens.review import ReviewScreen

NEWS_SECONDS = 0.1
"""Verdicts that come within this time are shown together."""
LOOKING_SECONDS = 0.5
"""So long nothing is said of the search for an earlier draft."""


class Opening(App[None]):
    """The part of the app that opens what is to be reviewed. It owns the store, the engine, the queue and the settings."""

    action_go: Callable[[str], None]
    left: Callable[[object], None]
    settled_down: Callable[[], None]
    _review_screen: ReviewScreen | None = None
    _news_timer: Timer | None = None
    _looking: Timer | None = None

    def __init__(self, session: Session, settings: Settings, places: Places, reviewer: str, blind: bool) -> None:
        super().__init__()
        self.settings, self.places, self._blind = settings, places, blind
        self.remembered = Remembered(places.config.parent)
        self.store = open_store(places.store)
        name = self.store.reviews.spelling(reviewer or self.remembered.reviewer)
        self.reviewer = Reviewer(self.remembered, name, known=bool(name))
        self.engine = Engine(session, places.store, partial(self.call_later, self.tell_failure))
        self.desk = Desk(self.engine, self.post_message)

    def tell_failure(self, failure: Failure) -> None:
        """Report the failure of a request that no open screen is waiting for."""
        self.stop_looking()
        self.notify(failure.told, title=f"could not {failure.what}", severity="error", timeout=20)
        if self.review_screen is None:
            self.action_go("open")

    @property
    def review_screen(self) -> ReviewScreen | None:
        """The review screen, if it is open."""
        screen = self._review_screen
        return screen if screen is not None and screen in self.screen_stack else None

    @property
    def blind(self) -> bool:
        """True if what is opened next is reviewed blind, as the last review was or was switched to."""
        last = self._review_screen
        return self._blind if last is None else last.reading.blind

    def open_file(self, path: Path) -> None:
        """Read a file, then check it."""
        what = f"open {one_line(path.name)}"
        self.engine.request(self, what, lambda session, _: session.read(path), self.check, self.tell_failure)

    def open_queue(self, paths: tuple[Path, ...]) -> None:
        """Show the queue, and check every document of these files and folders in the background."""
        self.action_go("queue")
        what, settings = "read the queue", self.settings
        self.engine.follow(self, what, lambda a, b: queued(a, b, paths, settings), self.take_queued, self.tell_failure)

    def take_queued(self, read: Entry) -> None:
        """A document of the queue was read: its run begins, or goes on, unless it has finished or another process is at it."""
        entry, run_id = self.desk.add(read), read.run_id
        if read.problem or entry.running or self.store.read_only:
            return
        try:
            if run_id is None:
                reading = self._new_reading(read.document)
            elif self.store.summary(run_id).state is RunState.FINISHED or self.store.is_written(run_id):
                return
            else:
                reading = reading_of(self.store, run_id, self.reviewer.name, self.blind)
        except LocalcheckError as error:
            entry.problem = error.told
            return
        entry.reading = reading
        self.desk.start(reading, request_for(reading, self.settings))

    def on_events_waiting(self) -> None:
        """Runs have news. It is shown at once, and what comes soon after it together: keys do not wait for frames that nobody
        could read.
        """
        if not self.is_running:  # the app closes: its widgets have gone
            return
        if self._news_timer is None:
            self._bring_news()
            self._news_timer = self.set_timer(NEWS_SECONDS, self._more_news)
        elif any(entry.ended is not None for entry in self.desk.entries):
            self._bring_news()  # an end is told at once: keys mean something else after it

    def _more_news(self) -> None:
        self._news_timer = None
        if self.desk.waiting():
            self.on_events_waiting()

    def _bring_news(self) -> None:
        """Show what concerns the document in view, and say how the other runs end. It waits for a screen that is being made."""
        if self.review_screen is not None and not self.review_screen.ready:
            return
        for news in self.desk.news():
            review = self.review_screen
            if review is not None and review.reading is news.reading:
                review.take(news)
            elif news.ended is not None:
                self._tell_end(news)

    def _tell_end(self, news: News) -> None:
        name = one_line(news.reading.document.name)
        if news.reading.error:
            self.notify(one_line(news.reading.error), title=f"{name}: the check failed", severity="error")
        elif news.reading.state is RunState.FINISHED:
            self.notify(f"{name} is checked")

    def offer(self, run: RunSummary) -> None:
        """Offer to go on with a run that was interrupted, at the start."""
        from localcheck_tui.screens.dialogs import ContinueDialog

        def answered(choice: str | None) -> None:
            if choice == "go_on":
                self._go_on_with(run.id)
            else:
                self.action_go("open")

        self.push_screen(ContinueDialog(run, "open something else"), answered)

    def check(self, document: Document) -> None:
        """Review a document and start its run behind those that go on; offers what there is of it already. A run of it that
        goes on is shown, wherever it does.
        """
        from localcheck_tui.screens.dialogs import ContinueDialog

        if (going := self.desk.running(document)) is not None:
            self.entry_chosen(going)
            return
        run = newest_of(self.store, document)
        if run is not None and self.store.is_written(run.id):
            self.open_run(run.id)
            return
        if run is None or not interrupted(self.store, run):
            self._check(document)
            return

        def answered(choice: str | None) -> None:
            if choice == "go_on":
                self._go_on_with(run.id)
            elif choice == "other":
                self._check(document)
            else:
                self.left(None)

        self.push_screen(ContinueDialog(run, "check everything again"), answered)

    def _check(self, document: Document) -> None:
        """Look for an earlier draft of this document where there may be one, else begin a run."""
        if self.store.runs(limit=1):
            self._looking = self.set_timer(
                LOOKING_SECONDS, partial(self.notify, "looking for an earlier draft of this document…")
            )
            self.engine.request(
                self,
                "look for an earlier draft",
                lambda _, store: draft_of(store, document),
                lambda found: self._draft_found(document, *found),
                self.tell_failure,
            )
        else:
            self._begin(document)

    def stop_looking(self) -> None:
        """An earlier draft is not looked for any more: it was found, or the search failed."""
        if self._looking is not None:
            self._looking.stop()

    def _draft_found(self, document: Document, sentences: tuple[Sentence, ...], draft: Draft | None) -> None:
        """Offer what was decided about an earlier draft of a document, else begin a run."""
        from localcheck.reviewing.drafts import carry_over
        from localcheck.reviewing.merging import take_over
        from localcheck_tui.screens.dialogs import DraftDialog

        self.stop_looking()
        if draft is None:
            self._begin(document)
            return

        def answered(choice: str | None) -> None:
            if choice == "open":
                self.open_run(draft.run.summary.id)
            elif choice == "carry":
                with errors_told(self) as refused:
                    self._go_on_with(carry_over(self.store, draft, document, sentences))
                if refused:
                    self.left(None)
            elif choice == "anew":
                self._begin(document)
            elif choice is not None:
                with errors_told(self):
                    take_over(self.store, draft.run.summary.id, int(choice.removeprefix("take:")))
                self._check(document)
            else:
                self.left(None)

        self.push_screen(DraftDialog(draft, len(sentences)), answered)

    def _go_on_with(self, run_id: int) -> None:
        """Open a run and check what is not judged in it yet."""
        self.open_run(run_id)
        if (review := self.review_screen) is not None and not review.reading.running:
            self.call_after_refresh(review.go_on)

    def _new_reading(self, document: Document) -> Reading:
        info = RunInfo(self.settings.detector, index=self.settings.index)
        return Reading(document, info=info, settings=self.settings, blind=self.blind, reviewer=self.reviewer.name)

    def _begin(self, document: Document) -> None:
        self._review(self._new_reading(document), start=True)

    def open_run(self, run_id: int, claim: str = "") -> None:
        """Review a run that is stored, at ``claim``, else where it was left; space continues one that did not finish."""
        review, entry = self.review_screen, self.desk.by_run(run_id)
        if review is not None and review.reading.run_id == run_id and review.reading.running:
            while self.screen is not review:
                self.pop_screen()
            review.action_show_claim(claim)
        elif entry is not None and entry.running and entry.reading is not None:
            entry.reading.go_to_claim(claim)
            self._review(entry.reading, start=False)
        else:
            with errors_told(self) as refused:
                reading = reading_of(self.store, run_id, self.reviewer.name, self.blind)
                reading.go_to_claim(claim)
                if entry is not None:
                    entry.reading = reading
                self._review(reading, start=False)
            if refused:
                self.left(None)

    def entry_chosen(self, entry: Entry | None) -> None:
        """A document of the queue was chosen."""
        if entry is None:
            self.left(None)
        elif entry.running and entry.reading is not None:
            entry.reading.reviewer = self.reviewer.name
            entry.reading.read_record(self.store)
            self._review(entry.reading, start=False)
        elif entry.number is None or not self.store.has(entry.number):
            self._begin(entry.document)
        elif (draft := decided_elsewhere(self.store, entry.number)) is not None:
            self._draft_found(entry.document, draft.run.sentences, draft)
        else:
            self.open_run(entry.number)

    def action_next_document(self) -> None:
        """Review the next document of the queue; the runs go on."""
        entry = self.desk.after(None if self.review_screen is None else self.review_screen.reading)
        if entry is None:
            self.notify("there is no other document in the queue: localcheck review A B, or f2, adds one")
        else:
            self.entry_chosen(entry)

    def _review(self, reading: Reading, start: bool) -> None:
        """Show the review screen instead of all others; runs go on."""
        from localcheck_tui.screens.review import ReviewScreen

        if reading.blind != self.blind:  # its run began before that was switched
            reading.blind = self.blind
            reading.show_deciding()
        self.desk.hold(reading)
        while len(self.screen_stack) > 1:
            self.pop_screen()
        screen = ReviewScreen(reading, self.store, self.settings, self.reviewer, self.desk, start)
        self._review_screen = screen
        self.push_screen(screen)
        self.call_after_refresh(self.settled_down)
