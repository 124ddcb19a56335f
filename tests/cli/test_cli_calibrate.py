"""``localcheck calibrate`` as a process, on claims that bring their evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.reports.trust import OWN_SCORE
from tests.cli.conftest import ROOT, Run


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """Twelve claims of each kind; the table's model entails nine of ten true ones."""
    rows, pairs = [], []
    for i in range(24):
        factual, entailed = i % 2 == 0, i % 2 == 0 and i != 2
        claim, evidence = f"Number {i} is even.", f"Of the number {i} the book says what it is."
        rows.append({"claim": claim, "label": "factual" if factual else "nonfactual", "evidence": evidence})
        scores = [0.95, 0.05, 0.0] if entailed else [0.05, 0.15, 0.8]
        pairs.append({"premise": evidence, "hypothesis": claim, "scores": scores})
    (tmp_path / "table.json").write_text(json.dumps(pairs), encoding="utf-8")
    path = tmp_path / "claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_table_is_learned_kept_and_used(localcheck: Run, claims: Path, home: Path) -> None:
    command = ["calibrate", "--data", claims, "--nli", "table:table.json", "--no-cache"]
    dry = localcheck(*command, "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert "from 12 and 12 claims" in dry.stdout and "not kept" in dry.stdout
    assert not (home / "calibration").exists()
    done = localcheck(*command, "--json", "-q", "--svg", "r.svg")
    found = json.loads(done.stdout)
    assert found["n"] == [12, 12] and found["evidence"] == "index"
    assert found["factual"][9] == pytest.approx(12 / 22) and found["nonfactual"][0] == pytest.approx(13 / 22)
    assert sum(found["factual"]) == pytest.approx(1)
    assert found["before"] is None and found["after"]["n"] == 24
    kept = json.loads(Path(found["file"]).read_text(encoding="utf-8"))
    assert kept["factual"] == found["factual"]
    (score,) = (home / "calibration").glob("evidence-*.json")
    assert json.loads(score.read_text(encoding="utf-8"))["nli_sha256"] == kept["nli_sha256"]
    assert (claims.parent / "r.svg").read_text(encoding="utf-8").startswith("<svg")
    decision = found["decision"]
    assert decision["before"] is None and decision["after"]["n"] == 24
    assert (
        decision["after"]["right"] > 0.6 > 0.1 > decision["after"]["wrong"]
        and decision["after"]["label_against_posterior"] == 0
    )
    assert decision["reliability"]["P(factual)"]["n"] == 24
    assert "supported, n = " in (claims.parent / "r.svg").read_text(encoding="utf-8")
    again = json.loads(localcheck(*command, "--json", "--dry-run", "-q").stdout)
    assert again["before"]["brier"] < 0.15
    assert again["decision"]["before"]["n"] == 24 and again["decision"]["before"]["wrong"] < 0.1
    shown = localcheck(*command, "--dry-run").stdout.splitlines()
    assert [line.split()[0] for line in shown[1:4]] == ["n", "before:", "after:"]
    used = localcheck("eval", "claims", "--data", claims, "--nli", "table:table.json", "--no-cache", "--json", "-q")
    scored = json.loads(used.stdout)
    assert "likelihood" not in used.stderr
    checked = localcheck(
        "check", "-", "--nli", "table:table.json", "--no-cache", "--json", "-q", stdin="Mars has two moons."
    )
    assert f"{OWN_SCORE}, to claims.jsonl" in json.loads(checked.stdout)["run"]["notes"]
    assert scored["metrics"]["accuracy"] > 0.9


def test_all_files_are_named_and_a_warning_is_no_progress(localcheck: Run, claims: Path, home: Path) -> None:
    """Only the paper's table was named, though the evidence score beside it decides, and ``-q`` hid that it had got worse."""
    command = ["calibrate", "--data", claims, "--nli", "table:table.json", "--no-cache", "-q"]
    first = localcheck(*command)
    kept = sorted((home / "calibration").iterdir(), reverse=True)
    assert len(kept) == 2 and f"kept in {kept[0]} and {kept[1]}\n" in first.stdout
    rows = [json.loads(line) for line in claims.read_text(encoding="utf-8").splitlines()]
    for row in rows[::3]:
        row["label"] = "nonfactual" if row["label"] == "factual" else "factual"
    claims.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    again = localcheck(*command)
    assert "warning: what was in use is better on these claims" in again.stderr
    assert f"; remove {kept[0]} and {kept[1]} to use the shipped tables again" in again.stderr
    shown = json.loads(localcheck(*command, "--json").stdout)
    assert (shown["file"], shown["files"]) == (str(kept[0]), [str(file) for file in kept])


def test_claims_are_judged_by_a_score_of_other_articles_claims(localcheck: Run, claims: Path, tmp_path: Path) -> None:
    command = ["eval", "claims", "--data", claims, "--nli", "table:table.json", "--no-cache", "--resamples", 0]
    done = localcheck(*command, "--cross-fit", "--json", "--out", tmp_path / "run.jsonl", "--reliability", "r.svg")
    assert done.returncode == 0, done.stderr
    assert "documents read: " in done.stderr and "was fitted on" not in done.stderr
    found = json.loads(done.stdout)
    assert found["run"]["score"] == "cross-fitted by article"
    assert found["n"] == 24 and found["metrics"]["right"] > 0.6 > 0.1 > found["metrics"]["wrong"]
    again = localcheck(*command, "--cross-fit", "--json", "--out", tmp_path / "run.jsonl", "-q")
    assert json.loads(again.stdout)["metrics"] == found["metrics"], "every row is in the journal already"
    other = localcheck(*command, "--out", tmp_path / "run.jsonl", "-q")
    assert other.returncode == 2 and "holds another experiment" in other.stderr
    localcheck("calibrate", "--data", claims, "--nli", "table:table.json", "--no-cache", "-q")
    learned = localcheck(*command, "--json")
    assert "fitted on a file of this name" in learned.stderr and learned.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--limit", "4"], "five articles"),
        (["-o", "evidence=paper"], "does not use it"),
        (["-d", "all-false"], "does not use it"),
    ],
)
def test_a_cross_fit_that_cannot_be(localcheck: Run, claims: Path, arguments: list[str], message: str) -> None:
    done = localcheck("eval", "claims", "--data", claims, "--nli", "table:table.json", "--cross-fit", "-q", *arguments)
    assert done.returncode == 2
    assert message in done.stderr and "Traceback" not in done.stderr


