"""Turns a report into a decision for an application: a faithfulness score, a risk class, and pass, warn or block."""

from localcheck.gate.faithfulness import Faithfulness, Outcome, faithfulness
from localcheck.gate.risk import Proposal, Ruling, policy_for, propose, rule
from localcheck.settings.risk_tables import Risk, Strategy
