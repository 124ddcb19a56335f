"""A report for people calls a score a probability only where it is one."""

from __future__ import annotations

import pytest

from localcheck.registry import FORMATS
from localcheck.reports.report import build
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    RunInfo,
    Sentence,
    Source,
    Span,
    Verdict,
)

TEXT = "Mars has two moons."
ALL = Span(0, len(TEXT))


@pytest.mark.parametrize("name", ["html", "md"])
@pytest.mark.parametrize(
    ("kind", "said", "unsaid"),
    [
        ("context", "entailed by the context 0.03", "factual"),
        ("wikipedia", "P(factual) 0.03", "entailed by the context"),
    ],
)
def test_what_a_context_does_not_say_is_not_called_false(name: str, kind: str, said: str, unsaid: str) -> None:
    passage = Passage("context 1", "Venus is hot.", Source(kind, "given", "1"))
    evidence = Evidence("0.0", passage, Span(0, 5), Entailment(0.03, 0.9, 0.07), "", Span(0, 0))
    verdict = Verdict(Claim("0.0", 0, TEXT, ALL), Label.NOT_ENOUGH_EVIDENCE, 0.97, (evidence,))
    report = build(Document("d", TEXT), (Sentence(0, ALL, TEXT),), (verdict,), RunInfo("faithfulness"))
    page = FORMATS.load(name).render((report,)).replace("\\", "")
    assert said in page and unsaid not in page.replace("<th>P(factual)</th>", "")
