"""The review screen: the document, the claims of a sentence, their evidence, and what reviewers decide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from localcheck.errors import LocalcheckError
from localcheck.reports.report import reading_notes
from localcheck.reports.words import word_of
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck_tui import messages
from localcheck_tui.desk import Desk, News
from localcheck_tui.engine import Engine
from localcheck_tui.hints import SEARCHING, hints
from localcheck_tui.keeping import ELSEWHERE, written_elsewhere
from localcheck_tui.keys import REVIEW, bindings
from localcheck_tui.known import Shown
from localcheck_tui.line import Line
from localcheck_tui.marks import DECIDED, DISPUTED, SKIPPED
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.review_decisions import Decisions
from localcheck_tui.screens.review_moving import Moving
from localcheck_tui.screens.review_part import Naming
from localcheck_tui.screens.review_record import Record
from localcheck_tui.screens.review_requests import Requests
from localcheck_tui.tasks import NEW_WORDING
from localcheck_tui.widgets.belief_plot import BeliefPlot
from localcheck_tui.widgets.claims_list import ClaimsList
from localcheck_tui.widgets.document_view import DocumentView
from localcheck_tui.widgets.evidence_panel import EvidencePanel
from localcheck_tui.widgets.key_bar import KeyBar
from localcheck_tui.widgets.run_bar import Notice, RunBar, counts_text

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel
    from textual.timer import Timer

NOTICE_SECONDS = {"information": 6.0, "warning": 10.0, "error": 20.0}
"""How long the status line says what was done."""


class ReviewScreen(Moving, Decisions, Record, Requests):
    """One document under review. Keys are listed in ``keys.REVIEW``."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REVIEW)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide"), (200, "-very-wide")]  # noqa: RUF012

    def __init__(
        self,
        reading: Reading,
        engine: Engine,
        store: Store,
        settings: Settings,
        *,
        naming: Naming,
        desk: Desk,
        start: bool = False,
    ) -> None:
        """``start`` begins (or continues) the run of the document as soon as the screen is there."""
        super().__init__()
        self.reading, self.engine, self.store, self.settings = reading, engine, store, settings
        self.naming, self.desk, self._start = naming, desk, start
        self._seen: set[str] = set()
        self._notice: Notice | None = None
        self._notice_timer: Timer | None = None
        self.boundaries: tuple[tuple[float, float], ...] = ()
        self.lacking = {}
        self._left = ""
        self.done = []
        self.ready = False
        """True once its widgets are there. The app knows the screen before that; ``on_mount`` shows what came till then."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="heading")
            yield Static(id="counts")
        with Horizontal(id="panes"):
            yield DocumentView(id="document")
            with Vertical(id="middle"):
                yield ClaimsList(id="claims-pane")
                yield BeliefPlot(id="plot")
            yield EvidencePanel(id="evidence-pane")
        yield Line(
            placeholder="words, is:refuted, is:undecided, is:disputed, in:title; Enter next, Esc ends", id="search"
        )
        yield RunBar(id="run")
        yield KeyBar(id="keys")

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

    def keep_name(self, name: str) -> None:
        """From now on this is the reviewer, here and in every run. What was seen without a name was seen by them."""
        self.naming.keep(name)
        self._seen |= self.reading.seen
        self.reading.reviewer, self.reading.seen, self._left = name, set(), ""
        self.done.clear()
        self.reading.read_record(self.store)
        self.keep_seen()
        self.show_document()

    def keep_seen(self) -> None:
        """Write down which verdicts have been on the screen, and which claim is in view."""
        run_id, fresh = self.reading.run_id, self._seen - self.reading.seen
        if run_id is None or self.store.read_only:
            return
        here = self.reading.current
        with suppress(LocalcheckError):
            if fresh:
                self.store.reviews.see(run_id, self.reading.reviewer, sorted(fresh))
                self.reading.seen |= fresh
            if here is not None and here.claim.id != self._left:
                self.store.places.leave(run_id, self.reading.reviewer, here.claim.id)
                self._left = here.claim.id

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

    def _shown_label(self, sentence: int) -> Shown | None:
        """The label that the document shows for a sentence; from now on it has been seen."""
        if not self.reading.blind:
            self._seen.update(v.claim.id for v in self.reading.claims_of(sentence))
        return self.reading.label_of(sentence)

    def show_document(self) -> None:
        """Show the reading's document from its beginning, and where the reviewer is in it."""
        if not self.ready:
            return
        reading = self.reading
        view = self.query_one(DocumentView)
        view.show(reading.document.text, reading.sentences, self._shown_label, self._is_hidden, self._mark)
        self.show_place()

    def show_place(self) -> None:
        """Show the current sentence, claim and evidence."""
        if not self.ready:
            return
        reading = self.reading
        self.query_one("#heading", Static).update(heading(reading), layout=False)
        self.query_one(DocumentView).current = reading.sentence
        self.query_one(ClaimsList).show(reading)
        verdict = reading.current
        hidden = verdict is not None and reading.hidden(verdict)
        missing = "" if verdict is None else self.missing_article(verdict)
        self.query_one(EvidencePanel).show(verdict, reading.evidence, hidden, missing)
        most = dict(reading.info.parameters).get("k")
        limit = most if isinstance(most, int) else None
        self.query_one(BeliefPlot).show(verdict, self.boundaries, limit, hidden)
        self.show_status()

    def show_status(self) -> None:
        """The line above the footer: where run and review stand, or what was just done."""
        if not self.ready:
            return
        self.query_one(RunBar).show(self.reading, self._notice)
        self.show_counts()
        self.query_one(KeyBar).show(SEARCHING if self.query_one("#search").display else hints(self.reading))

    def show_counts(self) -> None:
        """The counts of the heading. The screen is laid out anew only where they need another width: it costs as much as a
        whole frame, and verdicts come all the time.
        """
        told, field = counts_text(self.reading), self.query_one("#counts", Static)
        field.update(told, layout=told.cell_length != field.content_size.width)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Say something in the status line for a while; nothing is laid over the claims."""
        said = ": ".join(one_line(part) for part in (title, message) if part)
        self._notice = Notice(said, severity)
        self.show_status()
        if self._notice_timer is not None:
            self._notice_timer.stop()
        self._notice_timer = self.set_timer(timeout or NOTICE_SECONDS[severity], self._notice_over)

    def _notice_over(self) -> None:
        self.end_notice()
        self.show_status()

    def end_notice(self) -> None:
        """What was said is over: it was about a claim that is decided now."""
        self._notice = None

    def show_sentence(self, sentence: int) -> None:
        """A verdict or a decision of this sentence is new."""
        self.query_one(DocumentView).redraw(sentence)
        if sentence == self.reading.sentence:
            self.show_place()
        else:
            self.show_status()

    def _mark(self, sentence: int) -> str:
        """The symbol before a sentence that people decided, skipped or disagree about; empty where the label's is shown."""
        if self.reading.disputed(sentence):
            return DISPUTED
        if not self.reading.decided(sentence):
            return ""
        return DECIDED if self.reading.labelled(sentence) else SKIPPED

    def _is_hidden(self, sentence: int) -> bool:
        claims = self.reading.claims_of(sentence)
        return any(self.reading.hidden(v) and v.claim.checkable for v in claims)

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

    def _ended(self, ended: messages.RunEnded) -> None:
        self.reading.read_record(self.store)
        if ended.error:
            self.notify(one_line(ended.hint or ended.error), title=one_line(ended.error), severity="error")
        self.show_place()

    @on(messages.VerdictMade)
    def take_verdict(self, message: messages.VerdictMade) -> None:
        """A claim was judged again."""
        if message.run_id == self.reading.run_id:
            self.reading.add(message.verdict)
            self.reading.read_claim(self.store, message.verdict.claim.id, added=0)
            if message.origin == NEW_WORDING:
                self.done.append(message.verdict.claim.id)
            if message.verdict.claim.sentence == self.reading.sentence:
                self.reading.show_deciding()
            self.show_sentence(message.verdict.claim.sentence)
            if self.reading.hidden(message.verdict):
                self.notify(f"claim {message.verdict.claim.id} was judged again ({message.origin})")
            else:
                said = f"claim {message.verdict.claim.id}: {word_of(message.verdict)}"
                self.notify(f"{said}; {one_line(message.verdict.rationale)}", title=message.origin)

    @on(messages.ArticleLacking)
    def take_lacking(self, message: messages.ArticleLacking) -> None:
        """It is known whether the index has an article."""
        self.lacking[message.name] = message.lacking
        if message.lacking:
            self.show_place()

    @on(messages.BoundariesMade)
    def take_boundaries(self, message: messages.BoundariesMade) -> None:
        """The plot can draw where the method stops."""
        if message.run_id == self.reading.run_id:
            self.boundaries = message.boundaries
            self.show_place()

    @on(messages.JobFailed)
    def tell_failure(self, message: messages.JobFailed) -> None:
        """Something that was asked for did not work."""
        self.notify(message.told, title=f"could not {message.what}", severity="error")

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


def heading(reading: Reading) -> Content:
    """The place in the document, and its title."""
    place = f"{reading.sentence + 1}/{len(reading.sentences)}" if reading.sentences else "…"
    return Content.assemble((f"{place}  ", "$primary"), one_line(reading.document.title or reading.document.id))
