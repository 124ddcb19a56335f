"""Whether a last belief follows from the features of documents and the answers of a language model, by a table that is here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from localcheck.judging.evidence.find_tables import UNKNOWN_EXPERT, expert_tables
from localcheck.stats.bayes import Likelihoods, Policy, posterior
from localcheck.types import Belief, Report

MOST_DOCUMENTS = 10
"""Beliefs after more documents than this are not recomputed from them."""
Symbols = tuple[int, int | None]
"""Of one document: its feature, and the language model's answer about it where it was asked."""


def asked(report: Report) -> bool:
    """True if a language model took part: claims may be in its words, and beliefs moved by its answers."""
    return any(role.startswith("llm:") for role, _ in report.run.models)


def follows(report: Report, beliefs: Sequence[Belief], rules: Sequence[Policy], close: float) -> bool:
    """Whether one of the rules leads from the prior to the last belief; also where that cannot be said: there were many
    documents, or the table of the language model that answered is not here.
    """
    documents = documents_of(beliefs)
    if len(documents) > MOST_DOCUMENTS:
        return True
    answered = any(answer is not None for _, answer in documents)
    experts: list[Likelihoods | None] = [*_experts(report)] if answered else [None]
    return not experts or any(_reached(r, e, documents, beliefs[-1].p_factual, close) for r in rules for e in experts)


def documents_of(beliefs: Sequence[Belief]) -> list[Symbols]:
    """The symbols of every document that was not passed over when it was read."""
    found = []
    for _, steps in groupby(beliefs, key=lambda b: b.step):
        read, *again = steps
        if read.feature is not None:
            found.append((read.feature, next((b.feature for b in again if b.consulted), None)))
    return found


def _experts(report: Report) -> list[Likelihoods]:
    """The tables of the language models that were asked, and the one of unknown models where the report says that it was used.
    None where that of one of them is on another machine.
    """
    named = {sha for role, sha in report.run.models if role.startswith("llm:")}
    unknown = {""} if UNKNOWN_EXPERT in report.run.notes else set[str]()
    found = [table for table in expert_tables() if table.llm_sha256 in named | unknown]
    complete = bool(unknown) or named <= {table.llm_sha256 for table in found}
    return [table.likelihoods for table in found] if complete else []


def _reached(rule: Policy, expert: Likelihoods | None, documents: Sequence[Symbols], last: float, close: float) -> bool:
    """Whether some of the documents lead from the prior to the last belief: documents can be passed over later."""
    found = {rule.prior}
    for feature, answer in documents:
        if not 0 <= feature < len(rule.likelihoods.factual):
            return False
        after = {posterior(p, feature, rule.likelihoods) for p in found}
        if answer is not None and expert is not None:
            if not 0 <= answer < len(expert.factual):
                return False
            after = {posterior(p, answer, expert) for p in after}
        found |= after
    return any(math.isclose(p, last, abs_tol=close) for p in found)
