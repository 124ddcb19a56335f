"""Rows that ``scripts/fit_expert.py`` writes are the rows that it reads."""

from __future__ import annotations

from dataclasses import asdict

from localcheck.evaluate.hearing import Seen
from scripts.fit_expert import seen_in


def test_what_was_seen_is_read_back() -> None:
    seen = Seen("Oslo is a city.", True, "fever", 1.5, "Oslo", ("Oslo is the capital.", "It lies by a fjord."), 0.7)
    assert seen_in({**asdict(seen), "odds": 2.0}) == seen
