#!/usr/bin/env python3
"""Do two commits give the same verdicts? Runs both on the same input with the same models, and compares what they say.

Usage: python scripts/diff_reports.py FIRST SECOND
       python scripts/diff_reports.py FIRST SECOND --nli FOLDER --claims claims.jsonl --index wiki15k.index --limit 60
       python scripts/diff_reports.py FIRST SECOND --wikibio wikibio.json --web recorded_web.tar.xz --passages 3

The examples are always checked; labelled claims and passages with recorded web pages where they are named. Both commits read
FIRST's examples, use the NLI model of --nli (default: FIRST's starter) with the tables beside it, and have a home of their own.

Labels, documents read, quotes and their sources must be equal, and scores may differ by --tolerance, since kernels round
differently in other batches. Everything else that a person reads (rationales, notes, errors) is wording: it is counted and
shown.
Exit code 1 when more than the wording differs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from localcheck.types import JSON

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("factual.txt", "mixed.txt", "subtly_wrong.txt", "chinese.txt", "page.html", "report.md")


@dataclass(frozen=True, slots=True)
class Side:
    """One commit, checked out, with a home."""

    tree: Path
    home: Path

    def run(self, *arguments: str | Path) -> str:
        """Standard output of a command of this commit."""
        path = os.pathsep.join([str(self.tree), str(self.tree / "tui")])
        done = subprocess.run(
            [sys.executable, "-m", "localcheck", *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=self.tree,
            env={**os.environ, "PYTHONPATH": path, "LOCALCHECK_HOME": str(self.home)},
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"{self.tree.name}: {' '.join(map(str, arguments))}\n{done.stderr}")
        return done.stdout


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the two commits say differently."""

    where: str
    what: str
    first: JSON
    second: JSON
    wording: bool
    """True if only sentences for people differ."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.first!r} -> {self.second!r}"


def verdict_of(verdict: Mapping[str, JSON]) -> tuple[dict[str, JSON], dict[str, JSON]]:
    """(what a verdict says, in which words) of one verdict of a report."""
    best = verdict.get("best")
    evidence = verdict["evidence"]
    deciding = evidence[best] if best is not None else {}
    says = {
        "claim": verdict["claim"]["text"],
        "label": verdict["label"],
        "score": verdict["score"],
        "documents": [e["passage"]["title"] for e in evidence],
        "quote": deciding.get("quote", ""),
        "source": deciding.get("passage", {}).get("title", ""),
    }
    return says, {name: verdict.get(name) or "" for name in ("rationale", "note", "error")}


def compare(
    where: str, first: Mapping[str, JSON], second: Mapping[str, JSON], tolerance: float, wording: bool = False
) -> Iterator[Difference]:
    """What two flat objects say differently; numbers only beyond ``tolerance``."""
    for name in dict.fromkeys((*first, *second)):
        a, b = first.get(name), second.get(name)
        if a != b and not _close(a, b, tolerance):
            yield Difference(where, name, a, b, wording)


def _close(a: JSON, b: JSON, tolerance: float) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_close(x, y, tolerance) for x, y in zip(a, b, strict=True))
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= tolerance
    return bool(a == b)


def compare_reports(first: Sequence[JSON], second: Sequence[JSON], tolerance: float) -> Iterator[Difference]:
    """Differences of two lists of reports, claim by claim; a claim that only one side has is a difference."""
    for a, b in zip(first, second, strict=True):
        name = Path(a["document"]["id"]).name
        one, two = ({v["claim"]["id"]: v for v in r["verdicts"]} for r in (a, b))
        for claim in dict.fromkeys((*one, *two)):
            where = f"{name} {claim}"
            if claim not in one or claim not in two:
                yield Difference(where, "claim", claim in one, claim in two, wording=False)
                continue
            (says, words), (says_too, words_too) = verdict_of(one[claim]), verdict_of(two[claim])
            yield from compare(where, says, says_too, tolerance)
            yield from compare(where, words, words_too, 0.0, wording=True)
        yield from compare(f"{name} totals", dict(a["scores"]["counts"]), dict(b["scores"]["counts"]), 0.0)


def compare_rows(first: Path, second: Path, tolerance: float) -> Iterator[Difference]:
    """Differences of two experiments, example by example."""
    one, two = ({r["id"]: r for r in _rows(path)} for path in (first, second))
    for example in dict.fromkeys((*one, *two)):
        a, b = one.get(example, {}), two.get(example, {})
        names = ("verdicts", "scores", "evidence", "failed")
        yield from compare(example, {n: a.get(n) for n in names}, {n: b.get(n) for n in names}, tolerance)
        yield from compare(example, {"error": a.get("error")}, {"error": b.get("error")}, 0.0, wording=True)


def _rows(path: Path) -> list[JSON]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if "id" in row and "scores" in row]


def checkout(commit: str, tree: Path) -> Path:
    """A worktree of ``commit`` at ``tree``."""
    command = ["git", "worktree", "add", "-f", "--detach", str(tree), commit]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return tree


def prepared(commit: str, work: Path, nli: Path, indexes: Sequence[Path]) -> Side:
    """Check out ``commit`` and make its home: the tables beside the model, and links to the indexes."""
    command = ["git", "rev-parse", "--short", commit]
    name = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    home = work / f"home-{name}"
    (home / "calibration").mkdir(parents=True)
    (home / "indexes").mkdir()
    for table in (*nli.glob("likelihoods*.json"), *nli.glob("evidence*.json")):
        shutil.copy(table, home / "calibration")
    for index in indexes:
        (home / "indexes" / index.name).symlink_to(index)
    return Side(checkout(name, work / name), home)


def checked(side: Side, files: Sequence[Path], common: Sequence[str]) -> list[JSON]:
    """The reports of one commit on ``files``."""
    lines = side.run("check", *files, *common, "--format", "jsonl", "--no-store", "-q").splitlines()
    return [json.loads(line) for line in lines]


def experiments(sides: Sequence[Side], common: Sequence[str], what: Sequence[str | Path], work: Path) -> list[Path]:
    """The files of one experiment, run by both commits."""
    files = [work / f"{side.tree.name}-{what[0]}.jsonl" for side in sides]
    for side, file in zip(sides, files, strict=True):
        side.run("eval", *what, *common, "--out", file, "--resamples", "0", "-q", "--json")
    return files


def told(name: str, found: Sequence[Difference], shown: int) -> int:
    """Print the differences of one input; how many are more than wording."""
    more = [d for d in found if not d.wording]
    print(f"{name}: {len(more)} differences, {len(found) - len(more)} of wording only")
    for difference in (*more[:shown], *[d for d in found if d.wording][:shown]):
        print(f"  {'wording: ' if difference.wording else ''}{difference}")
    return len(more)


def main() -> int:
    """Run both commits and compare; 1 when more than the wording differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--nli", type=Path, help="model folder for both, with its tables; default FIRST's starter")
    parser.add_argument("--claims", type=Path, help="JSON lines for eval claims")
    parser.add_argument("--index", type=Path, help="built index for the claims")
    parser.add_argument("--limit", type=int, default=60, help="claims, at even distances")
    parser.add_argument("--wikibio", type=Path)
    parser.add_argument("--web", type=Path, help="recorded web pages of these passages")
    parser.add_argument("--passages", type=int, default=3)
    parser.add_argument("--tolerance", type=float, default=0.02, help="scores may differ by this")
    parser.add_argument("--show", type=int, default=5, help="differences shown of each kind")
    chosen = parser.parse_args()
    different = 0
    with tempfile.TemporaryDirectory(prefix="diff-reports-") as folder:
        work = Path(folder)
        first_tree = checkout(chosen.first, work / "examples-of-first")
        nli = (chosen.nli or first_tree / "models" / "starter-nli").absolute()
        indexes = [chosen.index.absolute()] if chosen.index else []
        sides = [prepared(commit, work, nli, indexes) for commit in (chosen.first, chosen.second)]
        common = ["--nli", str(nli), "--no-cache"]
        try:
            files = [first_tree / "examples" / name for name in EXAMPLES]
            reports = [checked(side, files, common) for side in sides]
            different += told("examples", list(compare_reports(*reports, chosen.tolerance)), chosen.show)
            if chosen.claims:
                what = ["claims", "--data", chosen.claims.absolute(), "--limit", str(chosen.limit), "--spread"]
                pair = experiments(sides, [*common, "--index", chosen.index.stem], what, work)
                different += told("claims", list(compare_rows(*pair, chosen.tolerance)), chosen.show)
            if chosen.wikibio:
                web = ["--evidence", f"recorded:{chosen.web.absolute()}", "--limit", str(chosen.passages)]
                pair = experiments(sides, common, ["wikibio", "--data", chosen.wikibio.absolute(), *web], work)
                different += told("recorded web pages", list(compare_rows(*pair, chosen.tolerance)), chosen.show)
        finally:
            for tree in (first_tree, *(side.tree for side in sides)):
                subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, capture_output=True)
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
