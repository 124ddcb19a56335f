"""One report: compares quotes, labels, claims and totals with the document and the passages in the report, and the passages
with the index that they came from.

The claims of a report compared with the document that they are from: which must be there, and how they may be worded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck import __version__
from localcheck.agent.tools.calendar import without_weekday
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.judging.asked import stated
from localcheck.judging.context import WITH_QUESTION
from localcheck.reports.codec import verdict_from_json
from localcheck.reports.report import JUDGED_ONLY, build
from localcheck.run.rechecking.figures import figure_problem
from localcheck.system.resources import sha256_text
from localcheck.text.abstaining import abstains
from localcheck.text.hyphens import composed
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.types import JSON, Claim, Disposition, Document, Evidence, Label, Passage, Report, Verdict

_BRACKETED = regex(r"\s*\([^)]*\)")
Derived = Sequence[frozenset[str]]
"""For each sentence, the claims that localcheck makes from it without a language model."""
Standing = tuple[Derived, tuple[Claim, ...], frozenset[tuple[str, str]]]
"""Those, the claims that must have a verdict, and the ids and words of those that assert something."""


def claims_of(report: Report) -> Standing:
    """The claims that the rules make from the document, by sentence; those that must have a verdict; those that assert
    something.

    Claims made by a language model cannot be made again: then the second part is empty, and ``claim_problem`` compares words.
    So it does where another version made a claim that this one does not make. The third part is empty in these cases, and of
    the agent, which sets aside what its tools have judged.
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
    as_rules = not (report.run.with_llm or by_tools(report) or of_another_version(report))
    ids = {plain: {(c.id, c.text) for kind in kinds for c in kind if c.checkable is plain} for plain in (True, False)}
    asserting = frozenset(ids[True] - ids[False]) if as_rules else frozenset[tuple[str, str]]()
    return tuple(map(frozenset, derived)), wanted if by_claims and not report.run.with_llm else (), asserting


def by_tools(report: Report) -> bool:
    """True if the agent judged the report: it judges whole sentences by tools, and the facts in them by claims."""
    return report.run.detector == "agent"


@lru_cache(maxsize=2)
def _named_in(title: str, text: str) -> tuple[str, str]:
    """Where the name of what a claim is about must stand: in the document on one line, or in it without what is in brackets
    ("the University (founded in 1209) of Cambridge").
    """
    line = composed(" ".join(f"{title}\n{text}".split()))
    return line, _BRACKETED.sub("", line)


def claim_problem(report: Report, claim: Claim, stands: Standing) -> str:
    """What is wrong with a claim's sentence, place or wording in the document; else empty."""
    document, sentences = report.document, report.sentences
    if not claim.checkable and (claim.id, claim.text) in stands[2] and not abstains(claim.text):
        return "the claim is said to assert nothing that could be checked, and it does"
    if claim.about and not any(claim.about in text for text in _named_in(document.title, document.text)):
        return f"the claim is said to be about {claim.about!r}, which is not in the document"
    if claim.text == document.text.strip() and claim.span.end <= len(document.text):
        return ""
    if not 0 <= claim.sentence < len(sentences):
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
    if not report.run.with_llm and not of_another_version(report):
        return "localcheck does not make this claim from its sentence: it was changed"
    return _words_problem(document, claim)


def of_another_version(report: Report) -> bool:
    """Whether another version of localcheck made the report, by rules for claims that may differ from those here."""
    return report.run.version not in ("", __version__)


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
    here = composed(" ".join((document.text, document.title, document.prompt))).casefold()
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


Look = Callable[[Passage], Passage | None]
"""Finds the article of a passage's title in the index that the passage names; None if there is none."""
WITHOUT_EVIDENCE = (
    "{method} gave this label without a quote: no evidence is shown that supports or contradicts the claim"
)
OTHER_RULES = (
    "localcheck {} made the claims, by other rules than this version: "
    "whether every claim of the document has a verdict was not checked"
)
CHANGED_ALONE = (
    "only sentences that were changed were judged, as a note says: whether the others are true is not checked"
)
OWN_TEXTS = {"sample": "samples", "reference": "context", "context": "context"}
"""Kind of source -> the field of the document that holds its texts."""
MILD = tuple(Disposition)
"""The mildest first."""
CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rechecked:
    """One verdict or total that was checked, and what is wrong with it."""

    place: str
    """Where in the report, for example ``verdicts[3]``."""
    claim_id: str = ""
    title: str = ""
    quote: str = ""
    problem: str = ""
    """What is wrong; empty if nothing is."""
    looked_up: bool = False
    """True if the passage was compared with the index or text that it came from."""
    judged: bool = False
    """True for the judgement of a method that works without evidence; nothing about it can be checked."""
    unchecked: str = ""
    """Why a document's row holds nothing that could be checked; empty if it does."""
    remark: str = ""
    """What a person should know although nothing is wrong: a quote from outside the sources, a sign-off that holds."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a number of checks came to."""

    quotes: int
    """Quotes that were checked; not those of which only a remark says what they are."""
    problems: int
    unseen: int
    """Quotes of which nothing is wrong but that were not compared with the index or text that they came from."""

    @classmethod
    def of(cls, checks: Sequence[Rechecked]) -> Tally:
        """Those of ``checks``."""
        quotes = [c for c in checks if c.quote and not c.remark]
        unseen = sum(not c.looked_up and not c.problem for c in quotes)
        return cls(len(quotes), sum(bool(c.problem) for c in checks), unseen)


