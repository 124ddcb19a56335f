"""The SelfCheckGPT variants: each formula on a handful of known answers."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from papers_words import unfenced

from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.detectors.selfcheck_bertscore import selfcheck_bertscore
from localcheck.detectors.selfcheck_ngram import selfcheck_ngram
from localcheck.detectors.selfcheck_nli import PAIRS, pieces_of, selfcheck_nli
from localcheck.detectors.selfcheck_prompt import selfcheck_prompt
from localcheck.detectors.selfcheck_qa import Question, Scoring, selfcheck_qa, why_no_question
from localcheck.errors import BadSetting, MissingModel, Unparsed
from localcheck.judging.samples import prompt_for, sample_sentences
from localcheck.reports.report import RANKS_ONLY
from localcheck.reports.words import p_factual, stated
from localcheck.types import Completion, CompletionRequest, Document, Label, TokenVectors

TEXT = "The dog barks. The cat sleeps."
DOCUMENT = Document("pets", TEXT, samples=("The dog barks.", "The dog runs. The cat sleeps."))


class Counting(TableNLI):
    """A table that remembers how many pairs came at a time."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.batches: list[int] = []

    def entail(self, pairs: Sequence[tuple[str, str]]) -> Any:
        """Count, then look up."""
        self.batches.append(len(pairs))
        return super().entail(pairs)


def test_ngram_scores_the_least_expected_token() -> None:
    dog, cat = selfcheck_ngram()(DOCUMENT)
    # 4 + 4 + 4 + 8 tokens; "barks" and "cat", "sleeps" stand in the text and in one sample.
    assert dict(dog.raw)["max_neg_logp"] == pytest.approx(math.log(20 / 2))
    assert dict(cat.raw)["max_neg_logp"] == pytest.approx(math.log(20 / 2))
    assert dog.score == pytest.approx(math.log(10) / 12)
    assert "'barks', seen 2 times" in dog.rationale
    assert dog.label is Label.NOT_ENOUGH_EVIDENCE


def test_a_document_without_samples_does_not_end_a_run_in_which_others_had_some() -> None:
    detect, bare = selfcheck_ngram(), Document("bare", TEXT)
    with pytest.raises(MissingModel, match="bare has no samples"):
        list(detect(bare))
    with pytest.raises(MissingModel, match="bare has no sample with a word in it"):
        list(detect(replace(bare, samples=("...",))))
    list(detect(DOCUMENT))
    assert [(v.label, "has no samples" in (v.error or "")) for v in detect(bare)] == [(Label.FAILED, True)] * 2
    assert all("give samples with the document" in (v.error or "") for v in detect(bare)), "what to do is said"


def test_a_sample_without_words_a_refusal_and_one_that_the_model_cannot_read_are_left_out() -> None:
    chinese, refusal = "狗在叫。猫在睡觉。", "As a language model, I cannot answer this."
    mixed = replace(DOCUMENT, samples=("...", "\u200b", "\ufeff", chinese, refusal, *DOCUMENT.samples))
    english = TableNLI({("The dog barks.", "The dog barks."): (0.9, 0.1, 0.0)})
    english.info = replace(english.info, languages=("en",))
    detect = selfcheck_nli(nli=english)
    assert [v.raw for v in detect(mixed)] == [v.raw for v in detect(DOCUMENT)]
    assert "2 given samples (1 refused, 1 in another language)" in next(iter(detect(mixed))).rationale
    alone = next(iter(detect(replace(DOCUMENT, samples=(chinese,)))))
    assert alone.label is Label.FAILED and "'zh' is not covered" in (alone.error or "")


def test_scores_by_drawn_samples_only_rank_sentences_too() -> None:
    """The gate finds the note, and gives no score."""
    drawn = selfcheck_ngram(llm=Scripted([Completion((TEXT,) * 20)]))(replace(DOCUMENT, samples=(), prompt="Pets?"))
    for verdict in drawn:
        first, second = verdict.note.splitlines()
        assert first.startswith("pets: 20 samples drawn") and second == RANKS_ONLY
        assert stated(verdict) == f"score {verdict.score:.2f} (higher is worse; no probability)"


