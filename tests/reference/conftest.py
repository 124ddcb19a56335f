"""What several references read is taken apart once: 119 passages with twenty samples each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from localcheck.detectors import selfcheck_ngram
from localcheck.judging import languages


@pytest.fixture(autouse=True, scope="package")
def samples_are_split_once() -> Iterator[None]:
    """Sentences, words and language of the samples are the same for every order and score of the n-grams."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (selfcheck_ngram, "sample_sentences"),
            (selfcheck_ngram, "word_tokens"),
            (languages, "detect"),
        ):
            patch.setattr(module, name, cache(getattr(module, name)))
        yield
