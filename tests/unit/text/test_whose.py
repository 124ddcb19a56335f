"""Numbers of others, where several sentences are read as one, and what the next "it" may be."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.whose import brings_a_thing
from localcheck.claims.rules.wording import tokenize
from localcheck.text.values.compare import compare


@pytest.mark.parametrize(
    ("claim", "rival"),
    [
        ("The Falcons won by three points.", False),
        ("The Giants are three points ahead.", True),
        ("They won by three points.", True),
        ("The Falcons were founded in 1990.", True),
    ],
)
def test_a_number_of_somebody_else_is_no_other_number(claim: str, rival: bool) -> None:
    said = "The Falcons climb to the sixth place this week. The Giants, founded in 1980, stay first, two points ahead."
    assert bool(compare(claim, said).rivals) is rival


@pytest.mark.parametrize(
    ("sentence", "brought"),
    [
        ("The bridge is a landmark.", False),
        ("The bridge is also a landmark.", False),
        ("The bridge is one of a kind.", False),
        ("The bridge is home to a museum.", True),
        ("The bridge became home to a museum.", True),
        ("Workers began the Colosseum.", True),
        ("Workers began the work.", False),
        ("The firm has released the console.", True),
    ],
)
def test_what_a_sentence_brings_up_may_be_the_next_it(sentence: str, brought: bool) -> None:
    tokens = tokenize(sentence)
    clause = main_clause(tokens)
    assert clause is not None and brings_a_thing(tokens, clause) is brought
