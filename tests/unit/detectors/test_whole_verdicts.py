"""Each method once, whole: what it asks, and everything that its verdict says."""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.detectors import (
    all_false,
    fixed_k,
    greybox,
    lm_vs_lm,
    self_detection,
    selfcheck_bertscore,
    selfcheck_ngram,
    selfcheck_nli,
    selfcheck_prompt,
    selfcheck_qa,
    shared_words,
    zero_shot,
)
from localcheck.errors import BadSetting, RetrievalError, UsageError
from localcheck.judging.sentence_level import UNCALIBRATED
from localcheck.registry import DETECTORS
from localcheck.reports.report import UNPROVEN
from localcheck.sources.memory import MemoryRetriever
from localcheck.stats.bayes import Likelihoods
from localcheck.text.tokens import word_tokens
from localcheck.types import (
    Belief,
    Claim,
    Completion,
    CompletionRequest,
    Cost,
    Document,
    Judgement,
    Label,
    Message,
    Passage,
    Sentence,
    Source,
    Span,
    TokenScore,
    Verdict,
)
from localcheck.types.infos import LLMInfo

DEFAULTS = {
    "agent": {"k": 2, "planner": "rules", "reflect": True, "seed": 0, "steps": 24},
    "all-false": {},
    "bayes-sequential": {
        "at_least": 1, "c_abstain": 8.0, "c_false_alarm": 28.0, "c_miss": 28.0, "c_retrieve": 1.0, "c_second": 0.75,
        "evidence": "learned", "group": 16, "k": 2, "max_windows": 4, "overlap": 60, "policy": "exact", "prior": 0.5,
        "sentences": 5, "window": 240,
    },
    "faithfulness": {"group": 16, "max_windows": 4, "sentences": 8},
    "faithfulness-llm": {"answer": "probability", "seed": 0, "window": 120, "words": 600},
    "fixed-k": {
        "aggregate": "nbc", "group": 16, "k": 5, "max_windows": 4, "sentences": 8,
    },
    "fused": {
        "c_abstain": 8.0, "c_false_alarm": 28.0, "c_miss": 28.0, "c_retrieve": 1.5, "consistency": True, "evidence": True,
        "group": 16, "k": 8, "reverse": True, "samples": 20, "seed": 0, "words": True,
    },
    "greybox": {"entropy": "shannon", "form": "text", "measure": "avg-entropy", "seed": 0},
    "lm-vs-lm": {"rounds": 4, "seed": 0, "wording": "positive"},
    "reverse-em": {"matching": "aliases", "percent": 80, "seed": 0},
    "reverse-qg": {"matching": "aliases", "seed": 0},
    "self-detection": {"seed": 0, "wording": "positive"},
    "selfcheck-bertscore": {"against": "samples", "baseline": 0.0, "samples": 20, "seed": 0},
    "selfcheck-ngram": {"against": "samples", "n": 1, "samples": 20, "score": "max", "seed": 0},
    "selfcheck-nli": {
        "against": "samples", "premise": "sample", "samples": 20, "score": "auto", "seed": 0, "window": 250,
    },
    "selfcheck-prompt": {"against": "samples", "decide": "expected", "samples": 20, "seed": 0},
    "selfcheck-qa": {
        "against": "samples", "beta": 0.8, "method": "bayes-alpha", "questions": 2, "samples": 20, "seed": 0,
        "threshold": 0.5,
    },
    "shared-words": {},
    "zero-shot": {"seed": 0, "unit": "passage", "wording": "positive"},
}  # fmt: skip
"""What a run without options does: a change here changes figures that were published for a method."""
RAIN, SNOW = "Rain fell today.", "Snow fell there."
TEXT = f"{RAIN} {SNOW}"
FIRST = Claim("0.0", 0, RAIN, Span(0, 16))
WHOLE = replace(FIRST, note="the whole passage is judged at once")
OPENED = "The museum opened today."


@pytest.mark.parametrize("name", DETECTORS.names())
def test_defaults_are_those_that_figures_were_published_for(name: str) -> None:
    found = inspect.signature(DETECTORS.load(name)).parameters.values()
    assert {p.name: p.default for p in found if p.default not in (p.empty, None)} == DEFAULTS[name]


