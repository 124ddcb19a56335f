"""Stated probabilities of the three answers beside what happened."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from localcheck.evaluate.records import Header, Row
from localcheck.evaluate.sample import ANSWERS, FACTUAL, as_json, claimed, diagrams, three_way
from localcheck.evaluate.scoring import score
from localcheck.reports.figure import several, svg


def row(number: int, false: float, p_not: float, verdict: str, error: str = "") -> Row:
    return Row(str(number), "", (false,), (p_not,), verdicts=(verdict,), error=error)


def made(verdict: str, p_not: float, right: int, n: int) -> list[Row]:
    """``n`` rows with this answer, ``right`` of them about true claims."""
    return [row(i, float(i >= right), p_not, verdict) for i in range(n)]


def test_each_answer_states_a_probability_of_its_own() -> None:
    p = np.array([0.9, 0.2, 0.6, 0.4])
    true = np.array([True, False, False, True])
    stated, held = claimed(p, true, np.array(["supported", "refuted", "not_enough_evidence", "not_enough_evidence"]))
    assert stated.tolist() == pytest.approx([0.9, 0.8, 0.6, 0.6])
    assert held.tolist() == [True, True, False, False]


def test_answers_that_come_true_as_often_as_they_say_have_no_error() -> None:
    rows = made("supported", 0.2, 8, 10) + made("refuted", 0.9, 1, 10) + made("not_enough_evidence", 0.5, 5, 10)
    found = {d.name: d for d in diagrams(rows)}
    assert set(found) == {FACTUAL, *(a.value for a in ANSWERS)}
    assert all(d.ece == pytest.approx(0.0) for d in found.values())
    assert found["supported"].bins[0].n == 10 and found["supported"].bins[0].confidence == pytest.approx(0.8)


def test_errors_on_both_sides_do_not_cancel_between_answers() -> None:
    """Every tenth claim is true in either group: P(factual) is right on average, and each answer by itself is not."""
    rows = made("supported", 0.45, 10, 10) + made("refuted", 0.55, 0, 10)
    found = diagrams(rows)
    header = Header("claims", "made", {})
    metrics = score(header, rows, resamples=0)["metrics"]
    assert metrics["ece_three_way"] == pytest.approx(0.45)
    assert as_json(found)["supported"]["ece"] == pytest.approx(0.45)
    mixed = made("not_enough_evidence", 0.45, 10, 10) + made("not_enough_evidence", 0.45, 1, 10)
    assert score(header, mixed, resamples=0)["metrics"]["ece_three_way"] == pytest.approx(0.0)


def test_failed_claims_and_methods_that_only_rank_state_nothing() -> None:
    assert diagrams([row(0, 0.0, 0.5, "failed"), row(1, 0.0, 0.5, "refuted", error="broken")]) == []
    assert diagrams([Row("a", "", (0.0,), (0.5,))]) == []
    assert np.isnan(three_way(np.array([0.5]), np.array([True]), np.array(["failed"])))


def test_the_picture_has_a_diagram_for_each() -> None:
    bins = diagrams(made("supported", 0.2, 8, 10))[0].bins
    picture = ET.fromstring(several([("a", "stated", "happened", bins), ("b", "s", "h", bins), ("c", "s", "h", ())]))
    space = "{http://www.w3.org/2000/svg}"
    groups = picture.findall(f"{space}g")
    assert [g.get("transform") for g in groups] == ["translate(0 0)", "translate(420 0)", "translate(0 320)"]
    assert (picture.get("width"), picture.get("height")) == ("840", "640")
    assert [len(g.findall(f"{space}rect")) for g in groups] == [1, 1, 0]


def test_bars_and_diagonal_stand_on_the_axes() -> None:
    picture = ET.fromstring(svg(diagrams(made("supported", 0.2, 8, 10))[0].bins, "a"))
    space = "{http://www.w3.org/2000/svg}"
    (drawn,) = picture.findall(f"{space}g")
    diagonal, axes = (path.get("d") for path in drawn.findall(f"{space}path"))
    assert (axes, diagonal) == ("M44 44V276H376", "M44 276L376 44")
    bars = drawn.findall(f"{space}rect")
    assert {float(str(bar.get("y"))) + float(str(bar.get("height"))) for bar in bars} == {276.0}
