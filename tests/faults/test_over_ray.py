"""A build and a batch over one real Ray cluster of this machine: the same texts and bytes, also killed, resumed, and when a
node dies in the middle. One batch starts a cluster of its own, by ``--ray-address local``, in a stranger's folder.
"""

from __future__ import annotations

import bz2
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_hostile_folder import run_among_strangers

from tests import warm
from tests.needs import needs

needs("ray", reason="the extra 'ray' is not installed")

ROOT = Path(__file__).parents[2]
STARTER = next((ROOT / "indexes" / "starter").glob("*.xml.bz2"))
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


BUSY = {
    "RAY_raylet_start_wait_time_s": "600", "RAY_worker_niceness": "0",
    "RAY_enable_worker_prestart": "0", "RAY_prestart_worker_first_driver": "0",
}  # fmt: skip
"""On a busy machine Ray's workers would starve; and those that it starts before there is work, on each node, take seconds."""


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, **BUSY, "LOCALCHECK_HOME": str(home), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tui'}"}


def write_input(path: Path, n: int) -> None:
    with path.open("w") as file:
        for i in range(n):
            text = f"The museum opened in {1900 + i}. It lies in Leiden. It holds {i} paintings."
            context = ["The museum lies in Leiden. It opened in 1912. It holds 20 paintings."]
            file.write(json.dumps({"id": f"d{i}", "text": text, "context": context}) + "\n")


def batch(folder: Path, out: str, *more: str) -> list[str]:
    given = (str(folder / "in.jsonl"), str(folder / out), "-d", "faithfulness", "--nli", "starter-nli", "--no-cache")
    return ["batch", *given, "--fail-on", "never", "--no-store", "-q", *more]


def command(folder: Path, out: str, *more: str) -> list[str]:
    """A batch in an interpreter of its own."""
    return [sys.executable, "-m", "localcheck", *batch(folder, out, *more)]


@dataclass
class Cluster:
    """A cluster in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    def says(self, word: str) -> str:
        """The rest of the next line that begins with ``word``; empty when the cluster has ended."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(word):
                return line.removeprefix(word).strip()
        return ""

    def lose_a_node(self) -> None:
        """Kill one node with all of its workers."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        for line in self.process.stdout or ():
            if line == "gone\n":
                return
        raise AssertionError("the cluster ended")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    program = str(Path(__file__).with_name("ray_cluster.py"))
    process = subprocess.Popen(
        [sys.executable, program, "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=environment(tmp_path_factory.mktemp("home")),
    )  # fmt: skip
    with process:
        made = Cluster(process, "")
        made.address = made.says("address")
        if not made.address:
            pytest.skip(f"Ray did not start a cluster on this machine (exit code {process.wait()}): is it very busy?")
        yield made
        assert process.stdin is not None
        process.stdin.close()


def build(source: Path, name: str, home: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return warm.run(["index", "build", source, "--name", name, "--json", *more], environment=environment(home))


def texts(home: Path, name: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(home / "indexes" / f"{name}.index" / "articles.sqlite")
    found = list(db.execute("SELECT * FROM articles ORDER BY id"))
    db.close()
    return found


def test_a_batch_starts_its_own_cluster_beside_one_that_runs_and_runs_no_module_of_its_folder(
    tmp_path: Path, home: Path, cluster: Cluster
) -> None:
    assert cluster.address
    folder = tmp_path / "strangers"
    given = ("batch", "in.jsonl", "out.jsonl", "-d", "all-false", "--executor", "ray", "--ray-address", "local",
             "--workers", "1", "--fail-on", "never", "--no-store")  # fmt: skip
    run_among_strangers(folder, home, *given, **BUSY)
    assert len((folder / "out.jsonl").read_text().splitlines()) == 3


def test_a_cluster_makes_the_index_that_one_process_makes(tmp_path: Path, home: Path, cluster: Cluster) -> None:
    sys.path.append(str(ROOT / "tests" / "unit" / "corpus"))
    from multistream import write

    source = tmp_path / "enwiki-20260101-pages-articles-multistream.xml.bz2"
    write(bz2.decompress(STARTER.read_bytes()), source, 10)
    alone, over = build(source, "alone", home), build(source, "over", home, "--ray", cluster.address)
    assert alone.returncode == over.returncode == 0, over.stderr
    assert json.loads(alone.stdout)["articles"] == json.loads(over.stdout)["articles"] > 200
    assert texts(home, "alone") == texts(home, "over")
    data = source.read_bytes()
    source.write_bytes(data[: len(data) // 2] + b"\xff" * 9 + data[len(data) // 2 + 9 :])
    broken = build(source, "broken", home, "--ray", cluster.address)
    assert broken.returncode == 2 and "is not a valid bz2 file" in broken.stderr


def wait_for(path: Path, process: subprocess.Popen[str], lines: int) -> None:
    while process.poll() is None and (not path.is_file() or path.read_bytes().count(b"\n") < lines):
        time.sleep(0.01)
    assert process.poll() is None, "the batch ended before it was at work"


def test_over_ray_the_bytes_are_the_same_killed_and_resumed_and_when_a_node_dies(
    tmp_path: Path, home: Path, cluster: Cluster
) -> None:
    write_input(tmp_path / "in.jsonl", 40)
    warm.run(batch(tmp_path, "alone"), environment=environment(home)).check_returncode()
    over = ("--executor", "ray", "--ray-address", cluster.address)
    process = subprocess.Popen(
        command(tmp_path, "out", *over), env=environment(home), stderr=subprocess.PIPE, text=True
    )
    wait_for(tmp_path / "out.journal", process, 5)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    rows = (tmp_path / "out").read_bytes().count(b"\n")
    assert rows < 40
    process = subprocess.Popen(
        command(tmp_path, "out", *over, "--resume"), env=environment(home), stderr=subprocess.PIPE, text=True
    )
    wait_for(tmp_path / "out.journal", process, 2)
    cluster.lose_a_node()
    stderr = process.communicate(timeout=400)[1]
    assert process.returncode == 0, stderr
    assert (tmp_path / "out").read_bytes() == (tmp_path / "alone").read_bytes()


def test_without_a_cluster_it_says_how_to_start_one(tmp_path: Path, home: Path) -> None:
    write_input(tmp_path / "in.jsonl", 1)
    over = ("--executor", "ray", "--ray-address", "127.0.0.1:1")
    done = warm.run(batch(tmp_path, "out", *over), environment=environment(home))
    assert done.returncode == 3, done.stderr
    assert "ray start --head" in done.stderr and "Traceback" not in done.stderr
    done = build(STARTER, "x", home, "--ray", "127.0.0.1:9")
    assert done.returncode == 3 and "no Ray cluster" in done.stderr and "Traceback" not in done.stderr