class Answers:
    """A language model that answers each request by a rule, and keeps what it was asked."""

    def __init__(self, probabilities: Sequence[Sequence[float]] = (), texts: Sequence[str] = ()) -> None:
        self.info = LLMInfo("answers", "test", "0" * 64)
        self._probabilities, self._texts = list(probabilities), list(texts)
        self.asked: list[CompletionRequest] = []

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        self.asked += requests
        found = []
        for request in requests:
            if request.options:
                found.append(Completion(option_probs=tuple(self._probabilities.pop(0)), tokens_in=2, tokens_out=1))
            else:
                found.append(Completion((self._texts.pop(0),), tokens_in=2, tokens_out=1))
        return found

    def close(self) -> None:
        """Nothing to free."""


def timeless(verdict: Verdict) -> Verdict:
    """Without seconds, which differ from run to run."""
    assert 0.0 <= verdict.cost.seconds < 60
    return replace(verdict, cost=replace(verdict.cost, seconds=0.0))


def test_the_baselines_without_a_model() -> None:
    first, second = all_false.all_false()(Document("d", TEXT))
    assert first == Verdict(
        FIRST, Label.NOT_ENOUGH_EVIDENCE, 1.0, rationale="baseline: everything is called not factual",
        judgement=Judgement.NOT_FACTUAL, note=UNPROVEN,
    )  # fmt: skip
    assert second.claim.span == Span(17, 33)
    first, second = shared_words.shared_words()(Document("d", TEXT, context=("Rain and more rain fell.", " ")))
    assert first == Verdict(
        FIRST, Label.NOT_ENOUGH_EVIDENCE, 1 / 3, rationale="1 of 3 words are not in the context: today; uncalibrated",
        raw=(("missing", 1 / 3),), note=UNCALIBRATED,
    )  # fmt: skip
    assert second.score == 0.5 and second.rationale.startswith("1 of 2 words are not in the context: snow;")
    (all_there,) = shared_words.shared_words()(Document("d", RAIN, context=(RAIN,)))
    assert (all_there.score, all_there.rationale) == (
        0.0, "0 of 3 words are not in the context: none; uncalibrated",
    )  # fmt: skip
    (none,) = shared_words.shared_words()(Document("d", RAIN, context=(" ",)))
    assert (none.label, none.error) == (Label.FAILED, "the document has no context to share words with")


def test_zero_shot_and_self_detection() -> None:
    llm = Answers([(0.25, 0.75), (0.5, 0.5)])
    (found,) = zero_shot.zero_shot(llm=llm, seed=3, wording="published")(Document("d", RAIN, title="Rain"))
    assert timeless(found) == Verdict(
        WHOLE, Label.NOT_ENOUGH_EVIDENCE, 0.75,
        rationale="asked directly, the model says non-factual; uncalibrated", cost=Cost(1, 2, 1),
        raw=(("p_nonfactual", 0.75),), judgement=Judgement.NOT_FACTUAL, note=UNPROVEN,
    )  # fmt: skip
    (asked,) = llm.asked
    assert (asked.key, asked.seed, asked.options, asked.max_tokens) == (
        "zero-shot/0.0/d", 3, ("factual", "non-factual"), 8,
    )  # fmt: skip
    assert "Entity: Rain\nClaim: Rain fell today." in asked.messages[0].content
    (even,) = zero_shot.zero_shot(llm=llm, wording="published")(Document("d", RAIN))
    assert even.judgement is Judgement.FACTUAL and even.rationale.startswith("asked directly, the model says factual;")
    assert "Entity" not in llm.asked[1].messages[0].content
    llm = Answers([(0.75, 0.25), (0.5, 0.5)])
    first, second = self_detection.self_detection(llm=llm, wording="published")(Document("d", TEXT))
    asked_whether = "asked whether the statement is nonfactual, the model says "
    assert timeless(first) == Verdict(
        FIRST, Label.NOT_ENOUGH_EVIDENCE, 0.75, rationale=f"{asked_whether}Yes; uncalibrated", cost=Cost(1, 2, 1),
        raw=(("p_nonfactual", 0.75),), judgement=Judgement.NOT_FACTUAL, note=UNPROVEN,
    )  # fmt: skip
    assert second.judgement is Judgement.FACTUAL and second.rationale == f"{asked_whether}No; uncalibrated"
    assert [a.key for a in llm.asked] == ["self-detection/0.0/d", "self-detection/1.0/d"]


