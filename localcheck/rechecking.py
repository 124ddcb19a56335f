"""Re-checking a report without any model: quotes, labels, claims and totals against the document and the passages that it
carries, and the passages against the index that they came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.codec import JSON, report_from_json, verdict_from_json
from localcheck.report import build
from localcheck.resources import sha256_text
from localcheck.text.stopwords import STOPWORDS
from localcheck.tools.calendar import without_weekday
from localcheck.types import Claim, Disposition, Document, Evidence, Label, Passage, Report, Verdict

Look = Callable[[Passage], Passage | None]
"""The article of a passage's title in the index that it names, None when there is none."""
WITHOUT_EVIDENCE = "a judgement of {method} without a quote: nothing shows that evidence supports or contradicts it"
OWN_TEXTS = {"sample": "samples", "reference": "context", "context": "context"}
"""Kinds of sources whose texts the document itself brings, and where."""
MILD = (Disposition.PASS, Disposition.WARN, Disposition.BLOCK)
CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rechecked:
    """One verdict or total that was checked, and what is wrong with it."""

    place: str
    """Where in the report, for example ``verdicts[3]``."""
    claim_id: str
    title: str
    quote: str
    problem: str
    """Empty when it stands."""
    looked_up: bool = False
    """Was the passage compared with where it came from?"""
    judged: bool = False
    """Is this the judgement of a method without evidence, of which nothing can be checked?"""


def check_report(report: Report, look: Look | None = None) -> Iterator[Rechecked]:
    """One ``Rechecked`` for every SUPPORTED or REFUTED verdict, and one for everything else that is wrong.

    A verdict stands when its quote does, its label and its probability agree, and its claim is what the document says.
    """
    stands = _claims_of(report)
    for number, verdict in enumerate(report.verdicts):
        place = f"verdicts[{number}]"
        decided = verdict.label in (Label.SUPPORTED, Label.REFUTED)
        problem = claim_problem(report, verdict.claim, stands) or label_problem(verdict)
        if decided:
            yield _quoted(place, verdict, report, problem, look)
        elif problem or verdict.judgement:
            yield Rechecked(place, verdict.claim.id, "", "", problem, judged=bool(verdict.judgement))
    yield from (Rechecked(place, "", "", "", problem) for place, problem in _whole(report, stands))


def check_row(row: JSON, where: str, look: Look | None = None) -> Iterator[Rechecked]:
    """The same for one line of ``runs export --format jsonl``, which holds a verdict but not its document."""
    verdict = verdict_from_json(row.get("verdict"))
    if verdict.label in (Label.SUPPORTED, Label.REFUTED):
        yield _quoted(where, verdict, None, label_problem(verdict), look, str(row.get("detector", "")))


def _quoted(
    place: str, verdict: Verdict, report: Report | None, problem: str, look: Look | None, method: str = ""
) -> Rechecked:
    evidence = deciding(verdict)
    if evidence is None:
        method = report.run.detector if report else method
        return Rechecked(place, verdict.claim.id, "", "", problem or WITHOUT_EVIDENCE.format(method=method or "?"))
    problem = problem or quote_problem(evidence)
    if evidence.claim_id != verdict.claim.id:
        problem = problem or f"its evidence belongs to claim {evidence.claim_id}"
    looked_up = False
    if not problem:
        problem, looked_up = _passage_problem(evidence, report, look)
    return Rechecked(place, verdict.claim.id, evidence.passage.title, evidence.quote, problem, looked_up)


def deciding(verdict: Verdict) -> Evidence | None:
    """The evidence that carries the decision; None also where the report points beyond what it holds."""
    best = verdict.best
    return verdict.evidence[best] if best is not None and 0 <= best < len(verdict.evidence) else None


def label_problem(verdict: Verdict) -> str:
    """What is wrong between label and P(not factual)."""
    if not 0 <= verdict.score <= 1:
        return f"its score {verdict.score:g} is no probability"
    if verdict.label is Label.SUPPORTED and verdict.score >= 0.5:
        return f"called supported, though P(not factual) is {verdict.score:.2f}"
    if verdict.label is Label.REFUTED and verdict.score <= 0.5:
        return f"called refuted, though P(not factual) is {verdict.score:.2f}"
    return ""


def quote_problem(evidence: Evidence) -> str:
    """What is wrong inside the report: offsets, wording, hash."""
    if not evidence.quote.strip():
        return "empty quote"
    if evidence.quote_span.of(evidence.passage.text) != evidence.quote:
        return "the quote does not stand at its offsets"
    if sha256_text(evidence.quote) != evidence.quote_sha256:
        return "the hash does not fit the quote"
    return ""


def _passage_problem(evidence: Evidence, report: Report | None, look: Look | None) -> tuple[str, bool]:
    """What is wrong when the passage is looked up where it came from, and whether it could be."""
    passage = evidence.passage
    if passage.source.kind in OWN_TEXTS and report is not None:
        own = getattr(report.document, OWN_TEXTS[passage.source.kind])
        return ("" if passage.text in own else "the document does not bring this text"), True
    if passage.source.kind == "tool":  # a tool's answer comes from no index: the report is all that there is of it
        return "", True
    if look is None:
        return "", False
    article = look(passage)
    if article is None:
        return f"the index has no article {passage.title!r}", True
    if evidence.quote not in article.text:
        return "the article in the index does not have this sentence", True
    same = article.source.revision == passage.source.revision
    if same and article.text != passage.text:
        return "the passage is not the article in the index, though it says that it is the same revision", True
    return "", True


Derived = Sequence[frozenset[str]]
"""For each sentence the claims that localcheck makes of it, without a language model."""


