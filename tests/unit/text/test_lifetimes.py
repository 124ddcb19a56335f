"""The years of a life, a war or a reign beside claims that only say when something was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.closed_forms import settled
from localcheck.text.values.differences import differences, in_words
from localcheck.text.values.lifetimes import Years, years_of
from localcheck.text.values.timed import in_those_years, timed
from localcheck.types import Label

WAR = "American Civil War. The American Civil War was a war fought in the United States from 1861 to 1865."
GANDHI = "Mahatma Gandhi. Mohandas Karamchand Gandhi (; ; 2 October 1869 – 30 January 1948) was an Indian activist."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("The American Civil War took place in the 20th century.", WAR, "contradicted"),
        ("The American Civil War was fought in the 1860s.", WAR, "borne out"),
        ("The American Civil War lasted from 1861 to 1865.", WAR, "borne out"),
        ("The American Civil War lasted from 1914 to 1918.", WAR, "contradicted"),
        ("The American Civil War ended in the second half of the 19th century.", WAR, "borne out"),
        ("The American Civil War began in the 1850s.", WAR, "contradicted"),
        ("Mahatma Gandhi died in the 1980s.", GANDHI, "contradicted"),
        ("Gandhi was born in the 19th century.", GANDHI, "borne out"),
        ("Mahatma Gandhi lived in the 18th century.", GANDHI, "contradicted"),
        ("Mahatma Gandhi lived to be 78.", GANDHI, "borne out"),
        ("Mahatma Gandhi died at the age of 60.", GANDHI, "contradicted"),
        ("Mahatma Gandhi wrote letters in the 1960s.", GANDHI, "contradicted"),
        ("Mahatma Gandhi was murdered in the 1940s.", GANDHI, "borne out"),
        ("Mahatma Gandhi lived in the first century BC.", GANDHI, "contradicted"),
        ("The American Civil War lasted four years.", WAR, "borne out"),
        ("The American Civil War went on for twenty years.", WAR, "contradicted"),
        ("Mahatma Gandhi was a president in the 18th century.", GANDHI, "contradicted"),
        ("Mahatma Gandhi served as prime minister of India in the 1950s.", GANDHI, "contradicted"),
        ("Caesar was murdered in 44 BC.", "Caesar. Julius Caesar (100–44 BC) was a general.", "borne out"),
    ],
)
def test_the_years_that_are_told_settle_when_it_was(claim: str, premise: str, told: str) -> None:
    assert in_those_years(claim, premise) == told
    assert settled(claim, premise) is {"borne out": Label.SUPPORTED, "contradicted": Label.REFUTED}[told]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The American Civil War did not take place in the 20th century.", WAR),
        ("The American Civil War took place in Virginia in the 20th century.", WAR),
        ("The American Civil War took place in the 1860s and 1870s.", WAR),
        ("The American Civil War lasted from 1861 to 1866.", WAR),  # a year more or less is told otherwise elsewhere
        ("Gandhi lived in the 20th century and wrote.", GANDHI),
        ("The American Civil War lasted five years.", WAR),
        ("Indira Gandhi died in the 1980s.", GANDHI),
        ("Mahatma Gandhi wrote letters in the 1930s.", GANDHI),
        (
            "Alan Turing was born in the 19th century.",
            "Alan Turing. Turing was born while his father, Julius Mathison Turing (1873–1947), was on leave.",
        ),
        ("Constantine reigned in the 1st century.", "Constantine. Constantine (reigned 306–337) was an emperor."),
        ("Amalric died in the 11th century.", "Amalric of Bena. Amalric of Bena (died 1204–1207) was a theologian."),
    ],
)
def test_other_claims_and_other_years_settle_nothing(claim: str, premise: str) -> None:
    assert in_those_years(claim, premise) is None


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("Thomas Edison (February 11, 1847October 18, 1931) was an inventor.", Years(1847, 1931)),
        ("John Milton (9 December 16088 November 1674) was a poet.", Years(1608, 1674)),
        ("Ludwig (; baptised 17\xa0December 177026\xa0March 1827) was a composer.", Years(1770, 1827)),
        ("Aristotle (; 384–322 BC) was a philosopher.", Years(-384, -322)),
        ("J. K. Rowling (born 31 July 1965) is a writer.", Years(1965, None)),
        ('The Korean War (in North Korean, "War"; 25 June 1950 – 27 July 1953) was a war.', Years(1950, 1953)),
        ("The French Revolution was a period that began in 1789 and ended in November 1799.", Years(1789, 1799)),
        ("The treaty (ITTA, 1994 or ITTA2) was signed.", None),
        ("Constantinople (330–1204 and 1261–1453) was a capital.", None),
        ("Rain fell.", None),
    ],
)
def test_years_as_encyclopedias_write_them(text: str, years: Years | None) -> None:
    assert years_of("", text) == years


@given(st.integers(1000, 2000), st.integers(1, 110), st.integers(1000, 2100))
def test_nobody_died_in_another_year(born: int, age: int, year: int) -> None:
    told = in_those_years(f"Ada Byron died in {year}.", f"Ada Byron ({born}–{born + age}) was a writer.")
    assert told == ("borne out" if year == born + age else "contradicted")


@pytest.mark.parametrize(
    ("dates", "years"),
    [
        ("25 December 1642 O.S. – 20 March 1727", None),
        ("6 June [O.S. 26 May] 1799 – 10 February [O.S. 29 January] 1837", Years(1799, 1837)),
    ],
)
def test_a_life_by_the_old_calendar_has_no_sure_year_at_the_turn_of_the_year(dates: str, years: Years | None) -> None:
    assert years_of("", f"Somebody ({dates}) was a poet.") == years


def test_what_differs_is_said() -> None:
    quote = WAR.partition(". ")[2]
    found = differences("The American Civil War took place in the 20th century.", quote, "American Civil War")
    assert in_words(found) == "claim: in the 20th century, source: 1861 to 1865"


@pytest.mark.parametrize("years", ["70 BC – 19 BC", "15 October 70\xa0BC\xa0– 21 September 19\xa0BC"])
def test_years_before_christ_are_shown_too(years: str) -> None:
    quote = f"Virgil ({years}) was a poet."
    (found,) = differences("Virgil died in the 1950s.", quote, "Virgil")
    assert found.claim == "in the 1950s" and found.source in years and found.source.endswith("BC")


def test_a_claim_is_read_with_its_verb_and_its_period() -> None:
    found = timed("The Golden Gate Bridge was opened in the 1930s.")
    assert found is not None and (found.who, found.what, found.verb) == ("Golden Gate Bridge", "done", "was opened")
    assert timed("Caesar lived in the fifth century AD.") is not None
    assert timed("It was in 1912.") is None
