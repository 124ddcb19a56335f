"""How often the model that decided is right, in one sentence for people: said once in a report's summary. Pure."""

from __future__ import annotations

from localcheck.types import Report, RunInfo

STARTER = "nli:starter-nli"
DECIDES = ("bayes-sequential",)
"""Methods whose verdicts were counted on held-out claims."""
SAID = (
    "The starter model decided alone: of its verdicts 89 of 100 were right on held-out claims whose evidence was in the index,"
    " and 76 of 100 on sentences in other words than the evidence (91 and 89 with careful-nli beside it: localcheck models pull"
    " careful-nli). Read the quotes."
)
"""552 claims of FEVER and FoolMeTwice, cross-fitted by article, and the 800 sentences of the seventh to the fourteenth
natural text, which nothing was fitted to; right / (right + wrong) of the two models on 26 November 2026 (docs/methods.md)."""


def how_often_right(report: Report) -> str:
    """One sentence where the starter model decided alone; empty elsewhere, and where nothing was supported or refuted."""
    settled = any(v.deciding is not None for v in report.verdicts)
    return SAID if settled and starter_alone(report.run) else ""


def starter_alone(run: RunInfo) -> bool:
    """True if the starter model decided alone in this run, by a method whose verdicts were counted.

    A run that had a language model open may have asked it, so nothing is said of the starter there.
    """
    readers = [role for role, _ in run.models if role.startswith(("nli:", "llm:"))]
    return readers == [STARTER] and run.detector in DECIDES
