"""Dates that are counted from the sentence before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims
from localcheck.claims.rules.told_before import DATED
from localcheck.judging.context import judge_in_context
from localcheck.judging.evidence.learned import Learned
from localcheck.judging.spans import as_read, counted_for, headed_premise
from localcheck.judging.together import drive
from localcheck.text.counted_dates import counted
from localcheck.text.sentences import split_sentences
from localcheck.text.values.compare import compare
from localcheck.text.values.same_words import in_same_words
from localcheck.types import Claim, Document, Label, Passage, Source, Span
from tests.unit.evidence_models import MODEL

LEFT = "The ship left Southampton on 10 April 1912."


@pytest.mark.parametrize(
    ("claim", "before", "said"),
    [
        ("She hit an iceberg four days later and sank.", LEFT, "She hit an iceberg on 14 April 1912 and sank."),
        ("A day later, she called at Queenstown.", LEFT, "On 11 April 1912, she called at Queenstown."),
        ("The next day she called at Queenstown.", LEFT, "On 11 April 1912 she called at Queenstown."),
        ("She waited until the following day.", LEFT, "She waited until 11 April 1912."),
        ("The crew had come aboard two days earlier.", LEFT, "The crew had come aboard on 8 April 1912."),
        ("He died 30 days later.", "He fell ill on January 15, 1900.", "He died on 14 February 1900."),
        ("It was sold the following year.", "It was built in 1952.", "It was sold in 1953."),
        ("The next year a child was born.", "In 1867 he married Nina (1842–1935).", "In 1868 a child was born."),
        ("That same year she won the prize.", "She moved to Paris in 1911.", "In 1911 she won the prize."),
        ("It was open until the next year.", "It closed in May 1960 for a day.", "It was open until 1961."),
        ("It sank twenty-four days later.", LEFT, "It sank on 4 May 1912."),
    ],
)
def test_the_date_stands_in_the_place_of_the_count(claim: str, before: str, said: str) -> None:
    assert counted(claim, before) == said


@pytest.mark.parametrize(
    ("claim", "before"),
    [
        ("She hit an iceberg about four days later.", LEFT),
        ("She hit an iceberg four weeks later.", LEFT),
        ("Ten years later she was found.", LEFT),
        ("She hit an iceberg four days later.", "The ship left Southampton in April 1912."),
        ("She hit an iceberg four days later.", "She left on 10 April 1912 and was built in 1911."),
        ("She hit an iceberg four days later, in 1912.", LEFT),
        ("She hit an iceberg on 14 April, four days later.", LEFT),
        ("She hit an iceberg four days later.", "She left on 31 June 1912."),
        ("It was the best film of the same year.", "It was shown in 1952."),
        ("The next year of the war was worse.", "It began in 1914."),
        ("It lasted for the next year.", "It began in 1914."),
        ("It takes 365 days.", LEFT),
        ("It sank one hundred four days later.", LEFT),
        ("It sank 1,200 days later.", LEFT),
        ("It sank 3–4 days later.", LEFT),
        ("It sank half a day later.", LEFT),
    ],
)
def test_what_is_rounded_or_counts_from_nothing_stays(claim: str, before: str) -> None:
    assert counted(claim, before) == claim


@given(
    st.lists(
        st.sampled_from("the next day four days later earlier year that It ended on in 1912 , .".split()), max_size=9
    )
)
def test_without_a_date_before_nothing_changes(words: list[str]) -> None:
    claim = " ".join(words)
    assert counted(claim, "") == counted(claim, "It was long ago.") == claim


def test_the_claim_of_a_document_says_the_date_and_that_it_was_counted() -> None:
    text = f"{LEFT} Four days later, the ship hit an iceberg.\n\nThe next day nothing happened."
    claims = RuleClaims().extract(Document("t", text), split_sentences(text))
    assert [claim.text for claim in claims][1:] == [
        "On 14 April 1912, the ship hit an iceberg.",
        "The next day nothing happened.",
    ]
    assert DATED in claims[1].note and claims[1].span.of(text) == "Four days later, the ship hit an iceberg."


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "Napoleon was beaten at Waterloo in 1815 and died on Saint Helena six years later.",
            "Napoleon died on Saint Helena in about 1821.",
        ),
        (
            "Napoleon was beaten at Waterloo and died on Saint Helena six years later.",
            "Napoleon was beaten at Waterloo and died on Saint Helena six years later.",
        ),
        (
            "It was opened in 1902, and the other bridge two years later than planned.",
            "It was opened in 1902, and the other bridge two years later than planned.",
        ),
        (
            "She left in 1902 and came back in 1905. Six years later she died.",
            "Six years later she died.",
        ),
        (
            "Concorde flew from 1976 and was withdrawn twenty-seven years later.",
            "Concorde was withdrawn in about 2003.",
        ),
        (
            "Concorde flew from 1976 and was sold one hundred seven years later.",
            "Concorde flew from 1976 and was sold one hundred seven years later.",
        ),
        (
            "Concorde flew from 1976 and was sold twenty years later.",
            "Concorde flew from 1976 and was sold twenty years later.",
        ),
    ],
)
def test_years_are_counted_from_an_earlier_part_of_the_same_sentence(text: str, last: str) -> None:
    assert RuleClaims().extract(Document("t", text), split_sentences(text))[-1].text == last


@pytest.mark.parametrize(("year", "borne_out"), [(1820, True), (1821, True), (1822, True), (1824, False)])
def test_about_a_year_is_a_year_to_either_side(year: int, borne_out: bool) -> None:
    said = f"He died in about {year}."
    assert (not compare(said, "He died on 5 May 1821.").lost) is borne_out
    assert (in_same_words(said, "He died on 5 May 1821.")[0] == "He died in 1821.") is borne_out


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Four days later it reached Lisbon. Two days later it sailed on.", "On 16 April 1912 it sailed on."),
        ("A day later it waited. The next day it rained. The next day it left.", "On 13 April 1912 it left."),
        ("Two weeks later it reached Lisbon. Two days later it sailed on.", "Two days later it sailed on."),
        ("On 20 April it reached Lisbon. Two days later it sailed on.", "Two days later it sailed on."),
        ("Years later it was sold. The next day it rained.", "The next day it rained."),
        ("On 1 May 1912 it came, and left a week later. Two days later it rained.", "Two days later it rained."),
    ],
)
def test_a_chain_of_counts_is_counted_link_by_link_and_ends_where_a_time_is_not_known(text: str, last: str) -> None:
    """The third was dated from the first: "The next day" stood a day after the first date, five days early."""
    found = RuleClaims().extract(Document("t", f"{LEFT} {text}"), split_sentences(f"{LEFT} {text}"))
    assert found[-1].text == last
    start = len(LEFT) + 1 + text.rindex(". ") + 2
    assert as_read(f"{LEFT} {text}", Span(start, len(LEFT) + 1 + len(text))) == last


CLINIC = "It opened on 4 March 2019. It has 42 beds. The following year a wing was added. In 2021 it got a new head."


@pytest.mark.parametrize(
    ("text", "sentence", "said"),
    [
        (CLINIC, "The following year a wing was added.", "in 2020 a wing was added."),
        (CLINIC, "It has 42 beds. The following year a wing was added.", "It has 42 beds. in 2020 a wing was added."),
        (CLINIC.replace("It has", "It lies in Oslo. It has"), "The following year a wing was added.", ""),
        (CLINIC.replace("beds. ", "beds.\n"), "The following year a wing was added.", ""),
    ],
)
def test_evidence_is_read_with_the_dates_that_it_counts(text: str, sentence: str, said: str) -> None:
    start = text.index(sentence)
    told = as_read(text, Span(start, start + len(sentence)))
    assert told.lower() == (said or sentence).lower()
    assert headed_premise(
        Passage("Clinic", text, Source("context", "c")), Span(start, start + len(sentence))
    ).startswith("Clinic. ")


BLEW_UP = "It left on April 11, 1970, and blew up two days later."
FREED = "He was arrested in 1952 and freed the next year."


@pytest.mark.parametrize(
    ("claim", "text", "said"),
    [
        ("On 13 April 1970 it blew up.", BLEW_UP, "It left on April 11, 1970, and blew up on 13 April 1970."),
        ("On 15 April 1970 it blew up.", BLEW_UP, "It left on April 11, 1970, and blew up on 13 April 1970."),
        ("It left on 13 April 1970.", BLEW_UP, ""),
        ("It blew up.", BLEW_UP, ""),
        ("He was freed in 1953.", f"Bob. {FREED}", "Bob. He was arrested in 1952 and freed in 1953."),
        ("He was arrested in 1953.", FREED, ""),
        ("He was freed in 1953.", FREED.replace("1952", "1950 and 1952"), ""),
        ("His wife died in 1952.", "He left in 1952, the same year as his wife died.", ""),
    ],
)
def test_evidence_counts_from_a_date_in_its_own_sentence(claim: str, text: str, said: str) -> None:
    assert counted_for(claim, text) == (said or text)


def test_a_quote_stays_word_for_word_and_what_differs_is_told_with_the_date() -> None:
    passage = Passage("Clinic", CLINIC, Source("context", "c", "1"))
    claimed = "The Clinic got a second wing in 2021."
    against = TableNLI({("Clinic. In 2020 a wing was added.", claimed): (0.0, 0.1, 0.9)})
    verdict = drive(against, judge_in_context(Claim("0.0", 0, claimed, Span(0, 9)), [passage], Learned(MODEL)))
    assert verdict.label is Label.REFUTED and "claim: 2021, source: 2020" in verdict.rationale
    assert verdict.deciding is not None and verdict.deciding.quote == "The following year a wing was added."
