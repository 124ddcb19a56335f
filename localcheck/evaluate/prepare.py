"""Makes an experiment that is ready to run from a request: reads the data, opens the models, writes the header.

What comes with a data set stands in for an index or a model: its recorded web pages, the texts in its rows, and the answers
recorded for the PHD benchmark (Yang et al. 2023). With answers of stages 1 and 2 only stage 3 of reverse validation runs,
and no model is asked; with samples the detector runs on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from localcheck import __version__
from localcheck.errors import BadInput, Unparsed, UsageError
from localcheck.evaluate.datasets.examples import Example, examples_of, nli
from localcheck.evaluate.datasets.files import Fields, chosen, load_json, rows_of
from localcheck.evaluate.deciding import SCORE, CrossFit
from localcheck.evaluate.experiment import experiment, nli_experiment
from localcheck.evaluate.records import Header, Journal, Prepared, Row, run_of, threshold
from localcheck.judging.evidence.score import EvidenceModel, to_json
from localcheck.judging.fitted import likelihoods_row
from localcheck.judging.reverse import Variant, match_record, record_of
from localcheck.models.manifest import nli_models
from localcheck.ports import Extractor, Retriever
from localcheck.registry import DETECTORS
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.settings.requests import CROSS_FIT, EvalRequest
from localcheck.settings.signatures import options_for
from localcheck.sources.by_query import ByQuery
from localcheck.sources.recorded import RecordedEvidence
from localcheck.text.matching import Match
from localcheck.types import JSON, Claim, Cost, Document, Passage, RunInfo, Sentence, Source
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
    info = runtime.info_of_nli()
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


VARIANTS = {"reverse-em": "detail", "reverse-qg": "question"}
SAMPLES = "samples_text"
SHAPES = "rows need entity, claim, answer and detail (EM) or question (QG); or entity and samples_text"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The records of a file with the passages that they belong to."""

    examples: tuple[Example, ...]
    records: tuple[Fields, ...]
    """One for each example, in the same order."""
    variant: str
    """``reverse-em`` or ``reverse-qg`` for stage answers; empty for samples."""

    @classmethod
    def read(cls, path: Path, examples: Sequence[Example]) -> Recorded:
        """Raises ``BadInput`` when the file's records do not go with the examples."""
        records = list(rows_of(path, load_json(path)))
        if len(records) < len(examples):
            raise BadInput(path, f"holds {len(records)} records, fewer than the {len(examples)} passages")
        for example, record in zip(examples, records, strict=False):
            if record.text("entity") != example.document.title:
                raise record.bad(
                    f"is about {record.text('entity')!r}, not {example.document.title!r}",
                    "records must be in the order of the passages",
                )
        return cls(tuple(examples), tuple(records[: len(examples)]), _variant_of(path, records))

    def with_samples(self) -> list[Example]:
        """The examples with the recorded samples in place of their own."""
        return [
            replace(example, document=replace(example.document, samples=record.texts(SAMPLES)))
            for example, record in zip(self.examples, self.records, strict=True)
        ]

    def prepared(self, request: EvalRequest, settings: Settings) -> Prepared:
        """The experiment on stage answers: no model is asked. Raises ``UsageError`` where another method was named."""
        if request.detector_typed and settings.detector != self.variant:
            raise UsageError(
                f"these are records of {self.variant}, not of {settings.detector}",
                f"leave -d out, or give -d {self.variant}",
            )
        given = settings.detector_options(self.variant) | settings.detector_options(settings.detector)
        options = options_for(DETECTORS.load(self.variant), given, self.variant)
        info = RunInfo(self.variant, tuple(sorted(options.items())), seed=settings.seed, version=__version__)
        header = Header("phd", self.variant, run_of(request, settings.claims, info), threshold(request, info))
        return Prepared(header, lambda journal: self._rows(options, journal), len(self.examples))

    def _rows(self, options: Mapping[str, JSON], journal: Journal) -> Iterator[Row]:
        """A row for every passage: whether its recorded answer names the entity. A record that cannot be read is FAILED."""
        for example, record in zip(self.examples, self.records, strict=True):
            if example.id not in journal.done:
                row = Row(example.id, example.group, example.labels, (0.5,))
                try:
                    score = float(not decide(self.variant, example.document.title, record, options).matched)
                    row = replace(row, scores=(score,), raw={"unmatched": (score,)})
                except Unparsed as error:
                    row = replace(row, failed=1, error=error.message)
                journal.add(row)
            yield journal.done[example.id]


def _variant_of(path: Path, records: Sequence[Fields]) -> str:
    """The method whose stages the first record holds; empty for samples. Raises ``BadInput`` for neither."""
    first = records[0].values if records else {}
    for name, key in VARIANTS.items():
        if key in first:
            return name
    if SAMPLES in first:
        return ""
    raise BadInput(path, "neither stage answers nor samples", SHAPES)


def decide(variant: str, entity: str, record: Fields, options: Mapping[str, JSON]) -> Match:
    """Stage 3 on one record. Raises ``Unparsed`` and ``BadInput``."""
    names = ("claim", "answer", VARIANTS[variant])
    texts = {name: record.text(name) for name in names}
    kind: Variant = "em" if variant == "reverse-em" else "qg"
    found = record_of({**texts, "entity": entity})
    return match_record(found, kind, options["matching"], options.get("percent", 0.0))
