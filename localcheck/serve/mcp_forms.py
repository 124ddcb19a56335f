"""What the tools of the MCP server answer with: each class is the output schema of a tool."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from localcheck.reports.words import citation, p_factual
from localcheck.types import JSON, Source, Verdict

if TYPE_CHECKING:
    from localcheck.run import correcting

LABELS = Literal["supported", "refuted", "not_enough_evidence", "failed", "not_checkable"]


class Judged(BaseModel):
    """One claim with its verdict."""

    claim: str = Field(description="the claim, made readable alone")
    label: LABELS
    p_factual: float | None = Field(description="probability that the claim is true; null where the score is none")
    quote: str = Field("", description="verbatim sentence of the evidence that decides; empty where there is none")
    source: str = Field("", description="title of the document that is quoted")
    locator: str = Field("", description="its address or file")
    date: str = Field("", description="its date, where it has one")
    reason: str = Field("", description="why this label")


class Checked(BaseModel):
    """The verdicts on a text, in its order."""

    verdicts: list[Judged]
    counts: dict[str, int] = Field(description="claims by label")
    coverage: float | None = Field(description="share of the claims that were settled; null where there is none")
    ruling: str = Field("", description="pass, warn or block, where an answer was compared with given sources")
    notes: list[str] = Field(default_factory=list)
    run: int | None = Field(None, description="number of the stored run, where `keep` was asked for")


class Found(BaseModel):
    """A document of the index that speaks of what was asked."""

    title: str
    excerpt: str
    locator: str = ""
    date: str = ""


class Evidence(BaseModel):
    """What the index has on a question, best first."""

    documents: list[Found]
    index: str


class Edit(BaseModel):
    """A replacement that a quote proves."""

    old: str
    new: str
    start: int = Field(description="first character in the text")
    end: int = Field(description="character after the last")
    quote: str
    source: str


class Corrected(BaseModel):
    """Minimal edits of refuted claims, and the text with all of them made."""

    edits: list[Edit]
    text: str
    unresolved: list[str] = Field(description="refuted claims for which the quote leaves no plain edit")
    rechecked: list[Judged] = Field(
        default_factory=list, description="verdicts on the corrected sentences, which were checked again as a whole"
    )


class Verified(BaseModel):
    """Whether a report stands, without any model."""

    stands: bool
    problems: list[str]
    quotes: int
    not_looked_up: int = Field(description="quotes that were not compared with the document that they are from")
    why: str = Field("", description="why they were not")


def judged(verdict: Verdict) -> Judged:
    """A verdict, as the agent gets it."""
    best = verdict.deciding
    source = best.passage.source if best else Source("", "")
    return Judged(
        claim=verdict.claim.text,
        label=verdict.label.value if verdict.claim.checkable else "not_checkable",
        p_factual=p_factual(verdict),
        quote=best.quote if best else "",
        source=(best.passage.title or citation(best)) if best else "",
        locator=source.locator,
        date=source.date,
        reason=verdict.why,
    )


def corrected(found: correcting.Corrected) -> Corrected:
    """The corrections of a text, likewise."""
    edits = [
        Edit(old=e.old, new=e.new, start=e.span.start, end=e.span.end, quote=e.quote, source=e.source)
        for e in found.edits
    ]
    unresolved, rechecked = [v.claim.text for v in found.unresolved], [judged(v) for v in found.rechecked]
    return Corrected(edits=edits, text=found.text, unresolved=unresolved, rechecked=rechecked)


def verified(report: JSON, index: str) -> Verified:
    """A report checked again; its quotes are looked up in ``index`` and in the indexes that it names."""
    from localcheck.run.rechecking import Tally, looker, read_rows

    rows = [("report", report)]
    with ExitStack() as stack:
        look, why = looker(stack, rows, trusted=index)
        checks = list(read_rows(rows, look))
    tally = Tally.of(checks)
    return Verified(
        stands=not any(c.problem or c.unchecked for c in checks),
        problems=[f"{c.claim_id}: {said}".removeprefix(": ") for c in checks if (said := c.problem or c.unchecked)],
        quotes=tally.quotes,
        not_looked_up=tally.unseen,
        why=why if tally.unseen else "",
    )
