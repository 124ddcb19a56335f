"""A kit carried into a network namespace without interfaces: installed there, a document checked, its report verified, reviewed
in the terminal app, and no connection tried: neither by Python (the report counts) nor by any library (strace sees every call).

The kit holds localcheck's own wheel, built and gathered as always. What it needs are wheels with the metadata of what is
installed here, whose code is linked: pip resolves and installs the same names, of 190 MB less. The starter reads alone, and the
careful reader is empty: ``tests/cli/test_release.py`` installs both. The environment has its pip:
``tests/unit/test_kit.py`` installs where there is none.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from test_tui_program import Terminal, needs_tmux

from localcheck.store import Store
from tests.installed import light_checkout, link, needed, small_wheel

ALONE = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-rn"]
"""A shell command in a network namespace of its own: not even the loopback device is up in it."""
TRACED = ["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=connect,sendto,sendmsg", "-o"]
OUTSIDE = re.compile(r"AF_INET6?\b|AF_PACKET|AF_NETLINK")
TEXT = "Marie Curie was born in Warsaw."


class Island:
    """A machine without a network: a namespace, an empty home, an empty environment."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.traces = folder, folder / "traces"
        self.traces.mkdir()
        self.home, self.environment = folder / "there", folder / "env"
        self.variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LOCALCHECK_HOME": str(self.home),
            "LOCALCHECK_NLI": "starter-nli",
            "TERM": "xterm",
        }

    def command(self, *arguments: object) -> list[str]:
        """A command line in the namespace; what it says to sockets stands in ``traces``, where strace is installed."""
        line = [*ALONE, *map(str, arguments)]
        if shutil.which("strace"):
            line[len(ALONE) : len(ALONE)] = [*TRACED, str(self.traces / f"{len(list(self.traces.iterdir()))}.txt")]
        return line

    def run(self, *arguments: object) -> str:
        """What a command that must end well prints."""
        done = subprocess.run(
            self.command(*arguments), capture_output=True, text=True, env=self.variables, cwd=self.folder
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def localcheck(self, *arguments: object) -> str:
        """The same of the installed program."""
        return self.run(self.environment / "bin" / "localcheck", *arguments)

    def tried(self) -> list[str]:
        """Calls that would leave the machine."""
        lines = [line for file in self.traces.iterdir() for line in file.read_text().splitlines()]
        return [line for line in lines if OUTSIDE.search(line)]


@pytest.fixture
def island(tmp_path: Path, home: Path) -> Island:
    pytest.importorskip("hatchling", reason="what builds the wheel is not installed")
    if shutil.which("unshare") is None or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("a network namespace cannot be made here")
    (tmp_path / "wheels").mkdir()
    (tmp_path / "linked").mkdir()
    parts: dict[str, Distribution] = {}
    needed(distribution("localcheck"), parts, ["tui"])
    for part in parts.values():
        small_wheel(part, tmp_path / "wheels", tmp_path / "linked")
    gathered_here = {
        "PIP_FIND_LINKS": str(tmp_path / "wheels"), "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"
    }  # fmt: skip
    kit = [sys.executable, "-m", "localcheck", "kit", "create", str(tmp_path / "kit"), "--extras", "tui"]
    checkout = light_checkout(tmp_path / "checkout", empty=("adapters", "packed"))
    environment = {**os.environ, **gathered_here, "PYTHONPATH": str(checkout)}
    made = subprocess.run(kit, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    found = Island(tmp_path)
    venv.create(found.environment, with_pip=False)
    (packages,) = (found.environment / "lib").glob("python*/site-packages")
    link(distribution("pip"), packages)
    return found


@pytest.fixture
def terminal(island: Island) -> Iterator[Terminal]:
    opened = Terminal(island.folder)
    yield opened
    opened.close()


@needs_tmux
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_real_kit_works_in_a_namespace_without_interfaces(island: Island, terminal: Terminal) -> None:
    python = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    island.run(python, island.folder / "kit" / "kit.py", "install", "--to", island.environment, "--home", island.home)
    report: Any = json.loads(island.localcheck("check", "--text", TEXT, "--format", "json"))
    assert [v["label"] for v in report["verdicts"]] == ["supported"]
    assert report["run"]["network_connections"] == 0
    (island.folder / "report.json").write_text(json.dumps(report))
    assert "0 problems" in island.localcheck("verify-report", island.folder / "report.json")

    (island.folder / "text.txt").write_text(TEXT)
    settings = " ".join(f"{key}={shlex.quote(value)}" for key, value in island.variables.items() if key != "TERM")
    review = island.command(island.environment / "bin" / "localcheck", "review", "--no-animation", "text.txt")
    terminal.type(f"clear; {settings} {shlex.join(review)}; echo left-the-app")
    terminal.press("Enter")
    terminal.until("decided 0/1", 180)
    terminal.press("a")
    terminal.until("Your name?")
    terminal.settle()
    terminal.press("C-u")
    terminal.settle()  # traced, the app is slow: what is typed before it has cleared the field would be cleared, too
    terminal.type("ada")
    terminal.until("ada")
    terminal.settle()
    terminal.press("Enter")
    terminal.until("· ada")
    terminal.until("decided 1/1")
    terminal.press("q")
    terminal.until("left-the-app")
    runs: Any = json.loads(island.localcheck("runs", "list", "--json"))
    assert [run["reviewed"] for run in runs] == [1, 0]
    with Store(island.home / "localcheck.db") as store:
        assert [store.load(run["id"]).info.network_connections for run in runs] == [0, 0]
    assert island.tried() == []
    assert "nothing can leave this machine" in island.localcheck("doctor", "--offline")
