"""The record of a review: quotes, wordings, history, log, agreement, export, sign-off. Of the review screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from localcheck.reports.words import WORD, citation, stated, word_of
from localcheck.reviewing.exporting import export
from localcheck.reviewing.records import (
    ReviewedRun,
    claims_digest,
    rebuilt,
    reviewed_run,
    rows,
    sign,
    unsettled,
    waiting_word,
)
from localcheck.store import Action, Entry, Quoted, Review, Revision
from localcheck.system.clock import to_the_minute
from localcheck.text.counting import many
from localcheck.types import REWORDED, Label, Verdict
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import AskDialog, TextDialog, ask
from localcheck_tui.screens.exporting import ExportDialog
from localcheck_tui.screens.page import errors_told
from localcheck_tui.screens.review_decisions import of_claim, said
from localcheck_tui.screens.review_requests import NEW_WORDING, Requests
from localcheck_tui.screens.sources import SourcesScreen

if TYPE_CHECKING:
    from localcheck.stats.kappa import Agreement


LISTED = 6
"""Claims that keep a run from being signed and that are named."""


class Record(Requests):
    """The part of the review screen that works with what was decided."""

    @of_claim
    def action_full_evidence(self, verdict: Verdict) -> None:
        """The sources of the claim, open at the quote that decides."""
        self._sources(verdict, searching=False)

    @of_claim
    def action_find(self, verdict: Verdict) -> None:
        """Search the index for a quote."""
        self._sources(verdict, searching=True)

    def _sources(self, verdict: Verdict, searching: bool) -> None:
        shown = verdict, self.reading.evidence, self.engine, self.settings_of_run()
        screen = SourcesScreen(*shown, hidden=self.reading.hidden(verdict), searching=searching)
        ask(self, screen, lambda found: self._named(lambda: self._take(verdict, *found)))

    def _take(self, verdict: Verdict, quote: str, quoted: Quoted) -> None:
        if self._write(verdict, Review(Action.COMMENT, quote=quote, quoted=quoted)):
            self.notify("the quote is kept; a accepts with it, o gives your own label")

    @of_claim
    def action_reword(self, verdict: Verdict) -> None:
        """Edit the wording of the claim and check it again, it alone."""

        def check(text: str) -> None:
            if text and text != verdict.claim.text:
                self._named(lambda: self._check_reworded(verdict, text))

        why = "Say who or what is meant. This claim alone is checked again; the wording before stays in its history."
        ask(self, AskDialog("Edit the wording", why, verdict.claim.text), check)

    def _check_reworded(self, verdict: Verdict, text: str) -> None:
        name = self.reading.reviewer or "the reviewer"
        claim = replace(verdict.claim, text=text, note=f"{REWORDED}{name}", about="", checkable=True)
        reworded = replace(verdict, claim=claim)
        self.notify("checking the new wording…")
        self._judge(
            "check the new wording",
            lambda session, document, settings: session.recheck(document, reworded, settings),
            f"reworded:{self.reading.reviewer}",
            NEW_WORDING,
        )

    @of_claim
    def action_history(self, verdict: Verdict) -> None:
        """Every verdict and every decision on this claim."""
        run_id = self.reading.run_id
        assert run_id is not None, "the claim is one of a stored run"
        if self.reading.hidden(verdict):
            self.notify("the history tells the verdict; decide first")
            return
        with errors_told(self):
            revisions = self.store.history(run_id, verdict.claim.id)
            entries = self.store.reviews.journal(run_id, verdict.claim.id)
            content = Content("\n\n").join([*map(revision_text, revisions), log_text(entries, {})])
            self.app.push_screen(TextDialog("History of this claim (times in UTC)", content))

    def action_log(self) -> None:
        """What was done in this run, entry by entry, the newest first."""
        if (run_id := self.stored()) is None:
            return
        entries = self.store.reviews.journal(run_id)
        if self.reading.blind:
            entries = [e for e in entries if e.decision.review.reviewer == self.reading.reviewer]
        claims = {v.claim.id: v.claim.text for v in self.reading.verdicts.values()}
        self.app.push_screen(TextDialog("What was done (times in UTC)", log_text(entries[::-1], claims)))

    def action_tally(self) -> None:
        """Agreement with the machine and with other reviewers."""
        from localcheck.store.agreement import between, with_machine

        name, run_id = self.reading.reviewer, self.reading.run_id
        everything = [r for r in self.store.reviewed_claims() if r.decision.review.reviewer == name]
        here = [r for r in everything if r.decision.run_id == run_id]
        parts = [
            agreement_text("This run", with_machine(here)),
            agreement_text("All runs", with_machine(everything)),
            agreement_text("All runs, decided blind", with_machine(everything, blind=True)),
        ]
        claims = {v.claim.id for v in self.reading.verdicts.values() if v.acceptable and not self.reading.hidden(v)}
        people = {d.review.reviewer for r in self.reading.curations.values() for d in r.decisions} - {name}
        for other in sorted(people):
            assert run_id is not None, "people decide about stored runs"
            theirs = self.store.reviews.decisions(run_id, other)
            agreed = between(theirs, self.reading.decisions, self.reading.document.id, claims)
            parts.append(agreement_text(f"You and {other or 'a reviewer without a name'}", agreed, other or "they"))
        self.app.push_screen(TextDialog("Agreement", Content("\n\n").join(parts)))

    def action_export(self) -> None:
        """Ask where to write the run, and write it."""
        if (run_id := self.stored()) is None:
            return

        def save(path: Path) -> None:
            from localcheck.run.rechecking.signatures import unsign

            with errors_told(self):
                export(reviewed_run(self.store, run_id), path)
                removed = unsign(path)
                was = f"; {one_line(removed.name)}, the signature of the file before, is removed" if removed else ""
                self.notify(f"wrote {one_line(str(path))}{was}")

        ask(self, ExportDialog(proposed_export(self.reading.document.id)), save)

    def action_corrections(self) -> None:
        """Edits for the author, each accepted or not; the reviewer's name stands with them."""
        if (run_id := self.stored()) is None:
            return
        if self.reading.blind:
            self.notify("corrections tell the verdicts; switch blind mode off first (b)")
        else:
            self._named(lambda: self._correct(run_id))

    def _correct(self, run_id: int) -> None:
        from localcheck_tui.screens.correcting import CorrectionsScreen

        shown = self.reading, run_id, self.seen_here, self.store, self.engine, self.settings_of_run()
        self.app.push_screen(CorrectionsScreen(*shown))

    def action_finish(self) -> None:
        """What is left, and what comes then."""
        from localcheck_tui.screens.finish import FinishScreen

        with errors_told(self):
            screen = FinishScreen(self.reading, self.seen_here, self._signed())
            ask(self, screen, lambda action: self.call_later(self.run_action, action))

    def _signed(self) -> str:
        """The sign-off that covers the run as it stands, in a few words; empty where there is none."""

        run_id = self.reading.run_id
        if run_id is None or not (signoffs := self.store.signoffs.of(run_id)):
            return ""
        covers = signoffs[-1].claims_sha256 == claims_digest(list(rows(reviewed_run(self.store, run_id))))
        by = one_line(signoffs[-1].reviewer) or "the reviewer"
        return f"signed off by {by}" if covers else f"changed since {by} signed off"

    def action_sign(self) -> None:
        """Answer for this run with one's name; a reason is asked for where claims are open."""

        if (run_id := self.stored()) is None:
            return
        if self.reading.blind and self.reading.open_claims():
            self.notify("what is not settled tells verdicts; decide all claims first, or switch blind mode off (b)")
            return
        with errors_told(self):
            self._ask_to_sign(reviewed_run(self.store, run_id))

    def _ask_to_sign(self, reviewed: ReviewedRun) -> None:

        waiting = [] if reviewed.unfinished else unsettled(reviewed)
        changed = [] if reviewed.unfinished else rebuilt(reviewed)
        if not waiting and not changed:
            self._named(lambda: self._sign(""))
            return

        def answered(reason: str) -> None:
            if reason:
                self._named(lambda: self._sign(reason))
            elif waiting:
                self.action_show_claim(waiting[0].claim.id)
                self.notify("not signed: decide these claims, or give a reason", severity="warning")
            else:
                self.notify("not signed: check the text again, or give a reason", severity="warning")

        first = waiting[:LISTED]
        self.seen_here.update(v.claim.id for v in first)
        listed = "\n".join(f"  {one_line(waiting_word(reviewed, v))}: {one_line(v.claim.text)}" for v in first)
        more = f"\n  and {len(waiting) - LISTED} more" if len(waiting) > LISTED else ""
        what = f"{many(len(waiting), 'claim')} not settled:\n{listed}{more}" if waiting else ""
        if changed:
            what += f"\nindex {', '.join(changed)} was built again since the run: its quotes may not be in it any more"
        ask(self, AskDialog("Sign off", what, placeholder="why it is signed all the same; empty: not yet"), answered)

    def _sign(self, reason: str) -> None:

        assert self.reading.run_id is not None
        with errors_told(self):
            made = sign(self.store, reviewed_run(self.store, self.reading.run_id), self.reading.reviewer, reason)
            self.notify(f"signed off by {made.reviewer or 'you'}; x exports it, verify-report checks it")


