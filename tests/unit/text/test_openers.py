"""What the sentences before a claim name, in the place of what it begins with or says inside ("He", "The city", "its")."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import rules
from localcheck.text.sentences import split_sentences
from localcheck.types import Document


def last_claim(text: str) -> str:
    return rules().extract(Document("t", text), split_sentences(text))[-1].text


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            "The telephone was invented by Alexander Graham Bell. He died in 1922.",
            "Alexander Graham Bell died in 1922.",
        ),
        (
            "Lenses are ground in Paris. One was made by the French physicist Augustin-Jean Fresnel. He died in 1827.",
            "Augustin-Jean Fresnel died in 1827.",
        ),
        (
            "The telephone was invented by Alexander Graham Bell. The first line was short. His mother was deaf.",
            "Alexander Graham Bell's mother was deaf.",
        ),
        ("The series starred Kevin Spacey. He was dismissed in 2017.", "Kevin Spacey was dismissed in 2017."),
        (
            "Marie Curie discovered radium together with her husband. He died in 1906.",
            "Marie Curie's husband died in 1906.",
        ),
        ("We visited Prague last summer. The city lies on the Vltava.", "Prague lies on the Vltava."),
        (
            "We visited Prague last summer. The city lies on the Vltava. Its castle is large.",
            "Prague's castle is large.",
        ),
        ("His first novel was The Tin Drum. It came out in 1959.", "The Tin Drum came out in 1959."),
        (
            "His first novel was The Tin Drum. It came out in 1959. The book is set in Danzig.",
            "The Tin Drum is set in Danzig.",
        ),
        ("A month later a dog called Laika went into orbit. She returned safely.", "Laika returned safely."),
        # another may be meant
        ("Lenses were made by Augustin-Jean Fresnel and Thomas Young. He died in 1827.", "He died in 1827."),
        ("He is described by Thomas Carlyle as a failure. He had two children.", "He had two children."),
        ("The dodo looks as in John Tenniel's drawing. He wears a blue coat.", "He wears a blue coat."),
        ("Anna met her husband and her brother. He died in 1906.", "He died in 1906."),
        ("We flew from Lisbon to Prague. The city lies on a river.", "The city lies on a river."),
        ("The Rhine flows through Bonn to Arnhem. The city lies on it.", "The city lies on it."),
        ("A dog called Laika went into orbit with Strelka. She returned safely.", "She returned safely."),
        ("His first novel was set in Danzig. It was a success.", "It was a success."),
    ],
)
def test_what_a_claim_begins_with(text: str, claim: str) -> None:
    assert last_claim(text) == claim


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Vespasian began the Colosseum. It was finished under Hadrian.", "The Colosseum was finished under Hadrian."),
        (
            "The Rhine rises in Switzerland. Cologne, Bonn and Mainz stand on its banks.",
            "Cologne, Bonn and Mainz stand on the Rhine's banks.",
        ),
        (
            "The Grateful Dead came together in 1965. At first the band called itself the Warlocks. Its guitarist was Garcia.",
            "The Grateful Dead's guitarist was Garcia.",
        ),
        ("The Last Supper is old. Michelangelo painted a ceiling.\n\nHe carved David.", "Michelangelo carved David."),
        # another may be meant
        ("Vespasian began the Colosseum. It is in Rome.", "It is in Rome."),
    ],
)
def test_what_the_text_goes_on_about(text: str, claim: str) -> None:
    assert last_claim(text) == claim
