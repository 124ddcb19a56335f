"""Recorded answers that go with the PHD benchmark: stages of reverse validation (Yang et al. 2023), or samples.

With stage answers only stage 3 runs, and no model is asked. With samples the detector runs on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from localcheck.detectors import reverse_em, reverse_qg
from localcheck.errors import BadInput, Unparsed, UsageError
from localcheck.evaluate.datafiles import Fields, load_json, rows_of
from localcheck.evaluate.examples import Example
from localcheck.evaluate.records import Journal, Row
from localcheck.registry import DETECTORS, options_for
from localcheck.settings import Settings
from localcheck.text.matching import Match

JSON = Any
VARIANTS = {"reverse-em": "detail", "reverse-qg": "question"}
SAMPLES = "samples_text"
SHAPES = "rows need entity, claim, answer and detail (EM) or question (QG); or entity and samples_text"


def records_for(path: Path, examples: Sequence[Example]) -> list[Fields]:
    """One record an example, in the same order. Raises ``BadInput`` when they do not go together."""
    records = list(rows_of(path, load_json(path)))
    if len(records) < len(examples):
        raise BadInput(path, f"holds {len(records)} records, fewer than the {len(examples)} passages")
    for example, record in zip(examples, records, strict=False):
        if record.text("entity") != example.document.title:
            raise record.bad(
                f"is about {record.text('entity')!r}, not {example.document.title!r}",
                "records must be in the order of the passages",
            )
    return records[: len(examples)]


def kind_of(path: Path, records: Sequence[Fields]) -> str:
    """``reverse-em``, ``reverse-qg`` or ``samples_text``, by the first record's fields. Raises ``BadInput``."""
    first = records[0].values if records else {}
    for name, key in (*VARIANTS.items(), (SAMPLES, SAMPLES)):
        if key in first:
            return name
    raise BadInput(path, "neither stage answers nor samples", SHAPES)


def with_samples(examples: Sequence[Example], records: Sequence[Fields]) -> list[Example]:
    """The examples with the recorded samples in place of their own."""
    return [
        replace(example, document=replace(example.document, samples=record.texts(SAMPLES)))
        for example, record in zip(examples, records, strict=True)
    ]


def variant_options(settings: Settings, typed: str, variant: str) -> dict[str, JSON]:
    """The options of the variant that the records are of; ``typed`` is the detector that the user named, if any.

    Raises ``UsageError`` when that is another one.
    """
    if typed and typed != variant:
        raise UsageError(f"these are records of {variant}, not of {typed}", f"leave -d out, or give -d {variant}")
    given = settings.detector_options(variant) | settings.detector_options(settings.detector)
    return options_for(DETECTORS.load(variant), given, variant)


def recorded_experiment(
    variant: str, options: Mapping[str, JSON], examples: Sequence[Example], records: Sequence[Fields], journal: Journal
) -> Iterator[Row]:
    """A row for every passage: does its recorded answer name the entity? A record that cannot be read FAILED."""
    for example, record in zip(examples, records, strict=True):
        if (row := journal.done.get(example.id)) is None:
            row = _judged(variant, options, example, record)
            journal.add(row)
        yield row


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
