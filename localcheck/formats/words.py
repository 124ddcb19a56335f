"""Words, symbols and colours shared by every view of a report."""

from __future__ import annotations

from localcheck.types import Evidence, Judgement, Label, Verdict

SYMBOL = {Label.SUPPORTED: "✓", Label.REFUTED: "✗", Label.NOT_ENOUGH_EVIDENCE: "?", Label.FAILED: "!"}
WORD = {
    Label.SUPPORTED: "supported",
    Label.REFUTED: "refuted",
    Label.NOT_ENOUGH_EVIDENCE: "not enough evidence",
    Label.FAILED: "failed",
}
COLOUR = {
    Label.SUPPORTED: "green",
    Label.REFUTED: "red",
    Label.NOT_ENOUGH_EVIDENCE: "yellow",
    Label.FAILED: "magenta",
}
HEX = {
    Label.SUPPORTED: "#1a7f37",
    Label.REFUTED: "#cf222e",
    Label.NOT_ENOUGH_EVIDENCE: "#9a6700",
    Label.FAILED: "#8250df",
}

JUDGED = {
    Judgement.FACTUAL: "judged factual, without evidence",
    Judgement.NOT_FACTUAL: "judged not factual, without evidence",
}
"""Of methods that ask a model and read nothing."""

CSP = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
)
"""In every HTML page: no script, nothing from elsewhere, no form."""


def word_of(verdict: Verdict) -> str:
    """The label in words; what cannot be checked says so, and so does a judgement that no quote stands for."""
    if not verdict.claim.checkable:
        return "not checked"
    return JUDGED.get(verdict.judgement, WORD[verdict.label])


def citation(evidence: Evidence) -> str:
    """Title, index, revision and date of a quote's source, in one line."""
    source = evidence.passage.source
    parts = [evidence.passage.title or source.locator, source.name]
    if source.revision:
        parts.append(f"revision {source.revision}")
    if source.date:
        parts.append(source.date[:10])
    return ", ".join(p for p in parts if p)
