"""Prompts for the model that answers over documents (BEE-30043, "Prompt for Citations and Self-Verification"), verbatim."""

from __future__ import annotations

CITATION = """You answer questions based only on the provided documents.
For each factual claim in your response, cite the source document number in brackets: [1], [2], etc.
If a claim cannot be supported by any provided document, explicitly state:
"I cannot find this in the provided sources."
Do not make claims beyond what the documents support."""

SELF_VERIFICATION = """Review your previous response.
For each claim you made:
1. Find the exact supporting quote from the sources
2. If you cannot find a supporting quote, retract the claim and say so

Revised response (retract unsupported claims):"""
