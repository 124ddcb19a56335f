"""Questions of a text are read with their answers."""

from __future__ import annotations

import pytest

from localcheck.judging.asked import questions
from localcheck.judging.spans import as_read, quotable, sentence_spans, silent


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Can I take it with alcohol?**\n\nNo. Alcohol makes it worse.", "You cannot take it with alcohol."),
        ("**May pregnant women take Relivon?**\n\nNo, never.", "Pregnant women cannot take Relivon."),
        ("Q: May I drive? A: Yes.", "You may drive."),
        ("1. Is the lamp waterproof?\nNo.", "The lamp is not waterproof."),
        (
            "Does the kettle switch off by itself? Yes, after boiling.",
            "The kettle switches off by itself, after boiling.",
        ),
        ("Can children take it?\nYes, but only with food.", "Children can take it, but only with food."),
        ("Can children take it? Yes. But only with food.", "Children can take it. But only with food."),
        ("Is breakfast included?\n\nNo, it costs €12.", "Breakfast is not included. It costs €12."),
        ("Is it suitable for milk? No, only for water.", "It is not suitable for milk. Only for water."),
        ("Who wrote Hamlet?\n\nWilliam Shakespeare.", "William Shakespeare wrote Hamlet."),
    ],
)
def test_a_question_says_what_it_says_with_its_answer(text: str, told: str) -> None:
    span = quotable(text, sentence_spans(text)[0])
    assert as_read(text, span) == told
    assert span.end > sentence_spans(text)[0].end  # the quote shows the answer, too


@pytest.mark.parametrize(
    "text",
    [
        "Are dogs allowed?",
        "Are dogs allowed?\n\nPlease ask us.",
        "Do you ship to Norway?\nNo.",
        "Why are dogs not allowed?",
        "狗可以吗？",
    ],
)
def test_a_question_without_a_plain_answer_says_nothing(text: str) -> None:
    assert silent(text, sentence_spans(text)[0])


def test_a_bare_answer_says_nothing_without_its_question() -> None:
    text = "Are dogs allowed? No. Is there a lift? Yes, it is new."
    assert [as_read(text, s) for s in sentence_spans(text)] == [
        "Dogs are not allowed.",
        "",
        "There is a lift. It is new.",
        "It is new.",
    ]


def test_a_title_with_a_question_mark_is_no_question() -> None:
    text = "She won on Who Wants to Be a Millionaire? It was in 2001."
    assert not questions(text)
