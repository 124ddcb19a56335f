"""``fixed-k``: the baselines of Wang et al. 2023, Section 4.3, which always read ``k`` documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Literal

from localcheck.claims.changed import changed
from localcheck.errors import LocalcheckError
from localcheck.judging.conclude import failed, unchecked
from localcheck.judging.context import first_stated
from localcheck.judging.evidence.learned import Given, reading_of
from localcheck.judging.languages import covered_languages, language_of, unsupported_language
from localcheck.judging.opinion import Opinion, Reader
from localcheck.judging.sides import Quoted, Sides, sides_of
from localcheck.judging.together import Judging, Together
from localcheck.ports import NLI, Extractor, Retriever, SentenceEncoder
from localcheck.settings.ranges import Range
from localcheck.stats.bayes import Costs, Likelihoods, Policy, entailment_feature
from localcheck.text.counting import many
from localcheck.types import Belief, Claim, Cost, Document, Label, Verdict

Aggregate = Literal["nbc", "average", "maximum"]
COMBINED: dict[Aggregate, str] = {
    "nbc": "naive Bayes posterior after",
    "average": "uncalibrated: mean entailment of",
    "maximum": "uncalibrated: highest entailment of",
}
"""What the rationale says of the score, before the number of documents."""
CLEARLY_FACTUAL = 0.85
"""If the posterior P(factual) is at least this, a contradicting sentence alone does not refute the claim."""


def fixed_k(
    *,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    likelihoods: Likelihoods,
    k: Annotated[int, Range(1, 100)] = 5,
    aggregate: Aggregate = "nbc",
    meaning: SentenceEncoder | None = None,
    max_windows: Annotated[int, Range(0, 10_000)] = 4,
    sentences: Annotated[int, Range(0, 10_000)] = 8,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Together:
    """Read exactly ``k`` documents for each claim (fewer only if there are no more) and combine what they say.

    ``aggregate``: ``nbc`` takes the naive Bayes posterior of Eq. 4, ``average`` and ``maximum`` take the mean and the maximum
    of the entailment scores. The score is one minus the result. It is calibrated for ``nbc`` only, and only with
    ``--effort quick`` or ``--nli starter-nli``: the table of the paper's ten features was counted with that reader. With any
    other reader, the default cascade among them, the same table is taken: P(factual) then ranks claims, and a note says so.
    """
    reader = Given(reading_of(sentences, max_windows, nli), meaning)
    policy = Policy(likelihoods, Costs(retrieve=0.0), k, at_least=k)
    languages = covered_languages(nli, retriever)

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        overall = language_of(document.text)
        return (
            _judge(c, document, retriever, policy, aggregate, reader, unsupported_language(c, overall, languages))
            for c in claims
        )

    return Together(nli, changed(extractor, first_stated), begin, group)


def _judge(
    claim: Claim,
    document: Document,
    retriever: Retriever,
    policy: Policy,
    aggregate: Aggregate,
    reader: Reader,
    uncovered: str,
) -> Judging:
    if (verdict := unchecked(claim, uncovered)) is not None:
        return verdict
    opinions: list[Opinion] = []
    beliefs = [policy.start()]
    try:
        for passage in islice(retriever.evidence(document, claim), policy.k):
            opinions.append((yield from reader.weigh(claim, passage)))
            beliefs.append(policy.after(entailment_feature(o.support) for o in opinions))
    except LocalcheckError as error:
        return failed(claim, error, opinions, beliefs)
    p_factual = combine(aggregate, [o.support for o in opinions], beliefs)
    label, quoted = settle(p_factual, p_factual >= 0.5, sides_of(claim, opinions))
    best = quoted.index if quoted else None
    why = f"{COMBINED[aggregate]} {many(len(opinions), 'document')}"
    return Verdict(
        claim,
        label,
        1 - p_factual,
        tuple(o.evidence(claim, quoted.candidate if quoted and i == best else None) for i, o in enumerate(opinions)),
        tuple(beliefs),
        why,
        Cost(passages=len(opinions)),
        raw=((aggregate, p_factual),),
        best=best,
    )


def combine(aggregate: Aggregate, supports: list[float], beliefs: list[Belief]) -> float:
    """P(factual) from the entailment scores of the documents; the prior if there are none."""
    if aggregate == "nbc" or not supports:
        return beliefs[-1].p_factual
    return max(supports) if aggregate == "maximum" else sum(supports) / len(supports)


def settle(p_factual: float, declared_factual: bool, found: Sides) -> tuple[Label, Quoted | None]:
    """SUPPORTED if the claim was declared factual and the supporting sentence is at least as strong as the contradicting one;
    REFUTED if the contradicting one is stronger and P(factual) is below ``CLEARLY_FACTUAL``; else NOT_ENOUGH_EVIDENCE.
    """
    for_it = found.support.candidate.weight if found.support else 0.0
    against_it = found.against.candidate.weight if found.against else 0.0
    if found.support is not None and declared_factual and for_it >= against_it:
        return Label.SUPPORTED, found.support
    if found.against is not None and against_it > for_it and p_factual < CLEARLY_FACTUAL:
        return Label.REFUTED, found.against
    return Label.NOT_ENOUGH_EVIDENCE, None