def revision_text(revision: Revision) -> Content:
    """One verdict of a claim's history."""
    verdict = revision.verdict
    item = verdict.deciding
    quote = f"\n  “{one_line(item.quote)}” — {one_line(citation(item))}" if item and item.quote else ""
    head = f"{revision.number}  {to_the_minute(revision.made)}  {revision.origin}  "
    label = f"{word_of(verdict)}, {stated(verdict)}"
    return Content.assemble((head, "$secondary"), (label, "bold"), f"\n  {one_line(verdict.claim.text)}{quote}")


def log_text(entries: list[Entry], claims: dict[str, str]) -> Content:
    """Entries of the journal, one a line; what was taken back stays in it."""
    made = {e.decision.id: e.decision for e in entries}
    lines = []
    for entry in entries:
        decision = entry.decision
        what = said(decision.review)
        if entry.undoes is not None:
            back = made.get(entry.undoes)
            what = f"took back: {said(back.review)}" if back else "took back"
        elif entry.redoes is not None:
            what = f"made again: {what}"
        elif decision.adjudicates:
            what = f"adjudicated: {what}"
        note = f": {one_line(decision.review.note)}" if decision.review.note and entry.undoes is None else ""
        claim = f"  {one_line(claims[decision.claim_id])}" if decision.claim_id in claims else ""
        when = f"{to_the_minute(decision.at)}  {one_line(decision.review.reviewer) or '–'}  "
        on = "" if claims else f"  (on verdict {decision.verdict_revision})"
        lines.append(Content.assemble((when, "$secondary"), (what, "bold"), f"{note}{on}", (claim, "$secondary")))
    return Content("\n").join(lines) if lines else Content.styled("nobody decided anything yet", "$secondary")


