"""The faithfulness score of a report: supported claims over all claims (RAGAS; BEE-30043).

The guide's own code gives an answer without claims the score 1.0. Here such an answer has no score, and ``Outcome`` says why.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from localcheck.claims.rules.checkable import FRAGMENT, INSTRUCTION, OPINION
from localcheck.claims.rules.whether import asks_whether, is_yes_or_no
from localcheck.judging.context import ABSTAINS
from localcheck.reports.report import RANKS_ONLY
from localcheck.text.abstaining import abstains
from localcheck.text.headings import is_above_text
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.types import Label, Report, Verdict

JUDGES_CONTEXT = ("faithfulness", "faithfulness-llm")
"""Detectors that judge against the context and nothing else."""


UNREAD = {"code", "a table row", "a quotation"}
"""Reasons why a sentence is not checked although it may say anything."""
SAYS_LITTLE = {FRAGMENT, INSTRUCTION, "no words to check"}
"""The same, unless the answer abstains: "I don't know. Please ask the maker." says nothing."""

UNCOVERED = "not checked: "
"""How the rationale of a claim begins that was not judged."""
_STATING = regex(
    r"\b(?:think|believe|know|say|said|true|fact|agree|aware|opinion)\w* (?:\w+ )?that\b.*\b(?:is|are|was|were|has|had|have)\b"
    r"|^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must)(?:n['’]t|\s\S+(?: \S+)? not)\b"
    r"|\b(?:why|since when|how come)\b.*\b(?:is|are|was|were|has|had|have|does|did)\b",
    re.IGNORECASE,
)
"""A question or an opinion that takes something for granted: "Isn't Paris …?", "Why is Paris …?"."""
_BESIDE = regex(
    r"\b(?:because|since|as|and|but|which|who|that|so|although|though|where|when|while)\b.*"
    r"\b(?:is|are|was|were|has|had|have|will|can|does|did|\w+ed)\b"
    r"|(?:\bfrom|,\s(?:the|an?)\b.{1,60}\b(?:of|in|from)) (?-i:[A-Z])",
    re.IGNORECASE,
)
"""An opinion with a further clause or an origin: "I love it because it is red", "I love this kettle from China"."""
_NUMBERED = regex(
    r"\[\d{1,3}\]|\b(?:documents?|sources?|context|passages?|texts?) \d+(?: and \d+)?"
    r"|\b[\w-]+ (?:documents|sources|passages|texts)\b",
    re.IGNORECASE,
)
"""Numbers of sources."""
_TAKEN = regex(
    r"(?<!is )(?<!was )(?<!are )(?<!were )(?<!been )\b(?:[a-z]{2,}ed|made|built|born|written|won|sold|held|known) "
    rf"(?:in|by|of|from|at|on|for) (?:the |an? )?(?P<name>[{CAPITAL}][\w’'-]+)"
)
_PLEASANTRY = regex(
    r"(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome|thanks|thank you|you['’]re welcome"
    r"|sure|certainly|of course|great|ok|okay|sorry|bye|goodbye|你好|您好|谢谢|再见)\b[\w\s,]{0,20}[.!。！]*",
    re.IGNORECASE,
)


_SENDS_ON = regex(
    r"(?:please |kindly |you (?:can|could|may|might|should) (?:also |want to |wish to )?)?"
    r"(?:ask|check|consult|contact|give|provide|refer to|rephrase|see|share|try|visit)\b[^,;:\n]{1,80}[.!]",
    re.IGNORECASE,
)
"""What an answer that abstains asks of its reader: "Please ask the maker."."""
_WHEN = r"(?:after|at|before|between|by|for|from|if|in|on|to|until|when|within|without)"
_ASKS_OTHERS = regex(
    rf"(?:please |kindly )(?:ask|consult|contact) (?:us|(?:your|our|the|an?)(?: (?!{_WHEN}\b)[a-z]+){{1,4}})[.!]",
    re.IGNORECASE,
)
"""What any answer may ask, since it says nothing: "Please consult your doctor.", but not "… on Sundays."."""


class Outcome(StrEnum):
    """Whether there is a score, and if not, why."""

    SCORED = "scored"
    EMPTY_ANSWER = "empty_answer"
    ABSTAINED = "abstained"
    """The answer only says that the answer is not known."""
    EMPTY_CONTEXT = "empty_context"
    """No context was given."""
    NO_CLAIMS = "no_claims"
    """The answer consists of questions, greetings or opinions, which assert nothing."""
    UNCHECKED = "unchecked"
    """The answer says something, but only in forms that are not compared with a source: code, table rows, fragments,
    instructions."""
    FAILED = "failed"
    """No claim could be judged."""
    UNSCORED = "unscored"
    """The method only ranks sentences and gives no labels."""
    SKIPPED = "skipped"
    """The risk class asks for no check."""


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """How far an answer is grounded."""

    outcome: Outcome
    score: float | None = None
    """Supported claims over all claims, in [0, 1]; higher is better. None unless ``outcome`` is ``scored``."""
    claims: int = 0
    """Number of claims that assert something checkable, including those that failed."""
    supported: int = 0
    contradicted: int = 0
    """Intrinsic hallucinations (Maynez et al. 2020): a source says otherwise."""
    unsupported: int = 0
    """Extrinsic ones: no source says so, and none says otherwise."""
    failed: int = 0
    """Claims that could not be judged; they count as not supported."""
    unread: int = 0
    """Sentences that may state a fact and were not compared with anything: in code, tables or quotations, in
    questions and opinions with a number, in instructions beside a context, and in languages that the model does not cover.
    With one of them, no answer passes."""


def faithfulness(report: Report) -> Faithfulness:
    """Score and counts of one report, or the reason why there is no score."""
    labels = [v.label for v in report.verdicts if was_read(v)]
    counts = {
        "claims": len(labels),
        "supported": labels.count(Label.SUPPORTED),
        "contradicted": labels.count(Label.REFUTED),
        "unsupported": labels.count(Label.NOT_ENOUGH_EVIDENCE),
        "failed": labels.count(Label.FAILED),
        "unread": len(unread(report)),
    }
    outcome = _outcome(report, labels)
    score = counts["supported"] / len(labels) if outcome is Outcome.SCORED else None
    return Faithfulness(outcome, score, **counts)


def unread(report: Report) -> list[Verdict]:
    """The sentences of a report that may state a fact although nothing was compared with them."""
    return [verdict for verdict in report.verdicts if _unread(verdict, report)]


def was_read(verdict: Verdict) -> bool:
    """Whether a claim was compared with anything: it asserts something, in a language that the model covers."""
    return verdict.claim.checkable and not verdict.rationale.startswith(UNCOVERED)


def _outcome(report: Report, labels: list[Label]) -> Outcome:
    document = report.document
    if not document.text.strip():
        return Outcome.EMPTY_ANSWER
    if not labels:
        return _without_claims(report)
    if report.run.detector in JUDGES_CONTEXT and not any(c.strip() for c in document.context):
        return Outcome.EMPTY_CONTEXT
    if all(label is Label.FAILED for label in labels):
        return Outcome.FAILED
    return Outcome.UNSCORED if RANKS_ONLY in report.run.notes else Outcome.SCORED


def _unread(verdict: Verdict, report: Report) -> bool:
    """True for a sentence that may state a fact although nothing was compared with it."""
    claim, document = verdict.claim, report.document
    if claim.checkable:
        return verdict.rationale.startswith(UNCOVERED)
    reason = claim.note.rpartition("; ")[2]
    text = claim.text.strip()
    if reason in UNREAD:
        return True
    if _PLEASANTRY.fullmatch(text):
        return is_yes_or_no(text) and asks_whether(document.prompt)
    if reason == FRAGMENT and not is_above_text(claim.span, document.text):
        return True
    if abstains(text) or reason == ABSTAINS:
        return _takes_for_granted(text, "\n".join((document.prompt, *document.context)))
    if reason == INSTRUCTION and any(c.strip() for c in document.context):
        sent_on = _SENDS_ON.fullmatch(text) and any(abstains(s.text) for s in report.sentences)
        return not sent_on and _ASKS_OTHERS.fullmatch(text) is None
    beside = reason == OPINION and _BESIDE.search(text) is not None
    return bool(quantities(text)) or beside or _STATING.search(text) is not None


def _takes_for_granted(sentence: str, known: str) -> bool:
    """Whether a sentence that abstains has a number, or tells where something is from, that nobody ``known`` named: the
    question and the sources did not.

    >>> _takes_for_granted("I don't know whether the kettle made in China is loud.", "Is the kettle loud?")
    True
    >>> _takes_for_granted("I don't know whether it was made in 1999.", "Was it made in 1999?")
    False
    """
    told = {quantity.value for quantity in quantities(known)}
    counted = [q for q in quantities(_NUMBERED.sub(" ", sentence)) if q.kind != "number" or q.value > 2]
    if any(quantity.value not in told for quantity in counted):  # "which of the two" states nothing
        return True
    return any(found["name"] not in known for found in _TAKEN.finditer(sentence))


def _without_claims(report: Report) -> Outcome:
    """Why there are no claims. What cannot be read must not pass for what says nothing."""
    said = [v.claim for v in report.verdicts if not _PLEASANTRY.fullmatch(v.claim.text.strip())]
    reasons = {claim.note.rpartition("; ")[2] for claim in said}
    if reasons & UNREAD or unread(report):
        return Outcome.UNCHECKED
    if any(abstains(s.text) for s in report.sentences):
        return Outcome.ABSTAINED
    return Outcome.UNCHECKED if reasons & SAYS_LITTLE else Outcome.NO_CLAIMS
