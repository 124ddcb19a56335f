"""Stage 3 of reverse validation on recorded stage answers (Yang et al. 2023): no model is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from localcheck import __version__
from localcheck.detectors import reverse_em, reverse_qg
from localcheck.errors import BadInput
from localcheck.evaluate.examples import Example, load_json, phd
from localcheck.evaluate.records import Header, Journal, Row
from localcheck.registry import DETECTORS, options_for
from localcheck.settings import Settings
from localcheck.stats.matching import Match

JSON = Any
VARIANTS = {"reverse-em": "detail", "reverse-qg": "question"}


def prepare_records(settings: Settings, data: Path, records: Path, limit: int | None) -> tuple[Header, Any, int]:
    """Header, a function that makes rows into a journal, and their number. The records tell QG from EM."""
    examples = list(islice(phd(data), limit))
    rows = load_json(records)
    if not isinstance(rows, list) or len(rows) < len(examples):
        raise BadInput(records, f"holds fewer records than the {len(examples)} passages")
    detector = settings.detector if settings.detector in VARIANTS else variant_of(records, rows)
    options = options_for(DETECTORS.load(detector), settings.detector_options(settings.detector), detector)
    run = {"detector": detector, "parameters": options, "version": __version__, "records": records.name}
    header = Header("phd", detector, run)
    return header, lambda journal: _rows(detector, options, examples, rows, journal), len(examples)


def variant_of(path: Path, rows: list[JSON]) -> str:
    """EM records have requirements (``detail``), QG records a ``question``."""
    first = rows[0] if rows and isinstance(rows[0], dict) else {}
    for name, key in VARIANTS.items():
        if key in first:
            return name
    raise BadInput(path, "neither EM nor QG records", "rows need entity, claim, answer, and detail or question")


def _rows(
    detector: str, options: Mapping[str, JSON], examples: list[Example], records: list[JSON], journal: Journal
) -> Iterator[Row]:
    for example, record in zip(examples, records, strict=False):
        if record.get("entity") != example.document.title:
            raise BadInput(
                "records", f"record {example.id} is about {record.get('entity')!r}, not {example.document.title!r}"
            )
        if (row := journal.done.get(example.id)) is None:
            match = decide(detector, example.document.title, record, options)
            score = float(not match.matched)
            row = Row(example.id, example.group, example.labels, (score,), raw={"unmatched": (score,)})
            journal.add(row)
        yield row


def decide(detector: str, entity: str, record: Mapping[str, str], options: Mapping[str, JSON]) -> Match:
    """Does the recorded answer name the entity?"""
    if detector == "reverse-em":
        return reverse_em.decide(entity, record, matching=options["matching"], percent=options["percent"])
    return reverse_qg.decide(entity, record, matching=options["matching"])
