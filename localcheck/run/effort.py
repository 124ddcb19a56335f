"""One dial for people: which readers an effort takes, and the next best one where a model is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from localcheck.asking.expert import TOKENS
from localcheck.backends.llm.fitness import assumed, recommended, remembered
from localcheck.backends.llm.speed import Tokens
from localcheck.errors import BadSetting
from localcheck.models.manifest import AUTO, CAREFUL, CASCADE, installed
from localcheck.settings import EFFORTS, Settings
from localcheck.system.cpu import usable_cores

QUICK, CAREFULLY, THOROUGH = EFFORTS
STARTER = "starter-nli"
NO_CAREFUL = (
    "effort {effort}: careful-nli is not installed, so the starter reads alone (localcheck models pull careful-nli)"
)
NO_LLM = (
    "effort thorough: no installed language model fits this machine's memory, so effort careful is used "
    "(localcheck setup says which to take)"
)
PRICED = 0.8
"""Seconds at which an answer of the language model is priced at most: what the 1.5B takes on two idle cores.

Who chooses ``thorough`` has the time. Priced at what a slow or busy machine takes (1.5 s), the model was asked about none of 20
sentences, and the verdicts of one text depended on what else ran when the speed was measured.
"""


@dataclass(frozen=True, slots=True)
class Readers:
    """The settings with the models of an effort, and what is missing for it."""

    settings: Settings
    notes: tuple[str, ...] = ()

    @property
    def consults(self) -> bool:
        """Does a language model read beside the NLI model?"""
        return self.settings.effort == THOROUGH and bool(self.settings.llm)


def readers_of(settings: Settings) -> Readers:
    """``settings`` with the NLI model and the language model of their effort, where they name none themselves.

    Raises ``BadSetting`` for an effort that does not exist.
    """
    effort = settings.effort
    if not effort:
        return Readers(settings)
    if effort not in EFFORTS:
        raise BadSetting("effort", f"{effort!r} is not one of {', '.join(EFFORTS)}", "settings")
    notes: list[str] = []
    if settings.nli == AUTO:
        here = CAREFUL in installed()
        settings = replace(settings, nli=STARTER if effort == QUICK or not here else CASCADE)
        if effort != QUICK and not here:
            notes.append(NO_CAREFUL.format(effort=effort))
    if effort == THOROUGH and not settings.llm:
        name = best_installed()
        settings = replace(settings, llm=f"gguf:{name}" if name else "")
        notes += [] if name else [NO_LLM]
    return Readers(settings, tuple(notes))


def best_installed() -> str:
    """The language model to read with among those that are installed; empty where none fits this machine."""
    import psutil

    from localcheck.models.overview import overview

    rows: list[dict[str, Any]] = [row for row in overview() if row["installed"] and not row.get("problem")]
    return recommended(rows, float(psutil.virtual_memory().total), remembered())


def priced_seconds(model: str, tokens: int) -> float:
    """Seconds that one answer counts where it is decided whether to ask."""
    return min(seconds_of(model, tokens), PRICED)


def seconds_of(model: str, tokens: int = TOKENS) -> float:
    """Seconds of one answer of this language model here that reads so many tokens, by its size, from what was measured here or
    else assumed.
    """
    from localcheck.models.overview import overview

    measured = remembered() or assumed(usable_cores())
    row = next((row for row in overview() if row["name"] == model), None)
    size = float(row["download_mb"] or row.get("disk_mb") or measured.megabytes) if row else measured.megabytes
    return measured.speed.seconds(Tokens(tokens, 0)) * size / measured.megabytes
