"""What the model reads: sentences of an article that name what it is about."""

from __future__ import annotations

import pytest

from localcheck.judging.naming import named_premise
from localcheck.judging.spans import sentence_spans
from localcheck.types import Passage, Source

EINSTEIN = (
    "Albert Einstein was a German-born physicist. He was born in Ulm. His theory is known for its influence.\n\n"
    "In 1905 he published four papers. Einstein left Germany in 1933. Max Planck praised him. He was his first supporter.\n"
    "There are four great papers of 1905."
)
FILM = "Natural Born Killers is a 1994 American crime film. The film is based on a story by Quentin Tarantino."
TOWER = "The Chrysler Building is a skyscraper in New York. At 319 metres, it is taller than another building there."


def read(title: str, text: str, sentence: int, kind: str = "wikipedia") -> str:
    passage = Passage(title, text, Source(kind, "test"))
    return named_premise(passage, sentence_spans(text)[sentence])


@pytest.mark.parametrize(
    ("title", "text", "sentence", "expected"),
    [
        ("Albert Einstein", EINSTEIN, 0, "Albert Einstein was a German-born physicist."),
        ("Albert Einstein", EINSTEIN, 1, "Albert Einstein was born in Ulm."),
        ("Albert Einstein", EINSTEIN, 2, "Albert Einstein's theory is known for its influence."),
        ("Albert Einstein", EINSTEIN, 3, "In 1905 Albert Einstein published four papers."),
        ("Albert Einstein", EINSTEIN, 4, "Albert Einstein left Germany in 1933."),
        ("Albert Einstein", EINSTEIN, 6, "Albert Einstein. He was his first supporter."),  # whoever he is
        ("Albert Einstein", EINSTEIN, 7, "Albert Einstein. There are four great papers of 1905."),
        ("Natural Born Killers (film)", FILM, 1, "Natural Born Killers is based on a story by Quentin Tarantino."),
        ("", EINSTEIN, 1, "He was born in Ulm."),
    ],
)
def test_a_sentence_is_read_with_its_subject(title: str, text: str, sentence: int, expected: str) -> None:
    assert read(title, text, sentence) == expected


def test_a_common_word_of_a_title_names_nothing() -> None:
    text = TOWER + " At first the Empire State Building was a rival."
    assert read("Chrysler Building", text, 2) == "Chrysler Building. At first the Empire State Building was a rival."


def test_pages_of_the_web_are_read_behind_their_titles() -> None:
    assert read("Albert Einstein | Life", EINSTEIN, 1, "web") == "Albert Einstein | Life. He was born in Ulm."
