"""Which methods a language model is fit for, how long they take with it on this machine, and which model to take.

What judges a claim beside a text is within reach of a small model; what needs knowledge of its own is chance there. A figure
counts for its model and larger ones if it is good, and for its model and smaller ones if it is not. The time of a method
follows from how fast the model reads and writes here, which is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from types import MappingProxyType
from typing import Any

from localcheck.errors import LLMError
from localcheck.ports import LLM
from localcheck.system import memo
from localcheck.system.cpu import usable_cores
from localcheck.types import CompletionRequest

WRITTEN = 48
"""Tokens that the measurement lets the model write."""
TEXT = (
    "The river rises in the northern hills, passes two old towns and a lake, and reaches the sea after ninety miles. "
)
"""Repeated until the prompt has about 400 tokens. Each prompt begins with its own number, so that no beginning is shared."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a method asks of a model for one sentence."""

    read: int
    """Tokens of prompts; a beginning that several questions share counts once."""
    written: int
    """Tokens of answers."""


SENTENCE: Mapping[str, Tokens] = MappingProxyType(
    {
        "--claims llm": Tokens(60, 40),
        "zero-shot": Tokens(35, 0),
        "faithfulness-llm": Tokens(140, 0),
        "self-detection": Tokens(70, 0),
        "greybox": Tokens(30, 0),
        "selfcheck-prompt": Tokens(1500, 0),
        "selfcheck-qa": Tokens(4200, 170),
        "reverse-qg": Tokens(60, 10),
        "reverse-em": Tokens(40, 6),
        "lm-vs-lm": Tokens(250, 80),
    }
)
"""For a sentence of 25 tokens in a passage of eight, and 20 samples of 150 tokens that the document brings. Samples that must
be drawn cost 400 written tokens a sentence more."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens a second of one model on this machine, now."""

    read: float
    """Of prompts."""
    written: float
    """Of one answer after another."""

    def seconds(self, tokens: Tokens) -> float:
        """What so many tokens take."""
        return tokens.read / self.read + tokens.written / self.written


def measure(llm: LLM) -> Speed:
    """Read two prompts and write one answer. A token takes no less to write than to read, whatever else ran meanwhile.

    Raises ``LLMError`` when the model answers nothing.
    """
    requests = [CompletionRequest(text=f"{number}. {TEXT * 16}", max_tokens=1) for number in range(1, 4)]
    llm.complete(requests[:1])  # what is loaded and compiled at the first call is not measured
    reading, tokens_in, _ = _timed(llm, requests[1])
    more = CompletionRequest(text=requests[2].text, max_tokens=WRITTEN, temperature=1.0, seed=7)
    both, _, tokens_out = _timed(llm, more)
    reads = tokens_in / reading
    return Speed(reads, min(reads, max(1, tokens_out - 1) / max(1e-6, both - reading)))


def costs(speed: Speed) -> Iterator[tuple[str, float]]:
    """Each method with the seconds that it takes a sentence, fastest first."""
    yield from sorted(((name, speed.seconds(tokens)) for name, tokens in SENTENCE.items()), key=lambda row: row[1])


def _timed(llm: LLM, request: CompletionRequest) -> tuple[float, int, int]:
    began = perf_counter()
    (completion,) = llm.complete([request])
    if completion.error:
        raise LLMError(f"the model cannot be measured: {completion.error}")
    if not completion.tokens_in:
        raise LLMError("the model cannot be measured: it does not count tokens")
    return perf_counter() - began, completion.tokens_in, completion.tokens_out


Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """What a method did with one model."""

    method: str
    model: str
    value: str
    fit: bool
    """Are its answers right clearly more often than a coin's?"""

    @property
    def megabytes(self) -> int:
        """Of the model's weights."""
        return MEGABYTES[self.model]


LARGE, SMALL = "qwen2.5-coder-1.5b-instruct", "qwen2.5-coder-0.5b-instruct"
MEGABYTES = {SMALL: 478, LARGE: 1088}
FIGURES = (
    Figure("faithfulness-llm", SMALL, "AUC .83, but half of the answers wrong at one half, n = 32", False),
    Figure(
        "faithfulness-llm", LARGE, "AUC .83 (50 answers) and .86 (60 claims), of 32 it supported 6 were wrong", True
    ),
    Figure("--claims llm", LARGE, "25 of 40 sentences of WikiSplit split (15 by rules), SARI 44 (41), none lost", True),
    Figure("correct", LARGE, "8 edits of 35 claims that values left, all right", True),
    Figure("agent -o planner=llm", LARGE, "dates and translations: 12 of 12 (4 by rules)", True),
    Figure(
        "selfcheck-prompt", LARGE, "Pearson .46 [.15, .71], not factual 88 [80, 94] (chance 78), 30 of WikiBio", True
    ),
    Figure("selfcheck-qa", LARGE, "not factual 81 [68, 93] (chance 77) on 10 passages of WikiBio", False),
    Figure("zero-shot", LARGE, "F1 14 [0, 32] on 60 passages of PHD, Pearson .06 [-.29, .37] on 30 of WikiBio", False),
    Figure("reverse-em", LARGE, "F1 53 [38, 66] on 60 passages of PHD (48 by calling all not factual)", False),
    Figure("reverse-qg", LARGE, "F1 51 [36, 65] on the same", False),
    Figure("greybox", LARGE, "Pearson -.54 [-.78, -.20] on 30 passages of WikiBio", False),
    Figure("self-detection", LARGE, "F1 22 [0, 43] on 60 passages of PHD", False),
    Figure("lm-vs-lm", LARGE, "F1 17 [0, 39] on 50 passages of PHD", False),
)
"""Measured on the development machine; docs/methods.md says how."""
METHODS = tuple(dict.fromkeys(f.method for f in FIGURES))
OPEN = ("Apache-2.0", "MIT")
SHARE = 0.6
"""Of this machine's memory that the recommended model may take; the rest is for the NLI model, the index and other programs."""
MOST_SECONDS = 2.0
"""A claim that is judged beside its evidence by the recommended model takes no longer, where a model was measured here."""
NEARLY = 0.7
"""A model that was measured goes before one that takes more memory, if it takes at least this share of it."""
JUDGING = "faithfulness-llm"
MEMO = "llm-speed.json"


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


