"""``bayes-sequential``: evidence one document at a time until a Bayesian decision says stop.

Wang et al. 2023, "Hallucination Detection for Generative Large Language Models by Bayesian Sequential Estimation". The
mathematics is in ``stats.bayes``; this module applies it to passages, quotes and labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from localcheck.claims.changed import changed
from localcheck.errors import UsageError
from localcheck.judging.context import first_stated
from localcheck.judging.evidence.features import IN_A_TEXT
from localcheck.judging.evidence.learned import Learned, by_who_reads
from localcheck.judging.evidence.read import JOINED, Reading
from localcheck.judging.evidence.score import Tables
from localcheck.judging.expert import Consultant
from localcheck.judging.languages import covered_languages, language_of, unsupported_language
from localcheck.judging.opinion import Reader
from localcheck.judging.paper import Paper, Windows
from localcheck.judging.sentence_level import sentences_of
from localcheck.judging.sequential import judge
from localcheck.judging.together import Judging, Together
from localcheck.ports import NLI, Extractor, Retriever, SentenceEncoder, SpanReader
from localcheck.settings.ranges import Range
from localcheck.stats.bayes import Costs, Policy, PolicyName
from localcheck.types import Claim, Document


def bayes_sequential(
    *,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    tables: Tables,
    meaning: SentenceEncoder | None = None,
    consultant: Consultant | None = None,
    evidence: Literal["learned", "paper"] = "learned",
    policy: PolicyName = "exact",
    k: Annotated[int, Range(1, 100)] = 2,
    c_miss: Annotated[float, Range(0, inside=True)] = 28.0,
    c_false_alarm: Annotated[float, Range(0, inside=True)] = 28.0,
    c_abstain: Annotated[float, Range(0)] = 8.0,
    c_retrieve: Annotated[float, Range(0)] = 1.0,
    c_second: Annotated[float, Range(0)] = 0.75,
    prior: Annotated[float, Range(0, 1, inside=True)] = 0.5,
    at_least: Annotated[int, Range(0, 100)] = 1,
    sentences: Annotated[int, Range(0, 10_000)] = 5,
    window: Annotated[int, Range(1, 100_000)] = 240,
    overlap: Annotated[int, Range(0, 100_000)] = 60,
    max_windows: Annotated[int, Range(0, 10_000)] = 4,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Together:
    """Check every claim against documents read one by one (Algorithm 1).

    ``evidence``: how a document changes the belief. ``learned`` uses the learned evidence score of the ``sentences`` that
    are most relevant to the claim. ``paper`` uses the highest entailment in windows of ``window`` words that overlap by
    ``overlap`` words, at most ``max_windows`` of them (0 means all), and in ``sentences`` single sentences. ``policy``:
    ``exact`` (backward induction, Eq. 6-7) or ``one-step`` (Eq. 8). ``k``: documents to read at most. ``at_least``:
    documents to read before stopping is allowed. ``c_miss``, ``c_false_alarm`` and ``c_retrieve`` are C_M, C_FA and
    C_retrieve. ``c_abstain``: cost of answering "not enough evidence"; the two thresholds between the labels follow from
    it. 0 leaves that answer out of the costs, as in the paper; still, no claim is called supported below one half, or without
    a quote. ``c_second``: cost of a second of the language model, where one reads too (``--effort thorough``): it is asked
    about a document where that is expected to cost less than deciding or reading on. ``prior``: P(factual) before the first
    document. ``group``: claims judged at the same time, so that the NLI model gets full batches.

    As published: ``evidence=paper policy=one-step k=10 c_false_alarm=96 c_abstain=0 sentences=0 max_windows=0 window=400
    overlap=300`` (400 tokens, moved on by 100; here words, and sentences are kept whole); the windows of the authors' code
    share 100 words (``overlap=100``). ``c_miss=14 c_false_alarm=24`` are the other costs of the paper.
    """
    cut = Windows(window, overlap, max_windows, sentences, floor=0.0)
    if evidence == "learned":
        model = tables.evidence()
        # A cascade chooses what is re-read among all premises: its score was fitted on what that leaves to each.
        two = isinstance(nli, SpanReader)
        how = Reading(max(sentences, 1), together=JOINED if model.joins or two else 0, by_two=two)
        reader: Reader = Learned(model, meaning, how)
        likelihoods = model.likelihoods
    else:
        reader, likelihoods = Paper(cut), tables.paper()
    try:
        costs = Costs(c_miss, c_false_alarm, c_retrieve, c_abstain or float("inf"))
        asks = consultant if evidence == "learned" and policy == "exact" else None
        second = None if asks is None else asks.table.likelihoods
        price = 0.0 if asks is None else c_second * asks.seconds
        rule = Policy(likelihoods, costs, k, policy, prior, at_least, second, price)
    except ValueError as error:
        raise UsageError(f"bayes-sequential: {error}", "see localcheck detectors bayes-sequential") from error
    languages = covered_languages(nli, retriever)

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        overall = language_of(document.text)
        mine = (
            replace(reader, odds=IN_A_TEXT)
            if isinstance(reader, Learned) and len(sentences_of(document)) > 1
            else reader
        )

        def judging(claim: Claim) -> Judging:
            unread, published = unsupported_language(claim, overall, languages), evidence == "paper"
            return by_who_reads(
                nli, claim.text, document.text, mine, asks,
                lambda by, asked: judge(
                    claim, document, retriever, rule, by, unread, consultant=asked, published=published
                ),
            )  # fmt: skip

        return map(judging, claims)

    return Together(nli, changed(extractor, first_stated), begin, group)
