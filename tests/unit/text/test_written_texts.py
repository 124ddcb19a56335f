"""Texts as people and chatbots write them: whom a claim is about, what is split, and what is no claim."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.text.sentences import split_sentences
from localcheck.types import Document


def claims(text: str, title: str = "", prompt: str = "") -> list[str]:
    """Each claim, with what it is about in brackets where its words do not say so."""
    found = rules().extract(Document("text", text, title=title, prompt=prompt), split_sentences(text))
    return [f"{c.text} [{c.about}]" if c.about else c.text for c in found if c.checkable]


HILLARY = "Edmund Hillary was a New Zealand beekeeper. In 1953 he climbed Mount Everest with Tenzing Norgay. "
ELSNER = "Chopin was born in Poland. His father taught French. His teacher was Józef Elsner. "
BIOGRAPHY = "Here's an overview of Johann Sebastian Bach's life and work:\n\n### Early Life\n\n"


@pytest.mark.parametrize(
    ("text", "title", "last"),
    [
        (HILLARY + "The expedition was led by John Hunt. He was a colonel.", "", "He was a colonel."),
        (HILLARY + "The expedition was led by John Hunt. His wife was a nurse.", "", "His wife was a nurse."),
        (HILLARY + "The expedition was led by her. He was a colonel.", "", "Edmund Hillary was a colonel."),
        (HILLARY + "His father was American. He was a colonel.", "", "He was a colonel. [Edmund Hillary]"),
        (HILLARY + "The mountain is 8,848 metres high.", "", "The mountain is 8,848 metres high. [Mount Everest]"),
        (HILLARY + "The city lies on a river.", "", "The city lies on a river."),
        (ELSNER + "He noticed the boy's talent.", "Frédéric Chopin", "He noticed the boy's talent."),
        (ELSNER + "In 1830 he left.", "Frédéric Chopin", "In 1830 he left. [Frédéric Chopin]"),
        (
            "The Blue Mosque was built in Istanbul. It has six minarets. The biggest gold nugget ever found was dug up later.",
            "",
            "The biggest gold nugget ever found was dug up later.",
        ),
        (
            "Boeing built the 747. It has an office in Rome. Airbus, Boeing's European rival, had troubles. It cut production.",
            "",
            "It cut production.",
        ),
        (
            "Dr Clarke spoke of the Great Fire of London. The fire began in a bakery.",
            "",
            "The fire began in a bakery. [Great Fire of London]",
        ),
        (
            "Gregor Johann Mendel was born in Heinzendorf. Abbot Napp sent him to Vienna. Between 1856 and 1863 he grew peas.",
            "Gregor Mendel",
            "Between 1856 and 1863 he grew peas. [Gregor Johann Mendel]",
        ),
        (
            BIOGRAPHY + "Bach was born in Eisenach.\n\n### Family\n\nHe married his cousin.",
            "Early Life",
            "Johann Sebastian Bach married his cousin.",
        ),
        (
            BIOGRAPHY + "- **Parents:** His father died in 1695.",
            "Early Life",
            "Johann Sebastian Bach's father died in 1695.",
        ),
        (
            "The iPad is a tablet.\n\nWho sells it?\n\nIt runs iOS.",
            "iPad – frequently asked questions",
            "The iPad runs iOS.",
        ),
        (
            "The Solar System has eight planets. It is old.\n\n- Mercury: the smallest planet. It has no moons.",
            "The Solar System",
            "It has no moons. [Solar System]",
        ),
        (
            "Python was created by Guido van Rossum. It is old. He worked for Google. He wrote it. He retired in 2018.",
            "Python vs. Java",
            "He retired in 2018.",
        ),
        ("Python is a language. It is old. Java is one, too. Both are free.", "Python", "Both are free."),
        (
            "Rosetta was a probe. It flew to a comet. The Space Agency, which built it, had launched it. It was named so.",
            "Rosetta",
            "It was named so.",
        ),
        (
            "Lisbon is a city. It is old. The Belém Tower, finished in 1519, guarded the harbour. It is built of limestone.",
            "Lisbon",
            "It is built of limestone.",
        ),
        ("Lisbon is a city. It is old. An earthquake came. It lasted long.", "Lisbon", "It lasted long."),
        ("The game was released.\n\nHow many were sold?\n\nIt sold well.", "Game: FAQ", "Game sold well."),
        (
            "Frida Kahlo painted.\n\nPolio: At six she fell ill, and her leg was thin.",
            "Frida Kahlo",
            "At six Frida Kahlo fell ill, and her leg was thin.",
        ),
        (
            "1869 – Opened by an empress; her yacht goes first.",
            "Timeline: the Suez Canal",
            "In 1869, her yacht went first.",
        ),
        ("Tea is old.\n\n**Around the world**\nThe Dutch grew it.", "", "The Dutch grew it."),
        (
            "The croissant comes from Vienna. Its dough has butter. August Zang, an officer, opened a bakery. It was imitated.",
            "Croissants: a little history",
            "It was imitated.",
        ),
    ],
)
def test_whom_or_what_the_last_claim_is_about(text: str, title: str, last: str) -> None:
    assert claims(text, title)[-1] == last


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Guests pay 6 euros; members pay nothing.", ["Guests pay 6 euros.", "Members pay nothing."]),
        ("The law is old; as well as that, judges like it.", ["The law is old; as well as that, judges like it."]),
        ("Acts tells a story; the answer it gives is short.", ["Acts tells a story; the answer it gives is short."]),
        ("Cats sleep 15 hours a day; dogs sleep 12.", ["Cats sleep 15 hours a day; dogs sleep 12."]),
        ("The museum opens at 9 and the café at 8.", ["The museum opens at 9 and the café at 8."]),
        ("The house has 5 rooms and the garden 3 trees.", ["The house has 5 rooms and the garden 3 trees."]),
        (
            "Meyer had failed because he lacked equipment, and in 1888 he was taken prisoner.",
            ["Meyer had failed because he lacked equipment.", "In 1888 Meyer was taken prisoner."],
        ),
        (
            "In 1990 the town had 5,000 people, and in 2010 it had 8,000.",
            ["In 1990 the town had 5,000 people, and in 2010 it had 8,000."],
        ),
        (
            "The king founded an empire, stretching from Greece to India.",
            ["The king founded an empire, stretching from Greece to India."],
        ),
        ("Leoš Janáček, the composer, played.", ["Leoš Janáček played.", "Leoš Janáček was the composer."]),
    ],
)
def test_what_is_split(sentence: str, found: list[str]) -> None:
    assert claims(sentence) == found


TIMELINE = """Timeline: Nelson Mandela

