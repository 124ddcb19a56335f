"""``bayes-sequential``: evidence one document at a time until a Bayesian decision says stop.

Wang et al. 2023, "Hallucination Detection for Generative Large Language Models by Bayesian Sequential Estimation". The
mathematics is in ``stats.bayes``; here it meets passages, quotes and labels.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from localcheck.detectors.sentence_level import sentences_of
from localcheck.detectors.weigh import (
    Judging,
    Pairs,
    Windows,
    lockstep,
    narrow,
    passages_for,
    silent,
    speaks_of,
    topicality,
    weigh,
)
from localcheck.errors import LocalcheckError, UsageError
from localcheck.ports import NLI, Extractor, FloatArray, Retriever
from localcheck.stats.bayes import Costs, Likelihoods, Policy, PolicyName, entailment_feature
from localcheck.text.language import detect
from localcheck.types import Belief, Claim, Cost, Document, Evidence, Label, Verdict

QUOTE_AT_LEAST = 0.5
"""A quote counts as carrying the decision from this probability on."""


def bayes_sequential(
    *,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    likelihoods: Likelihoods,
    policy: PolicyName = "exact",
    k: int = 10,
    c_miss: float = 28.0,
    c_false_alarm: float = 96.0,
    c_retrieve: float = 1.0,
    prior: float = 0.5,
    at_least: int = 1,
    window: int = 240,
    overlap: int = 60,
    max_windows: int = 4,
    sentences: int = 8,
    guard: bool = True,
    floor: float = 0.4,
    group: int = 16,
) -> Callable[[Document], Iterator[Verdict]]:
    """Check every claim against documents read one by one (Algorithm 1).

    ``policy`` is ``exact`` (backward induction, Eq. 6-7) or ``one-step`` (the paper's Eq. 8); ``k`` is the most documents
    to read for a claim; ``c_miss``, ``c_false_alarm`` and ``c_retrieve`` are C_M, C_FA and C_retrieve. ``window`` and
    ``overlap`` are in words; at most ``max_windows`` windows (0: all) and ``sentences`` single sentences of a document are
    scored. ``guard`` holds numbers and names of the claim against the premise. A document whose best sentence shares less
    than ``floor`` of the claim's content words, or clearly less than an earlier document's, says nothing about it and
    leaves the belief as it is. ``group`` claims are judged side by side so that the model sees full batches.

    The paper has no single sentences, guard or floor: ``sentences=0 max_windows=0 guard=false floor=0``.
    """
    try:
        rule = Policy(likelihoods, Costs(c_miss, c_false_alarm, c_retrieve), k, policy, prior, at_least)
    except ValueError as error:
        raise UsageError(f"bayes-sequential: {error}", "see localcheck detectors bayes-sequential") from error
    windows = Windows(window, overlap, max_windows, sentences, guard, floor)
    languages = covered_languages(nli, retriever)

    def detect_document(document: Document) -> Iterator[Verdict]:
        sentences = sentences_of(document)
        overall = detect(document.text)
        claims = extractor.extract(document, sentences)
        judgings = (
            judge(claim, document, retriever, rule, windows, unsupported_language(claim, overall, languages))
            for claim in claims
        )
        yield from lockstep(nli, judgings, group)

    return detect_document


def judge(
    claim: Claim, document: Document, retriever: Retriever, policy: Policy, windows: Windows, uncovered: str = ""
) -> Judging:
    """One claim from prior to verdict. A failing retriever makes this claim FAILED, not the run."""
    if not claim.checkable:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {claim.note}")
    if uncovered:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale=f"not checked: {uncovered}", note=uncovered)
    evidence: list[Evidence] = []
    beliefs = [policy.start()]
    best = 0.0
    try:
        passages = passages_for(retriever, document, claim)
        while not policy.stops(beliefs[-1]) and (passage := next(passages, None)) is not None:
            topical = topicality(claim, passage)
            best = max(best, topical)
            if not speaks_of(topical, best, windows):
                evidence.append(silent(claim, passage))
                beliefs.append(policy.pass_over(beliefs[-1]))
                continue
            weighed, support = yield from weigh(claim, passage, windows)
            evidence.append(weighed)
            beliefs.append(policy.update(beliefs[-1], entailment_feature(support)))
    except LocalcheckError as error:
        return failed(claim, error, tuple(evidence), tuple(beliefs))
    return (yield from conclude(claim, evidence, beliefs, policy, windows))


def conclude(
    claim: Claim, evidence: list[Evidence], beliefs: list[Belief], policy: Policy, windows: Windows
) -> Judging:
    """Label the claim, and quote the sentence that carries the decision."""
    last = beliefs[-1]
    factual = policy.declares_factual(last) and bool(evidence)
    best, strength = yield from strongest_quote(claim, evidence, 0 if factual else 2, windows)
    label = Label.NOT_ENOUGH_EVIDENCE
    if best is not None and strength >= QUOTE_AT_LEAST:
        label = Label.SUPPORTED if factual else Label.REFUTED
    elif best is not None:
        best = None
    why = explain(label, last, policy, len(evidence))
    return Verdict(
        claim,
        label,
        1.0 - last.p_factual,
        tuple(evidence),
        tuple(beliefs),
        why,
        Cost(passages=len(evidence)),
        best=best,
    )


def strongest_quote(
    claim: Claim, evidence: list[Evidence], column: int, windows: Windows, candidates: int = 3
) -> Generator[Pairs, FloatArray, tuple[int | None, float]]:
    """Index into ``evidence`` and strength of the sentence that entails (column 0) or contradicts (2) the claim most.

    Only the ``candidates`` strongest windows are narrowed. The evidence chosen is replaced in the list by its quoted form.
    """

    def key(e: Evidence) -> float:
        return e.entailment.entail if column == 0 else e.entailment.contradict

    ranked = sorted(range(len(evidence)), key=lambda i: (-key(evidence[i]), i))[:candidates]
    best: tuple[int, Evidence] | None = None
    strength = 0.0
    for i in ranked:
        if key(evidence[i]) < QUOTE_AT_LEAST:
            break
        quoted, p = yield from narrow(claim, evidence[i], column, windows)
        if quoted.quote and p > strength:
            best, strength = (i, quoted), p
    if best is None:
        return None, 0.0
    evidence[best[0]] = best[1]
    return best[0], strength


def failed(
    claim: Claim, error: LocalcheckError, evidence: tuple[Evidence, ...], beliefs: tuple[Belief, ...]
) -> Verdict:
    """The claim could not be judged; it keeps its place with the reason."""
    return Verdict(claim, Label.FAILED, 0.5, evidence, beliefs, error=error.message, cost=Cost(passages=len(evidence)))


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


def covered_languages(nli: NLI, retriever: Retriever) -> frozenset[str]:
    """Languages that both the model and the index cover; empty means not stated, so anything. ``*`` is any language."""
    model = frozenset(getattr(getattr(nli, "info", None), "languages", ()) or ())
    index = getattr(getattr(retriever, "info", None), "language", "") or ""
    if not model or "*" in model:
        return frozenset({index}) if index else frozenset()
    return model & {index} if index else model


def unsupported_language(claim: Claim, overall: str, languages: frozenset[str]) -> str:
    """Why this claim cannot be judged in its language; empty when it can."""
    if not languages:
        return ""
    found = detect(claim.text)
    language = overall if found == "und" else found
    if language in languages or language == "und":
        return ""
    covered = ", ".join(sorted(languages)) or "no common language"
    return f"language {language!r} is not covered by the NLI model and the index ({covered})"
