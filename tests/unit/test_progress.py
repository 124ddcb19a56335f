"""What a long job says of its pace."""

from __future__ import annotations

import pytest

from localcheck.cli.diagnostics import Progress


def bar(monkeypatch: pytest.MonkeyPatch, **given: float) -> tuple[Progress, list[float]]:
    now = [1000.0]
    monkeypatch.setattr("localcheck.cli.diagnostics.time.monotonic", lambda: now[0])
    return Progress("documents", unit="documents", live=False, started=now[0], **given), now


def test_what_was_done_before_counts_neither_for_the_rate_nor_for_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, now = bar(monkeypatch, total=50_000)
    for _ in range(25_000):
        made.found()
    now[0] += 60
    made.to(25_006)
    assert made.line() == "documents 25,006/50,000 · 50% · ETA 69:25:40 · 6.0 documents/min"


def test_nothing_done_yet_has_no_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    made, now = bar(monkeypatch, total=10)
    made.found(4)
    now[0] += 2
    assert "ETA ?" in made.line()


def test_a_log_of_a_long_job_stays_short(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made, now = bar(monkeypatch, total=60 * 3600)
    for _ in range(60 * 3600):
        now[0] += 1
        made.advance()
    lines = capsys.readouterr().err.splitlines()
    assert 300 < len(lines) < 800, "a weekend, not one line every ten seconds"


def test_time_counts_from_where_none_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    made, now = bar(monkeypatch)
    now[0] += 60
    made.to(0, 100)
    now[0] += 10
    made.to(50)
    assert made.line() == "documents 50/100 · 50% · ETA 0:00:10 · 5.0 documents/s"
