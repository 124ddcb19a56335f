"""Which sentences of a document are read: their features, how near they are to the claim, the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.judging.evidence import choose as choosing
from localcheck.judging.evidence.choose import (
    COMPARED,
    LEXICAL,
    Choice,
    as_probabilities,
    choose,
    described,
    sentence_texts,
)
from localcheck.ports import FloatArray, VectorArray
from localcheck.types import Passage
from tests.unit.evidence_models import HERE, TEXT, THERE, TOLD, claim


def test_the_features_of_a_sentence() -> None:
    places, rows = described(TOLD, THERE, None, Choice(), 16)
    assert places == (0, 1, 2, 3, 4) and rows.shape == (5, LEXICAL)
    named, born, rain, short, later = rows
    # words beyond the title: born, london, 1815; numbers: 1815; names beyond the title: London
    assert born[0] == 1.0 and 0 < named[0] < 1 and rain[0] == 0.0
    assert [row[1] for row in rows] == pytest.approx([0, 1, 0, 0, 1 / 3])
    assert [row[2] for row in rows] == [0, 1, 0, 0, 0]
    assert [row[3] for row in rows] == [0, 1, 0, 0, 1]
    assert [row[4] for row in rows] == [1, 0, 0, 0, 0]
    assert [row[5] for row in rows] == pytest.approx(np.log([1, 2, 3, 4, 5]))
    assert [row[6] for row in rows] == [1, 1, 1, 0, 0]
    assert [row[7] for row in rows] == [1, 0, 1, 1, 0]
    assert (named[4], short[7], later[7]) == (1, 1, 0)


def test_a_claim_without_numbers_or_names_has_no_share_of_them() -> None:
    _, rows = described(claim("letters"), Passage("", TEXT, HERE), None, Choice(), 16)
    assert rows[:, 2].tolist() == rows[:, 3].tolist() == rows[:, 4].tolist() == [0.0] * 5
    assert rows[:, 1].tolist() == [1, 0, 0, 0, 1]
    _, rows = described(claim("Ada Lovelace"), THERE, None, Choice(), 16)
    assert rows[:, 1].tolist() == [0.0] * 5
    two = claim("In 1815 and 1816 London met Rome")
    _, rows = described(two, THERE, None, Choice(), 16)
    assert (rows[1, 2], rows[1, 3]) == (0.5, 0.5)


def test_meaning_is_compared_with_the_claim_s() -> None:
    encoder = TableNLI({})
    places, rows = described(TOLD, THERE, encoder, Choice(), 3)
    assert len(places) == 3 and list(places) == sorted(places) and rows.shape == (3, LEXICAL + 1)
    led = sentence_texts(THERE)
    assert led[0] == "Ada Lovelace wrote letters." and led[1].startswith("Ada Lovelace. She was born")
    vectors = encoder.embed([TOLD.text, *(led[i] for i in places)])
    cosine = vectors[1:] @ vectors[0]
    assert rows[:, LEXICAL] == pytest.approx(cosine)
    chosen = choose(TOLD, THERE, encoder, Choice(), 2, 3)
    assert chosen.closest == pytest.approx(float(cosine.max()), abs=1e-6) and len(chosen.places) == 2
    assert choose(TOLD, THERE, None, Choice(), 2).closest == 0.0


def test_the_most_probable_sentences_are_chosen_and_an_empty_text_has_none() -> None:
    probable = as_probabilities(Choice().log_odds(described(TOLD, THERE, None, Choice(), 16)[1]))
    chosen = choose(TOLD, THERE, None, Choice(), 3)
    assert chosen.places == tuple(np.argsort(-probable)[:3]) and chosen.places[0] == 1
    assert chosen.relevance == pytest.approx(np.sort(probable)[::-1][:3])
    none = choose(TOLD, Passage("", "", HERE), None, Choice(), 3)
    assert (none.places, len(none.relevance), none.closest) == ((), 0, 0.0)
    assert described(TOLD, Passage("", "", HERE), None, Choice(), 3)[1].shape == (0, 9)


def test_probabilities_are_logistic_with_the_weights_of_the_features_that_are_there() -> None:
    choice = Choice((1.0,) * 8, -1.0, (0.5, 4.0, -2.0))
    by_words = as_probabilities(choice.log_odds(np.full((1, 8), 0.25)))
    assert by_words == pytest.approx([1 / (1 + np.exp(-1.0))])
    assert choice.log_odds(np.full((1, 9), 0.25)) == pytest.approx([0.5 * 1.0 + 4.0 * 0.25 - 2.0])


class Keeping(TableNLI):
    """An encoder that has the vectors of all sentences of an article."""

    def of_article(
        self, passage: Passage, texts: Sequence[str], first: Sequence[int]
    ) -> tuple[tuple[int, ...], VectorArray]:
        return tuple(range(len(texts))), self.embed(texts)


def test_of_an_article_whose_vectors_are_kept_every_sentence_is_compared() -> None:
    encoder = Keeping({})
    places, rows = described(TOLD, THERE, encoder, Choice(), 2)
    assert places == (0, 1, 2, 3, 4)
    one_by_one = described(TOLD, THERE, TableNLI({}), Choice(), 5)
    assert one_by_one[0] == places and rows == pytest.approx(one_by_one[1])


class Matching(TableNLI):
    """An encoder that finds the claim's words in the texts that end in "later."."""

    asked: tuple[str, ...] = ()

    def match(self, claim: str, texts: Sequence[str]) -> FloatArray:
        self.asked = tuple(texts)
        return np.array([float(text.endswith("later.")) for text in texts])


def test_the_best_by_closeness_are_compared_word_by_word_and_ranked_anew() -> None:
    encoder = Matching({})
    met = replace(Choice(), met=(0.1, 0.0, 50.0, -20.0))
    chosen = choose(TOLD, THERE, encoder, met, 2)
    assert encoder.asked == sentence_texts(THERE)
    assert chosen.places[0] == 4 and chosen.relevance[0] > 0.99 > 0.01 > chosen.relevance[1]
    assert choose(TOLD, THERE, TableNLI({}), met, 2).places != chosen.places


def test_only_so_many_are_compared_word_by_word() -> None:
    text = " ".join(f"London had letter number {n} of Ada." for n in range(40))
    encoder = Matching({})
    chosen = choose(TOLD, Passage("Ada Lovelace", text, HERE), encoder, Choice(), 20)
    assert len(encoder.asked) == 20 == len(chosen.places)
    choose(TOLD, Passage("Ada Lovelace", text, HERE), encoder, Choice(), 5)
    assert len(encoder.asked) == COMPARED


def test_what_does_not_depend_on_a_claim_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    words = choosing.content_words
    monkeypatch.setattr(choosing, "content_words", lambda text: asked.append(text) or words(text))
    text = " ".join(f"Number {i} of these sentences tells of a tower." for i in range(50))
    for one in ("The tower is tall.", "Towers are old."):
        assert len(described(claim(one), Passage("", text, HERE), None, Choice(), 16)[0]) == 16
    assert sum("of these" in text for text in asked) == 50
