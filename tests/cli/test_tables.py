"""Tables as claims and as evidence, from files to verdicts: a row is read with its header."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.cli.main import run as main

DATA = (
    "<html><head><title>Pumps</title></head><body><table><tr><th>Model</th><th>Warranty</th><th>Weight</th></tr>"
    "<tr><td>P200</td><td>24 months</td><td>9 kg</td></tr><tr><td>P300</td><td>36 months</td><td>12 kg</td></tr>"
    "</table></body></html>"
)
CLAIMS = "| Model | Warranty |\n| --- | --- |\n| P200 | 24 months |\n| P300 | 12 months |\n"


def test_a_table_is_checked_against_a_table(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "pumps.html").write_text(DATA)
    (tmp_path / "offer.md").write_text(CLAIMS)
    assert main(["index", "build", str(library), "--name", "pumps"]) == 0
    capsys.readouterr()
    code = main(["check", str(tmp_path / "offer.md"), "--index", "pumps", "--format", "json", "-q", "--no-store"])
    report = json.loads(capsys.readouterr().out)
    found = {v["claim"]["text"]: v for v in report["verdicts"]}
    assert list(found) == ["The Warranty for Model P200 is 24 months.", "The Warranty for Model P300 is 12 months."]
    good, bad = found.values()
    assert (code, good["label"], bad["label"]) == (1, "supported", "refuted")
    assert bad["evidence"][bad["best"]]["quote"] == "The Warranty for Model P300 is 36 months."


def test_an_answer_is_held_against_a_table_in_its_context(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pumps.html").write_text(DATA)
    call = ["faithfulness", "--context", str(tmp_path / "pumps.html"), "--json", "--no-store", "--text"]
    for text, label in (("The P200 weighs 9 kg.", "supported"), ("The P200 weighs 12 kg.", "refuted")):
        main([*call, text])
        (claim,) = json.loads(capsys.readouterr().out)["claims"]
        assert claim["label"] == label and claim["excerpt"].startswith("The Weight for Model P200 is 9 kg"), claim


def test_two_rows_of_a_table_are_no_conflict(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "| Model | Warranty |\n| --- | --- |\n| {0}A | 24 months |\n| {0}B | 36 months |\n"
    for kind in ("Pump ", "Type-", "P20"):
        (tmp_path / "data.md").write_text(rows.format(kind))
        call = ["faithfulness", "--context", str(tmp_path / "data.md"), "--json", "--no-store", "--text"]
        main([*call, f"The warranty of {kind}A is 24 months. The warranty of {kind}B is 24 months."])
        found = [(c["label"], c["why"]) for c in json.loads(capsys.readouterr().out)["claims"]]
        assert [label for label, _ in found] == ["supported", "refuted"], (kind, found)
