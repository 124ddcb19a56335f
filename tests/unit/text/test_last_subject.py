"""Whom "he" and "it" mean where a text is about something else."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

COFFEE = "Coffee was first grown in Yemen. Brazil is the largest producer of coffee. The coffee of Vietnam is cheap. "


def last_claim(text: str) -> str:
    document = Document("t", COFFEE + text, title="Coffee")
    return rules().extract(document, split_sentences(document.text))[-1].text


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            "Johann Sebastian Bach composed the Coffee Cantata around 1733. He never wrote an opera.",
            "Johann Sebastian Bach never wrote an opera.",
        ),
        (
            "Johann Sebastian Bach wrote a cantata on it. He was born in Eisenach. In 1723 he moved to Leipzig.",
            "In 1723 Johann Sebastian Bach moved to Leipzig.",
        ),
        # somebody else may be meant, or something else
        ("Johann Sebastian Bach admired Dieterich Buxtehude. He never wrote an opera.", "He never wrote an opera."),
        ("Johann Sebastian Bach had a famous son. He never wrote an opera.", "He never wrote an opera."),
        ("The Dutch East India Company shipped a plant to Java. It grew well.", "It grew well."),
        ("The foam is brown. It is made of milk.", "It is made of milk."),
    ],
)
def test_the_subject_of_the_sentence_before(text: str, claim: str) -> None:
    assert last_claim(text) == claim