def test_nli_takes_the_sample_as_premise_and_leaves_neutral_out() -> None:
    first, second = DOCUMENT.samples
    table = {(first, "The dog barks."): (0.6, 0.2, 0.2), (second, "The dog barks."): (0.1, 0.0, 0.9)}
    dog, cat = selfcheck_nli(nli=TableNLI(table))(DOCUMENT)
    assert dog.score == pytest.approx((0.2 / 0.8 + 0.9 / 1.0) / 2)
    assert dict(dog.raw)["not_entail"] == pytest.approx((0.4 + 0.9) / 2)
    assert cat.score == 0.5
    assert dog.evidence[0].passage.text == second
    assert dog.evidence[0].passage.source.kind == "sample"
    assert dog.cost.nli_pairs == 2


def test_nli_of_two_classes_is_read_by_what_is_not_entailed() -> None:
    """Its contradiction is always 0: Eq. 9 would call every sentence consistent."""
    nli = TableNLI({(DOCUMENT.samples[0], "The dog barks."): (0.8, 0.2, 0.0)})
    by_hand, _ = selfcheck_nli(nli=nli, score="not_entail")(DOCUMENT)
    nli.info = replace(nli.info, labels=("entailment", "not_entailment"))
    dog, _ = selfcheck_nli(nli=nli)(DOCUMENT)
    assert dog.score == by_hand.score == pytest.approx((0.2 + 1.0) / 2)
    with pytest.raises(BadSetting, match="two classes"):
        selfcheck_nli(nli=nli, score="contradiction")


def test_nli_takes_the_score_that_the_models_card_asks_for() -> None:
    nli = TableNLI({(DOCUMENT.samples[0], "The dog barks."): (0.6, 0.2, 0.2)})
    nli.info = replace(nli.info, consistency="not_entail")
    dog, _ = selfcheck_nli(nli=nli)(DOCUMENT)
    assert dog.score == pytest.approx((0.4 + 1.0) / 2)
    published, _ = selfcheck_nli(nli=nli, score="contradiction")(DOCUMENT)
    assert published.score == dict(dog.raw)["contradiction"] != dog.score


@pytest.mark.parametrize(("score", "place"), [("contradiction", 1), ("not_entail", 0)])
def test_nli_shows_the_sample_that_speaks_most_against_the_sentence_by_its_score(score: Any, place: int) -> None:
    silent, contrary = DOCUMENT.samples
    table = {(silent, "The dog barks."): (0.2, 0.7, 0.1), (contrary, "The dog barks."): (0.5, 0.0, 0.5)}
    dog, _ = selfcheck_nli(nli=TableNLI(table), score=score)(DOCUMENT)
    (shown,) = dog.evidence
    assert shown.passage.text == DOCUMENT.samples[place]


def test_ngram_reads_chinese_character_by_character() -> None:
    """Between its spaces a Chinese sentence is one word, which no sample would ever repeat."""
    document = Document("d", "她出生在华沙。她出生在巴黎。", samples=("她出生在华沙。", "她出生于华沙。"))
    warsaw, paris = selfcheck_ngram()(document)
    assert warsaw.score < paris.score and "least expected: '巴'" in paris.rationale


def test_a_long_chinese_premise_is_cut_at_sentences() -> None:
    text = "她出生在华沙。她出生在巴黎。她住在伦敦。"
    assert [span.of(text) for span in pieces_of(text, 14)] == ["她出生在华沙。她出生在巴黎。", "她住在伦敦。"]


def test_nli_does_not_judge_a_language_that_its_model_does_not_read() -> None:
    nli = Counting({})
    nli.info = replace(nli.info, languages=("en",))
    document = Document("d", "她出生在华沙。 She was born in Warsaw.", samples=("She was born in Warsaw.",))
    (foreign, own) = sorted(selfcheck_nli(nli=nli)(document), key=lambda v: v.claim.sentence)
    assert foreign.rationale.startswith(
        "not checked: language 'zh' is not covered by the NLI model (en); --effort thorough with"
    )
    assert p_factual(foreign) is None, "the method has no probabilities"
    assert (foreign.score, foreign.raw, own.cost.nli_pairs, nli.batches) == (0.5, (), 1, [1])


def test_nli_as_the_published_code_orders_the_pair() -> None:
    table = {("The dog barks.", sample): (0.0, 0.0, 1.0) for sample in DOCUMENT.samples}
    dog, _ = selfcheck_nli(nli=TableNLI(table), premise="sentence")(DOCUMENT)
    assert dog.score == 1.0


