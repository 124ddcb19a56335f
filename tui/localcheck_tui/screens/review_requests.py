"""What a reviewer asks the engine for: more documents, another method, pause, cancel. Mixed into the review screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from localcheck.gate.faithfulness import was_read
from localcheck.registry import DETECTORS
from localcheck.settings import Settings
from localcheck.store import RunState
from localcheck.text.patterns import regex
from localcheck.types import Document, Label, Verdict
from localcheck_tui.engine import Task
from localcheck_tui.keeping import ELSEWHERE, catch_up, request_for, settings_of
from localcheck_tui.screens.confirm import ConfirmDialog
from localcheck_tui.screens.dialogs import Recheck, RecheckDialog, TextDialog
from localcheck_tui.screens.review_part import ReviewPart
from localcheck_tui.tasks import boundaries_task, lacking_task, more_task, recheck_task, thorough_task
from localcheck_tui.telling import errors_told
from localcheck_tui.widgets.document_view import DocumentView
from localcheck_tui.widgets.evidence_panel import step_log

Again = Callable[[int | None, Document, Verdict, Settings], Task]
"""Makes a task that judges a claim of a run again."""
PRONOUN = regex(r"\W*(?:he|she|it|they|his|her|hers|its|their|theirs|this|these|that|those)\b", re.IGNORECASE)


class Requests(ReviewPart):
    """The part of the review screen that talks to the engine."""

    def ask_boundaries(self) -> None:
        """Have the stop boundaries of this run computed."""
        task = boundaries_task(self.reading.run_id, self.reading.info)
        self.engine.request("compute the stop boundaries", task, self.post_message)

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
            task = lacking_task(name, self._settings_of_run())
            self.engine.request("look for an article", task, self.post_message)
        return name if self.lacking[name] else ""

    def action_thorough(self) -> None:
        """Check this claim again with the greatest effort."""
        self._look_again("checking claim {} thoroughly…", "check thoroughly", thorough_task)

    def action_steps(self) -> None:
        """Show the step log of this claim."""
        verdict = self.reading.current
        if verdict is None or not verdict.steps:
            self.notify("there is no step log: only the method agent keeps one")
        elif self.reading.hidden(verdict):
            self.notify("the step log tells the verdict; decide first")
        else:
            self.app.push_screen(TextDialog("Step log", step_log(verdict)))

    def action_more(self) -> None:
        """Read more documents for this claim now."""
        self._look_again("looking further for claim {}…", "keep looking", more_task)

    def _look_again(self, said: str, what: str, task: Again) -> None:
        if (verdict := self._current()) is not None:
            self.notify(said.format(verdict.claim.id))
            asked = task(self.reading.run_id, self.reading.document, verdict, self._settings_of_run())
            self.engine.request(what, asked, self.post_message)

    def action_recheck(self) -> None:
        """Ask for a method, and judge this claim with it."""
        if (verdict := self._current()) is None:
            return
        of_run = self._settings_of_run()
        now = Recheck(of_run.detector, of_run.nli, of_run.llm)

        def start(chosen: Recheck | None) -> None:
            if chosen is not None:
                self.notify(f"checking claim {verdict.claim.id} with {chosen.detector}…")
                settings = replace(of_run, detector=chosen.detector, nli=chosen.nli, llm=chosen.llm)
                task = recheck_task(self.reading.run_id, self.reading.document, verdict, settings)
                self.engine.request("check again", task, self.post_message)

        self.app.push_screen(RecheckDialog(DETECTORS.names(), now), start)

    def action_pause(self) -> None:
        """Pause or go on; a run that was killed or cancelled is continued."""
        reading = self.reading
        if reading.running:
            self.desk.pause(reading)
        elif reading.info.detector and len(reading.verdicts) < (reading.total or len(reading.verdicts) + 1):
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
                self.notify("this run is finished")
            else:
                self.desk.start(self.reading, request_for(self.reading, self.settings))

    def _settings_of_run(self) -> Settings:
        return settings_of(self.reading, self.settings)

    def action_close(self) -> None:
        """Close the search line. Escape never cancels a run."""
        self.leave_search()

    def action_cancel(self) -> None:
        """Cancel the run at its next verdict, after a yes."""
        reading = self.reading
        if not reading.running:
            self.notify("no run is going on")
            return

        def sure(yes: bool | None) -> None:
            if yes:
                self.desk.cancel(reading)
                self.show_place()
                self.notify("cancelling; what is judged is kept, and space goes on once the run has stopped")

        what = f"{reading.done} of {reading.of} claims are judged; they are kept."
        self.app.push_screen(ConfirmDialog("Cancel the run?", what, "Cancel the run"), sure)


def named_in(text: str) -> str:
    """The name that a claim is about, as it is written; empty if there is none, and where the claim is about a pronoun.

    >>> named_in("In 2021 Lionel Messi left Barcelona."), named_in("It was climbed by Edmund Hillary.")
    ('Lionel Messi', '')
    """
    from localcheck.text.subjects import subject

    words = [] if PRONOUN.match(text) else subject(text)
    found = re.search(r"\W+".join(map(re.escape, words)), text, re.IGNORECASE) if words else None
    return found.group() if found else ""
