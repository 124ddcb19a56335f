"""A stored experiment: JSON lines, a header and then one row for each example. It can be scored again without any model.

The file is a journal: rows are appended as they are made, so that an interrupted experiment can be continued. Of two
rows of an example the later counts: it was made again because a backend had failed.

Its header says how it is made, on which data, and with which threshold.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import IO, Any

from localcheck.errors import BadInput, UsageError
from localcheck.evaluate.datasets.files import digest
from localcheck.reports.codec import to_json
from localcheck.settings.requests import EvalRequest
from localcheck.system import resources
from localcheck.system.clock import now
from localcheck.system.closing import Closing
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.text.inert import escaped
from localcheck.types import JSON, Cost, RunInfo

FORMAT = "localcheck-eval"
VERSION = 1
MUST_AGREE = (
    "parameters",
    "models",
    "index",
    "seed",
    "data",
    "evidence",
    "records",
    "claims",
    "likelihoods",
    "score",
    "version",
)
"""Fields of ``run`` that must be the same when an interrupted experiment is continued."""
NEW_FILE = "give another --out, or remove the file"


@dataclass(frozen=True, slots=True)
class Header:
    """What was run on what."""

    dataset: str
    detector: str
    run: JSON
    """``RunInfo`` as JSON."""
    threshold: float = 0.5
    """Scores above it mean not factual."""


@dataclass(frozen=True, slots=True)
class Row:
    """One example's outcome."""

    id: str
    group: str
    labels: tuple[float, ...]
    scores: tuple[float, ...]
    """P(not factual), one for each label."""
    predicted: tuple[str, ...] = ()
    """The predicted class of each label, for data sets with classes (NLI)."""
    gold: tuple[str, ...] = ()
    """The true classes."""
    evidence: tuple[int, ...] = ()
    """Documents read, one number for each claim."""
    evidence_sentence: tuple[int, ...] = ()
    """Documents read, one number for each label."""
    failed: int = 0
    """Claims that FAILED; they stay in every denominator."""
    error: str = ""
    """Why the whole example failed; empty otherwise."""
    raw: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """The method's own scores by name, one for each label."""
    passage: float | None = None
    """The method's own passage score, when it has one."""
    tools: dict[str, tuple[int, int]] = field(default_factory=dict)
    """(calls, failed calls) by tool, of a method with tools."""
    cost: Cost = field(default_factory=Cost)
    verdicts: tuple[str, ...] = ()
    """The detector's verdict for each label; empty for methods that only rank."""
    quoted: float | None = None
    """Of the quote behind the one verdict, the share that stands in the evidence which the data set gives; None without
    a quote or that evidence."""
    article: str = ""
    """The article that the example is about, where the data set names one."""

    @property
    def drawn_with(self) -> tuple[str, str]:
        """Examples with the same value are of one article and not independent; one without an article stands alone."""
        return (self.article, "") if self.article else ("", self.id)


