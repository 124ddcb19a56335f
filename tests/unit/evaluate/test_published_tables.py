"""Tables of experiments beside published figures: how rows are named, and which columns claims have."""

from __future__ import annotations

from typing import Any

from localcheck.evaluate.published_tables import PUBLISHED, our_names, table

ROW = {"detector": "bayes-sequential", "n": 3, "by": {}, "intervals": {}}


def run(**made: Any) -> dict[str, Any]:
    return {**ROW, "metrics": {"right": 0.5, "wrong": 0.25, "not_enough": 0.25}, "run": made}


def test_two_experiments_are_told_apart_by_what_differs() -> None:
    starter = run(models={"nli:starter-nli": "1"}, index="starter", seed=0)
    careful = run(models={"nli:careful-nli": "2"}, index="starter", seed=0)
    elsewhere = run(models={"nli:careful-nli": "2"}, index="other", seed=0)
    assert our_names([starter, careful]) == ["bayes-sequential, starter-nli", "bayes-sequential, careful-nli"]
    assert our_names([careful, elsewhere]) == ["bayes-sequential, index starter", "bayes-sequential, index other"]
    assert our_names([starter]) == our_names([starter, starter])[:1] == ["bayes-sequential"]
    with_option = run(models={"nli:starter-nli": "1"}, index="starter", seed=0, parameters={"k": 1})
    assert our_names([starter, with_option]) == ["bayes-sequential", "bayes-sequential (k=1)"]


def test_claims_are_right_wrong_and_open() -> None:
    head, _, row = table("claims", [run()]).splitlines()
    assert head == "| Method | Source | Right | Wrong | Open |"
    assert row == "| bayes-sequential | ours, n = 3 | 50.00 | 25.00 | 25.00 |"


def test_documents_of_the_bayesian_paper_are_those_of_a_sentence() -> None:
    """Wang et al. 2023, Section 4.2: 3.05 and 6.22 are documents "per sentence", of all its subclaims together."""
    read = {p.method: dict(p.metrics) for p in PUBLISHED if p.detector == "bayes-sequential"}
    assert [m["evidence_per_sentence"] for m in read.values()] == [3.05, 6.22]
    assert not any("evidence_per_claim" in m for m in read.values())
    ours = {**ROW, "metrics": {"nonfact_auc_pr": 0.8, "evidence_per_claim": 4.2, "evidence_per_sentence": 6.57}}
    head, *_, row = table("wikibio", [ours]).splitlines()
    assert "Docs/sentence" in head and "Docs/claim" not in head and "| 6.57 |" in row


def test_a_table_for_latex_escapes_what_means_something_there() -> None:
    ours = [run(models={"llm:http://127.0.0.1:8080#a_{b}": "1"}), run(models={"llm:$x & 5%": "2"})]
    text = table("claims", ours, "latex")
    assert r"8080\#a\_\{b\}" in text and r"\$x \& 5\%" in text
