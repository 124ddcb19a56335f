"""Is a claim supported by the given sources? One claim a question: yes or no, or with the excerpt (BEE-30043, step 2)."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.text.prompts import written
from localcheck.text.prompts.schemas import record
from localcheck.types import JSON

_WRITTEN = written("faithfulness")
SUPPORTED = _WRITTEN["SUPPORTED"]
"""One positive question, the sources first: claims that are asked about the same sources share them."""
YES_NO = ("Yes", "No")

JUDGE = _WRITTEN["JUDGE"]


def schema(sources: Sequence[str]) -> JSON:
    """The schema of an answer to ``JUDGE`` over these numbered sources; 0 stands for none."""
    return record(
        verdict={"enum": ["supported", "contradicted", "not_in_sources"]},
        source={"enum": [0, *(int(number) for number in sources)]},
        excerpt={"type": "string", "maxLength": 300},
    )
