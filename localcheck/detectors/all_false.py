"""Baseline of Yang et al. 2023: every sentence is called not factual. A useful method must do better."""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.judging.sentence_level import FREE, claim_of, decided, sentences_of
from localcheck.ports import Detector
from localcheck.types import Document, Verdict


def all_false() -> Detector:
    """REFUTED with score 1 for every sentence; needs no model and reads nothing."""

    def detect(document: Document) -> Iterator[Verdict]:
        for sentence in sentences_of(document):
            yield decided(claim_of(sentence), False, 1.0, "baseline: everything is called not factual", FREE, {})

    return detect
