"""``fused``: evidence, samples, word statistics and reverse validation in one calibrated posterior.

The parts are registered methods, run as they are; here their answers become the numbers that ``evidence.fusing`` turns
into one probability. What is not at hand (no index, no samples, no language model) is left out, and the report says so.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated

import numpy as np

from localcheck.errors import Unparsed, UsageError
from localcheck.judging.evidence.fusing import Fused, Fusion
from localcheck.judging.evidence.score import EvidenceModel, Tables
from localcheck.judging.samples import gather, given_samples
from localcheck.judging.sentence_level import FREE, claim_of, failed, sentences_of
from localcheck.judging.source_age import unknowable
from localcheck.ports import LLM, NLI, Detector, Extractor, Retriever, SentenceEncoder
from localcheck.registry import DETECTORS
from localcheck.settings.ranges import SAMPLES, SEED, Range
from localcheck.stats.bayes import Costs, thresholds
from localcheck.text.han import is_han
from localcheck.text.tokens import word_tokens
from localcheck.types import Cost, Document, Judgement, Label, Verdict

SURE = 6.0
"""Log-odds beyond which the evidence is not believed more."""
READ_AT = Costs(28.0, 96.0)
"""The paper's costs (Wang et al. 2023, Table 1), at which documents are read: no part has to decide alone."""
ODDS_ROOM = 0.02
"""Added to a share and to what it leaves over before log-odds are taken: they lie within 3.9 of zero."""
Table = dict[int, dict[str, tuple[float, ...]]]
BySamples = tuple[str, Detector, Callable[[Mapping[str, float], float], tuple[float, ...]]]
NOT_COUNTED = "reverse validation is left out: how often its answers are right was not measured for {model}"
NOTHING = "nothing to fuse: there is no index, no samples and no language model"


@dataclass(frozen=True, slots=True)
class Heard:
    """What the parts say of a document."""

    verdicts: tuple[Verdict, ...]
    """Of the evidence, a claim each; without evidence a verdict a sentence that says nothing."""
    numbers: Table
    """By sentence, and by part: its numbers as ``fusing.NUMBERS`` names them."""
    found_again: bool | None = None
    """What reverse validation says of the passage."""
    notes: tuple[str, ...] = ()
    """Which part is missing, and why."""
    cost: Cost = FREE
    """Of everything but the evidence, whose verdicts have their own."""

    def of(self, verdict: Verdict) -> dict[str, tuple[float, ...]]:
        """The numbers of one claim: those of its sentence, with its own evidence; without that where it says nothing."""
        said = dict(self.numbers.get(verdict.claim.sentence, {}))
        odds = log_odds(verdict)
        if odds is None:
            said.pop("evidence", None)
        elif "evidence" in said:
            said["evidence"] = (odds, *said["evidence"][1:])
        return said


