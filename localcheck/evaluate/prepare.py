"""Makes an experiment that is ready to run from a request: reads the data, opens the models, writes the header.

Evidence that comes with a data set instead of an index: recorded web pages, or the texts in its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from localcheck.errors import UsageError
from localcheck.evaluate.datasets.examples import Example, examples_of, nli
from localcheck.evaluate.datasets.files import chosen
from localcheck.evaluate.deciding import SCORE, CrossFit
from localcheck.evaluate.experiment import experiment, nli_experiment
from localcheck.evaluate.heading import Prepared, run_of, threshold
from localcheck.evaluate.phd_records import Recorded
from localcheck.evaluate.records import Header
from localcheck.judging.evidence.score import EvidenceModel, to_json
from localcheck.judging.fitted import likelihoods_row
from localcheck.models.manifest import nli_models
from localcheck.ports import Extractor, Retriever
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.settings.requests import CROSS_FIT, EvalRequest
from localcheck.sources.by_query import ByQuery
from localcheck.sources.recorded import RecordedEvidence
from localcheck.types import JSON, Claim, Cost, Document, Passage, Sentence, Source
from localcheck.types.infos import IndexInfo

FITTED_ON = (
    "the evidence score in use was fitted on a file of this name, so these figures may flatter it; --cross-fit judges each "
    "claim by a score of other articles' claims"
)


def prepare(request: EvalRequest, settings: Settings, stack: ExitStack) -> Prepared:
    """Read the data first, then open models on ``stack``. Raises ``BadInput`` and ``UsageError``.

    A request is one of four: pairs for the NLI model, recorded answers of a method, recorded samples, or plain examples.
    """
    if request.records is not None and request.dataset != "phd":
        raise UsageError("--records goes with the data set phd", "drop it, or use eval phd")
    if request.cross_fit and (request.dataset not in CROSS_FIT or request.records is not None):
        raise UsageError("--cross-fit goes with the data sets claims and wikibio", "drop it")
    if request.records is not None and request.spread:
        raise UsageError("--spread does not go with --records: records are in the order of the passages")
    if request.dataset == "nli":
        return _nli(request, settings, stack)
    examples = chosen(examples_of(request.dataset, request.data), request.limit, request.spread)
    if request.records is None:
        return _detector(request, settings, examples, stack)
    recorded = Recorded.read(request.records, examples)
    if recorded.variant:
        return recorded.prepared(request, settings)
    return _detector(request, settings, recorded.with_samples(), stack)


def _nli(request: EvalRequest, settings: Settings, stack: ExitStack) -> Prepared:
    pairs = chosen(list(nli(request.data)), request.limit, request.spread)
    runtime = stack.enter_context(open_runtime(settings))
    info = runtime.info_of_models("nli")
    header = Header("nli", "+".join(nli_models(settings.nli)), run_of(request, settings.claims, info))
    return Prepared(header, lambda journal: nli_experiment(runtime.nli, pairs, journal), len(pairs))


def _detector(request: EvalRequest, settings: Settings, examples: Sequence[Example], stack: ExitStack) -> Prepared:
    spec = request.evidence
    if not spec and not request.index_typed and request.dataset in ("claims", "haluagent"):
        spec = GIVEN if all(e.document.context for e in examples) else ""
    labelled = examples
    if request.dataset == "claims" and spec != GIVEN:
        examples = [replace(e, document=replace(e.document, title="")) for e in examples]  # where to look is not given
    if spec.startswith("web:"):
        settings = replace(settings, index=spec)
    ports = {} if spec.startswith("web:") else evidence_ports(spec)
    runtime: Runtime = stack.enter_context(open_runtime(settings, ports, RuntimeOptions(recalls=False)))
    detector = runtime.detector()
    info = runtime.info()
    model: EvidenceModel | None = vars(runtime).get("evidence_model")
    run = {
        **run_of(request, settings.claims, info, spec),
        "likelihoods": _table_of(runtime),
        "score": None if model is None else SCORE if request.cross_fit else to_json(model),
    }
    header = Header(request.dataset, info.detector, run, threshold(request, info))
    if request.cross_fit:
        if model is None:
            raise UsageError(
                f"--cross-fit fits the learned evidence score, and {info.detector} with these options does not use it"
            )
        fold = CrossFit(runtime, labelled, examples, spec == GIVEN)
        return Prepared(header, fold.rows, len(examples), fold.read)
    note = "" if model is None or model.likelihoods.data != request.data.name else FITTED_ON
    return Prepared(header, lambda journal: experiment(detector, examples, journal), len(examples), note=note)


def _table_of(runtime: Runtime) -> JSON:
    """The likelihood table, if the detector used one; None otherwise. It is recorded because results depend on it."""
    table = vars(runtime).get("likelihoods")
    return None if table is None else likelihoods_row(table)


GIVEN = "given"


class RecordedClaims:
    """An ``Extractor`` that gives the recorded subclaims of a sentence, or the sentence itself if none was recorded."""

    def __init__(self, recorded: RecordedEvidence) -> None:
        self._recorded = recorded

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """Recorded claims in order."""
        found = []
        for s in sentences:
            texts = self._recorded.claims(document.id, s.index) or [s.text]
            found += [Claim(f"{s.index}.{j}", s.index, text, s.span) for j, text in enumerate(texts)]
        return found

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()


class GivenPassages(ByQuery):
    """A ``Retriever`` that gives the reference texts of the document, in their order."""

    info = IndexInfo("given", "given", 0)

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The texts that the data set gives with this document."""
        for rank, text in enumerate(document.context):
            yield Passage(document.title, text, Source("reference", "data set", f"{document.id}/{rank}"), rank)

    def search(self, query: str) -> Iterator[Passage]:
        """Given evidence cannot be searched."""
        raise UsageError("evidence that is given with the data is looked up by document, not searched")


def evidence_ports(spec: str) -> dict[type, Any]:
    """The ports that ``spec`` replaces; none for an empty ``spec``. Raises ``UsageError`` and ``BadInput``.

    ``recorded:DIR`` or ``recorded:TAR``: recorded claims and web pages; ``given``: the texts in the data set's rows.
    """
    if not spec:
        return {}
    if spec == GIVEN:
        return {Retriever: GivenPassages()}
    kind, colon, path = spec.partition(":")
    if kind != "recorded" or not colon or not path:
        raise UsageError(
            f"--evidence {spec}: neither recorded:PATH nor given", "for example --evidence recorded:recorded_web.tar.xz"
        )
    recorded = RecordedEvidence(Path(path))
    return {Extractor: RecordedClaims(recorded), Retriever: recorded}
