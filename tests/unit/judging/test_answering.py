"""A bare answer to the prompt is checked against the index as a statement."""

from __future__ import annotations

import pytest

from localcheck.claims.changed import Changed
from localcheck.claims.rules.extract import RuleClaims
from localcheck.judging.context import WITH_QUESTION, first_stated
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

BORN = "Was Marie Curie born in Paris?"


@pytest.mark.parametrize(
    ("prompt", "text", "claim", "checkable"),
    [
        (BORN, "Yes, in Paris.", "Marie Curie was born in Paris.", True),
        (BORN, "No.", "Marie Curie was not born in Paris.", True),
        ("Where was Marie Curie born?", "In Paris.", "Marie Curie was born in Paris.", True),
        (BORN, "She was born in Warsaw.", "She was born in Warsaw.", True),
        (BORN, "Yes, in Rome.", "Yes, in Rome.", False),
        ("Tell me of Marie Curie.", "Yes, in Paris.", "Yes, in Paris.", False),
        ("", "In Paris.", "In Paris.", False),
    ],
)
def test_a_bare_answer_is_stated_with_its_question(prompt: str, text: str, claim: str, checkable: bool) -> None:
    document = Document("d", text, prompt=prompt)
    (found,) = Changed(RuleClaims(), first_stated).extract(document, split_sentences(text))
    assert (found.text, found.checkable) == (claim, checkable)
    assert (found.note == WITH_QUESTION) is (checkable and claim != text)
