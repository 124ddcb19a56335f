"""Premise/hypothesis pairs: reading, labels, and the split that keeps validation rows out of training."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO, cast

from localcheck.errors import BadInput
from training.licences import decide

ENTAILMENT, NEUTRAL, CONTRADICTION, NOT_ENTAILMENT = range(4)
"""Class numbers. The first three are outputs of the model; the last is a label that two of them share."""

LABELS = ("entailment", "neutral", "contradiction", "not_entailment")
"""Names of the class numbers, in order."""

VALIDATION_SHARE = {
    "olora_MNLI": 0.15,
    "snli_dev": 0.08,
    "fever_symmetric": 0.30,
    "foolmetwice": 0.22,
    "wice_oracle_chunks": 0.20,
    "synthetic": 0.0,
}
"""Share of the premises of each source kept out of training: the development split alone is too small to steer by."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One labelled pair."""

    premise: str
    """The text that is taken as true."""
    hypothesis: str
    """The statement that is held against it."""
    label: int
    """`ENTAILMENT`, `NEUTRAL`, `CONTRADICTION` or `NOT_ENTAILMENT`."""
    source: str
    """Name of the data set, a key of the licence table."""


def read_pairs(path: Path) -> Iterator[Pair]:
    """Pairs of a JSONL file (gzip if the name ends in .gz); `BadInput` names the line that cannot be read."""
    with _open(path, "rt") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                label = LABELS.index(row["label"])
                yield Pair(row["premise"], row["hypothesis"], label, row["source"])
            except (ValueError, KeyError, TypeError) as error:
                raise BadInput(path, f"not a labelled pair ({error})", "see docs/formats", number) from error


def write_pairs(path: Path, pairs: Iterable[Pair]) -> int:
    """Write pairs as JSONL (gzip if the name ends in .gz), the form that `read_pairs` reads; how many."""
    count = 0
    with _open(path, "wt") as out:
        for pair in pairs:
            row = {"premise": pair.premise, "hypothesis": pair.hypothesis, "label": LABELS[pair.label]}
            out.write(json.dumps({**row, "source": pair.source}, ensure_ascii=False) + "\n")
            count += 1
    return count


def _open(path: Path, mode: Literal["rt", "wt"]) -> TextIO:
    if path.suffix == ".gz":
        return cast(TextIO, gzip.open(path, mode, encoding="utf-8"))
    return path.open(mode, encoding="utf-8")


def fraction(text: str, salt: str) -> float:
    """A number in [0, 1) that depends on nothing but the text and the salt: the same on every machine."""
    digest = hashlib.blake2b(f"{salt}\0{text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def is_validation(pair: Pair) -> bool:
    """Whether the pair belongs to the validation rows: decided by premise, so that no premise is on both sides."""
    return fraction(pair.premise, "validation") < VALIDATION_SHARE.get(pair.source, 0.0)


def allowed(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The pairs whose licence lets a shipped model be trained on them."""
    return (pair for pair in pairs if decide(pair.source).allowed)


def epoch(pairs: Iterable[Pair], number: int) -> Iterator[Pair]:
    """The pairs that one epoch sees: all of a full-weight source, another random part of a down-weighted one."""
    for pair in pairs:
        share = decide(pair.source).share
        if share >= 1.0 or fraction(pair.premise + "\0" + pair.hypothesis, f"epoch {number}") < share:
            yield pair
