"""What a reviewer decides: accept, override, skip, undo, blind mode, tally, export. Mixed into the review screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from localcheck.errors import LocalcheckError
from localcheck.reports.words import WORD
from localcheck.store import Action, Review, Store
from localcheck.types import Label, Verdict
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import ExportDialog, OverrideDialog, TextDialog

if TYPE_CHECKING:
    from textual.screen import Screen

    from localcheck.stats.kappa import Agreement

    Base = Screen[None]
else:
    Base = object


class Decisions(Base):
    """The part of the review screen that writes to the journal."""

    reading: Reading
    store: Store
    reviewer: str
    show_place: Callable[[], None]
    show_document: Callable[[], None]
    show_sentence: Callable[[int], None]

    def action_accept(self) -> None:
        """Accept the verdict in view. A hidden one cannot be accepted: the reviewer gives a label instead."""
        verdict = self.reading.current
        if verdict is None:
            self.notify("there is no verdict here yet", severity="warning")
        elif self.reading.hidden(verdict):
            self.action_override()
        elif verdict.label is Label.FAILED:
            self.notify("this claim failed; give your own label with o, or skip it", severity="warning")
        else:
            self._decide(verdict, Review(Action.ACCEPT, verdict.label))

    def action_override(self) -> None:
        """Ask for the reviewer's own label."""
        verdict = self.reading.current
        if verdict is None:
            self.notify("there is no verdict here yet", severity="warning")
            return
        blind = self.reading.hidden(verdict)

        def save(review: Review | None) -> None:
            if review is not None:
                self._decide(verdict, review)

        self.app.push_screen(OverrideDialog(verdict, self._quote(verdict, blind), blind), save)

    def _quote(self, verdict: Verdict, blind: bool) -> str:
        """The proposed quote: that of the evidence in view, unless it would reveal the verdict."""
        if blind or not verdict.evidence:
            return ""
        return verdict.evidence[min(self.reading.evidence, len(verdict.evidence) - 1)].quote

    def action_skip(self) -> None:
        """Leave this claim undecided on purpose."""
        if (verdict := self.reading.current) is not None:
            self._decide(verdict, Review(Action.SKIP, blind=self.reading.hidden(verdict)))

    def _decide(self, verdict: Verdict, review: Review) -> None:
        """Write a decision down and go on to the next claim without one."""
        if self.reading.run_id is None:
            self.notify("the run is not stored yet", severity="warning")
            return
        try:
            self.store.reviews.add(self.reading.run_id, verdict.claim.id, replace(review, reviewer=self.reviewer))
        except LocalcheckError as error:
            self.notify(error.hint, title=error.message, severity="error")
            return
        was_blind = self.reading.blind
        self._read_decisions()
        self.show_sentence(verdict.claim.sentence)
        if was_blind:
            self.notify(f"you: {_word(review)} · machine: {WORD[verdict.label]}")
        upcoming = self.reading.next_undecided()
        if upcoming is not None:
            self.reading.go_to_claim(upcoming)
        self.show_place()

    def _read_decisions(self) -> None:
        assert self.reading.run_id is not None
        self.reading.decisions = self.store.reviews.decisions(self.reading.run_id, self.reviewer)

    def action_undo(self) -> None:
        """Take back the reviewer's last decision and go to its claim."""
        if (
            self.reading.run_id is None
            or (undone := self.store.reviews.undo(self.reading.run_id, self.reviewer)) is None
        ):
            self.notify("nothing to undo")
            return
        self._read_decisions()
        self.reading.go_to_claim(undone.claim_id)
        self.show_sentence(self.reading.sentence)
        self.show_place()
        self.notify(f"took back: {_word(undone.review)}")

    def action_blind(self) -> None:
        """Hide verdicts until they are decided, or show them again."""
        self.reading.blind = not self.reading.blind
        self.reading.show_deciding()
        self.show_document()
        self.notify(
            "blind: verdicts stay hidden until you have decided" if self.reading.blind else "verdicts are shown"
        )

    def action_tally(self) -> None:
        """Agreement with the machine, of this run and of all runs."""
        from localcheck.store.agreement import with_machine

        everything = [r for r in self.store.reviewed_claims() if r.decision.review.reviewer == self.reviewer]
        here = [r for r in everything if r.decision.run_id == self.reading.run_id]
        parts = [
            agreement_text("This run", with_machine(here)),
            agreement_text("All runs", with_machine(everything)),
            agreement_text("All runs, decided blind", with_machine(everything, blind=True)),
        ]
        self.app.push_screen(TextDialog("You and the machine", Content("\n\n").join(parts)))

    def action_export(self) -> None:
        """Ask where to write the report, and write it."""
        run_id = self.reading.run_id
        if run_id is None:
            self.notify("the run is not stored yet", severity="warning")
            return

        def save(path: Path | None) -> None:
            if path is None:
                return
            from localcheck.store.export import export, reviewed_run

            try:
                export(reviewed_run(self.store, run_id), path)
            except LocalcheckError as error:
                self.notify(error.hint, title=error.message, severity="error")
            else:
                self.notify(f"wrote {one_line(str(path))}")

        self.app.push_screen(ExportDialog(proposed_export(self.reading.document.id)), save)


def proposed_export(document_id: str) -> Path:
    """A name for the report beside where the user works."""
    stem = Path(document_id).stem
    name = "".join(c if c.isalnum() or c in "-_." else "-" for c in stem).strip("-.") or "document"
    return Path.cwd() / f"{name}.review.html"


def agreement_text(title: str, agreement: Agreement) -> Content:
    """A paragraph about one agreement: n, share, kappa with its interval, and the table."""
    lines = [Content.styled(title, "bold")]
    if agreement.n == 0:
        lines.append(Content.styled("no claim was labelled yet", "$secondary"))
        return Content("\n").join(lines)
    kappa = "undefined" if agreement.kappa is None else f"{agreement.kappa:.2f}"
    interval = ""
    if agreement.low is not None and agreement.high is not None:
        interval = f" (95 % interval {agreement.low:.2f} to {agreement.high:.2f})"
    documents = f"{agreement.clusters} document{'' if agreement.clusters == 1 else 's'}"
    lines.append(Content(f"{agreement.n} claim{'' if agreement.n == 1 else 's'} of {documents}"))
    lines.append(Content(f"agree on {agreement.observed:.0%} · kappa {kappa}{interval}"))
    for label, row in zip(agreement.labels, agreement.confusion, strict=True):
        counts = ", ".join(f"{n} {WORD[Label(other)]}" for other, n in zip(agreement.labels, row, strict=True) if n)
        lines.append(Content(f"  machine {WORD[Label(label)]}: you {counts}") if counts else Content(""))
    return Content("\n").join(line for line in lines if line.plain)


def _word(review: Review) -> str:
    return WORD[review.label] if review.label is not None else "skipped"
