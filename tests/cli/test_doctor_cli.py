"""``localcheck doctor`` as a user runs it, and its findings as data."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from localcheck.backends.llm.fitness import remembered
from localcheck.monitoring import doctor
from localcheck.settings import Settings
from tests import warm


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return warm.run(["doctor", *arguments])


def test_a_fresh_home_is_fit_for_the_default_check(home: Path) -> None:
    done = run("--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    assert {"program", "machine", "home", "extra", "model", "index", "llm"} <= {f["topic"] for f in found}
    assert all(f["level"] == "ok" or f["mend"] for f in found)
    assert any("builds it" in f["text"] for f in found if f["topic"] == "index")


def test_what_is_required_and_missing_ends_with_3_and_says_how_to_mend_it(home: Path) -> None:
    done = run("--nli", "no-such-model", "--index", "wiki", "--llm", "gguf:none")
    assert done.returncode == 3
    assert "localcheck index build DUMP.xml.bz2 --name wiki" in done.stdout
    assert "no-such-model" in done.stdout and "no GGUF model 'none'" in done.stdout
    assert "something required is missing" in done.stderr


def test_a_server_that_is_not_there_is_a_finding(home: Path) -> None:
    done = run("--llm", "server:http://127.0.0.1:9#m", "--json")
    (finding,) = [f for f in json.loads(done.stdout) if f["text"].startswith("server:")]
    assert done.returncode == 3 and finding["level"] == "error" and finding["mend"] == "is the server running?"


def test_a_chosen_gguf_is_opened(tiny_bpe: Path, home: Path) -> None:
    found = list(doctor.findings(Settings(llm=f"gguf:{tiny_bpe}", threads=1)))
    assert any(f.topic == "llm" and "GB, 1 thread" in f.text for f in found)
    assert not doctor.required_missing([f for f in found if f.topic == "llm"])


def test_a_gguf_that_was_cut_short_is_an_error(tiny_bpe: Path, home: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(tiny_bpe.read_bytes()[:-2000])
    found = [f for f in doctor.findings(Settings(llm=f"gguf:{cut}", threads=1)) if f.topic == "llm"]
    assert doctor.required_missing(found)
    assert any("cannot be loaded" in f.text and "no reason" not in f.text for f in found)


def test_a_missing_extra_names_its_install_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    monkeypatch.setattr(doctor, "_version", lambda name: "")
    notes = {f.mend for f in doctor.findings(Settings()) if f.topic == "extra"}
    assert notes == {f"pip install 'localcheck[{extra}]'" for extra in doctor.brought()}
    assert {"mcp", "lsp", "monitor", "documents", "zim", "docx", "llm"} <= doctor.brought().keys()
    assert not {"all", "dev", "docs", "models"} & doctor.brought().keys()
    assert doctor.required_missing(list(doctor.findings(Settings())))


def test_a_settings_file_that_is_wrong_is_a_finding_and_the_rest_is_reported(home: Path) -> None:
    (home / "localcheck.toml").write_text("indx = 'mine'\n", encoding="utf-8")
    done = run("--index", "wiki")
    assert done.returncode == 3, done.stderr
    assert "✗ unknown setting in" in done.stdout and "'indx'" in done.stdout
    assert "localcheck index build DUMP.xml.bz2 --name wiki" in done.stdout
    assert "NLI" in done.stdout


def test_a_home_that_cannot_be_written_is_an_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert any(f.topic == "home" and f.level == "error" and f.mend for f in doctor.findings(Settings()))


def test_a_language_model_is_measured_with_what_each_method_takes(home: Path, tiny_bpe: Path) -> None:
    done = run("--bench-llm", "--llm", f"gguf:{tiny_bpe}", "--json")
    assert done.returncode == 0, done.stderr
    first, *methods = [row["text"] for row in json.loads(done.stdout)]
    assert "tokens a second" in first
    assert any(text.startswith("selfcheck-qa: about") for text in methods)
    assert remembered() is None, "the effort of a check does not go by a model that is for trying out"


def test_nothing_to_measure_is_a_usage_error(home: Path) -> None:
    done = run("--bench-llm")
    assert done.returncode == 2 and "name one" in done.stderr
