"""Places of birth, death and burial, years before and after, and claims in nearly the words of their evidence."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.judging.agreement import agreeing
from localcheck.text.values.compare import compare
from localcheck.text.values.places import of_no_birthplace, placed_alike

CURIE = "Marie Curie. She was born in Warsaw on 7 November 1867, when the city belonged to the Russian Empire."
TURING = "Alan Turing. There he designed the bombe, an electromechanical machine that helped to break Enigma messages."


@pytest.mark.parametrize(
    ("claim", "premise", "alike"),
    [
        ("Marie Curie was born in Paris in 1867.", CURIE, False),
        ("Marie Curie was born in Warsaw.", CURIE, True),
        ("Marie Curie was born on 7 November 1867 in Warsaw, Poland.", CURIE, True),
        ("Marie Curie died in Paris.", CURIE, None),
        ("Pierre Curie was born in Paris.", "Pierre Curie. Marie Curie was born in Warsaw.", None),
        ("Marie Curie was born in November 1867.", CURIE, None),
        ("Marie Curie was not born in Paris.", CURIE, None),
        ("Jan Hus was burned in Prague.", "Jan Hus preached in Prague and was burned at the stake in Konstanz.", False),
        ("Lincoln died in New York.", "Abraham Lincoln died in Washington, D.C., on 15 April 1865.", False),
        ("Napoleon was born in Corsica.", "Napoleon was born in Ajaccio, on the island of Corsica, in 1769.", True),
        ("Gandhi was born in Gujarat.", "Gandhi was born in Porbandar, in the present state of Gujarat.", True),
        ("Hugo was born in France.", "Hugo was born in Besançon, in eastern France, on 26 February 1802.", True),
        ("Tesla was born in Croatia.", "Tesla was born in Smiljan, which is now in Croatia.", True),
        ("Kahlo was born in Mexico City.", "Kahlo was born in Coyoacán, a part of Mexico City.", True),
        ("Hemingway was born in Chicago.", "Hemingway was born in Oak Park, Illinois, near Chicago.", False),
        ("Rutherford was born in New Zealand.", "Rutherford was born at Brightwater, near Nelson, New Zealand.", True),
        ("Kahlo's father was born in Mexico.", "Kahlo was born in Coyoacán, a part of Mexico City.", False),
        ("Kahlo's father was born in Baden.", "Kahlo. Her father was born in Baden.", True),
        ("Kahlo was born in Baden.", "Kahlo. Her father was born in Baden.", False),
        ("Kahlo was born in Baden.", "Kahlo. Her uncle Wilhelm Kahlo was born in Baden.", False),
        ("Ann was born in August.", "Ann was born in Ajaccio in August 1769.", None),
    ],
)
def test_a_place_of_birth_is_borne_out_or_another(claim: str, premise: str, alike: bool | None) -> None:
    assert placed_alike(claim, premise) is alike


FREEMAN = "Morgan Freeman (born June 1, 1937) is an American actor."


@pytest.mark.parametrize(
    ("claim", "premise", "open_"),
    [
        ("Morgan Freeman was born in Memphis in 1937.", FREEMAN, True),
        ("Morgan Freeman was born on 1 June 1937 in Memphis.", FREEMAN, True),
        ("Freeman was born in Memphis.", "Morgan Freeman. He was born on June 1, 1937.", True),
        ("Einstein was born in Ulm.", "Albert Einstein (; 14 March 1879 – 18 April 1955) was a physicist.", True),
        ("Clint Eastwood was born in Oakland.", "Clint Eastwood. Clinton Eastwood Jr. (born 1930) is an actor.", True),
        ("Morgan Freeman was born in Memphis and became a pilot.", FREEMAN, False),
        ("Morgan Freeman was not born in Memphis.", FREEMAN, False),
        ("Morgan Freeman was born in 1937.", FREEMAN, False),
        ("Einstein was born in Paris.", "Albert Einstein (Ulm, 14 March 1879 – 18 April 1955) was a physicist.", False),
        ("Einstein was born in Paris.", "Albert Einstein (born 14 March 1879, Ulm) was a physicist.", False),
        ("Einstein was born in Paris.", "Albert Einstein. He was born on 14 March 1879 in Ulm.", False),
        ("Einstein was born in Paris.", "Albert Einstein (born 14 March 1879) was a native of Ulm.", False),
        ("Einstein was born in Paris.", "Max Planck (born 1858) taught Einstein.", False),
        ("Alfred Nobel was born in Paris.", "Alfred Nobel was the son of Immanuel Nobel (1801–1872).", False),
    ],
)
def test_a_date_of_birth_alone_says_nothing_of_the_place(claim: str, premise: str, open_: bool) -> None:
    assert of_no_birthplace(claim, premise) is open_


def test_the_place_of_a_birth_is_left_open_by_its_date_and_refuted_by_another_date() -> None:
    against = np.array([0.02, 0.03, 0.95])
    assert agreeing(against, FREEMAN, "Morgan Freeman was born in Memphis in 1937.", 0.6).argmax() == 1
    assert agreeing(against, FREEMAN, "Morgan Freeman was born in Memphis in 1940.", 0.6).argmax() == 2


def test_what_another_place_takes_goes_where_the_reader_sees_the_rest() -> None:
    claim = "Marie Curie was born in Paris in 1867."
    assert agreeing(np.array([0.9, 0.02, 0.08]), CURIE, claim, 0.8) == pytest.approx([0.18, 0.164, 0.656])
    poland = "Marie Curie was born in Poland in 1867."
    assert agreeing(np.array([0.9, 0.08, 0.02]), CURIE, poland, 0.8).argmax() == 1


def test_the_same_words_are_not_refuted_by_a_wavering_reader_alone() -> None:
    wavering, sure = np.array([0.15, 0.05, 0.8]), np.array([0.05, 0.05, 0.9])
    told = "Turing designed the bombe, a machine that helped to read Enigma messages."
    assert agreeing(wavering, TURING, told, 0.8) == pytest.approx([0.15, 0.45, 0.4]), (
        "one word of its own in a long claim"
    )
    assert agreeing(wavering, TURING, told.replace("read", "break"), 0.8) == pytest.approx([0.15, 0.69, 0.16])
    assert agreeing(sure, TURING, told.replace("read", "break"), 0.8) == pytest.approx(sure)
    for other in (
        "Turing designed only the bombe, a machine that helped to read Enigma messages.",
        "Turing never designed the bombe, a machine that helped to read Enigma messages.",
        "Welchman designed the bombe, a machine that helped to read Enigma messages.",
        "Turing designed the bombe, a toy that looked like Enigma messages.",
    ):
        assert agreeing(wavering, TURING, other, 0.8).argmax() == 2


@pytest.mark.parametrize(
    ("claim", "premise", "borne_out"),
    [
        ("It was painted before 1550.", "It was painted in 1503.", True),
        ("It was painted after 1500.", "It was painted in 1503.", True),
        ("It was painted before 1503.", "It was painted in 1503.", False),
        ("It was painted after 1550.", "It was painted in 1503.", False),
    ],
)
def test_a_year_before_or_after_another(claim: str, premise: str, borne_out: bool) -> None:
    found = compare(claim, premise)
    assert (not found.lost) is borne_out and bool(found.rivals) is not borne_out
