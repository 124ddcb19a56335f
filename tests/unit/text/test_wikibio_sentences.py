"""Sentence boundaries on real passages: agreement with WikiBio's own, where the development data is present."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from localcheck.text.sentences import split_sentences

DATA = (
    Path(os.environ.get("LOCALCHECK_SHARED", Path(__file__).parents[4] / "shared"))
    / "data"
    / "wikibio"
    / "wikibio_dev.json"
)


@pytest.mark.skipif(not DATA.exists(), reason="development data is not present")
def test_wikibio_boundaries() -> None:
    rows = json.loads(DATA.read_text(encoding="utf-8"))
    same = sum([s.text for s in split_sentences(r["gpt3_text"])] == r["gpt3_sentences"] for r in rows)
    assert same >= 0.9 * len(rows)
