"""The sequential detector with fakes: lazy reading, quotes, labels kept apart, failures as data."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from evidence_models import simple_model
from hypothesis import given, settings
from hypothesis import strategies as st

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.detectors.bayes_sequential import bayes_sequential
from localcheck.detectors.fixed_k import fixed_k
from localcheck.errors import RetrievalError, UsageError
from localcheck.judging import sequential
from localcheck.judging.evidence.score import Tables
from localcheck.judging.languages import language_of
from localcheck.judging.opinion import Candidate, Opinion
from localcheck.reports.report import build
from localcheck.run.rechecking.checks import check_report
from localcheck.run.session import run
from localcheck.sources.by_query import ByQuery
from localcheck.stats.bayes import Costs, Policy
from localcheck.stats.calibrate import Labelled, learn
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document, Failed, Finished, Judged, Label, Passage, RunInfo, Source, Span, Started
from localcheck.types.infos import IndexInfo

FEATURES = {True: [9] * 150 + [0] * 50, False: [0] * 190 + [9] * 10}
TABLE = learn([Labelled((f,), factual) for factual, found in FEATURES.items() for f in found], monotone=False)
TABLES = Tables(simple_model, lambda: TABLE)


class WordNLI:
    """Entails when the premise has all words of the hypothesis; contradicts when it has "never" besides; counts calls."""

    def __init__(self) -> None:
        self.calls: list[int] = []
        self.info = TableNLI({}).info

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        self.calls.append(len(pairs))
        return np.array([self._one(*p) for p in pairs]).reshape(len(pairs), 3)

    @staticmethod
    def _one(premise: str, hypothesis: str) -> tuple[float, float, float]:
        words = {w.strip(".").lower() for w in hypothesis.split()}
        have = {w.strip(".").lower() for w in premise.split()}
        if "never" in have and words - {"was", "is", "in"} & have:
            return (0.02, 0.08, 0.9)
        return (0.95, 0.04, 0.01) if words <= have else (0.02, 0.97, 0.01)


class CountingRetriever(ByQuery):
    """Gives the passages in order and counts those pulled."""

    def __init__(self, passages: Sequence[str], fail_after: int | None = None) -> None:
        self.passages, self.fail_after, self.pulled = passages, fail_after, 0
        self.info = IndexInfo("counting", "memory", len(passages))

    def search(self, query: str) -> Iterator[Passage]:
        for i, text in enumerate(self.passages):
            if self.fail_after is not None and i >= self.fail_after:
                raise RetrievalError("the index broke")
            self.pulled += 1
            yield Passage(f"T{i}", text, Source("test", "memory", str(i), "rev1", "2026-01-01"), i)


def check(
    text: str, passages: Sequence[str], nli: object = None, tables: Tables = TABLES, **options: object
) -> tuple[list, CountingRetriever]:
    retriever = CountingRetriever(passages, options.pop("fail_after", None))  # type: ignore[arg-type]
    detector = bayes_sequential(
        nli=nli or WordNLI(),  # type: ignore[arg-type]
        retriever=retriever,
        extractor=SentenceClaims(),
        tables=tables,
        **options,  # type: ignore[arg-type]
    )
    return list(detector(Document("d", text))), retriever


GOOD = "Some words come first. Ada was born in London. More words follow."


def test_the_best_sentences_are_read_as_one_where_that_counts() -> None:
    class Spans(WordNLI):
        """As a cascade, which chooses among all premises what is re-read."""

        def read_spans(self, asks: Sequence[Sequence[tuple[str, str]]]) -> list[np.ndarray]:
            return [self.entail(ask) for ask in asks]

    counts, whole = simple_model(), WordNLI()
    without = Tables(lambda: replace(counts, weights=(counts.weights[0], 0.0, *counts.weights[2:])), lambda: TABLE)
    alone, choosing = WordNLI(), Spans()
    check("Ada was born in London.", [GOOD], whole)
    check("Ada was born in London.", [GOOD], alone, tables=without)
    check("Ada was born in London.", [GOOD], choosing, tables=without)
    assert sum(alone.calls) == sum(whole.calls) - 1 and sum(choosing.calls) == sum(whole.calls) + 1


def test_a_supported_claim_carries_a_verbatim_quote_and_stops_early() -> None:
    (verdict,), retriever = check("Ada was born in London.", [GOOD] * 20)
    assert verdict.label is Label.SUPPORTED
    assert retriever.pulled == len(verdict.evidence) == verdict.cost.passages < 4
    quoted = verdict.deciding
    assert quoted.quote == "Ada was born in London."
    assert quoted.quote_span.of(quoted.passage.text) == quoted.quote
    assert quoted.quote_sha256 == hashlib.sha256(quoted.quote.encode()).hexdigest()
    assert [b.step for b in verdict.beliefs] == list(range(len(verdict.evidence) + 1))
    assert verdict.score == pytest.approx(1 - verdict.beliefs[-1].p_factual)
    assert "stopped after" in verdict.rationale


def test_a_refuted_claim_quotes_the_contradiction() -> None:
    (verdict,), _ = check("Ada was born in Paris.", ["Ada was never in Paris."] * 20)
    assert verdict.label is Label.REFUTED
    assert verdict.deciding.quote == "Ada was never in Paris."
    assert verdict.score > 0.5


class HanNLI(WordNLI):
    """Entails when the premise has nearly all characters of the hypothesis; contradicts when it denies besides."""

    @staticmethod
    def _one(premise: str, hypothesis: str) -> tuple[float, float, float]:
        near = len(set(hypothesis) & set(premise)) > 0.7 * len(set(hypothesis))
        denied = "不是" in premise
        return (0.01, 0.04, 0.95) if near and denied else (0.95, 0.04, 0.01) if near else (0.01, 0.98, 0.01)


@pytest.mark.parametrize("evidence", ["learned", "paper"])
def test_chinese_claims_are_judged_by_a_model_that_reads_chinese(evidence: str) -> None:
    """Between its spaces a Chinese sentence is one word: without its characters no document would share a word with it."""
    capital, other = "北京位于华北。北京是中华人民共和国的首都。人口两千万。", "上海是直辖市。上海不是中国的首都。"
    (right,), _ = check("北京是中国的首都。", [capital], HanNLI(), evidence=evidence)
    assert right.label is Label.SUPPORTED and "北京是中华人民共和国的首都。" in right.deciding.quote
    (wrong,), _ = check("上海是中国的首都。", [other], HanNLI(), evidence=evidence)
    assert wrong.label is not Label.SUPPORTED and wrong.evidence[0].entailment.contradict > 0.4


def test_silence_is_not_refutation() -> None:
    (verdict,), retriever = check("Ada was born in Paris.", ["Cats sleep a lot."] * 20, k=6)
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert verdict.deciding is None
    assert retriever.pulled <= 6


def test_a_document_without_a_word_of_the_claim_moves_nothing_and_is_not_scored() -> None:
    nli = WordNLI()
    (verdict,), retriever = check("Ada was born in Paris.", ["Cats sleep a lot."] * 4 + [GOOD], nli, k=4)
    assert retriever.pulled == 4
    assert {b.p_factual for b in verdict.beliefs} == {0.5}
    assert nli.calls == []
    assert "say nothing about the claim" in verdict.rationale


def test_the_paper_counts_every_document_and_entailment_only() -> None:
    nli = WordNLI()
    (verdict,), _ = check(
        "Ada was born in Paris.", ["Cats sleep a lot."] * 4, nli, k=4, evidence="paper", sentences=0, c_abstain=0.0
    )
    assert verdict.beliefs[-1].p_factual < 0.1
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE, "no sentence contradicts it, so nothing can be quoted"
    assert len(nli.calls) >= 2
    (verdict,), _ = check("Ada was born in London.", [GOOD] * 4, nli, k=4, evidence="paper", sentences=0)
    assert verdict.label is Label.SUPPORTED
    assert verdict.deciding.quote == "Ada was born in London."


def test_as_published_the_policy_alone_says_when_reading_stops() -> None:
    """Algorithm 1 reads on for its costs, and not because nothing read so far can be quoted."""
    costs = {"c_miss": 28.0, "c_false_alarm": 96.0, "c_abstain": 0.0}
    (verdict,), retriever = check(
        "Ada was born in Paris.", ["Cats sleep a lot."] * 20, k=10, evidence="paper", policy="one-step", **costs
    )
    policy = Policy(TABLE, Costs(28.0, 96.0, 1.0), 10, "one-step")
    assert not any(policy.stops(belief) for belief in verdict.beliefs[:-1])
    assert policy.stops(verdict.beliefs[-1]) and verdict.deciding is None
    assert retriever.pulled == verdict.beliefs[-1].step < 10


@pytest.mark.parametrize(
    "passages",
    [
        [GOOD, "Cats sleep a lot.", "Cats sleep a lot too.", "Dogs bark."],
        ["Cats sleep a lot.", "Ada was never in London.", GOOD, "Dogs bark."],
        ["Cats sleep a lot."] * 4,
    ],
)
def test_as_published_the_score_is_the_posterior_of_all_features(passages: list[str]) -> None:
    """Eq. 15: prior odds times every document's ratio, silent pages behind a quoted one among them, and 1 - P as the score."""
    costs = {"c_miss": 28.0, "c_false_alarm": 96.0, "c_abstain": 0.0}
    (verdict,), _ = check(
        "Ada was born in London.", passages, k=4, at_least=4, evidence="paper", policy="one-step", **costs
    )
    features = [9 if text == GOOD else 0 for text in passages]  # of an entailment of 0.95, and of 0.02 or 0.01
    odds = np.prod([TABLE.factual[f] / TABLE.nonfactual[f] for f in features])
    assert [b.feature for b in verdict.beliefs] == [None, *features]
    assert 1 - verdict.score == pytest.approx(odds / (1 + odds), rel=1e-9)


