"""What a continued run still has to judge."""

from __future__ import annotations

from localcheck.claims.changed import remaining
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.text.sentences import split_sentences
from localcheck.types import Cost, Document


def test_claims_that_were_judged_are_left_out_and_the_others_keep_their_order() -> None:
    document = Document("d", "Rain fell. Snow fell. Fog came.")
    sentences = split_sentences(document.text)
    every = SentenceClaims().extract(document, sentences)
    rest = remaining(SentenceClaims(), frozenset({"1.0", "9.0"}))
    assert rest.extract(document, sentences) == [every[0], every[2]]
    assert remaining(SentenceClaims(), frozenset()).extract(document, sentences) == every
    assert rest.cost() == Cost()
