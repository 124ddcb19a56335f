"""One fixture, ``llm``, over all backends; each is built so that it can answer every request of the suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from toy_llm import toy

from localcheck.backends.llm import open_llm
from localcheck.backends.llm.open_backend import Cached
from localcheck.backends.llm.recorded import Recorded, Recorder, Scripted, read_answers
from localcheck.ports import LLM
from localcheck.settings import Settings
from localcheck.system.resources import home_at
from localcheck.types import Completion, CompletionRequest


class RecordedEverything:
    """Records each request from the toy model into a file, then answers from that file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.info = Scripted(toy).info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        toy_model = Scripted(toy)
        recorder = Recorder(toy_model, self._path)
        recorder.complete(requests)
        recorder.close()
        return Recorded(read_answers(self._path), toy_model.info).complete(requests)


@pytest.fixture(scope="module")
def gguf_bpe(tiny_bpe: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LLM]:
    """The model behind ``tiny_bpe``, opened once: what a test asked changes no answer to the next."""
    yield from _opened(tiny_bpe, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def gguf_spm(tiny_spm: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LLM]:
    """The model behind ``tiny_spm``, opened once."""
    yield from _opened(tiny_spm, tmp_path_factory.mktemp("home"))


def _opened(file: Path, home: Path) -> Iterator[LLM]:
    with home_at(home):
        model = open_llm(f"gguf:{file}", Settings(threads=1, context=512, cache=False))
    yield model
    model.close()


@pytest.fixture(params=["scripted", "recorded", "cached", "gguf-bpe", "gguf-spm", "server"])
def llm(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LLM]:
    with ExitStack() as stack:
        match request.param:
            case "scripted":
                yield Scripted(toy)
            case "recorded":
                yield RecordedEverything(tmp_path / "answers.jsonl")
            case "cached":
                cached = Cached(Scripted(toy), tmp_path / "cache.db", "toy")
                stack.callback(cached.close)
                yield cached
            case "gguf-bpe" | "gguf-spm":
                yield request.getfixturevalue(request.param.replace("-", "_"))
            case "server":
                url = request.getfixturevalue("llama_server")
                served = open_llm(f"server:{url}#tiny", Settings(cache=False))
                stack.callback(served.close)
                yield served
