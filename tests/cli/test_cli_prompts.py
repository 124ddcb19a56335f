"""``localcheck prompts`` through real processes."""

from __future__ import annotations

import json
from pathlib import Path

from localcheck.text.prompts.grounding import CITATION
from tests.cli.conftest import Run


def test_prompts_are_shown_word_for_word(localcheck: Run) -> None:
    assert localcheck("prompts", "show", "citation").stdout.strip() == CITATION
    done = localcheck("prompts", "show", "citaton")
    assert done.returncode == 2 and "citation" in done.stderr


def test_citations_and_self_verification(localcheck: Run, tmp_path: Path) -> None:
    fact = "The museum opened in 1912."
    (tmp_path / "source.txt").write_text(fact)
    (tmp_path / "answer.txt").write_text("The museum opened in 1912 [1]. The king built it [2].")
    (tmp_path / "table.json").write_text(
        json.dumps([{"premise": fact, "hypothesis": fact, "scores": [0.97, 0.02, 0.01]}])
    )
    given = ("--context", "source.txt", "--answer", "answer.txt", "--json")
    done = localcheck("prompts", "citations", *given, "--nli", "table:table.json")
    assert done.returncode == 1, done.stderr
    assert [s["grounded"] for s in json.loads(done.stdout)] == [True, False]
    (tmp_path / "script.jsonl").write_text(json.dumps({"texts": ["The museum opened in 1912 [1]."]}) + "\n")
    done = localcheck("prompts", "self-verify", *given, "--llm", "scripted:script.jsonl")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["retracted"] == ["The king built it [2]."]
    (tmp_path / "script.jsonl").write_text(json.dumps({"texts": ["Sorry, I can't help with that."]}) + "\n")
    done = localcheck("prompts", "self-verify", *given, "--llm", "scripted:script.jsonl")
    assert done.returncode == 4 and "no revised answer: it refuses" in done.stderr, "a refusal retracts nothing"
