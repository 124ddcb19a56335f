"""How many segments a build leaves: each is asked at every query."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from localcheck.errors import RetrievalError
from localcheck.sources import tantivy_index
from localcheck.sources.tantivy_index import TantivyEngine, change, pieces, write

COUNT = 2_000


@pytest.mark.parametrize("size", [0, 1, 128 << 20, (128 << 20) + 1, 1 << 30, 4 << 30, 40 << 30])
def test_a_corpus_is_committed_in_powers_of_what_is_merged(size: int) -> None:
    assert size <= pieces(size) * tantivy_index.HELD
    assert pieces(size) in (1, 8, 64, 512, 4096)
    assert pieces(size) == 1 or pieces(size) // 8 * tantivy_index.HELD < size  # not more often than memory asks


@pytest.mark.parametrize(("threads", "most"), [(1, 1), (2, tantivy_index.TOGETHER)])
def test_pieces_are_merged_into_few_segments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int, most: int
) -> None:
    """One thread leaves one. Of two, one may have had nothing to do for a while: then up to ``TOGETHER`` are left over."""
    texts = [(number, f"Title {number}", f"word{number} river") for number in range(COUNT)]
    size = sum(len(text) for _, _, text in texts)
    monkeypatch.setattr(tantivy_index, "HELD", size // 7)
    assert pieces(size) == 8
    assert list(write(tmp_path / "engine", texts, COUNT, size, threads)) == list(range(COUNT))
    engine = TantivyEngine(tmp_path / "engine")
    assert engine._searcher.num_docs == COUNT
    assert engine._searcher.num_segments <= most
    assert [number for number, _ in engine.search(["word777"], 3)] == [777]


def test_an_index_that_cannot_be_changed_is_named(tmp_path: Path) -> None:
    old = tmp_path / "wiki.index" / "engine"
    assert list(write(old, [(0, "Ada", "river")], 1, 5, 1)) == [0]
    (old / "meta.json").write_text("{}", encoding="utf-8")
    with pytest.raises(RetrievalError, match=f"^Tantivy cannot change {re.escape(str(old))}: ") as raised:
        list(change(tmp_path / "new", old, [0], []))
    assert raised.value.hint == "localcheck index rebuild wiki"
