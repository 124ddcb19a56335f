"""Recorded answers that go with the PHD benchmark: stages of reverse validation (Yang et al. 2023), or samples.

With stage answers only stage 3 runs, and no model is asked. With samples the detector runs on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from localcheck import __version__
from localcheck.detectors import reverse_em, reverse_qg
from localcheck.errors import BadInput, Unparsed, UsageError
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.datasets.files import Fields, load_json, rows_of
from localcheck.evaluate.heading import Prepared, run_of, threshold
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.registry import DETECTORS
from localcheck.settings import Settings
from localcheck.settings.requests import EvalRequest
from localcheck.settings.signatures import options_for
from localcheck.text.matching import Match
from localcheck.types import JSON, RunInfo

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
            if (row := journal.done.get(example.id)) is None:
                row = _judged(self.variant, options, example, record)
                journal.add(row)
            yield row


def _variant_of(path: Path, records: Sequence[Fields]) -> str:
    """The method whose stages the first record holds; empty for samples. Raises ``BadInput`` for neither."""
    first = records[0].values if records else {}
    for name, key in VARIANTS.items():
        if key in first:
            return name
    if SAMPLES in first:
        return ""
    raise BadInput(path, "neither stage answers nor samples", SHAPES)


def _judged(variant: str, options: Mapping[str, JSON], example: Example, record: Fields) -> Row:
    try:
        match = decide(variant, example.document.title, record, options)
    except Unparsed as error:
        return Row(example.id, example.group, example.labels, (0.5,), failed=1, error=error.message)
    score = float(not match.matched)
    return Row(example.id, example.group, example.labels, (score,), raw={"unmatched": (score,)})


def decide(variant: str, entity: str, record: Fields, options: Mapping[str, JSON]) -> Match:
    """Stage 3 on one record. Raises ``Unparsed`` and ``BadInput``."""
    names = ("claim", "answer", VARIANTS[variant])
    texts = {name: record.text(name) for name in names}
    if variant == "reverse-em":
        return reverse_em.decide(entity, texts, matching=options["matching"], percent=options["percent"])
    return reverse_qg.decide(entity, texts, matching=options["matching"])
