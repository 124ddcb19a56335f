"""The interface between the app and the core, whose generators it calls. Nothing heavy is imported before it is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError, MissingResource, UsageError
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.types import Document, Event, Passage, Report, RunInfo, Verdict
from localcheck_tui.inventory import Inventory, Names, Step

if TYPE_CHECKING:
    from localcheck.run import session as core
    from localcheck.run.correcting import Corrected
    from localcheck.settings.signatures import Parameter

MORE = 5
"""Documents that are read in addition."""


class Session:
    """The core as the app needs it. All methods are called from one and the same thread and may block it.

    They raise ``LocalcheckError`` when they cannot do what is asked. Models and indexes stay open between runs as long as the
    settings stay the same.
    """

    def __init__(self) -> None:
        self._checks: core.Session | None = None

    def _session(self, settings: Settings) -> core.Session:
        from localcheck.run import session as core

        if self._checks is None:
            self._checks = core.Session(settings)
        return self._checks

    def check(self, request: CheckRequest) -> Iterator[Event]:
        """Check what is asked for; closing the iterator cancels."""
        yield from self._session(request.settings).check(request)

    def more(self, document: Document, verdict: Verdict, settings: Settings) -> Verdict:
        """Read more documents for this claim and decide again."""
        names = {p.name for p in self.options(settings.detector)}
        if not {"k", "at_least"} <= names:
            raise UsageError(
                f"{settings.detector} does not read document by document", "re-check with bayes-sequential"
            )
        read = len(verdict.evidence) + MORE
        given = settings.detector_options(settings.detector)
        most = max(read, int(given.get("k", 0) or 0))
        options = {**given, "k": most, "at_least": read}
        return self._session(settings).judge(document, verdict.claim, settings, options)

    def recheck(self, document: Document, verdict: Verdict, settings: Settings) -> Verdict:
        """Judge this claim with another method or model."""
        return self._session(settings).judge(document, verdict.claim, settings)

    def corrected(self, report: Report, settings: Settings) -> Corrected:
        """The edits of a report's refuted claims that their quotes speak for, and their sentences judged again."""
        from localcheck.run.correcting import corrected

        return corrected(self._session(settings), report, settings)

    def search(self, query: str, settings: Settings, limit: int = 10) -> tuple[Passage, ...]:
        """Articles of the index for a reviewer's own query, best first."""
        return tuple(self._session(settings).search(query, limit, settings))

    def lacks(self, name: str, settings: Settings) -> bool:
        """True if the index is known to have no article about ``name``; where it cannot be said, it is taken to have one."""
        try:
            look_up = getattr(self._session(settings).runtime(settings).retriever, "article", None)
            if look_up is None or look_up(name) is not None:
                return False
            last = name.split()[-1].casefold()
            return not any(last in p.title.casefold() for p in self.search(name, settings))
        except LocalcheckError:
            return False

    def boundaries(self, info: RunInfo) -> tuple[tuple[float, float], ...]:
        """(low, high) after 0, 1, … documents: the method stops at or outside them; empty when it has none."""
        from localcheck.judging.evidence.find_tables import policy_of

        sha256 = next((v for k, v in dict(info.models).items() if k.startswith("nli:")), "")
        policy = policy_of(dict(info.parameters), sha256)
        if policy is None:
            return ()
        return tuple(policy.boundaries(step) for step in range(policy.k))

    def read(self, path: Path) -> Document:
        """Read a file."""
        from localcheck.ingest.documents import read_document

        return read_document(path)

    def inventory(self) -> Inventory:
        """What is installed, and what the doctor says."""
        from localcheck_tui.stocktaking import take_stock

        return take_stock()

    def names(self) -> Names:
        """What can be chosen by name here."""
        from localcheck_tui.stocktaking import names_here

        return names_here()

    def build_index(self, source: Path, name: str) -> Iterator[Step]:
        """Build an index from a dump or a folder; closing the iterator cancels."""
        from localcheck_tui.stocktaking import build_index

        return build_index(source, name)

    def import_model(self, source: Path, name: str) -> Iterator[Step]:
        """Take in a model from a folder or a file."""
        from localcheck_tui.stocktaking import import_model

        return import_model(source, name)

    def options(self, detector: str) -> tuple[Parameter, ...]:
        """The options of a detector: its module is imported for that."""
        from localcheck.registry import DETECTORS
        from localcheck.settings.signatures import parameters

        try:
            return tuple(parameters(DETECTORS.load(detector)))
        except ImportError as error:
            raise MissingResource(f"{detector} cannot be loaded: {error}", "is its extra installed?") from error

    def close(self) -> None:
        """Release models and indexes."""
        if self._checks is not None:
            self._checks.close()
