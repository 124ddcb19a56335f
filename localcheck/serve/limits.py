"""What one client may ask of the server, and its bodies read within that."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from localcheck.errors import BackendError, BadInput, LocalcheckError
from localcheck.system import jsontext
from localcheck.types import JSON

PASSED_ON = frozenset({400, 404, 413, 422, 429, 503})
"""What a model server says that its caller can do something about: ask otherwise, or wait."""


PATH = "/v1/chat/completions"
"""Of talks with a model server, whose clients know OpenAI's form alone."""
MODELS = "/v1/models"
"""What such a client may ask first."""
REST_BYTES, REST_SECONDS = 64_000_000, 5.0
"""How much of the body of a refused request is still read, and for how long."""


def has_token(authorization: str, token: str) -> bool:
    """Does a request with this ``Authorization`` header bring the token?"""
    scheme, _, given = authorization.partition(" ")
    same = secrets.compare_digest(given.strip().encode(), token.encode())
    return scheme.lower() == "bearer" and same


class Declined(BackendError):
    """The model server declined a request."""

    def __init__(self, message: str, hint: str, status: int) -> None:
        super().__init__(message, hint)
        self.status = status if status in PASSED_ON else 502
        """What the caller is answered: the model server's own status if it is one of ``PASSED_ON``, else 502."""


class Busy(LocalcheckError):
    """So much is at work that nothing else is begun; status 429."""


class Ending(LocalcheckError):
    """The server is being ended, and the checks at work with it; status 503."""

    def __init__(self) -> None:
        super().__init__("the server is ending", "ask again when it is started")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask for."""

    bytes: int = 2_000_000
    """Largest size of a request's body."""
    seconds: float = 120.0
    """Longest time of one request, including the time that it waits for its turn."""
    requests: int = 8
    """Requests at the same time; a further one gets status 429."""


def parsed(data: bytes) -> dict[str, JSON]:
    """A body that is a JSON object. Raises ``BadInput``."""
    try:
        return dict(jsontext.parse_object(data, once=True))
    except jsontext.NotJson as error:
        raise BadInput("body", error.why) from None


async def read_past(request: Request) -> None:
    """Read what a client still sends of a request that is refused. A connection that is closed before that is reset, and the
    client never sees why.
    """
    size = 0
    try:
        async with asyncio.timeout(REST_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > REST_BYTES:
                    return
    except (TimeoutError, ClientDisconnect, RuntimeError):  # the last: nothing is left of it
        return


async def body_of(request: Request, limits: Limits, media: str = "application/json") -> bytes:
    """The body of a request. Raises ``HTTPException``: 415 for another media type, 413 too large, 408 too slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != media:
        raise HTTPException(415, f"the body must be {media}")
    parts, size = [], 0
    try:
        async with asyncio.timeout(limits.seconds):
            async for part in request.stream():
                size += len(part)
                if size > limits.bytes:
                    raise HTTPException(413, f"the body is larger than {limits.bytes} bytes")
                parts.append(part)
    except TimeoutError:
        raise HTTPException(408, f"the body did not come within {limits.seconds:g} seconds") from None
    return b"".join(parts)