def test_nli_batches_across_sentences_and_stays_lazy() -> None:
    nli = Counting({})
    document = Document("long", " ".join(f"Number {i} is here." for i in range(200)), samples=("One.", "Two."))
    stream = selfcheck_nli(nli=nli)(document)
    next(stream)
    assert nli.batches == [PAIRS]
    assert len(list(stream)) == 199
    assert sum(nli.batches) == 400


def test_a_long_premise_is_cut_at_sentences() -> None:
    text = "One two three. Four five six. Seven eight nine ten."
    assert [span.of(text) for span in pieces_of(text, 6)] == ["One two three. Four five six.", "Seven eight nine ten."]
    assert [span.of(text) for span in pieces_of(text, 100)] == [text]
    assert len(pieces_of("", 5)) == 1


def test_prompt_maps_yes_no_and_neither() -> None:
    probabilities = iter([(0.7, 0.2, 0.1), (0.7, 0.2, 0.1), (0.1, 0.9, 0.0), (0.1, 0.9, 0.0)] * 2)

    def answer(_: CompletionRequest) -> Completion:
        return Completion(option_probs=next(probabilities))

    dog, _ = selfcheck_prompt(llm=Scripted(answer))(DOCUMENT)
    assert dict(dog.raw) == pytest.approx({"expected": (0.25 + 0.9) / 2, "hard": 0.5})
    assert dog.score == pytest.approx(0.575)
    hard, _ = selfcheck_prompt(llm=Scripted(answer), decide="hard")(DOCUMENT)
    assert hard.score == 0.5


def test_prompt_counts_what_it_could_not_read_as_neither() -> None:
    no = Completion(texts=("No",))
    answers: Any = iter([Completion(texts=("Yes",)), no, Completion(error="too long"), no])
    dog, cat = selfcheck_prompt(llm=Scripted(lambda _: next(answers)))(DOCUMENT)
    assert (dog.score, cat.score) == (0.25, 1.0)
    assert (dog.cost.llm_calls, dog.cost.parse_failures) == (2, 0)


def test_why_no_answer_about_a_sentence_could_be_read_is_said() -> None:
    dog, cat = selfcheck_prompt(llm=Scripted(lambda _: Completion(error="the server is gone")))(DOCUMENT)
    said = "none of the model's answers could be read: the server is gone"
    assert [(v.label, v.error) for v in (dog, cat)] == [(Label.FAILED, said)] * 2


def test_questions_about_one_sample_stand_together() -> None:
    llm = Scripted(["Yes"] * 4)
    list(selfcheck_prompt(llm=llm)(DOCUMENT))
    contexts = [unfenced(r.messages[0].content).partition("\n")[0] for r in llm.requests]
    assert contexts[0] == contexts[1] != contexts[2] == contexts[3]


def test_a_passage_of_ten_sentences_reads_each_sample_once() -> None:
    llm = Scripted(["Yes"] * 20)
    list(selfcheck_prompt(llm=llm)(replace(DOCUMENT, text=" ".join(f"Dog {n} barks." for n in range(10)))))
    contexts = [unfenced(r.messages[0].content).partition("\n")[0] for r in llm.requests]
    assert contexts == [f"Context: {sample}" for sample in DOCUMENT.samples for _ in range(10)]


def test_prompt_is_the_papers() -> None:
    llm = Scripted(["Yes"] * 4)
    list(selfcheck_prompt(llm=llm)(DOCUMENT))
    assert unfenced(llm.requests[0].messages[0].content) == (
        "Context: The dog barks.\n\nSentence: The dog barks.\n\n"
        "Is the sentence supported by the context above? Answer Yes or No:"
    )


def one_hot(letter: str) -> Completion:
    return Completion(option_probs=tuple(float(c == letter) for c in "ABCDE"))


def test_qa_counts_matching_answers() -> None:
    written = json.dumps({"questions": [{"question": "Who barks?", "options": ["dog", "cat", "cow", "hen"]}]})
    shown = "A. hen\nB. cow\nC. cat\nD. dog\nE. The context does not say"  # drawn by the question
    llm = Scripted([written, "no json", "none again", one_hot("D"), one_hot("D"), one_hot("B")])
    dog, cat = selfcheck_qa(llm=llm, method="counting", questions=1)(DOCUMENT)
    assert (dog.score, cat.label) == (0.5, Label.FAILED)
    answered = [unfenced(request.messages[0].content) for request in llm.requests[3:6]]
    assert answered[0].startswith(f"Context: {TEXT}")
    assert all(shown in question for question in answered)
    assert dog.cost.llm_calls == 4


