"""Late interaction: how far texts speak of a claim's words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from localcheck.backends.nli.cache import CachedVectors, match
from localcheck.backends.nli.table import TableNLI
from localcheck.types import TokenVectors

WORDS = ("rain", "fell", "london", "paris")


class Words(TableNLI):
    """Every word has a vector of its own; a word that is not known has none of them."""

    encoded = 0

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        self.encoded += len(texts)
        rows = [[w for w in t.lower().split() if w in WORDS] for t in texts]
        eye = np.eye(len(WORDS), dtype=np.float32)
        return [TokenVectors(tuple(r), eye[[WORDS.index(w) for w in r]].reshape(-1, len(WORDS))) for r in rows]


def test_a_text_with_every_word_matches_wholly_and_one_with_none_not_at_all() -> None:
    found = match(Words({}), "Rain fell London", ["London rain fell", "Paris", "nothing known"])
    assert found.tolist() == [1.0, 0.0, 0.0]
    assert match(Words({}), "Rain", []).shape == (0,)


def test_a_word_that_every_text_has_weighs_less_than_a_rare_one() -> None:
    common, rare = match(Words({}), "London rain", ["London", "London rain", "London fell", "rain"])[[0, 3]]
    assert 0 < common < rare < 1 and common + rare == pytest.approx(1, abs=1e-5)


def test_matches_are_kept_with_their_texts_and_a_damaged_row_is_made_again(tmp_path: Path) -> None:
    inner, path = Words({}), tmp_path / "vectors.db"
    first = CachedVectors(inner, path)
    found = first.match("London rain", ["London", "rain"])
    asked = inner.encoded
    assert np.array_equal(first.match("London rain", ["London", "rain"]), found) and inner.encoded == asked
    assert not np.array_equal(first.match("London rain", ["London", "fell"]), found) and inner.encoded > asked
    first.close()
    again = CachedVectors(inner, path)
    asked = inner.encoded
    assert np.array_equal(again.match("London rain", ["London", "rain"]), found) and inner.encoded == asked
    again._matches._db.execute("UPDATE matches SET matches = x'00'")  # type: ignore[union-attr]
    assert np.array_equal(again.match("London rain", ["London", "rain"]), found) and inner.encoded > asked
    again.close()
