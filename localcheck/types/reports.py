"""The report on a document: its verdicts, scores by sentence and for the whole, and how the run was made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from localcheck.types.json import JSON
from localcheck.types.texts import Document, Sentence
from localcheck.types.verdicts import Cost, Label, Verdict


class Disposition(StrEnum):
    """What to do with a document (BEE-30043: pass, warn or block)."""

    PASS = "pass"
    WARN = "warn"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """Score and label of one sentence, from the verdicts of its claims."""

    sentence: int
    label: Label
    score: float
    """1 - min over claims of P(factual) (Wang et al. 2023, Eq. 9), or the detector's own sentence score."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """How the verdicts were made, in enough detail to repeat the run."""

    detector: str
    parameters: tuple[tuple[str, JSON], ...] = ()
    models: tuple[tuple[str, str], ...] = ()
    """(role:name, sha256) of every model used."""
    index: str = ""
    settings_digest: str = ""
    seed: int = 0
    version: str = ""
    started: str = ""
    """ISO 8601, UTC."""
    network_connections: int = 0
    """Connections and datagrams beyond this machine, opening the models included (refused unless ``network``)."""
    notes: tuple[str, ...] = ()
    """Warnings that concern the whole run."""

    @property
    def with_llm(self) -> bool:
        """Was a language model open? Claims may be in its words, and beliefs moved by its answers."""
        return any(role.startswith("llm:") for role, _ in self.models)


@dataclass(frozen=True, slots=True)
class Scores:
    """Numbers of a whole document."""

    score: float
    """Mean of the sentence scores (0 when there is none)."""
    coverage: float
    """Share of claims with a verdict SUPPORTED or REFUTED, in [0, 1]."""
    counts: tuple[tuple[str, int], ...] = ()
    """Number of claims of each kind: the labels, then judgements without evidence, which count as none of them."""
    passage_raw: tuple[tuple[str, float], ...] = ()
    """A method's own passage-level scores, when it has any."""


@dataclass(frozen=True, slots=True)
class Known:
    """A finding that is not new: it is shown, and makes no check fail."""

    claim: str
    """Id of the claim."""
    by: str
    """``baseline``: a file lists it; ``marker``: the text itself says so."""
    why: str
    """The note of the file, or the reason of the marker."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything known about one document after a run."""

    document: Document
    sentences: tuple[Sentence, ...]
    verdicts: tuple[Verdict, ...]
    sentence_scores: tuple[SentenceScore, ...]
    scores: Scores
    disposition: Disposition
    run: RunInfo
    cost: Cost = Cost()
    known: tuple[Known, ...] = ()
    """Findings of a baseline, and those that markers in the text speak for."""
