#!/usr/bin/env python3
"""Kill localcheck with SIGKILL at many points of its work, and check each time that nothing is lost and work goes on.

    python scripts/kill9.py --points 200
    python scripts/kill9.py --points 20 --jobs index,import

A job is run once to count what it does to files of the home (opening for writing, renaming, deleting, making folders)
and then again and again, each time killed before another one of these steps. A job with fewer steps than points is then
killed at moments spread over its work, from its first step on: those fall into SQLite's and the engines' own writing, too.
Afterwards the home must hold the old or the new state, whole, and the same command must end well. Exit code 1 when one
point failed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STEPS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "sqlite3.connect")
CHILD = f"""
import os, signal, sys
home, stop, mark = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
steps = {STEPS!r}
count = 0
def hook(event, arguments):
    global count
    if event not in steps or not arguments or home not in str(arguments[0]):
        return
    if event == "open" and not (isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")) and not (
        isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)):
        return
    count += 1
    if count == 1 and mark >= 0:
        os.write(mark, b"x")
    if count == stop:
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
from localcheck.cli.main import run
code = run(sys.argv[4:])
print(f"steps={{count}}", file=sys.stderr)
sys.exit(code)
"""


@dataclass(frozen=True)
class Job:
    """Something that is killed, and what must hold afterwards."""

    name: str
    arguments: tuple[str, ...]
    prepare: Callable[[Path, Path], None]
    """Fills a fresh home; the second path is a folder for sources."""
    holds: Callable[[Path], str]
    """What is wrong with the home after the kill; empty when all is well."""
    after: Callable[[Path], str]
    """What is wrong after the same command ran to its end."""
    finish: tuple[str, ...] = ()
    """The command that goes on; default the same."""


def localcheck(home: Path, *arguments: str, stop: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command line in this home, killed before step ``stop`` (0: never)."""
    command = [sys.executable, "-c", CHILD, str(home.parent), str(stop), "-1", *arguments]
    return subprocess.run(command, env=_environment(home), capture_output=True, text=True, timeout=300, cwd=home.parent)


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "LOCALCHECK_HOME": str(home), "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}


def after_first_step(home: Path, arguments: Sequence[str], wait: float | None) -> tuple[bool, float]:
    """Run a command line and kill it ``wait`` seconds after its first step (None: never).

    Returns whether it was killed, and the seconds from the first step to its end.
    """
    reader, writer = os.pipe()
    command = [sys.executable, "-c", CHILD, str(home.parent), "0", str(writer), *arguments]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, env=_environment(home), pass_fds=(writer,), stdout=quiet, stderr=quiet, cwd=home.parent
    )
    os.close(writer)
    os.read(reader, 1)  # nothing where it ends without a step
    os.close(reader)
    started = time.monotonic()
    try:
        process.wait(wait)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return process.returncode == -signal.SIGKILL, time.monotonic() - started


def articles(path: Path, word: str, count: int) -> None:
    path.write_text("".join(f'{{"title": "A{i}", "text": "{word} number {i}."}}\n' for i in range(count)))


def index_home(home: Path, sources: Path) -> None:
    articles(sources / "new.jsonl", "New", 1200)
    articles(sources / "old.jsonl", "Old", 30)
    _must(localcheck(home, "index", "build", str(sources / "old.jsonl"), "--name", "x"))


def index_holds(home: Path) -> str:
    done = localcheck(home, "index", "search", "x", "number 7", "--json")
    if done.returncode:
        return f"the index cannot be searched: {done.stderr.strip()}"
    texts = [row["snippet"] for row in json.loads(done.stdout)]
    words = {text.split()[0] for text in texts}
    return "" if words in ({"Old"}, {"New"}) else f"the index holds {words}"


def index_after(home: Path) -> str:
    found = index_holds(home)
    left = [
        p.name for p in (home / "indexes").iterdir() if ".building-" in p.name or p.name.endswith((".old", ".gone"))
    ]
    return found or (f"left behind: {left}" if left else "")


def update_home(home: Path, sources: Path) -> None:
    folder = sources / "notes"
    folder.mkdir()
    for number in range(40):
        (folder / f"n{number}.txt").write_text(f"Old note. It is number {number}.")
    _must(localcheck(home, "index", "build", str(folder), "--name", "x", "--engine", "tantivy"))
    for number in range(0, 40, 8):
        (folder / f"n{number}.txt").write_text(f"New note. It is number {number}.")
    (folder / "n39.txt").unlink()


def update_holds(home: Path) -> str:
    count, new, problem = _state_of_x(home)
    return problem or ("" if (count, new) in ((40, 0), (39, 5)) else f"{count} articles, {new} new ones")


def _state_of_x(home: Path) -> tuple[int, int, str]:
    """Articles of the index, how many of them are new, and what is wrong with it; in this process, which is quicker."""
    from localcheck.errors import LocalcheckError
    from localcheck.sources.indexes import open_index, verify
    from localcheck.system.resources import home_at

    try:
        with home_at(home), open_index("x") as index:
            new = sum("New note" in passage.text for passage in index.search("New note"))
            return verify("x").articles, new, ""
    except LocalcheckError as error:
        return 0, 0, f"the index is damaged: {error.message}"


def update_after(home: Path) -> str:
    left = [
        p.name for p in (home / "indexes").iterdir() if ".building-" in p.name or p.name.endswith((".old", ".gone"))
    ]
    _, new, problem = _state_of_x(home)
    return problem or (f"left behind: {left}" if left else "") or ("" if new == 5 else "it was not updated")


