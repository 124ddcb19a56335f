"""What is left of wikitext in cleaned articles of two real dumps, counted by ``scripts/residual_markup.py``.

mwparserfromhell 0.7.2 leaves 4.80 and 10.44 signs of markup in 1,000 words of the same pages.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from localcheck.ingest.corpus import Record, open_corpus
from localcheck.ingest.corpus.wikitext import to_plain

SCRIPT = Path(__file__).parents[2] / "scripts" / "residual_markup.py"


@pytest.fixture(scope="module")
def residual() -> Any:
    spec = importlib.util.spec_from_file_location("residual_markup", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("pattern", "spaces", "most"), [("enwiki-*.bz2", 1, 0.05), ("aawiki-*.bz2", 5000, 0.3)])
def test_hardly_a_sign_of_markup_is_left(
    residual: Any, shared_data: Path, pattern: str, spaces: int, most: float
) -> None:
    (path,) = (shared_data / "dump").glob(pattern)
    bodies = [item.body for item in open_corpus(path).items(range(spaces)) if isinstance(item, Record)]
    words, found = residual.measure(bodies, to_plain)
    assert words > 30_000
    assert 1000 * found.total() / words <= most, found


def test_a_sign_that_is_left_is_counted(residual: Any) -> None:
    text = "A [[link]] and {{t}}.\n== H ==\n* item ''x'' <ref>1</ref> [[File:a.jpg|thumb|20px]] [http://x y] __TOC__ &nbsp;"
    assert all(
        residual.signs(text)[name] for name in residual.PATTERNS if name not in ("comment", "table {| |} |- or a cell")
    )
