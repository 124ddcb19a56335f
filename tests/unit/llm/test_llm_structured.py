"""Parsing answers under a schema, against jsonschema as the independent implementation."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from localcheck.asking.answers import parse_json
from localcheck.asking.metering import Meter
from localcheck.asking.structured import ask
from localcheck.backends.llm.recorded import Scripted
from localcheck.errors import Unparsed
from localcheck.types import Completion, CompletionRequest

SCHEMA = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
    "required": ["facts"],
}
ASK = CompletionRequest(text="List the facts.", schema=json.dumps(SCHEMA), key="k")

fractions = st.floats(-3, 3).filter(lambda x: not x.is_integer())
"""1.0 is no integer here, and is one to jsonschema; it ignores no ``maxLength``, either."""
values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | fractions | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=8,
)
kinds = st.sampled_from(["object", "array", "string", "number", "integer", "boolean", "null"])
small = st.integers(0, 3)
schemas = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": kinds,
            "enum": st.lists(st.none() | st.integers(-1, 1) | st.sampled_from("ab"), min_size=1, max_size=3),
            "minLength": small,
            "minItems": small,
            "maxItems": small,
            "minimum": st.integers(-3, 3),
            "maximum": st.integers(-3, 3),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
            "required": st.lists(st.sampled_from("xyz"), max_size=2, unique=True),
            "additionalProperties": st.booleans(),
            "items": inner,
        },
    ),
    max_leaves=5,
)


@given(values, schemas)
@example({"x": False}, {"properties": {"x": {"enum": [0]}}})
@example([1, {"x": True}], {"enum": [[1.0, {"x": 1}]]})
@example([1, {"x": True}], {"enum": [[1.0, {"x": True}]]})
def test_the_validator_agrees_with_jsonschema(value: Any, schema: dict[str, Any]) -> None:
    try:
        fits = parse_json(json.dumps(value), schema) == value
    except Unparsed:
        fits = False
    assert fits == jsonschema.Draft202012Validator(schema).is_valid(value)


def test_where_the_validator_differs_from_jsonschema() -> None:
    assert parse_json('"abc"', {"type": "string", "maxLength": 1}) == "abc"
    with pytest.raises(Unparsed):
        parse_json("1.0", {"type": "integer"})


@pytest.mark.parametrize("text", ['{"facts": ["a"]}', ' \n{"facts": ["a"]}\n', '```json\n{"facts": ["a"]}\n```'])
def test_what_fits_is_parsed(text: str) -> None:
    assert parse_json(text, SCHEMA) == {"facts": ["a"]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("The facts are: a", "not JSON"),
        ('{"facts": ["a"', "not JSON"),
        ('{"facts": [NaN]}', "NaN"),
        ("[" * 100_000, "not JSON"),
        ('{"facts": []}', r"\$\.facts"),
        ('{"facts": [1]}', r"\$\.facts\[0\]"),
        ("{}", "facts"),
    ],
)
def test_what_does_not_fit_says_where(text: str, why: str) -> None:
    with pytest.raises(Unparsed, match=why):
        parse_json(text, SCHEMA)


@given(st.text())
def test_any_text_parses_or_is_unparsed(text: str) -> None:
    try:
        parse_json(text, SCHEMA)
    except Unparsed as error:
        assert error.message


def test_a_wrong_answer_is_asked_again_once_with_another_seed() -> None:
    llm = Scripted(['{"facts": ["a"]}', "nonsense", '{"facts": ["b"]}'])
    meter = Meter(llm)
    good, mended = ask(meter, [ASK, replace(ASK, text="Again.")])
    assert (good.value, good.failures, mended.value, mended.failures) == ({"facts": ["a"]}, 0, {"facts": ["b"]}, 1)
    assert llm.requests[2].seed == ASK.seed + 1 and llm.requests[2].temperature > 0
    assert llm.requests[2].key == "k/retry"
    assert meter.cost().parse_failures == 1 and meter.cost().llm_calls == 3


def test_two_wrong_answers_are_an_error_as_data() -> None:
    meter = Meter(Scripted(["no", "no"]))
    (parsed,) = ask(meter, [ASK])
    assert parsed.value is None and parsed.failures == 2 and "not JSON" in parsed.error
    assert meter.cost().parse_failures == 2


def test_a_failed_request_is_not_asked_again() -> None:
    meter = Meter(Scripted([Completion(error="too long")]))
    (parsed,) = ask(meter, [ASK])
    assert parsed.error == "too long" and parsed.failures == 0 and meter.cost().parse_failures == 0
