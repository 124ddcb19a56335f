"""Whom "he" and "it" mean where a text is about something else."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

COFFEE = "Coffee was first grown in Yemen. Brazil is the largest producer of coffee. The coffee of Vietnam is cheap. "


def last_claim(text: str) -> str:
    document = Document("t", COFFEE + text, title="Coffee")
    return rules().extract(document, split_sentences(document.text))[-1].text


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            "Johann Sebastian Bach composed the Coffee Cantata around 1733. He never wrote an opera.",
            "Johann Sebastian Bach never wrote an opera.",
        ),
        (
            "Johann Sebastian Bach wrote a cantata on it. He was born in Eisenach. In 1723 he moved to Leipzig.",
            "In 1723 Johann Sebastian Bach moved to Leipzig.",
        ),
        (
            "The Danube passes through four capitals, among them Vienna. It ends in the sea.",
            "The Danube ends in the sea.",
        ),
        ("Tyrannosaurus rex lived in America. It had two fingers.", "Tyrannosaurus rex had two fingers."),
        (
            "The Nile flows into the sea. Its two branches meet at Khartoum.",
            "The Nile's two branches meet at Khartoum.",
        ),
        (
            "Fresnel lenses are used in lighthouses. They were invented in France.",
            "Fresnel lenses were invented in France.",
        ),
        # somebody else may be meant, or something else
        (
            "Lake Thun is a lake in Switzerland. On flowing out of the lake it passes through Thun.",
            "On flowing out of the lake it passes through Thun.",
        ),
        ("Johann Sebastian Bach admired Dieterich Buxtehude. He never wrote an opera.", "He never wrote an opera."),
        ("Johann Sebastian Bach had a famous son. He never wrote an opera.", "He never wrote an opera."),
        ("The Dutch East India Company shipped a plant to Java. It grew well.", "It grew well."),
        ("The foam is brown. It is made of milk.", "It is made of milk."),
    ],
)
def test_the_subject_of_the_sentence_before(text: str, claim: str) -> None:
    assert last_claim(text) == claim


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Hamlet is a tragedy. William Shakespeare wrote it around 1600. It is set in Denmark.",
            ["William Shakespeare wrote Hamlet around 1600.", "Hamlet is set in Denmark."],
        ),
        (
            "The Eiffel Tower is a tower in Paris. Gustave Eiffel's company built it. It is 330 metres tall.",
            ["Gustave Eiffel's company built it.", "The Eiffel Tower is 330 metres tall."],
        ),
        (
            "The Mona Lisa is a portrait. Leonardo da Vinci painted it around 1503. It hangs in the Louvre.",
            ["Leonardo da Vinci painted the Mona Lisa around 1503.", "The Mona Lisa hangs in the Louvre."],
        ),
        (
            "Panama is a country. The Panama Canal was opened in 1914. It is 82 km long.",
            ["The Panama Canal is 82 km long."],
        ),
        (
            "The Great Barrier Reef is a reef. It is long.\n\nJames Cook ran aground on it in 1770. He left.",
            ["James Cook ran aground on it in 1770.", "James Cook left."],
        ),
        # another thing may be meant
        (
            "England is a country. William Shakespeare was born in Stratford. It lies on the Avon.",
            ["It lies on the Avon."],
        ),
        ("Windows is an operating system. Bill Gates founded a company. It was sold.", ["It was sold."]),
        ("Porsche is a maker of cars. Volkswagen bought it in 2012. It makes the 911.", ["It makes the 911."]),
        (
            "Hamlet is a tragedy. William Shakespeare wrote it for Richard Burbage. It was a success.",
            ["It was a success."],
        ),
    ],
)
def test_it_is_the_thing_although_its_maker_was_told_of(text: str, claims: list[str]) -> None:
    document = Document("t", text)
    found = [claim.text for claim in rules().extract(document, split_sentences(text))]
    assert found[-len(claims) :] == claims
