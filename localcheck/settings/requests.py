"""Requests to the program as frozen values, made once at the edge; command line, terminal app, batches and server share
them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from localcheck.errors import UsageError
from localcheck.settings import Settings, with_options
from localcheck.types import JSON, Document, RunInfo, Verdict

CALL_NAMES = ("model", "template", "category", "risk", "call_id")
"""Fields of ``Call`` that a row or an option may give; those of a row are kept in ``Document.meta``."""
FIXED = ("detector", "index", "claims", "samples", "seed")
"""Settings that cannot change when a run is continued, because both halves must be judged in the same way."""
REPLACEABLE = ("effort", "nli", "encoder", "llm", "context")
"""Settings that a continued run keeps unless others are typed; the report then names the models of both parts."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """An interrupted run that a request continues."""

    run_id: int
    """Its number in the store."""
    info: RunInfo
    """How it was made."""
    verdicts: tuple[Verdict, ...] = ()
    """Its verdicts that did not fail; their claims are not judged again."""

    @property
    def judged(self) -> frozenset[str]:
        """Ids of the claims that are not judged again."""
        return frozenset(v.claim.id for v in self.verdicts)


@dataclass(frozen=True, slots=True)
class Call:
    """What is known about the call whose answer is checked."""

    model: str = ""
    template: str = ""
    category: str = ""
    risk: str = ""
    """A class, ``auto``, or empty for the category's."""
    call_id: str = ""

    def of(self, document: Document) -> Call:
        """This call with the values that the document's row gives: texts, or whole numbers, as an id may be."""
        given = {name: document.get(name) for name in CALL_NAMES}
        said = {name: str(value) for name, value in given.items() if value != "" and type(value) in (str, int)}
        return replace(self, **said)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Documents to check, and how."""

    documents: tuple[Document, ...]
    settings: Settings
    """Method, models, evidence, and the options of the method."""
    earlier: Earlier | None = None
    """The run to continue; ``documents`` then holds its one document."""
    call: Call = Call()
    """The call whose answer is checked, where the check ends with a ruling."""
    only: tuple[tuple[str, frozenset[int]], ...] = ()
    """By the id of a document the numbers of its sentences that are judged; all of a document that is not named. Methods that
    judge whole texts judge them as they are."""
    ruled: bool = False
    """Whether the check of each document ends with a ruling: pass, warn or block."""
    by_class: bool = False
    """Whether each document is checked as thoroughly as its risk class says, which may be not at all."""

    @property
    def run_id(self) -> int | None:
        """The number of the run that is continued; None for a new one."""
        return None if self.earlier is None else self.earlier.run_id


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """A file or folder of documents to check, with one row written for each.

    It names its documents instead of holding them: they are read as the work comes to them, and a batch is continued by
    what stands in ``out``, not by a run of the store.
    """

    source: Path
    """JSONL, CSV, Parquet or a folder."""
    out: Path
    settings: Settings
    call: Call = Call()
    """What the options say of the calls; a row's own words win."""
    workers: int = 0
    """Processes, each with its own models; 0: one, and on a cluster as many as it has room for."""
    executor: Literal["processes", "ray"] = "processes"
    ray_address: str = "auto"
    """Of a running Ray cluster; ``auto`` for the one of this machine, ``local`` to start one."""
    resume: bool = False
    """Go on with ``out`` where it stopped."""
    budget: float = 0.0
    """Seconds after which no document is begun and those at work are left; 0 means none."""
    limit: int | None = None
    """Only the first documents."""
    log: Path | None = None
    """The store whose checks log gets every check; None for none."""
    strict: bool = False
    """Begin only if every file of a folder can be read; all are read once for that."""


def continued(now: Settings, then: Settings | None, info: RunInfo) -> Settings:
    """Today's settings with everything that decided how the run of ``info`` judged.

    ``then`` are the settings that the run was started with; None for a run of an earlier version, which kept only its
    detector, its index and the detector's options.
    """
    kept: dict[str, JSON] = {"detector": info.detector, "index": info.index or now.index}
    if then is not None:
        kept = {name: getattr(then, name) for name in (*FIXED, *REPLACEABLE)}
    return with_options(replace(now, **kept), info.detector, dict(info.parameters))


def with_typed(then: Settings, now: Settings, typed: Collection[str]) -> Settings:
    """The settings of a continued run with the models that were typed now.

    Raises ``UsageError`` when something that the run must keep was typed with another value.
    """
    for name in FIXED:
        if name in typed and getattr(now, name) != getattr(then, name):
            raise UsageError(
                f"the run was started with {name} = {getattr(then, name)!r} and cannot go on with {getattr(now, name)!r}",
                f"leave --{name} out, or start a new run",
            )
    return replace(then, **{name: getattr(now, name) for name in REPLACEABLE if name in typed})


@dataclass(frozen=True, slots=True)
class CalibrateRequest:
    """Which labelled claims to learn a likelihood table from, and how. One of ``data`` and ``from_reviews`` is given."""

    data: Path | None = None
    """JSON lines of claim and label."""
    from_reviews: bool = False
    """Learn from the decisions made in the review app."""
    size: int = 200
    """Claims of each kind, at most."""
    smoothing: float = 1.0
    """Added to every count."""
    kind: str = "index"
    """Kind of evidence that the table is for: ``index`` or ``web``."""
    from_index: bool = False
    """Look every claim up in the index, also one that brings its evidence."""

    def __post_init__(self) -> None:
        if (self.data is not None) == self.from_reviews:
            raise UsageError("give one of --data FILE and --from-reviews", "for example --data claims.jsonl")


CROSS_FIT = ("claims", "wikibio")
"""Data sets whose labels an evidence score can be fitted on."""


@dataclass(frozen=True, slots=True)
class EvalRequest:
    """What to measure, and on which data."""

    dataset: str
    data: Path
    evidence: str = ""
    """``recorded:PATH``, ``given``, or empty for the index."""
    records: Path | None = None
    """Recorded stage answers or samples (PHD)."""
    limit: int | None = None
    spread: bool = False
    """Take the examples at even distances instead of the first ones."""
    threshold: float | None = None
    """Scores above it mean not factual; ``None`` is the detector's own."""
    detector_typed: bool = False
    """Whether the user named the detector, rather than a default."""
    index_typed: bool = False
    cross_fit: bool = False
    """Judge each claim by an evidence score that was fitted on the claims of other articles."""
