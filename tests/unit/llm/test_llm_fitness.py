"""Which methods a language model is fit for, and which model is recommended for how much memory."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from localcheck.backends.llm import fitness
from localcheck.backends.llm.fitness import (
    METHODS,
    SENTENCE,
    Benchmark,
    Speed,
    assumed,
    fit_for,
    recommended,
    remember,
    remembered,
    unfit,
    untested,
    with_fitness,
)
from localcheck.backends.llm.recorded import Scripted
from localcheck.models.overview import overview
from localcheck.registry import DETECTORS
from localcheck.run.setting_up import plan_here
from localcheck.types import Completion
from tests import warm


@pytest.mark.parametrize(
    ("gigabytes", "name"),
    [
        (1, ""),
        (2, ""),
        (4, "qwen2.5-coder-1.5b-instruct"),
        (8, "qwen3-4b"),
        (16, "qwen3-8b"),
    ],
)
def test_a_default_for_every_size_of_memory(home: Path, gigabytes: int, name: str) -> None:
    assert recommended(overview(), gigabytes * 2**30, assumed(16)) == name


def test_larger_models_are_fit_for_more(home: Path) -> None:
    sizes = sorted(row["download_mb"] for row in overview() if row["kind"] == "llm-gguf")
    for small, large in pairwise(sizes):
        assert set(fit_for(small)) <= set(fit_for(large))
        assert set(unfit(large)) <= set(unfit(small))
    named = {method.split()[0] for method in METHODS} - {"--claims", "correct"}
    assert named <= set(DETECTORS.names())
    for size in sizes:
        assert sorted([*fit_for(size), *unfit(size), *untested(size)]) == sorted(METHODS), "said of each method once"


def test_the_recommendation_keeps_to_what_was_measured_here(home: Path) -> None:
    rows, memory = overview(), 16 * 2**30
    slow, quick = (Benchmark("qwen2.5-coder-1.5b-instruct", 1088, Speed(read, 20.0)) for read in (90.0, 10_000.0))
    assert recommended(rows, memory, slow) == "qwen2.5-coder-1.5b-instruct", "an 8B takes seven seconds a claim"
    assert recommended(rows, memory, quick) == "qwen3-8b"
    crawling = Benchmark("x", 1088, Speed(1.0, 1.0))
    assert recommended(rows, memory, crawling) == "qwen2.5-coder-1.5b-instruct", (
        "where all are slow, the smallest that is fit"
    )


def machine_of(monkeypatch: pytest.MonkeyPatch, gigabytes: int, cores: int) -> None:
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(total=gigabytes * 2**30))
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=2**40))
    for place in ("backends.llm.fitness", "run.setting_up"):
        monkeypatch.setattr(f"localcheck.{place}.usable_cores", lambda: cores)


@pytest.mark.parametrize(("cores", "name"), [(2, "qwen2.5-coder-1.5b-instruct"), (4, "qwen3-4b"), (16, "qwen3-8b")])
def test_the_list_and_setup_recommend_the_same_model(
    home: Path, monkeypatch: pytest.MonkeyPatch, cores: int, name: str
) -> None:
    machine_of(monkeypatch, 24, cores)
    assert [row["name"] for row in with_fitness(overview()) if row.get("recommended")] == [name]
    assert [part.name for part in plan_here().parts if part.role == "language model"] == [name]


def test_a_measurement_here_is_kept_and_scaled_by_size(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine_of(monkeypatch, 16, 2)
    assert remembered() is None
    kept = Benchmark("small", 500.0, Speed(100.0, 20.0))
    remember(kept)
    assert remembered() == kept
    rows = {row["name"]: row for row in with_fitness(overview())}
    tokens = SENTENCE["faithfulness-llm"]
    assert rows["qwen3-8b"]["seconds_a_sentence"]["faithfulness-llm"] == round(tokens.read / 100 * 5028 / 500, 1)
    assert not rows["qwen3-8b"]["recommended"] and "fit_for" not in rows["starter-nli"]
    assert rows["qwen2.5-coder-1.5b-instruct"]["recommended"], "3 s a claim on this machine, and nothing smaller is fit"
    (home / "cache" / "llm-speed.json").write_text('{"model": 3}')
    assert remembered() is None


def test_the_listing_says_it(home: Path) -> None:
    listed = warm.run(["models", "list", "--kind", "llm"])
    assert "fit for: faithfulness-llm" in listed.stdout, listed.stderr
    assert "measured: faithfulness-llm: AUC" in listed.stdout
    rows = warm.run(["models", "list", "--json"])
    assert sum(row.get("recommended", False) for row in json.loads(rows.stdout)) <= 1


def test_a_machine_that_was_busy_while_it_read_is_not_said_to_write_in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second prompt was read, and the answer written, in less time than the first took: 47,000,000 tokens a second."""
    took = iter([(10.0, 100, 1), (6.0, 100, 48)])
    monkeypatch.setattr(fitness, "_timed", lambda llm, request: next(took))
    assert fitness.measure(Scripted(lambda _: Completion(("yes",)))) == Speed(10.0, 10.0)
