"""Which methods a language model is fit for, by its size, and which one to take on this machine.

The classes are a judgement from what is asked of a model, not a measurement: of the models of the catalogue none was on the
development machine. Measured was a base model of 270 million parameters, which ranks no better than chance (docs/methods.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from localcheck.backends.llm.speed import SENTENCE, Speed
from localcheck.system import resources
from localcheck.system.jsontext import parse

Row = dict[str, Any]
CLASSES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (400, ("greybox",)),
    (900, ("zero-shot", "self-detection", "selfcheck-prompt", "--claims llm")),
    (1900, ("selfcheck-qa", "reverse-qg", "reverse-em", "faithfulness-llm")),
    (4500, ("lm-vs-lm", "agent -o planner=llm")),
)
"""From so many megabytes of weights (at four bits: 0.5, 1.5, 3 and 8 billion parameters) a model is fit for these too."""
OPEN = ("Apache-2.0", "MIT")
SHARE = 0.5
"""Of this machine's memory that the recommended model may take; the rest is for the NLI model, the index and other programs."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What ``localcheck doctor --bench-llm`` measured here last."""

    model: str
    megabytes: float
    speed: Speed

    def seconds(self, method: str, megabytes: float) -> float | None:
        """What a method takes a sentence with a model of another size: time grows with the weights. None where unknown."""
        if (tokens := SENTENCE.get(method)) is None or self.megabytes <= 0:
            return None
        return self.speed.seconds(tokens) * megabytes / self.megabytes


def fit_for(megabytes: float) -> tuple[str, ...]:
    """The methods that a model of so many megabytes of weights is fit for.

    >>> fit_for(491), fit_for(253)
    (('greybox',), ())
    """
    return tuple(method for least, methods in CLASSES if megabytes >= least for method in methods)


def recommended(rows: Iterable[Mapping[str, Any]], memory: float) -> str:
    """The largest language model with an open licence that takes at most half of ``memory`` bytes; empty when none does."""
    fitting = [
        row
        for row in rows
        if row["kind"] == "llm-gguf" and row["licence"] in OPEN and 0 < row["ram_mb"] * 1e6 <= SHARE * memory
    ]
    return str(max(fitting, key=lambda row: float(row["ram_mb"]))["name"]) if fitting else ""


def with_fitness(rows: Iterable[Row], memory: float, measured: Benchmark | None) -> list[Row]:
    """Rows of models; those of language models say what they are fit for, what that costs, and which one to take here."""
    known = list(rows)
    default = recommended(known, memory)
    return [row if row["kind"] != "llm-gguf" else {**row, **_fitness(row, default, measured)} for row in known]


def _fitness(row: Row, default: str, measured: Benchmark | None) -> Row:
    size = float(row["download_mb"] or row.get("disk_mb") or 0)
    methods = fit_for(size)
    seconds = {m: round(s, 1) for m in methods if measured and (s := measured.seconds(m, size)) is not None}
    return {
        "fit_for": list(methods),
        "seconds_a_sentence": seconds,
        "measured_with": measured.model if measured else "",
        "recommended": row["name"] == default,
    }


def remember(benchmark: Benchmark) -> None:
    """Keep a measurement in the home; one that cannot be written is lost, nothing more."""
    row = {"model": benchmark.model, "megabytes": benchmark.megabytes}
    try:
        with resources.atomic_write(resources.home() / "cache" / "llm-speed.json") as f:
            json.dump({**row, "read": benchmark.speed.read, "written": benchmark.speed.written}, f)
    except OSError:
        pass


def remembered() -> Benchmark | None:
    """The last measurement; None where there is none, or none that can be read."""
    try:
        found = parse((resources.home() / "cache" / "llm-speed.json").read_bytes())
        speed = Speed(float(found["read"]), float(found["written"]))
        last = Benchmark(str(found["model"]), float(found["megabytes"]), speed)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return last if min(last.megabytes, speed.read, speed.written) > 0 else None
