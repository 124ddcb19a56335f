"""The header of an experiment: how it is made, on which data, and with which threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.evaluate.datasets.files import digest
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.reports.codec import to_json
from localcheck.settings.requests import EvalRequest
from localcheck.system.clock import now
from localcheck.types import JSON, RunInfo


@dataclass(frozen=True, slots=True)
class Prepared:
    """An experiment whose models and data are open."""

    header: Header
    rows: Callable[[Journal], Iterator[Row]]
    total: int
    read: Callable[[], Iterator[object]] | None = None
    """What is read before the first row can be made, an item a document; None for nothing."""
    note: str = ""
    """What its reader should know of the figures."""


def run_of(request: EvalRequest, claims: str, info: RunInfo, evidence: str = "") -> JSON:
    """How the experiment is made: the run information of a report, with claims and evidence added."""
    kind, _, path = evidence.partition(":")
    return {
        **to_json(info),
        "started": now().replace("+00:00", "Z"),
        "data": {"name": request.data.name, "sha256": digest(request.data)},
        "evidence": f"{kind}:{Path(path).name}" if path else kind,
        "records": None if request.records is None else request.records.name,
        "claims": claims,
        "limit": request.limit,
    }


def threshold(request: EvalRequest, info: RunInfo) -> float:
    """The threshold that was asked for, else the detector's own."""
    return threshold_of(dict(info.parameters)) if request.threshold is None else request.threshold


def threshold_of(parameters: dict[str, JSON]) -> float:
    """The cost-optimal threshold on P(not factual): 1 - C_M / (C_M + C_FA); 0.5 for methods without costs.

    At it, declaring "not factual" costs as much as declaring "factual" (Wang et al. 2023, Eq. 5).
    """
    if "c_miss" in parameters and "c_false_alarm" in parameters:
        return float(1 - parameters["c_miss"] / (parameters["c_miss"] + parameters["c_false_alarm"]))
    return 0.5
