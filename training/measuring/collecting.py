"""Labelled claims with a document each, from which tables and scores are fitted."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.datasets.files import load_json
from localcheck.evaluate.fitting import Met, claim_of_text
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import Extractor, Retriever
from localcheck.text.subjects import words
from localcheck.types import Claim, Passage, Source


def first_hits(
    examples: Sequence[Example], extractor: Extractor, retriever: Retriever, size: int, seed: int = 0
) -> Iterator[Met]:
    """Claims of ``examples`` with the first document that ``retriever`` finds, at most ``size`` of each kind.

    A claim has the label of its sentence; claims of sentences with a minor error (0.5) are left out. The order is drawn
    with ``seed`` so that the claims come from all documents.
    """
    found: dict[bool, list[tuple[Example, Claim]]] = {True: [], False: []}
    for example in examples:
        for claim in extractor.extract(example.document, sentences_of(example.document)):
            label = example.labels[claim.sentence]
            if label != 0.5 and claim.checkable:
                found[label == 0.0].append((example, claim))
    for factual, pairs in found.items():
        random.Random(seed).shuffle(pairs)
        for example, claim in pairs[:size]:
            for passage in islice(retriever.evidence(example.document, claim), 1):
                yield Met(f"{example.id}/{claim.id}", example.id, claim, factual, passage, 0)


def nbc_pairs(positive: Path, negative: Path) -> Iterator[Met]:
    """The pairs that the authors of the Bayesian paper counted: JSON lists of {"premise", "hypothesis"}."""
    for path, factual in ((positive, True), (negative, False)):
        for row in load_json(path):
            passage = Passage("", row["premise"], Source("reference", path.name))
            yield Met("", "", claim_of_text(row["hypothesis"].strip()), factual, passage, 0)


def met_published(folder: Path, but: Iterable[str] = ()) -> Iterator[Met]:
    """The pairs of claim and web page in NBC_positive.json and NBC_negative.json (Wang et al. 2023), a page a claim.

    ``but``: pairs about these people are left out, since the texts about them are what is judged.
    """
    names = [frozenset(found) for name in but if (found := words(name))]
    for i, one in enumerate(nbc_pairs(folder / "NBC_positive.json", folder / "NBC_negative.json")):
        said = set(words(one.claim.text))
        if one.passage is not None and not any(name <= said for name in names):
            yield Met(f"published/{i}", f"published/{i}", one.claim, one.factual, one.passage, 0)
