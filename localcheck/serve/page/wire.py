"""What the page's routes share: numbers, names and bodies read with one clear error each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request

from localcheck.errors import BadInput, UsageError
from localcheck.serve.limits import Limits, body_of, parsed
from localcheck.store import Store, reviewer_name
from localcheck.types import JSON, Verdict

T = TypeVar("T")
Handler = Callable[[Request], Any]
LONGEST = {
    "reviewer": 200,
    "note": 10_000,
    "quote": 20_000,
    "title": 1_000,
    "outside": 1_000,
    "reason": 10_000,
    "query": 2_000,
}
"""Characters of what people write."""


async def stored(path: Path, work: Callable[[Store], T]) -> T:
    """What ``work`` returns for the store, on a thread of its own, so that a run at work delays nobody who reads."""

    def there() -> T:
        with Store(path) as store:
            return work(store)

    return await asyncio.to_thread(there)


def verdict_of(verdicts: Iterable[Verdict], run_id: int, claim: str) -> Verdict:
    """The verdict of a run on a claim. Raises ``UsageError`` where the run has no such claim."""
    found = next((v for v in verdicts if v.claim.id == claim), None)
    if found is None:
        raise UsageError(f"run {run_id} has no claim {claim[:40]!r}", "open the run again")
    return found


def run_of(request: Request) -> int:
    """The run that a request is about. Raises ``BadInput``."""
    return number(str(request.path_params["run"]))


def number(text: str) -> int:
    """The number of a run. Raises ``BadInput``."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise BadInput("run", f"{text[:40]!r} is not the number of a run", "the list of runs shows them")
    return int(text)


async def body(request: Request, limits: Limits) -> dict[str, JSON]:
    """The body of a request, which is a JSON object. Raises ``BadInput``."""
    return parsed(await body_of(request, limits))


def bounded(values: JSON) -> None:
    """Raise ``BadInput`` for a text of a body that is longer than anybody writes."""
    for name, most in LONGEST.items():
        if len(str(getattr(values, name, ""))) > most:
            raise BadInput(f"body.{name}", f"longer than {most} characters")


def name_in(given: JSON) -> str:
    """The reviewer's name. Raises ``BadInput``."""
    if not isinstance(given, str) or not given.strip() or len(given) > LONGEST["reviewer"]:
        raise BadInput("reviewer", "no name", "decisions are kept under a name: give yours")
    return reviewer_name(given)


def blind_for(request: Request) -> str | None:
    """Who must not see verdicts that they have not decided; None for a request that is not blind. Raises ``BadInput``."""
    name = request.query_params.get("blind")
    return None if name is None else name_in(name)
