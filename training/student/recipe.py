"""The recipe of the student, read from a TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path

from localcheck.errors import BadInput

SHIPPED = Path(__file__).with_name("recipe.toml")


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that determines a run besides the data folder, the teacher's scores and the base weights."""

    human: dict[str, dict[str, int]] = field(default_factory=dict)
    """For each source of labelled pairs: how many `pairs` at most, and how many `times` a pass."""
    made: int = 14_000
    """Claims made from articles, beside those that people wrote, which are read in the index."""
    claims: int = 0
    """Of the claims that people wrote and of those, so many are read at most; 0: all."""
    silent: int = 3
    """Of the read pairs that are surely neutral, one in so many is learnt from."""
    sentences: int = 40_000
    """Texts whose vectors are kept near those of the base model."""
    seed: int = 5
    """Of the draws and of the order of the pairs."""
    longest: int = 384
    """Tokens of a pair; longer premises lose their end."""
    rate: float = 3e-4
    """Highest learning rate."""
    warmup: int = 60
    """Steps over which the rate rises."""
    budget: int = 3600
    """Tokens of one batch of pairs of one worker, padding included."""
    vectors: int = 400
    """Tokens of the sentences beside it."""
    temperature: float = 2.0
    """Of both probabilities in the divergence from the teacher (Hinton, Vinyals and Dean 2015, section 2)."""
    gold: float = 0.4
    """Weight of the label of a labelled pair that the teacher scored too; the divergence has the rest."""
    smoothing: float = 0.03
    """Label smoothing of three-way labels."""
    near: float = 8.0
    """Weight of the distance (1 - cosine) from the base model's vectors."""
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
