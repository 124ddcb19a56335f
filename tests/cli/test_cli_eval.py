"""``localcheck eval`` as a process: one JSON object, stored runs, re-scoring, comparison, tables, clear errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from localcheck.cli.measuring.eval_view import _articles
from localcheck.evaluate.records import read
from localcheck.evaluate.scoring import best_threshold, with_raw
from tests.cli.conftest import Run

KEYS = {"dataset", "detector", "n", "metrics", "intervals", "by", "cost", "run"}
SENTENCES = ["Ada was born in 1815.", "Ada wrote poems in Rome."]


@pytest.fixture
def wikibio(tmp_path: Path) -> Path:
    rows = [
        {
            "id": i,
            "concept": "ada",
            "gpt3_text": " ".join(SENTENCES),
            "gpt3_sentences": SENTENCES,
            "annotation": ["accurate", "major_inaccurate" if i % 2 else "minor_inaccurate"],
            "wiki_bio_text": "Ada was born in 1815 in London.",
            "gpt3_text_samples": ["Ada was born in 1815.", "Ada was a mathematician, born in 1815 in London."][
                : i % 2 + 1
            ],
        }
        for i in range(4)
    ]
    path = tmp_path / "wikibio.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


@pytest.fixture
def phd(tmp_path: Path) -> Path:
    def row(entity: str, label: str) -> dict[str, Any]:
        return {"entity": entity, "AI": f"{entity} is a planet.", "label": label, "url": "", "wrong_part": None}

    path = tmp_path / "phd.json"
    domains = {"low": [row("Mars", "factual"), row("Venus", "non-factual")], "high": [row("Earth", "factual")]}
    path.write_text(json.dumps(domains), encoding="utf-8")
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.json"
    rows = [
        {"premise": "Mars is red.", "hypothesis": "Mars is red.", "scores": [0.9, 0.1, 0.0]},
        {"premise": "Mars is red.", "hypothesis": "Mars is blue.", "scores": [0.1, 0.1, 0.8]},
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def test_ngram_on_wikibio_prints_one_object_and_keeps_the_run(localcheck: Run, wikibio: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs" / "a.jsonl"
    command = ["eval", "wikibio", "--data", wikibio, "-d", "selfcheck-ngram", "-o", "n=2", "--json", "--out", out]
    done = localcheck(*command, "--resamples", 50)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) >= KEYS
    assert (found["dataset"], found["detector"], found["n"]) == ("wikibio", "selfcheck-ngram", 8)
    assert {"nonfact_auc_pr", "nonfact_star_auc_pr", "factual_auc_pr", "accuracy", "balanced_accuracy"} <= set(
        found["metrics"]
    )
    assert found["cost"]["samples"] == 6 and found["cost"]["per_document"]["samples"] == 1.5
    assert dict(found["run"]["parameters"])["n"] == 2
    assert "experiment kept in" in done.stderr and out.is_file()
    again = localcheck("eval", "score", out, "--json", "--resamples", 50)
    assert json.loads(again.stdout) == found
    raw = localcheck("eval", "score", out, "--raw", "max_neg_logp", "--json", "--resamples", 0)
    assert json.loads(raw.stdout)["metrics"]["factual_auc_pr"] == found["metrics"]["factual_auc_pr"]


def test_a_run_that_was_cut_goes_on_and_equals_the_whole(localcheck: Run, wikibio: Path, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    command = [
        "eval",
        "wikibio",
        "--data",
        wikibio,
        "-d",
        "selfcheck-ngram",
        "--json",
        "--resamples",
        20,
        "-q",
        "--out",
    ]
    first = json.loads(localcheck(*command, whole).stdout)
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    part.write_text("".join(lines[:3]) + lines[3][:40], encoding="utf-8")
    second = json.loads(localcheck(*command, part).stdout)
    for scored in (first, second):
        del scored["cost"], scored["run"]
    assert first == second
    assert len(part.read_text(encoding="utf-8").splitlines()) == 5
    other = localcheck(*command, part, "-o", "n=3")
    assert other.returncode == 2 and "another experiment" in other.stderr


def test_samples_reach_the_detector(localcheck: Run, wikibio: Path) -> None:
    command = ["eval", "wikibio", "--data", wikibio, "-d", "selfcheck-ngram", "--json", "--resamples", 0, "-q"]
    assert json.loads(localcheck(*command, "--samples", 1).stdout)["cost"]["samples"] == 4
    typed = json.loads(localcheck(*command, "--samples", 1, "-o", "samples=2").stdout)
    assert typed["cost"]["samples"] == 6


def test_reference_instead_of_samples(localcheck: Run, wikibio: Path, table: Path) -> None:
    command = ["eval", "wikibio", "--data", wikibio, "-d", "selfcheck-nli", "--nli", f"table:{table}"]
    done = localcheck(*command, "-o", "against=reference", "--json", "--resamples", 0, "-q")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["cost"]["nli_pairs"] == 8 and found["cost"]["samples"] == 0


def test_compare_and_table(localcheck: Run, wikibio: Path, tmp_path: Path) -> None:
    runs = []
    for n in (1, 2):
        runs.append(tmp_path / f"{n}.jsonl")
        command = [
            "eval",
            "wikibio",
            "--data",
            wikibio,
            "-d",
            "selfcheck-ngram",
            "-o",
            f"n={n}",
            "--out",
            runs[-1],
            "-q",
        ]
        assert localcheck(*command, "--resamples", 0).returncode == 0
    same = json.loads(localcheck("eval", "compare", runs[0], runs[0], "--json", "--resamples", 100).stdout)
    assert same["flipped"] == [] and all(m["difference"] == 0 for m in same["metrics"].values())
    text = localcheck("eval", "compare", *runs, "--resamples", 100).stdout
    assert "4 examples in common\n  n: 1 → 2\n" in text and "flipped items" in text
    markdown = localcheck("eval", "table", *runs, "--resamples", 20).stdout
    assert "| SelfCheckGPT Unigram (max) | Manakul et al. 2023, Table 2 | 85.63" in markdown
    assert "selfcheck-ngram (n=2)" in markdown and "ours, n = 8" in markdown
    assert localcheck("eval", "table", runs[0], "--format", "latex", "--resamples", 0).stdout.startswith(
        r"\begin{tabular}"
    )
    as_json = json.loads(localcheck("eval", "table", runs[0], "--format", "json", "--resamples", 0).stdout)
    assert as_json["ours"][0]["detector"] == "selfcheck-ngram" and as_json["published"]
    (raw, *_) = read(runs[0])[1][0].raw
    command = ["eval", "score", runs[0], "--threshold-from", runs[1], "--raw", raw, "--json", "--resamples", 0]
    by_raw = best_threshold(with_raw(read(runs[1])[1], raw))
    assert json.loads(localcheck(*command).stdout)["threshold"] == by_raw != best_threshold(read(runs[1])[1])


def test_phd_on_recorded_stages_by_domain(localcheck: Run, phd: Path, tmp_path: Path) -> None:
    records = tmp_path / "qg.json"
    answers = [("Mars", "It is Mars."), ("Venus", "It is Mercury."), ("Earth", "It is Venus.")]
    rows = [{"entity": e, "claim": f"{e} is a planet.", "question": "Which?", "answer": a} for e, a in answers]
    records.write_text(json.dumps(rows), encoding="utf-8")
    command = ["eval", "phd", "--data", phd, "--records", records, "--json", "--resamples", 0, "-q"]
    done = localcheck(*command)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["detector"], found["n"]) == ("reverse-qg", 3)
    assert found["metrics"]["precision"] == 0.5 and found["metrics"]["recall"] == 1
    assert found["by"]["low"]["f1"] == 1 and found["by"]["high"]["accuracy"] == 0
    other = localcheck(*command, "-d", "reverse-em")
    assert other.returncode == 2 and "records of reverse-qg" in other.stderr
    rows[1]["entity"] = "Pluto"
    records.write_text(json.dumps(rows), encoding="utf-8")
    wrong = localcheck(*command)
    assert wrong.returncode == 2 and "row 2: is about 'Pluto', not 'Venus'" in wrong.stderr


def test_phd_with_recorded_samples(localcheck: Run, phd: Path, tmp_path: Path) -> None:
    samples = tmp_path / "samples.json"
    samples.write_text(json.dumps([{"entity": e, "samples_text": ["A planet."]} for e in ("Mars", "Venus", "Earth")]))
    done = localcheck("eval", "phd", "--data", phd, "--records", samples, "-d", "selfcheck-ngram", "--json", "-q")
    assert json.loads(done.stdout)["cost"]["samples"] == 3
    shown = localcheck("eval", "phd", "--data", phd, "--records", samples, "-d", "selfcheck-ngram", "-q").stdout
    assert "failed 0 · cost: " in shown and "samples 3" in shown and "{" not in shown


def test_the_baseline_needs_no_model(localcheck: Run, phd: Path) -> None:
    found = json.loads(localcheck("eval", "phd", "--data", phd, "-d", "all-false", "--json", "-q").stdout)
    assert found["metrics"]["recall"] == 1 and found["metrics"]["precision"] == pytest.approx(1 / 3)


def test_claims_with_their_own_evidence(localcheck: Run, table: Path, tmp_path: Path) -> None:
    data = tmp_path / "claims.jsonl"
    rows = [("Mars is red.", "factual"), ("Mars is blue.", "nonfactual")]
    data.write_text("".join(json.dumps({"claim": c, "label": x, "evidence": "Mars is red."}) + "\n" for c, x in rows))
    done = localcheck(
        "eval", "claims", "--data", data, "--nli", f"table:{table}", "--no-cache", "--json", "--resamples", 0
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["detector"], found["run"]["evidence"]) == ("bayes-sequential", "given")
    assert found["metrics"]["evidence_per_claim"] == 1
    assert found["metrics"]["nonfact_auc_pr"] == 1


def test_claims_by_source_with_verdicts_and_a_curve(localcheck: Run, table: Path, tmp_path: Path) -> None:
    data, curve, diagram = (tmp_path / name for name in ("claims.jsonl", "curve.svg", "diagram.svg"))
    again = tmp_path / "again.svg"
    rows = [("Mars is red.", "supported", {}), ("Venus is red.", "refuted", {"uncovered": True})]
    data.write_text(
        "".join(json.dumps({"claim": c, "label": x, "source": "made", "evidence": "Mars is red.", **more}) + "\n"
                for c, x, more in rows)
    )  # fmt: skip
    done = localcheck(
        "eval", "claims", "--data", data, "--nli", f"table:{table}", "--no-cache", "--json", "--resamples", 0,
        "--evidence", "given", "--svg", curve, "--reliability", diagram, "--out", tmp_path / "run.jsonl"
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found["by"]) == {"made", "uncovered"}
    assert {"right", "wrong", "not_enough", "auc", "ece", "seconds"} <= set(found["metrics"])
    assert found["metrics"]["label_against_posterior"] == 0
    assert curve.read_text().startswith("<svg") and "uncovered" in curve.read_text()
    assert found["reliability"]["P(factual)"]["n"] == 2 and "ece_three_way" in found["metrics"]
    assert "P(factual), n = 2, ECE" in diagram.read_text()
    assert localcheck("eval", "score", tmp_path / "run.jsonl", "--reliability", again).returncode == 0
    assert again.read_text() == diagram.read_text()
    ranked = localcheck("eval", "claims", "--data", data, "-d", "all-false", "--reliability", again, "-q")
    assert ranked.returncode == 2 and "needs verdicts with probabilities" in ranked.stderr


def test_nli_by_source(localcheck: Run, table: Path, tmp_path: Path) -> None:
    data = tmp_path / "nli.jsonl"
    rows = [
        ("Mars is red.", "entailment", "a"),
        ("Mars is blue.", "contradiction", "a"),
        ("Mars is big.", "entailment", "b"),
    ]
    data.write_text("".join(json.dumps({"premise": "Mars is red.", "hypothesis": h, "label": x, "source": s}) + "\n"
                            for h, x, s in rows))  # fmt: skip
    done = localcheck("eval", "nli", "--data", data, "--nli", f"table:{table}", "--no-cache", "--json", "-q")
    found = json.loads(done.stdout)
    assert found["metrics"]["accuracy"] == pytest.approx(2 / 3)
    assert found["by"]["a"]["accuracy"] == 1 and found["by"]["b"]["accuracy"] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["wikibio", "--data", "no.json"], "no such file"),
        (["phd", "--data", "wikibio.json", "-d", "all-false"], "has no 'entity'"),
        (["wikibio", "--data", "wikibio.json", "-d", "selfcheck-ngrams"], "selfcheck-ngram"),
        (["wikibio", "--data", "wikibio.json", "--evidence", "web"], "neither recorded:PATH nor given"),
        (["wikibio", "--data", "wikibio.json", "--records", "r.json"], "--records goes with the data set phd"),
        (["wikibio", "--data", "wikibio.json", "-d", "all-false", "--raw", "x"], "no raw score is named 'x'"),
        (["score", "wikibio.json"], "not a localcheck experiment"),
        (["table", "none.jsonl"], "no such experiment"),
    ],
)
def test_errors_are_one_line_and_a_hint(localcheck: Run, wikibio: Path, arguments: list[str], message: str) -> None:
    done = localcheck("eval", *arguments)
    assert done.returncode == 2
    assert message in done.stderr and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-2].startswith("localcheck: error: ") or "  hint: " in done.stderr


def test_one_article_is_no_articles() -> None:
    assert _articles({"independent": 1, "documents": 12}) == " of 1 article"
    assert _articles({"independent": 5, "documents": 12}) == " of 5 articles"
