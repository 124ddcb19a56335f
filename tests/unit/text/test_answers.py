"""A model's answer either fits its schema or is Unparsed, with the place that does not fit."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from localcheck.asking.answers import canonical, parse_choice, parse_json
from localcheck.errors import Unparsed

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "label": {"enum": ["a", "b"]},
        "items": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1, "maxItems": 2},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["label"],
}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def test_what_fits_is_given_back() -> None:
    assert parse_json(' {"label": "a", "items": ["x"], "share": 0.5}\n', SCHEMA)["items"] == ["x"]


def test_one_code_fence_is_allowed() -> None:
    assert parse_json('```json\n{"label": "b"}\n```', SCHEMA) == {"label": "b"}


def test_control_characters_in_strings_are_kept() -> None:
    assert parse_json('{"label": "a", "items": ["x\ty\n"]}', SCHEMA)["items"] == ["x\ty\n"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("no", "not JSON: 'no'"),
        ("I'm sorry, but I can't help with that request.", "not JSON: \"I'm sorry, but I can"),
        ('{"label": NaN}', "not JSON"),
        ("[]", "$ is not object"),
        ("{}", "$ lacks label"),
        ('{"label": "c"}', "$.label is not one of"),
        ('{"label": "a", "items": []}', "$.items has too few items"),
        ('{"label": "a", "items": ["x", 1]}', "$.items[1] is not string"),
        ('{"label": "a", "items": [""]}', "$.items[0] is too short"),
        ('{"label": "a", "share": 2}', "$.share is out of range"),
        ('{"label": "a", "share": true}', "$.share is not number"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_does_not_fit_says_where(text: str, place: str) -> None:
    with pytest.raises(Unparsed, match="^" + place.replace("$", r"\$").replace("[", r"\[")):
        parse_json(text, SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        '{"label": "a"} and more',
        'Here you are:\n\n```json\n{"label": "a"}\n```\nAnything else?',
        '<think>Is it {"label": "b"}? No.</think>\n{"label": "a"}',
        'Of the set {1, 2} I take [1]: {"label": "a"}',
        '{"label": "c"} is wrong, so {"label": "a"}',
    ],
)
def test_json_is_found_in_what_servers_write_around_it(text: str) -> None:
    assert parse_json(text, SCHEMA) == {"label": "a"}


def test_a_thought_that_does_not_end_is_no_answer() -> None:
    with pytest.raises(Unparsed):
        parse_json('<think>{"label": "a"}', SCHEMA)


def test_a_schema_keeps_the_order_of_its_properties() -> None:
    assert canonical({"properties": {"question": {}, "options": {}}}) == '{"properties":{"question":{},"options":{}}}'


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Yes, the sentence is supported by the context.", 0),
        ("**No.**", 1),
        ("<think>Yes or No?</think>\n\nNo", 1),
        ("The context names Paris. The answer is: No", 1),
        ("Reasoning: it says so.\nAnswer: **Yes**", 0),
    ],
)
def test_a_choice_is_read_from_words(text: str, chosen: int) -> None:
    assert parse_choice(text, ("Yes", "No")) == chosen


@pytest.mark.parametrize(
    "text", ["Nothing is known.", "It could be Yes or No.", "Yes or No", "**Yes/No**", "Yes and no.", "", "<think>Yes"]
)
def test_words_that_give_no_choice_are_not_guessed_from(text: str) -> None:
    with pytest.raises(Unparsed):
        parse_choice(text, ("Yes", "No"))


@given(JSON)
@example([{"</think>": None}, []])
@example("<think>")
def test_any_json_passes_an_empty_schema_unchanged(value: Any) -> None:
    assert parse_json(json.dumps(value), {}) == value


@given(st.text())
def test_any_text_is_parsed_or_unparsed(text: str) -> None:
    with contextlib.suppress(Unparsed):
        assert parse_json(text, SCHEMA)["label"] in ("a", "b")


@pytest.mark.parametrize(
    ("text", "index"),
    [("Yes, and Nora says so", 0), ("Yes", 0), ("no.", 1), (" **No**, because", 1), ("N/A", 2), ("yes\nno", 0)],
)
def test_a_choice_is_the_first_whole_word(text: str, index: int) -> None:
    assert parse_choice(text, ("Yes", "No", "N/A")) == index


@pytest.mark.parametrize(("text", "index"), [("是的", 0), ("是的。", 0), ("是，有", 0), ("否。", 1)])
def test_a_choice_in_chinese(text: str, index: int) -> None:
    assert parse_choice(text, ("是", "否")) == index


@pytest.mark.parametrize("text", ["", "Nothing", "I would say yes", "Yesterday"])
def test_a_choice_is_never_guessed(text: str) -> None:
    with pytest.raises(Unparsed):
        parse_choice(text, ("Yes", "No"))


def test_the_longer_of_two_options_wins() -> None:
    assert parse_choice("not factual", ("not", "not factual")) == 1