def import_home(home: Path, sources: Path) -> None:
    shipped = ROOT / "models" / "starter-nli"
    with zipfile.ZipFile(sources / "m.zip", "w") as archive:
        for file in sorted(shipped.iterdir()):
            archive.write(file, f"m/{file.name}")
    _must(localcheck(home, "models", "import", str(sources / "m.zip"), "--name", "m"))


def model_holds(home: Path) -> str:
    done = localcheck(home, "models", "verify", "m", "--json")
    return "" if done.returncode == 0 else f"the model does not verify: {done.stdout}{done.stderr}"


def check_home(home: Path, sources: Path) -> None:
    text = " ".join(f"City number {i} lies in France." for i in range(40))
    (sources / "a.txt").write_text(text)
    _must(localcheck(home, "check", str(sources / "a.txt"), "-d", "all-false", "-q", "--fail-on", "never"))


def store_holds(home: Path) -> str:
    import sqlite3

    with sqlite3.connect(home / "localcheck.db") as db:
        sound = db.execute("PRAGMA integrity_check").fetchone()[0]
    db.close()
    done = localcheck(home, "runs", "list", "--json")
    if sound != "ok" or done.returncode:
        return f"the store is damaged: {sound} {done.stderr}"
    first = json.loads(localcheck(home, "runs", "show", "1", "--json").stdout)
    return "" if len(first["verdicts"]) == 40 else f"the first run has {len(first['verdicts'])} verdicts"


def _must(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        raise SystemExit(f"the job cannot be prepared: {done.stderr}")


def jobs() -> dict[str, Job]:
    """All jobs by name."""
    build = ("index", "build", "{sources}/new.jsonl", "--name", "x", "--force", "--engine", "tantivy")
    check = ("check", "{sources}/a.txt", "-d", "all-false", "-q", "--fail-on", "never")
    out = (*check, "--no-store", "--format", "json", "--out", "{sources}/report.json")
    take = ("models", "import", "{sources}/m.zip", "--name", "m", "--force")
    remove = ("runs", "remove", "2", "--yes")
    nothing: Callable[[Path], str] = lambda home: ""  # noqa: E731
    return {
        "index": Job("index", build, index_home, index_holds, index_after),
        "update": Job("update", ("index", "update", "x"), update_home, update_holds, update_after),
        "import": Job("import", take, import_home, model_holds, model_holds),
        "check": Job("check", check, check_home, store_holds, store_holds),
        "store": Job("store", remove, _two_runs, store_holds, store_holds, finish=("runs", "list")),
        "report": Job("report", out, check_home, nothing, report_after),
    }


def _two_runs(home: Path, sources: Path) -> None:
    check_home(home, sources)
    _must(localcheck(home, "check", str(sources / "a.txt"), "-d", "all-false", "-q", "--fail-on", "never"))


def report_after(home: Path) -> str:
    return "" if json.loads((home.parent / "sources" / "report.json").read_text()) else "no report"


def attack(job: Job, points: int) -> Iterator[tuple[str, str]]:
    """Kill the job at ``points`` points spread over its work; each with what went wrong, empty when nothing did."""
    with tempfile.TemporaryDirectory() as folder:
        home, sources, fresh = Path(folder) / "home", Path(folder) / "sources", Path(folder) / "fresh"
        home.mkdir()
        sources.mkdir()
        job.prepare(home, sources)
        shutil.copytree(home, fresh)
        arguments = [a.format(sources=sources) for a in job.arguments]
        whole = localcheck(home, *arguments)
        _must(whole)
        steps = int(whole.stderr.rpartition("steps=")[2])
        stops = sorted({1 + round(i * (steps - 1) / max(points - 1, 1)) for i in range(points)})
        for stop in stops:
            _restore(home, fresh)
            killed = localcheck(home, *arguments, stop=stop)
            wrong = "" if killed.returncode == -signal.SIGKILL else f"was not killed: {killed.stderr[-200:]}"
            yield f"step {stop} of {steps}", wrong or _found(job, home, arguments)
        for i in range(points - len(stops)):
            share = (i + 0.5) / (points - len(stops))
            problem = _timed(home, fresh, arguments, share)
            yield f"{share:.0%} of its time", problem or _found(job, home, arguments)


def _restore(home: Path, fresh: Path) -> None:
    shutil.rmtree(home)
    shutil.copytree(fresh, home)


def _timed(home: Path, fresh: Path, arguments: Sequence[str], share: float) -> str:
    """Kill the job when this share of its time is over; why that did not succeed."""
    _restore(home, fresh)
    _, seconds = after_first_step(home, arguments, None)
    for attempt in range(8):  # on a busy machine it may be through before the kill
        _restore(home, fresh)
        if after_first_step(home, arguments, seconds * share * 0.8**attempt)[0]:
            return ""
    return "was never killed in time"


def _found(job: Job, home: Path, arguments: Sequence[str]) -> str:
    """What is wrong after the kill, and after the same command was run again."""
    if problem := job.holds(home):
        return problem
    done = localcheck(home, *(job.finish or arguments))
    return f"does not go on: {done.stderr[-300:]}" if done.returncode else job.after(home)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=200, help="kills in all, shared by the jobs")
    parser.add_argument("--jobs", default=",".join(jobs()), help="which jobs, by comma")
    chosen = parser.parse_args()
    names = chosen.jobs.split(",")
    failed = total = 0
    for name in names:
        for place, problem in attack(jobs()[name], -(-chosen.points // len(names))):
            total += 1
            failed += bool(problem)
            print(f"{name} at {place}: {problem or 'ok'}", flush=True)
    print(f"{total} points, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
