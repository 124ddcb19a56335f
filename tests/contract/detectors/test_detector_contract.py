"""What every detector promises: whatever comes in comes out, scores in [0, 1], the same for the same seed, no model idly."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.errors import LLMError, MissingModel
from localcheck.ports import NLI, Encoder
from localcheck.registry import DETECTORS
from localcheck.settings.signatures import parameters, ports
from localcheck.text.sentences import split_sentences
from localcheck.types import Completion, CompletionRequest, Cost, Document, Judgement, Label, Span, TokenScore, Verdict

TEXT = "Ada Lovelace was an English mathematician. She wrote notes on the Analytical Engine. She was born in Paris in 1920."
SAMPLES = (
    "Ada Lovelace was an English mathematician and writer. She worked on the Analytical Engine with Babbage.",
    "Ada Lovelace (1815-1852) was a mathematician. She was born in London. She wrote notes on a machine.",
)
DOCUMENT = Document("ada", TEXT, title="Ada Lovelace", samples=SAMPLES, context=SAMPLES[:1])

SENTENCE_LEVEL = [
    *("all-false", "greybox", "self-detection", "selfcheck-bertscore", "selfcheck-ngram", "selfcheck-nli"),
    *("selfcheck-prompt", "selfcheck-qa", "shared-words"),
]
PASSAGE_LEVEL = ["lm-vs-lm", "reverse-em", "reverse-qg", "zero-shot"]
WITH_SAMPLES = [name for name in SENTENCE_LEVEL if name.startswith("selfcheck-")]
WITH_LLM = ["greybox", "self-detection", "selfcheck-prompt", "selfcheck-qa", *PASSAGE_LEVEL]

SCHEMA_ANSWERS = {
    "questions": {"questions": [{"question": "Where was she born?", "options": ["Paris", "London", "Rome", "Bonn"]}]},
    "answer": {"answer": "Ada Lovelace."},
    "features": {"features": ["English mathematician", "born in Paris"]},
    "entity": {"entity": "Ada Byron", "percent": 80, "unmet": ["born in Paris"]},
}


def answer(request: CompletionRequest) -> Any:
    """A model that answers everything in the form that was asked for."""
    if request.score_text:
        return Completion(tokens=(tuple(scores(request.score_text)),), tokens_in=30, seconds=0.1)
    if request.options:
        share = 1.0 / len(request.options)
        return Completion(option_probs=(share,) * len(request.options), tokens_in=9)
    if request.schema:
        key = json.loads(request.schema)["required"][0]
        return json.dumps(SCHEMA_ANSWERS[key])
    if request.key.startswith("qg/stage1"):
        return "Who wrote notes on the Analytical Engine?"
    if request.n > 1:
        return [f"Ada Lovelace was person number {i % 3} of her time." for i in range(request.n)]
    return "The entity that matches the requirements 100% is Ada Lovelace. Who else was it?"


def scores(text: str) -> Iterator[TokenScore]:
    """A token a word, the longer the less expected."""
    for match in re.finditer(r"\s*\S+", text):
        word = match.group()
        yield TokenScore(word, -0.3 * len(word), 0.1 * len(word), (), Span(*match.span()))


def build(name: str, llm: Any = None, **options: Any) -> Callable[[Document], Iterator[Verdict]]:
    """The detector with its ports filled by fakes."""
    factory = DETECTORS.load(name)
    given: dict[str, Any] = {}
    for port, (kind, required) in ports(factory).items():
        if kind in (NLI, Encoder):
            given[port] = TableNLI({(SAMPLES[1], "She was born in Paris in 1920."): (0.05, 0.05, 0.9)})
        elif port == "llm" and (required or llm is not None):
            given[port] = llm or Scripted(answer)
    detector: Callable[[Document], Iterator[Verdict]] = factory(**given, **options)
    return detector


def timeless(verdicts: list[Verdict]) -> list[Verdict]:
    """Verdicts without the seconds that they took."""
    return [replace(verdict, cost=replace(verdict.cost, seconds=0.0)) for verdict in verdicts]


def check(verdicts: list[Verdict]) -> None:
    """What holds for every verdict."""
    for verdict in verdicts:
        assert 0.0 <= verdict.score <= 1.0
        assert all(math.isfinite(value) for _, value in verdict.raw)
        assert (verdict.label is Label.FAILED) == bool(verdict.error)
        assert verdict.rationale or verdict.error
        assert verdict.best is None or verdict.best < len(verdict.evidence)
        if verdict.label in (Label.SUPPORTED, Label.REFUTED):
            assert verdict.deciding is not None and verdict.deciding.quote, "a label needs a quote"
    assert len({verdict.claim.id for verdict in verdicts}) == len(verdicts)


@pytest.mark.parametrize("name", SENTENCE_LEVEL)
def test_every_sentence_comes_out_in_order(name: str) -> None:
    verdicts = list(build(name)(DOCUMENT))
    check(verdicts)
    sentences = split_sentences(TEXT)
    assert [(v.claim.sentence, v.claim.text, v.claim.span) for v in verdicts] == [
        (s.index, s.text, s.span) for s in sentences
    ]
    assert not any(v.error for v in verdicts)


@pytest.mark.parametrize("name", PASSAGE_LEVEL)
def test_a_passage_gets_one_verdict_over_its_whole_text(name: str) -> None:
    verdicts = list(build(name)(DOCUMENT))
    check(verdicts)
    assert [v.claim.span.of(TEXT) for v in verdicts] == [TEXT]
    assert verdicts[0].judgement in (Judgement.FACTUAL, Judgement.NOT_FACTUAL)


@pytest.mark.parametrize("name", [*SENTENCE_LEVEL, *PASSAGE_LEVEL])
def test_the_same_twice(name: str) -> None:
    first, second = list(build(name)(DOCUMENT)), list(build(name)(DOCUMENT))
    assert timeless(first) == timeless(second)


@pytest.mark.parametrize("name", [*SENTENCE_LEVEL, *PASSAGE_LEVEL])
@pytest.mark.parametrize("text", ["", "  \n", "?!", "a" * 5000, "\u202e\u0000 — “”", "Ōjin wa. 日本の天皇。"])
def test_odd_texts_do_not_end_the_run(name: str, text: str) -> None:
    verdicts = list(build(name)(replace(DOCUMENT, text=text)))
    check(verdicts)
    if name in SENTENCE_LEVEL:
        assert len(verdicts) == len(split_sentences(text))


@pytest.mark.parametrize("name", WITH_SAMPLES)
def test_a_reference_takes_the_place_of_samples(name: str) -> None:
    verdicts = list(build(name, against="reference")(replace(DOCUMENT, samples=())))
    check(verdicts)
    assert not any(v.error for v in verdicts)
    assert "1 reference text" in verdicts[0].rationale


@pytest.mark.parametrize("name", WITH_SAMPLES)
def test_a_missing_reference_fails_every_sentence_and_says_why(name: str) -> None:
    verdicts = list(build(name, against="reference")(replace(DOCUMENT, context=())))
    assert {v.label for v in verdicts} == {Label.FAILED}
    assert len(verdicts) == 3
    assert "reference" in verdicts[0].error


@pytest.mark.parametrize("name", WITH_SAMPLES)
def test_samples_are_drawn_once_where_there_are_none(name: str) -> None:
    llm = Scripted(answer)
    verdicts = list(build(name, llm, samples=5, seed=7)(replace(DOCUMENT, samples=())))
    drawn = [r for r in llm.requests if r.n > 1]
    assert [(r.n, r.seed, r.temperature) for r in drawn] == [(5, 7, 1.0)]
    assert drawn[0].messages[0].content == "Write the Wikipedia passage about Ada Lovelace, and nothing else."
    assert "title" in verdicts[0].note
    assert sum((v.cost for v in verdicts), Cost()).samples == 5


@pytest.mark.parametrize("name", WITH_SAMPLES)
def test_neither_prompt_nor_title_is_a_failure_of_this_document_alone(name: str) -> None:
    verdicts = list(build(name, Scripted(answer))(Document("bare", TEXT)))
    assert {v.label for v in verdicts} == {Label.FAILED}


@pytest.mark.parametrize("name", ["selfcheck-ngram", "selfcheck-nli", "selfcheck-bertscore"])
def test_no_llm_is_asked_where_samples_are_given(name: str) -> None:
    llm = Scripted([])
    assert len(list(build(name, llm)(DOCUMENT))) == 3
    assert llm.requests == []


@pytest.mark.parametrize("name", ["selfcheck-ngram", "selfcheck-nli", "selfcheck-bertscore"])
def test_no_samples_and_no_llm_names_the_way_out(name: str) -> None:
    with pytest.raises(MissingModel) as caught:
        list(build(name)(replace(DOCUMENT, samples=())))
    assert "--llm" in caught.value.hint


@pytest.mark.parametrize("name", WITH_LLM)
def test_one_failed_request_fails_its_claim_and_no_other(name: str) -> None:
    calls = 0

    def failing(request: CompletionRequest) -> Any:
        nonlocal calls
        calls += 1
        return Completion(error="the model ran out of context") if calls == 1 else answer(request)

    verdicts = list(build(name, Scripted(failing))(DOCUMENT))
    check(verdicts)
    assert len(verdicts) == (1 if name in PASSAGE_LEVEL else 3)
    failed = [v for v in verdicts if v.label is Label.FAILED]
    if name in ("selfcheck-prompt", "greybox"):
        return  # one of several samples, or of one request for several sentences
    assert [v.error for v in failed] == ["the model ran out of context"]


@pytest.mark.parametrize("name", WITH_LLM)
def test_a_backend_that_breaks_is_not_hidden(name: str) -> None:
    with pytest.raises(LLMError):
        list(build(name, Scripted([]))(DOCUMENT))


@pytest.mark.parametrize("name", WITH_LLM)
def test_cost_counts_every_call(name: str) -> None:
    llm = Scripted(answer)
    total = sum((v.cost for v in build(name, llm)(DOCUMENT)), Cost())
    assert total.llm_calls == len(llm.requests) > 0
    assert total.tokens_in > 0


@pytest.mark.parametrize("name", SENTENCE_LEVEL)
def test_verdicts_come_one_by_one(name: str) -> None:
    stream = build(name)(DOCUMENT)
    assert next(stream).claim.id == "0.0"
    stream.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [*SENTENCE_LEVEL, *PASSAGE_LEVEL])
def test_options_have_plain_types_and_defaults(name: str) -> None:
    for option in parameters(DETECTORS.load(name)):
        assert option.default is not option.annotation
        assert isinstance(option.default, str | int | float | bool)


def test_sentences_that_a_data_set_gives_are_kept() -> None:
    given = [TEXT[:42], "She wrote notes on the Analytical Engine. She was born in Paris in 1920."]
    document = replace(DOCUMENT, sentences=tuple(given))
    assert [v.claim.text for v in build("selfcheck-ngram")(document)] == given
