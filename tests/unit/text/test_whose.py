"""Numbers of others, where several sentences are read as one."""

from __future__ import annotations

import pytest

from localcheck.text.values.compare import compare
from localcheck.text.values.numbered import number_of_another

GAME = "Guard Theo Mbeki, who came late, scored 24 points. Dario Conti equalised four seconds before the end."


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("Dario Conti scored 24 points.", GAME, True),
        ("Theo Mbeki scored 24 points.", GAME, False),
        ("Mbeki scored 24 points.", GAME, False),
        ("Dario Conti scored 21 points.", GAME, False),
        ("Dario Conti equalised.", GAME, False),
        ("Dario Conti scored 24 points.", "Dario Conti came off the bench late. He scored 24 points.", False),
        ("Dario Conti scored 24 points.", "Dario Conti came off the bench late. In all, the guard scored 24 points.", False),
        ("Oslo has 700,000 inhabitants.", "Oslo. Norway's capital has 700,000 inhabitants.", False),
        (
            "Simi Valley had 24 schools.",
            "Simi Valley is a city in the southeast. The Census Bureau reported 24 schools.",
            False,
        ),
        ("Oxford tested the Covid-19 vaccine.", "Brazil approved the Covid-19 vaccine. Oxford was pleased by this.", False),
        ("Conti scored 24 points.", f"{GAME} In the end Conti had 24 points.", False),
    ],
)  # fmt: skip
def test_a_number_in_a_sentence_about_somebody_else(claim: str, premise: str, another: bool) -> None:
    assert number_of_another(claim, premise) is another


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
