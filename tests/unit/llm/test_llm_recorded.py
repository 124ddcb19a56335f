"""Recorded answers: the journal, its torn tail, lookup by digest and key."""

from __future__ import annotations

import json
import math
import operator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.backends.llm import open_llm
from localcheck.backends.llm.recorded import Recorder, Scripted, read_answers
from localcheck.backends.llm.requests import digest, from_json, to_json
from localcheck.errors import BadInput
from localcheck.types import Completion, CompletionRequest, Span, TokenScore

finite = st.floats(allow_nan=False, allow_infinity=False)
tokens = st.builds(
    TokenScore,
    text=st.text(max_size=5),
    logprob=finite.map(abs).map(operator.neg),
    entropy=st.none() | finite.map(abs),
    top=st.lists(st.tuples(st.text(max_size=3), finite), max_size=3).map(tuple),
    span=st.none() | st.builds(lambda a, b: Span(a, a + b), st.integers(0, 99), st.integers(0, 9)),
)
completions = st.builds(
    Completion,
    texts=st.lists(st.text(), max_size=3).map(tuple),
    option_probs=st.lists(st.floats(0, 1), max_size=3).map(tuple),
    tokens=st.lists(st.lists(tokens, max_size=3).map(tuple), max_size=2).map(tuple),
    tokens_in=st.integers(0, 10**6),
    tokens_out=st.integers(0, 10**6),
    seconds=finite,
    error=st.text(max_size=20),
    note=st.text(max_size=20),
)


@given(completions)
def test_a_completion_survives_json(completion: Completion) -> None:
    assert from_json(json.loads(json.dumps(to_json(completion)))) == completion


def ask(text: str, key: str = "") -> CompletionRequest:
    return CompletionRequest(text=text, key=key)


def test_what_is_recorded_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "answers.jsonl"
    recorder = Recorder(Scripted(["first", "second"]), path)
    requests = [ask("a", "stage/1"), ask("b")]
    answers = recorder.complete(requests)
    recorder.close()
    replay = open_llm(f"recorded:{path}")
    assert replay.complete(requests) == answers
    other = replay.complete([ask("another prompt", "stage/1")])[0]
    assert "no recorded answer for stage/1" in other.error, "the same stage of another text"
    assert "no recorded answer for stage/9" in replay.complete([ask("unknown", "stage/9")])[0].error


def test_failed_requests_are_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    recorder = Recorder(Scripted([Completion(error="no")]), path)
    recorder.complete([ask("a")])
    recorder.close()
    assert path.read_text() == ""


def test_a_torn_last_line_is_ignored_and_cut_by_the_next_writer(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    whole = json.dumps({"key": "a", "texts": ["yes"]}) + "\n"
    path.write_text(whole + '{"key": "b", "tex')
    assert set(read_answers(path)) == {"a"}
    recorder = Recorder(Scripted(["no"]), path)
    recorder.complete([ask("b", "b")])
    recorder.close()
    assert set(read_answers(path)) == {"a", digest(ask("b", "b"))}


def test_a_line_made_by_hand_is_found_by_its_key(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"key": "stage/1", "texts": ["by hand"]}\n')
    assert open_llm(f"recorded:{path}").complete([ask("any prompt", "stage/1")])[0].texts == ("by hand",)


@pytest.mark.parametrize(
    "line", ["[]", "{", '{"texts": ["x"]}', '{"key": "a", "texts": "x"}', '{"key": 1, "texts": [2]}']
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(f'{{"key": "a", "texts": ["x"]}}\n{line}\n')
    with pytest.raises(BadInput, match=r"answers\.jsonl:2: ") as caught:
        read_answers(path)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ({"text": "Paris", "logprob": 0.9}, "no log-probability is above 0"),
        ({"text": "Paris", "logprob": -0.1, "entropy": -1.0}, "none is below 0"),
    ],
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_what_is_no_logarithm_of_a_probability_is_refused(
    tmp_path: Path, token: dict[str, object], why: str, end: str
) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"key": "a", "tokens": [[token]]}) + end)
    with pytest.raises(BadInput, match=why):
        read_answers(path)


@pytest.mark.parametrize("shares", [[2, -1], [0.5, -0.5], [float("nan"), 1.0]])
def test_shares_that_are_no_probabilities_are_refused(tmp_path: Path, shares: list[float]) -> None:
    """A score of -1 or NaN came of them."""
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"key": "a", "option_probs": shares}) + "\n")
    with pytest.raises(BadInput, match=r"answers\.jsonl:1: "):
        read_answers(path)


def test_a_token_may_have_no_probability() -> None:
    (first,) = from_json({"tokens": [[{"text": "Paris", "logprob": None}]]}).tokens[0]
    assert math.isnan(first.logprob)


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        open_llm(f"recorded:{tmp_path / 'none.jsonl'}")


def test_recorded_text_answers_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"key": "q", "texts": ["Yes."]}\n')
    (completion,) = open_llm(f"recorded:{path}").complete([replace(ask("q?", "q"), options=("yes", "no"))])
    assert completion.option_probs == (1.0, 0.0)


def test_the_key_is_no_part_of_the_digest() -> None:
    assert digest(ask("a", "1")) == digest(ask("a", "2")) != digest(ask("b", "1"))


@pytest.mark.parametrize("change", [{"n": 2}, {"seed": 1}, {"stop": ("x",)}, {"schema": "{}"}, {"temperature": 0.5}])
def test_every_other_field_is(change: dict[str, object]) -> None:
    assert digest(replace(ask("a"), **change)) != digest(ask("a"))  # type: ignore[arg-type]
