"""A language model that reads what the NLI model does not: who is asked about what, and what the verdicts say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from localcheck.agent.tools.described import open_toolbox
from localcheck.asking.expert import Answer, Question
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.detectors.agent import agent
from localcheck.detectors.bayes_sequential import bayes_sequential
from localcheck.detectors.faithfulness import faithfulness
from localcheck.errors import NLIError
from localcheck.judging.context import judge_in_context
from localcheck.judging.evidence.find_tables import find_evidence
from localcheck.judging.evidence.learned import FEW, OF_GIVEN, Given, by_who_reads
from localcheck.judging.evidence.read import Reading
from localcheck.judging.evidence.score import Tables
from localcheck.judging.expert import Consultant
from localcheck.judging.opinion import Reader
from localcheck.judging.polyglot import READ_BY_IT, SHARPER, JudgeNLI, is_other, polyglot
from localcheck.judging.sequential import judge
from localcheck.judging.together import Judging, drive
from localcheck.models.catalogue import languages_read
from localcheck.ports import NLI, Extractor, FloatArray, Retriever, SentenceEncoder, SpanReader
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.sources.memory import MemoryRetriever
from localcheck.stats.bayes import Likelihoods
from localcheck.store.agent_memory import AgentMemory
from localcheck.types import Claim, Cost, Document, Label, Passage, Source, Span
from localcheck.types.infos import LLMInfo, ModelInfo
from tests.unit.evidence_models import simple_model

LIBRARY = "图书馆周一闭馆。每人最多可借五本书。"
TRUE, FALSE = "每个人可以借五本书。", "每个人可以借八本书。"
ENGLISH = ("The library is closed on Mondays.", "The library is open on Mondays.")


class ScriptedJudge:
    """A judge that says of each question what ``answer`` says, and remembers what it was asked."""

    info, digest, tokens = LLMInfo("judge", "scripted", "a" * 64, 2048), "b" * 64, 100

    def __init__(self, answer: Callable[[Question], Answer]) -> None:
        self._answer = answer
        self.asked: list[list[Question]] = []

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        self.asked.append(list(questions))
        return [self._answer(question) for question in questions]


def by_number(question: Question) -> Answer:
    """True where both have a five, false where the claim has an eight, else neither."""
    about = "借" in question.evidence
    shares = (0.7, 0.1) if about and "五" in question.claim else (0.1, 0.7) if about else (0.1, 0.1)
    return Answer(*shares, 1.0 - sum(shares), Cost())


class Spans(TableNLI):
    """An English model of two parts."""

    def read_spans(self, asks: Sequence[Sequence[tuple[str, str]]]) -> list[FloatArray]:
        return [self.entail(ask) for ask in asks]


def english(made: type[TableNLI] = TableNLI) -> TableNLI:
    nli = made({ENGLISH: (0.05, 0.05, 0.9)})
    nli.info = replace(nli.info, languages=("en",))
    return nli


def both(judge: ScriptedJudge, nli: NLI | None = None) -> NLI:
    return polyglot(nli or english(), ("en", "zh"), lambda: JudgeNLI(judge, ("zh",)))


def test_each_pair_is_read_by_the_model_that_reads_its_language_and_the_rows_keep_their_order() -> None:
    judge = ScriptedJudge(by_number)
    rows = both(judge).entail([(LIBRARY, TRUE), ENGLISH, (LIBRARY, FALSE)])
    assert rows.argmax(axis=1).tolist() == [0, 2, 2] and np.allclose(rows.sum(axis=1), 1.0)
    assert [question.claim for asked in judge.asked for question in asked] == sorted((TRUE, FALSE))
    assert rows[0, 0] == pytest.approx(0.7**SHARPER / (0.7**SHARPER + 0.1**SHARPER + 0.2**SHARPER))


def test_a_short_hypothesis_takes_the_language_of_its_premise() -> None:
    judge = ScriptedJudge(by_number)
    both(judge).entail([(LIBRARY, "5!"), (ENGLISH[0], "5!")])
    assert [[question.evidence for question in asked] for asked in judge.asked] == [[LIBRARY]]


def test_what_was_said_is_not_asked_again() -> None:
    judge = ScriptedJudge(by_number)
    reader = both(judge)
    first = reader.entail([(LIBRARY, TRUE), (LIBRARY, TRUE)])
    assert np.array_equal(first, reader.entail([(LIBRARY, TRUE)] * 2)) and sum(map(len, judge.asked)) == 1


def test_spans_are_read_where_the_nli_model_reads_spans_and_only_there() -> None:
    judge = ScriptedJudge(by_number)
    plain, spans = both(judge), both(judge, english(Spans))
    assert isinstance(spans, SpanReader) and not isinstance(plain, SpanReader)
    found = spans.read_spans([[(LIBRARY, TRUE), ENGLISH], [ENGLISH], [], [(LIBRARY, FALSE)]])
    assert [rows.argmax(axis=1).tolist() for rows in found] == [[0, 2], [2], [], [2]]
    assert len(judge.asked) == 1, "all asks together"


def test_its_tables_are_those_of_the_nli_model_and_a_model_of_all_languages_needs_no_other() -> None:
    nli, judge = english(), ScriptedJudge(by_number)
    reader = both(judge, nli)
    assert reader.info == replace(nli.info, languages=(*nli.info.languages, "zh"))
    assert is_other(reader, TRUE, "") and not is_other(reader, ENGLISH[1], LIBRARY) and not is_other(nli, TRUE, "")
    german = polyglot(nli, ("de",), lambda: None)
    assert not is_other(german, "World War II began in 1914.", "World War II began on 1 September 1939 in Poland.")
    assert is_other(german, "Der Rhein fließt in die Nordsee.", "Der Rhein ist ein Strom und mündet in die Nordsee.")
    assert is_other(reader, "5!", LIBRARY) and not is_other(reader, "5!", "")
    assert polyglot(nli, ("en",), lambda: None) is nli and polyglot(nli, (), lambda: None) is nli
    anything = english()
    anything.info = replace(nli.info, languages=("*",))
    assert polyglot(anything, ("zh",), lambda: None) is anything


def test_a_model_that_could_not_be_opened_leaves_its_languages_open_and_one_that_fails_says_so() -> None:
    closed = polyglot(english(), ("zh",), lambda: None)
    assert closed.entail([(LIBRARY, TRUE), ENGLISH]).argmax(axis=1).tolist() == [1, 2]
    failing = ScriptedJudge(lambda question: Answer(1 / 3, 1 / 3, 1 / 3, Cost(), "out of memory"))
    with pytest.raises(NLIError, match="out of memory"):
        both(failing).entail([(LIBRARY, TRUE)])


def test_an_answer_in_chinese_is_judged_beside_its_context_and_its_verdict_says_who_read_it() -> None:
    detector = faithfulness(nli=both(ScriptedJudge(by_number)), extractor=SentenceClaims())
    found = list(detector(Document("x", f"{TRUE}{FALSE}它有停车场。", context=(LIBRARY,))))
    assert [verdict.label for verdict in found] == [Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE]
    assert all(READ_BY_IT in verdict.note for verdict in found)
    assert found[0].deciding is not None and found[0].deciding.quote == "每人最多可借五本书。"
    (nothing,) = detector(Document("x", TRUE, context=("",)))
    assert READ_BY_IT not in nothing.note, "nothing was read"
    (without,) = faithfulness(nli=english(), extractor=SentenceClaims())(Document("x", TRUE, context=(LIBRARY,)))
    assert without.label is Label.NOT_ENOUGH_EVIDENCE and "not covered" in without.note


def test_a_language_is_read_only_where_somebody_measured_it() -> None:
    assert "zh" in languages_read("qwen2.5-coder-1.5b-instruct") and languages_read("server:http://127.0.0.1:1#m") == ()


def test_the_info_of_a_judge_is_bound_to_model_and_head() -> None:
    judge = ScriptedJudge(by_number)
    other = ScriptedJudge(by_number)
    other.digest = "c" * 64
    one, two = (JudgeNLI(each, ("zh",)).info for each in (judge, other))
    assert isinstance(one, ModelInfo) and one.sha256 != two.sha256 and one.classes == 3


def test_only_with_thorough_and_a_model_that_was_measured_are_more_languages_read(home: Path) -> None:
    thorough = Settings(effort="thorough", llm="gguf:qwen2.5-coder-1.5b-instruct", nli="starter-nli")
    for settings, languages in (
        (thorough, {"en", "de", "es", "fr", "it", "ja", "pt", "ru", "zh"}),
        (replace(thorough, effort="quick"), {"en"}),
        (replace(thorough, llm="gguf:smollm2-135m-instruct"), {"en"}),
    ):
        with open_runtime(settings) as runtime:
            assert set(runtime.provide(NLI).info.languages) == languages and not runtime.asks


def test_the_agent_and_the_detectors_have_less_read_where_the_language_model_reads() -> None:
    reader = both(ScriptedJudge(by_number))
    asked_too = Consultant(ScriptedJudge(by_number), None, 1.0)  # type: ignore[arg-type]
    for text, expected in ((TRUE, (FEW, None)), (ENGLISH[1], (OF_GIVEN, asked_too))):
        seen: list[tuple[Reading, Consultant | None]] = []

        def judging(by: Reader, asked: Consultant | None) -> Judging:
            assert isinstance(by, Given)
            seen.append((by.reading, asked))  # noqa: B023
            return judge_in_context(Claim("0.0", 0, TRUE, Span(0, len(TRUE))), (), by)

        drive(reader, by_who_reads(reader, text, text, Given(), asked_too, judging))
        assert seen == [expected]
    assert FEW.sentences < OF_GIVEN.sentences


def test_the_agent_says_who_read_also_of_a_verdict_that_it_remembers() -> None:
    retriever = MemoryRetriever([Passage("图书馆", LIBRARY, Source("memory", "m"))])
    retriever.info = replace(retriever.info, digest="index-1", language="zh")
    nli = both(ScriptedJudge(by_number))
    tables = Tables(simple_model, lambda: simple_model().likelihoods)
    ports: dict[type, Any] = {NLI: nli, SentenceEncoder: None, Retriever: retriever, Extractor: SentenceClaims()}
    with AgentMemory(None) as memory:
        given = {"nli": nli, "retriever": retriever, "extractor": SentenceClaims(), "tables": tables, "memory": memory}
        detect = agent(toolbox=open_toolbox(ports.get, ports.__contains__, Settings()), **given)
        first, again = (next(detect(Document("x", TRUE))) for _ in range(2))
    assert dict(again.raw) == {"recalled": 1.0} and again.label is first.label
    assert READ_BY_IT in first.note and again.note == first.note


def test_beside_an_index_less_is_read_of_an_article_for_the_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = []

    def seen(claim: Claim, *given: Any, **named: Any) -> Any:
        readings.append(given[3].reading)
        return judge(claim, *given, **named)

    monkeypatch.setattr("localcheck.detectors.bayes_sequential.judge", seen)
    articles = MemoryRetriever([Passage("Library", f"{ENGLISH[0]} {LIBRARY}", Source("memory", "memory"))])
    tables = Tables(lambda: find_evidence("", "index")[0], lambda: Likelihoods((0.1,) * 10, (0.1,) * 10))
    detector = bayes_sequential(
        nli=both(ScriptedJudge(by_number)), retriever=articles, extractor=SentenceClaims(), tables=tables
    )
    for text in (TRUE, ENGLISH[1]):
        list(detector(Document("x", text)))
    assert readings[0] == FEW and readings[1] != FEW