def test_by_default_the_question_is_whether_it_is_true() -> None:
    """Small models say yes to "is it nonfactual?" whatever it is asked about."""
    llm = Answers([(0.25, 0.75), (0.75, 0.25)])
    (found,) = zero_shot.zero_shot(llm=llm)(Document("d", RAIN))
    assert (found.score, found.judgement) == (0.75, Judgement.NOT_FACTUAL)
    assert found.rationale == "asked directly, the model says No; uncalibrated"
    (other,) = self_detection.self_detection(llm=llm)(Document("d", RAIN))
    assert (other.score, other.judgement) == (0.25, Judgement.FACTUAL)
    assert other.rationale == "asked whether the statement is true, the model says Yes; uncalibrated"
    assert [a.options for a in llm.asked] == [("Yes", "No")] * 2


def test_an_examiner_asks_until_it_has_no_more_questions() -> None:
    llm = Answers([(0.9, 0.1), (0.4, 0.6), (0.2, 0.8)], ["Q1?", "A1", "Q2?", "A2"])
    (found,) = lm_vs_lm.lm_vs_lm(llm=llm, wording="published")(Document("d", RAIN))
    assert timeless(found) == Verdict(
        WHOLE, Label.NOT_ENOUGH_EVIDENCE, 0.8,
        rationale="after 2 rounds of questions the examiner concludes: incorrect; uncalibrated", cost=Cost(7, 14, 7),
        raw=(("p_incorrect", 0.8), ("rounds", 2.0)), judgement=Judgement.NOT_FACTUAL, note=UNPROVEN,
    )  # fmt: skip
    keys = ["questions/1", "answers/1", "follow-up/1", "questions/2", "answers/2", "follow-up/2", "conclusion"]
    assert [a.key for a in llm.asked] == [f"lm-vs-lm/{key}/d" for key in keys]
    last = llm.asked[-1].messages
    assert [m.role for m in last] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    assert [m.content for m in last if m.role == "assistant"] == ["Q1?", "Yes", "Q2?", "No"]
    assert len(llm.asked[1].messages) == len(llm.asked[4].messages) == 1 and "Q2" in llm.asked[4].messages[0].content
    once = Answers([(0.5, 0.5), (0.5, 0.5)], ["Q1?", "A1"])
    (found,) = lm_vs_lm.lm_vs_lm(llm=once)(Document("d", RAIN))
    assert found.rationale == "after 1 round of questions the examiner concludes: correct; uncalibrated"
    assert found.judgement is Judgement.FACTUAL
    silent = Answers([], ["I see."])
    (found,) = lm_vs_lm.lm_vs_lm(llm=silent)(Document("d", RAIN))
    assert (found.label, found.error) == (Label.FAILED, "the examiner asked no question")


class Tokens(Answers):
    """Gives every token the log-probability and entropy of its place."""

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        self.asked += requests
        words = requests[0].score_text.split()
        scores = tuple(TokenScore(f" {w}", -float(i + 1), 0.5 * i) for i, w in enumerate(words))
        return [Completion(tokens=(scores,), tokens_in=7)]


def test_greybox_whole() -> None:
    llm = Tokens()
    document = Document("d", TEXT, prompt="Tell me.")
    first, second = greybox.greybox(llm=llm, measure="avg-logp", seed=4)(document)
    raw = {
        "avg_neg_logp": 2.0, "max_neg_logp": 3.0, "avg_entropy": 0.5, "max_entropy": 1.0,
        "avg_exp_entropy": (1 + math.exp(0.5) + math.e) / 3, "max_exp_entropy": math.e, "tokens": 3.0,
    }  # fmt: skip
    assert (first.claim, first.score, first.cost) == (FIRST, pytest.approx(2 / 12), Cost(1, 7))
    assert dict(first.raw) == pytest.approx(raw)
    assert first.rationale == "avg-logp 2.00 nats; least expected: 'today.'; uncalibrated"
    assert first.note == f"d: scored after the document's own prompt\n{UNCALIBRATED}"
    assert second.cost == Cost() and dict(second.raw)["avg_neg_logp"] == 5.0
    assert llm.asked == [
        CompletionRequest(text="Tell me.\n", score_text=TEXT, seed=4, key="greybox/0/d", logprobs=5)
    ]  # fmt: skip
    scores = {
        (measure, entropy): next(iter(greybox.greybox(llm=llm, measure=measure, entropy=entropy)(document))).score * 12
        for measure in ("avg-entropy", "max-entropy", "max-logp")
        for entropy in ("shannon", "exponential")
    }
    assert scores == pytest.approx({
        ("avg-entropy", "shannon"): 0.5, ("avg-entropy", "exponential"): math.log(raw["avg_exp_entropy"]),
        ("max-entropy", "shannon"): 1.0, ("max-entropy", "exponential"): 1.0,
        ("max-logp", "shannon"): 3.0, ("max-logp", "exponential"): 3.0,
    })  # fmt: skip
    chat = Tokens()
    list(greybox.greybox(llm=chat, form="chat")(document))
    assert chat.asked[0].messages == (Message("user", "Tell me."),) and chat.asked[0].text == ""
    assert chat.asked[0].score_text == TEXT and chat.asked[0].key == "greybox/0/d" and chat.asked[0].logprobs == 5
    bare = Tokens()
    (alone,) = greybox.greybox(llm=bare)(Document("d", RAIN))
    assert bare.asked[0].text == "" and alone.note == f"d: scored without a prompt\n{UNCALIBRATED}"


