"""HTTP to an OpenAI-compatible server: loopback unless the network is allowed, time limits, retries with backoff."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from localcheck.errors import BadSetting, LLMError, NetworkRefused
from localcheck.system.addresses import parts_of
from localcheck.system.extras import of_extra
from localcheck.system.jsontext import parse
from localcheck.system.network import HINT, is_local
from localcheck.types import JSON

TRIES = 3
CONNECTING = 10.0
"""Seconds."""
LISTING = 30.0
"""Seconds for a question that needs no model, such as which models there are."""
PATIENCE = 30.0
"""Seconds after which a person is told that an answer is waited for."""
BACKOFF = 0.5
"""Seconds before the second try; doubled before each further one."""
LONGEST_WAIT = 20.0
"""Seconds; a server that asks for more is not waited for and not asked again."""
RETRIED = {408, 425, 429, 500, 502, 503, 504}
FAILED = 500
"""HTTP status of a server that fails at a question, not for want of time."""
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
        self._timeouts: Any = httpx.ReadTimeout
        self._garbled: Any = httpx.DecodingError
        self._cut: Any = (httpx.RemoteProtocolError, httpx.ReadError)
        # Proxies of the environment are for the network, not for this machine; redirects could lead out of it.
        self._client = httpx.Client(trust_env=not local, follow_redirects=False)
        self._seconds = {"GET": min(seconds, LISTING), "POST": seconds}
        self._limits = {method: httpx.Timeout(most, connect=CONNECTING) for method, most in self._seconds.items()}
        self._sleep = sleep
        self._answers = False
        """Whether it has answered with its model since it was last waited for in vain."""
        self._told = False
        self._fails = False
        """Whether the last question failed at every try: the next one, or the same in other words, is asked once."""
        self._lost, self._until = LLMError(""), 0.0
        """Why it is not asked, and to which time of the clock."""

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
        refused, began = Refused(0, ""), time.monotonic()
        if began < self._until:
            raise LLMError(self._lost.message, self._lost.hint)
        tries = 1 if self._fails else TRIES
        for attempt in range(tries):
            if attempt:
                self._sleep(_pause(refused, attempt))
            try:
                found = self._once(method, path, body)
            except _Later as later:
                refused = later
            except self._timeouts as error:
                said = f"{self.url} did not answer {method} /v1/{path} within {self._seconds[method]:g} s"
                raise self._in_vain(said, "does it hang, or is the model too slow? look at its log", began) from error
            except self._garbled as error:
                refused = Refused(0, f"the server's answer cannot be unpacked: {error}")
            except self._errors as error:
                if attempt == tries - 1:
                    raise self._broken(error, began) from error
            else:
                self._fails = False
                return found
        self._fails = method == "POST" and refused.status == FAILED
        raise Refused(refused.status, refused.message)

    def _once(self, method: str, path: str, body: Mapping[str, JSON] | None) -> JSON:
        seconds = self._seconds[method]
        with (
            self._telling(f"{method} /v1/{path}", seconds),
            self._client.stream(method, f"{self.url}/v1/{path}", json=body, timeout=self._limits[method]) as response,
        ):
            content = self._bounded(response, time.monotonic() + seconds)
        self._answers |= method == "POST"
        return self._read(response, content, method)

    def _bounded(self, response: Any, until: float) -> bytes:
        """The body of a response. Raises ``Refused`` for one that is larger than any answer, and a time-out for one that goes
        on for too long: the client counts from one byte to the next.
        """
        found = bytearray()
        for block in response.iter_bytes():
            found += block
            if len(found) > LARGEST:
                raise Refused(int(response.status_code), f"the server's answer is longer than {LARGEST >> 20} MB")
            if time.monotonic() > until:
                raise self._timeouts("it does not end")
        return bytes(found)

    @contextmanager
    def _telling(self, asked: str, seconds: float) -> Iterator[None]:
        """Tells a person, once a server, of an answer that is long in coming: otherwise nothing would be seen for minutes."""

        def tell() -> None:
            self._told = True
            said = f"localcheck: {self.url} has not answered {asked} for {PATIENCE:g} s; it is waited for up to {seconds:g} s"
            logging.getLogger(__name__).warning(said)

        timer = threading.Timer(PATIENCE, tell)
        timer.daemon = True
        if seconds > PATIENCE and not self._told:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _broken(self, error: Exception, began: float) -> Exception:
        """What a connection that was cut, or not made, comes to."""
        why = str(error) or type(error).__name__
        if isinstance(error, self._cut):
            return self._in_vain(f"{self.url} cut its answer off: {why}", "look at its log", began)
        return self._gone(f"no connection to {self.url}: {why}", "is the server running?", began)

    def _in_vain(self, said: str, hint: str, began: float) -> Exception:
        """What a question without an answer comes to: it fails alone, unless the server has answered none yet, or none since
        the last one that it did not answer.
        """
        alone, self._answers = self._answers, False
        return Refused(0, said) if alone else self._gone(said, hint, began)

    def _gone(self, said: str, hint: str, began: float) -> LLMError:
        """The error of a server that is not asked again for as long as it was waited for: who judges without it does not wait
        for it at every claim.
        """
        self._until = 2 * time.monotonic() - began
        self._lost = LLMError(said, hint)
        return self._lost

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


def _pause(refused: Refused, tried: int) -> float:
    """The seconds before the next try. Raises ``Refused`` where the server asks for too many."""
    wait = refused.wait if isinstance(refused, _Later) else None
    if wait is not None and wait > LONGEST_WAIT:
        raise Refused(refused.status, f"{refused.message} (it asks to wait for {wait:g} s)")
    return BACKOFF * 2 ** (tried - 1) if wait is None else wait


def _wait(response: Any) -> float | None:
    """The seconds in the header ``Retry-After``; None without one, or where it gives a date."""
    try:
        return max(0.0, float(response.headers.get("retry-after", "")))
    except ValueError:
        return None


def reason(content: bytes) -> str:
    """The reason that the server gives for refusing, in one short line."""
    try:
        found = parse(content)
        found = found.get("error", found) if isinstance(found, dict) else found
        said = found.get("message", found) if isinstance(found, dict) else found
    except ValueError:
        said = content.decode("utf-8", "replace")
    return " ".join(str(said).split())[:300]
