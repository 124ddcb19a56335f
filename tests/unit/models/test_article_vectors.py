"""Vectors of articles: kept beside their index, found again, never believed for another article or model, shared, bounded."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from localcheck.backends.nli import article_vectors
from localcheck.backends.nli.article_vectors import ArticleVectors, rounded
from localcheck.backends.nli.cache import CachedVectors
from localcheck.backends.nli.table import TableNLI
from localcheck.judging.evidence.choose import sentence_texts
from localcheck.ports import ArticleEncoder, SentenceEncoder, VectorArray
from localcheck.types import Passage, Source

TEXT = "Ada Lovelace wrote letters. She was born in London in 1815. Rain fell on the roofs. Letters were found later."
HERE = Passage("Ada Lovelace", TEXT, Source("index", "mine"))
TEXTS = sentence_texts(HERE)


class Counting(TableNLI):
    """Counts the texts that it was asked for."""

    def __init__(self) -> None:
        super().__init__({})
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> VectorArray:
        self.seen += [text for text in texts if text]
        return super().embed(texts)


def opened(folder: Path, model: TableNLI, cache: bool = True) -> ArticleVectors:
    return ArticleVectors(
        model,
        lambda source: folder / "mine.vectors.db" if source == "mine" else None,
        CachedVectors(model, folder / "cache.db") if cache else None,
    )


def test_it_is_the_port_and_a_plain_encoder_is_not(tmp_path: Path) -> None:
    assert isinstance(opened(tmp_path, TableNLI({}), cache=False), ArticleEncoder)
    assert isinstance(TableNLI({}), SentenceEncoder) and not isinstance(TableNLI({}), ArticleEncoder)


def test_only_sentences_that_are_asked_for_are_encoded_and_each_once(tmp_path: Path) -> None:
    model = Counting()
    store = opened(tmp_path, model)
    places, first = store.of_article(HERE, TEXTS, [1, 3])
    assert places == (1, 3) and model.seen == [TEXTS[1], TEXTS[3]]
    assert first == pytest.approx(rounded(TableNLI({}).embed([TEXTS[1], TEXTS[3]])))
    store.close()
    again = opened(tmp_path, model)
    places, second = again.of_article(HERE, TEXTS, [0, 1, 3])
    assert places == (0, 1, 3) and model.seen[2:] == [TEXTS[0]]
    assert (second[1:] == first).all(), "a vector that was kept is the one that was given"
    again.close()


def test_rounding_moves_a_cosine_by_less_than_a_hundredth() -> None:
    drawn = np.random.default_rng(0).normal(size=(200, 384)).astype(np.float32)
    rows = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    assert np.abs(rounded(rows) @ rows.T - rows @ rows.T).max() < 0.01
    assert (rounded(np.zeros((1, 4), dtype=np.float32)) == 0).all()


def test_an_index_that_was_encoded_gives_every_sentence(tmp_path: Path) -> None:
    model = Counting()
    store = opened(tmp_path, model)
    other = replace(HERE, title="Rain", text="Rain fell. It was wet in the hills of the north.")
    assert store.make([HERE, other], sentence_texts) == 6
    model.seen.clear()
    places, vectors = store.of_article(HERE, TEXTS, [2])
    assert places == (0, 1, 2, 3) and vectors.shape[0] == 4 and model.seen == []
    assert store.make([HERE, other], sentence_texts) == 0 and model.seen == []
    store.close()
    kept = opened(tmp_path, model, cache=False)
    assert kept.of_article(HERE, TEXTS, [2])[0] == (0, 1, 2, 3), "without the cache as well"
    kept.close()


def test_another_revision_another_model_and_another_source_find_nothing(tmp_path: Path) -> None:
    model = Counting()
    store = opened(tmp_path, model)
    store.make([HERE], sentence_texts)
    later = replace(HERE, text=TEXT.replace("1815", "1816"))
    assert store.of_article(later, sentence_texts(later), [1])[0] == (1,)
    assert store.of_article(replace(HERE, source=Source("web", "page")), TEXTS, [1])[0] == (1,)
    store.close()
    for info in (replace(model.info, sha256="another"), replace(model.info, compute_type="another")):
        stranger = TableNLI({})
        stranger.info = info
        elsewhere = opened(tmp_path, stranger)
        assert elsewhere.of_article(HERE, TEXTS, [1])[0] == (1,), info
        elsewhere.close()


def test_without_a_cache_nothing_new_is_kept(tmp_path: Path) -> None:
    model = Counting()
    store = opened(tmp_path, model, cache=False)
    for _ in range(2):
        assert store.of_article(HERE, TEXTS, [1])[0] == (1,)
    assert model.seen == [TEXTS[1]] * 2
    store.close()


@pytest.mark.parametrize(
    "spoilt", ["places = x'00'", "vectors = x'0102'", "scales = 'text'", "places = x'ffffff7f'", "scales = x'0000c07f'"]
)
def test_a_row_that_does_not_hold_together_is_made_again(tmp_path: Path, spoilt: str) -> None:
    model = Counting()
    store = opened(tmp_path, model)
    store.of_article(HERE, TEXTS, [1])
    store.close()
    with closing(sqlite3.connect(tmp_path / "mine.vectors.db")) as db, db:
        db.execute(f"UPDATE seen SET {spoilt}")
    db.close()
    again = opened(tmp_path, model)
    assert again.of_article(HERE, TEXTS, [1])[1] == pytest.approx(rounded(model.embed([TEXTS[1]])))
    again.close()


def test_a_file_that_is_no_database_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine.vectors.db").write_bytes(b"not a database" * 100)
    store = opened(tmp_path, TableNLI({}))
    assert store.make([HERE], sentence_texts) == 4 and len(store.of_article(HERE, TEXTS, [0])[0]) == 4
    store.close()


def test_two_processes_share_the_file(tmp_path: Path) -> None:
    one, model = opened(tmp_path, TableNLI({})), Counting()
    two = opened(tmp_path, model)
    one.of_article(HERE, TEXTS, [0, 1])
    two.of_article(HERE, TEXTS, [1])
    assert model.seen == []
    one.close()
    two.close()


def test_articles_of_which_some_sentences_are_kept_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(article_vectors, "MOST_SEEN", 10)
    store = opened(tmp_path, TableNLI({}))
    for n in range(25):
        store.of_article(replace(HERE, title=f"Ada {n}"), TEXTS, [0])
    store.make([HERE], sentence_texts)
    store.close()
    store = opened(tmp_path, TableNLI({}))
    store.of_article(HERE, TEXTS, [0])
    store.close()
    with closing(sqlite3.connect(tmp_path / "mine.vectors.db")) as db, db:
        assert db.execute("SELECT count(*) FROM seen").fetchone()[0] <= 10
        assert db.execute("SELECT count(*) FROM whole").fetchone()[0] == 1
    db.close()
