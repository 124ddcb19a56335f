"""What a kit is made of: a bill of materials (CycloneDX 1.5, JSON) and the licences of its parts."""

from __future__ import annotations

import uuid
import zipfile
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

from localcheck import __version__
from localcheck.system.clock import now
from localcheck.system.jsontext import NotJson, parse
from localcheck.system.resources import sha256_file

LICENCE_LIMIT = 1_000_000
"""Bytes of one text of a licence."""
_NAMES = ("licen", "copying", "notice", "authors")


def bill(files: Mapping[str, Path], wheels: Path) -> dict[str, Any]:
    """The bill of materials of a kit: its wheels, models and indexes."""
    components = [_wheel(wheel) for wheel in sorted(wheels.glob("*.whl"))]
    for top, kind in (("models", "machine-learning-model"), ("indexes", "data")):
        for name in sorted({path.split("/")[1] for path in files if path.startswith(f"{top}/")}):
            components.append(_data(files, top, name, kind))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": now(),
            "component": {"type": "application", "bom-ref": "localcheck", "name": "localcheck", "version": __version__},
        },
        "components": components,
    }


def licences(wheels: Path, files: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Path in the kit and text of each licence that a wheel or a model brings."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                folder, _, name = member.filename.rpartition("/")
                known = ".dist-info" in folder and name.lower().startswith(_NAMES)
                if known and member.file_size <= LICENCE_LIMIT:
                    called = "-".join(wheel.name.split("-")[:2])
                    yield f"licences/{called}/{member.filename.replace('/', '_')}", archive.read(member)
    for path, file in files.items():
        name = path.rpartition("/")[2].lower()
        if path.startswith("models/") and name.startswith(_NAMES) and file.stat().st_size <= LICENCE_LIMIT:
            yield f"licences/{path.replace('/', '_')}", file.read_bytes()


def metadata(wheel: Path) -> Message:
    """What a wheel says of itself: name, version, extras."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA") and n.count("/") == 1)
        return message_from_bytes(archive.read(name))


def _wheel(wheel: Path) -> dict[str, Any]:
    about = metadata(wheel)
    called, version = str(about["Name"]), str(about["Version"])
    found = _component("library", called, version, sha256_file(wheel), _stated(about))
    if expression := str(about["License-Expression"] or "").strip():
        found["licenses"] = [{"expression": expression}]
    return {**found, "purl": f"pkg:pypi/{called.lower()}@{version}"}


def _stated(about: Message) -> str:
    """The licence that a wheel's metadata state in words; empty if they state none."""
    stated = about["License"] or ""
    if len(stated) <= 80 and stated.strip():
        return " ".join(stated.split())
    listed = [c.rpartition("::")[2].strip() for c in about.get_all("Classifier", []) if c.startswith("License")]
    return ", ".join(listed)


def _data(files: Mapping[str, Path], top: str, name: str, kind: str) -> dict[str, Any]:
    own = {p: f for p, f in files.items() if p == f"{top}/{name}" or p.startswith(f"{top}/{name}/")}
    told: dict[str, Any] = {}
    for card in ("localcheck-model.json", "localcheck-index.json"):
        if (file := own.get(f"{top}/{name}/{card}")) is not None:
            try:
                read = parse(file.read_bytes())
            except NotJson:
                continue
            told = read.get("info", read) if isinstance(read, dict) else {}
    first = min(own.items())[1]
    digest = str(told.get("digest") or sha256_file(first))
    version = str(told.get("revision") or told.get("dump_date") or "")
    return _component(kind, name.removesuffix(".index"), version, digest, str(told.get("licence") or ""))


def _component(kind: str, name: str, version: str, sha256: str, licence: str) -> dict[str, Any]:
    found: dict[str, Any] = {"type": kind, "bom-ref": f"{kind}:{name}", "name": name}
    if version:
        found["version"] = version
    found["hashes"] = [{"alg": "SHA-256", "content": sha256}]
    if licence:
        found["licenses"] = [{"license": {"name": licence}}]
    return found
