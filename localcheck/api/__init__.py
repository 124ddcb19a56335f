"""The Python interface: check a text or a file, all at once or as verdicts come, also from asynchronous programs."""

from localcheck.api.checker import AsyncChecker, CheckedReport, Checker, check, usual_settings

__all__ = ["AsyncChecker", "CheckedReport", "Checker", "check", "usual_settings"]
