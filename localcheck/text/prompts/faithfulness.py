"""Is a claim supported by the given sources? One claim a question, with the excerpt that decides (BEE-30043, step 2)."""

from __future__ import annotations

from localcheck.types import JSON

JUDGE = """Decide whether a claim is supported by the sources, by nothing else.

{sources}

Claim: {claim}

"supported": a source states it or it follows directly. "contradicted": a source states something that cannot be true together \
with it. "not_in_sources": the sources neither say it nor rule it out.
Give the number of the source and copy the excerpt that decides, word for word; for "not_in_sources" give 0 and an \
empty excerpt."""

SCHEMA: JSON = {
    "type": "object",
    "properties": {
        "verdict": {"enum": ["supported", "contradicted", "not_in_sources"]},
        "source": {"type": "integer"},
        "excerpt": {"type": "string", "maxLength": 300},
    },
    "required": ["verdict", "source", "excerpt"],
    "additionalProperties": False,
}
