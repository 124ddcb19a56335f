"""Reads files of likelihood tables and evidence scores, as ``localcheck calibrate`` writes and the package ships them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from localcheck.errors import BadInput
from localcheck.judging import expert
from localcheck.judging.evidence import fusing
from localcheck.judging.evidence.score import EvidenceModel, from_json
from localcheck.judging.fitted import likelihoods_of, made
from localcheck.stats.bayes import Likelihoods
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.types import JSON

T = TypeVar("T")
LARGEST = 1 << 20
"""Bytes of a table's file."""


def read_table(file: Path) -> Likelihoods:
    """The table in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, lambda row: made(likelihoods_of, row, "a likelihood table"))


def read_evidence(file: Path) -> EvidenceModel:
    """The learned evidence score in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, from_json)


def read_fusion(file: Path) -> fusing.Fusion:
    """The fitted fusion in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, fusing.from_json)


def read_expert(file: Path) -> expert.ExpertTable:
    """The table of a language model in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, expert.from_json)


def _read(file: Path, convert: Callable[[JSON], T]) -> T:
    try:
        with file.open("rb") as stream:
            return convert(parse_object(stream.read(LARGEST)))
    except OSError as error:
        raise _damaged(file, error.strerror or str(error)) from error
    except NotJson as error:
        raise _damaged(file, error.why) from error
    except ValueError as error:
        raise _damaged(file, str(error)) from error


def _damaged(file: Path, why: str) -> BadInput:
    return BadInput(file, f"damaged likelihood table: {why}", "remove it, or make it again with localcheck calibrate")
