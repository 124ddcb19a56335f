"""What the page's routes share: numbers, names and bodies read with one clear error each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from starlette.requests import Request

from localcheck.errors import BadInput, UsageError
from localcheck.reports import codec
from localcheck.serve.limits import Limits, body_of, parsed
from localcheck.store import reviewer_name
from localcheck.types import Verdict

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


@dataclass(frozen=True, slots=True)
class Named:
    """What a reviewer sends."""

    reviewer: str


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


async def sent(kind: type[T], request: Request, limits: Limits) -> T:
    """The body of a request as one of its kind, with the reviewer's name as it is kept. Raises ``BadInput``, also for a text
    that is longer than anybody writes.
    """
    found: T = codec.from_json(kind, parsed(await body_of(request, limits)), "body")
    for name, most in LONGEST.items():
        if len(str(getattr(found, name, ""))) > most:
            raise BadInput(f"body.{name}", f"longer than {most} characters")
    return replace(found, reviewer=name_in(found.reviewer)) if isinstance(found, Named) else found


def name_in(given: str) -> str:
    """The reviewer's name. Raises ``BadInput``."""
    if not given.strip() or len(given) > LONGEST["reviewer"]:
        raise BadInput("reviewer", "no name", "decisions are kept under a name: give yours")
    return reviewer_name(given)


def blind_for(request: Request) -> str | None:
    """Who must not see verdicts that they have not decided; None for a request that is not blind. Raises ``BadInput``."""
    name = request.query_params.get("blind")
    return None if name is None else name_in(name)
