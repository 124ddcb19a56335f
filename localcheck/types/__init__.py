"""The vocabulary of the whole package: frozen values, tuples, no behaviour beyond derived properties.

One numeric convention: every *score* is P(not factual) in [0, 1], higher is worse.
Offsets are Python string indices into ``Document.text`` (or into ``Passage.text`` for quotes).
"""

from __future__ import annotations

from localcheck.types.completions import Completion, CompletionRequest, Message, TokenScore, TokenVectors
from localcheck.types.events import Event, Failed, Finished, Judged, Started
from localcheck.types.evidence import Entailment, Evidence, Passage, Source
from localcheck.types.json import JSON
from localcheck.types.reports import Disposition, Known, Report, RunInfo, Scores, SentenceScore
from localcheck.types.texts import (
    OF_READERS,
    OWN,
    READING_NOTES,
    REWORDED,
    STANDARD_INPUT,
    UNNAMED,
    WRITTEN,
    Claim,
    Document,
    Sentence,
    Span,
    as_context,
)
from localcheck.types.verdicts import Belief, Cost, Judgement, Label, Step, Verdict

__all__ = [
    "JSON",
    "OF_READERS",
    "OWN",
    "READING_NOTES",
    "REWORDED",
    "STANDARD_INPUT",
    "UNNAMED",
    "WRITTEN",
    "Belief",
    "Claim",
    "Completion",
    "CompletionRequest",
    "Cost",
    "Disposition",
    "Document",
    "Entailment",
    "Event",
    "Evidence",
    "Failed",
    "Finished",
    "Judged",
    "Judgement",
    "Known",
    "Label",
    "Message",
    "Passage",
    "Report",
    "RunInfo",
    "Scores",
    "Sentence",
    "SentenceScore",
    "Source",
    "Span",
    "Started",
    "Step",
    "TokenScore",
    "TokenVectors",
    "Verdict",
    "as_context",
]
