"""What a reviewer asks the engine for: more documents, another method, pause, cancel. Of the review screen."""

from __future__ import annotations

from collections.abc import Callable

from localcheck.registry import DETECTORS
from localcheck.reports.words import word_of
from localcheck.settings import EFFORTS, Settings
from localcheck.store import RECHECK, RunState, Store
from localcheck.types import Document, Verdict
from localcheck_tui.keeping import ELSEWHERE, catch_up, request_for, thoroughly
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import RecheckDialog, TextDialog, ask, cancel_dialog
from localcheck_tui.screens.page import errors_told
from localcheck_tui.screens.review_decisions import Decisions, of_claim
from localcheck_tui.session import Session
from localcheck_tui.widgets.document_view import DocumentView
from localcheck_tui.widgets.evidence_panel import step_log

NEW_WORDING = "new wording"
"""What is said of a verdict on the wording that the reviewer gave a claim."""


class Requests(Decisions):
    """The part of the review screen that talks to the engine."""

    def ask_boundaries(self) -> None:
        """Have the stop boundaries of this run computed."""
        run_id, info = self.reading.run_id, self.reading.info

        def show(boundaries: tuple[tuple[float, float], ...]) -> None:
            if run_id == self.reading.run_id:
                self.boundaries = boundaries
                self.show_place()

        self.engine.request(self, "compute the stop boundaries", lambda session, _: session.boundaries(info), show)

    @of_claim
    def action_thorough(self, verdict: Verdict) -> None:
        """Check this claim again with the greatest effort."""
        self.notify(f"checking claim {verdict.claim.id} thoroughly…")
        self._judge(
            "check thoroughly",
            lambda session, document, settings: session.recheck(document, verdict, thoroughly(settings)),
            f"effort:{EFFORTS[-1]}",
            "checked thoroughly",
        )

    def action_steps(self) -> None:
        """Show the step log of this claim."""
        verdict = self.reading.current
        if verdict is None or not verdict.steps:
            self.notify("there is no step log: only the method agent keeps one")
        elif self.reading.hidden(verdict):
            self.notify("the step log tells the verdict; decide first")
        else:
            self.app.push_screen(TextDialog("Step log", step_log(verdict)))

    @of_claim
    def action_more(self, verdict: Verdict) -> None:
        """Read more documents for this claim now."""
        self.notify(f"looking further for claim {verdict.claim.id}…")
        self._judge(
            "keep looking",
            lambda session, document, settings: session.more(document, verdict, settings),
            "more",
            "kept looking",
        )

    def _judge(
        self, what: str, judge: Callable[[Session, Document, Settings], Verdict], origin: str, said: str
    ) -> None:
        """Have a claim judged again, store the new verdict, where its run is stored, and show it."""
        run_id, document, settings = self.reading.run_id, self.reading.document, self.settings_of_run()

        def judged(session: Session, store: Store) -> Verdict:
            made = judge(session, document, settings)
            if run_id is not None:
                store.add_verdict(run_id, made, origin)
            return made

        def show(made: Verdict) -> None:
            if run_id == self.reading.run_id:
                self._show_judged(made, said)

        self.engine.request(self, what, judged, show)

    def _show_judged(self, made: Verdict, said: str) -> None:
        """A claim was judged again."""
        claim = made.claim
        self.reading.add(made)
        self.reading.read_claim(self.store, claim.id, added=0)
        if said == NEW_WORDING:
            self.done.append(claim.id)
        if self.reading.current == made:
            self.reading.show_deciding()
        self.show_sentence(claim.sentence)
        if self.reading.hidden(made):
            self.notify(f"claim {claim.id} was judged again ({said})")
        else:
            self.notify(f"claim {claim.id}: {word_of(made)}; {one_line(made.rationale)}", title=said)

    @of_claim
    def action_recheck(self, verdict: Verdict) -> None:
        """Ask for a method, and judge this claim with it."""

        def start(chosen: Settings) -> None:
            self.notify(f"checking claim {verdict.claim.id} with {chosen.detector}…")
            self._judge(
                "check again",
                lambda session, document, _: session.recheck(document, verdict, chosen),
                f"{RECHECK}{chosen.detector}",
                f"checked with {chosen.detector}",
            )

        ask(self, RecheckDialog(DETECTORS.names(), self.settings_of_run()), start)

    def action_pause(self) -> None:
        """Pause or go on; a run that was killed or cancelled is continued."""
        reading = self.reading
        if reading.running:
            self.desk.pause(reading)
        elif reading.info.detector:
            self.start_run()
        self.show_place()

    def go_on(self) -> None:
        """Continue this run, and show it."""
        self.start_run()
        self.show_place()

    def start_run(self) -> None:
        """Start the run of this document, or continue it where it stands; one that another process is at is read only."""
        with errors_told(self):
            catch_up(self.reading, self.store)
            self.query_one(DocumentView).redraw()
            if self.reading.elsewhere:
                self.notify(ELSEWHERE, severity="warning")
            elif self.reading.state is RunState.FINISHED:
                self.ask_boundaries()  # it may have finished elsewhere, by then
                self.notify("this run is finished")
            else:
                self.desk.start(self.reading, request_for(self.reading, self.settings))

    def action_cancel(self) -> None:
        """Cancel the run at its next verdict, after a yes."""
        reading = self.reading
        if not reading.running:
            self.notify("no run is going on")
            return

        def cancel(_: bool) -> None:
            self.desk.cancel(reading)
            self.show_place()
            self.notify("cancelling; what is judged is kept, and space goes on once the run has stopped")

        ask(self, cancel_dialog(reading), cancel)
