"""Fenced code: where it begins and ends, that it is one sentence and no claim, and that a hostile text costs no more."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from localcheck.claims.rules.extract import RuleClaims
from localcheck.text.fences import fences
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

LINES = st.lists(
    st.sampled_from(["```", "````", "~~~", "```python", "  ```", "    ```", "text.", "", "``` a `b`", "x | y"]),
    max_size=12,
)


def test_language_and_body() -> None:
    text = "Look:\n```Python title=x\na = 1\n\nb = 2\n```\nDone.\n~~~\n~~~"
    first, second = fences(text)
    assert (first.language, first.body.of(text)) == ("python", "a = 1\n\nb = 2\n")
    assert first.span.of(text).startswith("```Python") and first.span.of(text).endswith("```")
    assert (second.language, second.body.of(text)) == ("", "")


def test_a_fence_that_is_never_closed_hides_nothing() -> None:
    text = "```python\nParis is the capital of Germany."
    assert fences(text) == []
    claims = RuleClaims().extract(Document("d", text), split_sentences(text))
    assert any("Paris" in c.text and c.checkable for c in claims)


def test_code_is_one_sentence_and_no_claim() -> None:
    text = "Paris is a city.\n\n```\nParis is the capital. Berlin is large.\n\nx | y\n```\n\nRome is a city."
    sentences = split_sentences(text)
    assert [s.text.split("\n")[0] for s in sentences] == ["Paris is a city.", "```", "Rome is a city."]
    claims = RuleClaims().extract(Document("d", text), sentences)
    assert [(c.checkable, c.note) for c in claims] == [(True, ""), (False, "code"), (True, "")]


@given(LINES)
def test_blocks_are_in_order_and_lie_between_fences(lines: list[str]) -> None:
    text = "\n".join(lines)
    at = 0
    for fence in fences(text):
        assert at <= fence.span.start < fence.body.start <= fence.body.end < fence.span.end <= len(text)
        mark = fence.span.of(text).split("\n")[0][:3]
        assert fence.span.of(text).rstrip()[-3:] == mark
        at = fence.span.end
    for sentence in split_sentences(text):
        assert sentence.span.of(text) == sentence.text


def test_many_fences_that_close_nothing_take_no_longer() -> None:
    began = time.process_time()
    assert fences("```a\n" * 50_000) == []
    assert fences("".join(f"{'`' * (3 + i % 40)}a\n" for i in range(50_000))) == []
    assert time.process_time() - began < 10
