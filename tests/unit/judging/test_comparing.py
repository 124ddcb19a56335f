"""Claims that are settled by what articles tell of their subjects, from the claim to the verdict."""

from __future__ import annotations

import pytest

from localcheck.judging.comparing import article, by_values
from localcheck.sources.memory import MemoryRetriever
from localcheck.stats.bayes import Costs, Likelihoods, Policy
from localcheck.types import Claim, Label, Passage, Source, Span

TEXTS = {
    "Mont Blanc": "Mont Blanc is a mountain in the Alps. It is 4,808 metres high.",
    "Mount Everest": "Mount Everest is a mountain in Asia. It rises to 8,849 metres.",
    "Isaac Newton": "Isaac Newton (25 December 1642 – 20 March 1727) was a scientist.",
    "Wolfgang Amadeus Mozart": "Wolfgang Amadeus Mozart (27 January 1756 – 5 December 1791) was a composer.",
    "Leopold Mozart": "Leopold Mozart wrote a book about the violin.",
    "Battle of Hastings": "The Battle of Hastings was fought on 14 October 1066 between two armies.",
    "Golden Gate Bridge": "Work began in 1933, and the bridge was opened to pedestrians on 27 May 1937.",
    "Mercury (planet)": "Mercury has a diameter of 4,880 kilometres.",
    "Mercury (element)": "Mercury is a metal.",
    "Abraham Lincoln": "Abraham Lincoln (1809–1865) was a lawyer who served as the 16th president of the United States.",
    "Franklin D. Roosevelt": "Franklin D. Roosevelt (1882–1945) was the 32nd president of the United States. Roosevelt was"
    " president from 1933 until his death in 1945.",
    "Winston Churchill": "Churchill was prime minister from 1940 to 1945. He was prime minister again from 1951 to 1955.",
    "Frankenstein": "Frankenstein is a novel by the English author Mary Shelley.",
    "Jupiter": "Jupiter has a diameter of 143,000 kilometres.",
    "Charlie Chaplin": "Chaplin was an actor. He received an honorary Academy Award in 1972 and was knighted in 1975.",
    "Michael Faraday": "Michael Faraday (22 September 1791 – 25 August 1867) was a chemist. In 1821 he built the first"
    " simple electric motor. In 1831 he discovered electromagnetic induction."
    " From 1833 until his death he was a professor.",
    "Elizabeth I of England": "Her father was Henry VIII. She became queen in 1558. She never married. His fleet was beaten."
    " Her last years were hard. She died in 1603.",
    "Ulysses S. Grant": "Robert Lee surrendered to Grant in April 1865. Abraham Lincoln was elected president in 1860.",
    "Johannes Kepler": "Johannes Kepler (27 December 1571 – 15 November 1630) was an astronomer. After Tycho died in 1601,"
    " Kepler succeeded him.",
    "The Hobbit": "The Hobbit is a fantasy novel. It was published on 21 September 1937.",
    "Dracula": "Dracula is an 1897 novel by Bram Stoker.",
    "William III of Orange": "He was a prince. He ruled. His wife was Mary.",
    "William III of the Netherlands": "He was a king. He ruled. His wife was Sophie.",
}
SOURCE = MemoryRetriever(Passage(title, text, Source("test", "memory")) for title, text in TEXTS.items())
POLICY = Policy(Likelihoods((0.02, 0.08, 0.9), (0.9, 0.08, 0.02)), Costs(1.0, 1.0, 0.01, 0.2), k=2)


def claim(text: str) -> Claim:
    return Claim("0.0", 0, text, Span(0, len(text)))


