"""Fits the evidence score from labelled claims and the documents found for them.

The weights are fitted by logistic regression of the claim's label on the features of its first document. Symbols and
likelihoods are counted with cross-fitting: the weights that score a document were fitted without the articles of its
group, so that the likelihoods are not overconfident.

Features of labelled claims, the raw material of a likelihood table (Wang et al. 2023, Section 3.4).

Each claim is compared with one document as ``bayes-sequential`` does it with ``evidence=paper``: with the same windows and the
same entailment feature.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from localcheck.evaluate.datasets.examples import Example, claims
from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.features import INDEX, TOGETHER, features, states, told_against
from localcheck.judging.evidence.learned import QUOTED, best_quote
from localcheck.judging.evidence.read import Read, Reading, read
from localcheck.judging.evidence.score import WEB, EvidenceModel
from localcheck.judging.fitted import likelihoods_row
from localcheck.judging.paper import Paper, Windows, topical_enough, topicality
from localcheck.judging.sentence_level import sentences_of
from localcheck.judging.together import drive, drive_all
from localcheck.ports import NLI, Extractor, FloatArray, Retriever, SentenceEncoder, SpanReader
from localcheck.stats.bayes import Likelihoods, entailment_feature
from localcheck.stats.calibrate import Labelled, pooled
from localcheck.stats.logistic import Logistic, fit
from localcheck.types import Claim, Label, Passage, Source, Span

T = TypeVar("T")
Grouping = Callable[[Example, str], str]
"""Takes an example and the title of a claim's first document; gives the group that cross-fitting keeps together."""
BATCH = 32
FOLDS = 5
SYMBOLS = 17
"""Parts of equal size: with nine, a plain contradiction shared its symbol, and so its weight, with weak ones; fifteen and
twenty-one are level."""
LEFT_OUT = TOGETHER
"""A feature without a weight in an encyclopedia's score: its best sentences read as one. Since they are chosen word by word,
they are about one thing, and a small reader takes what one says for what another denies: without it fewer claims are judged
wrongly, as many rightly (research/methods.md)."""
SURE = 100.0
"""An article that says the claim word for word speaks so much for it: about one sentence of an encyclopedia in a hundred is
taken to be wrong, or to mean something else where it stands."""
SMOOTHING = 1.0
"""Added to the count of each symbol: one half evenly, one half by the symbol's share among all documents."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A document that was found for a labelled claim, with its features."""

    claim: str
    """Id of the example and the claim."""
    group: str
    """Article or passage that must not be on both sides of a cross-fit."""
    factual: bool
    rank: int
    row: FloatArray
    """Its features."""
    against: FloatArray | None = None
    """Where it can be quoted against the claim: how plainly (``told_against``)."""


@dataclass(frozen=True, slots=True)
class Met:
    """A labelled claim and one of the documents found for it."""

    id: str
    group: str
    claim: Claim
    factual: bool
    passage: Passage
    rank: int


def met(
    examples: Iterable[Example], extractor: Extractor, retriever: Retriever, grouped: Grouping, documents: int = 3
) -> Iterator[Met]:
    """The first ``documents`` documents of every claim; claims with a minor error (label 0.5) are left out.

    ``grouped`` gets the example and the title of the claim's first document. A claim has the label of its sentence.
    """
    for example in examples:
        for claim in extractor.extract(example.document, sentences_of(example.document)):
            label = example.labels[min(claim.sentence, len(example.labels) - 1)]
            if label == 0.5 or not claim.checkable:
                continue
            group = ""
            for rank, passage in enumerate(islice(retriever.evidence(example.document, claim), documents)):
                group = group or grouped(example, passage.title)
                yield Met(f"{example.id}/{claim.id}", group, claim, label == 0.0, passage, rank)


def of_each_kind(path: Path, size: int) -> Iterator[Example]:
    """The first ``size`` claims of each kind in a file."""
    left = {True: size, False: size}
    for example in claims(path):
        factual = example.labels[0] == 0
        left[factual] -= 1
        if left[factual] >= 0:
            yield example


def met_claim(example: Example, retriever: Callable[[], Retriever], documents: int, given: bool) -> Iterator[Met]:
    """One claim with its first documents.

    Where to look is not given: the title of a row only says which claims are cross-fitted together.
    """
    document = example.document
    said = claim_of_text(document.text)
    if given and document.context:
        source = Source("reference", example.id)
        found = [Passage(document.title, text, source, rank) for rank, text in enumerate(document.context[:documents])]
    else:
        found = list(islice(retriever().evidence(replace(document, title=""), said), documents))
    group = document.title or (found[0].title if found else "") or example.id
    for rank, passage in enumerate(found):
        yield Met(example.id, group, said, example.labels[0] == 0, passage, rank)


def observe(pairs: Iterable[Met], nli: NLI, encoder: SentenceEncoder | None) -> Iterator[Observed]:
    """The features of each, scored ``BATCH`` documents at a time."""
    how = Reading(by_two=isinstance(nli, SpanReader))
    left = iter(pairs)
    while batch := list(islice(left, BATCH)):
        found = drive_all(nli, [read(m.claim, m.passage, encoder, Choice(), how) for m in batch])
        for m, one in zip(batch, found, strict=True):
            yield Observed(m.id, m.group, m.factual, m.rank, features(m.claim, one), _against(m.claim, one))


