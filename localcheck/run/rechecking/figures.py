"""Recomputes what follows from the figures of a report: label and score from the last belief, and whether that belief follows
from the features of documents and the answers of a language model, by a table that is here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from localcheck.judging.context import ASKED_TOO
from localcheck.judging.evidence.find_tables import NEEDED, UNKNOWN_EXPERT, expert_tables, policies_of
from localcheck.stats.bayes import Likelihoods, Policy, posterior, risk_stop
from localcheck.types import Belief, Label, Report, Verdict
from localcheck.types.infos import BETWEEN

METHOD = "bayes-sequential"
IN_CONTEXT = "faithfulness"
SIDES = (Label.SUPPORTED, Label.REFUTED)


def figure_problem(report: Report, verdict: Verdict, close: float) -> str:
    """What does not follow from the figures of the report; empty if all does, or if the method gives no such figures."""
    if report.run.detector == IN_CONTEXT:
        return "" if report.run.with_llm and verdict.rationale.endswith(ASKED_TOO) else _entailment_problem(verdict)
    parameters = dict(report.run.parameters)
    if report.run.detector != METHOD or not verdict.beliefs or verdict.label is Label.FAILED:
        return ""
    if any(name not in parameters for name in NEEDED):
        return "the report does not say with which costs it was decided"
    try:
        rules = policies_of(parameters, next(iter(_readers(report)), ""))
    except (TypeError, ValueError):
        return "the costs that the report says it was decided with are none"
    published = parameters.get("evidence") == "paper"
    return _label_problem(verdict, rules[0], close, published) or _trace_problem(report, verdict, rules, close)


def _readers(report: Report) -> list[str]:
    """Digests of the NLI models that judged: of one, or of several where a run was continued with another."""
    return [sha for role, sha in report.run.models if role.startswith("nli:")]


def _entailment_problem(verdict: Verdict) -> str:
    """Against a context the label follows from the entailment of the quoted text."""
    deciding = verdict.deciding
    if verdict.label not in SIDES or deciding is None:
        return ""
    row = deciding.entailment
    for_it, against = (row.entail, row.contradict) if verdict.label is Label.SUPPORTED else (row.contradict, row.entail)
    scores = f"entailment {row.entail:.2f} and contradiction {row.contradict:.2f}"
    return "" if for_it >= against else f"called {verdict.label.value}, though its quote has {scores}"


def _label_problem(verdict: Verdict, rule: Policy, close: float, published: bool) -> str:
    """What is wrong with the label or the score. ``published``: as in the paper, a claim left open for want of a quote may keep
    its posterior.
    """
    p = verdict.beliefs[-1].p_factual
    due, stated = rule.label(p), 1.0 - verdict.score
    if verdict.label in SIDES:
        if due is not verdict.label:
            return f"called {verdict.label.value}, though its last belief, P(factual) {p:.2f}, means {due.value}"
        return "" if abs(stated - p) <= close else _score_problem(stated, p)
    held = rule.undecided(p)
    kept = published or due is Label.NOT_ENOUGH_EVIDENCE
    if abs(stated - held) <= close or (kept and abs(stated - p) <= close):
        return ""
    return _score_problem(stated, held)


def _score_problem(stated: float, due: float) -> str:
    return f"its score says P(factual) {stated:.2f}, its last belief {due:.2f}"


def _trace_problem(report: Report, verdict: Verdict, rules: Sequence[Policy], close: float) -> str:
    """What is wrong with the steps: their numbers, their costs, or a posterior that no table for a named model gives."""
    beliefs, rule = verdict.beliefs, rules[0]
    if not _one_after_another(beliefs, report.run.with_llm):
        return "its steps are not numbered one after another"
    if beliefs[-1].step != len(verdict.evidence):
        return f"it has {len(verdict.evidence)} documents and {beliefs[-1].step} steps"
    loose = close * max(rule.costs.miss, rule.costs.false_alarm)
    if any(abs(b.risk_stop - risk_stop(b.p_factual, rule.costs)) > loose for b in beliefs):
        return "the expected cost of a step does not follow from its belief"
    readers = _readers(report)
    known = [r for r in rules if r.likelihoods.nli_sha256 in readers]
    all_known = {r.likelihoods.nli_sha256 for r in known}.issuperset(readers)
    if not known or not all_known or BETWEEN in report.run.index or follows(report, beliefs, known, close):
        return ""
    return (
        "its belief does not follow from the features of its documents"
        " by an evidence score of this version or an earlier release"
    )


def _one_after_another(beliefs: Sequence[Belief], with_llm: bool) -> bool:
    """Is there a belief for each document, from the prior on? A language model that is asked about one adds another of the same
    step, also where it gives no answer.
    """
    for step, (_, found) in enumerate(groupby(beliefs, key=lambda b: b.step)):
        first, *again = found
        if first.step != step or first.consulted or len(again) > (1 if with_llm and step else 0):
            return False
    return True


MOST_DOCUMENTS = 10
"""Beliefs after more documents than this are not recomputed from them."""
Symbols = tuple[int, int | None]
"""Of one document: its feature, and the language model's answer about it where it was asked."""


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
