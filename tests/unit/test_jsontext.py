"""The one reader of JSON: everything valid is read, everything else is one ``NotJson``."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.system.jsontext import DEPTH, NotJson, lines, parse, parse_object

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(VALUES, st.booleans())
def test_what_json_writes_comes_back(value: object, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert parse(text) == value
    assert parse(text.encode()) == value


@given(st.text() | st.binary())
def test_anything_else_is_one_error(text: str | bytes) -> None:
    try:
        parse(text)
    except NotJson as error:
        assert error.why.startswith("not JSON: ") and "\n" not in error.why


@pytest.mark.parametrize(
    "text",
    [
        "[" * 131_072,
        '{"a":' * 100_000,
        "[" * (DEPTH + 1) + "]" * (DEPTH + 1),
        "1" * 5_000,
        "-" + "9" * 400,
        "1e999",
        "NaN",
        "[-Infinity]",
        '"\n"',
        "",
        b"\xff",
        b'"\xed\xa0\x80"',
        "{} {}",
    ],
)
def test_refused(text: str | bytes) -> None:
    with pytest.raises(NotJson):
        parse(text)


def test_lone_surrogates_become_marks_and_pairs_stay() -> None:
    assert parse(r'{"a\ud800": ["\udfff!", "\ud83d\ude00"]}') == {"a\ufffd": ["\ufffd!", "\U0001f600"]}
    assert parse('"\ud800"') == "\ufffd"


def test_large_integers_become_floats() -> None:
    assert parse("9223372036854775807") == 2**63 - 1
    assert parse("[18446744073709551616]") == [2.0**64]
    assert type(parse("9" * 30)) is float


def test_what_is_asked_for_is_admitted() -> None:
    assert parse('"a\tb\nc"', control_characters=True) == "a\tb\nc"
    assert parse("[-Infinity]", infinities=True) == [float("-inf")]
    assert parse("[" * DEPTH + "]" * DEPTH)
    with pytest.raises(NotJson, match=r"^JSON, but not an object"):
        parse_object("[]")


def test_two_values_of_one_name_are_refused_where_that_is_asked_for() -> None:
    twice = '{"a": 1, "b": {"c": 1, "c": 2}}'
    assert parse(twice) == {"a": 1, "b": {"c": 2}}
    with pytest.raises(NotJson, match=r"^JSON, but an object has two values of 'c'$"):
        parse(twice, once=True)
    assert parse_object('{"a": 1, "b": 2}', once=True) == {"a": 1, "b": 2}


def test_a_line_ends_at_a_line_feed_and_nowhere_else() -> None:
    text = '\ufeff{"a": "x\u2028y\x85z"}\r\n\n \n{"b": 1}\x1c\n'
    assert list(lines(text)) == [(1, '{"a": "x\u2028y\x85z"}'), (4, '{"b": 1}\x1c')]


def test_a_file_of_line_feeds_takes_no_memory() -> None:
    import tracemalloc

    text = "\n" * 20_000_000 + "1"
    tracemalloc.start()
    assert list(lines(text)) == [(20_000_001, "1")]
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
