"""Re-checking the quotes of a report against the passages it carries, and against the index they came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from localcheck.resources import sha256_text
from localcheck.types import Evidence, Label, Report

JSON = Any


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """One quote, and what is wrong with it."""

    claim_id: str
    title: str
    quote: str
    problem: str
    """Empty when the quote stands."""


def check_quotes(report: Report, index_name: str | None = None) -> Iterator[QuoteCheck]:
    """Every SUPPORTED or REFUTED verdict that was read from evidence must carry a quote that stands."""
    for verdict in report.verdicts:
        if verdict.label not in (Label.SUPPORTED, Label.REFUTED) or not verdict.evidence:
            continue
        if verdict.deciding is None:
            yield QuoteCheck(verdict.claim.id, "", "", "no quote")
            continue
        evidence = verdict.deciding
        problem = quote_problem(evidence) or (index_problem(evidence, index_name) if index_name else "")
        yield QuoteCheck(verdict.claim.id, evidence.passage.title, evidence.quote, problem)


def quote_problem(evidence: Evidence) -> str:
    """What is wrong inside the report: offsets, wording, hash."""
    if not evidence.quote:
        return "empty quote"
    if evidence.quote_span.of(evidence.passage.text) != evidence.quote:
        return "the quote does not stand at its offsets"
    if sha256_text(evidence.quote) != evidence.quote_sha256:
        return "the hash does not fit the quote"
    return ""


def index_problem(evidence: Evidence, index_name: str) -> str:
    """What is wrong when the article is looked up again in the index."""
    from localcheck.retrieve.indexes import open_index

    article = open_index(index_name).article(evidence.passage.title)
    if article is None:
        return f"the index has no article {evidence.passage.title!r}"
    if evidence.quote not in article.text:
        return "the article no longer has this sentence"
    return ""
