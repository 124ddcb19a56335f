"""``verify-report`` recomputes what follows from the figures of a report, and checks who signed it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from localcheck.cli.main import run as main
from localcheck.errors import MissingResource
from localcheck.judging.context import ASKED_TOO
from localcheck.judging.evidence.find_tables import policies_of
from localcheck.reports.codec import report_from_json, report_to_json
from localcheck.reports.report import build
from localcheck.run.rechecking import read_rows, signatures
from localcheck.run.rechecking.signatures import sign

TEXT = "Berlin is the capital of Germany. Paris is the capital of Italy.\n"
JSON = dict[str, Any]
REFUTED = 1


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real report on a supported and a refuted claim."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "art.txt").write_text(TEXT)
    out = folder / "r.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCALCHECK_HOME", str(folder / "home"))
        assert main(["check", str(folder / "art.txt"), "--format", "json", "--out", str(out), "-q", "--no-store"]) == 1
    return out


@pytest.fixture
def report(written: Path) -> JSON:
    found: JSON = json.loads(written.read_text())
    assert [v["label"] for v in found["verdicts"]] == ["supported", "refuted"]
    return found


def totals_again(report: JSON) -> JSON:
    """Sentence scores, totals and disposition made to follow from the verdicts: what a careful forger does."""
    old = report_from_json(report, "r")
    return report_to_json(build(old.document, old.sentences, old.verdicts, replace(old.run, notes=())))


def flipped(report: JSON) -> None:
    report["verdicts"][REFUTED].update(label="supported", score=0.04)


def flipped_with_its_last_belief(report: JSON) -> None:
    flipped(report)
    report["verdicts"][REFUTED]["beliefs"][-1].update(p_factual=0.96, risk_stop=28 * 0.04)


def other_score(report: JSON) -> None:
    report["verdicts"][REFUTED]["score"] = 0.7


def no_steps_left(report: JSON) -> None:
    report["verdicts"][REFUTED]["beliefs"] = report["verdicts"][REFUTED]["beliefs"][-1:]


def cheaper(report: JSON) -> None:
    report["verdicts"][REFUTED]["beliefs"][-1]["risk_stop"] = 0.01


def opened(report: JSON) -> None:
    report["verdicts"][REFUTED].update(label="not_enough_evidence", score=0.5, best=None)


def other_quote(report: JSON) -> None:
    """Another sentence of the same passage, with its right offsets and hash."""
    verdict = report["verdicts"][REFUTED]
    evidence = verdict["evidence"][verdict["best"]]
    text, end = evidence["passage"]["text"], evidence["window"]["end"]
    start = text.index(". ", end) + 2
    quote = text[start : text.index(".", start) + 1]
    evidence.update(
        quote=quote,
        quote_span={"start": start, "end": start + len(quote)},
        quote_sha256=hashlib.sha256(quote.encode()).hexdigest(),
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (flipped, "means refuted"),
        (flipped_with_its_last_belief, "does not follow from the features"),
        (other_score, "its score says P(factual) 0.30"),
        (no_steps_left, "steps are not numbered"),
        (cheaper, "expected cost of a step does not follow"),
        (opened, "its score says"),
        (other_quote, "another part of the passage"),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_a_consistent_forgery_is_found(report: JSON, change: Callable[[JSON], None], says: str) -> None:
    assert not [c for c in read_rows([("r", report)]) if c.problem]
    change(report)
    found = [c.problem for c in read_rows([("r", totals_again(report))]) if c.problem]
    assert any(says in problem for problem in found), found


def test_a_belief_may_follow_by_any_model_that_a_continued_run_names(report: JSON) -> None:
    models = report["run"]["models"]
    (own,) = (sha for role, sha in models.items() if role.startswith("nli:"))
    known = {p.likelihoods.nli_sha256 for p in policies_of(report["run"]["parameters"], own)}
    report["run"]["models"] = {"nli:later": min(known - {own}), **models}
    assert not [c for c in read_rows([("r", report)]) if c.problem]
    flipped_with_its_last_belief(report)
    found = [c.problem for c in read_rows([("r", totals_again(report))]) if c.problem]
    assert any("does not follow from the features" in problem for problem in found)


def test_as_published_an_open_claim_keeps_its_posterior(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    paper = [o for name in ("evidence=paper", "c_false_alarm=96", "c_abstain=0") for o in ("-o", name)]
    text = "Marie Curie collected green bicycles in Oslo."
    main(
        [
            "check",
            "--text",
            text,
            *paper,
            "--effort",
            "quick",
            "--format",
            "json",
            "--out",
            str(out),
            "-q",
            "--no-store",
        ]
    )
    report = json.loads(out.read_text())
    (verdict,) = report["verdicts"]
    assert verdict["label"] == "not_enough_evidence"
    assert 1 - verdict["score"] == pytest.approx(verdict["beliefs"][-1]["p_factual"]) and verdict["score"] > 0.8
    assert not [c for c in read_rows([("r", report)]) if c.problem]
    verdict["score"] = 0.6
    assert [c for c in read_rows([("r", totals_again(report))]) if "its score says" in (c.problem or "")]


def test_a_score_of_a_sentence_follows_from_its_claims(report: JSON) -> None:
    report["sentence_scores"][REFUTED]["score"] = 0.6
    assert any("scores of the sentences" in c.problem for c in read_rows([("r", report)]))


def test_what_faithfulness_writes_is_read(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    context, out = tmp_path / "context.txt", tmp_path / "f.json"
    context.write_text("The warranty is 24 months. The pump weighs 9 kg.")
    main(["faithfulness", "--context", str(context), "--text", "The pump weighs 12 kg.", "--json", "--no-store"])
    found = json.loads(capsys.readouterr().out)
    out.write_text(json.dumps(found))
    assert main(["verify-report", str(out)]) == 0 and "1 quote checked, 0 problems" in capsys.readouterr().out
    found["claims"][0]["label"] = "supported"
    out.write_text(json.dumps(found))
    assert main(["verify-report", str(out)]) == 1 and "not those of the report" in capsys.readouterr().out
    verdict = found["report"]["verdicts"][0]
    verdict.update(label="supported", score=0.02)
    found["report"] = totals_again(found["report"])
    out.write_text(json.dumps(found))
    assert main(["verify-report", str(out)]) == 1 and "its quote has entailment" in capsys.readouterr().out
    del found["report"]
    out.write_text(json.dumps(found))
    assert main(["verify-report", str(out)]) == 2


def test_what_two_sentences_of_a_context_say_together_is_verified(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context, out = tmp_path / "context.txt", tmp_path / "f.json"
    context.write_text("The heater H699 uses 1300 watts and costs 147 euros. Its warranty is 24 months.")
    text = "The heater H699 uses 1300 watts and has a warranty of 24 months."
    assert main(["faithfulness", "--context", str(context), "--text", text, "--json", "--no-store"]) == 0
    found = json.loads(capsys.readouterr().out)
    out.write_text(json.dumps(found))
    assert main(["verify-report", str(out)]) == 0, capsys.readouterr().out
    report = found["report"]
    (evidence,) = report["verdicts"][0]["evidence"]
    assert evidence["window"] == evidence["quote_span"] and evidence["entailment"]["entail"] > 0.9


def test_a_language_model_may_support_what_the_nli_models_leave_open(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = tmp_path / "context.txt"
    context.write_text("The warranty is 24 months.")
    main(["faithfulness", "--context", str(context), "--text", "The warranty is two years.", "--json", "--no-store"])
    report = json.loads(capsys.readouterr().out)["report"]
    verdict = report["verdicts"][0]
    verdict["evidence"][0]["entailment"] = {"entail": 0.2, "neutral": 0.5, "contradict": 0.3}
    assert any("its quote has entailment" in c.problem for c in read_rows([("r", report)]))
    verdict["rationale"] += f"; {ASKED_TOO}"
    assert any("its quote has entailment" in c.problem for c in read_rows([("r", report)]))
    report["run"]["models"]["llm:some.gguf"] = "0" * 64
    assert not any("its quote has entailment" in c.problem for c in read_rows([("r", report)]))


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not here")
def test_a_signature_holds_for_one_file_and_one_key(
    home: Path, tmp_path: Path, report: JSON, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("editor", "stranger"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    text, out = tmp_path / "a.txt", tmp_path / "r.json"
    text.write_text("Berlin is the capital of Germany.")
    call = ["check", str(text), "--format", "json", "-q", "--no-store"]
    assert main([*call, "--sign", str(tmp_path / "editor")]) == 2, "there is no file to sign"
    assert main([*call, "--out", str(out), "--sign", str(tmp_path / "editor")]) == 0
    verify = ["verify-report", str(out), "--signed-by"]
    capsys.readouterr()
    assert main([*verify, str(tmp_path / "editor.pub")]) == 0 and "the key that you named" in capsys.readouterr().out
    assert main(verify[:2]) == 0 and "not known here" in capsys.readouterr().out
    assert main([*verify, str(tmp_path / "stranger.pub")]) == 1
    assert main([*verify, str(tmp_path / "editor")]) == 2, "a private key is not what names a signer"
    out.write_text(out.read_text().replace('"seed": 0', '"seed": 1'))
    assert main([*verify, str(tmp_path / "editor.pub")]) == 1 and "does not hold" in capsys.readouterr().out
    assert main(verify[:2]) == 1
    assert main([*call, "--out", str(out)]) == 0, "written anew without a signature"
    assert "r.json.sig is removed" in capsys.readouterr().err and not out.with_name("r.json.sig").exists()
    assert main([*verify, str(tmp_path / "editor.pub")]) == 1 and "no signature" in capsys.readouterr().out
    assert main(verify[:2]) == 0


def test_a_key_that_waits_for_a_passphrase_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (slow := tmp_path / "ssh-keygen").write_text("#!/bin/sh\nexec sleep 9\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(signatures, "SECONDS", 0.1)
    with pytest.raises(MissingResource, match=r"no answer in 0\.1 s"):
        signatures.sign(tmp_path / "report.json", slow)


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not here")
def test_of_another_format_the_signature_alone_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, file = tmp_path / "editor", tmp_path / "run.docx"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    file.write_bytes(b"PK\x03\x04\xff\xfe")
    assert main(["verify-report", str(file)]) == 2, "without a signature there is nothing to check"
    sign(file, key)
    capsys.readouterr()
    verify = ["verify-report", str(file), "--signed-by", f"{key}.pub"]
    assert main(verify) == 3
    told = capsys.readouterr().out
    assert "only the signature is checked" in told and "the key that you named" in told
    file.write_bytes(b"PK\x03\x04\xff")
    assert main(verify) == 1 and "does not hold" in capsys.readouterr().out
    file.unlink()
    assert main(verify) == 2 and "no such file" in capsys.readouterr().err
