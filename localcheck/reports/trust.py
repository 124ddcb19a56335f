"""How often the models that decided are right, in one sentence for people: said once in a report's summary. Pure."""

from __future__ import annotations

from localcheck.types import Report, RunInfo

DECIDES = ("bayes-sequential",)
"""Methods whose verdicts were counted on held-out claims."""
COUNTED = {
    "nli:starter-nli": "The starter model decided alone: of its verdicts 88 of 100 were right on held-out claims whose"
    " evidence was in the index, and 84 of 100 on sentences in other words than the evidence (91 and 93 with careful-nli"
    " beside it: --effort careful). Read the quotes.",
    "nli:starter-nli+careful-nli": "Of the verdicts of these two models 91 of 100 were right on held-out claims whose"
    " evidence was in the index, and 93 of 100 on sentences in other words than the evidence. Read the quotes.",
}
"""552 claims of FEVER and FoolMeTwice, cross-fitted by article, and the 800 sentences of the seventh to the fourteenth
natural text, cross-fitted where a score is fitted to them; right / (right + wrong) of README's table, which a test compares."""


COUNTED_WITH = {"evidence": "learned", "policy": "exact", "k": 2, "c_miss": 28.0, "c_false_alarm": 28.0, "c_abstain": 8.0,
                "c_retrieve": 1.0, "prior": 0.5, "at_least": 1, "sentences": 5}  # fmt: skip
"""The options that decide, as they were then: the method's defaults."""
OWN_SCORE = "documents are weighed by a score that was fitted on this machine"
"""How the note of a run begins whose evidence score is not the shipped one."""


def how_often_right(report: Report) -> str:
    """One sentence where models that were counted decided alone; empty elsewhere, and where nothing was settled."""
    settled = any(v.deciding is not None for v in report.verdicts)
    return counted(report.run) if settled else ""


def counted(run: RunInfo) -> str:
    """The sentence for the models of this run, if they decided alone by a method whose verdicts were counted; else empty.

    A run that had a language model open may have asked it, so nothing is said of the readers there; nor where other options
    or another evidence score decided than those of the count.
    """
    if any(note.startswith(OWN_SCORE) for note in run.notes) or any(
        value != COUNTED_WITH.get(name, value) for name, value in run.parameters
    ):
        return ""
    readers = [role for role, _ in run.models if role.startswith(("nli:", "llm:"))]
    return COUNTED.get(readers[0], "") if len(readers) == 1 and run.detector in DECIDES else ""
