"""Claims that compare two things, and the values that articles tell of their subjects."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.spans import sentence_spans
from localcheck.text.values import comparisons
from localcheck.text.values.comparisons import (
    ALIVE,
    LIVED,
    WHICH_FIRST,
    YEARS_LIVED,
    Comparison,
    comparison,
)
from localcheck.text.values.events import DATED
from localcheck.text.values.measures import FIRST, LAST, Measured, measured
from localcheck.text.values.order import holds
from localcheck.text.values.uncompared import of_one_year, uncompared
from localcheck.types import Span


@pytest.mark.parametrize(
    ("claim", "of", "sign"),
    [
        ("Mont Blanc is higher than Mount Everest.", "height", 1),
        ("Mont Blanc is not as high as Mount Everest.", "height", -1),
        ("The Rhine is shorter than the Nile.", "length", -1),
        ("A cello is larger than a violin.", "size", 1),
        ("Germany covers a larger area than Australia.", "size", 1),
        ("Neptune is farther away from the Sun than Mars.", "distance", 1),
        ("China has fewer inhabitants than Belgium.", "population", -1),
        ("More people live in Tokyo than in Vienna.", "population", 1),
        ("Belgium is less populous than China.", "population", -1),
        ("Abraham Lincoln was older than George Washington.", "age", -1),
        ("Mozart was born before Beethoven.", WHICH_FIRST, -1),
        ("Newton was born after Copernicus had died.", WHICH_FIRST, 1),
        ("The Suez Canal was opened earlier than the Panama Canal.", WHICH_FIRST, -1),
        ("Shakespeare and Cervantes died in the same year.", WHICH_FIRST, 0),
        ("Aristotle lived before Isaac Newton.", LIVED, -1),
        ("Mars is a smaller planet than Earth.", "size", -1),
        ("Oxygen has a lower atomic number than carbon.", "atomic number", -1),
        ("Beethoven lived longer than Mozart did.", YEARS_LIVED, 1),
        ("Bach was still alive when the Titanic sank.", ALIVE, 1),
        ("The telephone was invented during Shakespeare's lifetime.", ALIVE, 1),
        ("Lincoln became president after Washington.", WHICH_FIRST, 1),
        ("Captain Cook sailed during the reign of Queen Victoria.", LIVED, 0),
        ("Johannes Kepler outlived Tycho Brahe by more than fifty years.", WHICH_FIRST, 1),
        ("Galileo was seven years older than Kepler.", WHICH_FIRST, -1),
        ("Lisbon predates Rome by centuries.", "age", -1),
        ("The Eiffel Tower opened a hundred years after the French Revolution broke out.", WHICH_FIRST, 1),
        ("Isaac Newton was born after the death of Galileo Galilei.", WHICH_FIRST, 1),
        ("Isaac Newton was born before Galileo's birth.", WHICH_FIRST, -1),
        ("Of Picasso and Claude Monet, Monet was the older.", "age", -1),
        ("Kurt Gödel was the younger of the two, John von Neumann the older.", "age", 1),
        ("Charlotte Brontë was older than her sister Emily Brontë.", "age", -1),
        ("Einstein and Bohr were born in the same decade.", WHICH_FIRST, 0),
        ("Kepler was dead before Tycho Brahe died.", ALIVE, -1),
        ("When Lavoisier died, Alessandro Volta was still alive.", ALIVE, 1),
        ("Berthe Morisot did not live as long as Mary Cassatt.", YEARS_LIVED, -1),
        ("Sigmund Freud was younger than Nikola Tesla by ten years.", WHICH_FIRST, 1),
        ("Chopin died at a much younger age than Brahms.", YEARS_LIVED, -1),
        ("Galois was younger than Abel when he died.", YEARS_LIVED, -1),
        ("Kant was already alive when Rousseau died.", ALIVE, 1),
        ("Hamburg is a bigger city than Berlin.", "population", 1),
        ("The Titanic sank before the Lusitania was sunk.", WHICH_FIRST, -1),
    ],
)
def test_what_is_compared(claim: str, of: str, sign: int) -> None:
    found = comparison(claim)
    assert found is not None and (found.of, found.sign) == (of, sign)


def test_a_claim_without_a_word_of_comparisons_is_not_held_against_their_patterns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparisons, "_NOT_AS", None)
    assert comparison("Ada Lovelace wrote the first program of all.") is None


@pytest.mark.parametrize(
    "claim",
    [
        "It was higher in 1990.",
        "Everest is higher than it was before.",
        "Agatha Christie's second husband was older than she was.",
        "Mark Twain died before Halley's Comet came back in 1910.",
        "The Nile is longer than the Nile.",
        "Reagan was shot before Lennon fell.",
        "Neptune is farther than Mars.",
        "Earth is closer to the Moon than Mars.",
        "Gold is better than silver.",
        "Charles Lightoller survived the Titanic.",
    ],
)
def test_other_claims_compare_nothing_that_articles_tell(claim: str) -> None:
    assert comparison(claim) is None


@pytest.mark.parametrize(
    ("value", "title", "text", "low"),
    [
        ("height", "Mont Blanc", "Mont Blanc is a mountain. It is 4,808 metres high.", 4808),
        ("height", "Mont Blanc", "Mont Blanc is a mountain. The Mont Blanc Tunnel is 8 metres high.", None),
        ("height", "Rhine", "The Rhine flows over the Rhine Falls near Schaffhausen, which are 23 metres high.", None),
        (
            "height",
            "Mount Everest",
            "Mount Everest is a mountain. China announced a height of 8,848.86 metres.",
            8848.86,
        ),
        (
            "length",
            "Mississippi River",
            "The Mississippi River is a river. The river is 3,730 kilometres long.",
            3.73e6,
        ),
        ("length", "Amazon River", "The Amazon River has fish. A fish can be two metres long.", None),
        ("area", "Germany", "Germany covers 357,000 square kilometres and has 83 million inhabitants.", 3.57e11),
        ("population", "Germany", "Germany covers 357,000 square kilometres and has 83 million inhabitants.", 8.3e7),
        ("population", "Norway", "Norway is a country. The population was about 5.3 million in 2018.", 5.3e6),
        ("population", "Quake", "Quake is a game. About 830,000 people are said to have died.", None),
        ("diameter", "Moon", "Its colour is grey. The Moon has a diameter of 3,474 kilometres.", 3.474e6),
        (
            "distance",
            "Saturn",
            "Saturn orbits the Sun in about 29.5 years at a distance of 1.4 billion kilometres.",
            1.4e12,
        ),
        ("opened", "Suez Canal", "The Suez Canal was opened on 17 November 1869.", 1869),
        ("opened", "Suez Canal", "A second channel, the New Suez Canal, was opened on 6 August 2015.", None),
        ("launched", "Apollo 11", "A Saturn V rocket launched Apollo 11 from Florida on 16 July 1969.", 1969),
        (FIRST, "Ada Lovelace", "Ada Lovelace was a writer. She was born in London on 10 December 1815.", 1815),
        (LAST, "Marie Curie", "She was born in 1867. Her mother died in 1878. Curie died on 4 July 1934.", 1934),
        (FIRST, "Aristotle", "Aristotle was a philosopher. Aristotle was born in 384 BC in Stagira.", -384),
        (FIRST, "Tokyo", "Tokyo is a city. The poet Basho was born in 1644.", None),
        (FIRST, "Giuseppe Verdi", "Giuseppe Verdi (; 9 or 10 October 1813 – 27 January 1901) was a composer.", 1813),
        (FIRST, "Joseph Haydn", "(Franz) Joseph Haydn (; ; 31 March 173231 May 1809) was a composer.", 1732),
        (FIRST, "George Orwell", "Eric Blair (25 June 1903 – 1950), better known by his pen name George Orwell.", 1903),
        (LAST, "Gottfried Leibniz", "Gottfried (von) Leibniz (; or ; – 14 November 1716) was a thinker.", 1716),
        (FIRST, "Plato", "Plato (; 428/427 or 424/423 – 348/347 BC) was a philosopher.", -428),
        (
            FIRST,
            "Ada Truth",
            "Ada Truth (; born Isabella; – November 26, 1883) was born a slave, but escaped in 1826.",
            None,
        ),
        (
            LAST,
            "Ada Truth",
            "Ada Truth (; born Isabella; – November 26, 1883) was born a slave, but escaped in 1826.",
            1883,
        ),
        (FIRST, "Albert Brooks", "Albert Brooks (born Einstein; July 22, 1947) is an actor.", 1947),
        ("population", "Malta", "Malta is a country. Malta has a population of just under 450,000.", 450000),
        ("population", "Brazil", "Brazil is large. With over 208 million people, Brazil is populous.", 2.08e8),
        ("population", "Finland", "Finland is large. Finland's population is 5.5 million (2017).", 5.5e6),
        ("length", "Yangtze", "The Yangtze ( or ), which is 6,380 km long, is a river.", 6.38e6),
        ("mass", "Bee", "A bee is an insect. The bee weighs less than 2 kg.", None),
        (
            "opened",
            "Suez Canal",
            "Constructed by a company until 1869, it was officially opened on 17 November 1869.",
            1869,
        ),
        ("completed", "Kiel Canal", "The Kiel Canal is a canal. The canal was finished in 1895.", 1895),
        (
            "completed",
            "Empire State Building",
            "Designed by Shreve, Lamb and completed in 1931, the building is old.",
            1931,
        ),
        ("founded", "Institute of Old Technology", "Founded in 1861 in response to a war, IOT grew.", 1861),
        ("published", "Dracula", "Dracula is an 1897 Gothic horror novel.", 1897),
        ("published", "Lost", "Lost is a film based on a novel by A. Bell, published in 1950.", None),
        (
            "published",
            "Animal Farm",
            "Animal Farm is a novella by George Orwell, first published on 17 August 1945.",
            1945,
        ),
        ("launched", "Sputnik 1", "It was a satellite. The Soviet Union launched it on 4 October 1957.", 1957),
        (
            "took place",
            "Battle of Marathon",
            'The Battle of Marathon (Greek: , "x") took place in 490 BC, in Greece.',
            -490,
        ),
        ("fought", "Six-Day War", "The Six-Day War (x), also known as the June War, was fought in June 1967.", 1967),
        ("population", "Guinea", "Guinea is a country. Guinea has a population of /1e6 round 1 million.", None),
        (DATED, "Battle of Pharsalus", "On 9 August 48 BC Caesar met the army of the republic.", -48),
        (DATED, "Pharsalus", "On 9 August 48 BC Caesar met the army of the republic.", None),
    ],
)
def test_values_are_those_of_the_subject(value: str, title: str, text: str, low: float | None) -> None:
    found = measured(value, title, text, sentence_spans(text))
    assert (None if found is None else found.low) == (low if low is None else pytest.approx(low))


def test_a_death_by_the_old_calendar_is_of_one_year_or_the_next() -> None:
    text = "Sir Isaac Newton (25 December 1642 – 20 March 1726/27) was a scientist."
    found = measured(LAST, "Isaac Newton", text, sentence_spans(text))
    assert found is not None and (found.low, found.high) == (1726, 1727)


def test_a_death_without_a_date_is_within_a_life() -> None:
    text = "Cleopatra was a queen. Cleopatra was born in 69 BC."
    found = measured(LAST, "Cleopatra", text, sentence_spans(text))
    assert found is not None and (found.low, found.high) == (-69, 51)


def value(low: float, high: float | None = None) -> Measured:
    return Measured(low, low if high is None else high, Span(0, 1))


def test_lives_that_overlap_settle_only_what_both_ends_deny() -> None:
    newton, galileo = {FIRST: value(1642), LAST: value(1727)}, {FIRST: value(1564), LAST: value(1642)}
    after, before = comparison("Galileo lived after Newton."), comparison("Galileo lived before Newton.")
    assert after is not None and before is not None
    assert holds(after, galileo, newton) == (False, FIRST, FIRST)
    assert holds(before, galileo, newton) is None
    during = comparison("Galileo worked during the lifetime of Newton.")
    assert during is not None and holds(during, galileo, newton) is None
    assert holds(during, {FIRST: value(1900)}, newton) == (False, FIRST, LAST)


def test_who_was_alive_when_it_happened() -> None:
    bach = {FIRST: value(1685), LAST: value(1750)}
    alive, dead = (
        comparison("Bach was alive when the Titanic sank."),
        comparison("Bach was already dead when the Titanic sank."),
    )
    assert alive is not None and dead is not None
    assert holds(alive, bach, {"sank": value(1912)}) == (False, LAST, "sank")
    assert holds(dead, bach, {"sank": value(1912)}) == (True, LAST, "sank")
    assert holds(alive, bach, {"sank": value(1700)}) == (True, LAST, "sank")
    assert (
        holds(alive, bach, {"sank": value(1600)}) == holds(dead, bach, {"sank": value(1600)}) == (False, FIRST, "sank")
    )
    assert holds(alive, bach, {"sank": value(1750)}) is None
    assert holds(alive, bach, {}) is None


def test_the_longer_life_is_longer_by_two_years_at_least() -> None:
    longer = comparison("Beethoven lived longer than Mozart.")
    mozart = {FIRST: value(1756), LAST: value(1791)}
    assert longer is not None and holds(longer, {FIRST: value(1770), LAST: value(1827)}, mozart) == (True, LAST, LAST)
    assert holds(longer, {FIRST: value(1770), LAST: value(1806)}, mozart) is None
    assert holds(longer, {FIRST: value(1770), LAST: value(1770, 1890)}, mozart) is None


def test_the_number_of_an_office_is_not_held_against_a_year() -> None:
    before = comparison("Lincoln was president before Roosevelt.")
    assert before is not None
    assert holds(before, {"nth president": value(16)}, {"nth president": value(32)}) == (
        True,
        "nth president",
        "nth president",
    )
    assert holds(before, {"nth president": value(16)}, {"since president": value(1933)}) is None


def test_how_many_years_lie_between_two_lives() -> None:
    kepler, tycho = {FIRST: value(1571), LAST: value(1630)}, {FIRST: value(1546), LAST: value(1601)}
    for words, held in (
        ("outlived Tycho by more than fifty years", False),
        ("outlived Tycho by almost thirty years", True),
        ("survived Tycho by about three decades", True),
        ("died thirty years before Tycho", False),
        ("was twenty-five years younger than Tycho", True),
        ("was born half a century after Tycho", False),
        ("outlived Tycho by more than 29 years", None),
    ):
        claim = comparison(f"Kepler {words}.")
        assert claim is not None
        found = holds(claim, kepler, tycho)
        assert (None if found is None else found[0]) is held, words
    office = comparison("Lincoln was president sixteen years before Roosevelt.")
    assert office is not None
    assert holds(office, {"nth president": value(16)}, {"nth president": value(32)}) is None


@pytest.mark.parametrize("words", ["a few ", "twenty one ", "a couple of ", "half a hundred ", "more than "])
def test_repeated_words_of_a_length_are_read_one_way_only(words: str) -> None:
    """A pattern that read "a few" both as one phrase and as two words took twice as long for each of them: for ever."""
    assert comparison(f"Ada Lovelace was born {words * 60}zz.") is None


@pytest.mark.parametrize(
    ("claim", "one", "other", "held"),
    [
        ("Einstein and Bohr were born in the same decade.", (1879, 1879), (1885, 1885), False),
        ("Einstein and Bohr were not born in the same decade.", (1879, 1879), (1885, 1885), True),
        ("Bach and Handel were both born in the same century.", (1600, 1600), (1685, 1685), False),
        ("Freud was born in the same year as Tesla.", (1856, 1856), (1856, 1856), True),
        ("Freud was ten years younger than Tesla.", (1856, 1856), (1856, 1856), False),
        ("Freud was younger than Tesla by a year.", (1856, 1856), (1856, 1856), None),
        ("Freud was born on the same day as Tesla.", (1856, 1856), (1856, 1856), None),
        ("Plato and Zeno were born in the same year.", (-428, -423), (-425, -425), None),
        ("Plato was older than Aristotle.", (-428, -423), (-384, -384), True),
        ("Freud was not older than Tesla.", (1879, 1879), (1856, 1856), True),
        ("Freud did not die before Tesla.", (1939, 1939), (1943, 1943), False),
    ],
)
def test_years_of_one_period_and_what_is_denied(
    claim: str, one: tuple[int, int], other: tuple[int, int], held: bool | None
) -> None:
    what = comparison(claim)
    assert what is not None
    mine, its = ({v: value(*years) for v in (FIRST, LAST)} for years in (one, other))
    found = holds(what, mine, its)
    assert (None if found is None else found[0]) is held


def test_what_was_opened_soon_after_the_other_was_built_is_left_open() -> None:
    claim = comparison("The Eiffel Tower was completed before the Suez Canal was opened.")
    assert claim is not None
    assert holds(claim, {"built": value(1888)}, {"opened": value(1889)}) is None
    assert holds(claim, {"built": value(1860)}, {"opened": value(1889)}) == (True, "built", "opened")


def test_values_that_are_about_the_same_settle_nothing() -> None:
    larger = comparison("Norway is larger than Germany.")
    assert larger is not None and holds(larger, {"area": value(3.5e11)}, {"area": value(3.6e11)}) is None
    assert (
        holds(larger, {"area": value(3.5e11), "diameter": value(9)}, {"area": value(1e11), "diameter": value(99)})
        is None
    )
    assert holds(larger, {}, {"area": value(1.0)}) is None


@given(st.floats(1, 1e6), st.floats(1, 1e6))
def test_higher_and_lower_are_contrary(one: float, other: float) -> None:
    higher, lower = (Comparison("A", "B", "height", sign, (("height",), ("height",))) for sign in (1, -1))
    mine, its = {"height": value(one)}, {"height": value(other)}
    up, down, back = holds(higher, mine, its), holds(lower, mine, its), holds(lower, its, mine)
    assert (up is None) == (down is None) and (up is None or down is None or up[0] != down[0]) and up == back
    assert up is None or up[0] == (one > other) or math.isclose(one, other)


@pytest.mark.parametrize(
    ("claim", "premise", "unsaid"),
    [
        ("Greenland is bigger than Iceland.", "Greenland contains the world's largest national park.", True),
        ("Greenland is bigger than Iceland.", "Greenland is the world's largest island.", False),
        ("Greenland is bigger than Iceland.", "Iceland. The island is much smaller than Greenland.", False),
        ("The Atlantic Ocean is smaller than the Pacific Ocean.", "Pacific Ocean. The Atlantic is growing.", True),
        ("Cook sailed during the reign of Queen Victoria.", "On his second voyage Cook sailed south.", True),
        (
            "Oxford is older than Cambridge.",
            "Wiles (1953–2023) was born in Cambridge, son of a don of 1923 at Oxford.",
            True,
        ),
        ("Bohr is older than Dirac.", "Bohr was born in 1885, Dirac was born in 1902.", False),
        ("It rains.", "It is dry.", False),
    ],
)
def test_a_sentence_that_compares_something_else_says_nothing(claim: str, premise: str, unsaid: bool) -> None:
    assert uncompared(claim, premise) is unsaid


WAR = (
    "The Kosovo War began in 1998. The Rambouillet talks began on 6 February 1999. "
    "By March 1999 the Kosovo Liberation Army, set up years before, had lost ground."
)
CHANNEL = "Channel 4 was founded in 1982. Its rival Channel 5 was launched in 1997. In 1955 ITV was launched."


@pytest.mark.parametrize(
    ("claim", "premise", "compared"),
    [
        ("London is older than Paris.", "London is the second most populous urban area in the EU, after Paris.", False),
        ("London is older than Paris.", "London has 9,787,426 inhabitants, after Paris, at the 2011 census.", False),
        ("Edinburgh is older than Glasgow.", "Edinburgh grew in the 19th century. By 1821 Glasgow was larger.", False),
        ("Lyon predates Marseille.", "Lyon has a newspaper and 500 shops, more than Marseille.", False),
        ("London is older than Paris and Rome.", "London has more visitors than Paris, after new hotels.", False),
        ("Oxford is older than Bologna.", "Oxford was founded after Bologna.", True),
        ("Oxford is older than Bologna.", "Bologna dates from 1088, Oxford from 1167.", True),
        (
            "Oxford is older than Bologna.",
            "Bologna was founded in the 11th century, Oxford in the 12th century.",
            True,
        ),
        ("Oxford is younger than Bologna.", "Bologna is the oldest university, Oxford is another one.", True),
    ],
)
def test_a_sentence_compares_ages_only_by_dates_of_both_or_by_which_was_first(
    claim: str, premise: str, compared: bool
) -> None:
    assert uncompared(claim, premise) is not compared


@pytest.mark.parametrize(
    ("claim", "premise", "silent"),
    [
        ("The ferry had more passengers in 2023 than in 2022.", "The passengers for year 2022 is 455000.", True),
        ("The ferry had more passengers in 2023 than in 2022.", "It had 455 in 2022 and 502 in 2023.", False),
        ("In 2023 it had 502,000 passengers, fewer than it had in 2021.", "The passengers for 2021 is 410000.", True),
        ("In 2023 it had 402,000 passengers, more than in 2022.", "The passengers for year 2023 is 502000.", False),
        ("In 2023 it had 402,000 passengers, more than in 2022.", "It had 455,000 passengers in 2022.", True),
        ("It had more passengers than in 2022.", "The ferry was closed in 2021.", True),
        ("It had more passengers than in 2022.", "It had fewer passengers than ever.", False),
        ("It had 502 passengers in 2023.", "It had 455 passengers in 2022.", False),
    ],
)
def test_a_text_of_one_year_does_not_contradict_a_comparison_of_two(claim: str, premise: str, silent: bool) -> None:
    """A row of a table refuted that there were more in 2023 than in 2022, which the rows together bear out."""
    assert of_one_year(claim, premise) is silent
