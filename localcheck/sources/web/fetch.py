"""One page over HTTP, bounded in time, size and redirects, from public addresses only. Standard library only."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from urllib.parse import quote, urljoin, urlsplit

from localcheck import __version__
from localcheck.errors import RetrievalError
from localcheck.text.inert import one_line

AGENT = f"localcheck/{__version__} (fact checking; one request at a time)"
BLOCK = 32_768
REDIRECTS = {301, 302, 303, 307, 308}
BUSY = {429, 503}
SAFE = "/%:@!$&'()*+,;=~-._"
"""Characters of a path that are sent as they are, beside letters and digits."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one fetch may take."""

    seconds: float = 15.0
    """From the first look-up to the last byte, redirects included."""
    bytes: int = 4 * 1024 * 1024
    """Of the body, decompressed."""
    redirects: int = 5
    private: bool = False
    """May addresses of this machine and its networks be asked? Off: a page must not reach what is behind the firewall."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The answer to one request."""

    url: str
    """The last one, after redirects."""
    status: int
    media_type: str
    charset: str
    """As the server says; empty when it does not."""
    body: bytes
    location: str = ""
    """Where a redirect leads."""
    retry_after: float | None = None
    """Seconds that a busy server asks to wait; None when it names none."""

    @property
    def redirect(self) -> str | None:
        """The address of a redirect, None for any other answer. Raises ``RetrievalError`` where it leads to no address."""
        if self.status not in REDIRECTS or not self.location:
            return None
        try:
            target = urljoin(self.url, self.location)
            urlsplit(target)
        except ValueError as error:
            raise RetrievalError(f"{_host(self.url)}: redirects to no address ({error})") from error
        return target


def fetch(url: str, bounds: Bounds, headers: Mapping[str, str] | None = None, *, trusted: bool = False) -> Fetched:
    """GET ``url``, redirects followed. Raises ``RetrievalError`` with the reason for what is no answer within the bounds.

    ``headers`` are sent to the first host only: a redirect must not carry a key elsewhere. ``trusted``: the host of ``url``
    may have a private address; a host that it redirects to may not, unless the bounds say so.
    """
    until = time.monotonic() + bounds.seconds
    own = _place(url)
    for _ in range(bounds.redirects + 1):
        private = bounds.private or (trusted and _place(url) == own)
        left = replace(bounds, seconds=max(until - time.monotonic(), 0.001), private=private)
        answer = fetch_once(url, left, headers)
        if answer.redirect is None:
            return answer
        url, headers = answer.redirect, None
    raise RetrievalError(f"{_host(url)}: more than {bounds.redirects} redirects")


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def fetch_once(url: str, bounds: Bounds, headers: Mapping[str, str] | None = None) -> Fetched:
    """GET ``url``; a redirect is an answer. Raises ``RetrievalError``."""
    try:
        return _get(url, bounds, time.monotonic() + bounds.seconds, headers or {})
    except (OSError, http.client.HTTPException, ValueError, zlib.error) as error:
        raise RetrievalError(f"{_host(url)}: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """What went wrong; a server's own words may be commands to a terminal."""
    return "took too long" if isinstance(error, TimeoutError) else one_line(str(error))[:200] or type(error).__name__


def _host(url: str) -> str:
    try:
        return one_line(urlsplit(url).hostname or "no host")[:120]
    except ValueError:
        return "no host"


def _get(url: str, bounds: Bounds, deadline: float, headers: Mapping[str, str]) -> Fetched:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise RetrievalError(f"{url[:80]!r} is not an address of the web")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = http.client.HTTPConnection(parts.hostname, port, timeout=_left(deadline))
    connection.sock = _connect(parts.hostname, port, parts.scheme == "https", bounds, deadline)
    try:
        sent = {"User-Agent": AGENT, "Accept": "text/html,application/xhtml+xml,text/plain,application/json"}
        path = quote(parts.path or "/", safe=SAFE) + (f"?{quote(parts.query, safe=SAFE + '?')}" if parts.query else "")
        connection.request("GET", path, headers={**sent, "Accept-Encoding": "gzip", "Connection": "close", **headers})
        response = _answer(connection, deadline)
        location = quote(
            response.headers.get("Location", ""), SAFE + "?#[]", "latin-1"
        )  # its bytes, whatever they mean
        wait = _seconds(response.headers.get("Retry-After", ""))
        media_type, charset = response.headers.get_content_type(), response.headers.get_content_charset() or ""
        body = b"" if response.status in REDIRECTS else _body(response, connection.sock, bounds, deadline)
        return Fetched(url, response.status, media_type, charset, body, location, wait)
    finally:
        connection.close()


def _answer(connection: http.client.HTTPConnection, deadline: float) -> http.client.HTTPResponse:
    """The answer with its headers. A timeout of the socket counts from one byte to the next; the whole is cut off here."""
    sock = connection.sock

    def end() -> None:
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    cut = threading.Timer(_left(deadline), end)
    cut.daemon = True
    cut.start()
    try:
        response = connection.getresponse()
    except (OSError, http.client.HTTPException):
        _left(deadline)  # raises TimeoutError where that was why
        raise
    finally:
        cut.cancel()
    if time.monotonic() >= deadline:  # headers that were cut off can look whole
        response.close()
        raise TimeoutError
    return response


def _seconds(retry_after: str) -> float | None:
    """Retry-After in seconds (RFC 9110): a number, or a date from now on; None for anything else."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connect(host: str, port: int, secure: bool, bounds: Bounds, deadline: float) -> socket.socket:
    """A socket to an address that was looked at: the name is resolved once, and what was checked is what is connected to."""
    addresses = list(dict.fromkeys(i[4][0] for i in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))
    for address in addresses:
        if not bounds.private and not is_public(str(address)):
            raise RetrievalError(
                f"{host[:120]}: {address} is not a public address", "LOCALCHECK_PRIVATE_ADDRESSES=true allows it"
            )
    tried = addresses[:4]
    for address in tried:
        try:
            raw = socket.create_connection((str(address), port), timeout=_left(deadline))
        except OSError:
            if address == tried[-1]:
                raise
            continue
        if not secure:
            return raw
        try:
            return ssl.create_default_context().wrap_socket(raw, server_hostname=host)
        except BaseException:
            raw.close()
            raise
    raise OSError("no address")


def is_public(address: str) -> bool:
    """True if this is an address of the public internet; an IPv4 address inside an IPv6 one is looked at, too."""
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return is_public(str(inner))
        if ip in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast


def _body(response: http.client.HTTPResponse, sock: socket.socket | None, bounds: Bounds, deadline: float) -> bytes:
    """The body, decompressed as it comes and never beyond the bound. A body cut short by the server is kept as it is."""
    encoding = response.headers.get("Content-Encoding", "").lower().strip()
    if encoding not in ("", "identity", "gzip", "x-gzip"):
        raise RetrievalError(f"content encoding {encoding[:20]!r} was not asked for")
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if encoding.endswith("gzip") else None
    body = bytearray()
    while True:
        if sock is not None and sock.fileno() >= 0:
            sock.settimeout(_left(deadline))
        try:
            block = response.read1(BLOCK)
        except http.client.IncompleteRead as error:
            block = error.partial
        if not block:
            return bytes(body)
        body += unpack.decompress(block, bounds.bytes + 1 - len(body)) if unpack else block
        if len(body) > bounds.bytes:
            raise RetrievalError(f"the page is larger than {bounds.bytes // 1024} KiB")
        _left(deadline)
