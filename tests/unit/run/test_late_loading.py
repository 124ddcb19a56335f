"""Weights and tokenizers are read when a claim must be judged, by the thread that asks; what cannot be read ends the run."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from localcheck.backends.nli import encoder
from localcheck.backends.nli.encoder import EncoderNLI, open_nli
from localcheck.backends.nli.tokenizer import open_tokenizer
from localcheck.batch.executor import Local
from localcheck.errors import BrokenModel
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.session import Session
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.types import Document, Failed, Finished, Judged, Verdict

ROOT = Path(__file__).resolve().parents[3]
MODEL = ROOT / "models" / "starter-nli"
PAIR = ("The Seine flows through Paris.", "The Seine is in Paris.")
SETTINGS = Settings(nli="starter-nli", threads=1)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What was read, and on which thread."""
    import ctranslate2

    found: list[tuple[str, str]] = []
    weights, tokenizer = ctranslate2.Encoder, open_tokenizer

    def told(what: str, read: Any, *given: Any, **options: Any) -> Any:
        found.append((what, threading.current_thread().name))
        return read(*given, **options)

    monkeypatch.setattr(ctranslate2, "Encoder", lambda *given, **options: told("weights", weights, *given, **options))
    monkeypatch.setattr(encoder, "open_tokenizer", lambda folder: told("tokenizer", tokenizer, folder))
    return found


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that cannot be read."""
    import ctranslate2

    def refuse(*given: Any, **options: Any) -> Any:
        raise RuntimeError("no such layer")

    monkeypatch.setattr(ctranslate2, "Encoder", refuse)


def checked(*texts: str, settings: Settings = SETTINGS, options: RuntimeOptions | None = None) -> Iterator[Any]:
    documents = tuple(Document(f"d{n}", text) for n, text in enumerate(texts))
    with Session(settings, options=options) as session:
        yield from session.check(CheckRequest(documents, settings))


def verdicts(events: Iterator[Any]) -> list[Verdict]:
    return [event.verdict for event in events if isinstance(event, Judged)]


def test_an_encoder_is_read_when_it_is_first_asked_and_once(read: list[tuple[str, str]], home: Path) -> None:
    here = threading.current_thread().name
    with open_nli(MODEL, threads=2) as unused:
        assert unused.info.sha256 and unused.info.labels
    assert not read
    for ask in (lambda nli: nli.entail([PAIR] * 40), lambda nli: nli.embed(PAIR * 20), EncoderNLI.load):
        with open_nli(MODEL, threads=2) as nli:
            ask(nli)
            ask(nli)
        assert sorted(read) == [("tokenizer", here), ("weights", here)]
        read.clear()


def test_a_check_whose_verdicts_are_known_reads_no_model(read: list[tuple[str, str]], starter: Path) -> None:
    text = "Paris is the capital of France."
    first = verdicts(checked(text))
    assert {what for what, _ in read} == {"tokenizer", "weights"}
    read.clear()
    again = verdicts(checked(text))
    assert not read and [v.cost.cached for v in again] == [1]
    assert [(v.label, v.score, v.beliefs) for v in again] == [(v.label, v.score, v.beliefs) for v in first]
    verdicts(checked(f"{text} Berlin is the capital of Germany."))
    assert {what for what, _ in read} == {"tokenizer", "weights"}


@pytest.mark.parametrize("how", ["batch", "server", "no cache", "no claim cache"])
def test_it_is_read_at_once_by_batches_and_servers_and_where_nothing_is_remembered(
    read: list[tuple[str, str]], starter: Path, how: str
) -> None:
    if how == "batch":
        Local(SETTINGS).close()
    else:
        settings = Settings(nli="starter-nli", threads=1, cache=how != "no cache")
        with Session(settings, options=RuntimeOptions(at_once=how == "server", recalls=how == "server")) as session:
            session.detector(settings)
    assert {what for what, _ in read} == {"tokenizer", "weights"}


@pytest.mark.usefixtures("broken", "starter")
def test_weights_that_cannot_be_read_end_the_run() -> None:
    events = checked("Paris is the capital of France.", "Rome is in Italy.")
    with pytest.raises(BrokenModel, match="cannot load starter-nli: no such layer") as caught:
        for event in events:
            assert not isinstance(event, Failed | Judged | Finished), "no claim and no document is said to have failed"
    assert caught.value.exit_code == 4
    with pytest.raises(BrokenModel, match="cannot load starter-nli"):
        Local(SETTINGS)


def test_files_that_changed_after_their_hashes_were_checked_are_not_read(tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(MODEL, folder)
    with open_nli(folder, threads=1) as nli:
        nli.load()
    with open_nli(folder, threads=1) as nli:
        os.utime(folder / "model.bin", ns=(0, 0))
        with pytest.raises(BrokenModel, match="model: its files changed while it was in use"):
            nli.entail([PAIR])
