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
        (BORN, "I don't know.", "I don't know.", False),
        ("", "Sorry, I can't help with that.", "I can't help with that.", False),
    ],
)
def test_a_bare_answer_is_stated_with_its_question(prompt: str, text: str, claim: str, checkable: bool) -> None:
    document = Document("d", text, prompt=prompt)
    (found,) = Changed(RuleClaims(), first_stated).extract(document, split_sentences(text))
    assert (found.text, found.checkable) == (claim, checkable)
    assert (found.note == WITH_QUESTION) is (checkable and claim != text)


def test_what_is_asserted_beside_not_knowing_is_looked_up() -> None:
    """ "I don't know." was a claim that nothing supports: such an answer was blocked, and pulled the mean of the log."""
    text = "I am not sure, but Paris is in Spain."
    (found,) = Changed(RuleClaims(), first_stated).extract(Document("d", text), split_sentences(text))
    assert found.checkable and found.text == "Paris is in Spain."
