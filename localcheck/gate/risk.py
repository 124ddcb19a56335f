"""Risk classes with strategy, threshold and disposition (BEE-30043, "Classify Hallucination Risk …", ``disposition``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from localcheck.errors import UnknownName
from localcheck.gate.faithfulness import Faithfulness, Outcome
from localcheck.gate.signs import proposals
from localcheck.settings.risk_tables import CLASSES, Risk, Strategy, checked
from localcheck.text.counting import many
from localcheck.types import JSON, Disposition, Document

WARN_MARGIN = 0.10
"""A score below the threshold by at most this much gives a warning instead of blocking (the guide's ``threshold - 0.10``)."""
UNSCORED_PASSES = {Outcome.ABSTAINED, Outcome.NO_CLAIMS, Outcome.SKIPPED}
"""Outcomes without a score that pass, because nothing was claimed."""
UNSCORED_BLOCKS = {Outcome.EMPTY_CONTEXT, Outcome.FAILED}
"""Outcomes without a score that block for the class medium and above: claims were made, but could not be grounded."""


@dataclass(frozen=True, slots=True)
class RiskPolicy:
    """How answers of one risk class are checked."""

    risk: Risk
    strategy: Strategy
    threshold: float
    """Lowest faithfulness with which an answer passes."""


DEFAULTS = {
    Risk.NONE: RiskPolicy(Risk.NONE, Strategy.SKIP, 0.0),
    Risk.LOW: RiskPolicy(Risk.LOW, Strategy.NLI_LIGHTWEIGHT, 0.80),
    Risk.MEDIUM: RiskPolicy(Risk.MEDIUM, Strategy.FAITHFULNESS_CHECK, 0.80),
    Risk.HIGH: RiskPolicy(Risk.HIGH, Strategy.FACTSCORE_PLUS_HUMAN, 0.95),
    Risk.CRITICAL: RiskPolicy(Risk.CRITICAL, Strategy.HUMAN_REVIEW, 1.00),
}
"""The guide's table. It has no threshold for the class low, for which 0.80 is used."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A risk class and the reason for it."""

    risk: Risk
    reason: str
    """``given``, ``category law``, or the rule that proposed it with what it saw."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What to do with an answer."""

    risk: Risk
    reason: str
    """Where the class comes from."""
    strategy: Strategy
    threshold: float
    disposition: Disposition
    human_review: bool
    """True if a person must review the answer: always for critical and the strategy ``human_review``, and for high and
    ``factscore_plus_human`` unless it passes."""
    why: str
    """One line for a person."""


def rule(proposal: Proposal, policy: RiskPolicy, found: Faithfulness) -> Ruling:
    """Pass from the threshold on, warn up to ``WARN_MARGIN`` below it, else block; without a score, the outcome decides."""
    if policy.strategy is Strategy.SKIP:
        disposition, why = Disposition.PASS, "not checked: the risk class asks for no check"
    elif found.score is None:
        disposition = _unscored(policy.risk, found.outcome)
        why = f"no score: {found.outcome.value.replace('_', ' ')}"
    else:
        disposition = _scored(found.score, policy.threshold)
        why = f"{found.supported} of {found.claims} claims supported ({found.score:.2f}), {policy.threshold:.2f} needed"
    if found.unread and disposition is Disposition.PASS and policy.strategy is not Strategy.SKIP:
        disposition = Disposition.WARN
        why += f"; {many(found.unread, 'sentence')} may state a fact and could not be checked"
    always = policy.risk is Risk.CRITICAL or policy.strategy is Strategy.HUMAN_REVIEW
    reviewed = policy.risk is Risk.HIGH or policy.strategy is Strategy.FACTSCORE_PLUS_HUMAN
    human = always or (reviewed and disposition is not Disposition.PASS)
    return Ruling(policy.risk, proposal.reason, policy.strategy, policy.threshold, disposition, human, why)


def _scored(score: float, threshold: float) -> Disposition:
    # 0.7 >= 0.8 - 0.1 is false in binary fractions.
    if score >= threshold - 1e-9:
        return Disposition.PASS
    return Disposition.WARN if score >= threshold - WARN_MARGIN - 1e-9 else Disposition.BLOCK


def _unscored(risk: Risk, outcome: Outcome) -> Disposition:
    if outcome in UNSCORED_PASSES:
        return Disposition.PASS
    serious = risk in (Risk.MEDIUM, Risk.HIGH, Risk.CRITICAL)
    return Disposition.BLOCK if serious and outcome in UNSCORED_BLOCKS else Disposition.WARN


def policy_for(
    document: Document, risk: str, category: str, table: Mapping[str, Mapping[str, JSON]]
) -> tuple[Proposal, RiskPolicy]:
    """The class of a document and what it asks for.

    ``risk`` is a class, or ``auto`` (or empty) for the category's class and else a proposal by rules. ``table`` is the
    settings' ``[risk.NAME]``: NAME is a class, whose strategy and threshold it sets, or a category, whose class, strategy and
    threshold it sets. Raises ``BadSetting`` and ``UnknownName``.
    """
    tables = {name: checked(name, row) for name, row in table.items()}
    row = tables.get(category, {}) if category not in DEFAULTS else {}
    if risk and risk != "auto":
        proposal = Proposal(risk_named(risk), "given")
    elif "class" in row:
        proposal = Proposal(row["class"], f"category {category}")
    else:
        proposal = propose(document)
        proposal = replace(proposal, reason=proposal.reason + _misspelt(category, tables))
    rows = [tables.get(proposal.risk.value, {}), row if proposal.reason != "given" else {}]
    policy = _with(_with(DEFAULTS[proposal.risk], rows[0]), rows[1])
    if policy.strategy is not Strategy.SKIP and not any("threshold" in each for each in rows):
        # The class none has the threshold 0, which would pass whatever the strategy finds.
        policy = replace(policy, threshold=max(policy.threshold, DEFAULTS[Risk.LOW].threshold))
    return proposal, policy


def _misspelt(category: str, tables: Mapping[str, object]) -> str:
    """What to say of a category without settings whose name is nearly that of one that has some; a category may be any word."""
    others = [name for name in tables if name not in DEFAULTS]
    near = [] if category in tables else get_close_matches(category, others, n=1, cutoff=0.8)
    return f"; the category {category} has no settings, {near[0]} has" if near else ""


def propose(document: Document) -> Proposal:
    """The risk class of the first rule that matches, with what it matched. Only a proposal, which a person may overrule."""
    risk, reason = next(proposals(document))
    return Proposal(risk, f"proposed: {reason}")


def risk_named(name: str) -> Risk:
    """The class of this name. Raises ``UnknownName``."""
    try:
        return Risk(name)
    except ValueError:
        raise UnknownName("risk class", name, [*CLASSES, "auto"]) from None


def _with(policy: RiskPolicy, row: Mapping[str, JSON]) -> RiskPolicy:
    return replace(policy, **{key: row[key] for key in ("strategy", "threshold") if key in row})
