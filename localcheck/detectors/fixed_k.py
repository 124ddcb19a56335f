"""``fixed-k``: the baselines of Wang et al. 2023, Section 4.3, which always read ``k`` documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Literal

from localcheck.errors import LocalcheckError, UsageError
from localcheck.judging.languages import covered_languages, language_of, unsupported_language
from localcheck.judging.lockstep import Judging
from localcheck.judging.settle import decide, failed
from localcheck.judging.together import Together
from localcheck.judging.weigh import Weighed, Windows, weigh
from localcheck.ports import NLI, Extractor, Retriever
from localcheck.settings.ranges import Range
from localcheck.stats.bayes import Costs, Likelihoods, Policy, entailment_feature
from localcheck.types import Belief, Claim, Cost, Document, Label, Verdict

Aggregate = Literal["nbc", "average", "maximum"]
COMBINED: dict[Aggregate, str] = {
    "nbc": "naive Bayes posterior after",
    "average": "uncalibrated: mean entailment of",
    "maximum": "uncalibrated: highest entailment of",
}
"""What the rationale says of the score, before the number of documents."""


def fixed_k(
    *,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    likelihoods: Likelihoods,
    k: Annotated[int, Range(1, 100)] = 5,
    aggregate: Aggregate = "nbc",
    window: Annotated[int, Range(1, 100_000)] = 240,
    overlap: Annotated[int, Range(0, 100_000)] = 60,
    max_windows: Annotated[int, Range(0, 10_000)] = 4,
    sentences: Annotated[int, Range(0, 10_000)] = 8,
    guard: bool = True,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Together:
    """Read exactly ``k`` documents for each claim (fewer only if there are no more) and combine what they say.

    ``aggregate``: ``nbc`` takes the naive Bayes posterior of Eq. 4, ``average`` and ``maximum`` take the mean and the maximum
    of the entailment scores. The score is one minus the result; it is calibrated for ``nbc`` only.
    """
    if k < 1:
        raise UsageError("fixed-k: k must be at least 1")
    windows = Windows(window, overlap, max_windows, sentences, guard)
    policy = Policy(likelihoods, Costs(retrieve=0.0), k, at_least=k)
    languages = covered_languages(nli, retriever)

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        overall = language_of(document.text)
        return (
            _judge(c, document, retriever, policy, aggregate, windows, unsupported_language(c, overall, languages))
            for c in claims
        )

    return Together(nli, extractor, begin, group)


def _judge(
    claim: Claim,
    document: Document,
    retriever: Retriever,
    policy: Policy,
    aggregate: Aggregate,
    windows: Windows,
    uncovered: str,
) -> Judging:
    if uncovered or not claim.checkable:
        why = uncovered or claim.note
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {why}", note=uncovered)
    weighed: list[Weighed] = []
    beliefs = [policy.start()]
    try:
        for passage in islice(retriever.evidence(document, claim), policy.k):
            weighed.append((yield from weigh(claim, passage, windows)))
            beliefs.append(policy.update(beliefs[-1], entailment_feature(weighed[-1].support)))
    except LocalcheckError as error:
        return failed(claim, error, tuple(w.evidence for w in weighed), tuple(beliefs))
    p_factual = combine(aggregate, [w.support for w in weighed], beliefs)
    decision = yield from decide(claim, weighed, p_factual, p_factual >= 0.5, windows)
    why = f"{COMBINED[aggregate]} {len(weighed)} document{'' if len(weighed) == 1 else 's'}"
    return Verdict(
        claim,
        decision.label,
        1 - p_factual,
        decision.evidence,
        tuple(beliefs),
        why,
        Cost(passages=len(weighed)),
        raw=((aggregate, p_factual),),
        best=decision.best,
    )


def combine(aggregate: Aggregate, supports: list[float], beliefs: list[Belief]) -> float:
    """P(factual) from the entailment scores of the documents; the prior if there are none."""
    if aggregate == "nbc" or not supports:
        return beliefs[-1].p_factual
    return max(supports) if aggregate == "maximum" else sum(supports) / len(supports)