class Journal(Closing):
    """An experiment's file, open for appending."""

    def __init__(self, path: Path, header: Header) -> None:
        """Begin a file, or continue one with the same header. Raises ``BadInput`` if it holds another experiment, and
        ``UsageError`` while another process writes it.
        """
        self.path = path
        self.done: dict[str, Row] = {}
        path = resources.regular(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[str] = path.open("a", encoding="utf-8")
        try:
            self._begin(path, header)
        except BaseException:
            self.close()
            raise

    def _begin(self, path: Path, header: Header) -> None:
        """Take the file for this process alone before it is read: two would each make every row."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another process is writing {path}", "wait for it, or give another --out") from None
        if path.stat().st_size:
            there, rows = read(path)
            if other := _differing(there, header):
                raise BadInput(path, f"holds another experiment: {other}", NEW_FILE)
            self.done = {r.id: r for r in rows}
            self._file.truncate(path.read_bytes().rfind(b"\n") + 1)  # a last line that was not written to its end
        else:
            self._write({"format": FORMAT, "version": VERSION, **asdict(header)})

    def add(self, row: Row) -> None:
        """Append one row and flush it."""
        self.done[row.id] = row
        self._write(asdict(row))

    def _write(self, value: JSON) -> None:
        self._file.write(escaped(json.dumps(value, ensure_ascii=False)) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _differing(there: Header, header: Header) -> str:
    """What an experiment would be continued with that is not as it began; empty where all agrees."""
    if (there.dataset, there.detector) != (header.dataset, header.detector):
        return f"{there.detector} on {there.dataset}"
    began, now = there.run or {}, header.run or {}
    names = [
        name
        for name in MUST_AGREE
        if json.dumps(began.get(name), sort_keys=True) != json.dumps(now.get(name), sort_keys=True)
    ]
    return f"the same method with other {' and '.join(names)}" if names else ""


MAKE_ONE = "name the file of an experiment: localcheck eval … --out FILE makes one"


def read(path: Path) -> tuple[Header, list[Row]]:
    """An experiment from its file; an incomplete last line is ignored. Raises ``BadInput``."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    except FileNotFoundError:
        raise BadInput(path, "no such experiment", MAKE_ONE) from None
    except IsADirectoryError:
        raise BadInput(path, "is a folder", MAKE_ONE) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, f"cannot be read: {error}", MAKE_ONE) from error
    values = list(_values(path, lines))
    if not values or (values[0].get("format"), values[0].get("version")) != (FORMAT, VERSION):
        raise BadInput(path, "not a localcheck experiment", "make one with localcheck eval … --out FILE")
    head = {f.name: values[0][f.name] for f in fields(Header) if f.name in values[0]}
    try:
        return Header(**head), list({row.id: row for row in map(_row, values[1:])}.values())
    except (TypeError, KeyError, AttributeError) as error:
        raise BadInput(path, f"a row does not fit: {error}") from error


def _values(path: Path, lines: list[str]) -> Iterator[dict[str, JSON]]:
    for i, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield parse_object(line, infinities=True)  # a token without probability has an infinite surprisal
        except NotJson as error:
            raise BadInput(path, error.why, line=i) from error


def _row(value: dict[str, JSON]) -> Row:
    tuples = ("labels", "scores", "predicted", "gold", "evidence", "evidence_sentence", "verdicts")
    plain: dict[str, Any] = {k: tuple(v) if k in tuples else v for k, v in value.items()}
    plain["cost"] = Cost(**value.get("cost", {}))
    plain["tools"] = {k: (int(v[0]), int(v[1])) for k, v in value.get("tools", {}).items()}
    plain["raw"] = {k: tuple(v) for k, v in value.get("raw", {}).items()}
    return Row(**plain)


@dataclass(frozen=True, slots=True)
class Prepared:
    """An experiment whose models and data are open."""

    header: Header
    rows: Callable[[Journal], Iterator[Row]]
    total: int
    read: Callable[[], Iterator[object]] | None = None
    """What is read before the first row can be made, an item a document; None for nothing."""
    note: str = ""
    """What its reader should know of the figures."""


def run_of(request: EvalRequest, claims: str, info: RunInfo, evidence: str = "") -> JSON:
    """How the experiment is made: the run information of a report, with claims and evidence added."""
    kind, _, path = evidence.partition(":")
    return {
        **to_json(info),
        "started": now().replace("+00:00", "Z"),
        "data": {"name": request.data.name, "sha256": digest(request.data)},
        "evidence": f"{kind}:{Path(path).name}" if path else kind,
        "records": None if request.records is None else request.records.name,
        "claims": claims,
        "limit": request.limit,
    }


def threshold(request: EvalRequest, info: RunInfo) -> float:
    """The threshold that was asked for, else the cost-optimal one on P(not factual): 1 - C_M / (C_M + C_FA); 0.5 for methods
    without costs.

    At it, declaring "not factual" costs as much as declaring "factual" (Wang et al. 2023, Eq. 5).
    """
    if request.threshold is not None:
        return request.threshold
    costs = dict(info.parameters)
    if "c_miss" not in costs or "c_false_alarm" not in costs:
        return 0.5
    return float(1 - costs["c_miss"] / (costs["c_miss"] + costs["c_false_alarm"]))
