"""Claims of two clauses, each of which a premise entails, while the reader sees the whole contradicted."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.evidence.read import halves, not_against_its_halves
from localcheck.ports import FloatArray

EGGS = "Most penguins lay two eggs, but the emperor lays only one."
SAID = "Most penguins lay two eggs, although the emperor lays only one."


def read_again(claim: str, whole: list[float], *parts: list[float]) -> FloatArray:
    """The row of the claim after its halves were asked for with these answers."""
    asking = not_against_its_halves([(SAID, claim), (SAID, "It is a bird.")], np.array([whole, [0.0, 1.0, 0.0]]))
    try:
        pairs = next(asking)
        assert [premise for premise, _ in pairs] == [SAID, SAID]
        asking.send(np.array(parts))
    except StopIteration as done:
        row: FloatArray = done.value[0]
        return row
    raise AssertionError("the halves are asked for once")


@pytest.mark.parametrize(
    ("claim", "two"),
    [
        (EGGS, ("Most penguins lay two eggs.", "The emperor lays only one.", True)),
        ("Mars has two moons, while Venus has none.", ("Mars has two moons.", "Venus has none.", True)),
        (
            "Bach left Weimar because the duke was angry.",
            ("Bach left Weimar.", "The duke was angry.", False),
        ),
        (
            "While Haber invented the process, Bosch made it work on a large scale.",
            ("Haber invented the process.", "Bosch made it work on a large scale.", True),
        ),
        ("While living in Leipzig, Bach wrote masses for the town.", None),
        ("While Haber invented the process, he did not make it work.", None),
        ("Bach left Weimar because he was ill.", None),
        ("Bach wrote masses and the Coffee Cantata.", None),
        ("Bach wrote masses, but no operas about Rome.", None),
        ("Bach wrote masses while living in Leipzig.", None),
    ],
)
def test_the_clauses_of_a_claim(claim: str, two: tuple[str, str, bool] | None) -> None:
    assert halves(claim) == two


def test_what_is_entailed_in_halves_is_not_contradicted() -> None:
    said = read_again(EGGS, [0.1, 0.0, 0.9], [0.9, 0.1, 0.0], [0.8, 0.1, 0.1])
    assert said == pytest.approx([0.8, 0.2, 0.0])
    causes = "Penguins lay two eggs because the emperor lays only one."
    assert read_again(causes, [0.1, 0.0, 0.9], [0.9, 0.1, 0.0], [0.8, 0.1, 0.1]) == pytest.approx([0.1, 0.9, 0.0])


def test_the_whole_is_contradicted_no_more_than_one_half() -> None:
    whole = [0.1, 0.0, 0.9]
    assert read_again(EGGS, whole, [0.9, 0.1, 0.0], [0.0, 0.0, 1.0]) == pytest.approx(whole)
    assert read_again(EGGS, whole, [0.0, 0.9, 0.1], [0.1, 0.7, 0.2]) == pytest.approx([0.1, 0.7, 0.2])
    causes = "Penguins lay two eggs because the emperor lays only one."
    assert read_again(causes, whole, [0.0, 0.9, 0.1], [0.1, 0.7, 0.2]) == pytest.approx(whole)


def test_what_is_not_contradicted_is_not_read_again() -> None:
    assert read_again(EGGS, [0.7, 0.2, 0.1]) == pytest.approx([0.7, 0.2, 0.1])
