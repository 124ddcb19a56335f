"""What a reviewer decides: accept, a label of one's own, skip, comment, undo, redo, blind mode. Of the review screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TypeVar

from localcheck.reports.words import WORD
from localcheck.reviewing.corrected import told
from localcheck.reviewing.quotes import located
from localcheck.reviewing.records import stands_refuted
from localcheck.reviewing.words import in_short
from localcheck.store import NOWHERE, Action, Decision, Review
from localcheck.types import Verdict
from localcheck_tui.remembered import proposed
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.deciding import OverrideDialog, Proposal
from localcheck_tui.screens.dialogs import AskDialog, ConfirmDialog, ask
from localcheck_tui.screens.page import errors_told
from localcheck_tui.screens.review_part import ReviewShown
from localcheck_tui.screens.sources import articles

YOUR_NAME = "It is kept, and stands with every decision. Leave it empty if nobody else reviews here."


Screen = TypeVar("Screen", bound="Decisions")


def of_claim(act: Callable[[Screen, Verdict], None]) -> Callable[[Screen], None]:
    """An action on the claim in view of a stored run. Where there is none, it says why and does nothing."""

    @wraps(act)
    def acted(screen: Screen) -> None:
        if (verdict := screen.reading.current) is None:
            screen.notify("there is no verdict here yet", severity="warning")
        elif screen.stored() is not None:
            act(screen, verdict)

    return acted


class Decisions(ReviewShown):
    """The part of the review screen that writes to the journal."""

    def stored(self) -> int | None:
        """The number of this run in the store; says that it has none yet."""
        if self.reading.run_id is None:
            self.notify("the run is not stored yet", severity="warning")
        return self.reading.run_id

    def _named(self, go_on: Callable[[], None]) -> None:
        """Go on with the reviewer's name, which is asked for once."""
        if self.naming.known:
            go_on()
            return

        def answered(name: str) -> None:
            self.keep_name(self.store.reviews.spelling(name))
            go_on()

        ask(self, AskDialog("Your name?", YOUR_NAME, proposed()), answered)

    @of_claim
    def action_accept(self, verdict: Verdict) -> None:
        """Accept the verdict in view. A hidden one cannot be accepted: the reviewer gives a label instead."""
        if self.reading.hidden(verdict):
            self.action_override()
        elif verdict.acceptable:
            self._named(lambda: self._accept(verdict))
        else:
            self.notify("there is no label to accept; give your own with o, or skip it", severity="warning")

    def _accept(self, verdict: Verdict) -> None:
        """Accept the label in view, with the note that the reviewer wrote before, and with the quote if the label stays."""
        quote, quoted = self.reading.quote_for(verdict)
        before = self.reading.decisions.get(verdict.claim.id)
        if not quote and before is not None and before.review.label is verdict.label:
            quote, quoted = before.review.quote, before.review.quoted
        review = Review(Action.ACCEPT, verdict.label, self._note_on(verdict), quote, quoted=quoted)
        self._replace(verdict, review, f"Accepting replaces it by {WORD[verdict.label]}")

    def _note_on(self, verdict: Verdict) -> str:
        """The note of the reviewer's decision so far."""
        before = self.reading.decisions.get(verdict.claim.id)
        return before.review.note if before else ""

    def _replace(self, verdict: Verdict, review: Review, doing: str) -> None:
        """Decide; over a decision of another label only after a yes. ``doing`` says what would become of it."""
        before = self.reading.decisions.get(verdict.claim.id)
        if before is None or before.review.label in (None, review.label):
            self._decide(verdict, review)
            return
        note = f" (“{one_line(before.review.note)}”; the note is kept)" if before.review.note else ""
        question = f"You decided {said(before.review)}{note}. {doing}."
        ask(self, ConfirmDialog("Replace your decision?", question, "Replace"), lambda _: self._decide(verdict, review))

    @of_claim
    def action_override(self, verdict: Verdict) -> None:
        """Ask for the reviewer's own label."""
        self._named(lambda: self._override(verdict))

    def _override(self, verdict: Verdict) -> None:
        before, blind = self.reading.decisions.get(verdict.claim.id), self.reading.is_blind(verdict)
        read = articles([verdict, *self.reading.verdicts.values()])
        quote, index = self._proposed_quote(verdict, before), (self.engine, self.settings_of_run())
        kept = Review(Action.OVERRIDE, note=self._note_on(verdict), blind=blind)
        dialog = OverrideDialog(verdict.claim.text, quote, read, *index, kept)
        ask(self, dialog, lambda review: self._decide(verdict, review))

    def _proposed_quote(self, verdict: Verdict, before: Decision | None) -> Proposal:
        """The quote that was picked, else the one decided on before, else that of the evidence in view unless it is hidden."""
        quote, quoted = self.reading.quote_for(verdict)
        if quote:
            return Proposal(quote, quoted)
        if before is not None and before.review.quote:
            return Proposal(before.review.quote, before.review.quoted, before.review.label)
        if self.reading.hidden(verdict) or not verdict.evidence:
            return Proposal()

        item = verdict.evidence[min(self.reading.evidence, len(verdict.evidence) - 1)]
        return Proposal(item.quote, located(item.quote, [item.passage]) or NOWHERE, verdict.label)

    @of_claim
    def action_skip(self, verdict: Verdict) -> None:
        """Leave this claim undecided on purpose. A label that the reviewer gave is taken away only after a yes."""
        blind = self.reading.is_blind(verdict)
        self._named(lambda: self._skip(verdict, blind))

    def _skip(self, verdict: Verdict, blind: bool) -> None:
        skipped = Review(Action.SKIP, note=self._note_on(verdict), blind=blind)
        self._replace(verdict, skipped, "Skipping takes your label away")

    @of_claim
    def action_comment(self, verdict: Verdict) -> None:
        """Say something about the claim without deciding."""

        def save(text: str) -> None:
            if text:
                self._named(lambda: self._say(verdict, text))

        ask(self, AskDialog("Comment", one_line(verdict.claim.text), placeholder="it changes no decision"), save)

    def _say(self, verdict: Verdict, text: str) -> None:
        if self._write(verdict, Review(Action.COMMENT, note=text)):
            self.notify("the comment is kept; it decides nothing")

    def _write(self, verdict: Verdict, review: Review) -> bool:
        """Add an entry to the journal and show it; False where that failed. It is made on ``verdict``, which was in view when
        the key was pressed, whatever came while a dialog was open.
        """
        assert self.reading.run_id is not None
        with errors_told(self) as refused:
            review = replace(review, reviewer=self.reading.reviewer)
            seen = self.store.revision_of(self.reading.run_id, verdict)
            self.store.reviews.add(self.reading.run_id, verdict.claim.id, review, seen)
            self.done.append("")
            self.reading.read_claim(self.store, verdict.claim.id)
            self.show_sentence(verdict.claim.sentence)
        return not refused

    def _decide(self, verdict: Verdict, review: Review) -> None:
        """Write a decision down and go on to the next claim without one."""
        was_hidden, corrected = self.reading.hidden(verdict), self._corrected(verdict)
        if not self._write(verdict, review):
            return
        self.end_notice()
        found = self.reading.curation_of(verdict)
        if found.disputed:
            self.notify("disputed: another reviewer says otherwise; a third decision is needed", severity="warning")
        elif corrected and not self._corrected(verdict):
            self.notify(f"{corrected}: this correction is left out now, as its claim is not refuted any more")
        elif was_hidden:
            self.notify(f"you: {said(review)} · machine: {WORD[verdict.label]}")
        upcoming = self.reading.next_undecided()
        if upcoming is not None:
            self.reading.go_to_claim(upcoming)
        elif not found.disputed and not self.reading.running:
            self.notify("every claim is decided: f finishes (export, sign off, next document)")
        self.show_place()

    def _corrected(self, verdict: Verdict) -> str:
        """The accepted correction of a claim that stands refuted, in words; empty where there is none."""
        run_id = self.reading.run_id
        if run_id is None or not stands_refuted(verdict, self.reading.curation_of(verdict)):
            return ""
        found = [c for c in self.store.corrections.of(run_id) if c.claim_id == verdict.claim.id]
        return ", ".join(one_line(told(c.old, c.new)) for c in found)

    def action_undo(self) -> None:
        """Take back the reviewer's last entry or wording, name it, and go to its claim."""
        with errors_told(self):
            if reworded := self.done.pop() if self.done else self._worded_before():
                self._take_back_wording(reworded)
            else:
                self._move("took back", "nothing to undo", self.store.reviews.undo)

    def _worded_before(self) -> str:
        """The claim whose wording is to be taken back first of what was done before this review was opened; empty for none."""
        run_id = self.reading.run_id
        return "" if run_id is None else self.store.worded_last(run_id, self.reading.reviewer)

    def _take_back_wording(self, claim_id: str) -> None:
        """Give a claim the wording and the verdict that it had before it was edited last."""
        run_id = self.reading.run_id
        with errors_told(self):
            back = None if run_id is None else self.store.take_back_wording(run_id, claim_id, self.reading.reviewer)
            if back is None:
                self.notify("the claim was checked again since: its wording stays; E edits it", severity="warning")
                return
            self.reading.add(back)
            self._show_again(claim_id, added=0)
            self.notify(f"took back the wording: claim {claim_id} is “{one_line(back.claim.text)}” again")

    def action_redo(self) -> None:
        """Make again what was taken back last."""
        if self._move("made again", "nothing to redo", self.store.reviews.redo):
            self.done.append("")

    def _move(self, word: str, nothing: str, move: Callable[[int, str], Decision | None]) -> bool:
        """Take an entry back or make it again, and go to its claim; False where there is none."""
        run_id = self.reading.run_id
        with errors_told(self) as refused:
            done = None if run_id is None else move(run_id, self.reading.reviewer)
            if done is None:
                self.notify(nothing)
                return False
            self._show_again(done.claim_id)
            verdict = self.reading.verdicts.get(done.claim_id)
            claim = f" “{one_line(verdict.claim.text)}”" if verdict else ""
            self.notify(f"{word}: {said(done.review)}, claim {done.claim_id}{claim}")
        return not refused

    def _show_again(self, claim_id: str, added: int = 1) -> None:
        """Go to a claim whose decision or wording is another one now."""
        self.reading.read_claim(self.store, claim_id, added)
        self.reading.go_to_claim(claim_id)
        self.show_sentence(self.reading.sentence)
        self.show_place()

    def action_blind(self) -> None:
        """Hide verdicts until they are decided, or show them again."""
        self.keep_seen()
        self.reading.read_record(self.store)  # a comparison with another run shows verdicts, too
        self.reading.blind = not self.reading.blind
        self.reading.show_deciding()
        self.show_document()
        seen = len(self.reading.seen & set(self.reading.verdicts))
        known = f"; {seen} were on your screen, and decisions on these do not count as blind" if seen else ""
        self.notify(
            f"blind: verdicts are hidden until you decide{known}" if self.reading.blind else "verdicts are shown"
        )


def said(review: Review) -> str:
    """A decision in a word or two, on one line."""
    return one_line(in_short(review))
