"""Baseline without a model: which content words of a sentence are not in the context? A useful method must do better."""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.judging.sentence_level import FREE, claim_of, failed, scored, sentences_of
from localcheck.judging.spans import content_words
from localcheck.ports import Detector
from localcheck.types import Document, Verdict


def shared_words() -> Detector:
    """The score is the share of a sentence's content words that occur nowhere in the document's ``context``."""

    def detect(document: Document) -> Iterator[Verdict]:
        here = frozenset[str]().union(*(content_words(text) for text in document.context))
        for sentence in sentences_of(document):
            claim, wanted = claim_of(sentence), content_words(sentence.text)
            if not any(text.strip() for text in document.context):
                yield failed(claim, "the document has no context to share words with")
                continue
            missing = sorted(wanted - here)
            share = len(missing) / len(wanted) if wanted else 0.0
            why = f"{len(missing)} of {len(wanted)} words are not in the context: {', '.join(missing[:6]) or 'none'}"
            yield scored(claim, share, {"missing": share}, f"{why}; uncalibrated", FREE)

    return detect
