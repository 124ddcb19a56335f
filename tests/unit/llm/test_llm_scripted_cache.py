"""The fake, the cache, the meter, and opening by name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from localcheck.asking.metering import Meter
from localcheck.backends.llm import open_llm
from localcheck.backends.llm.open_backend import Cached
from localcheck.backends.llm.recorded import Scripted
from localcheck.errors import BadInput, BadSetting, LLMError, UnknownName
from localcheck.ports import OpenLLM
from localcheck.types import Completion, CompletionRequest, Cost
from localcheck.types.infos import LLMInfo

ASK = CompletionRequest(text="Is water wet?")


def test_a_queue_is_used_up_in_order_and_requests_are_kept() -> None:
    llm = Scripted(["one", ("two", "three")])
    assert [c.texts for c in llm.complete([ASK, replace(ASK, n=2)])] == [("one",), ("two", "three")]
    assert [r.n for r in llm.requests] == [1, 2]
    with pytest.raises(LLMError, match="no more answers"):
        llm.complete([ASK])


def test_a_function_sees_the_request() -> None:
    llm = Scripted(lambda r: r.text.upper())
    assert llm.complete([replace(ASK, n=2)])[0].texts == ("IS WATER WET?",) * 2


@pytest.mark.parametrize(
    ("answer", "probs"),
    [("Yes", (1.0, 0.0)), (" no. ", (0.0, 1.0)), (Completion(option_probs=(0.3, 0.7)), (0.3, 0.7))],
)
def test_choices(answer: str | Completion, probs: tuple[float, ...]) -> None:
    assert Scripted([answer]).complete([replace(ASK, options=("yes", "no"))])[0].option_probs == probs


def test_an_answer_outside_the_options_is_an_error() -> None:
    (completion,) = Scripted(["perhaps"]).complete([replace(ASK, options=("yes", "no"))])
    assert "not one of the options" in completion.error


def test_rules_from_a_file(tmp_path: Path) -> None:
    rules = tmp_path / "rules.jsonl"
    rules.write_text('{"contains": "wet", "texts": ["Yes"]}\n\n{"texts": ["I do not know"]}\n')
    llm = open_llm(f"scripted:{rules}")
    assert [c.texts[0] for c in llm.complete([ASK, replace(ASK, text="Why?")])] == ["Yes", "I do not know"]
    rules.write_text("no JSON\n")
    with pytest.raises(BadInput, match=r"rules\.jsonl:1"):
        open_llm(f"scripted:{rules}")


def test_the_cache_asks_each_question_once(tmp_path: Path) -> None:
    llm = Scripted(["one", "two", "three"])
    cached = Cached(llm, tmp_path / "cache.db", "model-a")
    other = replace(ASK, seed=1)
    first = cached.complete([ASK, other, ASK])
    assert [c.texts[0] for c in first] == ["one", "two", "one"]
    assert [c.cached for c in first] == [False, False, True]
    assert [c.cached for c in cached.complete([other, ASK])] == [True, True]
    assert len(llm.requests) == 2
    assert Cached(llm, tmp_path / "cache.db", "model-b").complete([ASK])[0].texts == ("three",)


def test_a_choice_that_was_read_in_another_way_is_not_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice, llm = replace(ASK, options=("Yes", "No")), Scripted(["Yes", "told", "No"])
    monkeypatch.setattr("localcheck.backends.llm.open_backend.CHOICES", "")
    Cached(llm, tmp_path / "cache.db", "m").complete([choice, ASK])
    monkeypatch.undo()
    chosen, told = Cached(llm, tmp_path / "cache.db", "m").complete([choice, ASK])
    assert chosen.option_probs == (0.0, 1.0) and told.cached


def test_failures_are_not_cached(tmp_path: Path) -> None:
    cached = Cached(Scripted([Completion(error="busy"), "fine"]), tmp_path / "cache.db", "m")
    assert cached.complete([ASK])[0].error == "busy"
    assert cached.complete([ASK])[0].texts == ("fine",)


def test_what_was_answered_before_an_interrupt_is_kept(tmp_path: Path) -> None:
    class Interrupted(Scripted):
        def stream(self, requests: Sequence[CompletionRequest]) -> Iterator[tuple[int, Completion]]:
            for place in reversed(range(len(requests))):
                yield place, Completion(texts=(f"answer {place}",))
                if place == 1:
                    raise KeyboardInterrupt

    asked = [replace(ASK, seed=seed) for seed in range(4)]
    with pytest.raises(KeyboardInterrupt):
        Cached(Interrupted([]), tmp_path / "cache.db", "m").complete(asked)
    later = Scripted(["the rest"])
    found = Cached(later, tmp_path / "cache.db", "m").complete(asked)
    assert [c.texts[0] for c in found] == ["the rest", "answer 1", "answer 2", "answer 3"]
    assert len(later.requests) == 1


def test_a_full_disk_costs_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = Cached._opened

    @contextmanager
    def full(self: Cached, done: str, hint: str) -> Iterator[sqlite3.Connection]:
        if done == "written":
            raise LLMError("cache.db: cannot be written: disk is full", hint)
        with real(self, done, hint) as db:
            yield db

    monkeypatch.setattr(Cached, "_opened", full)
    cached = Cached(Scripted(["one", "two"]), tmp_path / "cache.db", "m")
    said = [cached.complete([replace(ASK, seed=seed)])[0].texts[0] for seed in (1, 2)]
    assert said == ["one", "two"] and caplog.text.count("cannot be written: disk is full") == 1


def test_a_file_that_is_no_database_is_an_llm_error(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    path.write_bytes(b"this is not SQLite at all" * 100)
    with pytest.raises(LLMError, match="cannot be used"):
        Cached(Scripted([]), path, "m")


def test_closing_the_cache_closes_the_model_behind_it(tmp_path: Path) -> None:
    class Opened(Scripted):
        closed = 0

        def close(self) -> None:
            self.closed += 1

    llm = Opened([])
    assert isinstance(llm, OpenLLM)
    Cached(llm, tmp_path / "cache.db", "m").close()
    assert llm.closed == 1


def test_a_meter_counts_and_can_be_read_twice() -> None:
    meter = Meter(Scripted([Completion(texts=("a",), tokens_in=5, tokens_out=2)] * 3))
    meter.complete([ASK])
    before = meter.cost()
    meter.complete([ASK, ASK])
    meter.parse_failed()
    spent = meter.cost() - before
    assert (spent.llm_calls, spent.tokens_in, spent.tokens_out, spent.parse_failures) == (2, 10, 4, 1)
    assert spent.seconds >= 0 and before + spent == replace(meter.cost(), seconds=before.seconds + spent.seconds)


def test_a_meter_never_loses_an_error() -> None:
    class Broken:
        info = LLMInfo("broken", "test")

        def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
            raise LLMError("gone")

    meter = Meter(Broken())
    with pytest.raises(LLMError):
        meter.complete([ASK])
    assert meter.cost() == Cost()


@pytest.mark.parametrize("spec", ["", "model", "gguf:", ":x"])
def test_a_spec_without_name_is_a_bad_setting(spec: str) -> None:
    with pytest.raises((BadSetting, UnknownName)) as caught:
        open_llm(spec)
    assert caught.value.exit_code == 2 and caught.value.hint


def test_an_unknown_backend_names_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        open_llm("ggfu:x")
    assert "gguf" in caught.value.hint


def test_a_home_that_cannot_be_written_means_no_cache(tmp_path: Path) -> None:
    """It once ended a check with an error of the file system."""
    from localcheck.backends.llm.open_backend import _writable

    (tmp_path / "file").write_text("")
    assert not _writable(tmp_path / "file" / "cache")
    assert _writable(tmp_path / "cache")
