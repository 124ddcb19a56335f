"""A title that is a sentence is a claim: nobody else says it in the text."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.ingest.documents import from_text
from localcheck.text.sentences import split_sentences


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("Marie Curie won three Nobel Prizes", ""),
        ("# The Eiffel Tower is 500 metres tall", ""),
        ("Titanic sinks after collision with iceberg", ""),
        ("The night the Titanic went down", "the title"),
        ("Countries visited by Darwin", "the title"),
        ("Life of Galileo", "the title"),
        ("Why bees are dying", "the title"),
    ],
)
def test_a_title_is_set_aside_unless_it_states_something(title: str, why: str) -> None:
    text = f"{title}\n\nIt was a long story. Many people have told it since."
    document = from_text(text)
    assert document.title == title.lstrip("# ")
    first = rules().extract(document, split_sentences(text))[0]
    assert (first.text, first.note, first.checkable) == (document.title, why, not why)