def _claims_of(report: Report) -> tuple[Derived, tuple[Claim, ...]]:
    """The claims that the rules make of the document, by sentence; and those that must have a verdict.

    Claims of a language model are not made again: then the second is empty, and ``claim_problem`` looks at their words.
    """
    kinds = [tuple(e.extract(report.document, report.sentences)) for e in (RuleClaims(), SentenceClaims())]
    derived: list[set[str]] = [{s.text, " ".join(s.text.split())} for s in report.sentences]
    for claim in (c for kind in kinds for c in kind):
        derived[claim.sentence].add(claim.text)
    if _by_tools(report):
        derived = [texts | {without_weekday(text) for text in texts} for texts in derived]
    given = {(v.claim.id, v.claim.text) for v in report.verdicts}
    wanted = max(kinds, key=lambda kind: len(given & {(c.id, c.text) for c in kind}))
    by_claims = all(v.claim.text != report.document.text.strip() for v in report.verdicts)
    return tuple(map(frozenset, derived)), wanted if by_claims and not _asked(report) else ()


def _by_tools(report: Report) -> bool:
    """Did the agent judge whole sentences by tools, and the facts in them by claims?"""
    return report.run.detector == "agent"


def _asked(report: Report) -> bool:
    """Did a language model take part, so that claims may be in its words?"""
    return any(role.startswith("llm:") for role, _ in report.run.models)


def claim_problem(report: Report, claim: Claim, stands: tuple[Derived, tuple[Claim, ...]]) -> str:
    """What is wrong between a claim and the document: its sentence, its place, its wording."""
    document, sentences = report.document, report.sentences
    if claim.text == document.text.strip() and claim.span.end <= len(document.text):
        return ""
    if not 0 <= claim.sentence < len(sentences) or sentences[claim.sentence].index != claim.sentence:
        return f"the report has no sentence {claim.sentence}"
    sentence = sentences[claim.sentence]
    verbatim = sentence.span.of(document.text) == sentence.text or not sentence.span.of(document.text)
    if not verbatim or (document.get("sentences") is None and not sentence.span.of(document.text)):
        return f"sentence {claim.sentence} does not stand in the document"
    if claim.span not in sentence.span:
        return "the claim's place lies outside its sentence"
    if claim.text in stands[0][claim.sentence] or claim.text.endswith(f" {sentence.text}"):
        return "" if claim.text in stands[0][claim.sentence] else _question_problem(document, claim, sentence.text)
    if not _asked(report):
        return "the claim is not what localcheck makes of its sentence: it was changed, or another version made it"
    return _words_problem(document, claim)


def _question_problem(document: Document, claim: Claim, sentence: str) -> str:
    """A bare answer is read with its question (``judging.context``)."""
    asked = " ".join(document.prompt.split())
    return "" if claim.text == f"{asked} {sentence}" else "the claim is not the document's question and answer"


def _words_problem(document: Document, claim: Claim) -> str:
    """A language model may reword, but names and numbers of a claim must stand in the text, and half of its words."""
    here = " ".join((document.text, document.title, document.prompt)).casefold()
    words = [w.strip(".,;:!?\"'()[]“”’") for w in claim.text.split()]
    strict = [
        w
        for i, w in enumerate(words)
        if any(c.isdigit() for c in w) or (w[:1].isupper() and (i or w.casefold() not in STOPWORDS))
    ]
    if missing := next((w for w in strict if w.casefold().removesuffix("'s") not in here), None):
        return f"the claim says {missing!r}, which the document does not"
    known = sum(w.casefold() in here for w in words)
    return "" if 2 * known >= len(words) else "most words of the claim do not stand in the document"


def _whole(report: Report, stands: tuple[Derived, tuple[Claim, ...]]) -> Iterator[tuple[str, str]]:
    """What is wrong with the whole: claims without a verdict, totals that are not those of the verdicts."""
    there = {v.claim.id for v in report.verdicts}
    judged = {v.claim.sentence for v in report.verdicts} if _by_tools(report) else set()
    for claim in stands[1]:
        if claim.id not in there and claim.sentence not in judged:
            yield "verdicts", f"claim {claim.id} of the document has no verdict: {claim.text}"
    if not report.verdicts and report.document.text.strip() and report.sentences:
        yield "verdicts", "the document has sentences, and none has a verdict"
    again = build(report.document, report.sentences, report.verdicts, report.run)
    if dict(again.scores.counts) != dict(report.scores.counts):
        yield "scores.counts", "the numbers of claims by label are not those of the verdicts"
    for name in ("score", "coverage"):
        if abs(getattr(again.scores, name) - getattr(report.scores, name)) > CLOSE:
            yield f"scores.{name}", "it is not what the verdicts give"
    if [(s.sentence, s.label) for s in again.sentence_scores] != [
        (s.sentence, s.label) for s in report.sentence_scores
    ]:
        yield "sentence_scores", "the labels of sentences are not those of their claims"
    if MILD.index(report.disposition) < MILD.index(again.disposition):
        yield "disposition", f"it says {report.disposition.value}, the verdicts say {again.disposition.value}"


def read_rows(rows: Sequence[tuple[str, Any]], look: Look | None = None) -> Iterator[Rechecked]:
    """Check every report or exported verdict, given with its place. Raises ``BadInput`` for what is neither."""
    for where, row in rows:
        exported = isinstance(row, dict) and "format" not in row and "verdict" in row
        found = check_row(row, where, look) if exported else check_report(report_from_json(row, where), look)
        for one in found:
            yield one if exported else replace(one, place=f"{where}: {one.place}")
