"""One SQLite database of runs, verdicts, evidence, reviews, checks and LLM calls, readable with any SQLite tool.

The command line and the terminal app write the same tables as verdicts are made, so a run that was killed can be
opened and continued.
"""

from __future__ import annotations

from localcheck.store.calls import LLMCall
from localcheck.store.checks import Check, new_call_id
from localcheck.store.database import RunState, RunSummary, Store, StoredRun
from localcheck.store.recording import Recorder
from localcheck.store.reviews import Action, Decision, Review, Reviewed, Reviews

__all__ = [
    "Action",
    "Check",
    "Decision",
    "LLMCall",
    "Recorder",
    "Review",
    "Reviewed",
    "Reviews",
    "RunState",
    "RunSummary",
    "Store",
    "StoredRun",
    "new_call_id",
]
