"""A finished report on its way out: scored for faithfulness, ruled on by its risk class, and written into the checks log."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from localcheck.gate import Faithfulness, Outcome, Ruling, Strategy, faithfulness, policy_for, rule
from localcheck.settings import Settings
from localcheck.store import Check, Store, new_call_id
from localcheck.types import Document, Event, Finished, Report, Started

JSON = Any
NAMES = ("model", "template", "category", "risk", "call_id")
"""What a row or an option may say about the call whose answer is checked; rows keep it in ``Document.meta``."""


@dataclass(frozen=True, slots=True)
class Call:
    """The call whose answer is checked, as far as it was said."""

    model: str = ""
    template: str = ""
    category: str = ""
    risk: str = ""
    """A class, ``auto``, or empty for the category's."""
    call_id: str = ""

    def of(self, document: Document) -> Call:
        """This call with what the document's row says of its own."""
        said = {name: value for name in NAMES if isinstance(value := document.get(name), str) and value}
        return replace(self, **said)


@dataclass(frozen=True, slots=True)
class Gated:
    """What an application needs to know."""

    faithfulness: Faithfulness
    ruling: Ruling


def gate(report: Report, call: Call, table: Mapping[str, Mapping[str, JSON]]) -> Gated:
    """Score and rule on a report. Raises ``BadSetting`` and ``UnknownName`` for a class or a table that is none."""
    proposal, policy = policy_for(report.document, call.risk, call.category, table)
    found = Faithfulness(Outcome.SKIPPED) if policy.strategy is Strategy.SKIP else faithfulness(report)
    return Gated(found, rule(proposal, policy, found))


def skips(document: Document, call: Call, settings: Settings) -> bool:
    """Does the class of this document ask for no check at all?"""
    return policy_for(document, call.risk, call.category, settings.risk_table())[1].strategy is Strategy.SKIP


def logged(
    events: Iterable[Event], store: Store, settings: Settings, run_id: Callable[[], int | None]
) -> Generator[Event, None, None]:
    """The same events; every finished document is written into the checks log, by what its row says of its call.

    ``run_id`` is asked for the stored run of the document that has just finished.
    """
    started = time.perf_counter()
    for event in events:
        if isinstance(event, Started):
            started = time.perf_counter()
        if isinstance(event, Finished):
            call = Call().of(event.report.document)
            gated = gate(event.report, call, settings.risk_table())
            store.checks.add(check_of(event.report, gated, call, time.perf_counter() - started, run_id()))
        yield event


def check_of(report: Report, gated: Gated, call: Call, latency: float, run_id: int | None = None) -> Check:
    """The row of the checks log. Where no model was named, it is the one that judged."""
    models = dict(report.run.models)
    judge = next((name.partition(":")[2] for role in ("llm", "nli") for name in models if name.startswith(role)), "")
    found = gated.faithfulness
    return Check(
        call_id=call.call_id or new_call_id(),
        at=time.time(),
        document_id=report.document.id,
        model=call.model or judge,
        template=call.template,
        category=call.category,
        detector=report.run.detector,
        risk=gated.ruling.risk.value,
        score=found.score,
        outcome=found.outcome.value,
        disposition=gated.ruling.disposition,
        claims=found.claims,
        supported=found.supported,
        latency=max(0.0, latency),
        run_id=run_id,
    )
