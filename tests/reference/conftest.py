"""What several references read is taken apart once: 119 passages with twenty samples each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from localcheck.detectors import selfcheck_ngram


@pytest.fixture(autouse=True, scope="package")
def samples_are_split_once() -> Iterator[None]:
    """Sentences and words of the samples are the same for every order and score of the n-grams."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("sample_sentences", "word_tokens"):
            patch.setattr(selfcheck_ngram, name, cache(getattr(selfcheck_ngram, name)))
        yield
