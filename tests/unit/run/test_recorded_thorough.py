"""A recording of `--effort thorough` gives the same verdict on a machine without the model: answers, table and price."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_thorough_without import GIVEN

from localcheck.asking.head import Head
from localcheck.asking.head_files import read_head
from localcheck.asking.recordings import ABOUT, NOT_KEPT
from localcheck.backends.llamacpp import loading
from localcheck.judging.expert import ExpertTable, to_json
from localcheck.reports.recognise import ours
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.stats.bayes import Likelihoods
from localcheck.text.prompts.expert import READING
from localcheck.types import Document, Verdict
from training.heads.written import write_head

WIDTH = 128
"""Of a state of the tiny model: the last token's and the mean at the claim."""
CLAIM = Document("d", "Ada grew up in London.")


@pytest.fixture
def model(home: Path, tiny_bpe: Path) -> str:
    """The tiny model with a head and a table that was fitted for it."""
    name, sha256 = loading.name_of(tiny_bpe), loading.fingerprint(tiny_bpe)
    weights = np.random.default_rng(3).normal(0.0, 0.05, (3, WIDTH))
    head = Head(sha256, name, READING, (0,), np.zeros(WIDTH), np.ones(WIDTH), weights, np.array([2.0, 0.0, 0.0]))
    path = home / "models" / "heads" / f"{name}.npz"
    write_head(path, head)
    digest = read_head(path).digest
    fitted = Likelihoods((0.05, 0.15, 0.8), (0.8, 0.15, 0.05), "", "index", "", (20, 20))
    table = ExpertTable((-0.5, 0.5), fitted, sha256, name, 1, digest)
    (home / "calibration").mkdir()
    (home / "calibration" / "expert-tiny.json").write_text(json.dumps(to_json(table)), encoding="utf-8")
    return f"gguf:{tiny_bpe}"


def checked(llm: str, record: Path | None = None) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict on ``CLAIM``, and the run's notes."""
    settings = Settings(effort="thorough", llm=llm, cache=False, threads=1, context=512)
    with open_runtime(settings, GIVEN, RuntimeOptions(record=record)) as runtime:
        (verdict,) = runtime.detector("bayes-sequential", {"k": 1, "c_second": 0.001})(CLAIM)
        return verdict, runtime.info().notes


def bare(verdict: Verdict) -> Verdict:
    """Without what it took."""
    return replace(verdict, cost=replace(verdict.cost, seconds=0.0))


def test_the_recording_replays_the_heads_verdict(model: str, tmp_path: Path) -> None:
    recording = tmp_path / "answers.jsonl"
    first, _ = checked(model, recording)
    assert any(b.consulted for b in first.beliefs), "a test in which the model is not asked shows nothing"
    assert ours(recording), "an interrupted run must go on into its own recording"
    again, notes = checked(f"recorded:{recording}")
    assert bare(again) == bare(first)
    assert not any("language model" in note for note in notes), "the table is the model's own"


def test_by_letters_too(model: str, home: Path, tmp_path: Path) -> None:
    (head,) = (home / "models" / "heads").iterdir()
    head.unlink()
    recording = tmp_path / "answers.jsonl"
    first, _ = checked(model, recording)
    again, _ = checked(f"recorded:{recording}")
    assert any(b.consulted for b in first.beliefs) and bare(again) == bare(first)


def test_the_price_is_the_recordings_and_not_this_machines(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = tmp_path / "answers.jsonl"
    first, _ = checked(model, recording)
    monkeypatch.setattr("localcheck.run.runtime.priced_seconds", lambda *_: 1e9)
    again, _ = checked(f"recorded:{recording}")
    assert bare(again) == bare(first)


def test_an_answer_that_is_not_in_the_recording_is_said(model: str, tmp_path: Path) -> None:
    recording = tmp_path / "answers.jsonl"
    checked(model, recording)
    lines = [line for line in recording.read_text(encoding="utf-8").splitlines() if json.loads(line)["key"] == ABOUT]
    assert len(lines) == 1
    recording.write_text("\n".join(lines) + "\n", encoding="utf-8")
    again, _ = checked(f"recorded:{recording}")
    assert NOT_KEPT in again.note and not any(b.consulted for b in again.beliefs)
