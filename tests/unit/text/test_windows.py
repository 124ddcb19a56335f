"""Windows cover everything, keep to their size and to their step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.windows import sentence_windows, token_windows
from localcheck.types import Span


def spans(lengths: list[int]) -> list[Span]:
    found, at = [], 0
    for length in lengths:
        found.append(Span(at, at + length))
        at += length + 1
    return found


LENGTHS = st.lists(st.integers(1, 30), max_size=40).map(spans)


def test_overlapping_token_windows() -> None:
    tokens = spans([1] * 10)
    assert [(w.start // 2, w.end // 2) for w in token_windows(tokens, 4, 3)] == [(0, 3), (3, 6), (6, 9)]


@given(LENGTHS, st.integers(1, 12), st.integers(1, 12))
def test_token_windows_cover_every_token(tokens: list[Span], size: int, step: int) -> None:
    if step > size:
        with pytest.raises(ValueError, match="window size"):
            list(token_windows(tokens, size, step))
        return
    windows = list(token_windows(tokens, size, step))
    assert all(any(w.start <= t.start and t.end <= w.end for w in windows) for t in tokens)
    assert all(sum(w.start <= t.start < w.end for t in tokens) <= size for w in windows)
    assert windows == sorted(set(windows), key=lambda w: w.start)


@given(LENGTHS, st.integers(1, 60), st.integers(0, 3))
def test_sentence_windows_cover_every_sentence(sentences: list[Span], size: int, overlap: int) -> None:
    windows = list(sentence_windows(sentences, size, lambda s: s.end - s.start, overlap))
    assert all(any(w.start <= s.start and s.end <= w.end for w in windows) for s in sentences)
    for window in windows:
        inside = [s for s in sentences if window.start <= s.start < window.end]
        assert len(inside) == 1 or sum(s.end - s.start for s in inside) <= size
    assert [w.start for w in windows] == sorted({w.start for w in windows})


def test_sentence_windows_overlap() -> None:
    windows = list(sentence_windows(spans([4] * 5), 8, lambda s: s.end - s.start, overlap=1))
    assert [(w.start, w.end) for w in windows] == [(0, 9), (5, 14), (10, 19), (15, 24)]
