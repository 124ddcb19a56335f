"""How much work a check is worth: what a strategy changes in a method's options, and what a short time budget does.

Options that the user chose are never touched; nor are those of methods that have none of these.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from math import inf

from localcheck.registry import DETECTORS
from localcheck.settings import Settings, with_options
from localcheck.settings.risk_tables import Strategy
from localcheck.settings.signatures import parameters
from localcheck.types import JSON


class Effort(StrEnum):
    """Three amounts of work."""

    QUICK = "quick"
    USUAL = "usual"
    THOROUGH = "thorough"


OF_STRATEGY = {
    Strategy.NLI_LIGHTWEIGHT: Effort.QUICK,
    Strategy.FAITHFULNESS_CHECK: Effort.USUAL,
    Strategy.FACTSCORE_PLUS_HUMAN: Effort.THOROUGH,
    Strategy.HUMAN_REVIEW: Effort.THOROUGH,
}
"""``skip`` has none: nothing is judged."""
QUICK: dict[str, int] = {
    "k": 1,
    "samples": 5,
    "max_windows": 1,
    "sentences": 3,
    "words": 300,
    "questions": 1,
    "rounds": 2,
    "steps": 8,
}
"""At most so much: documents, samples, windows and sentences of a text, words shown to a language model, questions, turns."""
THOROUGH: dict[str, int] = {"k": 4, "max_windows": 0, "sentences": 20, "words": 1500}
"""At least so much; 0 windows means all of them."""


def options_at(settings: Settings, effort: Effort) -> dict[str, JSON]:
    """The options of the method that this effort sets to another value than the usual one."""
    if effort is Effort.USUAL:
        return {}
    chosen = {name.replace("-", "_") for name in settings.detector_options(settings.detector)}
    if settings.samples != Settings().samples:
        chosen.add("samples")
    wanted = QUICK if effort is Effort.QUICK else THOROUGH
    found: dict[str, JSON] = {}
    for parameter in parameters(DETECTORS.load(settings.detector)):
        name = parameter.name
        if name not in wanted or name in chosen:
            continue
        usual = settings.samples if name == "samples" else parameter.default
        if not isinstance(usual, int):
            continue
        best = (min if effort is Effort.QUICK else max)(usual, wanted[name], key=partial(_amount, name))
        if best != usual:
            found[name] = best
    return found


def at_effort(settings: Settings, effort: Effort) -> Settings:
    """``settings`` with the options of this effort."""
    return with_options(settings, settings.detector, options_at(settings, effort))


def _amount(name: str, value: int) -> float:
    """How much an option stands for: no windows means all of them."""
    return inf if name == "max_windows" and value == 0 else value
