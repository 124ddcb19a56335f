"""The line of progress says nothing before there is something to say, and small files get no bar."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from localcheck.cli import diagnostics
from localcheck.cli.diagnostics import SOON, Progress, progress
from localcheck.cli.keeping.models_view import follow
from localcheck.models.install import Installed
from localcheck.models.manifest import InstallRecord
from localcheck.system.diskspace import Progress as Step


def test_a_rate_is_said_only_when_it_means_something() -> None:
    fresh = Progress("download", 100.0, "MB", live=False)
    fresh.done = 1.0
    assert fresh.line() == "download 1/100 · 1%", "not 80,000 MB/s after a moment"
    later = Progress("download", 100.0, "MB", live=False, started=time.monotonic() - 10 * SOON)
    later.done = 50.0
    assert later.line() == "download 50/100 · 50% · ETA 0:00:05 · 10.0 MB/s"
    later.done = 0.0
    assert later.line() == "download 0/100 · 0% · ETA ?", "no rate of nothing"


def test_a_small_file_is_named_once_and_a_large_one_counted(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    record = InstallRecord("x", "encoder", "", "", "", "", ())

    def events() -> Iterator[Step | Installed]:
        yield Step("download", "small.whl", 100, 28_376)
        yield Step("download", "small.whl", 28_376, 28_376)
        yield Step("download", "large.whl", 1 << 18, 60_000_000)
        yield Step("download", "unknown.whl", 3_000_000, 0)
        yield Installed("x", tmp_path, record)  # type: ignore[arg-type]

    assert follow(events()).name == "x"
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "localcheck: download small.whl",
        "download large.whl 0/60 · 0%",
        "localcheck: download unknown.whl",
        "download unknown.whl 3",
    ]


def test_the_last_line_of_a_log_has_the_last_count(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("claims", unit="claims") as bar:
        bar.live = False
        for _ in range(3):
            bar.advance()
    assert [line.split(" · ")[0] for line in capsys.readouterr().err.splitlines()] == ["claims 1", "claims 3"]
    with progress("claims", unit="claims") as bar:
        bar.live = False
        bar.advance()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_log_says_what_is_waited_for_and_once_how_it_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Minutes passed without a line while a large model was opened; and the last count was said twice."""
    monkeypatch.setattr(diagnostics, "PATIENCE", 0.0)
    with progress("claims", unit="claims") as bar:
        bar.live = False
        for name in ("a.txt", "b.txt"):
            bar.turn(f"{name}: claims", "claims")
            bar.begin()
            assert bar._begun is not None
            bar._begun.join(10)
            assert capsys.readouterr().err == f"{name}: claims 0\n"
            bar.advance()
            bar.advance()
            bar.close()
            assert capsys.readouterr().err == f"{name}: claims 2\n"
    monkeypatch.setattr(diagnostics, "PATIENCE", 3600.0)
    with progress("claims", unit="claims") as bar:
        bar.live = False
        bar.begin()
    with progress("examples:", 3, quiet=True) as bar:
        assert list(bar.over("abc")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
