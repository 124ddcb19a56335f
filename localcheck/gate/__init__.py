"""Turns a report into a decision for an application: a faithfulness score, a risk class, and pass, warn or block."""

from __future__ import annotations

from localcheck.gate.faithfulness import Faithfulness, Outcome, faithfulness
from localcheck.gate.risk import Proposal, RiskPolicy, Ruling, policy_for, propose, rule
from localcheck.settings.risk_tables import Risk, Strategy

__all__ = [
    "Faithfulness",
    "Outcome",
    "Proposal",
    "Risk",
    "RiskPolicy",
    "Ruling",
    "Strategy",
    "faithfulness",
    "policy_for",
    "propose",
    "rule",
]