- 1918 – Born at Mvezo; his father is an adviser to the king.
- 1927 – His father dies. He is brought up by the regent.
- 1944 – Joins the ANC and helps to found its league. Marries Evelyn Mase.
- 1956 – Tried for treason and acquitted.
- 1958 – Divorces Evelyn, marries Winnie.
- 1990 – Walks out of prison.
- 1994 – Sworn in as president.
- 1999 – Steps down after one term; Mbeki succeeds him."""


def test_each_fact_of_a_timeline_is_told_with_its_year_and_of_whom_it_tells() -> None:
    assert claims(TIMELINE, "Timeline: Nelson Mandela") == [
        "In 1918, Nelson Mandela was born at Mvezo. [Nelson Mandela]",
        "In 1918, Nelson Mandela's father was an adviser to the king.",
        "In 1927, Nelson Mandela's father died.",
        "He is brought up by the regent.",
        "In 1944, Nelson Mandela joined the ANC. [Nelson Mandela]",
        "In 1944, Nelson Mandela helped to found its league. [Nelson Mandela]",
        "Nelson Mandela marries Evelyn Mase. [Nelson Mandela]",
        "In 1956, Nelson Mandela was tried for treason and acquitted. [Nelson Mandela]",
        "In 1958, Nelson Mandela divorced Evelyn, married Winnie. [Nelson Mandela]",
        "Nelson Mandela walked out of prison in 1990. [Nelson Mandela]",
        "Nelson Mandela was sworn in as president in 1994. [Nelson Mandela]",
        "In 1999, Nelson Mandela stepped down after one term. [Nelson Mandela]",
        "In 1999, Mbeki succeeded him. [Mbeki]",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Smith, J. (2014). The history of tea. Oxford: Clarendon Press. Retrieved 4 March 2015.",
        "References\n\nTea in China. London: Penguin, 1998.\n[1] Mair, Victor H.; Hoh, Erling (2009). Tea. p. 30.",
        "## Ingredients (makes 12)\n\n- 500 g flour\n- 140 ml milk and as much water",
        "Day 1: Sultanahmet",
        "Day 2: The bazaars",
        "Room 38: The Antikythera mechanism",
        "What vaccines have achieved",
        "Start at the Hagia Sophia.",
        "Mix flour, salt, sugar, milk and water.",
        "Make six wells and crack an egg into each.",
        "Choose coffee if you need a quick boost, tea if you want something milder.",
        "Install Transformers in your virtual environment.",
        "Store below 25 °C.",
        "Stop taking it if your stools turn black.",
        "Should you have any questions, please call Mr Bale on 0113 496 0000.",
        "Do not take it if you\n- are allergic to nuts,\n- are in the last three months of pregnancy.",
        "Present: J. Okafor (chair), P. Lind, S. Marsh",
        "Rare: hearing loss, kidney problems",
        "Log\n\n## 2.4.0 (2025-02-11)",
    ],
)
def test_what_is_no_claim(line: str) -> None:
    assert claims(f"{line}\n\n## Tea\n\nTea comes from China.") == ["Tea comes from China."]


def test_what_a_product_is_made_of_is_a_claim() -> None:
    assert "Wheat flour comes from France." in claims(
        "## Ingredients\n\n- Wheat flour comes from France.\n\n## Tea\n\nTea is old."
    )


@pytest.mark.parametrize(
    ("prompt", "answer", "said"),
    [
        ("Who was Ada Lovelace?", "She was an English mathematician.", "Ada Lovelace was an English mathematician."),
        ("How tall is the Eiffel Tower?", "It is 330 metres tall.", "Eiffel Tower is 330 metres tall."),
        ("Tell me about Frida Kahlo.", "She was a Mexican painter.", "Frida Kahlo was a Mexican painter."),
        ("Who wrote Dracula?", "He was born in Dublin.", "He was born in Dublin."),
        ("What is the capital of Peru?", "It lies on the coast.", "It lies on the coast."),
    ],
)
def test_a_prompt_says_whom_its_answer_means(prompt: str, answer: str, said: str) -> None:
    assert claims(answer, prompt=prompt) == [said]
    assert claims(answer) == [answer]
