"""Pairs that were written for training: how people put what an encyclopedia says, and how they get it wrong.

A line of a file is a premise about an invented subject with three entailed, three contradicted and one or three neutral
hypotheses; in `nearly-about.jsonl` and `silent*.jsonl` two, two and four. The entailed ones are in other words than the premise
or follow from it; the contradicted ones keep its words and turn one point. No premise or hypothesis is about a subject of the
tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from localcheck.errors import BadInput
from training import pairs as p

SOURCE = "written"
FOLDER = Path(__file__).parent
STEER = 8
"""Of so many premises of a file one is kept out of training, to steer by and to measure on."""


def pairs(folder: Path = FOLDER, *, steering: bool = False) -> list[p.Pair]:
    """The pairs to train on, or those that are kept out of it (``steering``); all of a premise are on the same side.

    Raises ``BadInput`` for a line that is no premise with hypotheses.
    """
    return [pair for place, found in _premises(folder) if (place % STEER == 0) is steering for pair in found]


def _premises(folder: Path) -> Iterator[tuple[int, list[p.Pair]]]:
    """The pairs of each premise, with its place in its file from 0."""
    for path in sorted(folder.glob("*.jsonl")):
        for place, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            try:
                row = json.loads(line)
                hypotheses = [(str(text), label) for label in p.LABELS[: p.NOT_ENTAILMENT] for text in row[label]]
                premise = str(row["premise"])
            except (ValueError, KeyError, TypeError) as error:
                raise BadInput(path, f"not a premise with hypotheses ({error})", line=place + 1) from error
            yield place, [p.Pair(premise, text, p.LABELS.index(label), SOURCE) for text, label in hypotheses]