def test_every_claim_can_be_looked_up_in_the_index(localcheck: Run, claims: Path) -> None:
    command = ["calibrate", "--data", claims, "--nli", "table:table.json", "--no-cache", "--dry-run", "--json", "-q"]
    done = localcheck(*command, "--from-index")
    assert done.returncode == 2 and "no document speaks of 2" in done.stderr, (
        "the starter encyclopedia knows little of these"
    )


def test_too_few_claims_are_refused(localcheck: Run, claims: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("".join(claims.read_text(encoding="utf-8").splitlines(keepends=True)[:6]), encoding="utf-8")
    done = localcheck("calibrate", "--data", few, "--nli", "table:table.json", "-q")
    assert done.returncode == 2
    assert "3 factual and 3 not factual claims" in done.stderr


def test_claims_that_no_document_speaks_of_are_counted_by_themselves(localcheck: Run, claims: Path) -> None:
    """A file of ten claims of each kind was said to have nine of one."""
    rows = [json.loads(line) for line in claims.read_text(encoding="utf-8").splitlines()][:20]
    rows[3]["evidence"] = "Rivers flow."
    claims.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = localcheck("calibrate", "--data", claims, "--nli", "table:table.json", "-q")
    assert done.returncode == 2
    assert (
        "10 factual and 10 not factual claims, but no document speaks of 1 of them, first 'Number 3 is even.'; "
        "at least 10 of each are needed that one speaks of" in done.stderr
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give one of --data FILE and --from-reviews"),
        (["--data", "claims.jsonl", "--from-reviews"], "give one of"),
        (["--data", "claims.jsonl", "--smoothing", "0"], "is not more than 0"),
        (["--data", "none.jsonl"], "no such file"),
        (["--expert", "--data", "claims.jsonl", "--from-reviews"], "--expert and --from-reviews do not go together"),
        (["--expert", "--data", "claims.jsonl", "--kind", "index"], "--expert and --kind do not go together"),
        (["--expert", "--data", "claims.jsonl", "--smoothing", "2"], "--expert and --smoothing do not go together"),
        (["--expert", "--data", "claims.jsonl", "--svg", "x.svg"], "--expert and --svg do not go together"),
    ],
)
def test_errors(localcheck: Run, claims: Path, arguments: list[str], message: str) -> None:
    done = localcheck("calibrate", *arguments, "--nli", "table:table.json", "-q")
    assert done.returncode == 2
    assert message in done.stderr and "Traceback" not in done.stderr


def test_the_example_claims_are_a_data_set() -> None:
    rows = [json.loads(line) for line in (ROOT / "examples" / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
    labels = [row["label"] for row in rows]
    assert labels.count("factual") >= 12 and labels.count("nonfactual") >= 12
    assert all(set(row) == {"claim", "label", "title", "group"} for row in rows)
    pronouns = {"He", "She", "It", "They", "His", "Her", "Its", "There"}
    assert not [row["claim"] for row in rows if row["claim"].split()[0] in pronouns]
