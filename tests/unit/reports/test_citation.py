"""Where a quote stands, in one line for readers."""

from __future__ import annotations

import pytest

from localcheck.reports.words import citation
from localcheck.types import Entailment, Evidence, Passage, Source, Span


@pytest.mark.parametrize(
    ("title", "source", "said"),
    [
        (
            "Mars",
            Source("wiki", "starter", "https://a.b/Mars", "58", "2026-11-01"),
            "Mars, starter, revision 58, 2026-11-01",
        ),
        ("manual", Source("folder", "pump", "manual.txt", "ab", ""), "manual.txt, pump, revision ab"),
        ("Handbook", Source("folder", "hb", "Handbook.pdf, page 3"), "Handbook.pdf, page 3, hb"),
        ("Staff handbook", Source("folder", "hb", "sub/final.docx"), "Staff handbook, sub/final.docx, hb"),
        ("", Source("folder", "hb", "a.txt"), "a.txt, hb"),
        ("code interpreter", Source("tool", "code_interpreter"), "code interpreter"),
    ],
)
def test_a_quote_of_a_folder_names_its_file(title: str, source: Source, said: str) -> None:
    passage = Passage(title, "It is red.", source)
    assert citation(Evidence("0.0", passage, Span(0, 10), Entailment(0.9, 0.05, 0.05), "It is red.")) == said
