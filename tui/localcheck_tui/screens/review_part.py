"""The review screen as it is shown: the document, the claims of a sentence, their evidence, and where run and review stand."""

from __future__ import annotations

import re
from contextlib import suppress

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from localcheck.errors import LocalcheckError
from localcheck.gate.faithfulness import was_read
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.text.patterns import regex
from localcheck.text.subjects import subject
from localcheck.types import Label, Verdict
from localcheck_tui.desk import Desk
from localcheck_tui.keeping import settings_of
from localcheck_tui.known import Shown
from localcheck_tui.marks import DECIDED, DISPUTED, SKIPPED
from localcheck_tui.reading import Reading
from localcheck_tui.remembered import Reviewer
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import Line
from localcheck_tui.widgets.belief_plot import BeliefPlot
from localcheck_tui.widgets.claims_list import ClaimsList
from localcheck_tui.widgets.document_view import DocumentView
from localcheck_tui.widgets.evidence_panel import EvidencePanel
from localcheck_tui.widgets.key_bar import SEARCHING, KeyBar, hints
from localcheck_tui.widgets.run_bar import STYLE, RunBar, counts_text

NOTICE_SECONDS = {"information": 6.0, "warning": 10.0, "error": 20.0}
"""How long the status line says what was done."""
PRONOUN = regex(r"\W*(?:he|she|it|they|his|her|hers|its|their|theirs|this|these|that|those)\b", re.IGNORECASE)


class ReviewShown(Screen[None]):
    """What is on the screen; the classes made from it say what a reviewer can do with it, each a little more."""

    def __init__(
        self, reading: Reading, store: Store, settings: Settings, naming: Reviewer, desk: Desk, start: bool
    ) -> None:
        """``start`` begins (or continues) the run of the document as soon as the screen is there."""
        super().__init__()
        self.reading, self.engine, self.store, self.settings = reading, desk.engine, store, settings
        self.naming, self.desk, self._start = naming, desk, start
        self.seen_here: set[str] = set()
        """Claims whose verdict was on the screen, to be written down."""
        self._notice: Content | None = None
        self._notice_timer: Timer | None = None
        self.boundaries: tuple[tuple[float, float], ...] = ()
        self.lacking: dict[str, bool] = {}
        """Names that claims are about, and whether the index is without an article about them."""
        self._left = ""
        self.in_view: Verdict | None = None
        """What ``show_place`` showed last."""
        self.done: list[str] = []
        """What the reviewer did here, for undo: a claim whose wording was edited, or "" for an entry of the journal."""
        self.ready = False
        """True once its widgets are there. The app knows the screen before that; ``on_mount`` shows what came till then."""

    def settings_of_run(self) -> Settings:
        """Today's settings with everything that decides how this run judges."""
        return settings_of(self.reading, self.settings)

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

    def keep_name(self, name: str) -> None:
        """From now on this is the reviewer, here and in every run. What was seen without a name was seen by them."""
        self.naming.keep(name)
        self.seen_here |= self.reading.seen
        self.reading.reviewer, self.reading.seen, self._left = name, set(), ""
        self.done.clear()
        self.reading.read_record(self.store)
        self.keep_seen()
        self.show_document()

    def keep_seen(self) -> None:
        """Write down which verdicts have been on the screen, and which claim is in view."""
        run_id, fresh = self.reading.run_id, self.seen_here - self.reading.seen
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

    def missing_article(self, verdict: Verdict) -> str:
        """Whom or what an open claim is about, where the index is known to have no article about it; else empty."""
        if (
            not self.reading.info.index
            or verdict.label is not Label.NOT_ENOUGH_EVIDENCE
            or not was_read(verdict)
            or self.reading.hidden(verdict)
        ):
            return ""
        name = verdict.claim.about or named_in(verdict.claim.text)
        if not name:
            return ""
        if name not in self.lacking:
            self.lacking[name] = False
            settings = self.settings_of_run()
            self.engine.request(
                self,
                "look for an article",
                lambda session, _: session.lacks(name, settings),
                lambda lacking: self._lacks(name, lacking),
            )
        return name if self.lacking[name] else ""

    def _lacks(self, name: str, lacking: bool) -> None:
        """It is known whether the index has an article."""
        self.lacking[name] = lacking
        if lacking:
            self.show_place()

    def _look(self, sentence: int) -> tuple[Shown | None, bool, str]:
        """How the document shows a sentence; from now on its label has been seen."""
        claims = self.reading.claims_of(sentence)
        if not self.reading.blind:
            self.seen_here.update(v.claim.id for v in claims)
        hidden = any(self.reading.hidden(v) and v.claim.checkable for v in claims)
        return self.reading.label_of(sentence), hidden, self._mark(sentence)

    def show_document(self) -> None:
        """Show the reading's document from its beginning, and where the reviewer is in it."""
        if not self.ready:
            return
        reading = self.reading
        view = self.query_one(DocumentView)
        view.show(reading.document.text, reading.sentences, self._look)
        self.show_place()

    def show_place(self) -> None:
        """Show the current sentence, claim and evidence."""
        if not self.ready:
            return
        reading = self.reading
        self.query_one("#heading", Static).update(heading(reading), layout=False)
        self.query_one(DocumentView).current = reading.sentence
        self.query_one(ClaimsList).show(reading)
        verdict = self.in_view = reading.current
        hidden = verdict is not None and reading.hidden(verdict)
        missing = "" if verdict is None else self.missing_article(verdict)
        self.query_one(EvidencePanel).show(verdict, reading.evidence, hidden, missing)
        most = dict(reading.info.parameters).get("k")
        limit = most if isinstance(most, int) else None
        self.query_one(BeliefPlot).show(verdict, self.boundaries, limit, hidden)
        self.show_status()

    def action_show_claim(self, claim_id: str) -> None:
        """Go to a claim, if it is known."""
        self.reading.go_to_claim(claim_id)
        self.show_place()

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
        self, message: str, *, title: str = "", severity: SeverityLevel = "information", **_: float | bool | None
    ) -> None:
        """Say something in the status line for a while; nothing is laid over the claims."""
        said = ": ".join(one_line(part) for part in (title, message) if part)
        self._notice = Content.styled(said, STYLE[severity])
        self.show_status()
        if self._notice_timer is not None:
            self._notice_timer.stop()
        self._notice_timer = self.set_timer(NOTICE_SECONDS[severity], self._notice_over)

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


def heading(reading: Reading) -> Content:
    """The place in the document, and its title."""
    place = f"{reading.sentence + 1}/{len(reading.sentences)}" if reading.sentences else "…"
    return Content.assemble((f"{place}  ", "$primary"), one_line(reading.document.name))


def named_in(text: str) -> str:
    """The name that a claim is about, as it is written; empty if there is none, and where the claim is about a pronoun.

    >>> named_in("In 2021 Lionel Messi left Barcelona."), named_in("It was climbed by Edmund Hillary.")
    ('Lionel Messi', '')
    """

    words = [] if PRONOUN.match(text) else subject(text)
    found = re.search(r"\W+".join(map(re.escape, words)), text, re.IGNORECASE) if words else None
    return found.group() if found else ""
