"""One dial for people: which readers an effort takes, and the next best one where a model is missing.

What a method reads, by the ports that its factory takes.
"""

from __future__ import annotations

import resource
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.util import find_spec

from localcheck.agent.tools.described import Toolbox
from localcheck.asking.head_files import tokens_of
from localcheck.backends.llm.fitness import MOST_SECONDS, Tokens, recommended_here, remembered, speed_here
from localcheck.errors import UnknownName
from localcheck.judging.expert import Consultant
from localcheck.models.manifest import AUTO, CASCADE, STARTER
from localcheck.ports import Retriever
from localcheck.registry import DETECTORS
from localcheck.settings import EFFORTS, Settings
from localcheck.settings.signatures import ports
from localcheck.types import Document


def reads_index(name: str) -> bool:
    """Does this method look claims up in the index? Raises ``UnknownName``."""
    return Retriever in _ports(name)


def passes_over_context(name: str) -> bool:
    """Does it look them up there even if the text comes with a context? An agent reads both. Raises ``UnknownName``."""
    return reads_index(name) and Toolbox not in _ports(name)


def any_context(documents: Iterable[Document]) -> bool:
    """Did one of them come with words of context? Then all are held against theirs; where it is empty, nothing was found."""
    return any(text.strip() for document in documents for text in document.context)


def _ports(name: str) -> frozenset[object]:
    return frozenset(port for port, _ in ports(DETECTORS.load(name)).values())


QUICK, CAREFULLY, THOROUGH = EFFORTS
NO_LLM = (
    "effort thorough: no language model that fits it and this machine's memory is installed, so effort careful is used "
    "(localcheck setup says which to take)"
)
LEAST_ADDRESSES = 5 << 29
"""Bytes of addresses below which the native libraries of two models abort the process, or fail somewhere: 1.8 to 2.1 GB on two
cores. ``quick`` works with 0.9."""
NO_ROOM = (
    "effort {effort}: this process may use {gib:.1f} GiB of addresses (ulimit -v), and its models need 2.5, so effort quick is"
    " used"
)
BY_DEFAULT = "effort thorough: {model} answers in about {seconds:.1f} s here (--effort careful or quick is faster)"
_SAID = BY_DEFAULT.partition("{seconds")[0].partition("{model}")[2]
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

    Without an effort it is ``thorough`` where ``quick_model`` names a model.
    """
    effort = settings.effort
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if settings.nli == AUTO and effort != QUICK and limit != resource.RLIM_INFINITY and limit < LEAST_ADDRESSES:
        less = readers_of(replace(settings, effort=QUICK))
        return Readers(less.settings, (NO_ROOM.format(effort=effort or CAREFULLY, gib=limit / 2**30), *less.notes))
    if not effort:
        model, seconds = quick_model(settings)
        if not model:
            return Readers(settings)
        found = readers_of(replace(settings, effort=THOROUGH, llm=f"gguf:{model}"))
        return Readers(found.settings, (BY_DEFAULT.format(model=model, seconds=seconds), *found.notes))
    notes: list[str] = []
    if settings.nli == AUTO:
        settings = replace(settings, nli=STARTER if effort == QUICK else CASCADE)
    if effort == THOROUGH and not settings.llm:
        name = best_installed()
        settings = replace(settings, llm=f"gguf:{name}" if name else "")
        notes += [] if name else [NO_LLM]
    return Readers(settings, tuple(notes))


def by_default(note: str) -> bool:
    """True if a run's note only says that its effort was chosen here: nothing is wrong.

    >>> by_default(BY_DEFAULT.format(model="m", seconds=1.4)), by_default(NO_LLM)
    (True, False)
    """
    return _SAID in note


def quick_model(settings: Settings) -> tuple[str, float]:
    """The language model that reads although nobody asked for it, and the seconds of one answer: the best that is installed,
    if its speed was measured on this machine and an answer takes no longer than ``MOST_SECONDS``. A claim needs about one.

    An empty name where there is none, where the settings name a model, and for a method that asks no second reader.
    """
    none = "", 0.0
    if settings.llm or settings.nli != AUTO or remembered() is None or find_spec("llama_cpp") is None:
        return none
    try:
        method = DETECTORS.load(settings.detector)
    except UnknownName:
        return none  # whoever opens the method says so
    if (Consultant, False) not in ports(method).values():
        return none
    name = best_installed()
    seconds = seconds_of(name) if name else 0.0
    return (name, seconds) if name and seconds <= MOST_SECONDS else none


def usual_effort(settings: Settings) -> str:
    """The effort of a run with these settings, as far as the models are installed."""
    return settings.effort or (THOROUGH if quick_model(settings)[0] else CAREFULLY)


def best_installed() -> str:
    """The language model to read with among those that are installed; empty where none fits this machine."""
    from localcheck.models.overview import overview

    return recommended_here([row for row in overview() if row["installed"] and not row.get("problem")])


def priced_seconds(model: str, tokens: int) -> float:
    """Seconds that one answer counts where it is decided whether to ask."""
    return min(seconds_of(model, tokens), PRICED)


def seconds_of(model: str, tokens: int = 0) -> float:
    """Seconds of one answer of this language model here, by its size, from what was measured here or else assumed. It reads so
    many ``tokens``; 0: what a claim beside three sentences takes.
    """
    from localcheck.models.overview import overview

    measured = speed_here()
    row = next((row for row in overview() if row["name"] == model), None)
    size = float(row["download_mb"] or row.get("disk_mb") or measured.megabytes) if row else measured.megabytes
    return measured.speed.seconds(Tokens(tokens or tokens_of(model), 0)) * size / measured.megabytes
