"""Finds text in a document or in evidence that tries to instruct the language model, and warns of it in the verdict."""

from __future__ import annotations

from dataclasses import replace

from localcheck.text.prompts.fence import injection
from localcheck.types import Document, Verdict


def warned(verdict: Verdict, document: Document) -> Verdict:
    """``verdict`` with a note if its document or evidence (or a title) reads like instructions to a language model."""
    texts = (document.text, document.title, document.prompt, *document.samples, *document.context)
    words = injection(*texts, *(t for e in verdict.evidence for t in (e.passage.title, e.passage.text)))
    if not words:
        return verdict
    warning = f"the text contains what reads like instructions to a language model (“{words}”): check it yourself"
    return replace(verdict, note="\n".join(n for n in (verdict.note, warning) if n))
