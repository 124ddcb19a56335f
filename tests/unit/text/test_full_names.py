"""A first name or a family name alone is that of whom the text names in full."""

from __future__ import annotations

import pytest

from localcheck.judging.spans import placed_premise, sentence_spans
from localcheck.text.full_names import in_full
from localcheck.types import Passage, Source

MINUTES = (
    "Present: Ada Bell (chair), Maya Lind, Hugo Marsh. The Mill Bridge is near Mill Street. Paul Gant met Ines Gant."
)


@pytest.mark.parametrize(
    ("claim", "said", "told"),
    [
        ("Hugo Marsh will paint the gate.", "Hugo will paint the gate.", "Hugo Marsh will paint the gate."),
        ("Hugo Marsh was sent off.", "Second half: Marsh was sent off.", "Second half: Hugo Marsh was sent off."),
        ("Maya Lind's proposal won.", "Maya's proposal was carried.", "Maya Lind's proposal was carried."),
        (
            "The Mill Bridge is closed.",
            "The bridge is closed. The Mill is old.",
            "The bridge is closed. The Mill is old.",
        ),
        ("Hugo Marsh left.", "Maya left.", "Maya left."),
        ("Hugo Marsh left.", "Hugo Marsh stayed, and Hugo sang.", "Hugo Marsh stayed, and Hugo sang."),
        ("Paul Gant sang.", "Gant sang.", "Gant sang."),
        ("Hugo Nash left.", "Hugo left.", "Hugo left."),
        ("Hugo left.", "Marsh left.", "Marsh left."),
    ],
)
def test_a_part_of_a_name_is_read_in_full(claim: str, said: str, told: str) -> None:
    assert in_full(claim, MINUTES, said) == told


def test_a_sentence_of_a_given_text_is_read_with_its_names_in_full() -> None:
    text, claim = "Present: Ada Bell, Hugo Marsh.\n\nHugo will paint it.", "Hugo Marsh will paint it."
    last = sentence_spans(text)[-1]
    source = Source("context", "context", "1")
    assert placed_premise(Passage("", text, source), last, claim) == "Hugo Marsh will paint it."
    assert placed_premise(Passage("Minutes", text, source), last, claim) == "Hugo will paint it.", (
        "an article has a title"
    )
