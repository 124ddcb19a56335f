"""Reads files of likelihood tables and evidence scores, as ``localcheck calibrate`` writes and the package ships them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from localcheck.errors import BadInput
from localcheck.judging import expert
from localcheck.judging.evidence import fusing
from localcheck.judging.evidence.score import EvidenceModel, from_json
from localcheck.stats.bayes import Likelihoods
from localcheck.system.jsontext import JSON, NotJson, parse_object

T = TypeVar("T")
LARGEST = 1 << 20
"""Bytes of a table's file."""


def read_table(file: Path) -> Likelihoods:
    """The table in ``file``. Raises ``BadInput`` for one that is damaged."""
    try:
        with file.open("rb") as stream:
            row = parse_object(stream.read(LARGEST))
        return Likelihoods(
            factual=_numbers(row["factual"]),
            nonfactual=_numbers(row["nonfactual"]),
            nli_sha256=_text(row["nli_sha256"]),
            evidence=_text(row["evidence"]),
            data=_text(row.get("data", "")),
            n=_pair(row.get("n", [0, 0])),
        )
    except OSError as error:
        raise _damaged(file, error.strerror or str(error)) from error
    except NotJson as error:
        raise _damaged(file, error.why) from error
    except KeyError as error:
        raise _damaged(file, f"{error} is missing") from error
    except ValueError as error:
        raise _damaged(file, str(error)) from error


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


def _numbers(value: JSON) -> tuple[float, ...]:
    if not isinstance(value, list) or not all(type(x) in (int, float) for x in value):
        raise ValueError("probabilities must be a list of numbers")
    return tuple(float(x) for x in value)


def _pair(value: JSON) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(x) is int and x >= 0 for x in value):
        raise ValueError("n must be two whole numbers")
    return value[0], value[1]


def _text(value: JSON) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a text"[:80])
    return value
