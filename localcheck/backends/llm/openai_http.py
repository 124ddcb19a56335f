"""HTTP to an OpenAI-compatible server: loopback unless the network is allowed, time limits, retries with backoff."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from localcheck.errors import BadSetting, LLMError, NetworkRefused
from localcheck.system.addresses import parts_of
from localcheck.system.extras import of_extra
from localcheck.system.jsontext import parse
from localcheck.system.network import HINT, is_local
from localcheck.types import JSON

TRIES = 3
BACKOFF = 0.5
"""Seconds before the second try; doubled before each further one."""
LONGEST_WAIT = 20.0
"""Seconds; a server that asks for more is not waited for and not asked again."""
RETRIED = {408, 425, 429, 500, 502, 503, 504}
NOT_THERE = {404, 405, 501}
"""HTTP status -> what it means, for questions that a server need not answer, such as which models it has."""
LARGEST = 64 << 20
"""Bytes of one answer, unpacked; one that goes on is not read to its end."""
UNUSABLE = {401: "it asks for a key", 403: "it refuses", 404: "there is no such address or model"}
NO_KEY = "localcheck sends no key: start the server without one"


class Refused(Exception):
    """The server refused a request. Only this request fails."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class Server:
    """A base URL and a connection pool. Raises ``NetworkRefused``, ``BadSetting``, ``MissingExtra`` when made."""

    def __init__(
        self, url: str, *, network: bool, seconds: float = 600.0, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        parts = parts_of(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadSetting("llm", f"{url!r} is not an http address", hint="server:http://127.0.0.1:8080#MODEL")
        if parts.query:
            raise BadSetting(
                "llm", f"{url!r} has a query, behind which no path fits", hint="give the address up to the ?"
            )
        local = is_local(parts.hostname)
        if not local and not network:
            raise NetworkRefused(f"the server {parts.hostname} is not on this machine", HINT)
        with of_extra("llm", "a language model server"):
            import httpx
        self.url = url.rstrip("/").removesuffix("/v1")
        self._errors: tuple[Any, ...] = (httpx.RequestError, httpx.InvalidURL)
        self._timeouts: Any = httpx.TimeoutException
        self._garbled: Any = httpx.DecodingError
        # Proxies of the environment are for the network, not for this machine; redirects could lead out of it.
        limits = httpx.Timeout(seconds, connect=10.0)
        self._client = httpx.Client(timeout=limits, trust_env=not local, follow_redirects=False)
        self._sleep = sleep

    def get(self, path: str) -> JSON:
        """The JSON at ``path``. Raises ``Refused`` and ``LLMError``."""
        return self._send("GET", path, None)

    def post(self, path: str, body: Mapping[str, JSON]) -> JSON:
        """The JSON answer to ``body``. Raises ``Refused`` for this request, ``LLMError`` when the server is gone."""
        return self._send("POST", path, body)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _send(self, method: str, path: str, body: Mapping[str, JSON] | None) -> JSON:
        refused = Refused(0, "")
        for attempt in range(TRIES):
            if attempt:
                wait = refused.wait if isinstance(refused, _Later) else None
                if wait is not None and wait > LONGEST_WAIT:
                    raise Refused(refused.status, f"{refused.message} (it asks to wait for {wait:g} s)")
                self._sleep(BACKOFF * 2 ** (attempt - 1) if wait is None else wait)
            try:
                with self._client.stream(method, f"{self.url}/v1/{path}", json=body) as response:
                    return self._read(response, _bounded(response), method)
            except _Later as later:
                refused = later
            except self._timeouts as error:
                refused = Refused(0, f"the server did not answer in time ({type(error).__name__})")
            except self._garbled as error:
                refused = Refused(0, f"the server's answer cannot be unpacked: {error}")
            except self._errors as error:
                if attempt == TRIES - 1:
                    raise LLMError(
                        f"no connection to {self.url}: {error or type(error).__name__}", "is the server running?"
                    ) from error
        raise Refused(refused.status, refused.message)

    def _read(self, response: Any, content: bytes, method: str) -> JSON:
        status = int(response.status_code)
        if method == "GET" and status in NOT_THERE:
            raise Refused(status, f"the server has no such address: {status}")
        if status in RETRIED:
            raise _Later(status, f"the server failed: {status} {reason(content)}", _wait(response))
        if status in UNUSABLE:
            hint = NO_KEY if status == 401 else "look at the server's log"
            raise LLMError(f"{self.url}: {UNUSABLE[status]} ({status} {reason(content)})", hint)
        if status != 200:
            raise Refused(status, f"the server refused: {status} {reason(content)}")
        try:
            return parse(content)
        except ValueError as error:
            raise _Later(status, f"the server's answer is {error}", None) from error


class _Later(Refused):
    def __init__(self, status: int, message: str, wait: float | None) -> None:
        super().__init__(status, message)
        self.wait = wait
        """Seconds that the server asks for; None where it does not say."""


def _wait(response: Any) -> float | None:
    """The seconds in the header ``Retry-After``; None without one, or where it gives a date."""
    try:
        return max(0.0, float(response.headers.get("retry-after", "")))
    except ValueError:
        return None


def _bounded(response: Any) -> bytes:
    """The body of a response. Raises ``Refused`` for one that is larger than any answer."""
    found = bytearray()
    for block in response.iter_bytes():
        found += block
        if len(found) > LARGEST:
            raise Refused(int(response.status_code), f"the server's answer is longer than {LARGEST >> 20} MB")
    return bytes(found)


def reason(content: bytes) -> str:
    """The reason that the server gives for refusing, in one short line."""
    try:
        found = parse(content)
        found = found.get("error", found) if isinstance(found, dict) else found
        said = found.get("message", found) if isinstance(found, dict) else found
    except ValueError:
        said = content.decode("utf-8", "replace")
    return " ".join(str(said).split())[:300]
