"""Words in a document or in evidence that talk to a language model: reported beside what the model was asked about."""

from __future__ import annotations

from dataclasses import replace

from localcheck.text.prompts.fence import injection
from localcheck.types import Document, Verdict


def warned(verdict: Verdict, document: Document) -> Verdict:
    """``verdict`` with a note where its document or evidence (titles too) reads like instructions to a model that took part."""
    texts = (document.text, document.title, document.prompt, *document.samples, *document.context)
    words = injection(*texts, *(t for e in verdict.evidence for t in (e.passage.title, e.passage.text)))
    if not words:
        return verdict
    warning = f"the material holds what reads like instructions to a language model (“{words}”): look for yourself"
    return replace(verdict, note=f"{verdict.note}; {warning}" if verdict.note else warning)
