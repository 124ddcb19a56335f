"""Worker processes as an engine of their own."""

from __future__ import annotations

from contextlib import closing

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
