"""What a reviewer says on the page, written into the journal by the rules of the terminal app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from localcheck.errors import BadInput, UsageError
from localcheck.reports import codec
from localcheck.store import Action, Review, Store
from localcheck.system import jsontext
from localcheck.types import Label, Verdict

JSON = Any
LONGEST = {"reviewer": 200, "note": 10_000}
LABELS = (Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE)


@dataclass(frozen=True, slots=True)
class Said:
    """``POST /page/runs/N/decisions``. Without a label it is a comment."""

    reviewer: str
    claim: str
    revision: int
    """Number of the verdict that the reviewer looked at."""
    label: str = ""
    note: str = ""


def read(data: bytes) -> Said:
    """A decision from its bytes. Raises ``BadInput``."""
    try:
        said: Said = codec.from_json(Said, jsontext.parse_object(data), "body")
    except jsontext.NotJson as error:
        raise BadInput("body", error.why) from None
    for name, most in LONGEST.items():
        if len(getattr(said, name)) > most:
            raise BadInput(f"body.{name}", f"longer than {most} characters")
    if not said.reviewer.strip():
        raise BadInput("reviewer", "no name", "decisions are kept under a name: give yours")
    if said.label not in ("", *LABELS):
        raise BadInput("body.label", f"{said.label!r} is not one of {', '.join(LABELS)}")
    if not said.label and not said.note.strip():
        raise BadInput("decision", "nothing is said", "choose a label, or write a note")
    return said


def decide(store: Store, run_id: int, said: Said) -> None:
    """Write a decision or a comment down. Raises ``UsageError`` where the verdict is another one meanwhile."""
    found = next((v for v in store.load(run_id).verdicts if v.claim.id == said.claim), None)
    if found is None:
        raise UsageError(f"run {run_id} has no claim {said.claim!r}", "open the run again")
    if store.revisions(run_id)[said.claim] != said.revision:
        raise UsageError("this claim was judged anew since you opened it", "look at the new verdict and decide again")
    store.reviews.add(run_id, said.claim, review_of(said, found))


def review_of(said: Said, verdict: Verdict) -> Review:
    """The machine's own label is an acceptance; where it gave none (failed, no evidence), any label is an override."""
    reviewer, note = said.reviewer.strip(), said.note.strip()
    if not said.label:
        return Review(Action.COMMENT, None, note, reviewer=reviewer)
    label = Label(said.label)
    accepted = label is verdict.label and not verdict.judgement and verdict.claim.checkable
    return Review(Action.ACCEPT if accepted else Action.OVERRIDE, label, note, reviewer=reviewer)
