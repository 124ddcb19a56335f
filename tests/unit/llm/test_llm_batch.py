"""The scheduler against a decoder in plain Python: no answer is lost, mixed with another, or leaks memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from localcheck.backends.llamacpp.batch import Width, steps
from localcheck.backends.llamacpp.context import Context, Entry, Limits
from localcheck.backends.llamacpp.sampling import Row
from localcheck.backends.llamacpp.sequences import Kept, Prompt, common_prefix

VOCABULARY = 7


def run(
    decoder: Context, prompts: Sequence[Prompt], *, width: Width | None = None, kept: Sequence[Kept] = (), keep: int = 0
) -> tuple[Kept, ...]:
    """``steps`` to the end; what is kept of them."""
    going = steps(decoder, prompts, width=width, kept=kept, keep=keep)
    while True:
        try:
            next(going)
        except StopIteration as end:
            found: tuple[Kept, ...] = end.value
            return found


def next_token(tokens: tuple[int, ...]) -> int:
    """The toy model: the next token is a function of everything before it."""
    return (sum((i + 1) * t for i, t in enumerate(tokens)) * 31 + len(tokens)) % VOCABULARY


@dataclass
class Memory:
    """A decoder that checks every rule of llama.cpp: positions follow on, limits hold, cells are shared."""

    limits: Limits
    sequences: dict[int, tuple[int, ...]] = field(default_factory=dict)
    decoded: int = 0
    cells_used: int = 0

    def decode(self, entries: list[Entry]) -> NDArray[np.float32]:
        assert 0 < len(entries) <= self.limits.batch
        assert sum(e.wanted for e in entries) <= self.limits.outputs
        rows = []
        for e in entries:
            held = self.sequences.get(e.sequence, ())
            assert len(held) == e.position, "positions of a sequence follow on"
            assert 0 <= e.sequence < self.limits.sequences
            self.sequences[e.sequence] = (*held, e.token)
            if e.wanted:
                row = np.zeros(VOCABULARY, np.float32)
                row[next_token(self.sequences[e.sequence])] = 1
                rows.append(row)
        self.decoded += len(entries)
        used = {held[: i + 1] for held in self.sequences.values() for i in range(len(held))}
        self.cells_used = max(self.cells_used, len(used))
        assert len(used) <= self.limits.cells
        return np.array(rows, np.float32).reshape(-1, VOCABULARY)

    def copy(self, source: int, target: int, end: int) -> None:
        assert target not in self.sequences and len(self.sequences[source]) >= end
        self.sequences[target] = self.sequences[source][:end]

    def drop(self, sequence: int) -> None:
        self.sequences.pop(sequence, None)

    def clear(self) -> None:
        self.sequences.clear()


@dataclass
class Words:
    """An answer that takes the most likely token, shifted by ``shift`` every third time, until token 0 or its limit."""

    max_tokens: int
    shift: int = 0
    tokens: list[int] = field(default_factory=list)

    def take(self, row: Row) -> int | None:
        token = shifted(int(row.argmax()), len(self.tokens), self.shift)
        self.tokens.append(token)
        return None if token == 0 or len(self.tokens) == self.max_tokens else token


def shifted(token: int, place: int, shift: int) -> int:
    """What an answer makes of the most likely token: answers of equal shift agree, others part sooner or later."""
    return (token + (shift if place % 3 == 2 else 0)) % VOCABULARY


def expected(tokens: tuple[int, ...], max_tokens: int, shift: int = 0) -> list[int]:
    """The answer of the toy model, one token at a time."""
    answer: list[int] = []
    while len(answer) < max_tokens and 0 not in answer:
        answer.append(shifted(next_token((*tokens, *answer)), len(answer), shift))
    return answer


token_lists = st.lists(st.integers(0, 2), min_size=1, max_size=12).map(tuple)
jobs = st.lists(
    st.tuples(token_lists, st.lists(st.tuples(st.integers(1, 9), st.integers(0, 2)), max_size=6)),
    min_size=1,
    max_size=8,
)
limits = st.builds(
    Limits,
    cells=st.integers(21, 60),
    sequences=st.integers(2, 8),
    batch=st.integers(8, 16),
    outputs=st.integers(8, 12),
)


@settings(max_examples=60)
@given(jobs, limits, st.data())
def test_every_answer_is_that_of_the_model_alone(
    given_jobs: list[tuple[tuple[int, ...], list[tuple[int, int]]]], given_limits: Limits, data: st.DataObject
) -> None:
    memory = Memory(given_limits)
    looked: list[dict[int, int]] = []
    prompts, starts = [], []
    for tokens, lengths in given_jobs:
        seen: dict[int, int] = {}
        start = data.draw(st.integers(0, len(tokens) - 1))
        looked.append(seen)
        starts.append(start)
        look = (lambda p, r, seen=seen: seen.__setitem__(p, int(r.argmax()))) if not lengths or start % 2 else None
        prompts.append(Prompt(tokens, [Words(*n) for n in lengths], look, start))
    run(memory, prompts)
    for prompt, seen, start, (tokens, lengths) in zip(prompts, looked, starts, given_jobs, strict=True):
        assert [a.tokens for a in prompt.answers] == [expected(tokens, *n) for n in lengths]  # type: ignore[attr-defined]
        if prompt.look:
            assert seen == {i: next_token(tokens[: i + 1]) for i in range(start, len(tokens))}
    assert memory.sequences == {}


@settings(max_examples=30)
@given(st.lists(st.lists(token_lists, min_size=1, max_size=2), min_size=1, max_size=6), limits, st.integers(1, 4))
def test_prompts_that_are_kept_change_no_answer_and_leak_nothing(
    calls: list[list[tuple[int, ...]]], given_limits: Limits, side_by_side: int
) -> None:
    memory = Memory(given_limits)
    kept: tuple[Kept, ...] = ()
    for prompts in calls:
        wanted = [Prompt(p, [Words(5, shift) for shift in range(3)]) for p in prompts]
        kept = run(memory, wanted, width=lambda _: side_by_side, kept=kept, keep=2)
        for prompt, tokens in zip(wanted, prompts, strict=True):
            assert [a.tokens for a in prompt.answers] == [expected(tokens, 5, n) for n in range(3)]  # type: ignore[attr-defined]
        assert {k.sequence: k.tokens for k in kept} == memory.sequences
        assert len(kept) <= (2 if len(prompts) == 1 else 0)


def test_a_dialogue_is_not_decoded_anew() -> None:
    memory = Memory(Limits(cells=1000, sequences=8, batch=64, outputs=8))
    turn, kept = tuple(range(1, 7)) * 10, ()
    for length in (1, 2, 3):
        before = memory.decoded
        kept = run(memory, [Prompt(turn * length, [Words(4)])], kept=kept, keep=2)
        assert memory.decoded - before <= len(turn) + 4
        assert [k.tokens for k in kept] == [turn * length], "what the next turn contains is not kept twice"


def test_a_context_is_forgotten_with_its_last_question() -> None:
    memory = Memory(Limits(cells=10_000, sequences=64, batch=64, outputs=64))
    fence = (1, 2, 3)
    questions = [(*fence, context, *[1] * 60, q, 3) for context in range(6) for q in range(6)]
    run(memory, [Prompt(q, look=lambda p, r: None, look_from=len(q) - 1) for q in questions])
    assert memory.cells_used < 3 * 64, "what all have in common does not hold the contexts in the memory"


def test_answers_wait_when_fewer_side_by_side_are_faster() -> None:
    memory = Memory(Limits(cells=1000, sequences=32, batch=64, outputs=32))
    widest: list[int] = []
    decode = memory.decode

    def watched(entries: list[Entry]) -> NDArray[np.float32]:
        widest.append(len(entries))
        return decode(entries)

    memory.decode = watched  # type: ignore[method-assign]
    run(memory, [Prompt((1, 2), [Words(6, shift) for shift in range(3)])], width=lambda left: 2 if left > 2 else 1)
    assert max(widest[1:]) <= 2


def test_answers_that_agree_go_on_together_however_few_go_on_side_by_side() -> None:
    memory = Memory(Limits(cells=200, sequences=8, batch=16, outputs=8))
    answers = [Words(6) for _ in range(5)]
    run(memory, [Prompt((1, 2), answers)], width=lambda _: 1)
    assert [a.tokens for a in answers] == [expected((1, 2), 6)] * 5
    assert memory.decoded == 2 + len(answers[0].tokens) - 1, "the prompt, and one answer for all five"


def test_what_is_finished_can_be_taken_before_the_end_and_closing_clears_the_memory() -> None:
    memory = Memory(Limits(cells=200, sequences=8, batch=16, outputs=8))
    answers = [Words(6, shift) for shift in range(3)]
    going = steps(memory, [Prompt((1, 2), answers)], width=lambda _: 1)
    for _ in going:
        done = [a.tokens == expected((1, 2), 6, shift) for shift, a in enumerate(answers)]
        if any(done):
            break
    assert sum(done) == 1, "one after the other"
    going.close()
    assert memory.sequences == {}


def test_samples_share_their_prompt() -> None:
    memory = Memory(Limits(cells=1000, sequences=32, batch=64, outputs=32))
    prompt = tuple(range(1, 7)) * 20
    answers = [Words(5) for _ in range(20)]
    run(memory, [Prompt(prompt, answers)])
    assert memory.decoded <= len(prompt) + len(answers[0].tokens), "samples that agree are decoded once"


def test_questions_share_their_context() -> None:
    memory = Memory(Limits(cells=1000, sequences=32, batch=64, outputs=32))
    context = tuple(range(1, 7)) * 20
    questions = [(*context, i % 6, i // 6 % 6, 3) for i in range(20)]
    seen: list[int] = []
    run(memory, [Prompt(q, look=lambda p, r: seen.append(p), look_from=len(q) - 1) for q in questions])
    assert len(seen) == 20
    assert memory.decoded <= len(context) + 3 * 20


def test_a_prompt_that_takes_all_the_room_comes_after_the_others() -> None:
    memory = Memory(Limits(cells=30, sequences=4, batch=8, outputs=8))
    small = [Prompt((1, 2, i % 3), [Words(4)]) for i in range(6)]
    large = Prompt((1, 2, *[1] * 20), [Words(8)])
    run(memory, [large, *small])
    assert large.answers[0].tokens == expected(tuple(large.tokens), 8)  # type: ignore[attr-defined]
    assert memory.cells_used <= 30


def test_the_memory_is_cleared_when_decoding_is_interrupted() -> None:
    class Interrupted(Memory):
        def decode(self, entries: list[Entry]) -> NDArray[np.float32]:
            super().decode(entries)
            raise KeyboardInterrupt

    memory = Interrupted(Limits(cells=100, sequences=8, batch=8, outputs=8))
    with pytest.raises(KeyboardInterrupt):
        run(memory, [Prompt((1, 2, 3), [Words(3)])])
    assert memory.sequences == {}


@given(token_lists, token_lists)
def test_common_prefix(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    assert common_prefix(a, b) == len(list(takewhile(lambda p: p[0] == p[1], zip(a, b, strict=False))))
