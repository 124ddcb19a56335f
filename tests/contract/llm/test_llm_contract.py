"""What every backend promises (``ports.LLM``, ``types.CompletionRequest``)."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise

import pytest

from localcheck.ports import LLM
from localcheck.types import CompletionRequest, Message, TokenScore
from localcheck.types.infos import LLMInfo

ASK = CompletionRequest(messages=(Message("user", "The river runs to"),), max_tokens=8)
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": ["yes", "no"]}},
        "required": ["answer"],
        "additionalProperties": False,
    }
)


def test_answers_come_in_order_and_none_is_lost(llm: LLM) -> None:
    requests = [replace(ASK, options=("yes", "no")), ASK, replace(ASK, n=3, temperature=1.0)]
    completions = llm.complete(requests)
    assert [len(c.texts) for c in completions] == [0, 1, 3]
    assert [len(c.option_probs) for c in completions] == [2, 0, 0]
    assert not any(c.error for c in completions)


def test_says_what_it_is(llm: LLM) -> None:
    assert isinstance(llm, LLM)
    assert isinstance(llm.info, LLMInfo) and llm.info.name and llm.info.backend and llm.info.sha256


def test_no_requests_no_answers(llm: LLM) -> None:
    assert llm.complete([]) == []


def test_greedy_answers_repeat(llm: LLM) -> None:
    first, second = llm.complete([ASK])[0], llm.complete([ASK])[0]
    assert first.texts == second.texts and first.texts[0]


def test_samples_of_one_greedy_prompt_are_equal(llm: LLM) -> None:
    (completion,) = llm.complete([replace(ASK, n=4)])
    assert len(set(completion.texts)) == 1 and len(completion.texts) == 4


def test_the_seed_decides_the_samples(llm: LLM) -> None:
    sampled = replace(ASK, n=5, temperature=1.0, seed=3)
    again, other = llm.complete([sampled])[0], llm.complete([replace(sampled, seed=4)])[0]
    assert llm.complete([sampled])[0].texts == again.texts
    assert len(set(again.texts)) > 1
    assert again.texts != other.texts


def test_max_tokens_bound_the_answer(llm: LLM) -> None:
    (completion,) = llm.complete([replace(ASK, max_tokens=3, n=2)])
    assert 0 < completion.tokens_out <= 6
    assert completion.tokens_in > 0


def test_a_stop_text_ends_the_answer_and_is_not_part_of_it(llm: LLM) -> None:
    (full,) = llm.complete([ASK])
    stop = full.texts[0][2:4]
    (stopped,) = llm.complete([replace(ASK, stop=(stop,))])
    assert stop not in stopped.texts[0]


def test_a_schema_binds_the_answer(llm: LLM) -> None:
    (completion,) = llm.complete([replace(ASK, schema=SCHEMA, max_tokens=32, n=2, temperature=1.0)])
    assert all(json.loads(t)["answer"] in ("yes", "no") for t in completion.texts)


@pytest.mark.parametrize("options", [("yes", "no"), ("Yes", "Yes, but", "No"), ("A", "B", "C", "D")])
def test_options_are_answered_by_a_distribution(llm: LLM, options: tuple[str, ...]) -> None:
    (completion,) = llm.complete([replace(ASK, options=options)])
    assert len(completion.option_probs) == len(options)
    assert sum(completion.option_probs) == pytest.approx(1.0)
    assert all(p >= 0 for p in completion.option_probs)


def test_generated_tokens_can_be_scored(llm: LLM) -> None:
    (completion,) = llm.complete([replace(ASK, logprobs=3)])
    (tokens,) = completion.tokens
    check_scores(tokens, 3)
    assert all(t.span and t.span.of(completion.texts[0]) == t.text for t in tokens)


def test_a_given_text_can_be_scored(llm: LLM) -> None:
    text = " a wide sea. Größe 河"
    (completion,) = llm.complete([CompletionRequest(text="The river runs to", score_text=text, logprobs=2)])
    assert completion.texts == ()
    (tokens,) = completion.tokens
    check_scores(tokens, 2)
    spans = [t.span for t in tokens if t.span]
    assert len(spans) == len(tokens)
    assert spans[0].start == 0 and spans[-1].end == len(text)
    assert all(a.end == b.start for a, b in pairwise(spans))
    assert all(s.of(text) == t.text for s, t in zip(spans, tokens, strict=True))


def test_a_request_that_cannot_be_answered_is_data(llm: LLM) -> None:
    too_long = replace(ASK, messages=(Message("user", "river " * 100_000),))
    refused = [replace(ASK, n=0), replace(ASK, options=("only",)), replace(ASK, messages=()), too_long]
    *failed, good = llm.complete([*refused, ASK])
    assert all(c.error and "\n" not in c.error and not c.texts for c in failed)
    assert good.texts and not good.error


def check_scores(tokens: tuple[TokenScore, ...], top: int) -> None:
    assert tokens
    for token in tokens:
        assert token.logprob <= 0
        assert token.entropy is None or token.entropy >= 0
        assert 0 < len(token.top) <= top, "a server may name two tokens alike"
        assert sum(math.exp(logprob) for _, logprob in token.top) <= 1 + 1e-6
