"""Instructions of HaluAgent (Cheng et al. 2024, Figures 4, 5 and 7), with numbered sentences and one JSON object a turn."""

from __future__ import annotations

from localcheck.text.prompts import written

_WRITTEN = written("agent")
ENGLISH = _WRITTEN["ENGLISH"]

CHINESE = _WRITTEN["CHINESE"]

TASK = _WRITTEN["TASK"]