def proposed_export(document_id: str) -> Path:
    """A name for the report beside where the user works."""
    stem = Path(document_id).stem
    name = "".join(c if c.isalnum() or c in "-_." else "-" for c in stem).strip("-.") or "document"
    return Path.cwd() / f"{name}.review.html"


def agreement_text(title: str, agreement: Agreement, first: str = "machine") -> Content:
    """A paragraph about one agreement: n, share, kappa with its interval, and the table."""
    lines = [Content.styled(title, "bold")]
    if agreement.n == 0:
        none = "no claim was labelled yet" if first == "machine" else "no claim has a label of both"
        lines.append(Content.styled(none, "$secondary"))
        return Content("\n").join(lines)
    kappa = "undefined" if agreement.kappa is None else f"{agreement.kappa:.2f}"
    interval = ""
    if agreement.low is not None and agreement.high is not None:
        interval = f" (95 % interval {agreement.low:.2f} to {agreement.high:.2f})"
    lines.append(Content(f"{many(agreement.n, 'claim')} of {many(agreement.clusters, 'document')}"))
    lines.append(Content(f"agree on {agreement.observed:.0%} · kappa {kappa}{interval}"))
    for label, row in zip(agreement.labels, agreement.confusion, strict=True):
        counts = ", ".join(f"{n} {WORD[Label(other)]}" for other, n in zip(agreement.labels, row, strict=True) if n)
        lines.append(Content(f"  {first} {WORD[Label(label)]}: you {counts}") if counts else Content(""))
    return Content("\n").join(line for line in lines if line.plain)
