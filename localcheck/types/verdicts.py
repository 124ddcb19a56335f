"""The verdict on one claim, the steps that led to it, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from localcheck.types.evidence import Evidence
from localcheck.types.json import JSON
from localcheck.types.texts import Claim


class Label(StrEnum):
    """The four outcomes of a claim. They are never merged."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_EVIDENCE = "not_enough_evidence"
    FAILED = "failed"


class Judgement(StrEnum):
    """What a method without evidence says about a claim. It is not a label, because nothing can be quoted for it."""

    NONE = ""
    FACTUAL = "factual"
    NOT_FACTUAL = "not_factual"


@dataclass(frozen=True, slots=True)
class Belief:
    """One step of the sequential analysis, after ``step`` documents (Wang et al. 2023, Eq. 4-8)."""

    step: int
    p_factual: float
    """Posterior pi_1(n)."""
    risk_stop: float
    """R_stop(n), Eq. 5."""
    risk_continue: float
    """R_continue(n), Eq. 6 (exact) or Eq. 8 (one-step); infinite at the last step."""
    feature: int | None = None
    """Entailment feature f_n in 0..9 (Eq. 2); None before the first document."""
    risk_consult: float | None = None
    """Expected cost of asking the stronger reader about the last document; None where there is none to ask."""
    consulted: bool = False
    """Did the answer of the stronger reader make this step? Then ``step`` is that of the belief before."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a verdict or a run used. ``+`` adds costs, and ``-`` gives the difference between two counts."""

    llm_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    passages: int = 0
    nli_pairs: int = 0
    seconds: float = 0.0
    parse_failures: int = 0
    samples: int = 0
    cached: int = 0
    """Verdicts out of the claim cache: nothing was read anew for them, and nothing scored."""

    def __add__(self, other: Cost) -> Cost:
        return self._with(other, 1)

    def __sub__(self, other: Cost) -> Cost:
        """What was used between an earlier count and this one."""
        return self._with(other, -1)

    def _with(self, other: Cost, sign: int) -> Cost:
        return Cost(*(getattr(self, f.name) + sign * getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of an agent: a thought, a call and what came back (the ReAct form; Cheng et al. 2024, Section 2.4.1)."""

    thought: str
    tool: str
    arguments: tuple[tuple[str, JSON], ...]
    """By name; an object in JSON."""
    observation: str
    """The tool's answer in words, or its error."""
    label: Label = Label.NOT_ENOUGH_EVIDENCE
    """The tool's judgement; NOT_ENOUGH_EVIDENCE if it only gathers evidence or cannot tell."""
    error: bool = False
    """True if the call failed: an unknown tool, wrong arguments, or a tool that could not answer."""
    seconds: float = 0.0
    sentence: int = -1
    """Number of the sentence that the turn is about; -1 for the whole text."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about one claim, and everything that led there."""

    claim: Claim
    label: Label
    score: float
    """P(not factual) in [0, 1]."""
    evidence: tuple[Evidence, ...] = ()
    """In the order in which the passages were read."""
    beliefs: tuple[Belief, ...] = ()
    rationale: str = ""
    """One sentence for a person: why this label, why it stopped."""
    cost: Cost = Cost()
    error: str = ""
    """Why the claim FAILED; empty otherwise."""
    raw: tuple[tuple[str, float], ...] = ()
    """The method's own unbounded scores by name, when it has any."""
    best: int | None = None
    """Index into ``evidence`` of the deciding item; None if there is none."""
    note: str = ""
    """Warnings that concern the whole run, one a line; equal ones are shown once."""
    judgement: Judgement = Judgement.NONE
    """What a method without evidence says; the label is then NOT_ENOUGH_EVIDENCE."""
    steps: tuple[Step, ...] = ()
    """What an agent did for this claim, turn by turn; empty for other methods."""

    @property
    def kind(self) -> str:
        """How the verdict is counted: its label, or ``judged_factual`` and ``judged_not_factual`` for a mere judgement."""
        return f"judged_{self.judgement.value}" if self.judgement else self.label.value

    @property
    def why(self) -> str:
        """Why this label, or why the claim FAILED, in one sentence for a person."""
        return self.error or self.rationale

    @property
    def acceptable(self) -> bool:
        """True if the machine gave a label that a person can accept: not for titles, opinions, failures, or judgements
        without evidence.
        """
        return self.claim.checkable and self.label is not Label.FAILED and not self.judgement

    @property
    def deciding(self) -> Evidence | None:
        """The evidence that the decision rests on; None if there is none, or if a report refers to evidence that it lacks."""
        return None if self.best is None or not 0 <= self.best < len(self.evidence) else self.evidence[self.best]
