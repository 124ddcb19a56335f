"""Kill a batch with SIGKILL at random points and resume it: are its rows, byte for byte, those of one process left alone?

    python scripts/kill9_batch.py --documents 2000 --kills 50
    python scripts/kill9_batch.py --documents 2000 --kills 50 --detector faithfulness --workers 2

The n-gram method needs no model; faithfulness reads with the shipped one, its cache off. The points are random places of the
output, spread over all of it. With several workers every second point kills one of them, and its batch goes on without it; the
other points kill the batch itself, and its workers must end by themselves. Prints one JSON object; exit code 1 when anything is
lost, doubled or different.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

WORDS = "alpha river city museum opened built king queen painter wrote book war year 1912 1815 Paris Rome delta".split()


def write_input(path: Path, documents: int, rng: random.Random) -> None:
    """Documents of one to four sentences with three samples each."""

    def sentence() -> str:
        return " ".join(rng.choices(WORDS, k=rng.randint(5, 9))).capitalize() + "."

    with path.open("w", encoding="utf-8") as file:
        for i in range(documents):
            samples = [" ".join(sentence() for _ in range(3)) for _ in range(3)]
            text = " ".join(sentence() for _ in range(rng.randint(1, 4)))
            file.write(json.dumps({"id": f"d{i}", "text": text, "samples": samples, "context": samples[:2]}) + "\n")


def command(folder: Path, out: str, workers: int, detector: str) -> list[str]:
    """The batch that is killed."""
    given = [str(folder / "in.jsonl"), str(folder / out), "-d", detector, "--no-cache", "--resume", "-q"]
    return [sys.executable, "-m", "localcheck", "batch", *given, "--workers", str(workers), "--fail-on", "never"]


def _written(folder: Path) -> int:
    """Bytes of the output and of its journal."""
    found = 0
    for path in folder.glob("killed.jsonl*"):
        with contextlib.suppress(FileNotFoundError):
            found += path.stat().st_size
    return found


def _reaches(process: subprocess.Popen[bytes], folder: Path, size: int) -> bool:
    """Wait until the output and its journal hold so many bytes more than now, or the batch ends: False."""
    before = -1
    while process.poll() is None:
        if before < 0 and (folder / "killed.jsonl.journal").is_file():
            before = _written(folder)
        if before >= 0 and _written(folder) >= before + size:
            return True
        time.sleep(0.002)
    if process.returncode != 0:
        raise SystemExit(f"the resumed batch ended with {process.returncode}")
    return False


def _workers(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The worker processes of a batch."""
    children = psutil.Process(process.pid).children()
    return [c for c in children if c.status() != psutil.STATUS_ZOMBIE and "spawn_main" in " ".join(c.cmdline())]


def _end_by_themselves(workers: list[psutil.Process]) -> None:
    """Workers whose batch was killed must not stay behind."""
    _, alive = psutil.wait_procs(workers, timeout=60)
    if alive:
        raise SystemExit(f"{len(alive)} worker processes outlived their batch")


def _killed(folder: Path, options: argparse.Namespace, environment: dict[str, str], whole: int) -> list[dict[str, Any]]:
    """Kill the batch, or one of its workers, again and again until it ends or has been killed often enough."""
    rng, kills = random.Random(options.seed + 1), list[dict[str, Any]]()
    killed = command(folder, "killed.jsonl", options.workers, options.detector)
    process: subprocess.Popen[bytes] | None = None
    while len(kills) < options.kills:
        process = process or subprocess.Popen(killed, env=environment, stderr=subprocess.DEVNULL)
        out = folder / "killed.jsonl"
        left = whole - (out.stat().st_size if out.is_file() else 0)
        if not _reaches(process, folder, int(rng.uniform(0.2, 1.8) * left / (options.kills - len(kills) + 1))):
            return kills
        time.sleep(rng.uniform(0, 0.02))
        workers = _workers(process)
        one_of_them = options.workers > 1 and len(kills) % 2 == 1 and bool(workers)
        if one_of_them:
            rng.choice(workers).kill()
        else:
            process.send_signal(signal.SIGKILL)
            process.wait()
            _end_by_themselves(workers)
            process = None
        rows = out.read_bytes().count(b"\n") if out.is_file() else 0
        kills.append({"rows": rows, "what": "worker" if one_of_them else "batch"})
    if process is not None and process.wait() != 0:
        raise SystemExit(f"the batch that lost a worker ended with {process.returncode}")
    return kills


def run(folder: Path, options: argparse.Namespace) -> dict[str, object]:
    """Run alone, then with kills, and compare."""
    environment = {**os.environ, "LOCALCHECK_HOME": str(folder / "home")}
    (folder / "home").mkdir()
    started = time.monotonic()
    alone = command(folder, "alone.jsonl", 1, options.detector)
    subprocess.run(alone, check=True, env=environment, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - started
    kills = _killed(folder, options, environment, (folder / "alone.jsonl").stat().st_size)
    last = command(folder, "killed.jsonl", options.workers, options.detector)
    subprocess.run(last, check=True, env=environment, stderr=subprocess.DEVNULL)
    first, second = ((folder / name).read_bytes() for name in ("alone.jsonl", "killed.jsonl"))
    log = sqlite3.connect(folder / "home" / "localcheck.db")
    checks = log.execute("SELECT count(*) FROM checks").fetchone()[0]
    log.close()
    return {
        "documents": first.count(b"\n"),
        "megabytes": round(len(first) / 1e6, 1),
        "claims": sum(len(json.loads(line)["report"]["verdicts"]) for line in first.splitlines()),
        "kills": len(kills),
        "of_a_worker": sum(kill["what"] == "worker" for kill in kills),
        "rows_at_kill": [kill["rows"] for kill in kills],
        "same_bytes": first == second,
        "checks_logged": checks,
        "checks_expected": 2 * first.count(b"\n"),
        "seconds": [round(seconds), round(time.monotonic() - started - seconds)],
    }


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--detector", choices=["selfcheck-ngram", "faithfulness"], default="selfcheck-ngram")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        write_input(Path(name) / "in.jsonl", options.documents, rng)
        result = run(Path(name), options)
    print(json.dumps(result))
    return 0 if result["same_bytes"] and result["checks_logged"] == result["checks_expected"] else 1


if __name__ == "__main__":
    sys.exit(main())
