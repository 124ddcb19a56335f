"""One thing that was examined, and how a failure becomes one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from localcheck.errors import LocalcheckError

REINSTALL_LLAMA = "pip install --force-reinstall --no-cache-dir --no-binary llama-cpp-python llama-cpp-python"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined."""

    topic: str
    """``program``, ``machine``, ``home``, ``extra``, ``model``, ``index`` or ``llm``."""
    level: str
    """``ok``, ``note`` (optional and not here), ``warning``, or ``error`` (required and missing)."""
    text: str
    mend: str = ""
    """The command that fixes it."""


def named(topic: str, what: str, describe: Callable[[], str], level: str = "error") -> Finding:
    """A finding about ``what``: its description, or why there is none, at ``level``."""
    try:
        return Finding(topic, "ok", f"{what}: {describe()}")
    except LocalcheckError as error:
        return Finding(topic, level, f"{what}: {error.message}", error.hint)
    except (OSError, RuntimeError, ImportError) as error:
        # A runtime that is installed but does not start (a missing system library, a foreign CPU).
        mend = REINSTALL_LLAMA if topic == "llm" else "pip install --force-reinstall localcheck"
        return Finding(topic, level, f"{what}: does not start: {error}", mend)
