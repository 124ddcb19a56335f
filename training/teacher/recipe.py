"""The recipe of the teacher, read from a TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path

from localcheck.errors import BadInput

SHIPPED = Path(__file__).with_name("recipe.toml")


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that determines a run besides the data folder and the base weights."""

    human: dict[str, dict[str, int]] = field(default_factory=dict)
    """For each source of licensed pairs: how many `pairs` at most, and how many `times` each."""
    synthetic: int = 0
    """Pairs of short windows and reworded claims."""
    copied: int = 0
    """Pairs of long windows and claims in the article's own words."""
    splits: int = 0
    """Pairs of sentences that Wikipedia's editors split."""
    elsewhere: int = 0
    """Neutral pairs: a claim against the evidence of another claim that shares a name."""
    contrast: int = 0
    """Minimal pairs made by `training.contrast`."""
    written: int = 0
    """How many times each pair of `training.written`."""
    reworded: int = 0
    """How many times each pair of `training.reworded`."""
    kinds: dict[str, float] = field(default_factory=dict)
    """How often a kind of minimal pair is drawn, over the weights of `training.contrast.draw.WEIGHTS`."""
    kept: float = 0.0
    """Share of a pair's target that is its score in `training.student.label.KEPT`, where it has one; the rest is the label."""
    seed: int = 1
    """Of the draws, of the first values and of the order of the pairs."""
    rank: int = 32
    """Of the low-rank differences."""
    first: int = 4
    """Lowest layer that gets a difference; the layers below stay as they are."""
    rate: float = 6e-4
    """Highest learning rate of the differences; layer norms and head have half of it."""
    warmup: int = 60
    """Steps over which the rate rises."""
    budget: int = 1200
    """Tokens of one batch of one worker, padding included."""
    pairs: int = 24
    """The loss of a step is the sum over its pairs divided by this."""
    smoothing: float = 0.03
    """Label smoothing of three-way labels."""
    decay: float = 0.995
    """Of the moving average of the weights, which is what is exported."""
    minutes: float = 60.0
    """Length of the run; the rate falls linearly to a fiftieth over it, so a run fits the time that a machine has."""


def read(path: Path = SHIPPED) -> Recipe:
    """The recipe in a TOML file; an absent key keeps its default. Raises `BadInput`."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadInput(path, f"not a recipe: {error}") from error
    known = {part.name for part in fields(Recipe)}
    if unknown := set(table) - known:
        raise BadInput(path, f"unknown key {min(unknown)!r}", f"known: {', '.join(sorted(known))}")
    return Recipe(**table)
