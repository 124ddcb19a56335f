"""A named pipe is read to its end, and is not waited for without one."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.ingest.documents import read, read_document


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def writing(path: Path, parts: list[bytes], pause: float) -> threading.Thread:
    def write() -> None:
        try:
            with path.open("wb", buffering=0) as file:
                for part in parts:
                    file.write(part)
                    time.sleep(pause)
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=write)
    thread.start()
    return thread


def test_a_pipe_is_read_to_its_end(fifo: Path) -> None:
    thread = writing(fifo, [b"Mars has ", b"two moons."], 0.05)
    assert read_document(fifo).text == "Mars has two moons."
    thread.join()


def test_a_pipe_that_nobody_writes_to_is_given_up(fifo: Path) -> None:
    with pytest.raises(BadInput, match="nothing came for"):
        read.read(fifo, 1000, wait=0.1)


def test_a_pipe_that_never_ends_is_given_up(fifo: Path) -> None:
    thread = writing(fifo, [b"x"] * 40, 0.02)
    with pytest.raises(BadInput, match="does not end"):
        read.read(fifo, 1000, wait=5, longest=0.3)
    thread.join()


def test_a_device_is_no_file() -> None:
    with pytest.raises(BadInput, match="is not a file"):
        read_document("/dev/zero")
