"""Files and pages over HTTP: resumable and checked, with the user's credentials and proxies. All models are fetched by it."""

from __future__ import annotations

import base64
import errno
import http.client
import netrc
import ssl
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit

from localcheck.errors import BackendError, BadInput, MissingResource, NetworkRefused
from localcheck.system import resources
from localcheck.system.diskspace import Progress
from localcheck.system.network import is_local

CHUNK = 1 << 18
MOST = 64 << 30
"""Bytes of one file."""
TIMEOUT = 60.0
"""Seconds without a byte after which a connection counts as broken."""
AGAIN = "run the same command again: it goes on where it stopped"


@dataclass(frozen=True, slots=True)
class Remote:
    """One file as its server has it."""

    url: str
    name: str
    """As it is called in the folder that it is fetched into."""
    size: int = 0
    """Bytes; 0 where the server does not say."""
    sha256: str = ""
    """Empty where nobody says."""


class Client:
    """Opens addresses; without ``network`` only those of this machine."""

    def __init__(self, *, network: bool, cert: str = "") -> None:
        self._network = network
        self._cert = cert

    def fetch(self, remote: Remote, folder: Path) -> Iterator[Progress]:
        """Download a file into ``folder``, going on behind what an earlier attempt left, and compare its hash.

        What is there when the connection breaks or the generator is closed stays for the next attempt; a file with another
        hash than expected is deleted. Raises ``BackendError``, ``BadInput``, ``MissingResource``.
        """
        target = folder / remote.name
        if target.is_file():
            return
        part = target.with_name(f"{target.name}.incomplete")
        part.parent.mkdir(parents=True, exist_ok=True)
        with translated(remote.url):
            yield from self._append(remote, part)
        yield Progress("check", remote.name, 0, 0)
        if remote.sha256 and resources.sha256_file(part) != remote.sha256:
            part.unlink()
            raise BadInput(
                target.name, "has another SHA-256 than expected", "pull again; if it stays, the source has changed"
            )
        part.replace(target)

    def _append(self, remote: Remote, part: Path) -> Iterator[Progress]:
        there = part.stat().st_size if part.is_file() else 0
        if there and there == remote.size:
            return
        with self._from(remote.url, there) as response:
            goes_on = response.headers.get("Content-Range", "").startswith(f"bytes {there}-")
            done = there if response.status == 206 and goes_on else 0
            length = response.headers.get("Content-Length", "")
            total = done + int(length) if length.isdigit() else remote.size
            with part.open("ab" if done else "wb") as f:
                while block := response.read(CHUNK):
                    f.write(block)
                    done += len(block)
                    if max(done, total) > MOST:
                        raise BadInput(remote.name, f"more than {MOST >> 30} GB")
                    yield Progress("download", remote.name, done, total)
        if total and done < total:
            raise BackendError(f"the download of {remote.name} stopped at {done:,} of {total:,} bytes", AGAIN)

    def _from(self, url: str, there: int) -> Any:
        """The response with the bytes behind ``there``, or with all where the server does not know parts."""
        try:
            return self.open(url, {"Range": f"bytes={there}-"} if there else {})
        except HTTPError as error:
            if there and error.code == 416:
                error.close()
                return self.open(url, {})
            raise

    def open(self, url: str, headers: Mapping[str, str], method: str = "GET") -> Any:
        """The response to one request. Raises ``HTTPError`` and what else ``translated`` knows."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(plain(url), "is not an http(s) address")
        _refuse(parts.hostname, self._network)
        request = urllib.request.Request(plain(url), headers={"User-Agent": "localcheck", **headers}, method=method)
        login = _login(url)
        if login:  # not handed on to where the server redirects to
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
        """The next request; None, which makes an error of the answer, where only the headers of this one were asked for and the
        file is with another host. Raises ``NetworkRefused`` and ``BadInput``.
        """
        before, parts = urlsplit(req.full_url), urlsplit(newurl)
        if parts.scheme not in ("http", "https") or (before.scheme == "https" and parts.scheme != "https"):
            raise BadInput(plain(req.full_url), f"redirects to an address of kind {parts.scheme!r}")
        if req.get_method() == "HEAD" and parts.netloc != before.netloc:
            return None
        _refuse(parts.hostname, self._network)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _refuse(host: str | None, network: bool) -> None:
    if not network and not is_local(host):
        raise NetworkRefused(f"{host} is beyond this machine", "add --network to allow it")


def plain(url: str) -> str:
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
def translated(url: str) -> Iterator[None]:
    """Exceptions of the HTTP library become ours."""
    where = plain(url)
    try:
        yield
    except HTTPError as error:
        error.close()
        hint = "is a login needed? give it in the address or in .netrc" if error.code in (401, 403) else AGAIN
        raise BackendError(f"{where}: the server answers {error.code} {error.reason}", hint) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise MissingResource("the disk, or your share of it, is full", f"make room, then {AGAIN}") from error
        raise BackendError(f"{where}: the connection stopped: {getattr(error, 'reason', error)}", AGAIN) from error
    except (http.client.HTTPException, ValueError) as error:
        raise BackendError(f"{where}: the connection stopped: {error!r}", AGAIN) from error
