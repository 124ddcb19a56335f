"""What verdicts are warned of: one of another package that is SUPPORTED without a verbatim quote of its evidence, which counts
as a mere judgement, and text in a document or in evidence that tries to instruct the language model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from localcheck.ports import Detector
from localcheck.text.prompts.fence import injection
from localcheck.types import Document, Judgement, Label, Verdict

UNQUOTED = (
    "{name} called claims supported without a verbatim quote of their evidence: they count as not enough evidence"
)


def has_quote(verdict: Verdict) -> bool:
    """Does the deciding evidence have a quote that stands in its passage, where it says?"""
    found = verdict.deciding
    return found is not None and bool(found.quote.strip()) and found.quote_span.of(found.passage.text) == found.quote


def quoting(detector: Detector, name: str) -> Detector:
    """The verdicts of ``detector``; one that is SUPPORTED without a quote is a mere judgement, and its note says so."""

    def detect(document: Document) -> Iterator[Verdict]:
        return (_held(verdict, name) for verdict in detector(document))

    return detect


def _held(verdict: Verdict, name: str) -> Verdict:
    if verdict.label is not Label.SUPPORTED or has_quote(verdict):
        return verdict
    notes = [note for note in (verdict.note, UNQUOTED.format(name=name)) if note]
    return replace(
        verdict, label=Label.NOT_ENOUGH_EVIDENCE, judgement=Judgement.FACTUAL, best=None, note="\n".join(notes)
    )


def warned(verdict: Verdict, document: Document) -> Verdict:
    """``verdict`` with a note if its document or evidence (or a title) reads like instructions to a language model."""
    texts = (document.text, document.title, document.prompt, *document.samples, *document.context)
    words = injection(*texts, *(t for e in verdict.evidence for t in (e.passage.title, e.passage.text)))
    if not words:
        return verdict
    warning = f"the text contains what reads like instructions to a language model (“{words}”): check it yourself"
    return replace(verdict, note="\n".join(n for n in (verdict.note, warning) if n))
