"""Numbers and names of a claim, held against a premise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.weigh import guarded, overruled
from localcheck.text.facts import missing_names, missing_numbers, names, numbers
from localcheck.types import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 1886 about 2.5 million rivets, eleven awards, the third tower", {3, 11, 1886, 2_500_000}),
        ("18,038 pieces of iron and 72 names", {18038, 72}),
        ("twenty-one films, ninety days", {21, 90}),
        ("the 1930s and the 19th century", {1930, 19}),
        ("one of them, the first, the second", set()),
        ("three hundred workers", {300}),
        ("no number at all", set()),
        ("born on 7 November 1867", {7, 1867}),
    ],
)
def test_numbers_as_values(text: str, expected: set[float]) -> None:
    assert numbers(text) == expected


def test_the_same_number_in_words_and_digits() -> None:
    assert not missing_numbers("It won eleven awards.", "The film won 11 awards.")
    assert missing_numbers("It won nine awards.", "The film won 11 awards.") == {9}


def test_names_leave_out_openers_and_months() -> None:
    assert names("Helium is light.") == {"helium"}
    assert not names("Counted from there, however.")
    assert names("In May the Polish chemist Marie Curie moved to Paris.") == {"polish", "marie", "curie", "paris"}
    assert missing_names("Her supervisor was John von Neumann.", "Alan Turing. His supervisor was Alonzo Church.") == {
        "john", "neumann",
    }  # fmt: skip
    assert not missing_names("Curie's work in Paris.", "The work of curie; paris")


@given(st.text(max_size=80), st.text(max_size=80))
def test_nothing_is_missing_from_oneself_and_nothing_raises(a: str, b: str) -> None:
    assert not missing_numbers(a, a + " " + b) or not a.strip()
    missing_names(a, b)


unit = st.floats(0.0, 1.0)


@given(unit, unit, st.sampled_from(["It won nine awards.", "It won 11 awards.", "John won."]), unit)
def test_guarding_only_takes_entailment_and_keeps_the_sum(e: float, n: float, claim: str, relevant: float) -> None:
    row = np.array([e, (1 - e) * n, (1 - e) * (1 - n)])
    found = guarded(row, "The film won 11 awards.", claim, relevant)
    assert found.sum() == pytest.approx(1.0)
    assert found[0] <= row[0] + 1e-12
    assert found[1] >= row[1] - 1e-12
    assert found[2] >= row[2] - 1e-12 or (found[2] == 0.0 and relevant == 1.0)


def test_another_number_for_the_same_thing_contradicts() -> None:
    row = np.array([0.9, 0.05, 0.05])
    assert guarded(row, "The film won 11 awards.", "The film won nine awards.", 1.0)[2] > 0.7
    assert guarded(row, "The film won 11 awards.", "The film won nine awards.", 0.1)[2] == pytest.approx(0.05)
    assert guarded(row, "The film won 11 awards.", "The film won 11 awards.", 0.9) is row


def test_a_sentence_with_all_the_words_contradicts_only_by_negation() -> None:
    row = np.array([0.1, 0.1, 0.8])
    assert guarded(row, "Marie married Pierre in 1895.", "In 1895 Marie married Pierre.", 1.0)[2] == 0.0
    assert guarded(row, "Marie never married Pierre in 1895.", "In 1895 Marie married Pierre.", 1.0)[2] == 0.8


def test_a_window_does_not_entail_what_a_sentence_inside_it_contradicts() -> None:
    spans = (Span(0, 100), Span(0, 40), Span(40, 100), Span(100, 140))
    scores = np.array([[0.9, 0.1, 0.0], [0.03, 0.01, 0.96], [0.1, 0.9, 0.0], [0.8, 0.1, 0.1]])
    found = overruled(spans, scores, np.ones(4))
    assert found[0].tolist() == pytest.approx([0.0, 0.1, 0.9])
    assert found[1:].tolist() == scores[1:].tolist()
    assert overruled(spans, scores, np.array([1.0, 0.2, 1.0, 1.0])).tolist() == scores.tolist()
    surer = np.vstack([[0.97, 0.03, 0.0], scores[1:]])
    assert overruled(spans, surer, np.ones(4))[0].tolist() == pytest.approx([0.0, 0.03, 0.97]), "of the same fact"
    other = np.array([1.0, 0.6, 1.0, 1.0])
    assert overruled(spans, surer, other).tolist() == surer.tolist(), "not quite of the same fact"
    assert overruled(spans, scores, other)[0].tolist() == pytest.approx([0.0, 0.1, 0.9]), "but surer than the window"
    unsure = np.vstack([scores[0], [0.1, 0.45, 0.45], scores[2:]])
    assert overruled(spans, unsure, np.ones(4)).tolist() == unsure.tolist()
    entailed = np.vstack([surer[:2], [0.97, 0.03, 0.0], surer[3:]])
    assert overruled(spans, entailed, np.ones(4)).tolist() == entailed.tolist(), (
        "the other sentence entails it by itself"
    )


@given(st.lists(st.tuples(unit, unit, unit, st.integers(0, 50), st.integers(1, 50)), min_size=1, max_size=6))
def test_overruling_moves_entailment_to_contradiction_only(rows: list[tuple[float, float, float, int, int]]) -> None:
    spans = tuple(Span(start, start + length) for *_, start, length in rows)
    scores = np.array([[e, (1 - e) * n, (1 - e) * (1 - n)] for e, n, *_ in rows])
    found = overruled(spans, scores, np.array([r for _, _, r, *_ in rows]))
    assert found.sum(1) == pytest.approx(np.ones(len(rows)))
    assert found[:, 1].tolist() == scores[:, 1].tolist()
    assert (found[:, 0] <= scores[:, 0]).all()