def test_greybox_says_what_the_model_did_not_give() -> None:
    class Silent(Answers):
        def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
            return [Completion(error="too long")]

    class Empty(Answers):
        def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
            return [Completion()]

    (found,) = greybox.greybox(llm=Silent())(Document("d", RAIN))
    assert (found.label, found.error, found.cost) == (Label.FAILED, "too long", Cost(llm_calls=1))
    (found,) = greybox.greybox(llm=Empty())(Document("d", RAIN))
    assert found.error == "the model gave no log-probabilities for the text"


def test_a_long_text_is_scored_in_pieces() -> None:
    def sentence(i: int, start: int, end: int) -> Sentence:
        return Sentence(i, Span(start, end), "x")

    three = [sentence(0, 0, 3000), sentence(1, 3001, 5000), sentence(2, 5001, 6000)]
    assert [[s.index for s in piece] for piece in greybox.pieces_of(three)] == [[0, 1], [2]]
    assert [[s.index for s in p] for p in greybox.pieces_of([sentence(0, 0, 5001), sentence(1, 5002, 5003)])] == [
        [0],
        [1],
    ]
    assert list(greybox.pieces_of([])) == []


SAMPLED = Document("d", TEXT, samples=("Rain fell today. Yes.", "Fog came."))


def test_selfcheck_prompt_whole() -> None:
    llm = Answers([(0.5, 0.25, 0.25), (0.0, 1.0, 0.0), (0.1, 0.8, 0.1), (1.0, 0.0, 0.0)])
    first, second = selfcheck_prompt.selfcheck_prompt(llm=llm, seed=2)(SAMPLED)
    assert first == Verdict(
        FIRST, Label.NOT_ENOUGH_EVIDENCE, pytest.approx((0.375 + 0.85) / 2),
        rationale="1 of 2 do not support it (2 given samples); uncalibrated",
        cost=Cost(llm_calls=2, tokens_in=4, tokens_out=2, samples=2),
        raw=(("expected", pytest.approx((0.375 + 0.85) / 2)), ("hard", 0.5)), note=UNCALIBRATED,
    )  # fmt: skip
    assert (second.score, second.cost) == (0.5, Cost(llm_calls=2, tokens_in=4, tokens_out=2))
    assert [a.key for a in llm.asked] == [f"selfcheck-prompt/{i}.0/{sample}/d" for sample in (0, 1) for i in (0, 1)]
    assert {(a.seed, a.options, a.max_tokens) for a in llm.asked} == {(2, ("Yes", "No", "N/A"), 8)}
    hard = selfcheck_prompt.selfcheck_prompt(llm=Answers([(0.6, 0.4, 0.0), (0.0, 0.4, 0.6)]), decide="hard")
    (found,) = hard(Document("d", RAIN, samples=("a", "b")))
    assert found.score == 0.25


def test_selfcheck_nli_whole() -> None:
    rainy, foggy = SAMPLED.samples
    nli = TableNLI({(rainy, RAIN): (0.9, 0.1, 0.0), (foggy, RAIN): (0.1, 0.2, 0.7)})
    first, second = map(timeless, selfcheck_nli.selfcheck_nli(nli=nli)(SAMPLED))
    assert first.score == pytest.approx(0.5 * 0.7 / 0.8) and first.best is None and second.score == 0.5
    assert dict(first.raw) == pytest.approx({"contradiction": 0.5 * 0.7 / 0.8, "not_entail": (0.1 + 0.9) / 2})
    assert first.rationale == "1 of 2 do not support it (2 given samples), sample 2 least of all; uncalibrated"
    assert (first.cost, second.cost) == (Cost(nli_pairs=2, samples=2), Cost(nli_pairs=2)) and first.note == UNCALIBRATED
    (held,) = first.evidence
    assert held.passage == Passage("sample 2", foggy, Source("sample", "sample", "2"), 1)
    assert (held.window, held.entailment.contradict, held.claim_id) == (Span(0, 9), 0.7, "0.0")
    assert timeless(next(iter(selfcheck_nli.selfcheck_nli(nli=nli, samples=1)(SAMPLED)))).cost == Cost(
        nli_pairs=1, samples=1
    )


