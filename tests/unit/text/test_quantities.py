"""Numbers as typed values, bound to what they are numbers of; and words that cannot both be true."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.agreement import agreeing
from localcheck.sources.recorded import title_of_address
from localcheck.text.values.missing import lost, rivalling
from localcheck.text.values.opposites import PAIRS, opposed
from localcheck.text.values.quantities import quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 1886 it cost $4 million.", [(1886, "year"), (4_000_000, "money, dollars")]),
        ("It pays between CHF 98,000 and CHF 124,000.", [(98_000, "number")]),
        ("It costs EUR 1,900 or USD 2bn.", [(1900, "money, euros"), (2e9, "money, dollars")]),
        ("He was born on 13 May 1867.", [(13, "day"), (1867, "year")]),
        ("May 13, 1867", [(13, "day"), (1867, "year")]),
        ("It rose 300 m and weighs 2 tonnes.", [(300, "length"), (2000, "mass")]),
        ("20% and twenty per cent", [(0.2, "share"), (0.2, "share")]),
        ("in AD 79, in the year 80, in 126 AD or CE 5", [(79, "year"), (80, "year"), (126, "year"), (5, "number")]),
        ("262–61 BC, from 509 to 27 B.C., about 3,500 BCE", [(-y, "year") for y in (262, 261, 509, 27, 3500)]),
        ("the 19th century", [(19, "ordinal")]),
        ("1200 people in 1850", [(1200, "count"), (1850, "year")]),
        ("eleven Academy Awards", [(11, "count")]),
        ("one of them, the first", []),
        ("more than a tonne, about an hour", [(1000, "mass"), (3600, "time")]),
        ("more than a dozen, less than a man", []),
        ("Steps 1,2 and 3 of 1912,5 rows", [(1, "number"), (2, "number"), (3, "number"), (1912, "year"), (5, "count")]),
        ("The wall of 6 feet 10 men climbed", [(1.8288, "length"), (10, "count")]),
        ("2020-2021 and 12/2020", [(2020, "year"), (2021, "year"), (12, "number"), (2020, "year")]),
        ("3/4 km; ¾ of a km; three quarters of a kilometre", [(750, "length")] * 3),
        ("four fifths of a kilometre, one sixth of a minute", [(800, "length"), (10, "time")]),
        ("a fourth of a tonne, nine tenths of an hour", [(250, "mass"), (3240, "time")]),
        ("four fifths of the staff, six tenths of the votes", [(0.8, "share"), (0.6, "share")]),
        (
            "a half-hour walk, a quarter of an hour, two and three-quarter hours",
            [(s, "time") for s in (1800, 900, 9900)],
        ),
        ("3/4 of them, 1/4 cup", [(3, "number"), (4, "number"), (1, "count"), (4, "count")]),
        ("at half past six, at ten to 7 in the evening", [(390, "time of day"), (410, "time of day")]),
        ("ten to seven, five past presidents", [(10, "number"), (7, "number"), (5, "count")]),
    ],
)
def test_numbers_are_typed(text: str, expected: list[tuple[float, str]]) -> None:
    assert [(round(q.value, 6), q.kind) for q in quantities(text)] == expected


@pytest.mark.parametrize(
    ("claim", "premise", "missing", "contradicted"),
    [
        ("It is 120 km long.", "The river is 75 miles long.", 0, False),
        ("It is 120 km long.", "The river is 95 miles long.", 1, True),
        ("The park is 12.5 miles long.", "Ruler Park is 12 1/2 miles long.", 0, False),
        ("The park is 12½ miles long.", "Ruler Park is 12+1⁄2 miles long.", 0, False),
        ("The park is 2 miles long.", "Ruler Park is 12 1/2 miles long.", 1, True),
        ("It opened in 1990.", "In 1990 1/2 of it opened.", 0, False),
        ("The price fell by half.", "The price fell from 80 to 60 euros.", 1, True),
        ("The price fell by half.", "The price fell from 80 to 40 euros.", 0, False),
        ("The price rose by a third.", "The price rose from 60 to 80 euros.", 0, False),
        ("The price doubled.", "The price rose from 60 to 90 euros.", 1, True),
        ("The price fell by half.", "The price fell by 50 %.", 0, False),
        ("The price fell by half.", "The price rose by 50 %.", 1, True),
        ("The price was cut by a third party.", "The price was cut by 10 euros.", 1, False),
        ("A child of 14 may take the course.", "Children aged 6 to 12 may take the course.", 1, True),
        ("A child of 8 may take the course.", "Children aged 6 to 12 may take the course.", 0, False),
        ("An 11-year-old may swim.", "Children between the ages of 6 and 12 may swim.", 0, False),
        ("Pupils may swim from the age of 6.", "Pupils aged 6 to 12 may swim.", 0, False),
        ("Pupils may swim from the age of 8.", "Pupils aged 6 to 12 may swim.", 1, False),
        ("A child of 7 may swim.", "Children may swim from the age of 6.", 0, False),
        ("A child of 5 may swim.", "Children may swim from the age of 6.", 1, True),
        ("Pupils may swim from the age of 5.", "Pupils aged 6 to 12 may swim.", 1, False),
        ("He played at the age of 8.", "He played from the age of 6.", 1, True),
        ("Pupils aged 6 to 14 may swim.", "Pupils aged 6 to 12 may swim.", 1, False),
        ("Of 14 children 8 may swim.", "Pupils aged 6 to 12 may swim.", 2, False),
        ("A child of 14 may take the course.", "The course is for 6- to 12-year-olds.", 1, True),
        ("A child of 8 may take the course.", "The course is for 6- to 12-year-olds.", 0, False),
        ("The course is for 6- to 12-year-olds.", "Children aged 6 to 12 may take the course.", 0, False),
        ("The course is for six- to twelve-year-olds.", "Children aged 6 to 14 may take the course.", 1, False),
        ("The walk of 10- to 15-minutes is steep.", "The walk of 12 minutes is steep.", 0, False),
        ("11-year-olds travel free.", "Pupils aged 11 travel free.", 0, False),
        ("The track is 0.75 miles long.", "The track is 3/4 mile long.", 0, False),
        ("The track is 4 miles long.", "The track is 3/4 mile long.", 1, True),
        ("The talk took 45 minutes.", "The talk took three quarters of an hour.", 0, False),
        ("The talk took an hour.", "The talk took three quarters of an hour.", 1, True),
        ("The talk took a quarter of an hour.", "The talk took 25 minutes.", 1, True),
        ("The train leaves at a quarter to seven.", "The train leaves at 6.45 pm.", 0, False),
        ("The train leaves at a quarter to seven.", "The train leaves at 7:15.", 1, True),
        ("The train leaves at 6:45 am.", "The train leaves at a quarter to seven in the evening.", 1, True),
        ("He wrote 13 books.", "He was born on 13 May 1950 and wrote 20 books.", 1, True),
        ("He wrote 13 books.", "He was born on 13 May 1950.", 1, False),
        ("It won nine awards.", "In 1990 it won eleven awards.", 1, True),
        ("It won nine awards.", "It opened in 1990.", 1, False),
        ("She died in 1934.", "She was born in 1867.", 1, False),
        ("She died in 1934.", "She was born in 1867 and died in 1934.", 0, False),
        ("She died in 1934.", "She died in 1935, aged 60.", 1, True),
        ("It covers 14,000 m².", "It covers 3.5 acres.", 0, False),
        ("It sold 2 million copies.", "It sold 2,000,000 copies.", 0, False),
        ("It reached more than two finals.", "It holds the record for most finals reached (eight).", 0, False),
        ("It has at least 20 rooms.", "It has 15 rooms.", 1, True),
        ("It has no more than 20 rooms.", "It has 15 rooms.", 0, False),
        ("It has more than 20 rooms.", "It has fewer than 15 rooms.", 1, True),
        ("It has 300 rooms.", "It has over 200 rooms.", 1, False),
        ("It has 300 rooms.", "It has under 200 rooms.", 1, True),
        ("It cost over $4 million.", "It cost $5 million.", 0, False),
        ("It is 8,849 metres high.", "It is 8,848.86 metres high.", 0, False),
        ("It is 8,848 metres high.", "It is 8,848.86 metres high.", 1, True),
        ("It is 8,848.86 metres high.", "It is 8,849 metres high.", 1, True),
        ("The pressure is 20 bar.", "The pressure is 20.6 bar.", 1, True),
        ("It has 100,000 grains.", "It has 10^5 grains.", 0, False),
        ("It has 105 grains.", "It has 10^5 grains.", 1, True),
        ("It has 6.02 × 10^23 atoms.", "It has 6.02×10²³ atoms.", 0, False),
        ("It has 6.02 x 10^24 atoms.", "It has 6.02×10^23 atoms.", 1, True),
        ("It is 0.3 mm thick.", "It is 3×10^−4 metres thick.", 0, False),
        ("She died in 1934.", "She died in 1934^2 in Paris.", 0, False),
    ],
)
def test_another_number_contradicts_only_for_the_same_thing(
    claim: str, premise: str, missing: int, contradicted: bool
) -> None:
    assert len(lost(claim, premise)) == missing
    assert bool(rivalling(claim, premise)) is contradicted


@given(st.text(max_size=80), st.text(max_size=80))
def test_nothing_raises_and_a_text_never_contradicts_itself(a: str, b: str) -> None:
    assert not lost(a, a)
    assert not rivalling(a, a)
    assert not opposed(a, a)
    rivalling(a, b)


@pytest.mark.parametrize(
    ("claim", "premise", "fits"),
    [
        ("It has about two million inhabitants.", "It had 2.2 million inhabitants in 2015.", True),
        ("It takes about twelve years.", "It takes 11.86 years.", True),
        ("It has 3.7 million inhabitants.", "It had 3,671,000 inhabitants.", True),
        ("It has 3,671,000 inhabitants.", "It has about 3.7 million inhabitants.", True),
        ("It is almost 9,000 metres high.", "It is 8,849 metres high.", True),
        ("It has about five million inhabitants.", "It had 3,671,000 inhabitants.", False),
        ("It has two million inhabitants.", "It had 2.2 million inhabitants.", False),
        ("It takes about ten hours.", "It takes 14 hours.", False),
        ("It won about nine awards.", "It won ten awards.", False),
        ("It won twelve awards.", "It won eleven awards.", False),
    ],
)
def test_a_rounded_number_agrees_with_what_it_rounds(claim: str, premise: str, fits: bool) -> None:
    assert (not lost(claim, premise)) is fits
    assert bool(rivalling(claim, premise)) is not fits


def test_a_number_beyond_all_bounds_is_no_rounded_one() -> None:
    (huge,) = quantities(f"It has about {'9' * 400} rivets.")
    assert huge.within == 0.0


@given(st.sampled_from(PAIRS), st.data())
def test_opposites_are_opposed_both_ways(pair: tuple[frozenset[str], frozenset[str]], data: st.DataObject) -> None:
    one, other = (data.draw(st.sampled_from(sorted(words))) for words in pair)
    assert opposed(f"It {one} there.", f"It {other} there.")
    assert opposed(f"It {other} there.", f"It {one} there.")
    assert not opposed(f"It {one} there.", f"It never {other} there.")


def test_who_died_did_not_survive() -> None:
    row = np.array([0.8, 0.1, 0.1])
    found = agreeing(
        row, "Captain Edward Smith died in the disaster.", "Captain Edward Smith survived the disaster.", 0.8
    )
    assert found.sum() == pytest.approx(1.0)
    assert found[2] > 0.7
    assert agreeing(row, "Many people died that day.", "Captain Smith survived the disaster.", 0.0) is row


def test_the_opposite_said_in_other_words_is_not_believed() -> None:
    told = agreeing(np.array([0.6, 0.1, 0.3]), "He was the youngest of seven.", "Edison was the eldest child.", 0.3)
    assert told == pytest.approx([0.12, 0.58, 0.3])


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://history.example.org/physicians/sir-john-russell-reynolds", "Sir John Russell Reynolds"),
        ("https://en.wikipedia.org/wiki/Mercury_(planet)", "Mercury (planet)"),
        ("https://example.org/people/biography/Ada_Lovelace.html", "Ada Lovelace"),
        ("https://example.org/2015/10/10/content_22152221.htm", "example.org"),
        ("https://example.org/?id=7", "example.org"),
        ("", ""),
        ("http://[bad", ""),
    ],
)
def test_a_page_is_named_by_its_address(url: str, title: str) -> None:
    assert title_of_address(url) == title


def test_the_number_of_a_step_counts_nothing() -> None:
    """ "5. Centrifuge at …" was held against "15 minutes" as 5."""
    assert [q.value for q in quantities("5. Centrifuge at 300 rpm.\n12) Wait for 5 min.")] == [300.0, 300.0]
    assert [q.value for q in quantities("2.5 litres. 12 men")] == [2.5, 12.0]
