"""Checks statements of fact: the tool ``search`` finds documents, the tool ``match`` weighs them with the NLI model."""

from __future__ import annotations

from itertools import islice

from localcheck.errors import LocalcheckError
from localcheck.judging.lockstep import Judging
from localcheck.judging.settle import decide, failed
from localcheck.judging.weigh import Weighed, Windows, silent, speaks_of, topicality, weigh
from localcheck.ports import Retriever
from localcheck.stats.bayes import Costs, Likelihoods, Policy, entailment_feature
from localcheck.types import Claim, Cost, Document, Label, Verdict

WINDOWS = Windows()


def judge_fact(
    claim: Claim, document: Document, retriever: Retriever, likelihoods: Likelihoods, k: int, uncovered: str
) -> Judging:
    """Judge a claim by the first ``k`` documents; documents about something else are skipped."""
    if uncovered or not claim.checkable:
        why = uncovered or claim.note
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {why}", note=uncovered)
    policy = Policy(likelihoods, Costs(retrieve=0.0), k, at_least=k)
    weighed: list[Weighed] = []
    belief, best = policy.start(), 0.0
    try:
        for passage in islice(retriever.evidence(document, claim), k):
            topical = topicality(claim, passage)
            best = max(best, topical)
            if not speaks_of(topical, best, WINDOWS):
                weighed.append(silent(claim, passage))
                continue
            weighed.append((yield from weigh(claim, passage, WINDOWS)))
            belief = policy.update(belief, entailment_feature(weighed[-1].support))
    except LocalcheckError as error:
        return failed(claim, error, tuple(w.evidence for w in weighed), ())
    p_factual = belief.p_factual
    decision = yield from decide(claim, weighed, p_factual, p_factual >= 0.5, WINDOWS)
    found = {
        Label.SUPPORTED: "the quote supports the claim",
        Label.REFUTED: "the quote contradicts the claim",
    }.get(decision.label, "no sentence clearly supports or contradicts the claim")
    return Verdict(
        claim,
        decision.label,
        1 - p_factual,
        decision.evidence,
        rationale=f"search and match: {found} ({len(weighed)} document{'' if len(weighed) == 1 else 's'} read)",
        cost=Cost(passages=len(weighed)),
        best=decision.best,
    )
