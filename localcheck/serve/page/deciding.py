"""What a reviewer says on the page, written into the journal by the rules of the terminal app."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.errors import BadInput, UsageError
from localcheck.serve.page.wire import Named, verdict_of
from localcheck.store import NOWHERE, Action, Quoted, QuoteKind, Review, Store
from localcheck.types import Label, Verdict

LABELS = (Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE)


@dataclass(frozen=True, slots=True)
class Said(Named):
    """``POST /page/runs/N/decisions``. Without a label it is a comment."""

    claim: str
    revision: int
    """Number of the verdict that the reviewer looked at."""
    label: str = ""
    note: str = ""
    quote: str = ""
    """What convinced the reviewer, verbatim."""
    title: str = ""
    """Of the article that the quote was taken from."""
    outside: str = ""
    """Where the quote stands, if its source is not on this machine."""
    blind: bool = False
    """The verdict is hidden."""


def check(said: Said) -> None:
    """Raise ``BadInput`` for a decision that says nothing, or gives a label that there is not."""
    if said.label not in ("", *LABELS):
        raise BadInput("body.label", f"{said.label!r} is not one of {', '.join(LABELS)}")
    if not (said.label or said.note.strip() or said.quote.strip()):
        raise BadInput("decision", "the decision is empty", "choose a label, or write a note")


def decide(store: Store, run_id: int, said: Said, quoted: Quoted = NOWHERE) -> None:
    """Write a decision or a comment down. Raises ``UsageError`` where the verdict is another one meanwhile.

    It is blind if the verdict is hidden and never was on the reviewer's screen; it is on it afterwards.
    """
    found = verdict_of(store.load(run_id).verdicts, run_id, said.claim)
    if store.revisions(run_id)[said.claim] != said.revision:
        raise UsageError("this claim was judged again since you opened it", "look at the new verdict and decide again")
    reviewer = said.reviewer
    blind = said.blind and bool(said.label) and said.claim not in store.reviews.seen(run_id, reviewer)
    store.reviews.add(run_id, said.claim, review_of(said, found, quoted, blind), said.revision)
    if said.label:
        store.reviews.see(run_id, reviewer, [said.claim])


def kept_quote(store: Store, run_id: int, said: Said) -> Quoted | None:
    """Where the quote stands, if it is the one that the reviewer decided with before: it was looked up then."""
    before = store.reviews.decisions(run_id, said.reviewer, said.claim).get(said.claim)
    if before is None or before.review.quote != said.quote:
        return None
    quoted = before.review.quoted
    return quoted if said.outside == (quoted.title if quoted.kind is QuoteKind.OUTSIDE else "") else None


def review_of(said: Said, verdict: Verdict, quoted: Quoted, blind: bool) -> Review:
    """The machine's own label is an acceptance; where it gave none (failed, no evidence), any label is an override."""
    reviewer, note, quote = said.reviewer, said.note.strip(), said.quote if quoted is not NOWHERE else ""
    if not said.label:
        return Review(Action.COMMENT, None, note, quote, reviewer=reviewer, quoted=quoted)
    label = Label(said.label)
    accepted = label is verdict.label and not verdict.judgement and verdict.claim.checkable
    action = Action.ACCEPT if accepted else Action.OVERRIDE
    return Review(action, label, note, quote, blind, reviewer, quoted)
