"""One SQLite database of runs, verdicts, evidence, reviews, checks and LLM calls, readable with any SQLite tool.

The command line and the terminal app write the same tables as verdicts are made, so a run that was killed can be
opened and continued.
"""

from localcheck.store.checks import Check, LLMCall, new_call_id
from localcheck.store.database import Store, open_for_run, open_store, open_to_read
from localcheck.store.decisions import (
    LABELS,
    NOWHERE,
    Action,
    Decision,
    Entry,
    Quoted,
    QuoteKind,
    Review,
    reviewer_name,
)
from localcheck.store.places import Accepted, Signoff
from localcheck.store.recording import Recorder
from localcheck.store.reviews import UNDECIDED, Curation, Standing
from localcheck.store.runs import RECHECK, Revision, RunState, RunSummary, StoredRun