def _against(claim: Claim, found: Read) -> FloatArray | None:
    """How plainly a document contradicts a claim; None where it cannot be quoted against it."""
    quote = best_quote(found, Label.REFUTED, QUOTED) if found.spans else None
    return None if quote is None else told_against(claim, found, quote)


def folds_of(groups: Sequence[str], folds: int = FOLDS, seed: int = 0) -> dict[str, int]:
    """Group -> fold, drawn with ``seed``."""
    names = sorted(set(groups))
    random.Random(seed).shuffle(names)
    return {name: i % folds for i, name in enumerate(names)}


def fit_evidence(observed: Sequence[Observed], table: Likelihoods | None = None) -> EvidenceModel:
    """The model of these documents; ``table`` names the NLI model, the kind of evidence and the data; without it that is
    an encyclopedia.
    """
    columns = WEB if table is not None and table.evidence == "web" else INDEX
    rows = np.array([o.row[:columns] for o in observed])
    if columns == INDEX:
        rows[:, LEFT_OUT] = 0.0
    factual = np.array([o.factual for o in observed])
    fold = folds_of([o.group for o in observed])
    part = np.array([fold[o.group] for o in observed])
    first = np.array([o.rank == 0 for o in observed])
    scores = np.zeros(len(observed))
    for k in range(FOLDS):
        seen = first & (part != k)
        if (part == k).any() and len(set(factual[seen].tolist())) == 2:
            scores[part == k] = _weights(rows[seen], factual[seen]).log_odds(rows[part == k])
    whole = _weights(rows[first], factual[first])
    edges = edges_of(scores[first])
    symbols = np.searchsorted(edges, scores, side="right")
    likelihoods = counted(symbols, factual, len(edges) + 1)
    if columns == INDEX:
        likelihoods = with_stated(likelihoods, np.array([states(o.row) for o in observed]) & factual)
    claims = {o.claim: o.factual for o in observed}
    n = (sum(claims.values()), len(claims) - sum(claims.values()))
    named = table or likelihoods
    likelihoods = replace(named, factual=likelihoods.factual, nonfactual=likelihoods.nonfactual, n=n)
    weights = tuple(round(float(w), 6) for w in whole.weights)
    return EvidenceModel(Choice(), weights, round(whole.bias, 6), tuple(float(e) for e in edges), likelihoods)


def with_stated(table: Likelihoods, found: NDArray[np.bool_]) -> Likelihoods:
    """``table`` with one more symbol, for an article that says the claim word for word; ``found``: for which documents.

    Among labelled claims it is too rare to be counted (none of 802), so it is ``SURE``.
    """
    share = max(int(found.sum()), 1) / len(found)
    factual = (*(p * (1.0 - share) for p in table.factual), share)
    nonfactual = (*(p * (1.0 - share / SURE) for p in table.nonfactual), share / SURE)
    return replace(table, factual=factual, nonfactual=nonfactual)


def _weights(rows: FloatArray, factual: FloatArray) -> Logistic:
    return fit(rows, factual, ridge=5.0)


def edges_of(scores: FloatArray) -> FloatArray:
    """Ascending thresholds that cut the scores of first documents into parts of equal size."""
    found = np.quantile(scores, np.linspace(0, 1, SYMBOLS + 1)[1:-1])
    return np.unique(np.round(found, 4))


def counted(symbols: NDArray[np.int64], factual: NDArray[np.bool_], n: int) -> Likelihoods:
    """Smoothed counts of symbols by label, pooled so that the likelihood ratio never falls as the symbol rises."""
    every = np.bincount(symbols, minlength=n) / len(symbols)
    yes = np.bincount(symbols[factual], minlength=n) + SMOOTHING * n * (every + 1 / n) / 2
    no = np.bincount(symbols[~factual], minlength=n) + SMOOTHING * n * (every + 1 / n) / 2
    yes, no = pooled(yes, no)
    return Likelihoods(tuple(float(p) for p in yes / yes.sum()), tuple(float(p) for p in no / no.sum()))


def claim_of_text(text: str) -> Claim:
    """A claim made of ``text``, without a document."""
    return Claim("0.0", 0, text, Span(0, len(text)))


def entailment_of(nli: NLI, one: Met) -> Labelled:
    """The entailment feature of a claim's document (Eq. 1-2).

    No feature if the document is about something else: it would not move the belief either.
    """
    chosen = Windows()
    topical = topicality(one.claim, one.passage)
    if not topical_enough(topical, topical, chosen):
        return Labelled((), one.factual)
    support = drive(nli, Paper(chosen).weigh(one.claim, one.passage)).support
    return Labelled((entailment_feature(support),), one.factual)


def file_name(table: Likelihoods) -> str:
    """Name of this table's file in the home: one file for each model and kind of evidence."""
    return f"likelihoods-{table.nli_sha256[:12] or 'model'}-{table.evidence}.json"


def as_text(table: Likelihoods) -> str:
    """The content of this table's file."""
    return json.dumps(likelihoods_row(table), indent=1) + "\n"
