"""Kill a batch with SIGKILL at random points and resume it: are its rows, byte for byte, those of one left alone?

    python scripts/kill9_batch.py --documents 2000 --kills 50
    python scripts/kill9_batch.py --documents 2000 --kills 50 --detector faithfulness --workers 2

The n-gram method needs no model; faithfulness reads with the shipped one, its cache off. The points are random places of the
output, spread over all of it. Prints one JSON object; exit code 1 when anything is lost, doubled or different.
"""

from __future__ import annotations

import argparse
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


def _reaches(process: subprocess.Popen[bytes], folder: Path, size: int) -> bool:
    """Wait until the output and its journal hold so many bytes more than now, or the batch ends: False."""

    def written() -> int:
        return sum(p.stat().st_size for p in folder.glob("killed.jsonl*") if p.is_file())

    before = -1
    while process.poll() is None:
        if before < 0 and (folder / "killed.jsonl.journal").is_file():
            before = written()
        if before >= 0 and written() >= before + size:
            return True
        time.sleep(0.002)
    if process.returncode != 0:
        raise SystemExit(f"the resumed batch ended with {process.returncode}")
    return False


def run(folder: Path, options: argparse.Namespace, rng: random.Random) -> dict[str, object]:
    """Run alone, then with kills, and compare."""
    environment = {**os.environ, "LOCALCHECK_HOME": str(folder / "home")}
    (folder / "home").mkdir()
    quiet = {"env": environment, "stderr": subprocess.DEVNULL}
    alone = command(folder, "alone.jsonl", options.workers, options.detector)
    killed = command(folder, "killed.jsonl", options.workers, options.detector)
    subprocess.run(alone, check=True, **quiet)
    whole = (folder / "alone.jsonl").stat().st_size
    rows_at_kill: list[int] = []
    while len(rows_at_kill) < options.kills:
        process = subprocess.Popen(killed, **quiet)
        if not _reaches(process, folder, int(rng.uniform(0.2, 1.5) * whole / options.kills)):
            break
        time.sleep(rng.uniform(0, 0.02))
        process.send_signal(signal.SIGKILL)
        process.wait()
        out = folder / "killed.jsonl"
        rows_at_kill.append(out.read_bytes().count(b"\n") if out.is_file() else 0)
    subprocess.run(killed, check=True, **quiet)
    first, second = ((folder / name).read_bytes() for name in ("alone.jsonl", "killed.jsonl"))
    log = sqlite3.connect(folder / "home" / "localcheck.db")
    checks = log.execute("SELECT count(*) FROM checks").fetchone()[0]
    log.close()
    return {
        "documents": first.count(b"\n"),
        "kills": len(rows_at_kill),
        "rows_at_kill": rows_at_kill,
        "same_bytes": first == second,
        "checks_logged": checks,
        "checks_expected": 2 * first.count(b"\n"),
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
        result = run(Path(name), options, rng)
    print(json.dumps(result))
    return 0 if result["same_bytes"] and result["checks_logged"] == result["checks_expected"] else 1


if __name__ == "__main__":
    sys.exit(main())
