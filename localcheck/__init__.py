"""localcheck: check any text for hallucinations and factual errors on your own machine.

    import localcheck

    report = localcheck.check("Marie Curie was born in Warsaw in 1867.")
    for verdict in report.verdicts:
        print(verdict.label, verdict.claim.text)

Importing this package loads nothing else; each name below is imported when it is first used (PEP 562).
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As ``typing`` has it: type checkers take it for true. Importing ``typing`` here would double what the package loads."""

if TYPE_CHECKING:
    from typing import Any

    from localcheck.api import AsyncChecker, CheckedReport, Checker, check
    from localcheck.errors import LocalcheckError
    from localcheck.settings import Settings
    from localcheck.types import Claim, Disposition, Document, Evidence, Label, Report, Sentence, Verdict

__version__ = "1.2.0"

__all__ = [
    "AsyncChecker",
    "CheckedReport",
    "Checker",
    "Claim",
    "Disposition",
    "Document",
    "Evidence",
    "Label",
    "LocalcheckError",
    "Report",
    "Sentence",
    "Settings",
    "Verdict",
    "check",
]

_MODULES = {
    **dict.fromkeys(("AsyncChecker", "CheckedReport", "Checker", "check"), "api"),
    "LocalcheckError": "errors",
    "Settings": "settings",
}
"""Where a name is defined; all others are in ``types``."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'types')}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
