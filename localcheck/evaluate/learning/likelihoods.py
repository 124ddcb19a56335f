"""Features of labelled claims, the raw material of a likelihood table (Wang et al. 2023, Section 3.4).

Each claim is compared with one document as ``bayes-sequential`` does it with ``evidence=paper``: with the same windows and the
same entailment feature.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from localcheck.judging.fitted import likelihoods_row
from localcheck.judging.lockstep import drive
from localcheck.judging.paper import Paper
from localcheck.judging.windows import Windows, topical_enough, topicality
from localcheck.ports import NLI
from localcheck.stats.bayes import Likelihoods, entailment_feature
from localcheck.stats.calibrate import Labelled
from localcheck.types import Claim, Passage, Source, Span


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A labelled claim with the document that it is compared with."""

    claim: Claim
    passage: Passage | None
    """None if the index had no document: such a claim has no feature and is not counted."""
    factual: bool


def claim_of_text(text: str) -> Claim:
    """A claim made of ``text``, without a document."""
    return Claim("0.0", 0, text, Span(0, len(text)))


def given_pair(claim: str, evidence: str, factual: bool, title: str = "", name: str = "given") -> LabelledPair:
    """A claim with the evidence that its data set gives."""
    return LabelledPair(claim_of_text(claim), Passage(title, evidence, Source("reference", name)), factual)


def features(nli: NLI, observed: Iterable[LabelledPair]) -> Iterator[Labelled]:
    """The entailment feature of each claim's document (Eq. 1-2).

    No feature if there is no document or it is about something else: such a document would not move the belief either.
    """
    chosen = Windows()
    for one in observed:
        topical = 0.0 if one.passage is None else topicality(one.claim, one.passage)
        if one.passage is None or not topical_enough(topical, topical, chosen):
            yield Labelled((), one.factual)
            continue
        support = drive(nli, Paper(chosen).weigh(one.claim, one.passage)).support
        yield Labelled((entailment_feature(support),), one.factual)


def file_name(table: Likelihoods) -> str:
    """Name of this table's file in the home: one file for each model and kind of evidence."""
    return f"likelihoods-{table.nli_sha256[:12] or 'model'}-{table.evidence}.json"


def as_text(table: Likelihoods) -> str:
    """The content of this table's file."""
    return json.dumps(likelihoods_row(table), indent=1) + "\n"