def assumed(cores: int) -> Benchmark:
    """What a language model does on so many cores where nothing was measured: on two cores 1.5 billion parameters read about
    150 and write about 20 tokens a second.
    """
    return Benchmark(LARGE, MEGABYTES[LARGE], Speed(75.0 * cores, 10.0 * cores))


def speed_here() -> Benchmark:
    """What was measured on this machine last; what is assumed for its cores before that."""
    return remembered() or assumed(usable_cores())


def fit_for(megabytes: float) -> tuple[str, ...]:
    """The methods that a model of so many megabytes of weights is fit for, by the figures of models no larger.

    >>> fit_for(1117), fit_for(491)
    (('faithfulness-llm', '--claims llm', 'correct', 'agent -o planner=llm', 'selfcheck-prompt'), ())
    """
    return tuple(dict.fromkeys(f.method for f in FIGURES if f.fit and f.megabytes <= megabytes))


def unfit(megabytes: float) -> tuple[str, ...]:
    """The methods that a model at least as large was not fit for."""
    return tuple(dict.fromkeys(f.method for f in FIGURES if not f.fit and megabytes <= f.megabytes))


def untested(megabytes: float) -> tuple[str, ...]:
    """The methods of which no figure says anything about a model of this size."""
    known = {*fit_for(megabytes), *unfit(megabytes)}
    return tuple(method for method in METHODS if method not in known)


def recommended_here(rows: Iterable[Mapping[str, Any]]) -> str:
    """The language model to take on this machine, which every command names; empty when there is none."""
    import psutil

    return recommended(rows, float(psutil.virtual_memory().total), speed_here())


def recommended(rows: Iterable[Mapping[str, Any]], memory: float, speed: Benchmark) -> str:
    """The language model to take: with an open licence, fit for something, of at most ``SHARE`` of ``memory`` bytes, and with
    at most ``MOST_SECONDS`` a claim at this ``speed``, unless all need more.

    The largest of them, or one that ``FIGURES`` were measured with where it is nearly as large (``NEARLY``); empty when
    there is none.
    """
    fitting = [
        row
        for row in rows
        if row["kind"] == "llm-gguf"
        and row["licence"] in OPEN
        and 0 < row["ram_mb"] * 1e6 <= SHARE * memory
        and fit_for(_size(row))
    ]
    if not fitting:
        return ""
    quick = [row for row in fitting if (speed.seconds(JUDGING, _size(row)) or 0.0) <= MOST_SECONDS]
    known = {f.model for f in FIGURES}
    if not quick:
        return str(min(fitting, key=lambda row: (float(row["ram_mb"]), row["name"] not in known))["name"])
    most = max(float(row["ram_mb"]) for row in quick)
    largest = [row for row in quick if float(row["ram_mb"]) >= NEARLY * most]
    return str(max(largest, key=lambda row: (row["name"] in known, float(row["ram_mb"])))["name"])


def _size(row: Mapping[str, Any]) -> float:
    return float(row["download_mb"] or row.get("disk_mb") or 0)


def with_fitness(rows: Iterable[Row]) -> list[Row]:
    """Rows of models; those of language models say what they are fit for, what that costs, and which one to take here."""
    known, measured = list(rows), remembered()
    default = recommended_here(known)
    return [row if row["kind"] != "llm-gguf" else {**row, **_fitness(row, default, measured)} for row in known]


def _fitness(row: Row, default: str, measured: Benchmark | None) -> Row:
    size = _size(row)
    methods = fit_for(size)
    seconds = {m: round(s, 1) for m in methods if measured and (s := measured.seconds(m, size)) is not None}
    return {
        "fit_for": list(methods),
        "unfit": list(unfit(size)),
        "untested": list(untested(size)),
        "figures": [f"{f.method}: {f.value}" for f in FIGURES if f.model == row["name"]],
        "seconds_a_sentence": seconds,
        "measured_with": measured.model if measured else "",
        "recommended": row["name"] == default,
    }


def remember(benchmark: Benchmark) -> None:
    """Keep a measurement in the home; one that cannot be written is lost, nothing more."""
    row = {"model": benchmark.model, "megabytes": benchmark.megabytes}
    memo.keep(MEMO, {**row, "read": benchmark.speed.read, "written": benchmark.speed.written})


def remembered() -> Benchmark | None:
    """The last measurement; None where there is none, or none that can be read."""
    found = memo.recall(MEMO)
    try:
        speed = Speed(float(found["read"]), float(found["written"]))
        last = Benchmark(str(found["model"]), float(found["megabytes"]), speed)
    except (ValueError, TypeError, KeyError):
        return None
    return last if min(last.megabytes, speed.read, speed.written) > 0 else None
