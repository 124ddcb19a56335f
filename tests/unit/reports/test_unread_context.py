"""A context that a method does not read is said in the report, whoever asks: server, batch and Python have no other place."""

from __future__ import annotations

import pytest

from localcheck.reports.report import build
from localcheck.types import Document, RunInfo


@pytest.mark.parametrize(
    ("detector", "index", "context", "said"),
    [
        ("bayes-sequential", "starter", ("Zorbel has nine legs.",), True),
        ("bayes-sequential", "starter", (), False),
        ("faithfulness", "", ("Zorbel has nine legs.",), False),
        ("agent", "starter", ("Zorbel has nine legs.",), False),  # its tools are given it
    ],
)
def test_a_context_beside_an_index_is_not_read(detector: str, index: str, context: tuple[str, ...], said: bool) -> None:
    document = Document("d", "Zorbel has nine legs.", context=context)
    notes = build(document, (), (), RunInfo(detector, index=index)).run.notes
    assert any(note.startswith(f"the context was not read: {detector} reads the index") for note in notes) is said
