"""What a paragraph without a title is about: what a search for evidence for its claims is made with."""

from __future__ import annotations

import pytest

from localcheck.text.topic import topic_of

PANDA = "The giant panda lives in China. It eats bamboo. Twins are rare. Few zoos have it."
STEEL = "Sure!\n\nStainless steel is an alloy. It does not rust.\n\nIn kitchens it is common. Surgeons use many tools."


@pytest.mark.parametrize(
    ("text", "at", "topic"),
    [
        (PANDA, "Twins", "Giant panda"),
        (PANDA, "The giant", ""),  # it says itself what it is about
        ("Boeing built the plane. It flew in 1970.", "It", "Boeing"),
        ("The Boeing 747 is a plane. It flew in 1970.", "It", "Boeing 747"),
        ("Rome lies on the Tiber. Oslo is in Norway. Bern is a town.", "Bern", ""),
        ("Rome lies on the Tiber. It is old. Ada was born in London. She wrote a program.", "It", "Rome"),
        ("Rome lies on the Tiber. It is old. Ada was born in London. She wrote a program.", "She", "Ada"),
        ("Rome lies on the Tiber. It is old.\n\nAda was born in London. She wrote a program.", "She", "Ada"),
        ("Arsenal was founded in 1886. The club moved in 1913.", "The club", "Arsenal"),
        ("The film was made by Ridley Scott. He was born in 1937.", "He", "Ridley Scott"),
        ("People fell ill. They took it.", "They", ""),
        ("", "", ""),
        (STEEL, "Surgeons", "Stainless steel"),  # a paragraph without a subject goes on with that of the text
        (STEEL, "Sure", ""),
        (f"{STEEL}\n\nRome lies on the Tiber. Oslo is in Norway. Bern is a town. Paris is old.", "Oslo", ""),
    ],
)
def test_the_first_subject_that_the_others_go_on_with(text: str, at: str, topic: str) -> None:
    assert topic_of(text, text.index(at)) == topic
