"""Worker processes as an engine of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from localcheck.batch import open_batch
from localcheck.batch.executor import Task
from localcheck.batch.open_batch import Workers
from localcheck.settings import Settings
from localcheck.types import Document


def test_every_task_ends_once_however_often_the_workers_are_used() -> None:
    documents = [Document(f"d{i}", "One here. Two there.", samples=("One here.",)) for i in range(6)]
    with closing(Workers(Settings(detector="selfcheck-ngram"), 2)) as workers:
        for n in (1, 6, 6):
            steps = list(workers.steps(Task(i, d) for i, d in enumerate(documents[:n])))
            assert sorted(s.index for s in steps if s.verdict is None) == list(range(n))
            assert sum(s.verdict is not None for s in steps) == 2 * n


def test_a_worker_that_found_no_task_for_now_is_given_one_later(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[int, list[int]] = {}
    send = open_batch._send

    def sent(worker: open_batch._Worker, task: Task | None) -> None:
        given.setdefault(id(worker), []).extend([] if task is None else [task.index])
        send(worker, task)

    monkeypatch.setattr(open_batch, "_send", sent)
    first, *others = (Task(i, Document(f"d{i}", "One here.", samples=("One here.",))) for i in range(60))
    ended: list[int] = []

    def tasks() -> Iterator[Task | None]:
        yield first
        while not ended:
            yield None
        yield from others

    with closing(Workers(Settings(detector="selfcheck-ngram"), 2)) as workers:
        for step in workers.steps(tasks()):
            ended += [step.index] if step.verdict is None else []
    assert sorted(ended) == list(range(60)) and len([tasks for tasks in given.values() if tasks]) == 2
