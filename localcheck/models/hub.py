"""Fetch the files of a catalogue entry from its repository: resumable and checked.

The only module of the package that talks to a model hub. Telemetry is switched off; ``HF_ENDPOINT`` names another server.
"""

from __future__ import annotations

import os
import queue
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from localcheck.errors import BackendError, BadInput, MissingExtra, MissingResource, NetworkRefused
from localcheck.models.catalogue import CatalogueEntry, SourceFile
from localcheck.system import resources
from localcheck.system.diskspace import Progress, size_of
from localcheck.text.patterns import SHA256, regex

QUIET = {
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_XET": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_VERBOSITY": "error",
}
"""Set before the hub library is imported: no telemetry, no token that the user did not ask for, plain HTTP (it resumes)."""
CHUNK = 1 << 18
"""Bytes: progress comes this often, and a broken connection loses no more than this."""
PLAIN = regex(r"[^0-9A-Za-z]+")
"""What is left out of a commit, which the server states, before a folder is named after it."""
GRACE = 2.0
"""Seconds that a cancelled download is waited for: on a dead connection the hub library tries again for a minute."""


@dataclass(frozen=True, slots=True)
class Remote:
    """One file as the server has it."""

    file: SourceFile
    size: int
    sha256: str
    """From the catalogue, else from the server where it states one; empty otherwise."""
    commit: str


class HubSource:
    """The files of a catalogue entry in its repository. Raises ``MissingExtra`` when the hub library is not installed."""

    def __init__(self, entry: CatalogueEntry) -> None:
        self._entry = entry
        self._hub = _hub()
        self._remotes = [r for f in entry.files if (r := _ask(self._hub, entry, f)) is not None]
        self.label = entry.repo

    @property
    def revision(self) -> str:
        """The commit that the server gives."""
        return self._remotes[0].commit or self._entry.revision

    def room(self, stage: Path) -> int:
        """Bytes of disk that are still needed, for the download and what is made of it."""
        size = sum(r.size for r in self._remotes)
        return size * (2 if self._entry.convert is not None else 1) - size_of(self.source(stage))

    def fetch(self, stage: Path) -> Iterator[Progress]:
        """Download every file, checked, into ``source(stage)``; what was there of the same commit is continued."""
        _keep_only(self.source(stage))
        for remote in self._remotes:
            yield from _download(self._hub, self._entry, remote, self.source(stage))

    def source(self, stage: Path) -> Path:
        """Where the files are when ``fetch`` is through; those of another commit are elsewhere."""
        return stage / "source" / PLAIN.sub("-", self.revision[:12])


def _keep_only(folder: Path) -> None:
    """Delete what lies beside ``folder``: files of another commit."""
    for other in folder.parent.iterdir() if folder.parent.is_dir() else ():
        if other != folder:
            shutil.rmtree(other) if other.is_dir() else other.unlink()


def _hub() -> Any:
    """The hub library, imported with telemetry off."""
    for key, value in QUIET.items():
        os.environ.setdefault(key, value)
    try:
        import huggingface_hub
    except ImportError as error:
        raise MissingExtra("models", "pulling models") from error
    from huggingface_hub import constants

    constants.DOWNLOAD_CHUNK_SIZE = CHUNK
    return huggingface_hub


def _ask(hub: Any, entry: CatalogueEntry, file: SourceFile) -> Remote | None:
    """Size, commit and, for large files, hash by the server; the catalogue's own values win. None: not there."""
    from huggingface_hub.errors import EntryNotFoundError

    url = hub.hf_hub_url(entry.repo, file.path, revision=entry.revision, endpoint=_endpoint())

    with _translated(entry, file.path):
        try:
            meta = hub.get_hf_file_metadata(url, token=False)
        except EntryNotFoundError:
            if file.optional:
                return None
            raise
    stated = str(meta.etag or "")
    return Remote(
        file=file,
        size=int(meta.size or file.size),
        sha256=file.sha256 or (stated if SHA256.fullmatch(stated) else ""),
        commit=str(meta.commit_hash or ""),
    )


def _download(hub: Any, entry: CatalogueEntry, remote: Remote, folder: Path) -> Iterator[Progress]:
    """Fetch one file, with progress, going on behind what an earlier attempt left, and compare its hash."""
    target = folder / remote.file.path
    if not target.is_file():
        part = target.with_name(f"{target.name}.incomplete")
        part.parent.mkdir(parents=True, exist_ok=True)
        yield from _fetch(hub, entry, remote, part)
        part.replace(target)
    yield Progress("check", remote.file.path, 0, 0)
    _check(target, remote)


