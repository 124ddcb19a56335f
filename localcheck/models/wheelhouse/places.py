"""Where a user's package indexes are: what pip is configured with, read as pip reads it, without running pip.

https://pip.pypa.io/en/stable/topics/configuration/: files of the machine, of the user and of the environment, then the
variables ``PIP_…``; the later wins. Known keys: index-url, extra-index-url, find-links, no-index, cert.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from localcheck.errors import BadSetting
from localcheck.system.addresses import parts_of
from localcheck.system.network import is_local

DEFAULT = "https://pypi.org/simple"
KEYS = ("index-url", "extra-index-url", "find-links", "no-index", "cert")
SECTIONS = ("global", "download")
"""The later wins, from whichever file."""
YES = {"1", "true", "yes", "on"}


@dataclass(frozen=True, slots=True)
class Places:
    """Where wheels are looked for, in this order."""

    folders: tuple[Path, ...] = ()
    """Folders that hold wheels, or folders of packages that do."""
    indexes: tuple[str, ...] = ()
    """Addresses of simple indexes (PEP 503), ``http`` or ``https``."""
    cert: str = ""
    """File of certificates to trust; empty for those of the system."""

    def here(self) -> Places:
        """Only what needs no connection beyond this machine."""
        return Places(self.folders, tuple(i for i in self.indexes if is_local(urlsplit(i).hostname)), self.cert)


def places(given: str = "", environment: Mapping[str, str] | None = None) -> Places:
    """The index ``given`` (an address or a folder) alone, or what pip is configured with.

    Raises ``BadSetting``, also where the folder ``given`` is not there; one that pip names may be missing, as for pip.
    """
    env = os.environ if environment is None else environment
    found = _configured(env)
    if given:
        wanted = [given]
    else:
        indexes = [] if found.get("no-index", "").lower() in YES else [found.get("index-url", DEFAULT)]
        wanted = [*found.get("find-links", "").split(), *indexes]
        wanted += found.get("extra-index-url", "").split() if indexes else []
    kinds = [(_folder(place), place) for place in wanted]
    if given and (folder := kinds[0][0]) is not None and not folder.is_dir():
        raise BadSetting(
            "index-url", "no such folder", str(folder), "give a folder of wheels, or the address of an index"
        )
    return Places(
        tuple(folder for folder, _ in kinds if folder is not None),
        tuple(place.rstrip("/") for folder, place in kinds if folder is None),
        found.get("cert", ""),
    )


def _folder(place: str) -> Path | None:
    """The folder that ``place`` means; None for an address of the network. Raises ``BadSetting`` for anything else."""
    parts = parts_of(place)
    if parts.scheme in ("http", "https") and parts.hostname:
        return None
    if parts.scheme == "file" and is_local(parts.hostname):
        return Path(parts.path)
    if len(parts.scheme) <= 1:
        return Path(place).expanduser()
    raise BadSetting(
        "index-url", f"{place.split('@')[-1]!r} is neither http(s), nor file:, nor a folder", "package index"
    )


def _configured(env: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for file in _files(env):
        parser = configparser.RawConfigParser(strict=False)
        try:
            parser.read_string(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue
        except (OSError, UnicodeDecodeError, configparser.Error) as error:
            raise BadSetting("pip", f"cannot be read: {str(error).splitlines()[0]}", str(file)) from error
        for section in SECTIONS:
            if parser.has_section(section):
                found[section].update({k: v for k, v in parser.items(section) if k in KEYS})
    names = {key: f"PIP_{key.upper().replace('-', '_')}" for key in KEYS}
    merged = {key: value for section in SECTIONS for key, value in found[section].items()}
    return {**merged, **{key: env[name] for key, name in names.items() if env.get(name)}}


def _files(env: Mapping[str, str]) -> list[Path]:
    """pip's configuration files in the order in which it reads them."""
    chosen = env.get("PIP_CONFIG_FILE", "")
    if chosen == os.devnull:
        return []
    home = Path(env.get("HOME") or Path.home())
    config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
    mac = [home / "Library" / "Application Support" / "pip" / "pip.conf"] if sys.platform == "darwin" else []
    machine = [Path(d) / "pip" / "pip.conf" for d in env.get("XDG_CONFIG_DIRS", "/etc/xdg").split(":") if d]
    user = [] if chosen else [home / ".pip" / "pip.conf", *mac, config / "pip" / "pip.conf"]
    first = [Path(chosen)] if chosen else []
    return [*first, *machine, Path("/etc/pip.conf"), *user, Path(sys.prefix) / "pip.conf"]