def check_report(report: Report, look: Look | None = None, rounded: float = 0.0) -> Iterator[Rechecked]:
    """One ``Rechecked`` for every SUPPORTED or REFUTED verdict, and one for everything else that is wrong.

    ``rounded``: how far off the numbers of a report may be that were rounded.

    A verdict is right if its quote is verbatim, its label and probability agree, and its claim is what the document says.
    """
    if any(sentence.index != place for place, sentence in enumerate(report.sentences)):
        yield Rechecked("sentences", problem="they are not numbered one after another")
        return
    stands = claims_of(report)
    for number, verdict in enumerate(report.verdicts):
        place = f"verdicts[{number}]"
        decided = verdict.label in (Label.SUPPORTED, Label.REFUTED)
        problem = (
            claim_problem(report, verdict.claim, stands)
            or label_problem(verdict, rounded)
            or figure_problem(report, verdict, max(CLOSE, rounded))
        )
        if decided:
            yield _quoted(place, verdict, report, problem, look)
        elif problem or verdict.judgement:
            yield Rechecked(place, verdict.claim.id, problem=problem, judged=bool(verdict.judgement))
    yield from (Rechecked(place, problem=problem) for place, problem in _whole(report, stands, max(CLOSE, rounded)))
    if of_another_version(report) and any(_without_verdict(report, stands)):
        yield Rechecked("verdicts", remark=OTHER_RULES.format(report.run.version))
    if _of_changes(report):
        yield Rechecked("", unchecked=CHANGED_ALONE)
    if report.document.text.strip() and not report.sentences:
        yield Rechecked("", unchecked="it holds no sentence of its document: nothing was checked")
    yield from all_failed("", report.verdicts)


def all_failed(where: str, verdicts: Iterable[Verdict]) -> Iterator[Rechecked]:
    """Says of verdicts of which every one that asserts something failed that nothing was checked."""
    if {v.label for v in verdicts if v.claim.checkable} == {Label.FAILED}:
        yield Rechecked(where, unchecked="every claim failed: nothing was checked")


def check_row(row: JSON, where: str, look: Look | None = None) -> Iterator[Rechecked]:
    """The same for one line of ``runs export --format jsonl``, which holds a verdict but not its document."""
    verdict = verdict_from_json(row.get("verdict"))
    if verdict.label in (Label.SUPPORTED, Label.REFUTED):
        yield _quoted(where, verdict, None, label_problem(verdict), look, str(row.get("detector", "")))


def _quoted(
    place: str, verdict: Verdict, report: Report | None, problem: str, look: Look | None, method: str = ""
) -> Rechecked:
    evidence = verdict.deciding
    if evidence is None:
        method = report.run.detector if report else method
        problem = problem or WITHOUT_EVIDENCE.format(method=method or "?")
        return Rechecked(place, verdict.claim.id, problem=problem)
    problem = problem or quote_problem(evidence) or _place_problem(evidence, verdict)
    if evidence.claim_id != verdict.claim.id:
        problem = problem or f"its evidence belongs to claim {evidence.claim_id}"
    looked_up = False
    if not problem:
        problem, looked_up = _passage_problem(evidence, report, look)
    return Rechecked(place, verdict.claim.id, evidence.passage.title, evidence.quote, problem, looked_up)


def label_problem(verdict: Verdict, rounded: float = 0.0) -> str:
    """What is wrong if label and P(not factual) do not agree; else empty."""
    if not 0 <= verdict.score <= 1:
        return f"its score {verdict.score:g} is not a probability"
    if verdict.label is Label.SUPPORTED and verdict.score >= 0.5 + rounded:
        return f"called supported, though P(not factual) is {verdict.score:.2f}"
    if verdict.label is Label.REFUTED and verdict.score <= 0.5 - rounded:
        return f"called refuted, though P(not factual) is {verdict.score:.2f}"
    return ""


def quote_problem(evidence: Evidence) -> str:
    """What is wrong with a quote's offsets, wording or hash; else empty."""
    if not evidence.quote.strip():
        return "empty quote"
    if evidence.quote_span.of(evidence.passage.text) != evidence.quote:
        return "the quote is not at its offsets in the passage"
    if sha256_text(evidence.quote) != evidence.quote_sha256:
        return "the hash is not that of the quote"
    return ""


