"""Names that no article has: titles that begin before them, misspelt ones, and what a general statement is about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.ingest.indexing import build
from localcheck.sources.indexes import open_index
from localcheck.sources.queries import LED_BY, led, names, one_letter_apart

ARTICLES = {
    "Pope Innocent III": "Pope Innocent III reigned from 1198. He was one of the most powerful popes.",
    "Pope Innocent IV": "Pope Innocent IV reigned from 1243. Innocent sided with the French in Italian matters of succession.",
    "Hong Kong": "Hong Kong is a city.",
    "China": "China is the most visited country. Its most visited city is large, and many cities of China are.",
    "Mark Antony": "Mark Antony was a Roman.",
    "Susan B. Anthony": "Anthony died in 1906. Mark her words about war; she died at home.",
    "Fermion": "A fermion is a particle. A neutrino is a fermion, and so is every other neutrino of the three.",
    "Neutrino": "The neutrino is light.",
    "Charles V": "Charles V was an emperor.",
    "Charles I of England": "Charles I of England was a king.",
}


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ("honk kong", "hong kong", True), ("phillip glass", "philip glass", True), ("mark antony", "mark anthony", True),
        ("marc antony", "mark antony", True), ("charles i", "charles v", False), ("hong kong", "hong kong", False),
        ("north korea", "south korea", False), ("world war 1914", "world war 1915", False), ("ann smith", "anna smith", False),
        ("mark antony", "mark", False), ("honk kung", "hong kong", False),
    ],
)  # fmt: skip
def test_names_that_are_one_letter_apart(first: str, second: str, apart: bool) -> None:
    assert one_letter_apart(first, second) is apart and one_letter_apart(second, first) is apart


def test_what_a_general_statement_is_about() -> None:
    assert [n.key for n in names("A neutrino is a fermion.")][-1] == "neutrino"
    assert "council" not in [n.key for n in names("The council was composed of many.")]
    assert "red" not in [n.key for n in names("A red car stopped.")]
    assert led(["innocent iii"])["pope innocent iii"] == "innocent iii"
    assert all(word == word.lower() for word in LED_BY) and led(["peter"])["saint peter"] == "peter"


@pytest.mark.parametrize(
    ("claim", "title"),
    [
        ("Innocent III sided with the French in the matter of Italian succession.", "Pope Innocent III"),
        ("Honk Kong is the most visited city in China.", "Hong Kong"),
        ("Mark Anthony died during a war.", "Mark Antony"),
        ("A neutrino is a fermion.", "Neutrino"),
        ("Charles I was a king.", "Charles I of England"),
    ],
)
def test_the_article_meant_is_read_first(home: Path, tmp_path: Path, claim: str, title: str) -> None:
    corpus = tmp_path / "few.jsonl"
    corpus.write_text("\n".join(json.dumps({"title": t, "text": x}) for t, x in ARTICLES.items()), encoding="utf-8")
    list(build(corpus, "few", "tantivy"))
    with open_index("few") as index:
        assert next(index.search(claim)).title == title
