"""The rule-based claims of every document in examples/: what a user without a language model gets to see."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.ingest.documents import read_document
from localcheck.text.language import detect
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document

EXAMPLES = Path(__file__).parents[3] / "examples"
TRUTH: dict[str, list[dict[str, str]]] = json.loads((EXAMPLES / "truth.json").read_text(encoding="utf-8"))
TITANIC = "She measured 269 metres and was the largest ship in the world at the time she entered service."

EXPECTED = {
    "factual.txt": {
        "She moved to Paris in 1891 to study at the university there.": [
            "Marie Curie moved to Paris in 1891 to study at the university there."
        ],
        "She married the physicist Pierre Curie in 1895.": ["Marie Curie married the physicist Pierre Curie in 1895."],
        "Curie named polonium after Poland, the country of her birth.": [
            "Marie Curie named polonium after Poland, the country of her birth."
        ],
        "Her husband Pierre was killed in a road accident in Paris in April 1906, and she took over his professorship.": [
            "Marie Curie's husband Pierre was killed in a road accident in Paris in April 1906, and she took over his "
            "professorship.",
        ],
        "During World War I she developed mobile X-ray units for field hospitals.": [
            "During World War I Marie Curie developed mobile X-ray units for field hospitals."
        ],
        "Her daughter Irène Joliot-Curie won the Nobel Prize in Chemistry in 1935.": [
            "Marie Curie's daughter Irène Joliot-Curie won the Nobel Prize in Chemistry in 1935."
        ],
        "Her remains have lain in the Panthéon in Paris since 1995.": [
            "Marie Curie's remains have lain in the Panthéon in Paris since 1995."
        ],
    },
    "subtly_wrong.txt": {
        "He studied mathematics at King's College in Cambridge.": [
            "Alan Turing studied mathematics at King's College in Cambridge."
        ],
        "He described the abstract Turing machine in a paper of 1946.": [
            "Alan Turing described the abstract Turing machine in a paper of 1946."
        ],
        "During World War II Turing worked at Bletchley Park, where the British broke enemy codes.": [
            "During World War II Alan Turing worked at Bletchley Park, where the British broke enemy codes."
        ],
        "There he designed the bombe, a machine that helped to read Enigma messages.": [
            "There Alan Turing designed the bombe, a machine that helped to read Enigma messages."
        ],
        "He led Hut 6, the section that worked on German naval messages.": [
            "Alan Turing led Hut 6, the section that worked on German naval messages."
        ],
        "Turing joined the University of Manchester in 1945.": [
            "Alan Turing joined the University of Manchester in 1945."
        ],
        'His paper "Computing Machinery and Intelligence", published in 1950, proposed what is now known as the Turing test.': [
            'Alan Turing\'s paper "Computing Machinery and Intelligence" proposed what is now known as the Turing test.',
            'Alan Turing\'s paper "Computing Machinery and Intelligence" was published in 1950.',
        ],
        "He died of cyanide poisoning at his home in Wilmslow in June 1954.": [
            "Alan Turing died of cyanide poisoning at his home in Wilmslow in June 1954."
        ],
        "His 1947 paper on morphogenesis explained how patterns could form in living things.": [
            "Alan Turing's 1947 paper on morphogenesis explained how patterns could form in living things."
        ],
        "Queen Elizabeth II granted him a royal pardon in 2009.": [
            "Queen Elizabeth II granted Alan Turing a royal pardon in 2009."
        ],
    },
    "mixed.txt": {
        "Its reddish colour comes from iron oxide on the surface.": [
            "Mars's reddish colour comes from iron oxide on the surface."
        ],
        "The planet has four small moons.": ["Mars has four small moons."],
        "The thin atmosphere of the planet consists mostly of nitrogen.": [
            "The thin atmosphere of Mars consists mostly of nitrogen."
        ],
        "Viking 1 landed on the planet in July 1976.": ["Viking 1 landed on Mars in July 1976."],
    },
    "report.md": {
        "It was built as the entrance to the world's fair of 1889.": [
            "The Eiffel Tower was built as the entrance to the world's fair of 1889."
        ],
        "The tower was finished on 31 March 1889.": ["The Eiffel Tower was finished on 31 March 1889."],
        "Guy de Maupassant protested against the tower in a letter of 1897.": [
            "Guy de Maupassant protested against the Eiffel Tower in a letter of 1897."
        ],
        "It lost this title in 1930 to the Empire State Building.": [
            "The Eiffel Tower lost this title in 1930 to the Empire State Building."
        ],
        "The tower has three levels for visitors.": ["The Eiffel Tower has three levels for visitors."],
        "The tower bears the engraved names of 72 French scientists and engineers.": [
            "The Eiffel Tower bears the engraved names of 72 French scientists and engineers."
        ],
        "The impostor Victor Lustig tried twice to sell it as scrap metal in 1925.": [
            "The impostor Victor Lustig tried twice to sell it as scrap metal in 1925."
        ],
    },
    "page.html": {
        TITANIC: [
            "The Titanic measured 269 metres.",
            "The Titanic was the largest ship in the world at the time she entered service.",
        ],
        "The ship broke in two and went down at 2.20 in the morning.": [
            "The Titanic broke in two.",
            "The Titanic went down at 2.20 in the morning.",
        ],
        "The Titanic carried only 20 lifeboats.": ["The Titanic carried only 20 lifeboats."],
        "The Carpathia rescued about 705 survivors.": ["The Carpathia rescued about 705 survivors."],
    },
    "chinese.txt": {
        "他在1915年11月完成了广义相对论。": ["阿尔伯特·爱因斯坦在1915年11月完成了广义相对论。"],
        "他晚年住在美国的普林斯顿，并在1940年成为美国公民。": [
            "阿尔伯特·爱因斯坦晚年住在美国的普林斯顿，并在1940年成为美国公民。"
        ],
    },
}
UNCHECKED = {
    "factual.txt": {"the title": 1},
    "subtly_wrong.txt": {"the title": 1},
    "mixed.txt": {"the title": 1, "an opinion": 1},
    "report.md": {"the title": 1, "a heading or a fragment": 3},
    "page.html": {"the title": 1, "a heading or a fragment": 1},
    "chinese.txt": {"the title": 1},
}
"""Reason -> number of sentences that are not checked."""
ROWS = {"report.md": {"Rivets: 2.5 million (Value).", "Repaints: about every seven years (Value)."}}
"""Rows of tables, read as sentences: checked, though nobody wrote down whether they are true."""
UNRESOLVED = {"They announced two new elements in 1898, polonium and radium."}
"""Accepted: "they" is a couple, and no rule joins two people into one subject."""
OPENING_REFERENCE = re.compile(
    r"(?:he|she|it|they|his|her|its|their|this|these|those|the (?:tower|ship|planet)\b)(?!\w)|[他她它]", re.IGNORECASE
)


@cache
def example(name: str) -> tuple[Document, tuple[Claim, ...]]:
    document = read_document(EXAMPLES / name)
    return document, tuple(RuleClaims().extract(document, split_sentences(document.text)))


def of_sentence(name: str, sentence: str) -> list[Claim]:
    document, claims = example(name)
    index = next(s.index for s in split_sentences(document.text) if " ".join(s.text.split()) == sentence)
    return [claim for claim in claims if claim.sentence == index]


TABLE = [(name, sentence, wanted) for name, rows in EXPECTED.items() for sentence, wanted in rows.items()]


@pytest.mark.parametrize(("name", "sentence", "wanted"), TABLE)
def test_claims_of_a_tricky_sentence(name: str, sentence: str, wanted: list[str]) -> None:
    assert [claim.text for claim in of_sentence(name, sentence)] == wanted


@pytest.mark.parametrize("name", TRUTH)
def test_every_judged_sentence_is_found_and_only_the_opinion_is_not_checked(name: str) -> None:
    for row in TRUTH[name]:
        claims = of_sentence(name, row["sentence"])
        assert claims
        assert all(claim.checkable == (row["truth"] != "opinion") for claim in claims), row["sentence"]


@pytest.mark.parametrize("name", TRUTH)
def test_nothing_else_is_checked(name: str) -> None:
    document, claims = example(name)
    judged = {row["sentence"] for row in TRUTH[name]}
    sentences = split_sentences(document.text)
    checked = {" ".join(sentences[c.sentence].text.split()) for c in claims if c.checkable}
    assert checked - judged == ROWS.get(name, set())
    marked = [c.note for c in claims if not c.checkable]
    assert {reason: marked.count(reason) for reason in marked} == UNCHECKED[name]


@pytest.mark.parametrize("name", TRUTH)
def test_no_claim_opens_with_an_unresolved_reference(name: str) -> None:
    _, claims = example(name)
    left = {c.text for c in claims if c.checkable and OPENING_REFERENCE.match(c.text)}
    assert left <= UNRESOLVED


@pytest.mark.parametrize(("name", "language"), [("chinese.txt", "zh"), ("factual.txt", "en"), ("page.html", "en")])
def test_the_language_of_an_example(name: str, language: str) -> None:
    assert detect(example(name)[0].text) == language


def test_the_cookie_notice_is_not_in_the_text() -> None:
    assert "cookies" not in example("page.html")[0].text


@pytest.mark.parametrize(
    ("name", "instead_of", "sentence", "wanted"),
    [
        (
            "factual.txt",
            "She married the physicist Pierre Curie in 1895.",
            "In 1895 she married Pierre Curie, a physicist from France.",
            "In 1895 Marie Curie married Pierre Curie, a physicist from France.",
        ),
        (
            "factual.txt",
            "Her remains have lain in the Panthéon in Paris since 1995.",
            "Since 1995 she has rested in the Panthéon in Paris.",
            "Since 1995 Marie Curie has rested in the Panthéon in Paris.",
        ),
        (
            "subtly_wrong.txt",
            "He described the abstract Turing machine in a paper of 1946.",
            "His supervisor at Princeton was John von Neumann.",
            "Alan Turing's supervisor at Princeton was John von Neumann.",
        ),
        (
            "subtly_wrong.txt",
            "He led Hut 6, the section that worked on German naval messages.",
            "He led Hut 8, the section that dealt with messages of the German air force.",
            "Alan Turing led Hut 8, the section that dealt with messages of the German air force.",
        ),
    ],
)
def test_other_wordings_in_the_same_place(name: str, instead_of: str, sentence: str, wanted: str) -> None:
    document = read_document(EXAMPLES / name)
    text = document.text.replace(instead_of, sentence)
    assert text != document.text
    sentences = split_sentences(text)
    claims = RuleClaims().extract(Document(name, text, document.title), sentences)
    found = [c.text for c in claims if sentences[c.sentence].text == sentence]
    assert found == [wanted]