def _fetch(hub: Any, entry: CatalogueEntry, remote: Remote, part: Path) -> Iterator[Progress]:
    """Append to ``part`` in a thread until the file is complete; the consumer sees the bytes as they come."""
    done: queue.SimpleQueue[int | None] = queue.SimpleQueue()
    stop = threading.Event()
    failure: list[Exception] = []
    there = part.stat().st_size if part.is_file() else 0

    def work() -> None:
        try:
            with part.open("ab") as f:
                _http_get(hub, entry, remote, _Reporting(f, done, stop), there)
        except Exception as error:  # handed to the consumer's thread and translated there
            failure.append(error)
        finally:
            done.put(None)

    thread = threading.Thread(target=work, name=f"pull-{entry.name}", daemon=True)
    thread.start()
    try:
        while (at := done.get()) is not None:
            yield Progress("download", remote.file.path, at, remote.size)
    finally:
        stop.set()
        thread.join(GRACE)
    if failure:
        with _translated(entry, remote.file.path):
            raise failure[0]


def _http_get(hub: Any, entry: CatalogueEntry, remote: Remote, out: _Reporting, there: int) -> None:
    """The hub library's own transfer: it retries, follows the redirect to the store, and asks for the rest only."""
    from huggingface_hub.file_download import http_get
    from huggingface_hub.utils import build_hf_headers

    url = hub.hf_hub_url(entry.repo, remote.file.path, revision=remote.commit or entry.revision, endpoint=_endpoint())
    headers = build_hf_headers(token=False, library_name="localcheck")
    http_get(url, out, resume_size=there, headers=headers, expected_size=remote.size or None)


def _check(path: Path, remote: Remote) -> None:
    """Compare with the expected hash; a wrong file is deleted, so that the next attempt starts it anew."""
    if remote.sha256 and resources.sha256_file(path) != remote.sha256:
        path.unlink()
        raise BadInput(
            path.name, "has another SHA-256 than expected", "pull again; if it stays, the source has changed"
        )


class _Reporting:
    """A file that says how long it has become, and refuses every change after ``stop``: a thread that comes late must not touch
    what the next attempt writes. So nothing waits in a buffer either.
    """

    def __init__(self, inner: IO[bytes], done: queue.SimpleQueue[int | None], stop: threading.Event) -> None:
        self._inner, self._done, self._stop = inner, done, stop

    def write(self, data: bytes) -> int:
        """Append and report."""
        self._go_on()
        count = self._inner.write(data)
        self._inner.flush()
        self._done.put(self._inner.tell())
        return count

    def tell(self) -> int:
        """Where the next byte goes."""
        return self._inner.tell()

    def seek(self, offset: int, whence: int = 0) -> int:
        """Used when the server ignores the range and sends all."""
        self._go_on()
        return self._inner.seek(offset, whence)

    def truncate(self, size: int | None = None) -> int:
        """Used when the server ignores the range and sends all."""
        self._go_on()
        return self._inner.truncate(size)

    def flush(self) -> None:
        """Write out what is buffered."""
        self._inner.flush()

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise _Stopped


class _Stopped(Exception):
    """Raised in the download's thread when its progress is no longer read."""


@contextmanager
def _translated(entry: CatalogueEntry, file: str) -> Iterator[None]:
    """The hub library's exceptions become ours."""
    from huggingface_hub import errors

    again = "run the same command again: it goes on where it stopped"
    try:
        yield
    except errors.GatedRepoError as error:
        raise BackendError(
            f"{entry.repo} requires an account", "download it by hand, then localcheck models import"
        ) from error
    except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.EntryNotFoundError) as error:
        raise BackendError(f"{entry.repo}@{entry.revision}: no {file} there", "the source has changed") from error
    except NetworkRefused:
        raise
    except OSError as error:
        if error.errno == 28:
            raise MissingResource(f"the disk is full: {file}", f"make room, then {again}") from error
        raise BackendError(f"the download of {file} stopped: {_line(error)}", again) from error
    except Exception as error:  # the HTTP library below the hub library has its own tree
        raise BackendError(f"the download of {file} stopped: {_line(error)}", again) from error


def _line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _endpoint() -> str | None:
    return os.environ.get("HF_ENDPOINT") or None
