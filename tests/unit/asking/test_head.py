"""A trained head: its file, the model it fits, and what happens where it does not."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from localcheck.asking.expert import Answer, Expert, Question
from localcheck.asking.head import Head, Headed, state_reader
from localcheck.asking.head_files import find_head, headed, read_head
from localcheck.backends.llm.open_backend import Cached
from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.llm.remarks import Remarked
from localcheck.errors import BadInput, LLMError
from localcheck.ports import LLM, FloatArray
from localcheck.run.open_models import Logged
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system import resources
from localcheck.text.prompts.expert import READING
from localcheck.types import Completion, Cost, Message
from training.heads.written import write_head

WIDTH = 4
HEAD = Head("sha", "small", READING, (3,), np.arange(8.0), np.full(8, 2.0), np.eye(3, 8), np.array([0.1, 0.2, 0.3]))


class Stateful(Scripted):
    """A scripted model whose states can be read: claims that say "yes" lie on one side, others on the other."""

    def __init__(self, sha256: str = "sha", width: int = WIDTH, error: str = "") -> None:
        super().__init__(lambda _: Completion(option_probs=(0.6, 0.3, 0.1)))
        self.info = replace(self.info, sha256=sha256)
        self.width, self.error = width, error
        self.read: list[str] = []
        self.adapters: list[Path | None] = []

    def states(
        self,
        prompts: Sequence[tuple[Message, ...]],
        marked: Sequence[str],
        layers: Sequence[int],
        adapter: Path | None = None,
    ) -> FloatArray:
        if self.error:
            raise LLMError(self.error)
        self.read += marked
        self.adapters.append(adapter)
        found = np.zeros((len(prompts), len(layers), 2, self.width))
        for row, text in zip(found, marked, strict=True):
            row[0, 0, 0 if "yes" in text else 1] = 12.0
        return found


def test_a_head_is_the_same_after_it_was_written(tmp_path: Path) -> None:
    write_head(tmp_path / "a.npz", HEAD)
    found = read_head(tmp_path / "a.npz")
    assert (found.llm_sha256, found.model, found.layers, found.reading) == ("sha", "small", (3,), READING)
    states = np.random.default_rng(1).normal(size=(5, 1, 2, WIDTH))
    np.testing.assert_allclose(found.shares(states), HEAD.shares(states), rtol=1e-5)
    assert found.shares(states).sum(axis=1) == pytest.approx(1.0) and len(found.digest) == 64


def test_a_file_that_is_cut_short_or_holds_something_else_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    write_head(path, HEAD)
    whole = path.read_bytes()
    for length in (0, 3, 40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BadInput) as refused:
            read_head(path)
        assert "\n" not in str(refused.value) and "head" in str(refused.value)
    for wrong in (
        {"weights": np.eye(3, 9)},
        {"bias": np.zeros(2)},
        {"scale": np.full(8, np.nan)},
        {"center": np.array([{}])},
    ):
        arrays = {"center": HEAD.center, "scale": HEAD.scale, "weights": HEAD.weights, "bias": HEAD.bias, **wrong}
        about = {"llm_sha256": "sha", "model": "m", "reading": READING, "layers": [3]}
        np.savez(path, allow_pickle=True, about=np.array(json.dumps(about)), **arrays)
        with pytest.raises(BadInput, match="head"):
            read_head(path)


def test_a_head_answers_with_one_pass_for_all_claims() -> None:
    llm = Stateful()
    answers = Headed(llm, llm.info, HEAD).ask(
        [Question("e", "yes, it is"), Question("e", "no"), Question("e\nf", "yes")]
    )
    assert [a.true > a.false for a in answers] == [True, False, True]
    assert llm.read == ["yes, it is", "no", "yes"] and all(not a.error and a.cost.llm_calls == 1 for a in answers)


def test_an_answer_that_is_neither_speaks_for_nothing() -> None:
    open_, settled = Answer(0.1, 0.02, 0.88, Cost(), heed=0.5), Answer(0.88, 0.02, 0.1, Cost(), heed=0.5)
    assert abs(open_.log_odds) < 0.2 < 2.0 < settled.log_odds
    assert Answer(0.1, 0.02, 0.88, Cost()).log_odds == pytest.approx(np.log(5.0)), "a model that never learnt it"


def test_a_model_of_another_width_or_without_memory_gives_no_answer() -> None:
    for llm, why in ((Stateful(width=5), "does not fit"), (Stateful(error="the memory is full"), "the memory is full")):
        (answer,) = Headed(llm, llm.info, HEAD).ask([Question("e", "yes")])
        assert why in answer.error and answer.log_odds == pytest.approx(0.0)


def test_a_head_is_found_by_the_models_hash_and_by_the_prompt(home: Path, tmp_path: Path) -> None:
    folder = home / "models" / "heads"
    write_head(folder / "a.npz", HEAD)
    write_head(folder / "b.npz", replace(HEAD, llm_sha256="other", reading=READING + 1))
    found = find_head(Stateful().info)
    assert found is not None and found.model == "small"
    assert all(find_head(Stateful(sha256).info) is None for sha256 in ("other", "unknown", ""))
    (folder / "0.npz").write_bytes(b"PK")
    assert find_head(Stateful().info) is not None, "a damaged file of another name is passed over"
    with pytest.raises(LLMError, match="another file"):
        Headed(Stateful("unknown"), Stateful("unknown").info, HEAD)


def test_the_model_behind_the_cache_is_asked_for_its_states_and_a_server_is_not(home: Path, tmp_path: Path) -> None:
    write_head(home / "models" / "heads" / "a.npz", HEAD)
    llm = Stateful()
    cached = Remarked(Logged(Cached(llm, tmp_path / "c.db", "m"), lambda request, answer: None))
    assert state_reader(cached) is llm and headed(cached)[0] is not None
    assert headed(Scripted(lambda _: Completion(error="x"))) == (None, "")


def test_a_damaged_head_is_said_and_the_model_is_asked_by_letters(home: Path) -> None:
    path = home / "models" / "heads" / f"{Stateful().info.name}.npz"
    write_head(path, HEAD)
    path.write_bytes(path.read_bytes()[:200])
    settings = Settings(effort="thorough", llm="given", cache=False, threads=1)
    with open_runtime(settings, {LLM: Stateful()}) as runtime:
        consultant = runtime.consultant
        assert consultant is not None and isinstance(consultant.expert, Expert)
        (note,) = [note for note in runtime.info().notes if "asked by letters" in note]
        assert path.name in note and "\n" not in note


def test_a_model_with_a_head_is_read_by_it(home: Path) -> None:
    write_head(home / "models" / "heads" / "a.npz", HEAD)
    with open_runtime(Settings(effort="thorough", llm="given", cache=False, threads=1), {LLM: Stateful()}) as runtime:
        assert runtime.consultant is not None and isinstance(runtime.consultant.expert, Headed)


def test_a_head_finds_its_adapter_and_one_that_is_missing_or_changed_is_said(home: Path) -> None:
    models, name = home / "models", Stateful().info.name
    beside = models / "adapters" / f"{name}.gguf"
    beside.parent.mkdir(parents=True)
    beside.write_bytes(b"differences")
    path = models / "heads" / f"{name}.npz"
    write_head(path, replace(HEAD, adapter_sha256=sha256(b"differences").hexdigest()))
    assert read_head(path).adapter == beside
    llm = Stateful()
    judge, why = headed(llm)
    assert judge is not None and not why
    judge.ask([Question("e", "yes")])
    assert llm.adapters == [beside]
    for spoil in (lambda: beside.write_bytes(b"other"), beside.unlink):
        spoil()
        judge, why = headed(llm)
        assert judge is None and beside.name in why and "adapter" in why and "\n" not in why


def test_the_adapter_of_another_models_head_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = home / "models" / "heads" / f"{Stateful().info.name}.npz"
    write_head(other, replace(HEAD, llm_sha256="other", adapter_sha256="0" * 64))
    write_head(home / "models" / "heads" / "z.npz", HEAD)
    monkeypatch.setattr(resources, "sha256_file", lambda path: pytest.fail(f"{path} was read"))
    found = find_head(Stateful().info)
    assert found is not None and found.llm_sha256 == "sha"


def test_a_missing_adapter_is_said_whatever_the_head_is_called(home: Path) -> None:
    write_head(home / "models" / "heads" / "my-own.npz", replace(HEAD, adapter_sha256="0" * 64))
    judge, why = headed(Stateful())
    assert judge is None and "my-own.gguf" in why


def test_a_checkout_that_is_the_home_reads_each_head_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_head(home / "models" / "heads" / "a.npz", HEAD)
    monkeypatch.setattr(resources, "shipped", lambda: home)
    load = np.load
    read: list[io.BytesIO] = []

    def noted(file: io.BytesIO, **more: Any) -> Any:
        read.append(file)
        return load(file, **more)

    monkeypatch.setattr(np, "load", noted)
    assert find_head(Stateful("unknown").info) is None and len(read) == 1


def test_the_heads_that_come_with_the_package_can_be_read_with_their_adapters() -> None:
    heads = sorted((resources.shipped() / "models" / "heads").glob("*.npz"))
    assert heads
    for path in heads:
        adapter = read_head(path).adapter
        assert adapter is None or adapter.stat().st_size < 20e6
