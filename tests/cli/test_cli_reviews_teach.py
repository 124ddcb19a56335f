"""Corrections teach: reviews in the store move the likelihood table, and before and after are shown."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from localcheck.store import Store
from localcheck.store.decisions import Action, Review
from localcheck.types import Label

TEXT = (
    "Marie Curie was born in Warsaw in 1867. Marie Curie was born in Paris in 1931. Mars has two small moons. "
    "Mars has nine small moons. The Titanic sank in April 1912. The Titanic sank in April 1845."
)
TRUTH = [True, False, True, False, True, False]


def test_reviews_move_the_table(
    localcheck: Callable[..., subprocess.CompletedProcess[str]], home: Path, tmp_path: Path
) -> None:
    done = localcheck("check", "--text", TEXT, "--claims", "sentences", "--fail-on", "never", "-q")
    assert done.returncode == 0, done.stderr
    with Store(home / "localcheck.db") as store:
        (run,) = store.runs()
        for verdict in store.load(run.id).verdicts:
            label = Label.SUPPORTED if TRUTH[verdict.claim.sentence] else Label.REFUTED
            action = Action.ACCEPT if verdict.label is label else Action.OVERRIDE
            store.reviews.add(run.id, verdict.claim.id, Review(action, label))
    done = localcheck("calibrate", "--from-reviews", "--json", "--svg", tmp_path / "d.svg")
    assert done.returncode == 0, done.stderr
    learned = json.loads(done.stdout)
    assert learned["before"]["n"] == learned["after"]["n"] >= 4
    assert 0 <= learned["threshold"] <= 1
    assert abs(sum(learned["factual"]) - 1) < 1e-6
    file = Path(learned["file"])
    assert file.name.startswith("evidence-") and list(file.parent.iterdir()) == [file], (
        "the paper's table stays as it is"
    )
    kept = json.loads(file.read_text())
    assert kept["factual"] == learned["factual"] and len(kept["factual"]) == len(kept["edges"]) + 2
    assert (tmp_path / "d.svg").read_text().startswith("<svg")
    again = localcheck("check", "--text", "Mars has two small moons.", "--fail-on", "never", "-q", "--format", "json")
    assert again.returncode == 0, again.stderr
    assert "likelihood table" not in again.stderr
    localcheck("calibrate", "--from-reviews", "-q")
    assert json.loads(file.read_text()) == kept, "the same reviews counted again, as often as one asked"
    with closing(sqlite3.connect(home / "localcheck.db")) as store, store:
        store.execute('UPDATE runs SET info = replace(info, \'"nli:\', \'"nli:other": "ab", "nli:\')')
    done = localcheck("calibrate", "--from-reviews", "-q")
    assert done.returncode == 2 and "that another NLI model judged (--effort or --nli names it)" in done.stderr


def test_reviews_of_the_papers_features_move_the_papers_table_unless_it_was_better(
    localcheck: Callable[..., subprocess.CompletedProcess[str]], home: Path
) -> None:
    localcheck("check", "--text", TEXT, "--claims", "sentences", "-o", "evidence=paper", "--fail-on", "never", "-q")

    def decided(*as_they_are: bool) -> None:
        with Store(home / "localcheck.db") as store:
            (run,) = store.runs()
            for verdict, right in zip(store.load(run.id).verdicts, as_they_are, strict=True):
                label = Label.SUPPORTED if TRUTH[verdict.claim.sentence] is right else Label.REFUTED
                store.reviews.add(run.id, verdict.claim.id, Review(Action.OVERRIDE, label))

    decided(True, True, True, True, False, False)  # from two that are right nobody learns that the third is not
    done = localcheck("calibrate", "--from-reviews")
    assert done.returncode == 0 and "not kept: what was in use stays" in done.stdout, done.stdout
    assert "warning: what was in use is better on these claims" in done.stderr
    assert not list(home.glob("calibration/*"))
    decided(*[False] * 6)
    learned = json.loads(localcheck("calibrate", "--from-reviews", "--json").stdout)
    assert Path(learned["file"]).name.startswith("likelihoods-") and len(learned["factual"]) == 10
