"""Statements of fact: completed from the question, and refuted only by an article about what they name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from localcheck.agent.facts import facts_of, with_question
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.sentence_level import sentences_of
from localcheck.judging.together import drive
from localcheck.sources.memory import MemoryRetriever
from localcheck.types import Claim, Document, Label, Passage, Source, Span, Verdict
from tests.unit.evidence_models import simple_model

QUESTION = "Who hosted the show that Amy Goodman left in 1996?"


def texts(answer: str, question: str = QUESTION) -> list[str]:
    document = Document("d", answer, prompt=question)
    return [
        c.text for c in with_question(RuleClaims().extract(document, sentences_of(document)), document) if c.checkable
    ]


@pytest.mark.parametrize("answer", ["The host was an activist.", "1958 was the year.", "Pirelli"])
def test_what_names_nothing_is_read_with_the_question(answer: str) -> None:
    assert texts(answer) == [f"{QUESTION} {answer}"]


def test_what_stands_for_itself_is_left_alone() -> None:
    assert texts("Larry Bensky hosted the show.") == ["Larry Bensky hosted the show."]
    assert texts("The host was an activist.", "Tell me about the host.") == ["The host was an activist."]


def judged(title: str, **info: Any) -> Verdict:
    claim = Claim("0.0", 0, "Michael Phelps has won 28 medals.", Span(0, 33))
    said = "Michael Phelps won 8 medals."
    retriever = MemoryRetriever([Passage(title, said, Source("memory", "m"))])
    retriever.info = replace(retriever.info, **info)
    premise = said if said.startswith(title) else f"{title}. {said}"
    nli = TableNLI({(premise, claim.text): (0.01, 0.01, 0.98), (said, claim.text): (0.01, 0.01, 0.98)})
    facts = facts_of(retriever, simple_model(), Beside(nli), 5)
    return drive(nli, facts.judge(claim, Document("d", claim.text), ""))


def test_only_an_article_that_the_claim_names_refutes_it() -> None:
    assert judged("Michael Phelps").label is Label.REFUTED
    other = judged("Summer Olympic Games")
    assert other.label is Label.NOT_ENOUGH_EVIDENCE
    assert "something that the claim does not name" in other.rationale
    assert other.best is None


def test_the_titles_of_web_pages_are_not_asked() -> None:
    assert judged("Summer Olympic Games", evidence="web").label is Label.REFUTED


def test_texts_that_came_with_the_document_are_read_as_faithfulness_reads_them() -> None:
    from localcheck.evaluate.prepare import GivenPassages

    claim = Claim("0.0", 0, "The tower has 7 floors.", Span(0, 23))
    document = Document("d", claim.text, context=("The tower has 9 floors.",))
    nli = TableNLI({("The tower has 9 floors.", claim.text): (0.01, 0.01, 0.98)})
    facts = facts_of(GivenPassages(), simple_model(), Beside(nli), 2)
    verdict = drive(nli, facts.judge(claim, document, ""))
    assert (verdict.label, verdict.rationale) == (Label.REFUTED, "context 1 contradicts it (claim: 7, source: 9)")
    assert drive(nli, facts.judge(claim, document, "no such language")).label is Label.NOT_ENOUGH_EVIDENCE
