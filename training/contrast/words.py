"""What the slots of frames are filled with: names, numbers, amounts of money. Pure for a given `random.Random`."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput

WORDS = Path(__file__).with_name("words.toml")
PARTS = "/"
"""Between the parts of one value: a place, what it lies in, and a place that it does not lie in."""
TRIES = 50


@lru_cache(maxsize=1)
def lists() -> dict[str, Any]:
    """The lists of words.toml by name."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def fill(slots: Mapping[str, str], ascending: Sequence[str], rng: random.Random) -> dict[str, str]:
    """A value for every slot; no two slots get the same, and those of `ascending` grow in that order.

    A value of several parts gives `name`, `name.in` and `name.out`. Raises `BadInput` for a kind of slot that is not known.
    """
    values: dict[str, str] = {}
    for name, kind in slots.items():
        for _ in range(TRIES):
            value = draw(kind, rng)
            if not set(value.split(PARTS)) & {part for v in values.values() for part in v.split(PARTS)}:
                break
        values[name] = value
    ordered = sorted((values[name] for name in ascending), key=amount)
    values |= dict(zip(ascending, ordered, strict=True))
    whole = {n: v for n, v in values.items() if PARTS not in v or slots[n] != "citypart"}
    for name in values.keys() - whole.keys():
        whole |= dict(zip((name, f"{name}.in", f"{name}.out"), values[name].split(PARTS), strict=True))
    return whole


def draw(kind: str, rng: random.Random) -> str:
    """One value of a kind of slot."""
    if kind in MADE:
        return MADE[kind](rng)
    if kind not in lists():
        raise BadInput("frame", f"no kind of slot {kind!r}")
    return str(rng.choice(lists()[kind]))


def amount(text: str) -> float:
    """The number that a drawn value stands for: `"1,200"`, `"seven"`, `"45 %"`."""
    plain = text.replace(",", "").split()[0]
    return float(NUMERALS.index(plain)) if plain in NUMERALS else float(plain)


NUMERALS = tuple(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
)


SIZES, COINS = ("thousand", "million"), ("dollars", "pounds", "francs", "marks")


def _name(first: str, rng: random.Random) -> str:
    given, family = rng.choice(lists()[first]), rng.choice(lists()["surnames"])
    return family if rng.random() < 0.15 else f"{given} {family}"


def _number(rng: random.Random) -> str:
    size = rng.choice((1, 10, 100, 1000, 10_000))
    return f"{rng.randint(12, 99) * size:,}"


MADE: dict[str, Callable[[random.Random], str]] = {
    "man": lambda rng: _name("men", rng),
    "woman": lambda rng: _name("women", rng),
    "person": lambda rng: _name(rng.choice(("men", "women")), rng),
    "year": lambda rng: str(rng.randint(1700, 2019)),
    "number": _number,
    "small": lambda rng: rng.choice(NUMERALS[2:]) if rng.random() < 0.7 else str(rng.randint(2, 40)),
    "percent": lambda rng: f"{rng.randint(3, 97)} percent",
    "money": lambda rng: f"{rng.randint(2, 900)} {rng.choice(SIZES)} {rng.choice(COINS)}",
}
"""Kinds of slots that are not lists."""
