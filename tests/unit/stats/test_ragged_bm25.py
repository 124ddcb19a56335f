"""Rows of unequal length side by side, and the closeness of sentences to a query, by numbers worked out by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats.bm25 import K1, B, bm25
from localcheck.stats.ragged import Ragged

ROWS = st.lists(st.lists(st.floats(-9, 9), max_size=4), min_size=1, max_size=6)


@given(ROWS, st.data())
def test_rows_are_taken_as_they_are_with_repeats(rows: list[list[float]], data: st.DataObject) -> None:
    taken = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=8))
    found = Ragged.of(rows).take(np.array(taken, dtype=np.int64))
    again = [found.values[a : a + n].tolist() for a, n in zip(found.starts, found.lengths, strict=True)]
    assert again == [rows[i] for i in taken]


def test_means_of_rows() -> None:
    assert Ragged.of([[1, 2, 6], [], [4]]).means().tolist()[::2] == [3.0, 4.0]
    assert np.isnan(Ragged.of([[]]).means()[0]) and Ragged.of([]).means().size == 0


def test_closeness_by_hand() -> None:
    """Three sentences; "paris" is in two of them, once twice; "tower" in one."""
    sentences = [["paris", "paris", "tower", "x"], ["paris", "x"], ["x", "x", "x"]]
    paris, tower = log(1 + (3 - 2 + 0.5) / 2.5), log(1 + (3 - 1 + 0.5) / 1.5)
    norms = [K1 * (1 - B + B * length / 3) for length in (4, 2, 3)]
    first = paris * 2 * (K1 + 1) / (2 + norms[0]) + tower * (K1 + 1) / (1 + norms[0])
    second = paris * (K1 + 1) / (1 + norms[1])
    wanted = [first / (paris + tower), second / (paris + tower), 0.0]
    assert bm25(["paris", "tower", "paris"], sentences) == pytest.approx(wanted)


def test_a_word_that_no_sentence_has_lowers_all_and_nothing_asked_is_close_to_nothing() -> None:
    sentences = [["paris"], ["x"]]
    assert bm25(["paris", "rome"], sentences)[0] < bm25(["paris"], sentences)[0]
    assert bm25([], sentences).tolist() == [0.0, 0.0] and bm25(["x"], []).size == 0
