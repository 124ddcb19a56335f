"""The claims that the rules make of every second article of the starter corpus: a change shows in the diff of the file.

``starter_claims.jsonl`` was written by the rules and not judged by a person; what is right is in the tables beside this file
and in docs/claims.md. After a change that is meant: ``python tests/unit/text/test_starter_claims.py``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.ingest.corpus import Record, open_corpus, plain_text
from localcheck.ingest.documents import from_text
from localcheck.text.sentences import split_sentences

STARTER = Path(__file__).parents[3] / "indexes" / "starter" / "localcheck-starter-20261101-pages-articles.xml.bz2"
GOLDEN = Path(__file__).with_name("starter_claims.jsonl")
PARTS = 6


@cache
def articles() -> tuple[tuple[str, str], ...]:
    """Title and plain text of every second article."""
    items = [item for item in open_corpus(STARTER).items() if isinstance(item, Record)]
    return tuple((item.title, plain_text(item)) for item in items[::2])


def rewritten(title: str, text: str) -> dict[str, list[str]]:
    """The sentences of an article that do not stay as they are, each with its claims; none where nothing is checkable."""
    document = from_text(text, title=title)
    sentences = split_sentences(document.text)
    claims: dict[int, list[str]] = {s.index: [] for s in sentences}
    for claim in RuleClaims().extract(document, sentences):
        claims[claim.sentence] += [claim.text] if claim.checkable else []
    return {s.text: claims[s.index] for s in sentences if claims[s.index] != [s.text]}


@cache
def golden() -> dict[str, dict[str, list[str]]]:
    """Article -> its sentences that are rewritten."""
    rows = map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines())
    return {row["title"]: row["claims"] for row in rows}


@pytest.mark.parametrize("part", range(PARTS))
def test_claims_are_what_they_were(part: int) -> None:
    for title, text in articles()[part::PARTS]:
        assert rewritten(title, text) == golden()[title]


def test_the_file_holds_all_articles() -> None:
    assert list(golden()) == [title for title, _ in articles()]


if __name__ == "__main__":
    lines = [json.dumps({"title": t, "claims": rewritten(t, x)}, ensure_ascii=False) for t, x in articles()]
    GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
