"""The ``Session`` of the real program: it calls the core's generators. Nothing heavy is imported before it is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.errors import LocalcheckError, UsageError
from localcheck.settings import JSON, Settings
from localcheck.settings.requests import CheckRequest
from localcheck.system import network
from localcheck.types import Claim, Cost, Document, Event, RunInfo, Sentence, Verdict
from localcheck_tui.inventory import Inventory
from localcheck_tui.session import Step

if TYPE_CHECKING:
    from localcheck.run.compose import Runtime
    from localcheck.settings.signatures import Parameter


class LiveSession:
    """Models and indexes stay open between runs as long as the settings stay the same."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._runtime: Runtime | None = None

    def _open(self, settings: Settings) -> Runtime:
        """The runtime for these settings; the one that is open, if only the detector differs."""
        from localcheck.run.compose import open_runtime

        if self._runtime is None or _resources(self._runtime.settings) != _resources(settings):
            self.close()
            self._runtime = self._stack.enter_context(open_runtime(settings))
        return self._runtime

    def check(self, request: CheckRequest) -> Iterator[Event]:
        from localcheck.run.checking import begin

        with network.allow(request.settings.network):
            yield from begin(request, self._open(request.settings)).events

    def more(self, document: Document, verdict: Verdict, settings: Settings, extra: int = 5) -> Verdict:
        names = {p.name for p in self.options(settings.detector)}
        if not {"k", "at_least"} <= names:
            raise UsageError(
                f"{settings.detector} does not read document by document", "re-check with bayes-sequential"
            )
        read = len(verdict.evidence) + extra
        given = settings.detector_options(settings.detector)
        most = max(read, int(given.get("k", 0) or 0))
        return self._judge(document, verdict.claim, settings, {**given, "k": most, "at_least": read})

    def recheck(self, document: Document, verdict: Verdict, settings: Settings) -> Verdict:
        return self._judge(document, verdict.claim, settings, settings.detector_options(settings.detector))

    def _judge(self, document: Document, claim: Claim, settings: Settings, options: dict[str, JSON]) -> Verdict:
        """Judge one claim with any detector: its extractor finds this claim only; a sentence method judges the claim's
        sentence.
        """
        runtime = self._open(settings)
        with network.allow(settings.network), _only(runtime, claim):
            detector = runtime.detector(settings.detector, options)
            for verdict in detector(document):
                if verdict.claim.id == claim.id or verdict.claim.sentence == claim.sentence:
                    return replace(verdict, claim=claim)
        raise LocalcheckError(f"{settings.detector} said nothing about claim {claim.id}", "try another method")

    def boundaries(self, info: RunInfo) -> tuple[tuple[float, float], ...]:
        from localcheck.judging.evidence.find_tables import policy_of

        sha256 = next((v for k, v in dict(info.models).items() if k.startswith("nli:")), "")
        policy = policy_of(dict(info.parameters), sha256)
        if policy is None:
            return ()
        return tuple(policy.boundaries(step) for step in range(policy.k))

    def read(self, path: Path) -> Document:
        from localcheck.ingest.documents import read_document

        return read_document(path)

    def inventory(self) -> Inventory:
        from localcheck_tui.stocktaking import take_stock

        return take_stock()

    def build_index(self, source: Path, name: str) -> Iterator[Step]:
        from localcheck_tui.stocktaking import build_index

        return build_index(source, name)

    def import_model(self, source: Path, name: str) -> Iterator[Step]:
        from localcheck_tui.stocktaking import import_model

        return import_model(source, name)

    def options(self, detector: str) -> tuple[Parameter, ...]:
        from localcheck.registry import DETECTORS
        from localcheck.settings.signatures import parameters

        return tuple(parameters(DETECTORS.load(detector)))

    def close(self) -> None:
        self._runtime = None
        self._stack.close()


def _resources(settings: Settings) -> Settings:
    """The settings that decide which models and indexes are open: runs that share them share the runtime."""
    return replace(settings, detector="", options=())


class _OneClaim:
    """An extractor that finds one claim."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        return [self._claim]

    def cost(self) -> Cost:
        return Cost()


@contextmanager
def _only(runtime: Runtime, claim: Claim) -> Iterator[None]:
    """Within the block, detectors of this runtime see one claim, and the agent judges it anew, whatever it remembers."""
    from localcheck.ports import Extractor
    from localcheck.store.agent_memory import AgentMemory

    before = dict(runtime.given)
    with AgentMemory(None, recalls=False) as nothing:
        runtime.given.update({Extractor: _OneClaim(claim), AgentMemory: nothing})
        try:
            yield
        finally:
            runtime.given.clear()
            runtime.given.update(before)