def test_selfcheck_ngram_whole() -> None:
    first, second = map(timeless, selfcheck_ngram.selfcheck_ngram(score="avg")(SAMPLED))
    assert dict(first.raw)["avg_neg_logp"] == pytest.approx(first.score * 12) and second.cost == Cost()
    assert dict(first.raw)["tokens"] == len(word_tokens(first.claim.text))
    assert first.rationale.endswith("2 times in the text and 2 given samples; uncalibrated")
    assert first.rationale.startswith("least expected: 'Rain', seen ") and first.note == UNCALIBRATED
    assert first.cost == Cost(samples=2)
    (rare,) = selfcheck_ngram.selfcheck_ngram(n=2)(Document("d", RAIN, samples=("Fog came.",)))
    assert "seen once in the text and 1 given sample" in rare.rationale


def test_selfcheck_bertscore_whole() -> None:
    (found,) = map(timeless, selfcheck_bertscore.selfcheck_bertscore(encoder=TableNLI({}))(
        Document("d", RAIN, samples=(f"{RAIN} Fog came over the hills.", "Yes."))
    ))  # fmt: skip
    same, other = 1.0, selfcheck_f1(RAIN, "Yes.")
    assert found.score == pytest.approx(1 - (same + other) / 2)
    assert dict(found.raw) == pytest.approx({"bertscore_f1": (same + other) / 2, "inconsistency": found.score})
    assert found.rationale == (
        f"mean BERTScore F1 {(same + other) / 2:.3f} with the most similar sentences (2 given samples); uncalibrated"
    )
    assert (found.cost, found.note) == (Cost(samples=2), UNCALIBRATED)


def selfcheck_f1(a: str, b: str) -> float:
    """BERTScore F1 by its definition, with greedy matching."""
    x, y = (np.asarray(v.vectors, dtype=float) for v in TableNLI({}).encode([a, b]))
    both = x @ y.T
    precision, recall = both.max(axis=0).mean(), both.max(axis=1).mean()
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def test_questions_that_cannot_be_used_say_why() -> None:
    def why(text: str, *options: str) -> str:
        return selfcheck_qa.why_no_question(selfcheck_qa.Question(text, options), TEXT)

    assert why("What fell?", "Rain", "Fog", "Hail", "Ice") == "" == why("What fell\uff1f", "rain", "Fog", "Hail", "Ice")
    assert why("What fell", "Rain", "Fog", "Hail", "Ice") == "'What fell' is not a question"
    assert why("What fell?", "Rain", "rain", "Hail", "Ice") == "its options do not differ"
    assert why("What fell?", "Rain", "…", "Hail", "Ice") == "its options do not differ"
    assert why("What fell?", "Fog", "Rain", "Hail", "Ice") == "the text does not say 'Fog'"


def test_answers_become_an_inconsistency() -> None:
    own = np.array([0.7, 0.1, 0.1, 0.05, 0.05])
    others = np.array([[0.6, 0.1, 0.1, 0.1, 0.1], [0.1, 0.6, 0.1, 0.1, 0.1], [0.2, 0.1, 0.1, 0.0, 0.6]])
    assert selfcheck_qa.Scoring("counting", 0.8, 0.5).score(own, others) == pytest.approx(0.5)
    assert selfcheck_qa.Scoring("counting", 0.8, 0.3).score(own, others) == pytest.approx(1 / 3)
    unanswered = np.array([0.2, 0.1, 0.1, 0.05, 0.55])
    assert selfcheck_qa.Scoring("counting", 0.8, 0.5).score(unanswered, others[:1]) == 0.5
    assert selfcheck_qa.Scoring("counting", 0.8, 0.44).score(unanswered, others[:1]) == 0.0
    assert selfcheck_qa.Scoring("bayes", 0.8, 0.5).score(own, others[:1]) == pytest.approx(0.2)
    for beta in (0.5, 1.0):
        with pytest.raises(BadSetting, match=r"is not between 0\.5 and 1"):
            selfcheck_qa.selfcheck_qa(llm=Answers(), beta=beta)


