"""Is a claim supported by the given sources? One claim a question: yes or no, or with the excerpt (BEE-30043, step 2)."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.text.prompts.schemas import record
from localcheck.types import JSON

SUPPORTED = """Sources:
{sources}

Claim: {claim}

Is the claim supported by the sources? Answer Yes or No:"""
"""One positive question, the sources first: claims that are asked about the same sources share them."""
YES_NO = ("Yes", "No")

JUDGE = """Decide whether a claim is supported by the sources, by nothing else.

{sources}

Claim: {claim}

"supported": a source states it or it follows directly. "contradicted": a source states something that cannot be true together \
with it. "not_in_sources": the sources neither say it nor rule it out.
Give the number of the source and copy the excerpt that decides, word for word; for "not_in_sources" give 0 and an \
empty excerpt."""


def schema(sources: Sequence[str]) -> JSON:
    """The schema of an answer to ``JUDGE`` over these numbered sources; 0 stands for none."""
    return record(
        verdict={"enum": ["supported", "contradicted", "not_in_sources"]},
        source={"enum": [0, *(int(number) for number in sources)]},
        excerpt={"type": "string", "maxLength": 300},
    )
