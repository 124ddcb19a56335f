"""Documents and verdicts that the tests of the store write and read."""

from __future__ import annotations

from hypothesis import strategies as st

from localcheck.types import (
    Belief,
    Claim,
    Cost,
    Disposition,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    Report,
    RunInfo,
    Scores,
    Sentence,
    SentenceScore,
    Source,
    Span,
    Verdict,
)

TEXT = "Ada Lovelace was born in 1815. She wrote novels."
DOCUMENT = Document("notes.txt", TEXT, "Ada Lovelace", meta=(("media", "text/plain"),))
SENTENCES = (Sentence(0, Span(0, 30), TEXT[:30]), Sentence(1, Span(31, 48), TEXT[31:]))
INFO = RunInfo("bayes-sequential", (("k", 10),), (("nli:starter-nli", "ab" * 32),), "starter", "d" * 64, 0, "0.1.0")
PASSAGE = Passage(
    "Ada Lovelace", "Ada Lovelace was born in 1815.", Source("wikipedia", "starter", "12", "7", "2025-01-01"), 0, 3.5
)


def verdict(claim_id: str = "0.0", label: Label = Label.SUPPORTED, score: float = 0.1) -> Verdict:
    """A verdict with one piece of evidence and one belief."""
    sentence = int(claim_id.split(".")[0])
    s = SENTENCES[sentence]
    evidence = Evidence(
        claim_id, PASSAGE, Span(0, 30), Entailment(0.9, 0.08, 0.02), PASSAGE.text, Span(0, 30), "c" * 64
    )
    return Verdict(
        Claim(claim_id, sentence, s.text, s.span),
        label,
        score,
        (evidence,),
        (Belief(0, 0.5, 14.0, 9.0), Belief(1, 0.9, 2.8, float("inf"), 9)),
        "stopped: another document would cost more than it can save",
        Cost(passages=1, nli_pairs=3, seconds=0.25),
        raw=(("logit", 2.0),),
        best=0,
    )


def report(*verdicts: Verdict) -> Report:
    """A finished report of these verdicts."""
    scores = tuple(SentenceScore(v.claim.sentence, v.label, v.score) for v in verdicts)
    return Report(DOCUMENT, SENTENCES, verdicts, scores, Scores(0.4, 1.0, (("supported", 1),)), Disposition.WARN, INFO)


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
probabilities = st.floats(0, 1, allow_nan=False)
spans = st.tuples(st.integers(0, 500), st.integers(0, 500)).map(lambda p: Span(min(p), max(p)))
sources = st.builds(Source, words, words, words, words, words)
passages = st.builds(Passage, words, words, sources, st.integers(0, 99), st.floats(-1e6, 1e6, allow_nan=False))
entailments = st.builds(Entailment, probabilities, probabilities, probabilities)


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict:
    """Any verdict whose evidence belongs to its own claim."""
    claim = Claim(
        f"{draw(st.integers(0, 9))}.{draw(st.integers(0, 9))}", draw(st.integers(0, 9)), draw(words), draw(spans)
    )
    items = st.builds(Evidence, st.just(claim.id), passages, spans, entailments, words, spans, words)
    evidence = tuple(draw(st.lists(items, max_size=3)))
    best = draw(st.integers(0, len(evidence) - 1)) if evidence and draw(st.booleans()) else None
    beliefs = st.builds(
        Belief, st.integers(0, 9), probabilities, probabilities, probabilities, st.none() | st.integers(0, 9)
    )
    return Verdict(
        claim,
        draw(st.sampled_from(Label)),
        draw(probabilities),
        evidence,
        tuple(draw(st.lists(beliefs, max_size=3))),
        draw(words),
        Cost(passages=draw(st.integers(0, 99))),
        draw(words),
        best=best,
    )
