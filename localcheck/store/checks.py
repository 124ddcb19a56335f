"""The checks log: one row for each finished check, for monitoring (BEE-30043, "Monitor Hallucination Rates in Production").

Times are seconds since 1970 in UTC, without time zones. Rows are only appended; a ``call_id`` that is logged twice
gives one row, so that a batch that is resumed after a crash counts no document twice.

The calls to language models with their answers, stored with the run that made them.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import asdict, astuple, dataclass, fields

from localcheck.reports import codec
from localcheck.store.connection import Part, insert, plain, transaction
from localcheck.types import Disposition


@dataclass(frozen=True, slots=True)
class LLMCall:
    """One request to a language model with its answers."""

    at: float
    """When it was answered, in seconds since 1970, UTC."""
    model: str
    request_sha256: str
    """Digest of the request, as in recorded answers."""
    stage: str
    """The stage key, for example ``em/stage1/17``."""
    request: str
    """The request as canonical JSON."""
    answers: tuple[str, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cached: bool = False
    error: str = ""


class Calls(Part):
    """Appending."""

    def add(self, calls: list[LLMCall], run_id: int | None = None) -> None:
        """Append calls; ``run_id`` is the run that made them, if any."""
        rows = (
            {**asdict(call), "request": _json(call.request), "answers": json.dumps(call.answers), "run_id": run_id}
            for call in calls
        )
        with transaction(self._connection) as connection:
            insert(connection, "llm_calls", *rows)


def _json(text: str) -> str:
    """``text`` as JSON that SQLite can hold whatever characters are in it."""
    return json.dumps(json.loads(text))


@dataclass(frozen=True, slots=True)
class Check:
    """One check as the log keeps it."""

    call_id: str
    """Names the checked call; unique in the log."""
    at: float
    """When the check ended, in seconds since 1970, UTC."""
    document_id: str
    model: str = ""
    """The model whose answer was checked; empty where it was not named."""
    template: str = ""
    """Name of the prompt template behind the answer."""
    category: str = ""
    """Category of the document."""
    detector: str = ""
    risk: str = ""
    """``none`` to ``critical``; empty when no class was given."""
    score: float | None = None
    """Share of the claims that are supported, in [0, 1]; None where nothing could be scored."""
    outcome: str = "scored"
    """``scored``, or why there is no score: ``empty_answer``, ``abstained``, ``empty_context``, ``no_claims``, ``unchecked``,
    ``failed``, ``unscored`` (a method that ranks and does not decide)."""
    disposition: Disposition = Disposition.PASS
    claims: int = 0
    supported: int = 0
    latency: float = 0.0
    """Seconds that the check took."""
    run_id: int | None = None
    """The stored run, when there is one."""


COLUMNS = tuple(f.name for f in fields(Check))
INSERT = f"INSERT INTO checks ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (call_id) DO NOTHING"


class Checks(Part):
    """Reading and appending."""

    def add(self, *checks: Check) -> int:
        """Append checks; returns how many were new."""
        with transaction(self._connection) as connection:
            before = connection.total_changes
            connection.executemany(INSERT, [plain(astuple(check)) for check in checks])
            return connection.total_changes - before

    def between(self, start: float, end: float) -> list[Check]:
        """Checks that ended after ``start`` and not after ``end``, by time."""
        query = "SELECT * FROM checks WHERE at > ? AND at <= ? ORDER BY at, id"
        rows = self._rows(query, (start, end))
        return [codec.from_json(Check, {name: row[name] for name in COLUMNS}, "the checks log") for row in rows]

    def ahead(self, now: float) -> int:
        """How many checks have a time after ``now``, which means that the clock was set back since."""
        return int(self._rows("SELECT count(*) FROM checks WHERE at > ?", (now,))[0][0])


def new_call_id() -> str:
    """A call id that no other check has: the time, so that ids sort, and eight random bytes."""
    return f"{int(time.time() * 1000):013x}-{secrets.token_hex(8)}"
