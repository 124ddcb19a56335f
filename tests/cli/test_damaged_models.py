"""A model that cannot be opened is one line, however many documents there are, and whatever was checked before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run

MODEL = Path(__file__).resolve().parents[2] / "models" / "starter-nli"


@pytest.mark.parametrize("command", ["check", "batch"])
def test_a_damaged_tokenizer_is_one_error(localcheck: Run, tmp_path: Path, command: str) -> None:
    shutil.copytree(MODEL, tmp_path / "bad")
    (tmp_path / "bad" / "tokenizer.json").write_text("{}")
    (tmp_path / "texts").mkdir()
    for name in ("a", "b"):
        (tmp_path / "texts" / f"{name}.txt").write_text("Paris is the capital of France.")
    arguments = ("check", "texts") if command == "check" else ("batch", "texts", "out.jsonl")
    done = localcheck(*arguments, "--nli", tmp_path / "bad", "-q")
    assert done.returncode == 4 and done.stderr.count("error:") == 1 and "not a tokenizer file" in done.stderr
    assert "hint: install the model again" in done.stderr and not done.stdout