def fused(
    *,
    nli: NLI,
    extractor: Extractor,
    fusion: Fusion,
    retriever: Retriever | None = None,
    model: EvidenceModel | None = None,
    meaning: SentenceEncoder | None = None,
    llm: LLM | None = None,
    evidence: bool = True,
    consistency: bool = True,
    words: bool = True,
    reverse: bool = True,
    k: Annotated[int, Range(1, 100)] = 8,
    c_miss: Annotated[float, Range(0, inside=True)] = 28.0,
    c_false_alarm: Annotated[float, Range(0, inside=True)] = 28.0,
    c_abstain: Annotated[float, Range(0)] = 8.0,
    c_retrieve: Annotated[float, Range(0)] = 1.5,
    samples: Annotated[int, SAMPLES] = 20,
    seed: Annotated[int, SEED] = 0,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Panel:
    """Judge every claim by everything that is available, in one probability; the share of each part is reported.

    ``evidence``: documents of the index, at most ``k`` per claim (``bayes-sequential`` at the paper's costs). ``consistency``
    and ``words``: the document's samples, or ``samples`` drawn by the language model (``selfcheck-nli``, ``selfcheck-ngram``).
    ``reverse``: does the language model find the subject again from its description (``reverse-em``)? This is used only with a
    model whose answers were measured, because figures of ChatGPT say nothing about another model. The costs of the label are
    those of ``bayes-sequential``. A label needs a quote of the evidence; without one the label is "not enough
    evidence", and the posterior gives a judgement only.
    """
    try:
        low, high = thresholds(Costs(c_miss, c_false_alarm, c_retrieve, c_abstain or float("inf")))
    except ValueError as error:
        raise UsageError(f"fused: {error}", "see localcheck detectors fused") from error
    reading = reversing = None
    if evidence and retriever is not None and model is not None:
        read_by = fusion.score_for(model)
        reading = DETECTORS.load("bayes-sequential")(
            nli=nli, retriever=retriever, extractor=extractor, tables=Tables(lambda: read_by, lambda: read_by.likelihoods),
            meaning=meaning, k=k, c_miss=READ_AT.miss, c_false_alarm=READ_AT.false_alarm, c_abstain=0.0, c_retrieve=c_retrieve,
            group=group,
        )  # fmt: skip
    by_samples: list[BySamples] = []
    if consistency:
        by_samples.append(("consistency", DETECTORS.load("selfcheck-nli")(nli=nli, samples=samples), by_contradiction))
    if words:
        by_samples.append(("words", DETECTORS.load("selfcheck-ngram")(samples=samples), by_surprise))
    unheard = ""
    if reverse and llm is not None:
        if fusion.counted_for(llm.info.name, llm.info.sha256):
            reversing = DETECTORS.load("reverse-em")(llm=llm, retriever=retriever, seed=seed)
        else:
            unheard = NOT_COUNTED.format(model=llm.info.name)
    return Panel(fusion, (low, high), reading, tuple(by_samples), reversing, llm, samples, seed, unheard)


def conclude(verdict: Verdict, found: Fused | None, low: float, high: float, note: str) -> Verdict:
    """The evidence's verdict with the fused posterior in place of its own: the label is read off it, and needs the quote."""
    if not verdict.claim.checkable:
        return verdict
    if found is None and (verdict.error or not verdict.rationale):
        return failed(verdict.claim, verdict.error or NOTHING, verdict.cost)
    if found is None:  # documents were looked for, and say nothing
        return replace(verdict, label=Label.NOT_ENOUGH_EVIDENCE, score=0.5, best=None, note=note)
    p = 1.0 - found.p_not_factual
    side = Label.SUPPORTED if p >= high else Label.REFUTED if p <= low else Label.NOT_ENOUGH_EVIDENCE
    quoted = verdict.label is side and verdict.deciding is not None and bool(verdict.deciding.quote)
    judged = {Label.SUPPORTED: Judgement.FACTUAL, Label.REFUTED: Judgement.NOT_FACTUAL}.get(side, Judgement.NONE)
    said = f"{found.in_words()}; of the documents: {verdict.rationale}" if verdict.rationale else found.in_words()
    return replace(
        verdict,
        label=side if quoted else Label.NOT_ENOUGH_EVIDENCE,
        score=found.p_not_factual,
        best=verdict.best if quoted else None,
        judgement=Judgement.NONE if quoted else judged,
        rationale=said,
        raw=(*found.contributions, ("disagreement", found.disagreement)),
        note=note,
        error="",
    )


def log_odds(verdict: Verdict) -> float | None:
    """Log-odds that a claim is not factual by the evidence alone; None where it says nothing or cannot know yet."""
    if verdict.label is Label.FAILED or all(belief.feature is None for belief in verdict.beliefs):
        return None
    p = min(max(verdict.beliefs[-1].p_factual, 1e-6), 1 - 1e-6)
    today = datetime.now(UTC).date()
    sources = [e.passage.source for e in verdict.evidence]
    if verdict.label is Label.NOT_ENOUGH_EVIDENCE and any(unknowable(verdict.claim, s, today) for s in sources):
        return None
    return float(np.clip(np.log((1 - p) / p), -SURE, SURE))


def by_contradiction(raw: Mapping[str, float], _: float) -> tuple[float, ...]:
    """The numbers of ``selfcheck-nli`` that count; the share is turned into log-odds."""
    return odds_of(raw["not_entail"]), raw["contradiction"]


def by_surprise(raw: Mapping[str, float], unit: float) -> tuple[float, ...]:
    """Those of ``selfcheck-ngram``, which grow with the number of words that were counted (``log_words``)."""
    return raw["max_neg_logp"] / unit, raw["avg_neg_logp"] / unit


@dataclass(frozen=True, slots=True)
class Panel:
    """The methods that are at hand. Port ``Detector``."""

    fusion: Fusion
    thresholds: tuple[float, float]
    """The posteriors (refuted up to, supported from)."""
    reading: Detector | None
    by_samples: tuple[BySamples, ...]
    """Methods that hold sentences against samples: the part, the method, and which of its raw scores count."""
    reversing: Detector | None
    llm: LLM | None
    samples: int
    seed: int
    unheard: str = ""
    """Why reverse validation has no vote although a language model is at hand."""

    def __call__(self, document: Document) -> Iterator[Verdict]:
        """A verdict for every claim, after all parts were heard about the whole document."""
        heard = self.hear(document)
        cost = heard.cost
        for verdict in heard.verdicts:
            own = replace(verdict, cost=verdict.cost + cost)
            found = self.fusion.fuse(heard.of(verdict), heard.found_again)
            yield conclude(own, found, *self.thresholds, "; ".join(heard.notes))
            cost = FREE

    def hear(self, document: Document) -> Heard:
        """Ask each of them."""
        sentences = sentences_of(document)
        numbers: Table = {s.index: {} for s in sentences}
        notes: list[str] = []
        if self.reading is not None:
            verdicts = tuple(self.reading(document))
            _put(numbers, "evidence", _worst(verdicts))
        else:
            verdicts = tuple(Verdict(claim_of(s), Label.NOT_ENOUGH_EVIDENCE, 0.5) for s in sentences)
            notes.append("there is no evidence")
        cost = self._sampled(document, numbers, notes)
        found_again, asked = self._reversed(document, notes)
        return Heard(verdicts, numbers, found_again, tuple(notes), cost + asked)

    def _sampled(self, document: Document, numbers: Table, notes: list[str]) -> Cost:
        """The parts that read samples, which are drawn once for all of them."""
        if not self.by_samples:
            return FREE
        if not given_samples(document) and self.llm is None:
            notes.append("no samples came with the document, and no language model draws any")
            return FREE
        try:
            answers = gather(document, "samples", self.samples, self.llm, self.seed)
        except Unparsed as error:
            notes.append(error.message)
            return FREE
        document, cost = replace(document, samples=answers.texts), answers.cost
        unit = log_words(document)
        for part, method, counted in self.by_samples:
            found = list(method(document))
            _put(numbers, part, {v.claim.sentence: counted(dict(v.raw), unit) for v in found if v.raw})
            cost += replace(sum((v.cost for v in found), FREE), samples=0)  # they are counted where they were drawn
        return cost

    def _reversed(self, document: Document, notes: list[str]) -> tuple[bool | None, Cost]:
        """Was the subject found again? None where that was not asked, or not answered."""
        if self.reversing is None:
            notes += [self.unheard] if self.unheard else []
            return None, FREE
        (verdict,) = self.reversing(document)
        if verdict.label is Label.FAILED:
            notes.append(f"reverse validation failed: {verdict.error}")
            return None, verdict.cost
        return verdict.judgement is Judgement.FACTUAL, verdict.cost


def odds_of(share: float) -> float:
    """A share in [0, 1] as log-odds."""
    return math.log((share + ODDS_ROOM) / (1.0 + ODDS_ROOM - share))


def log_words(document: Document) -> float:
    """Surprise, in nats, of a word that stands once in the text and its samples."""
    chinese, texts = is_han(document.text), (document.text, *document.samples)
    return math.log(max(3, sum(len(word_tokens(text, chinese)) for text in texts)))


def _worst(verdicts: tuple[Verdict, ...]) -> dict[int, tuple[float, ...]]:
    """The log-odds of each sentence's worst claim; a sentence that the evidence says nothing of has none."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.claim.checkable and (odds := log_odds(verdict)) is not None:
            found[verdict.claim.sentence].append(odds)
    return {sentence: (max(values),) for sentence, values in found.items()}


def _put(numbers: Table, part: str, said: dict[int, tuple[float, ...]]) -> None:
    """Enter a part's numbers, followed by the mean of each over the passage."""
    if not said:
        return
    means = tuple(float(mean) for mean in np.mean(list(said.values()), axis=0))
    for sentence, row in said.items():
        numbers[sentence][part] = (*row, *means)