def test_qa_asks_once_more_for_a_question_that_can_be_used() -> None:
    same, good = (
        json.dumps({"questions": [{"question": "Who barks?", "options": options}]})
        for options in (["dog", "dog", "cow", "hen"], ["dog", "cat", "cow", "hen"])
    )
    llm = Scripted([same, same, good, same, *[one_hot("D")] * 3])
    dog, cat = selfcheck_qa(llm=llm, method="counting", questions=1)(DOCUMENT)
    assert (dog.score, dog.cost.parse_failures) == (0.0, 1)
    assert (cat.label, cat.error) == (Label.FAILED, "no usable question: its options do not differ")


def test_qa_without_readable_questions_fails_that_sentence() -> None:
    written = json.dumps({"questions": [{"question": "Who?", "options": ["cat", "b", "c", "d"]}]})
    llm = Scripted(["no json", written, "none again", one_hot("A"), one_hot("A"), one_hot("A")])
    dog, cat = selfcheck_qa(llm=llm, questions=1)(DOCUMENT)
    assert dog.label is Label.FAILED
    assert (dog.cost.llm_calls, dog.cost.parse_failures) == (2, 2)
    assert llm.requests[2].temperature > llm.requests[0].temperature
    assert cat.score < 0.1
    assert (cat.cost.llm_calls, cat.cost.parse_failures) == (4, 0)


class ShortOfOptions(Scripted):
    """Gives probabilities of two options, however many there are."""

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        return [replace(c, option_probs=c.option_probs[:2]) for c in super().complete(requests)]


def test_qa_answers_that_cannot_be_read_fail_and_are_counted() -> None:
    written = json.dumps({"questions": [{"question": "Who barks?", "options": ["dog", "cat", "cow", "hen"]}]})
    llm = ShortOfOptions([written, "no json", "none again", *[one_hot("A")] * 3])
    dog, _ = selfcheck_qa(llm=llm, questions=1)(DOCUMENT)
    assert (dog.label, dog.error) == (Label.FAILED, "2 probabilities for 5 options")
    assert (dog.cost.llm_calls, dog.cost.parse_failures) == (4, 3)


def test_qa_reads_each_context_once_for_all_questions() -> None:
    written = [
        json.dumps({"questions": [{"question": "Who?", "options": [who, "b", "c", "d"]}]}) for who in ("dog", "cat")
    ]
    llm = Scripted([*written, *[one_hot("A")] * 6])
    assert len(list(selfcheck_qa(llm=llm, questions=1)(DOCUMENT))) == 2
    contexts = [unfenced(r.messages[0].content).partition("\n")[0] for r in llm.requests[2:]]
    assert [contexts.count(c) for c in dict.fromkeys(contexts)] == [2, 2, 2]
    assert contexts[0] == contexts[1]


def test_qa_soft_counts_weigh_by_answerability() -> None:
    own = np.array([0.9, 0.1, 0.0, 0.0, 0.0])
    others = np.array([[0.5, 0.0, 0.0, 0.0, 0.5], [0.0, 1.0, 0.0, 0.0, 0.0]])
    expected = 4.0**1.0 / (4.0**0.5 + 4.0**1.0)
    assert Scoring("bayes-alpha", 0.8, 0.5).score(own, others) == pytest.approx(expected)
    assert Scoring("counting", 0.8, 0.6).score(own, others) == 1.0


def test_qa_a_question_the_text_does_not_answer_says_nothing() -> None:
    own = np.array([0.1, 0.0, 0.0, 0.0, 0.9])
    assert Scoring("bayes", 0.8, 0.5).score(own, np.array([[1.0, 0.0, 0.0, 0.0, 0.0]])) == 0.5


