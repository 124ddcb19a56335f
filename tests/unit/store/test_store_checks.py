"""The checks log and the calls of language models."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_examples import DOCUMENT, INFO, SENTENCES, verdict

from localcheck.backends.llm.recorded import Scripted
from localcheck.errors import BackendError
from localcheck.run.open_models import Logged
from localcheck.settings import Settings
from localcheck.store import Check, LLMCall, Recorder, Store, new_call_id
from localcheck.types import Completion, CompletionRequest, Disposition, Event, Judged, Message, Started

CHECK = Check(
    "c1",
    1000.0,
    "notes.txt",
    "m",
    "rag-v2",
    "law",
    "faithfulness",
    "high",
    0.75,
    "scored",
    Disposition.BLOCK,
    4,
    3,
    0.5,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "localcheck.db") as opened:
        yield opened


def calls_of(store: Store, columns: str) -> list[tuple[Any, ...]]:
    """Columns of the stored calls, in order, read as another program reads them."""
    with closing(sqlite3.connect(store.path)) as plain:
        return plain.execute(f"SELECT {columns} FROM llm_calls ORDER BY id").fetchall()


def test_a_check_comes_back_as_it_was_and_counts_once(store: Store) -> None:
    assert store.checks.add(CHECK, Check("c2", 1001.0, "other")) == 2
    assert store.checks.add(CHECK) == 0, "the same call id is the same check"
    assert store.checks.between(0, 1000.0) == [CHECK]
    assert store.checks.between(1000.0, 2000.0) == [Check("c2", 1001.0, "other")]


def test_checks_ahead_of_the_clock_are_counted(store: Store) -> None:
    store.checks.add(CHECK)
    assert (store.checks.ahead(999.0), store.checks.ahead(1000.0)) == (1, 0)


def test_a_row_that_cannot_be_is_refused(store: Store) -> None:
    with pytest.raises(BackendError, match="CHECK constraint"):
        store.checks.add(Check("c3", 1.0, "d", claims=1, supported=2))


def test_call_ids_differ_and_sort_by_time() -> None:
    ids = [new_call_id() for _ in range(50)]
    assert len(set(ids)) == 50
    assert [i.split("-")[0] for i in ids] == sorted(i.split("-")[0] for i in ids)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(), st.text())
def test_any_name_can_be_logged(store: Store, name: str, template: str) -> None:
    call_id = new_call_id()
    store.checks.add(Check(call_id, 5.0, name, template=template))
    assert [c.document_id for c in store.checks.between(4, 6) if c.call_id == call_id] == [name]


def test_removing_a_run_keeps_its_check_and_takes_its_calls(store: Store) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    store.checks.add(Check("c4", 1.0, "d", run_id=run_id))
    store.calls.add([LLMCall(1.0, "m", "a" * 64, "stage", "{}", ("yes",))], run_id)
    assert [tuple(row) for row in calls_of(store, "run_id, at, model, stage, answers")] == [
        (run_id, 1.0, "m", "stage", '["yes"]')
    ]
    store.remove([run_id])
    assert [c.run_id for c in store.checks.between(0, 1)] == [None]
    assert calls_of(store, "id") == []


def test_calls_are_told_in_order_and_stored_with_the_run(store: Store) -> None:
    calls: list[LLMCall] = []
    llm = Logged(
        Scripted(["one", "two\ud800"]),
        lambda r, c: calls.append(LLMCall(2.0, "script", "d", r.key, '{"a": "\\ud800"}', c.texts, c.tokens_in)),
    )
    requests = [CompletionRequest((Message("user", "a b"),), key=k) for k in ("first", "second")]

    def events() -> Iterator[Event]:
        yield Started(DOCUMENT, SENTENCES)
        answers = llm.complete(requests)
        assert [a.texts[0][:3] for a in answers] == ["one", "two"]
        yield Judged(DOCUMENT, verdict(), 1)

    recorder = Recorder(store, Settings(), calls=calls)
    list(recorder.follow(events()))
    assert recorder.run_id is not None and calls == []
    found = calls_of(store, "run_id, stage, answers, tokens_in")
    assert [(run_id, stage, json.loads(answers)[0][:3], n) for run_id, stage, answers, n in found] == [
        (recorder.run_id, "first", "one", 2),
        (recorder.run_id, "second", "two", 2),
    ]


def test_a_failed_request_is_a_call_too() -> None:
    told: list[Completion] = []
    llm = Logged(Scripted([Completion(error="too long")]), lambda _, c: told.append(c))
    llm.complete([CompletionRequest((Message("user", "x"),))])
    assert [c.error for c in told] == ["too long"]
