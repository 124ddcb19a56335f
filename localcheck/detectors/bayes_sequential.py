"""``bayes-sequential``: evidence one document at a time until a Bayesian decision says stop.

Wang et al. 2023, "Hallucination Detection for Generative Large Language Models by Bayesian Sequential Estimation". The
mathematics is in ``stats.bayes``; here it meets passages, quotes and labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from localcheck.errors import LocalcheckError, UsageError
from localcheck.judging.languages import covered_languages, language_of, unsupported_language
from localcheck.judging.lockstep import Judging
from localcheck.judging.settle import decide, failed
from localcheck.judging.together import Together
from localcheck.judging.weigh import Weighed, Windows, silent, speaks_of, topicality, weigh
from localcheck.ports import NLI, Extractor, Retriever
from localcheck.ranges import PROBABILITY, Range
from localcheck.stats.bayes import Costs, Likelihoods, Policy, PolicyName, entailment_feature
from localcheck.types import Belief, Claim, Cost, Document, Label, Verdict


def bayes_sequential(
    *,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    likelihoods: Likelihoods,
    policy: PolicyName = "exact",
    k: Annotated[int, Range(1, 100)] = 10,
    c_miss: Annotated[float, Range(0, inside=True)] = 28.0,
    c_false_alarm: Annotated[float, Range(0, inside=True)] = 96.0,
    c_retrieve: Annotated[float, Range(0)] = 1.0,
    prior: Annotated[float, Range(0, 1, inside=True)] = 0.5,
    at_least: Annotated[int, Range(0, 100)] = 1,
    window: Annotated[int, Range(1, 100_000)] = 240,
    overlap: Annotated[int, Range(0, 100_000)] = 60,
    max_windows: Annotated[int, Range(0, 10_000)] = 4,
    sentences: Annotated[int, Range(0, 10_000)] = 8,
    guard: bool = True,
    floor: Annotated[float, PROBABILITY] = 0.4,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Together:
    """Check every claim against documents read one by one (Algorithm 1).

    ``policy`` is ``exact`` (backward induction, Eq. 6-7) or ``one-step`` (the paper's Eq. 8); ``k`` is the most documents
    to read for a claim; ``c_miss``, ``c_false_alarm`` and ``c_retrieve`` are C_M, C_FA and C_retrieve. ``window`` and
    ``overlap`` are in words; at most ``max_windows`` windows (0: all) and ``sentences`` single sentences of a document are
    scored. ``guard`` holds numbers and names of the claim against the premise, and a window against the sentences inside
    it. A document whose best sentence shares less than ``floor`` of the claim's content words, or clearly less than an
    earlier document's, says nothing about it and leaves the belief as it is. ``group`` claims are judged side by side so
    that the model sees full batches.

    The paper has no single sentences, guard or floor: ``sentences=0 max_windows=0 guard=false floor=0``.
    """
    try:
        rule = Policy(likelihoods, Costs(c_miss, c_false_alarm, c_retrieve), k, policy, prior, at_least)
    except ValueError as error:
        raise UsageError(f"bayes-sequential: {error}", "see localcheck detectors bayes-sequential") from error
    windows = Windows(window, overlap, max_windows, sentences, guard, floor)
    languages = covered_languages(nli, retriever)

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        overall = language_of(document.text)
        return (
            judge(claim, document, retriever, rule, windows, unsupported_language(claim, overall, languages))
            for claim in claims
        )

    return Together(nli, extractor, begin, group)


def judge(
    claim: Claim, document: Document, retriever: Retriever, policy: Policy, windows: Windows, uncovered: str = ""
) -> Judging:
    """One claim from prior to verdict. A failing retriever makes this claim FAILED, not the run."""
    if not claim.checkable:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {claim.note}")
    if uncovered:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {uncovered}", note=uncovered)
    weighed: list[Weighed] = []
    beliefs = [policy.start()]
    best = 0.0
    try:
        passages = retriever.evidence(document, claim)
        while not policy.stops(beliefs[-1]) and (passage := next(passages, None)) is not None:
            topical = topicality(claim, passage)
            best = max(best, topical)
            if not speaks_of(topical, best, windows):
                weighed.append(silent(claim, passage))
                beliefs.append(policy.pass_over(beliefs[-1]))
                continue
            weighed.append((yield from weigh(claim, passage, windows)))
            beliefs.append(policy.update(beliefs[-1], entailment_feature(weighed[-1].support)))
    except LocalcheckError as error:
        return failed(claim, error, tuple(w.evidence for w in weighed), tuple(beliefs))
    return (yield from conclude(claim, weighed, beliefs, policy, windows))


def conclude(claim: Claim, weighed: list[Weighed], beliefs: list[Belief], policy: Policy, windows: Windows) -> Judging:
    """Label the claim, and quote the sentence that carries the decision.

    The policy decides between factual and not; a label needs a sentence besides. Where the policy leans neither way
    clearly, the stronger sentence wins; where a contradiction stands against a clear posterior, nothing is settled.
    """
    last = beliefs[-1]
    decision = yield from decide(claim, weighed, last.p_factual, policy.declares_factual(last), windows)
    return Verdict(
        claim,
        decision.label,
        1.0 - last.p_factual,
        decision.evidence,
        tuple(beliefs),
        explain(decision.label, last, policy, len(weighed)),
        Cost(passages=len(weighed)),
        best=decision.best,
    )


def explain(label: Label, last: Belief, policy: Policy, read: int) -> str:
    """One line for a person: what was decided, and why reading stopped."""
    documents = f"{read} document{'' if read == 1 else 's'}"
    if read == 0:
        return "no document of the index matches this claim"
    if last.step >= policy.k:
        stop = f"read {documents}, the most allowed"
    elif policy.stops(last):
        stop = (
            f"stopped after {documents}: deciding now costs {last.risk_stop:.2f}, reading on {last.risk_continue:.2f}"
        )
    else:
        stop = f"read {documents}; no other document matches"
    lead = {
        Label.SUPPORTED: "the quote entails the claim",
        Label.REFUTED: "the quote contradicts the claim",
        Label.NOT_ENOUGH_EVIDENCE: "no sentence settles the claim",
    }[label]
    return f"{lead}; {stop}"
