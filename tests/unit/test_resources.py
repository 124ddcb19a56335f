"""Files are written whole, through links, and never over what is no file."""

from __future__ import annotations

import errno
import logging
import os
import stat
import threading
import warnings
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import BadInput, OutputError
from localcheck.system.quiet import quiet
from localcheck.system.resources import append_lines, atomic_write, cut_torn_line, home, typed_path


def write(path: Path, text: str) -> None:
    with atomic_write(path) as file:
        file.write(text)


def test_silence_ends_with_the_last_of_the_blocks_that_overlap() -> None:
    first, second, logger = quiet("a.library"), quiet("a.library"), logging.getLogger("a.library")
    before = list(warnings.filters)
    with first:
        second.__enter__()
    assert logger.level > logging.CRITICAL and warnings.filters[0][0] == "ignore"
    second.__exit__(None, None, None)
    assert logger.level == logging.NOTSET and list(warnings.filters) == before


def test_a_home_that_is_no_user_s_is_a_name_like_any_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Word calls what it locks ``~$report.docx``."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path("~/a") == tmp_path / "a"
    assert typed_path("~$report.docx") == Path("~$report.docx")
    monkeypatch.setenv("LOCALCHECK_HOME", "~no-such-user/home")
    assert home() == Path.cwd() / "~no-such-user" / "home"


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "real.txt").chmod(0o640)
    (tmp_path / "link").symlink_to("real.txt")
    write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real.txt").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "real.txt").stat().st_mode) == 0o640
    (tmp_path / "dangling").symlink_to("later.txt")
    write(tmp_path / "dangling", "made")
    assert (tmp_path / "later.txt").read_text() == "made" and (tmp_path / "dangling").is_symlink()


def test_a_name_may_be_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    """Eighty Chinese characters and an ending "cannot be written: File name too long"."""
    path = tmp_path / f"{'字' * 83}.json"
    write(path, "here")
    assert path.read_text() == "here" and list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "null").symlink_to(os.devnull)
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "circle", tmp_path / "null", Path(os.devnull)):
        with pytest.raises(BadInput):
            write(path, "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode) and stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_an_interrupt_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyboardInterrupt), atomic_write(tmp_path / "a") as file:
        file.write("half")
        raise KeyboardInterrupt
    assert [p.name for p in tmp_path.iterdir()] == ["a"] and (tmp_path / "a").read_text() == "old"


def test_what_cannot_be_written_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from localcheck.cli.output import output_file

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left"), output_file(tmp_path / "a") as file:
        file.write("x")
    assert list(tmp_path.iterdir()) == []


class Halting(FileIO):
    """Writes a half at a time; what ``between`` does stands between the halves."""

    def __init__(self, path: Path, between: Any) -> None:
        super().__init__(path, "a")
        self._between: Any = between

    def write(self, data: Any) -> int:
        done = super().write(data[: (len(data) + 1) // 2])
        between, self._between = self._between, lambda: None
        between()
        return done


def test_a_line_that_another_process_is_writing_is_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    path.write_text("first\n")
    other = threading.Thread(target=cut_torn_line, args=(path,))

    def begin() -> None:
        other.start()
        other.join(0.2)
        assert other.is_alive(), "it waits"

    with Halting(path, begin) as file:
        append_lines(file, "second\n")
    other.join()
    assert path.read_text() == "first\nsecond\n"


def test_of_lines_that_cannot_be_written_nothing_is_left(tmp_path: Path) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "recording.jsonl"
    path.write_text("first\n")
    with Halting(path, full) as file:
        with pytest.raises(OSError, match="No space"):
            append_lines(file, "second\n")
        append_lines(file, "third\n")
    assert path.read_text() == "first\nthird\n"
