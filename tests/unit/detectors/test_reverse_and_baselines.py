"""Reverse validation and the baselines: the stages they ask for, and what they conclude."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest
from papers_words import unfenced

from localcheck.backends.llm.recorded import Scripted
from localcheck.detectors import reverse_em, reverse_qg
from localcheck.detectors.greybox import SCORED_AT_ONCE, greybox
from localcheck.detectors.lm_vs_lm import lm_vs_lm
from localcheck.detectors.self_detection import self_detection
from localcheck.detectors.zero_shot import zero_shot
from localcheck.errors import Unparsed
from localcheck.judging.reverse import hidden, match_record, record_of
from localcheck.sources.by_query import ByQuery
from localcheck.text.aliases import aliases_of
from localcheck.types import Completion, CompletionRequest, Document, Judgement, Label, Passage, Span, TokenScore
from localcheck.types.infos import IndexInfo

DOCUMENT = Document("epicaste", "Epicaste, also known as Jocasta, was the mother of Oedipus.", title="Epicaste")


class Redirects(ByQuery):
    """An index that knows other titles."""

    info = IndexInfo("redirects", "memory", 0)

    def search(self, query: str) -> Iterator[Passage]:
        """Nothing."""
        return iter(())

    def aliases(self, title: str) -> tuple[str, ...]:
        """One redirect."""
        return ("Iocaste",) if title == "Epicaste" else ()


def found(entity: str, percent: int = 100, unmet: tuple[str, ...] = ()) -> list[str]:
    """What entity matching is answered with."""
    return [json.dumps({"entity": entity, "percent": percent, "unmet": list(unmet)})]


def test_em_asks_in_the_words_of_table_2() -> None:
    llm = Scripted(["1. Mother of Oedipus", "The entity that matches the requirements 100% is Epicaste."])
    verdict = next(reverse_em.reverse_em(llm=llm, matching="published")(DOCUMENT))
    first, second = (unfenced(request.messages[0].content) for request in llm.requests)
    assert first == (
        f"{DOCUMENT.text}\nPlease list all features of Epicaste which are mentioned above with numbers, "
        "do not include Epicaste in your list."
    )
    assert second.startswith("You should find an entity that conforms to the following description: 1. Mother of")
    assert [request.key for request in llm.requests] == ["em/stage1/epicaste", "em/stage2/epicaste"]
    assert (verdict.judgement, verdict.score, verdict.cost.llm_calls) == (Judgement.FACTUAL, 0.0, 2)


def test_em_keeps_what_is_unmet() -> None:
    verdict = next(reverse_em.reverse_em(llm=Scripted(found("Jocasta", 90, ("no son named",))))(DOCUMENT))
    assert verdict.judgement is Judgement.FACTUAL
    assert verdict.score == pytest.approx(0.1)
    assert "unmet: no son named" in verdict.rationale
    assert "also known as, says the passage" in verdict.rationale


def test_em_rejects_a_match_of_too_few_requirements() -> None:
    detect = reverse_em.reverse_em(llm=Scripted(found("Jocasta", 80)), percent=90)
    assert next(detect(DOCUMENT)).judgement is Judgement.NOT_FACTUAL


def test_em_uses_the_redirects_of_an_index() -> None:
    assert next(reverse_em.reverse_em(llm=Scripted(found("Iocaste")))(DOCUMENT)).judgement is Judgement.NOT_FACTUAL
    detect = reverse_em.reverse_em(llm=Scripted(found("Iocaste")), retriever=Redirects())
    assert next(detect(DOCUMENT)).judgement is Judgement.FACTUAL


def test_qg_takes_the_subject_where_there_is_no_title() -> None:
    llm = Scripted(["Who was the mother of Oedipus?\nOr of Antigone?", json.dumps({"answer": "Merope"})])
    verdict = next(reverse_qg.reverse_qg(llm=llm)(Document("x", DOCUMENT.text)))
    assert unfenced(llm.requests[0].messages[-1].content) == "___, also known as ___, was the mother of Oedipus."
    assert unfenced(llm.requests[1].messages[0].content) == (
        "You should answer the following question as short as possible. Who was the mother of Oedipus?"
    )
    assert [request.key for request in llm.requests] == ["qg/stage1/x", "qg/stage2/x"]
    assert (verdict.judgement, verdict.score) == (Judgement.NOT_FACTUAL, 1.0)
    assert "'Merope'" in verdict.rationale


def test_a_question_that_names_its_answer_ends_in_no_verdict() -> None:
    llm = Scripted(["Who is epicaste?", json.dumps({"answer": "Epicaste"})])
    verdict = next(reverse_qg.reverse_qg(llm=llm)(DOCUMENT))
    assert verdict.label is Label.FAILED and "names its own answer" in verdict.error and len(llm.requests) == 1
    llm = Scripted(["Who is Epicaste?", "Epicaste"])
    assert next(reverse_qg.reverse_qg(llm=llm, matching="published")(DOCUMENT)).judgement is Judgement.FACTUAL
    assert [request.key for request in llm.requests] == ["qg/stage1/epicaste", "qg/stage2/epicaste"]
    assert unfenced(llm.requests[0].messages[0].content).endswith(
        f"Entity: Epicaste\nInformation: {DOCUMENT.text}\nQuestion:"
    )


def test_the_features_are_the_passage_without_its_names() -> None:
    document = Document(
        "x", "Ada Lovelace was a countess. In 1843 Lovelace wrote notes.", title="Ada Lovelace (mathematician)"
    )
    llm = Scripted(found("Ada Lovelace"))
    assert next(reverse_em.reverse_em(llm=llm)(document)).judgement is Judgement.FACTUAL
    asked = unfenced(llm.requests[0].messages[0].content)
    assert "description: 1. ___ was a countess.\n2. In 1843 ___ wrote notes.. If you" in asked


@pytest.mark.parametrize(
    ("title", "text", "shown"),
    [
        (
            "Frederick I, Holy Roman Emperor",
            "Frederick I was a Holy Roman Emperor; Frederick",
            "___ was a Holy Roman Emperor; ___",
        ),
        ("Spandrel", "A spandrel is … Spandrels", "A ___ is … ___"),
        ("Art of War", "The Art of War, on war and Artists", "The ___, on war and Artists"),
        ("北京", "北京是首都", "___是首都"),
    ],
)
def test_who_never_sees_a_name_cannot_give_it_away(title: str, text: str, shown: str) -> None:
    assert hidden(text, aliases_of(title, text)) == shown


@pytest.mark.parametrize(
    "text", ["No verb here", "The tower was finished in 1889.", "It is made of iron.", "My dog was born."]
)
def test_nothing_to_validate_fails_the_passage(text: str) -> None:
    verdict = next(reverse_qg.reverse_qg(llm=Scripted([]))(Document("x", text)))
    assert verdict.label is Label.FAILED
    assert verdict.cost.llm_calls == 0


def test_a_refusal_names_nothing_and_ends_in_no_verdict() -> None:
    refusal = "I'm sorry, but I can't assist with that."
    qg = reverse_qg.reverse_qg(llm=Scripted(["Who was the mother of Oedipus?", json.dumps({"answer": refusal})]))
    for detect in (qg, reverse_em.reverse_em(llm=Scripted(found(refusal, 0)))):
        verdict = next(detect(DOCUMENT))
        assert verdict.label is Label.FAILED and "refuses" in verdict.error


def test_a_name_in_a_script_in_which_none_of_the_subject_is_known_ends_in_no_verdict() -> None:
    passage = Document("x", "居里夫人是一位物理学家。", title="居里夫人")
    for answer, label in (("Marie Curie", Label.FAILED), ("玛丽·居里", Label.NOT_ENOUGH_EVIDENCE)):
        asked = reverse_qg.reverse_qg(llm=Scripted(["谁是物理学家?", json.dumps({"answer": answer})]))
        assert next(asked(passage)).label is label


def test_stage_three_alone_needs_no_model() -> None:
    row = {"entity": "Epicaste", "claim": DOCUMENT.text, "detail": "1. Mother", "answer": "Jocasta meets 100% of them."}
    assert match_record(record_of(row), "em", "aliases", 80).matched
    assert not match_record(record_of(row), "em", "published", 80).matched
    merope = record_of({**row, "entity": "Merope", "claim": "Merope was a queen."})
    assert match_record(merope, "qg", "aliases", 0).how == "the answer names 'Jocasta'"
    with pytest.raises(Unparsed):
        record_of({"entity": "Epicaste", "claim": "x"})


def test_the_examinee_sees_the_questions_alone() -> None:
    script: list[Any] = ["1. Who was she?", "A queen.", "Yes", "2. Of where?", "Of Thebes.", "No", "incorrect"]
    llm = Scripted(script)
    verdict = next(lm_vs_lm(llm=llm, wording="published")(DOCUMENT))
    examinee = [r.messages for r in llm.requests if r.key.startswith("lm-vs-lm/answers")]
    assert [len(messages) for messages in examinee] == [1, 1]
    assert unfenced(llm.requests[0].messages[0].content).startswith(
        "Your goal is to try to verify the correctness of the"
    )
    assert unfenced(examinee[1][0].content) == "Please answer the following questions. 2. Of where?"
    assert len(llm.requests[-1].messages) == 9
    assert llm.requests[-1].messages[3].content == "Yes"
    assert (verdict.judgement, verdict.score) == (Judgement.NOT_FACTUAL, 1.0)
    assert dict(verdict.raw)["rounds"] == 2.0
    assert verdict.cost.llm_calls == 7


def test_the_examiner_stops_at_the_limit() -> None:
    def answer(request: CompletionRequest) -> str:
        return next(iter(request.options), "words?")

    verdict = next(lm_vs_lm(llm=Scripted(answer), rounds=3)(DOCUMENT))
    assert dict(verdict.raw)["rounds"] == 3.0
    assert verdict.judgement is Judgement.FACTUAL


def test_an_examiner_without_a_question_ends_in_no_verdict() -> None:
    verdict = next(lm_vs_lm(llm=Scripted(["I see.", "Yes", "Yes"]))(DOCUMENT))
    assert verdict.label is Label.FAILED and "no question" in verdict.error


def test_the_questions_are_asked_positively() -> None:
    """Yes means factual in all three, whatever the papers ask."""
    yes = Completion(option_probs=(0.8, 0.2))
    for method in (self_detection, zero_shot):
        llm = Scripted([yes])
        verdict = next(method(llm=llm)(DOCUMENT))
        assert verdict.score == pytest.approx(0.2) and verdict.judgement is Judgement.FACTUAL
        assert unfenced(llm.requests[0].messages[0].content).endswith("true? Answer Yes or No:")
    llm = Scripted(["1. Who was she?", "A queen.", "No", yes])
    assert next(lm_vs_lm(llm=llm)(DOCUMENT)).score == pytest.approx(0.2)
    assert llm.requests[-1].options == ("Yes", "No")
    asked = unfenced(llm.requests[0].messages[0].content)
    assert asked.startswith(f"Claim: {DOCUMENT.text}\n\nAsk three short questions")


def test_zero_shot_asks_about_the_passage_or_each_sentence() -> None:
    llm = Scripted([Completion(option_probs=(0.3, 0.7))] * 3)
    assert next(zero_shot(llm=llm, wording="published")(DOCUMENT)).score == 0.7
    assert unfenced(llm.requests[0].messages[0].content).endswith(f"\nEntity: Epicaste\nClaim: {DOCUMENT.text}")
    assert len(list(zero_shot(llm=llm, unit="sentence")(Document("x", "One is. Two is.")))) == 2


@pytest.mark.parametrize(
    ("text", "says", "options"),
    [
        (
            "17 + 4 = 22.",
            "You are a hallucination detection agent. Given a question and its corresponding response, please determine "
            'whether there is any incorrect or unsatisfactory content within the response. If there is, output "Yes"; if there '
            'is not, output "No".\n\nQuestion: How many?\nResponse: 17 + 4 = 22.',
            ("Yes", "No"),
        ),
        (
            "长江是中国最长的河流。",
            "你是一个检测回复文本中的幻象的智能体。给定一个问题和对应的回复，请你判断这段回复中是否有不正确或不符合要求的内容。"
            '如果有，请输出"是"；如果没有，输出"否"。\n\n问题：How many?\n回复：长江是中国最长的河流。',
            ("是", "否"),
        ),
    ],
)
def test_zero_shot_asks_as_the_baseline_of_haluagent(text: str, says: str, options: tuple[str, ...]) -> None:
    """Cheng et al. 2024, Figure 6: yes means that something is wrong."""
    llm = Scripted([Completion(option_probs=(0.8, 0.2))])
    verdict = next(zero_shot(llm=llm, wording="response")(Document("x", text, prompt="How many?")))
    assert (verdict.judgement, verdict.score) == (Judgement.NOT_FACTUAL, 0.8)
    assert (unfenced(llm.requests[0].messages[0].content), llm.requests[0].options) == (says, options)


def test_self_detection_reads_yes_as_not_factual() -> None:
    llm = Scripted([Completion(option_probs=(0.9, 0.1))])
    verdict = next(self_detection(llm=llm, wording="published")(DOCUMENT))
    assert (verdict.judgement, verdict.score) == (Judgement.NOT_FACTUAL, 0.9)
    assert unfenced(llm.requests[0].messages[0].content) == (
        "I give you one statement, please conclude whether the statement is nonfactual with Yes or No.\n\n"
        f"Statement: {DOCUMENT.text}"
    )


def by_words(request: CompletionRequest) -> Completion:
    """-log p is the length of the word, the entropy a tenth of it."""
    words = [(m.group(), Span(*m.span())) for m in re.finditer(r"\s*\S+", request.score_text)]
    tokens = tuple(TokenScore(w, -float(len(w.strip())), len(w.strip()) / 10, (), span) for w, span in words)
    return Completion(tokens=(tokens,))


def test_greybox_measures_each_sentence_in_its_place() -> None:
    document = Document("x", "A bb ccc. Dddd eeeee.", prompt="Write.")
    llm = Scripted(by_words)
    first, second = greybox(llm=llm, measure="max-logp")(document)
    assert (first.score, second.score) == pytest.approx((4 / 12, 6 / 12))
    assert dict(first.raw)["avg_neg_logp"] == pytest.approx((1 + 2 + 4) / 3)
    assert (llm.requests[0].text, llm.requests[0].score_text) == ("Write.\n", document.text)
    assert "'eeeee.'" in second.rationale


def test_greybox_scores_without_a_prompt_where_that_is_asked_for() -> None:
    llm, document = Scripted(by_words), Document("x", "A bb ccc.", title="Ada", prompt="Write.")
    (verdict,) = greybox(llm=llm, form="none")(document)
    assert llm.requests[0].text == "" and "x: scored without a prompt" in verdict.note


def test_greybox_scores_a_long_text_in_pieces_with_what_came_before() -> None:
    sentences = [f"This is sentence number {i} of a long text." for i in range(400)]
    llm = Scripted(by_words)
    verdicts = list(greybox(llm=llm)(Document("x", " ".join(sentences))))
    assert [v.claim.text for v in verdicts] == sentences
    assert not any(v.error for v in verdicts)
    assert all(len(r.score_text) <= SCORED_AT_ONCE for r in llm.requests)
    assert "".join(r.score_text + " " for r in llm.requests).strip() == " ".join(sentences)
    assert llm.requests[1].text.strip().endswith(llm.requests[0].score_text[-100:])


def test_greybox_without_entropies_points_to_probabilities() -> None:
    def bare(request: CompletionRequest) -> Completion:
        return Completion(tokens=((TokenScore(request.score_text, -1.0, None, (), Span(0, 4)),),))

    verdict = next(greybox(llm=Scripted(bare))(Document("x", "One.")))
    assert "avg-logp" in verdict.error
    assert next(greybox(llm=Scripted(bare), measure="avg-logp")(Document("x", "One."))).label is not Label.FAILED


@pytest.mark.parametrize(
    ("measure", "logprobs", "said"),
    [
        ("avg-logp", (math.nan, -2.0), "avg-logp 2.00 nats; least expected: 'big.'"),
        ("avg-logp", (math.nan, math.nan), "no log-probability for any token"),
        ("avg-entropy", (math.nan, math.nan), "no entropies"),
    ],
)
def test_greybox_leaves_out_what_has_no_number(measure: Any, logprobs: tuple[float, float], said: str) -> None:
    places = (("Paris is", Span(0, 8)), (" big.", Span(8, 13)))
    tokens = tuple(TokenScore(t, p, None, (), s) for (t, s), p in zip(places, logprobs, strict=True))
    verdict = next(
        greybox(llm=Scripted([Completion(tokens=(tokens,))]), measure=measure)(Document("x", "Paris is big."))
    )
    assert said in verdict.error + verdict.rationale


def test_greybox_does_not_take_the_tokens_of_another_text() -> None:
    recorded = by_words(CompletionRequest(text="", score_text="Rome is very old."))
    verdict = next(greybox(llm=Scripted([recorded]))(Document("x", "Paris was founded.")))
    assert verdict.error == "the log-probabilities are those of another text"


def test_greybox_exponential_entropy_is_scored_by_its_logarithm() -> None:
    verdict = next(greybox(llm=Scripted(by_words), measure="max-entropy", entropy="exponential")(DOCUMENT))
    plain = next(greybox(llm=Scripted(by_words), measure="max-entropy")(DOCUMENT))
    assert verdict.score == pytest.approx(plain.score)
    assert dict(verdict.raw)["max_exp_entropy"] > 1.0
