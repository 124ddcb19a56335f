"""Prompts for the model that answers over documents (BEE-30043, "Prompt for Citations and Self-Verification"), verbatim."""

from __future__ import annotations

from localcheck.text.prompts import written

_WRITTEN = written("grounding")
CITATION = _WRITTEN["CITATION"]

SELF_VERIFICATION = _WRITTEN["SELF_VERIFICATION"]
