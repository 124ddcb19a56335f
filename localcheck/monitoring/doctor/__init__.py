"""Finds out what is installed, what is missing, and which command fixes it. The command line and the app show the findings.

Nothing is loaded unnecessarily: NLI models are looked up but not opened, and llama.cpp is asked about the GPU only if it is
installed. A language model that is chosen is opened, for only that shows whether its file is whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localcheck.monitoring.doctor.finding import Finding
from localcheck.monitoring.doctor.installed import indexes, models
from localcheck.monitoring.doctor.language_model import benchmark, chosen_model
from localcheck.monitoring.doctor.machine import extras, hardware, home, program
from localcheck.settings import Settings, load
from localcheck.system import resources


def examine() -> Iterator[Finding]:
    """The findings for the settings of this home. Raises what reading the settings file raises."""
    return findings(load(resources.config_path()))


def findings(settings: Settings) -> Iterator[Finding]:
    """Examine everything that a run with these settings needs; one finding for each fact."""
    for look in (program, hardware, home, extras, models, indexes, chosen_model):
        yield from look(settings)


def required_missing(found: Sequence[Finding]) -> bool:
    """True if something is missing that a run with these settings needs."""
    return any(f.level == "error" for f in found)
