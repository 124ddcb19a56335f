"""How likely a claim is beside a given text: the three probabilities, their file, and what is told of a text."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.errors import BadInput
from localcheck.judging.evidence.features import in_numbers
from localcheck.judging.evidence.find_tables import find_given
from localcheck.judging.evidence.read import Read
from localcheck.judging.given_score import NUMBERS, SIDES_TAKEN, TOLD, GivenScore, from_json, joined, to_json
from localcheck.system import resources
from localcheck.types import Claim, Label, Passage, Source, Span

WEIGHTS = 1 + len(NUMBERS) + len(SIDES_TAKEN)
weights = st.lists(st.floats(-3, 3), min_size=WEIGHTS, max_size=WEIGHTS).map(tuple)
rows = st.lists(st.floats(-5, 5), min_size=len(NUMBERS), max_size=len(NUMBERS)).map(tuple)
shares = st.tuples(*[st.floats(0.01, 1)] * 3).map(lambda p: np.array(p) / sum(p))
STARTER = json.loads((resources.shipped() / "models" / "starter-nli" / "evidence-index.json").read_bytes())[
    "nli_sha256"
]
TEXT = "Mars has two moons. Venus has none."


@given(weights, weights, rows, st.sampled_from(Label))
def test_three_probabilities(
    true: tuple[float, ...], false: tuple[float, ...], row: tuple[float, ...], label: Label
) -> None:
    score = GivenScore("sha", "data", true, false)
    found = score.shares(row, label)
    assert found.sum() == pytest.approx(1) and (found >= 0).all()
    swapped = GivenScore("sha", "data", false, true).shares(row, label)
    assert swapped == pytest.approx(found[::-1])
    assert from_json(json.loads(json.dumps(to_json(score)))) == score


@given(shares, shares)
def test_what_either_reader_finds_likelier_is_likelier_by_both(one: np.ndarray, other: np.ndarray) -> None:
    both = joined(one, other)
    assert both.sum() == pytest.approx(1) and (both > 0).all()
    surer = np.array([0.9, 0.05, 0.05])
    assert joined(surer, other)[0] >= joined(np.array([0.5, 0.25, 0.25]), other)[0]
    assert joined(one, surer)[0] >= joined(one, np.array([0.5, 0.25, 0.25]))[0]
    assert joined(np.array([1.0, 0.0, 0.0]), other)[1] > 0, "one reader alone excludes nothing"


def test_two_readers_who_know_nothing_leave_what_texts_decide_oftener() -> None:
    true, neither, false = joined(np.full(3, 1 / 3), np.full(3, 1 / 3))
    assert (true / neither, false / neither) == pytest.approx((np.exp(TOLD[0]), np.exp(TOLD[2])))


def test_the_side_of_the_quotes_has_a_weight() -> None:
    score = GivenScore("sha", "data", (*[0.0] * (WEIGHTS - 2), 2.0, 0.0), (0.0,) * WEIGHTS)
    row = (0.0,) * len(NUMBERS)
    supported, refuted = (score.shares(row, label) for label in SIDES_TAKEN)
    assert supported[0] > refuted[0] == pytest.approx(1 / 3)


def read(alone: list[list[float]], within: list[list[float]]) -> Read:
    spans = (Span(0, 19), Span(20, 35))
    passage = Passage("", TEXT, Source("context", "context", "1"))
    rows = [np.array(part).reshape(-1, 3) for part in (alone, within)]
    return Read(
        passage,
        spans,
        np.array([0.5, 0.1]),
        np.array([1.0, 0.0]),
        0.7,
        rows[0],
        spans[:1],
        rows[1],
        np.array([0.2, 0.7, 0.1]),
    )


def test_what_is_told_of_a_text() -> None:
    claim = Claim("0.0", 0, "Mars has two moons.", Span(0, 19))
    found = dict(
        zip(NUMBERS, in_numbers(claim, read([[0.5, 0.4, 0.1], [0.1, 0.4, 0.5]], [[0.9, 0.05, 0.05]])), strict=True)
    )
    assert found["strongest sentence for it"] == found["strongest sentence against it"] == pytest.approx(0)
    assert found["strongest window for it"] == pytest.approx(np.log(9))
    assert found["most relevant sentence against it"] == pytest.approx(-np.log(9))
    assert found["relevance of the strongest against it"] == pytest.approx(-np.log(9))
    assert found["share of its words in the strongest for it"] == found["largest share of its words"] == 1
    assert found["cosine of the closest"] == 0.7
    without = dict(zip(NUMBERS, in_numbers(claim, read([[0.5, 0.4, 0.1], [0.1, 0.4, 0.5]], [])), strict=True))
    assert without["strongest window for it"] == without["best sentences together for it"], "no window was read"
    assert in_numbers(claim, replace(read([[0.5, 0.4, 0.1]] * 2, []), spans=())) == ()


def test_only_models_for_which_it_was_measured_have_one(home: Path) -> None:
    assert find_given("") is None and find_given("0" * 64) is None
    assert find_given(STARTER) is not None
    folder = home / "calibration"
    folder.mkdir()
    (folder / "given.json").write_text('{"format": 1}', encoding="utf-8")
    with pytest.raises(BadInput, match="damaged"):
        find_given(STARTER)
