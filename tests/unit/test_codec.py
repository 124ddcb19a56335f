"""Versioned JSON: everything comes back, nothing unknown gets in, the schema is the one that is published."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localcheck.errors import BadInput
from localcheck.reports import codec
from localcheck.reports.report import build
from localcheck.types import (
    Belief,
    Claim,
    Cost,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    RunInfo,
    Sentence,
    Source,
    Span,
    Verdict,
)
from scripts.make_schema import schema

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "report.v1.json"
text = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
number = st.floats(0, 1)
span = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda p: Span(min(p), max(p)))
evidence = st.builds(
    Evidence,
    text,
    st.builds(Passage, text, text, st.builds(Source, text, text, text, text, text), st.integers(0, 9), number),
    span,
    st.builds(Entailment, number, number, number),
    text,
    span,
    text,
)
claim = st.builds(
    Claim, st.from_regex(r"[0-9]{1,2}\.[0-9]", fullmatch=True), st.integers(0, 9), text, span, st.booleans(), text
)
belief = st.builds(
    Belief, st.integers(0, 10), number, number, st.one_of(number, st.just(float("inf"))), st.none() | st.integers(0, 9)
)
verdict = st.builds(
    Verdict,
    claim,
    st.sampled_from(Label),
    number,
    st.lists(evidence, max_size=2).map(tuple),
    st.lists(belief, max_size=2).map(tuple),
    text,
    st.builds(Cost, st.integers(0, 9), seconds=number),
    text,
    st.lists(st.tuples(text, number), max_size=2, unique_by=lambda p: p[0]).map(tuple),
)
reports = st.lists(verdict, max_size=4).map(
    lambda vs: build(
        Document("d", "Some text.", meta=(("n", 1),)), (Sentence(0, Span(0, 10), "Some text."),), vs, RunInfo("x")
    )
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(reports)
def test_round_trip_and_schema(report: object) -> None:
    value = json.loads(json.dumps(codec.report_to_json(report)))  # type: ignore[arg-type]
    assert codec.report_from_json(value) == report
    jsonschema.validate(value, json.loads(SCHEMA.read_text()))


def test_the_published_schema_is_up_to_date() -> None:
    assert json.loads(SCHEMA.read_text()) == schema()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({}, "not a localcheck report"),
        ({"format": "localcheck-report", "version": 2}, "says version 2"),
        ({"format": "localcheck-report"}, "a report that says no version"),
        ({"format": "localcheck-report", "version": 1, "surprise": 1}, "unknown key 'surprise'"),
        ({"format": "localcheck-report", "version": 1}, "is missing"),
        ([], "not a localcheck report"),
    ],
)
def test_what_does_not_fit_is_refused(value: object, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        codec.report_from_json(value)


def test_a_key_that_is_nearly_right_gets_the_right_one() -> None:
    with pytest.raises(BadInput, match="report: unknown key 'verdict'") as refused:
        codec.report_from_json({"format": "localcheck-report", "version": 1, "verdict": []})
    assert refused.value.hint == "did you mean 'verdicts'?"


def test_values_of_names_are_of_their_kind_too() -> None:
    value = codec.to_json(RunInfo("d", models=(("nli:x", "ab"),)))
    assert codec.from_json(RunInfo, value) == RunInfo("d", models=(("nli:x", "ab"),))
    with pytest.raises(BadInput, match=r"run\.models\.nli:x: \{\} is not a text"):
        codec.from_json(RunInfo, {**value, "models": {"nli:x": {}}}, "run")


def test_the_place_of_a_bad_value_is_named() -> None:
    value = codec.to_json(Document("d", "t"))
    with pytest.raises(BadInput, match=r"document\.text: 3 is not a text"):
        codec.from_json(Document, {**value, "text": 3}, "document")
