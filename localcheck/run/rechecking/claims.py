"""The claims of a report compared with the document that they are from: which must be there, and how they may be worded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from localcheck.agent.tools.calendar import without_weekday
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.judging.asked import stated
from localcheck.judging.context import WITH_QUESTION
from localcheck.run.rechecking.figures import asked
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.types import Claim, Document, Report

_BRACKETED = regex(r"\s*\([^)]*\)")
Derived = Sequence[frozenset[str]]
"""For each sentence, the claims that localcheck makes from it without a language model."""
Standing = tuple[Derived, tuple[Claim, ...]]
"""Those, and the claims that must have a verdict."""


def claims_of(report: Report) -> Standing:
    """The claims that the rules make from the document, by sentence; and those that must have a verdict.

    Claims made by a language model cannot be made again: then the second part is empty, and ``claim_problem`` compares words.
    """
    kinds = [
        tuple(e.extract(report.document, report.sentences))
        for e in (RuleClaims(), RuleClaims(own=True), SentenceClaims())
    ]
    derived: list[set[str]] = [{s.text, " ".join(s.text.split())} for s in report.sentences]
    for claim in (c for kind in kinds for c in kind):
        derived[claim.sentence].add(claim.text)
    if by_tools(report):
        derived = [texts | {without_weekday(text) for text in texts} for texts in derived]
    given = {(v.claim.id, v.claim.text) for v in report.verdicts}
    wanted = max(kinds, key=lambda kind: len(given & {(c.id, c.text) for c in kind}))
    by_claims = all(v.claim.text != report.document.text.strip() for v in report.verdicts)
    return tuple(map(frozenset, derived)), wanted if by_claims and not asked(report) else ()


def by_tools(report: Report) -> bool:
    """True if the agent judged the report: it judges whole sentences by tools, and the facts in them by claims."""
    return report.run.detector == "agent"


@lru_cache(maxsize=2)
def _named_in(title: str, text: str) -> tuple[str, str]:
    """Where the name of what a claim is about must stand: in the document on one line, or in it without what is in brackets
    ("the University (founded in 1209) of Cambridge").
    """
    line = " ".join(f"{title}\n{text}".split())
    return line, _BRACKETED.sub("", line)


def claim_problem(report: Report, claim: Claim, stands: Standing) -> str:
    """What is wrong with a claim's sentence, place or wording in the document; else empty."""
    document, sentences = report.document, report.sentences
    if claim.about and not any(claim.about in text for text in _named_in(document.title, document.text)):
        return f"the claim is said to be about {claim.about!r}, which is not in the document"
    if claim.text == document.text.strip() and claim.span.end <= len(document.text):
        return ""
    if not 0 <= claim.sentence < len(sentences) or sentences[claim.sentence].index != claim.sentence:
        return f"the report has no sentence {claim.sentence}"
    sentence = sentences[claim.sentence]
    verbatim = sentence.span.of(document.text) == sentence.text or not sentence.span.of(document.text)
    if not verbatim or (document.get("sentences") is None and not sentence.span.of(document.text)):
        return f"sentence {claim.sentence} is not in the document"
    if claim.span not in sentence.span:
        return "the claim's place is outside its sentence"
    if claim.text in stands[0][claim.sentence]:
        return ""
    if claim.note == WITH_QUESTION or claim.text.endswith(f" {sentence.text}"):
        return _question_problem(document, claim, sentence.text)
    if not asked(report):
        return "localcheck does not make this claim from its sentence: it was changed, or another version made it"
    return _words_problem(document, claim)


def _question_problem(document: Document, claim: Claim, sentence: str) -> str:
    """What is wrong with a claim that is a bare answer, or the "yes" before a statement, which is read together with its
    question (``judging.context``).
    """
    question, own = document.prompt, claim.span.of(document.text)
    said = (f"{' '.join(question.split())} {sentence}", stated(question, sentence), stated(question, own))
    return "" if claim.text in said else "the claim is not the document's question and answer"


def _words_problem(document: Document, claim: Claim) -> str:
    """What is wrong with a claim in a language model's words: all its names and numbers and half of its words must be in the
    text.
    """
    here = " ".join((document.text, document.title, document.prompt)).casefold()
    words = [w.strip(".,;:!?\"'()[]“”’") for w in claim.text.split()]
    strict = [
        w
        for i, w in enumerate(words)
        if any(c.isdigit() for c in w) or (w[:1].isupper() and (i or w.casefold() not in ENGLISH))
    ]
    if missing := next((w for w in strict if w.casefold().removesuffix("'s") not in here), None):
        return f"the claim contains {missing!r}, which is not in the document"
    known = sum(w.casefold() in here for w in words)
    return "" if 2 * known >= len(words) else "most words of the claim are not in the document"
