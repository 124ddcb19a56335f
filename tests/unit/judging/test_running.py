"""Claims side by side, the sentences of data sets, contexts, samples: what each step hands on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.errors import MissingModel, NLIError, Unparsed
from localcheck.judging.context import UNCALIBRATED, answered, context_passages, judge_in_context
from localcheck.judging.evidence.learned import Given
from localcheck.judging.opinion import Reader
from localcheck.judging.reverse import (
    StageRecord,
    entity_of,
    match_record,
    record_of,
    redirects_of,
    unmet_in,
    verdict_of,
)
from localcheck.judging.samples import gather, prompt_for, sample_sentences
from localcheck.judging.sentence_level import (
    NATS,
    charged,
    claim_of,
    decided,
    failed,
    in_unit,
    sample_passage,
    scored,
    sentences_of,
    whole_document,
)
from localcheck.judging.together import Judging, Scheduler, Step, Together, charged_verdict, drive, drive_all, lockstep
from localcheck.ports import FloatArray
from localcheck.reports.report import NO_CONTEXT, RANKS_ONLY, UNPROVEN
from localcheck.reports.words import p_factual, stated
from localcheck.sources.memory import MemoryRetriever
from localcheck.text.matching import Match
from localcheck.text.sentences import split_sentences
from localcheck.types import (
    Claim,
    Completion,
    CompletionRequest,
    Cost,
    Document,
    Entailment,
    Evidence,
    Judgement,
    Label,
    Message,
    Passage,
    Sentence,
    Source,
    Span,
    Verdict,
)
from localcheck.types.infos import LLMInfo

Pairs = list[tuple[str, str]]


def claim(text: str, number: int = 0) -> Claim:
    return Claim(f"{number}.0", number, text, Span(0, len(text)))


class Counting(TableNLI):
    """Entails what it is asked in a row that names its place; keeps the size of each call."""

    def __init__(self) -> None:
        super().__init__({})
        self.calls: list[int] = []

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        self.calls.append(len(pairs))
        return np.array([[float(p), float(h), 0.0] for p, h in pairs]).reshape(len(pairs), 3)


def asks(number: int, rounds: Sequence[int]) -> Judging:
    """Asks for so many pairs in each round; its score is the sum of what it got, its cost one passage."""
    total = 0.0
    for n in rounds:
        rows = yield [(str(number), str(i)) for i in range(n)]
        assert rows.shape == (n, 3) and (rows[:, 0] == number).all() and list(rows[:, 1]) == list(range(n))
        total += float(rows[:, 1].sum())
    return Verdict(claim("c", number), Label.SUPPORTED, total, cost=Cost(passages=1))


def test_judgings_share_their_calls_and_each_gets_its_own_rows() -> None:
    nli = Counting()
    found = list(lockstep(nli, [asks(1, [2, 3]), asks(2, [1]), asks(3, []), asks(4, [4])], group=2))
    assert [v.claim.sentence for v in found] == [2, 3, 1, 4]
    assert {v.claim.sentence: v.cost.nli_pairs for v in found} == {1: 5, 2: 1, 3: 0, 4: 4}
    assert {v.claim.sentence: v.score for v in found} == {1: 4.0, 2: 0.0, 3: 0.0, 4: 6.0}
    assert nli.calls == [3, 7] and all(v.cost.passages == 1 and 0 <= v.cost.seconds < 60 for v in found)
    assert list(lockstep(nli, [], 2)) == []


def test_time_and_pairs_are_charged_by_their_share() -> None:
    scheduler: Scheduler[Verdict] = Scheduler(Counting())
    one, two = scheduler.begin(asks(1, [2])), scheduler.begin(asks(2, [6]))
    assert scheduler.active == [one, two] and not one.finished
    one.seconds = two.seconds = 0.0
    scores = scheduler.scores()
    assert list(map(len, scores)) == [2, 6] and (one.nli_pairs, two.nli_pairs) == (2, 6)
    assert two.seconds == pytest.approx(3 * one.seconds) and one.seconds > 0
    read = one.seconds
    assert list(scheduler.advance(scores)) == [one, two] and scheduler.active == [] and one.finished
    assert charged_verdict(one).cost.seconds >= read and charged_verdict(one).cost.nli_pairs == 2
    assert scheduler.scores() == []


def test_seconds_that_a_judging_counted_itself_are_not_counted_twice() -> None:
    def asks_a_language_model() -> Judging:
        yield [("1", "0")]
        return Verdict(claim("c"), Label.SUPPORTED, 1.0, cost=Cost(llm_calls=1, seconds=1000.0))

    (found,) = lockstep(Counting(), [asks_a_language_model()])
    assert found.cost.llm_calls == 1 and 0 < found.cost.seconds < 1000


def adds(rounds: int) -> Generator[Pairs, FloatArray, int]:
    total = 0
    for i in range(rounds):
        rows = yield [(str(i), str(j)) for j in range(i + 1)]
        total += len(rows)
    return total


def test_generators_are_driven_to_their_results_in_order() -> None:
    nli = Counting()
    assert drive(nli, adds(3)) == 6 and nli.calls == [1, 2, 3]
    nli = Counting()
    assert drive_all(nli, [adds(1), adds(0), adds(3)]) == [1, 0, 6]
    assert nli.calls == [2, 2, 3]
    assert drive_all(nli, []) == []


def begin(document: Document, claims: Sequence[Claim]) -> list[Judging]:
    return [asks(c.sentence + 1, [2]) for c in claims]


class Costly(SentenceClaims):
    def __init__(self) -> None:
        self.calls = 0

    def cost(self) -> Cost:
        return Cost(llm_calls=self.calls)

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        self.calls += 1
        if document.text.startswith("Bad"):
            raise NLIError("no claims")
        return super().extract(document, sentences)


def test_many_documents_are_judged_together_and_each_ends_once() -> None:
    nli = Counting()
    documents = [
        Document("a", "Rain fell. Snow fell."),
        Document("b", "Bad."),
        Document("c", ""),
        Document("d", "Hail."),
    ]
    steps = list(Together(nli, Costly(), begin, 3).many(documents))
    assert nli.calls == [6]
    assert [(s.document.id, s.verdict is None, s.error is None) for s in steps] == [
        ("b", True, False), ("c", True, True), ("a", False, True), ("a", False, True), ("a", True, True),
        ("d", False, True), ("d", True, True),
    ]  # fmt: skip
    assert [s.verdict.cost.llm_calls for s in steps if s.verdict] == [1, 0, 1]


class Broken(Counting):
    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        if any(p == "2" for p, _ in pairs):
            raise NLIError("broken")
        return super().entail(pairs)


def test_a_broken_model_fails_the_documents_at_work_only() -> None:
    documents = [Document("a", "Rain fell. Snow fell. Hail fell."), Document("b", "Fog.")]
    steps = list(Together(Broken(), SentenceClaims(), begin, 2).many(documents))
    assert [(s.document.id, s.error is not None) for s in steps] == [("a", True), ("b", False), ("b", False)]
    assert steps[0] == Step(documents[0], error=steps[0].error)


def test_one_document_bears_the_cost_of_its_claims_once() -> None:
    found = list(Together(Counting(), Costly(), begin)(Document("a", "Rain fell. Snow fell.")))
    assert [v.cost.llm_calls for v in found] == [1, 0]


def test_sentences_of_a_data_set_are_found_in_the_text_in_order() -> None:
    given = Document("a", "B. A. B. end", sentences=("A.", "B.", "gone", "end"))
    assert sentences_of(given) == (
        Sentence(0, Span(3, 5), "A."),
        Sentence(1, Span(6, 8), "B."),
        Sentence(2, Span(8, 8), "gone"),
        Sentence(3, Span(9, 12), "end"),
    )
    assert [s.text for s in sentences_of(Document("a", "Rain fell. Snow fell."))] == ["Rain fell.", "Snow fell."]
    assert claim_of(Sentence(3, Span(9, 12), "end")) == Claim("3.0", 3, "end", Span(9, 12))


EVIDENCE = (Evidence("0.0", Passage("", "x", Source("a", "b")), Span(0, 1), Entailment(0, 1, 0)),)


def test_scores_that_only_rank_decide_nothing() -> None:
    found = scored(claim("c"), 1.5, {"raw": 3}, "why", Cost(samples=1), EVIDENCE, "note")
    assert found == Verdict(
        claim("c"),
        Label.NOT_ENOUGH_EVIDENCE,
        1.0,
        EVIDENCE,
        (),
        "why",
        Cost(samples=1),
        "",
        (("raw", 3.0),),
        None,
        f"note\n{RANKS_ONLY}",
    )
    assert scored(claim("c"), -1, {}, "", Cost()).score == 0.0 and scored(claim("c"), 0.3, {}, "", Cost()).best is None
    told = decided(claim("c"), True, -2, "why", Cost(samples=1), {"raw": 3})
    assert told == Verdict(
        claim("c"), Label.NOT_ENOUGH_EVIDENCE, 0.0, (), (), "why", Cost(samples=1), "", (("raw", 3.0),), None, UNPROVEN,
        Judgement.FACTUAL,
    )  # fmt: skip
    told = decided(claim("c"), False, 2, "", Cost(), {})
    assert (told.judgement, told.score) == (Judgement.NOT_FACTUAL, 1.0)
    assert failed(claim("c"), "why", Cost(samples=2)) == Verdict(
        claim("c"), Label.FAILED, 0.5, error="why", cost=Cost(samples=2)
    )
    assert failed(claim("c"), "why").cost == Cost()
    assert (in_unit(6.0), in_unit(-1.0), in_unit(13.0), NATS) == (0.5, 0.0, 1.0, 12.0)
    assert sample_passage("text", 2, "sample") == Passage("sample 3", "text", Source("sample", "sample", "3"), 2)


def test_the_first_verdict_bears_what_making_the_claims_cost() -> None:
    maker = Costly()
    maker.calls = 5
    two = [Verdict(claim("c"), Label.FAILED, 0.5, cost=Cost(passages=1))] * 2
    assert [v.cost for v in charged(iter(two), maker, Cost(llm_calls=2))] == [
        Cost(llm_calls=3, passages=1), Cost(passages=1)
    ]  # fmt: skip


def test_a_passage_is_one_claim_without_the_blanks_around_it() -> None:
    found = whole_document(Document("a", "  All of it. \n"))
    assert found == Claim("0.0", 0, "All of it.", Span(2, 12), note="the whole passage is judged at once")
    assert whole_document(Document("a", "   ")).span == Span(3, 3)


def in_context(
    told: str, texts: Sequence[str], table: dict[tuple[str, str], tuple[float, float, float]], reader: Reader
) -> Verdict:
    passages = context_passages(Document("a", told, context=tuple(texts)))
    return drive(TableNLI(table), judge_in_context(claim(told), passages, reader))


PLAIN = Given()
SAID = "The museum opened in Paris."


def test_contexts_are_numbered_as_an_answer_cites_them() -> None:
    assert context_passages(Document("a", "", context=(" ", "text"))) == (
        Passage("", "text", Source("context", "context", "2"), 1),
    )


TOLD = "Then the museum in Paris received guests."


def test_the_context_that_entails_is_named_and_scored() -> None:
    found = in_context(SAID, ["Rain fell.", TOLD], {(TOLD, SAID): (0.9, 0.08, 0.02)}, PLAIN)
    assert (found.label, found.best, found.rationale) == (Label.SUPPORTED, 1, "context 2 entails it")
    assert found.score == pytest.approx(0.1) and found.evidence[1].quote == TOLD and found.note == UNCALIBRATED
    assert found.cost == Cost(passages=2)


def test_the_context_that_contradicts_is_named_and_scored() -> None:
    found = in_context(SAID, ["Rain fell.", TOLD], {(TOLD, SAID): (0.02, 0.18, 0.8)}, PLAIN)
    assert (found.label, found.best, found.rationale) == (Label.REFUTED, 1, "context 2 contradicts it")
    assert found.score == pytest.approx(0.98) and found.evidence[1].quote == TOLD
    unsure = in_context(SAID, [TOLD], {(TOLD, SAID): (0.4, 0.0, 0.6)}, PLAIN)
    assert (unsure.label, unsure.score) == (Label.REFUTED, pytest.approx(0.6))


def test_the_surer_of_two_contexts_decides() -> None:
    rome = "The museum in Paris, Rome, received guests."
    both = {(TOLD, SAID): (0.7, 0.3, 0.0), (rome, SAID): (0.0, 0.1, 0.9)}
    assert in_context(SAID, [TOLD, rome], both, PLAIN).label is Label.REFUTED
    both[TOLD, SAID] = (0.9, 0.1, 0.0)
    assert in_context(SAID, [TOLD, rome], both, PLAIN).label is Label.SUPPORTED


def test_a_silent_context_supports_nothing() -> None:
    found = in_context(SAID, ["Rain fell."], {("Rain fell.", SAID): (0.3, 0.7, 0.0)}, PLAIN)
    assert (found.label, found.best, found.score) == (Label.NOT_ENOUGH_EVIDENCE, None, pytest.approx(0.7))
    assert found.rationale == "the context neither supports nor contradicts it"
    close = in_context(SAID, ["Rain fell."], {("Rain fell.", SAID): (0.49, 0.51, 0.0)}, PLAIN)
    assert close.score == pytest.approx(0.51)
    none = in_context(SAID, [], {}, PLAIN)
    assert (none.label, none.score, none.rationale) == (Label.NOT_ENOUGH_EVIDENCE, 1.0, NO_CONTEXT)
    assert (p_factual(none), stated(none)) == (None, "entailed by the context 0.00")
    asked = Claim("0.0", 0, "Why?", Span(0, 4), False, "a question")
    verdict = drive(TableNLI({}), judge_in_context(asked, (), PLAIN))
    assert (verdict.score, verdict.rationale) == (0.5, "not checked: a question")


def test_a_window_is_quoted_where_no_sentence_alone_entails() -> None:
    text = "Rain fell. The museum opened."
    found = in_context(SAID, [text], {(text, SAID): (0.8, 0.2, 0.0)}, PLAIN)
    assert (found.label, found.score, found.evidence[0].quote) == (Label.SUPPORTED, pytest.approx(0.2), text)
    assert found.evidence[0].quote_span == Span(0, len(text))
    assert len(found.evidence[0].quote_sha256) == 64
    assert in_context(SAID, [text], {(text, SAID): (0.7, 0.3, 0.0)}, PLAIN).label is Label.SUPPORTED
    assert in_context(SAID, [text], {(text, SAID): (0.69, 0.31, 0.0)}, PLAIN).label is Label.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The museum is in Paris. It opened late.", Label.REFUTED),
        ("Rain fell. The museum is in Paris. Visitors came late.", Label.NOT_ENOUGH_EVIDENCE),
        ("Rain fell. The museum is in Paris. It opened late.", Label.REFUTED),
    ],
)
def test_two_sentences_may_contradict_a_claim_together_and_three_with_a_pronoun(text: str, label: Label) -> None:
    assert in_context(SAID, [text], {(text, SAID): (0.05, 0.05, 0.9)}, PLAIN).label is label


@pytest.mark.parametrize(("against", "label"), [(0.8, Label.REFUTED), (0.79, Label.NOT_ENOUGH_EVIDENCE)])
def test_two_sentences_contradict_a_claim_together_only_plainly(against: float, label: Label) -> None:
    text = "Pets other than fish are not allowed. The museum in Paris may paint the walls."
    found = in_context(SAID, [text], {(text, SAID): (0.05, 0.95 - against, against)}, PLAIN)
    assert found.label is label


@pytest.mark.parametrize(("alone", "label"), [(0.3, Label.SUPPORTED), (0.2, Label.NOT_ENOUGH_EVIDENCE)])
def test_three_sentences_support_a_claim_together_where_one_of_them_hints_at_it(alone: float, label: Label) -> None:
    text = "Rain fell. The museum is in Paris. Visitors came late."
    said = {(text, SAID): (0.9, 0.05, 0.05), ("The museum is in Paris.", SAID): (alone, 1 - alone, 0.0)}
    assert in_context(SAID, [text], said, PLAIN).label is label


def test_two_sentences_are_quoted_where_the_three_around_the_best_may_not_be() -> None:
    three, two = "Rain fell. The museum in Paris opened. Visitors came late.", "Rain fell. The museum in Paris opened."
    found = in_context(SAID, [three], {(text, SAID): (0.9, 0.05, 0.05) for text in (three, two)}, PLAIN)
    assert (found.label, found.deciding and found.deciding.quote) == (Label.SUPPORTED, two)


def test_what_is_said_of_other_days_contradicts_nothing() -> None:
    text, said = "On weekdays the museum opens at 10:00.", "On Sundays the museum opens at 12:00."
    assert in_context(said, [text], {(text, said): (0.0, 0.1, 0.9)}, PLAIN).label is Label.NOT_ENOUGH_EVIDENCE
    text = "On Sundays the museum opens at 10:00."
    assert in_context(said, [text], {(text, said): (0.0, 0.1, 0.9)}, PLAIN).label is Label.REFUTED


def test_a_bare_answer_is_read_with_its_question() -> None:
    bare = Claim("0.0", 0, "Pirelli", Span(0, 7), False, "no verb")
    asked = Document("a", "Pirelli", prompt=" Who  made it? ")
    assert answered([bare], asked) == [
        Claim("0.0", 0, "Who made it? Pirelli", Span(0, 7), True, "read with its question")
    ]
    assert answered([bare], Document("a", "Pirelli", prompt="Say it.")) == [bare]
    assert [c.text for c in answered([bare, bare], asked)] == ["Pirelli made it.", "Pirelli"]
    assert answered([claim("It was Pirelli.")], asked) == [claim("It was Pirelli.")]
    back = Claim("0.0", 0, "Why? ", Span(0, 5), False, "a question")
    assert answered([back], asked) == [back]
    shy = answered([claim("I do not know.")], asked)
    assert shy == [Claim("0.0", 0, "I do not know.", Span(0, 14), False, "it says that it does not know")]
    text = "Well. I am not sure, but it holds 3 litres."
    whole = Claim("1.0", 1, "I am not sure, but it holds 3 litres.", Span(6, len(text)))
    (part,) = answered([whole], Document("a", text))
    assert part.text == "it holds 3 litres." and part.span.of(text) == "it holds 3 litres" and part.checkable


def in_full(answer: str, question: str) -> list[str]:
    """The checkable claims of an answer to a question."""
    document = Document("a", answer, prompt=question)
    return [c.text for c in answered(RuleClaims().extract(document, split_sentences(answer)), document) if c.checkable]


@pytest.mark.parametrize(
    ("question", "answer", "claims"),
    [
        ("May children take it?", "Yes. It holds paracetamol.", ["Children may take it.", "It holds paracetamol."]),
        ("May children take it?", "It holds salt. No, they may not.", ["It holds salt.", "Children cannot take it."]),
        ("Does the lamp need oil?", "**No.** The lamp is red.", ["The lamp does not need oil.", "The lamp is red."]),
        ("Does the lamp need oil?", "Of course! The lamp is red.", ["The lamp needs oil.", "The lamp is red."]),
        ("Can you tell me its colour?", "Sure! The lamp is red.", ["The lamp is red."]),
        (
            "May children take Relivon?",
            "Yes, Relivon holds salt.",
            ["Relivon holds salt.", "Children may take Relivon."],
        ),
        (
            "May Ann go?",
            "**No**, it rains and it is cold. It is 9.",
            ["It rains and it is cold.", "Ann cannot go.", "It is 9."],
        ),
        ("May children take it?", "Yes, children aged 6 and over may.", ["Children aged 6 and over may."]),
        ("May children take it?", "Yes, but the lamp is red.", ["But the lamp is red."]),
        ("Does the lamp need oil?", "Yes, it needs oil.", ["It needs oil."]),
        ("Can you tell me its colour?", "Yes, the lamp is red.", ["The lamp is red."]),
        ("Who fixes the bug?", "Priya Nair. The bug is old.", ["Priya Nair fixes the bug.", "The bug is old."]),
        ("Who fixes the bug?", "Priya Nair\n\nThe bug is old.", ["Priya Nair fixes the bug.", "The bug is old."]),
        ("Who was Ada Lovelace?", "Ada Lovelace\n\nShe was English.", ["Ada Lovelace was English."]),
        ("Who was Ada Lovelace?", "Early life\n\nAda was English.", ["Ada was English."]),
        ("Where was Bell born?", "Not in Leeds. Bell was English.", ["Bell was English."]),
    ],
)
def test_a_bare_answer_before_other_sentences_is_a_claim(question: str, answer: str, claims: list[str]) -> None:
    assert in_full(answer, question) == claims


class Writes:
    """A language model that answers with given texts and keeps what it was asked."""

    def __init__(self, *texts: str, error: str = "") -> None:
        self.info = LLMInfo("writes", "test", "0" * 64)
        self._texts, self._error = texts, error
        self.asked: list[CompletionRequest] = []

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        self.asked += requests
        return [Completion(self._texts, tokens_in=3, tokens_out=5, seconds=0.5, error=self._error) for _ in requests]

    def close(self) -> None:
        """Nothing to free."""


def test_texts_that_came_with_the_document_are_taken_first() -> None:
    given = Document("a", "text", samples=("one", " ", "two", "three"), context=("c", "\n"))
    found = gather(given, "samples", 2, None, 0)
    assert (found.texts, found.kind, found.origin, found.note) == (("one", "two"), "sample", "2 of 3 given samples", "")
    assert found.cost == Cost(samples=2)
    found = gather(given, "context", 2, None, 0)
    assert (found.texts, found.kind, found.origin, found.cost) == (("c",), "context", "1 context text", Cost())
    with pytest.raises(Unparsed, match="against=reference needs a reference text"):
        gather(Document("a", "text"), "reference", 2, None, 0)
    with pytest.raises(MissingModel, match="a has no samples"):
        gather(Document("a", "text"), "samples", 1, None, 0)


def test_a_given_sample_that_refuses_is_none() -> None:
    refusal = "Sorry, I can't assist with that."
    told = Document("d", "Ada was here.", samples=(refusal, "Ada was here.", "Ada was there.", ""))
    found = gather(told, "samples", 1, None, 7)
    assert (found.texts, found.origin) == (("Ada was here.",), "1 of 2 given samples (1 refused)")
    with pytest.raises(Unparsed, match="every given sample refuses"):
        gather(Document("d", "Ada was here.", samples=(refusal, refusal)), "samples", 3, None, 7)


def test_a_refusal_is_no_sample() -> None:
    refusals = (
        *("Sorry, I can't assist with that.", "I'm sorry, but I cannot help with this.", "很抱歉，我无法提供。"),
        *(
            "Apologies, I'm unable to assist with that request.",
            "Sorry, but you have not provided a Wikipedia passage.",
        ),
        "As an artificial intelligence, I cannot be involved in politics.",
        *("As an AI language model, I am committed to neutrality.", "Sure, here's a short biography of Ada Lovelace:"),
        *("Sure, I'll help you with that! What passage would you like me to write?", "当然可以，以下是一段文字："),
    )
    document = Document("a", "text", prompt="Tell me.")
    answers = ("Ada was sorry, but she can't have known.", "Sure! Here it is:\n\nAda was born in 1815.")
    found = gather(document, "samples", 12, Writes(*refusals, *answers), 7)
    assert found.texts == answers
    assert found.origin == "2 samples drawn by the language model (10 refused)"
    with pytest.raises(Unparsed, match="the model refused to answer"):
        gather(document, "samples", 3, Writes(*refusals), 7)


def test_samples_are_drawn_with_the_document_s_own_prompt() -> None:
    llm = Writes(" one ", "", "two")
    found = gather(Document("a", "text", prompt="Tell me."), "samples", 3, llm, 7)
    assert (
        found.texts == ("one", "two")
        and found.kind == "sample"
        and found.origin == "2 samples drawn by the language model"
    )
    assert found.note == "a: 2 samples drawn by the language model with the document's own prompt"
    assert found.cost == Cost(llm_calls=1, tokens_in=3, tokens_out=5, seconds=0.5, samples=2)
    assert llm.asked == [
        CompletionRequest((Message("user", "Tell me."),), n=3, temperature=1.0, max_tokens=400, seed=7, key="samples/a")
    ]
    with pytest.raises(Unparsed, match="no sample could be drawn: broken"):
        gather(Document("a", "text", prompt="Tell me."), "samples", 1, Writes(error="broken"), 7)
    with pytest.raises(Unparsed, match="the model gave an empty answer"):
        gather(Document("a", "text", prompt="Tell me."), "samples", 1, Writes(" "), 7)


def test_the_title_makes_a_prompt_where_there_is_none() -> None:
    prompt, origin = prompt_for(Document("a", "text", title=" Ada Lovelace "))
    assert "Ada Lovelace" in prompt and "  " not in prompt and origin == f"a prompt made from its title ({prompt!r})"
    wall, llm = Document("a", "长城是中国古代的军事防御工程。", title="长城"), Writes("一")
    found = gather(wall, "samples", 1, llm, 7)
    for asked in (prompt_for(wall)[0], llm.asked[0].messages[0].content):
        assert "长城的一段文字" in asked and "Wikipedia" not in asked
    assert llm.asked[0].messages[0].content in found.note
    llm.info = replace(llm.info, chats=False)
    gather(wall, "samples", 1, llm, 7)
    assert llm.asked[1].messages[0].content == prompt_for(wall)[0] != llm.asked[0].messages[0].content
    with pytest.raises(Unparsed, match="without a prompt or a title"):
        prompt_for(Document("a", "text", title=" ", prompt=" "))


def test_a_sample_in_quotation_marks_is_split_like_any_other() -> None:
    assert sample_sentences(' "Rain fell. Snow fell." ') == ['"Rain fell.', 'Snow fell."']
    assert sample_sentences("Rain fell. Snow fell.") == ["Rain fell.", "Snow fell."]
    assert (
        sample_sentences("") == []
        and sample_sentences('"') == ['"']
        and sample_sentences("“Rain fell.”") == ["“Rain fell.”"]
    )


RECORD = StageRecord("Ada Lovelace", "Ada Lovelace was a writer.", "Who was a writer?", "Ada Lovelace")


def test_records_of_the_authors() -> None:
    row = {"entity": "Ada", "claim": "text", "question": "Who?", "answer": "Ada. However, she was no writer. Fine."}
    assert record_of(row) == StageRecord("Ada", "text", "Who?", row["answer"], ("However, she was no writer.",))
    assert record_of({**row, "question": "", "detail": "List"}).query == "List"
    with pytest.raises(Unparsed, match="the record has no answer, claim"):
        record_of({"entity": "Ada"})
    assert unmet_in("All fit. Not this one. But this") == ("Not this one.", "But this")


def test_a_matched_record_is_factual_and_scored_by_what_it_states() -> None:
    document = Document("a", "Ada Lovelace was a writer.")
    found = verdict_of(document, RECORD, Match(True, "same", 80.0), Cost(llm_calls=2), "EM")
    assert (found.judgement, found.cost) == (Judgement.FACTUAL, Cost(llm_calls=2))
    assert found.score == pytest.approx(0.2) and found.raw == (("matched", 1.0), ("percent", 80.0))
    assert found.rationale == "EM for 'Ada Lovelace': same; uncalibrated"
    assert verdict_of(document, RECORD, Match(True, "same", 180.0), Cost(), "EM").score == 0.0
    unmet = StageRecord("Ada", "t", "Who was ada?", "x", ("Not one.", "Not two."))
    found = verdict_of(document, unmet, Match(False, "other", None), Cost(), "QG")
    assert (found.judgement, found.score, found.raw) == (Judgement.NOT_FACTUAL, 1.0, (("matched", 0.0),))
    assert found.rationale == ("QG for 'Ada': other; unmet: Not one. Not two.; uncalibrated")


def test_matching_by_aliases_and_as_published() -> None:
    assert match_record(RECORD, "qg", "aliases", 80.0).matched
    assert not match_record(StageRecord("Ada Lovelace", "", "", "Charles Babbage"), "qg", "aliases", 80.0).matched
    said = match_record(RECORD, "qg", "published", 80.0)
    assert said.matched and said.how == "the answer contains the entity's name (published exact matching)"
    other = match_record(StageRecord("Ada", "", "", "Babbage"), "em", "published", 80.0)
    assert not other.matched and other.how.startswith("the answer does not contain the entity's name")
    unsure = StageRecord("Ada Lovelace", "", "", "It is Ada Lovelace, who matches 70%.")
    assert not match_record(unsure, "em", "published", 80.0).matched
    assert match_record(unsure, "em", "published", 70.0).matched


def test_the_time_of_a_round_is_shared_by_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, both = (Scheduler[Verdict](Counting()) for _ in range(2))
    one, two = alone.begin(asks(1, [2])), both.begin(asks(2, [6]))
    both.active.insert(0, one)
    one.pairs, two.pairs = one.pairs[:1], two.pairs[:3]
    one.seconds = two.seconds = 0.0
    clock = iter([10.0, 13.0, 20.0, 28.0])
    monkeypatch.setattr("localcheck.judging.together.time.perf_counter", lambda: next(clock))
    alone.scores()
    assert one.seconds == 3.0
    both.scores()
    assert (one.seconds, two.seconds) == (5.0, 6.0)


def test_the_entity_and_its_other_names() -> None:
    assert entity_of(Document("a", "Rain fell.", title=" Ada ")) == "Ada"
    assert entity_of(Document("a", "Ada Lovelace was a writer.")) == "Ada Lovelace"
    assert entity_of(Document("a", "The Eiffel Tower was finished.")) == "The Eiffel Tower"
    with pytest.raises(Unparsed, match="no title and no recognisable subject"):
        entity_of(Document("a", ""))
    assert redirects_of(None, "Ada") == ()
    there = MemoryRetriever([Passage("Ada", "x", Source("t", "t"))])
    assert redirects_of(there, "ada") == ("Ada",)
