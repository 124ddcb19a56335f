"""What options of ``localcheck check`` mean together."""

from __future__ import annotations

import pytest

from localcheck.cli.checks.check import _typed
from localcheck.cli.options import Typed
from localcheck.errors import UsageError
from localcheck.types import Document

CONTEXT = ("It opened in 1912.",)


@pytest.mark.parametrize(
    ("given", "evidence", "context", "expected"),
    [
        ({}, None, (), {}),
        ({}, "recorded:seen.jsonl", (), {"index": "recorded:seen.jsonl"}),
        ({}, None, CONTEXT, {"detector": "faithfulness"}),
        ({"detector": "fixed-k"}, None, CONTEXT, {"detector": "fixed-k"}),
        ({"index": "notes"}, None, CONTEXT, {"index": "notes"}),
        ({}, "recorded:seen.jsonl", CONTEXT, {"index": "recorded:seen.jsonl"}),
    ],
)
def test_evidence_is_an_index_and_a_context_is_read_by_faithfulness(
    given: dict[str, str], evidence: str | None, context: tuple[str, ...], expected: dict[str, str]
) -> None:
    documents = [Document("d", "It opened in 1912.", context=context)]
    assert dict(_typed(Typed(tuple(given.items())), evidence).over(documents).given) == expected


def test_evidence_and_index_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="either --evidence or --index"):
        _typed(Typed((("index", "notes"),)), "recorded:seen.jsonl")
