"""A claim that stands in a text word for word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.text.values.same_words import word_for_word

REFERENCE = Path(__file__).parents[2] / "reference"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Granite is an igneous rock.", "Granite. Granite is the igneous rock."),
        ("J. R. R. Tolkien wrote it in Oxford.", "Furthermore, J. R. R. Tolkien wrote it in Oxford."),
        ("The pump holds 20 litres", 'It is red. The "pump" (old) holds 20 litres, which is much. It leaks.'),
        ("The pump holds 2.5 litres.", "The pump holds 2.5 litres."),
        ("The room is kept at -20 °C.", "The room is kept at −20°C."),
        (
            "Beethoven composed the Symphony No. 9 in Vienna.",
            "He was deaf. Beethoven composed the Symphony No. 9 in Vienna.",
        ),
    ],
)
def test_what_is_said_word_for_word(claim: str, text: str) -> None:
    assert word_for_word(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Houston is the largest city.", "Houston is the largest city in Texas."),
        ("He was born in Paris.", "He was born in Paris."),
        ("Aphrodite is unmarried.", 'In the "Theogony", Aphrodite is unmarried.'),
        ("The wall is visible from the Moon.", "It is a myth that the wall is visible from the Moon."),
        ("The Moon is a cheese.", "The Moon is a cheese, according to legend."),
        ("The Moon is a cheese.", "The Moon is a cheese, which nobody said."),
        ("The museum opened in Paris.", "The museum opened in Paris, Texas."),
        ("The pump holds 20 litres.", "The pump holds 2.0 litres."),
        ("The pump holds 20 litres.", "The pump holds 200 litres."),
        ("The room is kept at 20 °C.", "The room is kept at −20 °C."),
        ("The ticket costs $5.", "The ticket costs €5."),
        ("Rain fell.", "Rain fell."),
        ("The Moon is a cheese.", "The Moon is a cheese?"),
        ("", "Rain fell in London."),
    ],
)
def test_what_is_not(claim: str, text: str) -> None:
    assert not word_for_word(claim, text)


def test_no_pair_written_by_hand_that_is_not_entailed_is_said_word_for_word() -> None:
    rows = [json.loads(line) for line in (REFERENCE / "minimal_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    wrong = [r for r in rows if r["label"] != "entailment" and word_for_word(r["hypothesis"], r["premise"])]
    assert len(rows) == 300 and wrong == []
