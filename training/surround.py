"""Long premises with claims that people wrote: the label stays what it was, the premise is another.

A claim cut from a window is entailed in the window's own words, so it teaches that only copies are entailed. Here the claim is
a person's, and its premise is put between sentences about something else (`surrounded`), or is put in another order, so that
a pair seen three times is three pairs to learn by heart (`reordered`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from training.encoded import Encoded, from_rows

Ids = npt.NDArray[np.uint16]

STOPS = (1012, 1029, 999)
"""Ids of `.`, `?` and `!` in BERT's lower-case vocabulary."""


def surrounded(pairs: Encoded, windows: Encoded, longest: int, seed: int) -> Encoded:
    """Each pair with its premise among whole sentences of a window's premise, at most `longest` tokens in all.

    The n-th pair takes the n-th window, from the first again where they are used up. How much of the window is taken is drawn
    at random, so that the lengths differ; a pair for which not one sentence has room stays as it was.
    """
    rng = np.random.default_rng(seed)
    rows, second = [], []
    for row in range(len(pairs)):
        premise, claim = _parts(pairs, row)
        others, _ = _parts(windows, row % len(windows))
        before, after = _sentences(others, longest - 1 - len(premise) - len(claim), rng)
        rows.append(np.concatenate([pairs.ids[pairs.starts[row]][None], before, premise, after, claim]))
        second.append(len(rows[-1]) - len(claim) + 1)
    return from_rows(rows, np.array(second, np.int32), pairs.labels, pairs.sources)


def reordered(pairs: Encoded, cuts: int, seed: int) -> Encoded:
    """Each pair with its premise cut at random between sentences, at most `cuts` times, and the pieces in random order."""
    rng = np.random.default_rng(seed)
    rows = []
    for row in range(len(pairs)):
        premise, claim = _parts(pairs, row)
        ends = np.flatnonzero(np.isin(premise, STOPS)) + 1
        pieces = np.split(premise, np.sort(rng.permutation(ends)[:cuts]))
        order = rng.permutation(len(pieces))
        rows.append(np.concatenate([pairs.ids[pairs.starts[row]][None], *(pieces[n] for n in order), claim]))
    return from_rows(rows, pairs.second, pairs.labels, pairs.sources)


def _parts(data: Encoded, row: int) -> tuple[Ids, Ids]:
    """The premise without its marks; the rest: a mark, the claim, a mark."""
    begin, end = data.starts[row], data.starts[row + 1]
    boundary = begin + data.second[row] - 1
    return data.ids[begin + 1 : boundary], data.ids[boundary:end]


def _sentences(window: Ids, room: int, rng: np.random.Generator) -> tuple[Ids, Ids]:
    """Consecutive sentences from the window's first half, at most `room` tokens of them, cut in two between sentences."""
    ends = np.append(0, np.flatnonzero(np.isin(window, STOPS)) + 1)
    first = int(rng.integers((len(ends) + 1) // 2))
    room = max(0, room)
    wanted = ends[first] + int(rng.integers(room // 2, room + 1))
    last = int(np.searchsorted(ends, wanted, side="right")) - 1
    middle = int(rng.integers(first, last + 1))
    return window[ends[first] : ends[middle]], window[ends[middle] : ends[last]]
