"""Sentences of other articles: they name what they are about, and the article that they stand in is not read for them."""

from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np

from localcheck.evaluate.fitting import Observed
from localcheck.sources.memory import MemoryRetriever
from localcheck.types import Passage, Source
from training.measuring.elsewhere import Told, fit_against, met_elsewhere, told_elsewhere

ARTICLES = {
    "Fog bell": "A fog bell warns ships. Alder Rock received two bells in 1851 and rang them for more than thirty years.",
    "Alder Rock": "Alder Rock is an island. He was there in 1851 and rang two of the bells for more than thirty years.",
    "Keeper": "A keeper lives in a tower. Fog bell keepers slept in a hut; the bell was rung once a minute by a clockwork.",
}
SENTENCE = "Alder Rock received two bells in 1851 and rang them for more than thirty years."


def test_only_sentences_about_what_has_an_article_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "articles.xz"
    rows = [f'<doc id="1" url="" title="{title}">\n{title}\n\n{text}\n</doc>\n' for title, text in ARTICLES.items()]
    file.write_bytes(lzma.compress("".join(rows).encode()))
    true, false = told_elsewhere(file, 5)
    assert true == Told(SENTENCE, True, "Fog bell")
    assert not false.factual and false.article == "Fog bell" and false.text != SENTENCE
    assert list(told_elsewhere(file, 0)) == []


def test_the_article_that_a_sentence_stands_in_is_not_read_for_it() -> None:
    passages = [Passage(title, text, Source("test", "memory")) for title, text in ARTICLES.items()]
    found = list(met_elsewhere([Told(SENTENCE, True, "Fog bell")], MemoryRetriever(passages), 2))
    assert found and "Fog bell" not in {one.passage.title for one in found}
    assert {(one.group, one.factual) for one in found} == {("Fog bell", True)}


def test_what_contradicts_many_true_claims_is_no_plain_contradiction() -> None:
    rng = np.random.default_rng(5)
    features = np.zeros(8)

    def seen(kind: str, factual: bool, loud: float) -> list[Observed]:
        rows = rng.normal([loud, loud, -2.0, 6.0], 0.5, (40, 4))
        return [Observed(f"{kind}{factual}{i}", "", factual, 0, features, row) for i, row in enumerate(rows)]

    told = [*seen("a", True, -1.0), *seen("a", False, 2.0)]
    bias, *weights = fit_against(told, seen("b", True, 0.0))
    assert bias + np.dot(weights, [3.0, 3.0, -2.0, 6.0]) > 0 > bias + np.dot(weights, [0.0, 0.0, -2.0, 6.0])