def test_a_refutation_stops_reading_at_once() -> None:
    (verdict,), retriever = check("Ada was born in Paris.", ["Ada was never in Paris."] * 20, k=6)
    assert retriever.pulled < 4
    assert verdict.beliefs[-1].p_factual < 0.5


def test_copies_of_a_document_count_once() -> None:
    long = " ".join(f"Ada was born in London and wrote program number {i} there." for i in range(12))
    (verdict,), _ = check("Ada was born in London.", [long] * 5, k=5, c_retrieve=0.0, c_abstain=0.01)
    moved = [b.p_factual for b in verdict.beliefs]
    assert moved[1] > 0.5 and moved[1:] == [moved[1]] * (len(moved) - 1)
    assert len(moved) > 2


class RandomNLI:
    """Any probabilities, the same for the same pair."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.info = TableNLI({}).info

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        rows = [np.random.default_rng([self.seed, *f"{p} {h}".encode()]).dirichlet((0.3, 0.3, 0.3)) for p, h in pairs]
        return np.array(rows).reshape(len(pairs), 3)


texts = st.lists(
    st.sampled_from([GOOD, "Ada never was in London.", "Paris is a city. Ada saw Paris.", "Cats sleep.", ""]),
    max_size=5,
)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), texts, st.sampled_from(["learned", "paper"]), st.floats(0, 20), st.floats(1, 90))
def test_no_label_contradicts_its_probability_and_none_is_without_a_quote(
    seed: int, passages: list[str], evidence: str, abstain: float, false_alarm: float
) -> None:
    (verdict,), _ = check(
        "Ada was born in Paris.",
        passages,
        RandomNLI(seed),
        evidence=evidence,
        c_abstain=abstain,
        c_false_alarm=false_alarm,
    )
    if verdict.label is Label.SUPPORTED:
        assert verdict.score <= 0.5
    elif verdict.label is Label.REFUTED:
        assert verdict.score > 0.5
    else:
        assert verdict.deciding is None
        return
    quoted = verdict.deciding
    assert quoted.quote and quoted.quote_span.of(quoted.passage.text) == quoted.quote
    assert quoted.quote_sha256 == hashlib.sha256(quoted.quote.encode()).hexdigest()


@pytest.mark.parametrize("evidence", ["learned", "paper"])
def test_every_report_passes_its_verification(evidence: str) -> None:
    claim, texts = "Ada was born in Paris.", [GOOD, "Paris is a city. Ada saw Paris.", "Ada never saw Paris."]
    costs = {"c_miss": 28.0, "c_false_alarm": 96.0, "c_retrieve": 1.0, "c_abstain": 8.0}
    parameters = {**costs, "k": 10, "policy": "exact", "prior": 0.5, "evidence": evidence}
    found = Counter[Label]()
    for seed in range(80):
        (verdict,), _ = check(claim, texts, RandomNLI(seed), **parameters)
        sentences, info = split_sentences(claim), RunInfo("bayes-sequential", parameters=tuple(parameters.items()))
        checked = check_report(build(Document("d", claim), sentences, [verdict], info))
        assert not [one.problem for one in checked if one.problem]
        found[verdict.label] += 1
    assert found[Label.SUPPORTED] and found[Label.REFUTED]


@pytest.mark.parametrize(
    ("claim", "date", "label"),
    [
        ("Ada was never in Paris in 2031.", "2026-01-01", Label.NOT_ENOUGH_EVIDENCE),
        ("Ada was in Paris in 2021.", "2026-01-01", Label.REFUTED),
        ("Ada is currently in Paris.", "2018-01-01", Label.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_a_source_refutes_nothing_that_came_after_it(claim: str, date: str, label: Label) -> None:
    class Against:
        info = TableNLI({}).info

        def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
            return np.array([(0.02, 0.03, 0.95)] * len(pairs)).reshape(len(pairs), 3)

    class Dated(CountingRetriever):
        def search(self, query: str) -> Iterator[Passage]:
            for passage in super().search(query):
                yield replace(passage, source=replace(passage.source, date=date))

    detector = bayes_sequential(
        nli=Against(), retriever=Dated(["Ada never saw Paris."] * 3), extractor=SentenceClaims(),
        tables=TABLES,
    )  # fmt: skip
    (verdict,) = detector(Document("d", claim))
    assert verdict.label is label
    if label is Label.NOT_ENOUGH_EVIDENCE:
        assert date[:4] in verdict.rationale


@pytest.mark.parametrize(
    ("claim", "title", "text", "label"),
    [
        ("Ada was born in Paris.", "Ada", "Ada was born in London.", Label.REFUTED),
        ("Ada was born in Paris.", "Byron", "Ada was born in London.", Label.REFUTED),
        (
            "Ada was born in Paris.",
            "Byron",
            "In London Byron had told everybody that Ada was born.",
            Label.NOT_ENOUGH_EVIDENCE,
        ),
        (
            "Ada was born in 1816.",
            "Byron",
            "In London Byron had told everybody that Ada was born in 1815.",
            Label.REFUTED,
        ),
        ("Ada was born in 1816.", "Byron", "In London Byron had told everybody in 1815.", Label.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_what_an_encyclopedia_tells_in_passing_refutes_only_by_another_number(
    claim: str, title: str, text: str, label: Label, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sequential, "NEAR", 1.0
    )  # no sentence is so plainly about the claim that its article does not matter

    class Against:
        info = TableNLI({}).info

        def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
            return np.array([(0.02, 0.03, 0.95)] * len(pairs)).reshape(len(pairs), 3)

    class Article(CountingRetriever):
        def search(self, query: str) -> Iterator[Passage]:
            for i in range(3):
                yield Passage(title, f"{text} No. {i}.", Source("wikipedia", "memory", str(i), "r1", "2026-01-01"), i)

    detector = bayes_sequential(nli=Against(), retriever=Article([]), extractor=SentenceClaims(), tables=TABLES)  # type: ignore[arg-type]
    (verdict,) = detector(Document("d", claim))
    assert verdict.label is label


@pytest.mark.parametrize(("title", "label"), [("Fuji", Label.NOT_ENOUGH_EVIDENCE), ("Everest", Label.REFUTED)])
def test_an_article_about_what_the_text_does_not_name_says_nothing_of_the_mountain(title: str, label: Label) -> None:
    class Against:
        info = TableNLI({}).info

        def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
            return np.array([(0.02, 0.03, 0.95)] * len(pairs)).reshape(len(pairs), 3)

    class Article(CountingRetriever):
        def search(self, query: str) -> Iterator[Passage]:
            text = "People died on the mountain when an airliner broke apart."
            yield Passage(title, text, Source("wikipedia", "memory", "0", "r1", "2026-01-01"), 0)

    detector = bayes_sequential(nli=Against(), retriever=Article([]), extractor=SentenceClaims(), tables=TABLES)  # type: ignore[arg-type]
    *_, verdict = detector(Document("d", "Everest is high. Many people have died on the mountain."))
    assert verdict.label is label


def test_a_sentence_that_a_person_would_quote_refutes_whatever_its_article_is_about() -> None:
    claim = Claim("0.0", 0, "Ada was born in Paris.", Span(0, 22))
    text = "In London Byron had told everybody that Ada was born."
    for near, may in ((0.09, False), (0.1, True)):
        quote = Candidate(Span(0, len(text)), 0.95, 0.4, near)
        told = Passage("Byron", text, Source("wikipedia", "memory"))
        opinion = Opinion(told, 0, candidates=((Label.REFUTED, quote),))
        assert sequential._may_refute(opinion, claim, CountingRetriever([]), named=False) is may


def test_what_is_said_of_a_namesake_refutes_nothing_however_near_it_is() -> None:
    text = "The Belize Barrier Reef was declared a World Heritage Site in 1996."
    told = Passage("Belize", text, Source("wikipedia", "memory"))
    against = Opinion(told, 0, candidates=((Label.REFUTED, Candidate(Span(0, len(text)), 0.9, 0.9, 0.9)),))
    for subject, may in (("The Great Barrier Reef", False), ("The Belize Barrier Reef", True)):
        sentence = f"{subject} was declared a World Heritage Site in 1981."
        claim = Claim("0.0", 0, sentence, Span(0, len(sentence)))
        assert sequential._may_refute(against, claim, CountingRetriever([]), named=False) is may


def test_no_document_at_all() -> None:
    (verdict,), _ = check("Ada was born in Paris.", [])
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert "no document" in verdict.rationale
    assert verdict.score == 0.5


def test_a_failing_index_fails_the_claim_not_the_run() -> None:
    verdicts, _ = check("Ada was born in Paris. Ada was born in Rome.", ["Nothing here."] * 9, fail_after=0)
    assert [v.label for v in verdicts] == [Label.FAILED] * 2
    assert verdicts[0].error == "the index broke"


def test_claims_are_scored_side_by_side_in_one_call() -> None:
    nli = WordNLI()
    text = " ".join(f"Ada was born in Town{i}." for i in range(8))
    verdicts, _ = check(text, ["Ada was born somewhere."] * 3, nli, group=8, k=3)
    assert len(verdicts) == 8
    assert nli.calls[0] >= 8
    assert len(nli.calls) <= 3


def test_claims_that_come_in_come_out_whatever_the_group() -> None:
    text = " ".join(f"Ada was born in Town{i}." for i in range(7))
    for group in (1, 3, 16):
        verdicts, _ = check(text, [GOOD, "Cats sleep."], group=group)
        assert sorted(v.claim.id for v in verdicts) == [f"{i}.0" for i in range(7)]


def test_an_uncovered_language_is_said_and_never_guessed() -> None:
    class EnglishOnly(WordNLI):
        def __init__(self) -> None:
            super().__init__()
            self.info = replace(self.info, languages=("en",))

    (verdict,), retriever = check("玛丽·居里于1867年出生在华沙，后来在巴黎工作。", [GOOD], EnglishOnly())
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert "'zh' is not covered" in verdict.note
    assert retriever.pulled == 0


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("No woman had won a Nobel Prize before.", "und"),
        ("玛丽·居里于1867年出生在华沙。", "zh"),
        ("Der Fluss, der durch die Stadt und an der alten Mauer vorbei nach Norden in die See fließt, ist lang.", "de"),
    ],
)
def test_short_latin_text_tells_no_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_bad_costs_are_usage_errors() -> None:
    with pytest.raises(UsageError, match="costs"):
        check("x", [], c_miss=-1.0)


@pytest.mark.parametrize("aggregate", ["nbc", "average", "maximum"])
def test_fixed_k_reads_exactly_k(aggregate: str) -> None:
    retriever = CountingRetriever([GOOD] * 9)
    detector = fixed_k(
        nli=WordNLI(),
        retriever=retriever,
        extractor=SentenceClaims(),
        likelihoods=TABLE,
        k=4,
        aggregate=aggregate,  # type: ignore[arg-type]
    )
    (verdict,) = detector(Document("d", "Ada was born in London."))
    assert retriever.pulled == 4
    assert verdict.label is Label.SUPPORTED
    assert 0 <= verdict.score < 0.1


def test_events_of_a_run_and_what_is_known_is_not_asked_again() -> None:
    retriever = CountingRetriever([GOOD])
    parts = {
        "nli": WordNLI(),
        "retriever": retriever,
        "extractor": SentenceClaims(),
        "tables": TABLES,
    }
    detector = bayes_sequential(**parts)  # type: ignore[arg-type]
    document = Document("d", "Ada was born in London. Ada was born in Rome.")
    events = list(run(detector, [document], RunInfo("bayes-sequential")))
    assert [type(e) for e in events] == [Started, Judged, Judged, Finished]
    report = events[-1].report
    assert report.scores.coverage == 0.5
    first = report.verdicts[0]
    again = list(run(detector, [document], RunInfo("x"), [replace(first, rationale="known")]))
    assert again[-1].report.verdicts[0].rationale == "known"
    assert len(again[-1].report.verdicts) == 2


def test_a_document_that_fails_does_not_end_the_run() -> None:
    def broken(document: Document) -> Iterator[object]:
        if document.id == "a":
            raise RetrievalError("gone", "rebuild it")
        yield from ()

    events = list(run(broken, [Document("a", "x."), Document("b", "y.")], RunInfo("x")))  # type: ignore[arg-type]
    assert [type(e) for e in events] == [Started, Failed, Started, Finished]
    assert events[1].error == "gone"


def test_unchecked_claims_stay_out_of_the_scores() -> None:
    verdicts, _ = check("Ada was born in London.", [GOOD])
    opinion = replace(verdicts[0], claim=replace(verdicts[0].claim, id="1.0", sentence=1, checkable=False), score=0.5)
    report = build(Document("d", "x"), (), [*verdicts, opinion], RunInfo("x"))
    assert report.scores.coverage == 1.0
    assert report.scores.score == verdicts[0].score
    assert report.disposition == "pass"


def test_only_the_table_that_is_used_is_looked_up() -> None:
    looked_up: list[str] = []

    def noted(name: str, found: object) -> object:
        looked_up.append(name)
        return found

    tables = Tables(lambda: noted("evidence", simple_model()), lambda: noted("paper", TABLE))  # type: ignore[arg-type, return-value]
    for evidence in ("learned", "paper"):
        parts = {"nli": WordNLI(), "retriever": CountingRetriever([GOOD]), "extractor": SentenceClaims()}
        list(bayes_sequential(**parts, tables=tables, evidence=evidence)(Document("d", "Ada was born.")))  # type: ignore[arg-type]
    assert looked_up == ["evidence", "paper"]