TABLE = Likelihoods(
    (0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.1, 0.5),
    (0.5, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05),
)
TOLD = "Then the museum received guests today."
PAGES = [
    Passage("", TOLD, Source("memory", "memory")),
    Passage("", "Fog came today.", Source("memory", "memory")),
]


def read_k(
    aggregate: str, k: int = 5, table: dict[tuple[str, str], tuple[float, float, float]] | None = None
) -> Verdict:
    told = {(TOLD, OPENED): (0.96, 0.03, 0.01), ("Fog came today.", OPENED): (0.42, 0.57, 0.01)}
    run = fixed_k.fixed_k(
        nli=TableNLI(told if table is None else table), retriever=MemoryRetriever(PAGES), extractor=SentenceClaims(),
        likelihoods=TABLE, k=k, aggregate=aggregate,
    )  # fmt: skip
    (found,) = run(Document("d", OPENED))
    return timeless(found)


def test_fixed_k_whole() -> None:
    one = read_k("nbc", 1)
    assert (one.label, one.best, one.rationale) == (Label.SUPPORTED, 0, "naive Bayes posterior after 1 document")
    assert one.score == pytest.approx(1 - 0.5 / 0.55) and one.raw == (("nbc", pytest.approx(0.5 / 0.55)),)
    assert one.cost.passages == 1 and [b.feature for b in one.beliefs] == [None, 9] and one.evidence[0].quote == TOLD
    both = read_k("average")
    assert both.rationale == "uncalibrated: mean entailment of 2 documents" and both.cost.passages == 2
    assert both.score == pytest.approx(1 - (0.96 + 0.42) / 2)
    assert read_k("maximum").raw == (("maximum", pytest.approx(0.96)),)
    against = read_k("nbc", 1, {(TOLD, OPENED): (0.01, 0.03, 0.96)})
    assert (against.label, against.best) == (Label.REFUTED, 0) and against.score == pytest.approx(0.5 / 0.55)
    beliefs = [Belief(0, 0.25, 1.0, 1.0), Belief(1, 0.75, 1.0, 1.0)]
    assert fixed_k.combine("average", [0.2, 0.6], beliefs) == pytest.approx(0.4)
    assert fixed_k.combine("maximum", [0.2, 0.6], beliefs) == 0.6 and fixed_k.combine("maximum", [], beliefs) == 0.75
    assert fixed_k.combine("nbc", [0.2], beliefs) == 0.75


def test_what_cannot_be_judged_says_why_and_costs_nothing() -> None:
    run = fixed_k.fixed_k(
        nli=TableNLI({}), retriever=MemoryRetriever(PAGES, "zh"), extractor=RuleClaims(), likelihoods=TABLE
    )
    (asked,) = run(Document("d", "Who opened it?"))
    assert (asked.label, asked.score, asked.note) == (Label.NOT_ENOUGH_EVIDENCE, 0.5, "")
    assert asked.rationale == "not checked: a question" and asked.evidence == () and asked.cost.nli_pairs == 0
    (foreign,) = run(
        Document("d", "The old museum of the town was opened by the queen in the year 1912 and it is large.")
    )
    why = "language 'en' is not covered by the NLI model and the index (zh)"
    assert (foreign.rationale, foreign.score, foreign.note) == (f"not checked: {why}", 0.5, why)


def test_costs_that_mean_nothing_are_refused_by_fused() -> None:
    with pytest.raises(UsageError, match=r"^fused: costs of errors must be positive") as caught:
        DETECTORS.load("fused")(nli=TableNLI({}), extractor=SentenceClaims(), fusion=None, c_miss=-1.0)
    assert caught.value.hint == "see localcheck detectors fused"


def test_a_failing_index_keeps_what_was_read() -> None:
    class Failing(MemoryRetriever):
        def evidence(self, document, claim):  # type: ignore[no-untyped-def]
            yield PAGES[0]
            raise RetrievalError("broken")

    run = fixed_k.fixed_k(nli=TableNLI({}), retriever=Failing([]), extractor=SentenceClaims(), likelihoods=TABLE)
    (found,) = run(Document("d", OPENED))
    assert (found.label, found.error, len(found.evidence), len(found.beliefs)) == (Label.FAILED, "broken", 1, 2)
