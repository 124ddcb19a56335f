"""Answers held against their context: by a table of entailments, and by a scripted language model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.api.checker import CheckedReport
from localcheck.asking.expert import Answer, Question
from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.detectors.faithfulness import faithfulness
from localcheck.detectors.faithfulness_llm import faithfulness_llm
from localcheck.errors import BackendError, NLIError
from localcheck.judging.context import UNCALIBRATED
from localcheck.judging.expert import Consultant, ExpertTable
from localcheck.judging.given_score import GivenScore
from localcheck.judging.together import Together
from localcheck.ports import FloatArray
from localcheck.reports.report import build
from localcheck.reports.words import citation, stated, word_of
from localcheck.serve.page.shown import verdict_shown
from localcheck.stats.bayes import Likelihoods
from localcheck.text.abstaining import abstains, asserted_beside
from localcheck.text.sentences import split_sentences
from localcheck.text.verbatim import locate
from localcheck.types import Completion, CompletionRequest, Cost, Document, Judgement, Label, RunInfo, Verdict

CONTEXT = "The museum opened in 1912. It shows Dutch masters."
ANSWER = "The museum opened in 1912. The museum shows Dutch masters. The museum lies in Utrecht."
TABLE = {
    ("The museum opened in 1912.", "The museum opened in 1912."): (0.98, 0.01, 0.01),
    ("It shows Dutch masters.", "The museum shows Dutch masters."): (0.01, 0.04, 0.95),
}


def judged(document: Document, table: dict[tuple[str, str], tuple[float, float, float]] = TABLE) -> list[Verdict]:
    return list(faithfulness(nli=TableNLI(table), extractor=SentenceClaims())(document))


def test_supported_contradicted_and_unsupported_are_kept_apart_with_verbatim_excerpts() -> None:
    first, second, third = judged(Document("a", ANSWER, context=(CONTEXT,)))
    assert [v.label for v in (first, second, third)] == [Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE]
    assert first.score < 0.5 < second.score and third.score >= 0.5
    for verdict, excerpt in ((first, "The museum opened in 1912."), (second, "It shows Dutch masters.")):
        assert verdict.deciding is not None
        assert verdict.deciding.quote == excerpt == verdict.deciding.quote_span.of(CONTEXT)
    assert third.deciding is None
    assert stated(first) == "entailed by the context 0.99" and stated(third) == "entailed by the context 0.00"
    assert citation(first.evidence[0]) == "context 1"
    table = CheckedReport.of(
        build(Document("a", ANSWER, context=(CONTEXT,)), (), (first,), RunInfo("faithfulness"))
    )._repr_html_()
    assert stated(first) in table and "P(factual)" not in table
    shown = verdict_shown(first, 1)
    assert (shown["stated"], shown["evidence"]["source"]) == (stated(first), "context 1")


def test_the_source_that_decides_is_the_one_named() -> None:
    document = Document("a", ANSWER, context=("Something else entirely.", "  ", CONTEXT))
    first = judged(document)[0]
    assert first.deciding is not None and first.deciding.passage.source.locator == "3"


def test_without_context_nothing_is_supported() -> None:
    for context in ((), ("", "  \n")):
        verdicts = judged(Document("a", ANSWER, context=context))
        assert {(v.label, v.score) for v in verdicts} == {(Label.NOT_ENOUGH_EVIDENCE, 1.0)}


def test_a_window_is_the_excerpt_where_no_single_sentence_carries_it() -> None:
    claim = "The museum that opened in 1912 shows Dutch masters."
    (verdict,) = judged(Document("a", claim, context=(CONTEXT,)), {(CONTEXT, claim): (0.9, 0.1, 0.0)})
    assert verdict.label is Label.SUPPORTED
    assert verdict.deciding is not None and verdict.deciding.quote == CONTEXT


def test_a_bare_answer_is_read_with_its_question() -> None:
    document = Document("a", "Pirelli", prompt="Who makes the tyres?", context=("Pirelli makes the tyres.",))
    (verdict,) = judged(document, {("Pirelli makes the tyres.", "Who makes the tyres? Pirelli"): (0.9, 0.1, 0.0)})
    assert (verdict.label, verdict.claim.text) == (Label.SUPPORTED, "Who makes the tyres? Pirelli")
    assert verdict.claim.span.of(document.text) == "Pirelli"


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        ("May I park my car there?", "No.", ""),
        ("Was kostet das Parken und wer darf hier nicht parken?", "Nein.", "language 'de'"),
        ("Who makes the tyres?", "倍耐力。", "language 'zh'"),
    ],
)
def test_a_bare_answer_is_in_the_language_of_its_question(question: str, answer: str, why: str) -> None:
    document = Document("a", answer, prompt=question, context=("You cannot park there.",))
    nli = TableNLI({("You cannot park there.", "You cannot park your car there."): (0.1, 0.8, 0.1)})
    nli.info = replace(nli.info, languages=("en",))
    (verdict,) = faithfulness(nli=nli, extractor=RuleClaims())(document)
    assert verdict.note.startswith(why) and bool(why) == verdict.rationale.startswith("not checked"), verdict


def test_a_yes_before_a_statement_is_a_claim_with_a_verdict_of_its_own() -> None:
    answer, said = "Yes, Relivon contains salt.", "Children must not take Relivon."
    document = Document("a", answer, prompt="May children take Relivon?", context=(said,))
    detector = faithfulness(
        nli=TableNLI({(said, "Children may take Relivon."): (0.1, 0.1, 0.8)}), extractor=RuleClaims()
    )
    claims = detector.extractor.extract(document, split_sentences(answer))  # type: ignore[attr-defined]
    assert [c.text for c in claims] == ["Relivon contains salt.", "Children may take Relivon."]
    labels = {v.claim.span.of(answer): v.label for v in detector(document)}
    assert labels == {"Yes": Label.REFUTED, "Relivon contains salt.": Label.NOT_ENOUGH_EVIDENCE}


def test_abstaining_is_no_claim() -> None:
    (verdict,) = judged(Document("a", "I cannot find this in the provided sources.", prompt="Who?", context=(CONTEXT,)))
    assert not verdict.claim.checkable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't know.", True),
        ("I’m sorry, but I cannot find this in the provided sources.", True),
        ("Unfortunately, the provided context does not mention her birthplace.", True),
        ("Based on the documents, there is no information about this.", True),
        ("Unknown.", True),
        ("我不知道。", True),
        ("Nobody knows who built it.", False),
        ("The context of the war is unknown to most readers.", False),
        ("The text does mention Paris.", False),
        ("I know that it opened in 1912.", False),
        ("Not known for his patience, he left.", False),
        ("I cannot provide an answer.", True),
        ("I can't provide that information based on the text.", True),
        ("I cannot provide medical advice.", True),
        ("We cannot provide the exact date.", True),
        ("I cannot answer this question.", True),
        ("I am unable to answer.", True),
        ("I can't answer from the given context.", True),
        ("I cannot answer whether it is open.", True),
        ("I could not determine its age.", True),
        ("We have no data on this.", True),
        ("I don't have enough information to answer.", True),
        ("I don't have any information.", True),
        ("We don't have enough information to calculate it.", True),
        ("I cannot provide you with a brief summary of it.", True),
        ("The sources do not contain the answer.", True),
        ("The document does not contain a termination clause.", False),
        ("We cannot provide refunds for opened items.", False),
        ("We do not provide shipping outside Germany.", False),
        ("We do not provide information to third parties.", False),
        ("We don't have any data centres in Europe.", False),
        ("We have no information desk.", False),
        ("We have no answering machine.", False),
        ("We do not answer calls on weekends.", False),
        ("We do not verify the age of buyers.", False),
        ("I'm sorry, but I can't assist with that request.", True),
        ("I'm afraid that I cannot answer that.", True),
        ("I can't help you, because I don't know.", True),
        ("We cannot help with refunds.", False),
        ("We could not help the wounded.", False),
        ("I can't say enough about the kettle made in Portugal.", False),
    ],
)
def test_what_abstains(text: str, expected: bool) -> None:
    assert abstains(text) is expected


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("I am not sure, but the museum lies in Utrecht.", "the museum lies in Utrecht."),
        ("I am not sure but I believe that the museum lies in Utrecht.", "the museum lies in Utrecht."),
        ("I  don't know,\nbut it lies in Utrecht.", "it lies in Utrecht."),
        ("I don't know; it lies in Utrecht.", "it lies in Utrecht."),
        ("Unfortunately I cannot answer that, however it lies in Utrecht.", "it lies in Utrecht."),
        ("The context does not say when it opened, although it lies in Utrecht.", "it lies in Utrecht."),
        ("I cannot say, but I can help, and the museum lies in Utrecht.", "the museum lies in Utrecht."),
        ("我不知道，但是它在乌得勒支。", "它在乌得勒支。"),
        ("I don't know, since it lies in Utrecht and has two wings.", "it lies in Utrecht and has two wings."),
        ("I cannot say because the museum lies in Utrecht.", "the museum lies in Utrecht."),
        ("I don't know why the museum, which lies in Utrecht, is closed.", "The museum lies in Utrecht."),
        ("我不知道，因为它在乌得勒支。", "它在乌得勒支。"),
        ("I cannot say because the sources do not tell when it opened.", ""),
        ("I don't know, as it is not mentioned in the text.", ""),
        ("I don't know since when it has been open.", ""),
        ("Sorry, but I don't know.", ""),
        ("I don't know, and the sources do not say.", ""),
        ("I cannot find that, but please ask the museum in Utrecht.", ""),
        ("I don't have enough information to answer, but I can help with other questions.", ""),
        ("The context does not mention anything but the year.", ""),
        ("I cannot tell what he did while he was in Utrecht.", ""),
        ("The museum lies in Utrecht, but I don't know since when.", ""),
    ],
)
def test_what_an_answer_asserts_although_it_abstains(text: str, rest: str) -> None:
    assert asserted_beside(text) == rest


def test_not_knowing_is_no_way_past_the_gate() -> None:
    text = "The museum opened in 1912. I am not sure who built it, but the museum lies in Utrecht."
    first, second = judged(Document("a", text, context=(CONTEXT,)))
    assert first.label is Label.SUPPORTED and second.label is Label.NOT_ENOUGH_EVIDENCE
    assert second.claim.checkable and second.claim.span.of(text) == "the museum lies in Utrecht"


class Counting(TableNLI):
    """Remembers how many pairs every call had."""

    def __init__(self, fail_on: str = "") -> None:
        super().__init__(TABLE)
        self.calls: list[int] = []
        self.fail_on = fail_on

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        self.calls.append(len(pairs))
        if self.fail_on and any(self.fail_on in p for p, _ in pairs):
            raise NLIError("broken")
        return super().entail(pairs)


def documents(n: int) -> list[Document]:
    return [Document(f"d{i}", ANSWER, context=(CONTEXT, f"Text {i} of the museum.")) for i in range(n)]


def test_many_documents_share_batches_and_get_the_verdicts_that_each_gets_alone() -> None:
    together, alone = Counting(), Counting()
    detector = faithfulness(nli=together, extractor=RuleClaims(), group=12)
    assert isinstance(detector, Together)
    found: dict[str, list[Verdict]] = {}
    done = []
    for step in detector.many(iter(documents(8))):
        assert step.error is None
        if step.verdict is None:
            done.append(step.document.id)
        else:
            found.setdefault(step.document.id, []).append(step.verdict)
    assert sorted(done) == sorted(d.id for d in documents(8))
    single = faithfulness(nli=alone, extractor=RuleClaims(), group=12)
    for document in documents(8):
        expected = [(v.claim.id, v.label, v.score, v.cost.nli_pairs) for v in single(document)]
        got = [(v.claim.id, v.label, v.score, v.cost.nli_pairs) for v in found[document.id]]
        assert sorted(got) == sorted(expected)
    assert len(together.calls) < len(alone.calls) / 2


def test_documents_are_taken_only_when_there_is_room() -> None:
    taken = []

    def source() -> Iterator[Document]:
        for document in documents(20):
            taken.append(document.id)
            yield document

    detector = faithfulness(nli=Counting(), extractor=SentenceClaims(), group=4)
    assert isinstance(detector, Together)
    next(detector.many(source()))
    assert len(taken) <= 3


def test_a_model_that_breaks_fails_the_documents_at_work_and_no_others() -> None:
    bad = Document("bad", "The poison is here.", context=("A poison passage.",))
    detector = faithfulness(nli=Counting("poison"), extractor=SentenceClaims(), group=2)
    assert isinstance(detector, Together)
    steps = list(detector.many([*documents(2), bad, *documents(1)]))
    failed = {s.document.id for s in steps if s.error is not None}
    assert "bad" in failed and len(failed) <= 2
    ended = [s.document.id for s in steps if s.verdict is None]
    assert len(ended) == 4, "every document ends once"


def test_a_document_without_claims_is_done_at_once() -> None:
    detector = faithfulness(nli=Counting(), extractor=RuleClaims())
    assert isinstance(detector, Together)
    assert [s.document.id for s in detector.many([Document("empty", "")])] == ["empty"]


def answering(**verdict: object) -> Callable[[CompletionRequest], str]:
    return lambda request: json.dumps(verdict)


def by_llm(**verdict: object) -> Verdict:
    detector = faithfulness_llm(llm=Scripted(answering(**verdict)), extractor=SentenceClaims(), answer="excerpt")
    (found,) = detector(Document("a", "The museum opened in 1912.", context=("Nothing.", CONTEXT)))
    return found


def test_the_judge_s_excerpt_is_looked_up() -> None:
    found = by_llm(verdict="supported", source=2, excerpt="The museum  opened in 1912")
    assert found.label is Label.SUPPORTED
    assert found.deciding is not None and found.deciding.quote == "The museum opened in 1912"
    assert found.deciding.passage.source.locator == "2"
    assert found.cost.llm_calls == 1


def test_an_excerpt_from_another_source_than_named_is_put_right() -> None:
    found = by_llm(verdict="contradicted", source=1, excerpt="It shows Dutch masters.")
    assert found.label is Label.REFUTED
    assert found.deciding is not None and found.deciding.passage.source.locator == "2"


def test_an_invented_excerpt_supports_nothing() -> None:
    found = by_llm(verdict="supported", source=2, excerpt="The museum was opened by the king.")
    assert (found.label, found.deciding) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert "is not in the context" in found.rationale


def test_an_answer_outside_the_schema_fails_the_claim() -> None:
    scripted = Scripted(lambda r: "yes, supported")
    detector = faithfulness_llm(llm=scripted, extractor=SentenceClaims(), answer="excerpt")
    (found,) = detector(Document("a", "The museum opened in 1912.", context=(CONTEXT,)))
    assert found.label is Label.FAILED and found.error
    assert found.cost.parse_failures == 2


def test_the_grammar_keeps_the_order_of_the_schema_and_an_excerpt_has_a_bound() -> None:
    llm = Scripted(answering(verdict="not_in_sources", source=0, excerpt=""))
    detector = faithfulness_llm(llm=llm, extractor=SentenceClaims(), answer="excerpt")
    list(detector(Document("a", "It opened in 1912.", context=("Nothing.", CONTEXT))))
    properties = json.loads(llm.requests[0].schema)["properties"]
    assert properties["source"]["enum"] == [0, 1, 2], "no number that stands for no source"
    assert list(properties) == ["verdict", "source", "excerpt"] and properties["excerpt"]["maxLength"] == 300


def test_a_long_context_is_cut_to_what_matters() -> None:
    asked: list[str] = []

    def answer(request: CompletionRequest) -> str:
        asked.append(request.messages[0].content)
        return "No"

    filler = " ".join(f"Filler sentence number {i} says nothing at all." for i in range(400))
    document = Document("a", "The museum opened in 1912.", context=(f"{filler} {CONTEXT}",))
    list(faithfulness_llm(llm=Scripted(answer), extractor=SentenceClaims(), words=200)(document))
    assert "opened in 1912" in asked[0].partition("Claim:")[0] and len(asked[0].split()) < 400


def test_one_positive_question_a_claim_over_the_same_beginning() -> None:
    probabilities = {"The museum opened in 1912.": 0.9, "The museum shows Dutch masters.": 0.2}

    def answer(request: CompletionRequest) -> Completion:
        yes = next((p for text, p in probabilities.items() if f"{text}<" in request.messages[0].content), 0.4)
        return Completion(option_probs=(yes, 1 - yes), tokens_in=7)

    llm = Scripted(answer)
    found = list(faithfulness_llm(llm=llm, extractor=SentenceClaims())(Document("a", ANSWER, context=(CONTEXT,))))
    assert [v.score for v in found] == pytest.approx([0.1, 0.8, 0.6])
    assert [v.label for v in found] == [Label.SUPPORTED, Label.NOT_ENOUGH_EVIDENCE, Label.NOT_ENOUGH_EVIDENCE]
    assert found[1].judgement is Judgement.NOT_FACTUAL
    assert word_of(found[1]) == "judged not factual, with nothing to quote", "it was held against the context"
    assert stated(found[1]) == "entailed by the context 0.20"
    assert [dict(v.raw) for v in found] == [{"p_supported": p} for p in (0.9, 0.2, 0.4)]
    assert found[0].deciding is not None and found[0].deciding.quote == "The museum opened in 1912."
    prompts = [r.messages[0].content for r in llm.requests]
    assert len({p.partition("Claim:")[0] for p in prompts}) == 1 and {r.options for r in llm.requests} == {
        ("Yes", "No")
    }
    assert sum(v.cost.llm_calls for v in found) == 3 and sum(v.cost.tokens_in for v in found) == 21


def test_what_asserts_nothing_is_not_asked_about_and_the_verdict_says_why() -> None:
    llm = Scripted(lambda request: Completion(option_probs=(0.9, 0.1)))
    document = Document("a", "Who opened the museum? The museum opened in 1912.", context=(CONTEXT,))
    question, stated = faithfulness_llm(llm=llm, extractor=SentenceClaims())(document)
    assert (question.label, question.score) == (Label.NOT_ENOUGH_EVIDENCE, 0.5)
    assert question.rationale == "not checked: a question"
    assert stated.label is Label.SUPPORTED and len(llm.requests) == 1


def test_an_answer_that_is_neither_yes_nor_no_fails_its_claim_alone() -> None:
    answers = iter(["Yes", "Perhaps.", "No"])
    detector = faithfulness_llm(llm=Scripted(lambda r: next(answers)), extractor=SentenceClaims())
    labels = [v.label for v in detector(Document("a", ANSWER, context=(CONTEXT,)))]
    assert labels == [Label.SUPPORTED, Label.FAILED, Label.NOT_ENOUGH_EVIDENCE]


words = st.lists(st.text("abcdefg", min_size=1, max_size=5), min_size=3, max_size=12)


@given(words, st.integers(0, 9), st.integers(3, 6))
def test_what_stands_in_a_text_is_found_whatever_the_spaces(text: list[str], start: int, length: int) -> None:
    start = min(start, len(text) - 3)
    part = text[start : start + length]
    found = locate(" \n ".join(part), " ".join(text))
    assert found is not None and found.of(" ".join(text)) == " ".join(part)


def test_too_short_or_foreign_excerpts_are_not_found() -> None:
    assert locate("the", "the museum in the town") is None
    assert locate("", "text") is None
    assert locate("opened in 1913", CONTEXT) is None
    assert BackendError("x").exit_code == 4


HEARD = Likelihoods((0.1, 0.2, 0.7), (0.7, 0.2, 0.1))


class Says:
    """A language model that says the same of every claim, and remembers what it was asked."""

    digest, tokens = "", 0

    def __init__(self, true: float, false: float, error: str = "") -> None:
        self.info = Scripted(lambda _: Completion()).info
        self.answer = Answer(true, false, 1 - true - false, Cost(llm_calls=1), error)
        self.asked: list[Question] = []

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        self.asked += questions
        return [self.answer for _ in questions]


MEASURED = ExpertTable((-1.0, 1.0), HEARD, "sha")


GIVEN = GivenScore("sha", "two numbers", (0.0, 1.0, *[0.0] * 17), (0.0, 0.0, 1.0, *[0.0] * 16))
"""Log-odds of true and of false are those of the strongest sentence for and against a claim."""


def heard(
    says: Says,
    claim: str,
    table: dict[tuple[str, str], tuple[float, float, float]],
    counted: ExpertTable = MEASURED,
    given: GivenScore | None = GIVEN,
) -> Verdict:
    consultant = Consultant(says, counted, 0.1)
    method = faithfulness(nli=TableNLI(table), extractor=SentenceClaims(), consultant=consultant, score=given)
    (verdict,) = method(Document("a", claim, context=(CONTEXT,)))
    return verdict


OPENED = "The museum has been open to visitors for long."


def test_a_language_model_that_is_sure_decides_and_its_sentence_is_quoted() -> None:
    says = Says(0.98, 0.01)
    opened = {("The museum opened in 1912.", OPENED): (0.1, 0.8, 0.1)}
    verdict = heard(says, OPENED, opened)
    assert verdict.label is Label.SUPPORTED
    assert verdict.deciding is not None and verdict.deciding.quote in CONTEXT
    assert verdict.rationale.endswith("the language model was asked, too")
    assert verdict.cost.llm_calls == len(says.asked) >= 1
    assert heard(Says(0.01, 0.98), OPENED, opened).label is Label.REFUTED


@pytest.mark.parametrize(
    ("true", "false", "nli", "label"),
    [
        (0.98, 0.01, (0.1, 0.8, 0.1), Label.SUPPORTED),
        (0.8, 0.1, (0.1, 0.8, 0.1), Label.NOT_ENOUGH_EVIDENCE),  # not sure enough alone
        (0.6, 0.2, (0.75, 0.1, 0.15), Label.SUPPORTED),  # it leans the same way
        (0.15, 0.7, (0.75, 0.1, 0.15), Label.NOT_ENOUGH_EVIDENCE),  # it does not
        (0.01, 0.95, (0.75, 0.1, 0.15), Label.NOT_ENOUGH_EVIDENCE),  # however sure the language model is
        (0.01, 0.95, (0.95, 0.03, 0.02), Label.SUPPORTED),  # it is not asked
        (0.95, 0.01, (0.02, 0.08, 0.9), Label.REFUTED),
        (0.95, 0.01, (0.1, 0.2, 0.7), Label.NOT_ENOUGH_EVIDENCE),
        (0.1, 0.8, (0.1, 0.2, 0.7), Label.REFUTED),
        (0.1, 0.1, (0.3, 0.6, 0.1), Label.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_what_both_say_is_weighed(true: float, false: float, nli: tuple[float, float, float], label: Label) -> None:
    sentence = "The museum opened in 1912."
    claim = "The museum in town opened in 1912."
    assert heard(Says(true, false), claim, {(sentence, claim): nli}).label is label


@pytest.mark.parametrize(
    ("true", "false", "nli", "label"),
    [
        (0.85, 0.1, (0.1, 0.8, 0.1), Label.NOT_ENOUGH_EVIDENCE),
        (0.3, 0.5, (0.8, 0.1, 0.1), Label.SUPPORTED),  # it leans to nothing
        (0.95, 0.01, (0.1, 0.8, 0.1), Label.SUPPORTED),
        (0.01, 0.95, (0.8, 0.1, 0.1), Label.NOT_ENOUGH_EVIDENCE),
    ],
)
def test_a_reader_that_was_not_measured_counts_little(
    true: float, false: float, nli: tuple[float, float, float], label: Label
) -> None:
    claim, unknown = "The museum in town opened in 1912.", ExpertTable((-1.0, 1.0), HEARD)
    table = {("The museum opened in 1912.", claim): nli}
    assert heard(Says(true, false), claim, table, unknown, None).label is label
    assert heard(Says(true, false), claim, table, MEASURED, None).label is label
    assert heard(Says(true, false), claim, table, unknown).label is label


def test_what_a_reader_that_was_not_measured_decides_has_no_measured_score() -> None:
    claim, unknown = "The museum in town opened in 1912.", ExpertTable((-1.0, 1.0), HEARD)
    table = {("The museum opened in 1912.", claim): (0.65, 0.2, 0.15)}
    verdict = heard(Says(0.01, 0.95), claim, table, unknown)
    assert verdict.label is Label.REFUTED and verdict.score == pytest.approx(0.95)
    assert verdict.note == UNCALIBRATED
    left_open = heard(Says(0.4, 0.3), claim, table, unknown)
    assert left_open.label is Label.NOT_ENOUGH_EVIDENCE and not left_open.note


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (
            "The museum is open daily except Mondays.",
            "The museum is closed on Sundays.",
            "the context contradicts itself",
        ),
        ("The museum is open daily except Mondays.", "The museum in Ulm is closed on Sundays.", "context 1 entails it"),
        ("The museum is open daily except Mondays.", "The museum is closed on Tuesdays.", "context 1 entails it"),
    ],
)
def test_texts_that_settle_a_claim_each_way_contradict_each_other(one: str, other: str, why: str) -> None:
    method = faithfulness(nli=TableNLI({}), extractor=SentenceClaims(), score=GIVEN)
    (verdict,) = method(Document("a", "The museum is open on Sundays.", context=(one, other)))
    assert verdict.rationale.startswith(why)


def test_beside_a_text_in_another_language_the_score_is_not_calibrated() -> None:
    nli = TableNLI({})
    nli.info = replace(nli.info, languages=("en",))
    method = faithfulness(nli=nli, extractor=SentenceClaims(), score=GIVEN)
    foreign = "这款水壶容量为1.7升，机身由不锈钢制成，水烧开后会自动断电。"
    notes = [
        verdict.note
        for context in (foreign, CONTEXT)
        for verdict in method(Document("a", "The kettle holds 1.7 litres.", context=(context,)))
    ]
    assert notes == [UNCALIBRATED, ""]


def test_the_score_is_what_is_likely_and_a_side_that_is_less_likely_than_not_is_withdrawn() -> None:
    claim = "The museum in town opened in 1912."
    table = {("The museum opened in 1912.", claim): (0.9, 0.05, 0.05)}
    verdict = heard(Says(0.0, 0.0), claim, table)
    odds = np.array([9.0, 1.0, 1 / 19])
    assert verdict.label is Label.SUPPORTED and verdict.score == pytest.approx(1 - odds[0] / odds.sum())
    assert not verdict.note
    method = faithfulness(
        nli=TableNLI(table), extractor=SentenceClaims(), score=replace(GIVEN, true=(-3.0, *GIVEN.true[1:]))
    )
    (doubted,) = method(Document("a", claim, context=(CONTEXT,)))
    assert doubted.label is Label.NOT_ENOUGH_EVIDENCE and doubted.score > 0.5 and doubted.deciding is None


@pytest.mark.parametrize(
    ("false", "nli", "context", "asked"),
    [
        (0.5, (0.98, 0.01, 0.01), CONTEXT, 0),  # the NLI models are sure
        (0.5, (0.01, 0.01, 0.98), CONTEXT, 0),
        (0.5, (0.2, 0.7, 0.1), "Cats sleep all day.", 0),  # nothing there is about the claim
        (0.95, (0.8, 0.1, 0.1), CONTEXT, 1),  # open, whatever could be quoted for it
        (0.72, (0.2, 0.7, 0.1), CONTEXT, 1),  # not sure enough to be quoted
        (0.95, (0.2, 0.7, 0.1), CONTEXT, 3),  # the question, and which of two sentences says so
    ],
)
def test_the_language_model_is_asked_only_where_that_may_settle_more(
    false: float, nli: tuple[float, float, float], context: str, asked: int
) -> None:
    says, claim = Says(0.02, false), "The museum in town opened in 1912."
    consultant = Consultant(says, MEASURED, 0.1)
    table = {("The museum opened in 1912.", claim): nli}
    method = faithfulness(nli=TableNLI(table), extractor=SentenceClaims(), consultant=consultant)
    list(method(Document("a", claim, context=(context,))))
    assert len(says.asked) == asked


def test_without_an_answer_the_nli_model_decides_and_a_note_says_why() -> None:
    told = {(CONTEXT[:26], "The museum in town opened in 1912."): (0.8, 0.1, 0.1)}
    verdict = heard(Says(0.0, 1.0, error="the prompt is too long"), "The museum in town opened in 1912.", told)
    assert verdict.label is Label.SUPPORTED
    assert "the prompt is too long" in verdict.note
    assert "asked" not in verdict.rationale
    unknown = heard(
        Says(0.0, 1.0, error="the prompt is too long"), "The museum in town opened in 1912.", told, given=None
    )
    assert unknown.note == f"{UNCALIBRATED}\n{verdict.note}"


def test_no_sentence_no_question() -> None:
    says = Says(0.9, 0.05)
    method = faithfulness(nli=TableNLI({}), extractor=SentenceClaims(), consultant=Consultant(says, MEASURED, 0.1))
    assert [v.label for v in method(Document("a", ANSWER))] == [Label.NOT_ENOUGH_EVIDENCE] * 3
    assert not says.asked
