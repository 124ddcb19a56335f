"""From what was asked for to an experiment that is ready to run: data, models, header."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from localcheck import __version__
from localcheck.codec import runinfo_to_json
from localcheck.compose import Runtime, open_runtime
from localcheck.errors import UsageError
from localcheck.evaluate import phd_records
from localcheck.evaluate.datafiles import chosen, digest
from localcheck.evaluate.datasets import examples_of
from localcheck.evaluate.evidence import GIVEN, evidence_ports
from localcheck.evaluate.examples import Example, nli
from localcheck.evaluate.experiment import experiment, nli_experiment
from localcheck.evaluate.likelihoods import table_row
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.manifest import nli_models
from localcheck.runner import now
from localcheck.settings import Settings
from localcheck.types import RunInfo

JSON = Any


@dataclass(frozen=True, slots=True)
class Request:
    """What to measure on what."""

    dataset: str
    data: Path
    evidence: str = ""
    """``recorded:PATH``, ``given``, or empty for the index."""
    records: Path | None = None
    """Recorded stage answers or samples (PHD)."""
    limit: int | None = None
    spread: bool = False
    """Take the examples at even distances instead of the first ones."""
    threshold: float | None = None
    """Scores above it mean not factual; ``None`` is the detector's own."""
    detector_typed: bool = False
    """Whether the user named the detector, rather than a default."""
    index_typed: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """An experiment with everything open that it needs."""

    header: Header
    rows: Callable[[Journal], Iterator[Row]]
    total: int


def prepare(request: Request, settings: Settings, stack: ExitStack) -> Prepared:
    """Read the data first, then open models on ``stack``. Raises ``BadInput`` and ``UsageError``."""
    if request.records is not None and request.dataset != "phd":
        raise UsageError("--records goes with the data set phd", "drop it, or use eval phd")
    if request.dataset == "nli":
        return _nli(request, settings, stack)
    examples = chosen(examples_of(request.dataset, request.data), request.limit, request.spread)
    if request.records is not None:
        if request.spread:
            raise UsageError("--spread does not go with --records: records are in the order of the passages")
        records = phd_records.records_for(request.records, examples)
        kind = phd_records.kind_of(request.records, records)
        if kind != phd_records.SAMPLES:
            return _recorded(request, settings, kind, examples, records)
        examples = phd_records.with_samples(examples, records)
    return _detector(request, settings, examples, stack)


def _nli(request: Request, settings: Settings, stack: ExitStack) -> Prepared:
    pairs = chosen(list(nli(request.data)), request.limit, request.spread)
    runtime = stack.enter_context(open_runtime(settings))
    info = runtime.info_of_models("nli")
    header = Header("nli", "+".join(nli_models(settings.nli)), _run(request, settings, info))
    return Prepared(header, lambda journal: nli_experiment(runtime.nli, pairs, journal), len(pairs))


def _recorded(
    request: Request, settings: Settings, variant: str, examples: Sequence[Example], records: Sequence[Any]
) -> Prepared:
    options = phd_records.variant_options(settings, settings.detector if request.detector_typed else "", variant)
    info = RunInfo(variant, tuple(sorted(options.items())), seed=settings.seed, version=__version__)
    header = Header("phd", variant, _run(request, settings, info), _threshold(request, info))

    def rows(journal: Journal) -> Iterator[Row]:
        return phd_records.recorded_experiment(variant, options, examples, records, journal)

    return Prepared(header, rows, len(examples))


def _detector(request: Request, settings: Settings, examples: Sequence[Example], stack: ExitStack) -> Prepared:
    spec = request.evidence
    if not spec and not request.index_typed and request.dataset in ("claims", "haluagent"):
        spec = GIVEN if all(e.document.context for e in examples) else ""
    if request.dataset == "claims" and spec != GIVEN:
        examples = [replace(e, document=replace(e.document, title="")) for e in examples]  # where to look is not given
    if spec.startswith("web:"):
        settings = replace(settings, index=spec)
    ports = {} if spec.startswith("web:") else evidence_ports(spec)
    runtime: Runtime = stack.enter_context(open_runtime(settings, ports))
    detector = runtime.detector()
    info = runtime.info()
    run = {**_run(request, settings, info, spec), "likelihoods": _table_of(runtime)}
    header = Header(request.dataset, info.detector, run, _threshold(request, info))
    return Prepared(header, lambda journal: experiment(detector, examples, journal), len(examples))


def _table_of(runtime: Runtime) -> JSON:
    """The likelihood table, when the detector asked for one; it decides as much as the model does."""
    table = vars(runtime).get("likelihoods")
    return None if table is None else table_row(table)


def _run(request: Request, settings: Settings, info: RunInfo, evidence: str = "") -> JSON:
    """How the experiment is made: a report's run, and what it ran on."""
    kind, _, path = evidence.partition(":")
    return {
        **runinfo_to_json(info),
        "started": now(),
        "data": {"name": request.data.name, "sha256": digest(request.data)},
        "evidence": f"{kind}:{Path(path).name}" if path else kind,
        "records": None if request.records is None else request.records.name,
        "claims": settings.claims,
        "limit": request.limit,
    }


def _threshold(request: Request, info: RunInfo) -> float:
    return threshold_of(dict(info.parameters)) if request.threshold is None else request.threshold


def threshold_of(parameters: dict[str, JSON]) -> float:
    """The cost-optimal threshold on P(not factual): 1 - C_M / (C_M + C_FA); 0.5 for methods without costs.

    At it, declaring "not factual" costs as much as declaring "factual" (Wang et al. 2023, Eq. 5).
    """
    if "c_miss" in parameters and "c_false_alarm" in parameters:
        return float(1 - parameters["c_miss"] / (parameters["c_miss"] + parameters["c_false_alarm"]))
    return 0.5
