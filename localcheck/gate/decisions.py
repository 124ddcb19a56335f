"""Scores a finished report for faithfulness, rules on it by its risk class, and makes its row for the checks log."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from localcheck.gate import Faithfulness, Outcome, Ruling, Strategy, faithfulness, policy_for, rule
from localcheck.gate.effort import OF_STRATEGY, Effort
from localcheck.settings import Settings
from localcheck.settings.requests import Call
from localcheck.store import Check, new_call_id
from localcheck.system.resources import sha256_text
from localcheck.types import JSON, UNNAMED, Document, Report


@dataclass(frozen=True, slots=True)
class Gated:
    """What an application needs to know about a checked answer."""

    faithfulness: Faithfulness
    ruling: Ruling


def gate(report: Report, call: Call, table: Mapping[str, Mapping[str, JSON]]) -> Gated:
    """Score a report and rule on it. Raises ``BadSetting`` and ``UnknownName`` for an invalid risk class or table."""
    proposal, policy = policy_for(report.document, call.risk, call.category, table)
    found = Faithfulness(Outcome.SKIPPED) if policy.strategy is Strategy.SKIP else faithfulness(report)
    return Gated(found, rule(proposal, policy, found))


def effort_for(document: Document, call: Call, settings: Settings) -> Effort | None:
    """How thoroughly the class of this document asks to be checked; None for not at all."""
    return OF_STRATEGY.get(policy_for(document, call.risk, call.category, settings.risk_table())[1].strategy)


def check_of(report: Report, gated: Gated, call: Call, latency: float, run_id: int | None = None) -> Check:
    """The row of the checks log. Where nobody named the model that wrote the answer, the name stays empty: the judging model
    did not write it.
    """
    found = gated.faithfulness
    return Check(
        call_id=call.call_id or new_call_id(),
        at=time.time(),
        document_id=_document_id(report.document),
        model=call.model,
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


def _document_id(document: Document) -> str:
    """The id that the checks log keeps. Texts without a name are told apart by a digest: a mean resamples documents."""
    return f"{document.id}:{sha256_text(document.text)[:12]}" if document.id in UNNAMED else document.id