class Letters:
    """An encoder whose vectors are one-hot words: the F1 is that of bags of words."""

    info = replace(TableNLI({}).info, languages=("en",))

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Words as unit vectors."""
        vocabulary = sorted({word for text in texts for word in text.split()})
        eye = np.eye(len(vocabulary), dtype=np.float32)
        return [
            TokenVectors(tuple(text.split()), eye[[vocabulary.index(word) for word in text.split()]]) for text in texts
        ]


def test_bertscore_takes_the_nearest_sentence_of_each_sample() -> None:
    dog, cat = selfcheck_bertscore(encoder=Letters())(DOCUMENT)
    # "The dog barks." shares all of three words with sample 1 and two of three with "The dog runs.".
    assert dict(dog.raw)["bertscore_f1"] == pytest.approx((1.0 + 2 / 3) / 2)
    assert dict(cat.raw)["bertscore_f1"] == pytest.approx((1 / 3 + 1.0) / 2)
    assert dog.score == pytest.approx(1 / 6)


def test_bertscore_of_samples_with_sentences_that_have_no_tokens() -> None:
    """A sentence of which the encoder makes no token agrees with nothing, and shifts no other one."""

    class Deaf(Letters):
        def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
            found = super().encode(texts)
            return [TokenVectors((), v.vectors[:0]) if "loud" in t else v for t, v in zip(texts, found, strict=True)]

    text, loud = "The dog barks now.", "Quite a loud noise came."
    samples = (f"{loud} {text}", f"{text} {loud}", loud)
    (found,) = selfcheck_bertscore(encoder=Deaf())(Document("d", text, samples=samples))
    assert dict(found.raw)["bertscore_f1"] == pytest.approx(2 / 3)


def test_bertscore_does_not_compare_a_language_that_its_encoder_does_not_read() -> None:
    (found,) = selfcheck_bertscore(encoder=Letters())(Document("d", "她出生在华沙。", samples=("她出生在巴黎。",)))
    assert found.rationale.startswith(
        "not checked: language 'zh' is not covered by the NLI model (en); --effort thorough with"
    )
    assert (found.score, found.raw) == (0.5, ())


def test_code_is_no_claim_of_a_method_that_compares_samples() -> None:
    text = "The dog barks.\n\n```python\nprint(1)\n```\n\nThe cat sleeps."
    found = {v.claim.text: v for v in selfcheck_ngram()(replace(DOCUMENT, text=text))}
    (code,) = (v for v in found.values() if not v.claim.checkable)
    assert "print(1)" in code.claim.text and code.rationale == "not checked: code" and not code.raw
    assert found["The dog barks."].raw and found["The cat sleeps."].raw


def test_bertscore_rescaling_keeps_the_plain_f1() -> None:
    plain, _ = selfcheck_bertscore(encoder=Letters())(DOCUMENT)
    rescaled, _ = selfcheck_bertscore(encoder=Letters(), baseline=0.5)(DOCUMENT)
    assert rescaled.score == pytest.approx(plain.score / 0.5)
    assert dict(rescaled.raw)["bertscore_f1"] == dict(plain.raw)["bertscore_f1"]


@pytest.mark.parametrize(
    ("document", "prompt"),
    [
        (Document("a", "t", title="Ada", prompt="Who was Ada?"), "Who was Ada?"),
        (
            Document("a", "t", title="Ada\nLovelace"),
            "This is a Wikipedia passage about Ada Lovelace:",
        ),
    ],
)
def test_prompts_for_samples(document: Document, prompt: str) -> None:
    assert prompt_for(document)[0] == prompt


def test_no_prompt_is_made_up() -> None:
    with pytest.raises(Unparsed):
        prompt_for(Document("a", "t"))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ('"One here. Two here."', ['"One here.', 'Two here."']),
        ('"One here. Two here', ['"One here.', "Two here"]),
        ("One here. Two here.", ["One here.", "Two here."]),
        ('"', ['"']),
        ("", []),
    ],
)
def test_a_quoted_sample_is_split_too(text: str, sentences: list[str]) -> None:
    assert sample_sentences(text) == sentences


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("Where was Ada born?", ("London", "Paris", "Rome", "Oslo"), ""),
        ("Ada was born in", ("London", "Paris", "Rome", "Oslo"), "not a question"),
        ("Where was Ada born?", ("London", "london.", "Rome", "Oslo"), "do not differ"),
        ("Where was Ada born?", ("Paris", "London", "Rome", "Oslo"), "does not say"),
    ],
)
def test_a_generated_question_must_be_one(text: str, options: tuple[str, ...], why: str) -> None:
    found = why_no_question(Question(text, options), "Ada was born in London.")
    assert (why in found) if why else not found
