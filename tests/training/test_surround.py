"""Premises made anew: the pair stays, what is added is whole sentences of one window, and what is reordered is whole too."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from training import encoded as e
from training import mixes, phases
from training.surround import STOPS, reordered, surrounded

CLS, SEP, LONGEST = 101, 102, 40

words = st.lists(st.integers(2000, 2050), min_size=1, max_size=12)
windows = st.lists(st.tuples(words, st.sampled_from(STOPS)), min_size=1, max_size=6)
Window = list[tuple[list[int], int]]


def rows(pairs: list[tuple[list[int], list[int]]], source: str = "s") -> e.Encoded:
    """Encoded pairs of the given token ids, every one entailed."""
    ids = [np.array([CLS, *premise, SEP, *claim, SEP], np.uint16) for premise, claim in pairs]
    second = np.array([len(premise) + 2 for premise, _ in pairs], np.int32)
    labels = np.zeros(len(pairs), np.int8)
    return e.Encoded(
        np.concatenate(ids), np.cumsum([0, *map(len, ids)]), second, labels, np.array([source] * len(pairs))
    )


def sentences(window: Window) -> list[int]:
    return [token for body, stop in window for token in (*body, stop)]


@given(
    st.lists(st.tuples(words, words), min_size=1, max_size=4),
    st.lists(windows, min_size=1, max_size=3),
    st.integers(0, 99),
)
def test_the_pair_stays_and_whole_sentences_come_around_it(
    pairs: list[tuple[list[int], list[int]]], around: list[Window], seed: int
) -> None:
    short = rows(pairs)
    long = surrounded(short, rows([(sentences(w), [7]) for w in around]), LONGEST, seed)
    assert (long.labels == short.labels).all() and (long.sources == short.sources).all()
    for n, (premise, claim) in enumerate(pairs):
        ids = long.ids[long.starts[n] : long.starts[n + 1]].tolist()
        boundary = int(long.second[n])
        assert ids[0] == CLS and ids[boundary - 1 :] == [SEP, *claim, SEP]
        assert len(ids) <= max(LONGEST, len(premise) + len(claim) + 3)
        assert added_is_whole(ids[1 : boundary - 1], premise, around[n % len(around)])


def added_is_whole(premise: list[int], own: list[int], window: Window) -> bool:
    """Is `premise` some consecutive sentences of the window with `own` between two of them, before or after them?"""
    parts = [[*body, stop] for body, stop in window]
    runs = (parts[a:b] for a in range(len(parts) + 1) for b in range(a, len(parts) + 1))
    return any(
        premise == [t for part in (*run[:cut], own, *run[cut:]) for t in part]
        for run in runs
        for cut in range(len(run) + 1)
    )


@given(st.lists(st.tuples(windows, words), min_size=1, max_size=4), st.integers(0, 4), st.integers(0, 99))
def test_reordered_premises_have_the_same_sentences(
    pairs: list[tuple[Window, list[int]]], cuts: int, seed: int
) -> None:
    before = rows([(sentences(window), claim) for window, claim in pairs])
    after = reordered(before, cuts, seed)
    assert (after.starts == before.starts).all() and (after.second == before.second).all()
    for n, (window, claim) in enumerate(pairs):
        ids = after.ids[after.starts[n] : after.starts[n + 1]].tolist()
        premise = ids[1 : int(after.second[n]) - 1]
        assert ids[-len(claim) - 2 :] == [SEP, *claim, SEP]
        assert sorted(split(premise)) == sorted((*body, stop) for body, stop in window)
        if not cuts:
            assert premise == sentences(window)


def split(premise: list[int]) -> list[tuple[int, ...]]:
    """Sentences of token ids."""
    ends = [0, *(n + 1 for n, token in enumerate(premise) if token in STOPS)]
    return [tuple(premise[a:b]) for a, b in pairwise(ends)]


def test_a_mix_gives_every_repeat_of_a_premise_another_order() -> None:
    window = [([2000 + n] * 3, STOPS[0]) for n in range(8)]
    human = e.concatenate([rows([(sentences(window), [7])]), rows([([2001], [2002])] * 3, "t")])
    mix = phases.Mix(human={"s": (1, 6), "t": (3, 1)}, reordered="s", seed=3)
    drawn = mixes.mixed(mix, human, human, human)
    orders = {
        tuple(drawn.ids[drawn.starts[n] : drawn.starts[n + 1]].tolist()) for n in np.flatnonzero(drawn.sources == "s")
    }
    assert len(drawn) == 9 and len(orders) > 3


def test_long_windows_fill_the_room_and_lengths_differ() -> None:
    short = rows([([2000], [2001])] * 200)
    window = [([2000 + n] * 4, STOPS[0]) for n in range(30)]
    lengths = surrounded(short, rows([(sentences(window), [7])]), 100, 1).lengths
    assert 100 - 5 - 4 <= lengths.max() <= 100
    assert lengths.min() > 40 and len(set(lengths.tolist())) > 8


def test_a_mix_adds_surrounded_pairs_and_more_entailed_ones() -> None:
    human, copied = rows([([2000, 2001], [2002])] * 10), rows([([2005] * 8 + [STOPS[0]] * 2, [7])] * 30, "synthetic")
    human.labels[:4] = 2
    mix = phases.Mix(human={"s": (10, 2)}, surrounded={"s": 3}, entailed_twice="s", seed=3)
    drawn = mixes.mixed(mix, human, copied, copied)
    assert len(drawn) == 20 + 12 + 3 and (drawn.sources == "s").all()
    assert np.bincount(drawn.labels[:32]).tolist() == [24, 0, 8]
    assert (drawn.lengths[:32] == 6).all()
