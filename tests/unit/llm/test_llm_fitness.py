"""Which methods a language model is fit for, and which model is recommended for how much memory."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from localcheck.backends.llm.fitness import Benchmark, fit_for, recommended, remember, remembered, with_fitness
from localcheck.backends.llm.speed import SENTENCE, Speed
from localcheck.models.overview import overview
from localcheck.registry import DETECTORS


@pytest.mark.parametrize(
    ("gigabytes", "name"),
    [(1, ""), (2, "qwen2.5-0.5b-instruct"), (4, "qwen2.5-1.5b-instruct"), (8, "qwen3-4b"), (16, "qwen3-8b")],
)
def test_a_default_for_every_size_of_memory(home: Path, gigabytes: int, name: str) -> None:
    assert recommended(overview(), gigabytes * 2**30) == name


def test_larger_models_are_fit_for_more(home: Path) -> None:
    sizes = sorted(row["download_mb"] for row in overview() if row["kind"] == "llm-gguf")
    for small, large in pairwise(sizes):
        assert set(fit_for(small)) <= set(fit_for(large))
    named = {method.split()[0] for method in fit_for(10_000)} - {"--claims"}
    assert named <= set(DETECTORS.names())


def test_a_measurement_here_is_kept_and_scaled_by_size(home: Path) -> None:
    assert remembered() is None
    kept = Benchmark("small", 500.0, Speed(100.0, 20.0))
    remember(kept)
    assert remembered() == kept
    rows = {row["name"]: row for row in with_fitness(overview(), 16 * 2**30, remembered())}
    tokens = SENTENCE["greybox"]
    assert rows["qwen3-8b"]["seconds_a_sentence"]["greybox"] == round(tokens.read / 100 * 5028 / 500, 1)
    assert rows["qwen3-8b"]["recommended"] and "fit_for" not in rows["starter-nli"]
    (home / "cache" / "llm-speed.json").write_text('{"model": 3}')
    assert remembered() is None


def test_the_listing_says_it(home: Path) -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "localcheck", "models", "list", "--kind", "llm"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "fit for: greybox" in listed.stdout, listed.stderr
    rows = subprocess.run(
        [sys.executable, "-m", "localcheck", "models", "list", "--json"], capture_output=True, text=True, timeout=120
    )
    assert sum(row.get("recommended", False) for row in json.loads(rows.stdout)) <= 1