def _place_problem(evidence: Evidence, verdict: Verdict) -> str:
    """What is wrong if the quote is another sentence than the one that was scored; else empty.

    Of a document that a language model was asked about the sentence that convinced it is quoted, which may be another one.
    """
    if evidence.quote_span.meets(evidence.window):
        return ""
    if verdict.evidence.index(evidence) + 1 in {belief.step for belief in verdict.beliefs if belief.consulted}:
        return ""
    return "the quote is another part of the passage than the one that was scored"


def _passage_problem(evidence: Evidence, report: Report | None, look: Look | None) -> tuple[str, bool]:
    """What is wrong when the passage is compared with its source (or empty), and whether the source was available."""
    passage = evidence.passage
    if passage.source.kind in OWN_TEXTS and report is not None:
        own = getattr(report.document, OWN_TEXTS[passage.source.kind])
        return ("" if passage.text in own else "the document does not contain this text"), True
    if passage.source.kind == "tool":  # a tool's answer comes from no index: the report is all that there is of it
        return "", True
    if look is None:
        return "", False
    article = look(passage)
    if article is None:
        return f"the index has no article {passage.title!r}", True
    here, read = article.source.revision, passage.source.revision
    if evidence.quote not in article.text:
        why = "the article in the index does not contain this sentence"
        changed = here and read and here != read
        return (f"{why} in its revision {here}; the report read {read}" if changed else why), True
    if here == read and article.text != passage.text:
        return "the passage differs from the article in the index, although both have the same revision", True
    place, told = article.source.locator, passage.source.locator
    if here and here == read and place != told:
        return f"it stands in {place or 'no named place'}, and not, as the report says, in {told or 'none'}", True
    return "", True


def _whole(report: Report, stands: Standing, close: float) -> Iterator[tuple[str, str]]:
    """What is wrong with the report as a whole: claims without a verdict, and totals that do not follow from the verdicts."""
    if not of_another_version(report):
        for claim in _without_verdict(report, stands):
            yield "verdicts", f"claim {claim.id} of the document has no verdict: {claim.text}"
    if not report.verdicts and report.document.text.strip() and report.sentences:
        yield "verdicts", "the document has sentences, and none has a verdict"
    if report.sentences and (missing := _without_sentence(report)):
        yield "sentences", f"a part of the document is in no sentence: {missing}"
    yield from _totals(report, close)


def _without_verdict(report: Report, stands: Standing) -> Iterator[Claim]:
    """The claims that must have a verdict and have none."""
    there = {v.claim.id for v in report.verdicts}
    judged = {v.claim.sentence for v in report.verdicts}
    of_tools, of_changes = by_tools(report), _of_changes(report)
    return (c for c in stands[1] if c.id not in there and not (of_tools if c.sentence in judged else of_changes))


def _of_changes(report: Report) -> bool:
    """Does a note say that only sentences were judged that had been changed?"""
    known = {"id": report.document.id, "all": len(report.sentences)}
    before, _, behind = JUDGED_ONLY.format(n="\0", ref="", **known).partition("\0")
    return any(note.startswith(before) and behind in note for note in report.run.notes)


def _totals(report: Report, close: float) -> Iterator[tuple[str, str]]:
    """Which totals do not follow from the verdicts."""
    again = build(report.document, report.sentences, report.verdicts, report.run)
    if dict(again.scores.counts) != dict(report.scores.counts):
        yield "scores.counts", "the numbers of claims by label do not follow from the verdicts"
    for name in ("score", "coverage"):
        if abs(getattr(again.scores, name) - getattr(report.scores, name)) > close:
            yield f"scores.{name}", "does not follow from the verdicts"
    if [(s.sentence, s.label) for s in again.sentence_scores] != [
        (s.sentence, s.label) for s in report.sentence_scores
    ]:
        yield "sentence_scores", "the labels of the sentences do not follow from those of their claims"
    elif any(
        abs(a.score - b.score) > close for a, b in zip(again.sentence_scores, report.sentence_scores, strict=True)
    ):
        yield "sentence_scores", "the scores of the sentences do not follow from those of their claims"
    if MILD.index(report.disposition) < MILD.index(again.disposition):
        yield "disposition", f"it says {report.disposition.value}, the verdicts say {again.disposition.value}"


def _without_sentence(report: Report) -> str:
    """The beginning of the first part of the document that no sentence covers; empty if there is none.

    The splitter leaves out nothing but blanks. Sentences that a data set gives may be worded otherwise than the text.
    """
    if any(not sentence.span.of(report.document.text) for sentence in report.sentences):
        return ""
    at = 0
    for span in sorted((s.span for s in report.sentences), key=lambda s: s.start):
        if rest := report.document.text[at : span.start].strip():
            return rest[:60]
        at = max(at, span.end)
    return report.document.text[at:].strip()[:60]
