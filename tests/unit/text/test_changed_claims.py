"""What a continued run still has to judge."""

from __future__ import annotations

from typing import Any

import pytest

from localcheck.claims.changed import changed, remaining, within
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.judging.context import answered, first_stated
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


@pytest.mark.parametrize(
    ("text", "prompt", "change"),
    [
        ("Yes, the tank holds 3 litres and weighs 2 kg. It is blue.", "Is it safe?", answered),
        ("Pirelli makes it. Michelin.", "Who makes the tyre?", answered),
        ("Eiffel built it.\n\nStephen Sauvestre\n\nIt is 330 m high.", "Who built the Eiffel Tower?", first_stated),
    ],
)
def test_what_is_left_of_an_answer_is_what_it_was_among_all(text: str, prompt: str, change: Any) -> None:
    document, sentences = Document("d", text, prompt=prompt), split_sentences(text)
    every = changed(RuleClaims(), change).extract(document, sentences)
    for judged in range(1, len(every)):
        rest = remaining(RuleClaims(), frozenset(claim.id for claim in every[:judged]))
        assert changed(rest, change).extract(document, sentences) == every[judged:]
    last = within(rest, {"d": frozenset({len(sentences) - 1})})
    assert changed(last, change).extract(document, sentences) == every[-1:]