@pytest.mark.parametrize(
    ("text", "label", "read"),
    [
        ("Mont Blanc is lower than Mount Everest.", Label.SUPPORTED, 2),
        ("Mont Blanc is higher than Mount Everest.", Label.REFUTED, 2),
        ("Isaac Newton was born after Wolfgang Amadeus Mozart.", Label.REFUTED, 2),
        ("Isaac Newton died more than a century before Wolfgang Amadeus Mozart.", Label.REFUTED, 2),
        ("Isaac Newton lived in the 15th century.", Label.REFUTED, 1),
        ("Isaac Newton died in the 18th century.", Label.SUPPORTED, 1),
        ("The Battle of Hastings took place in the eleventh century.", Label.SUPPORTED, 1),
        ("The Golden Gate Bridge opened in the 1930s.", Label.SUPPORTED, 1),
        ("The Golden Gate Bridge was opened in the 1950s.", Label.REFUTED, 1),
        ("Abraham Lincoln was president before Franklin D. Roosevelt.", Label.SUPPORTED, 2),
        ("Abraham Lincoln became president of the United States after Franklin D. Roosevelt.", Label.REFUTED, 2),
        ("Franklin D. Roosevelt was president from 1933 to 1945.", Label.SUPPORTED, 1),
        ("Franklin D. Roosevelt was president from 1901 to 1909.", Label.REFUTED, 1),
        ("Mary Shelley wrote Frankenstein.", Label.SUPPORTED, 1),
        ("Frankenstein is a novel by Jane Austen.", Label.REFUTED, 1),
        ("Michael Faraday was about 40 when he discovered electromagnetic induction.", Label.SUPPORTED, 1),
        ("Michael Faraday was past sixty when he discovered electromagnetic induction.", Label.REFUTED, 1),
        ("Isaac Newton was in his eighties when he died.", Label.SUPPORTED, 1),
        ("Isaac Newton lived into his eighties.", Label.SUPPORTED, 1),
        ("Wolfgang Amadeus Mozart lived into his seventies.", Label.REFUTED, 1),
        ("The Hobbit came out before Dracula.", Label.REFUTED, 2),
        ("Isaac Newton was born after the death of Johannes Kepler.", Label.SUPPORTED, 2),
        ("Johannes Kepler outlived Tycho Brahe by more than fifty years.", Label.REFUTED, 1),
        ("Johannes Kepler outlived Tycho by about thirty years.", Label.SUPPORTED, 1),
    ],
)
def test_a_claim_is_settled_by_what_the_articles_tell(text: str, label: Label, read: int) -> None:
    verdict = by_values(claim(text), SOURCE, POLICY)
    assert verdict is not None and verdict.label is label and verdict.cost.passages == read == len(verdict.evidence)
    assert verdict.rationale.startswith("settled by the ") and len(verdict.beliefs) == read + 1
    deciding = verdict.deciding
    assert deciding is not None and deciding.quote in TEXTS[deciding.passage.title]
    assert POLICY.label(1 - verdict.score) is label


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("Abraham Lincoln was president before Franklin D. Roosevelt.", "number of the president"),
        ("Franklin D. Roosevelt was president from 1933 to 1945.", "years as president"),
        ("Isaac Newton died in the 18th century.", "year of death or end"),
        ("The Hobbit came out before Dracula.", "year in which it was published"),
        ("Mont Blanc is lower than Mount Everest.", "height"),
    ],
)
def test_the_report_says_by_what_it_is_settled(text: str, by: str) -> None:
    verdict = by_values(claim(text), SOURCE, POLICY)
    assert verdict is not None and verdict.rationale.startswith(f"settled by the {by}: “")


@pytest.mark.parametrize(
    "text",
    [
        "It lived in the 15th century.",  # what does it mean?
        "The war took place in the 15th century.",
        "Mont Blanc is higher than Ben Nevis.",  # no article
        "Mont Blanc is heavier than Mount Everest.",  # no value
        "Mercury is smaller than Jupiter.",  # two are called so
        "Franklin D. Roosevelt was president of Mexico from 1901 to 1909.",
        "Winston Churchill was prime minister from 1951 to 1955.",  # one of two terms
        "Winston Churchill was prime minister before Abraham Lincoln.",
        "Jane Austen wrote Hamlet.",
        "Rain is wet.",
        "Michael Faraday was 40 when he discovered electromagnetic induction.",  # 39 or 40
        "Michael Faraday was 20 when his father discovered electromagnetic induction.",  # somebody else
        "Michael Faraday was still teaching when he discovered electromagnetic induction.",  # lasting
    ],
)
def test_what_they_do_not_tell_is_read_as_any_claim(text: str) -> None:
    assert by_values(claim(text), SOURCE, POLICY) is None


def test_two_articles_are_not_read_where_one_is_allowed() -> None:
    one = Policy(POLICY.likelihoods, POLICY.costs, k=1)
    assert by_values(claim("Mont Blanc is lower than Mount Everest."), SOURCE, one) is None


def test_a_last_name_will_do_for_years_where_one_article_ends_with_it() -> None:
    assert article("Newton", SOURCE) is None
    found = article("Newton", SOURCE, years=True)
    assert found is not None and found.title == "Isaac Newton"
    assert article("Mozart", SOURCE, years=True) is None
