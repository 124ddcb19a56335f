"""The hour in which localcheck was tried as a journalist, an operator and an attacker, as real commands.

Each step is a fault that was found then, and what must be printed now. The details of each stand in tests of their own
(docs/attacks.md names them).
"""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

import pytest

from localcheck.models.manifest import InstallRecord, file_records, find_model, read_card, write_record
from tests.cli.conftest import Run

pytestmark = pytest.mark.slow

MANUAL = (
    "The maximum pressure is 12 bar. The warranty is 24 months. The pump weighs 2.5 kg. Costs fell by 50 %. "
    "There were 59 visitors. The bridge was built in March 2020."
)
FRAMED = (
    "I think that the maximum pressure is 20 bar. In my opinion the warranty is 60 months. "
    "Did you know that the pump weighs 9 kg? The pump weighs 9 kilograms, right?"
)
PARAPHRASED = (
    "The warranty is two years. The pump weighs 2500 g. Costs were halved. There were fewer than 100 visitors. "
    "The bridge was built in spring of 2020."
)
ARTICLE = "Berlin is the capital of Germany. Paris is the capital of Italy.\n"
MAYOR = "The current mayor of Springdale is Anna Berg.\n"
TABLE = "| Model | Warranty |\n| --- | --- |\n| Pump A | 24 months |\n| Pump B | {} |\n"


def test_1_a_frame_does_not_let_a_false_claim_pass(localcheck: Run, tmp_path: Path) -> None:
    (tmp_path / "manual.txt").write_text(MANUAL)
    done = localcheck("faithfulness", "--context", "manual.txt", "--text", FRAMED, "--risk", "high", "--json")
    labels = [claim["label"] for claim in json.loads(done.stdout)["claims"] if claim["checkable"]]
    assert (done.returncode, labels) == (1, ["refuted"] * 4)
    done = localcheck(
        "faithfulness", "--context", "manual.txt", "--text", FRAMED.split(". ")[0] + ".", "--risk", "high"
    )
    assert done.stdout.startswith("BLOCK") and "claim: 20 bar, source: 12 bar" in done.stdout
    done = localcheck("check", "--text", "In my opinion Paris is the capital of Germany.", "-q", "--no-store")
    assert done.returncode == 1 and "BLOCK" in done.stdout and "PASS" not in done.stdout


def test_2_a_number_in_other_words_is_the_same_number(localcheck: Run, tmp_path: Path) -> None:
    (tmp_path / "manual.txt").write_text(MANUAL)
    by_two = ("--effort", "careful")  # the small one alone is less sure, and on some processors not sure enough
    done = localcheck("faithfulness", "--context", "manual.txt", "--text", PARAPHRASED, "--json", *by_two)
    labels = [claim["label"] for claim in json.loads(done.stdout)["claims"]]
    assert (done.returncode, labels) == (0, ["supported"] * 5)
    (tmp_path / "two.txt").write_text("The warranty is 24 months. The warranty is 36 months.")
    done = localcheck("faithfulness", "--context", "two.txt", "--text", "The warranty is 24 months.")
    assert done.returncode == 1 and "the context contradicts itself" in done.stdout


def test_3_and_4_dates_are_not_those_of_files_and_what_was_not_read_is_said(localcheck: Run, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "profile-2009.txt").write_text(MAYOR)
    (folder / "notes.pages").write_bytes(b"PK\x03\x04")
    (folder / "photo.png").write_bytes(b"\x89PNG")
    done = localcheck("index", "build", "library", "--name", "library")
    assert done.returncode == 0 and "1 article, " in done.stdout and "1 not read" in done.stdout
    assert "notes.pages: files of type .pages are not read" in done.stderr and "photo.png" in done.stderr
    done = localcheck("check", "--text", MAYOR, "--index", "library", "-q", "--no-store")
    assert (
        done.returncode == 0
        and "supported" not in done.stdout
        and "the source dates from 2009" in " ".join(done.stdout.split())
    )
    done = localcheck("batch", "library", "out.jsonl", "--strict", "--no-store")
    assert done.returncode == 2 and "photo.png" in done.stderr


def test_5_and_6_nothing_is_overwritten_and_a_flipped_verdict_is_found(localcheck: Run, tmp_path: Path) -> None:
    article, report = tmp_path / "art.txt", tmp_path / "r.json"
    article.write_text(ARTICLE)
    done = localcheck("check", "art.txt", "--out", "art.txt", "--no-store")
    assert (done.returncode, article.read_text()) == (2, ARTICLE) and "is an input of this command" in done.stderr
    done = localcheck("check", "art.txt", "--format", "json", "--out", "r.json", "-q", "--no-store")
    assert done.returncode == 1
    assert localcheck("verify-report", "r.json").returncode == 0
    found = json.loads(report.read_text())
    found["verdicts"][1].update(label="supported", score=0.04)
    found["sentence_scores"][1].update(label="supported", score=0.04)
    found["scores"].update(score=(found["sentence_scores"][0]["score"] + 0.04) / 2, coverage=1.0)
    found["scores"]["counts"].update(supported=2, refuted=0)
    found["disposition"] = "pass"
    report.write_text(json.dumps(found))
    done = localcheck("verify-report", "r.json")
    assert done.returncode == 1 and "means refuted" in done.stdout


def test_7_a_forged_model_gets_no_trusted_name(localcheck: Run, tmp_path: Path) -> None:
    folder = tmp_path / "careful-nli"
    shutil.copytree(find_model("starter-nli"), folder)
    record = InstallRecord("careful-nli", read_card(folder).kind, "hub", "", "MIT", "", file_records(folder))
    write_record(folder, record)
    with tarfile.open(tmp_path / "model.tar", "w") as tar:
        tar.add(folder, arcname="careful-nli")
    done = localcheck("models", "import", "model.tar")
    assert done.returncode == 2 and "are not its files" in done.stderr
    assert localcheck("models", "import", "model.tar", "--name", "mine").returncode == 0
    assert "of unknown origin" in localcheck("models", "verify", "mine").stdout
    assert "NLI model mine is of unknown origin" in localcheck("doctor", "--nli", "mine").stdout


def test_8_reasons_say_what_differs_and_every_plain_rival_is_an_edit(localcheck: Run, tmp_path: Path) -> None:
    done = localcheck("check", "--text", "Paris is the capital of Italy.", "-q", "--no-store")
    said = " ".join(done.stdout.split())
    assert done.returncode == 1 and "claim: Italy, source: France" in said and "expected cost" not in said.lower()
    (tmp_path / "wrong.txt").write_text("Berlin is the capital of Italy. Mars has four moons.")
    done = localcheck("correct", "wrong.txt")
    assert done.returncode == 1 and "Italy → Germany" in done.stdout and "four → two" in done.stdout


def test_9_tables_are_claims_and_evidence(localcheck: Run, tmp_path: Path) -> None:
    (tmp_path / "data.md").write_text(TABLE.format("36 months"))
    (tmp_path / "offer.md").write_text(TABLE.format("12 months"))
    done = localcheck("faithfulness", "--context", "data.md", "--answer", "offer.md", "--json", "--no-store")
    claims = json.loads(done.stdout)["claims"]
    assert done.returncode == 1 and [c["label"] for c in claims] == ["supported", "refuted"]
    assert claims[1]["excerpt"] == "The warranty of Pump B is 36 months."


def test_10_words_of_a_page(localcheck: Run) -> None:
    done = localcheck("check", "/dev/zero", "--no-store")
    assert done.returncode == 2 and "is not a file" in done.stderr
    done = localcheck("doctor")
    assert "extra serve" in done.stdout and "extra batch" in done.stdout
