"""Verifies and installs a kit. This file travels with the kit as ``kit.py`` and needs nothing but Python 3.11.

    python3 kit.py verify [--signers FILE]
    python3 kit.py install --to ENVIRONMENT --home HOME [--dry-run]

The manifest ``kit.json`` lists every file with its SHA-256; the parts of the archive are hashed before anything is unpacked.
Only files that the manifest lists are taken, under the paths that it gives, which cannot leave their folder.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

MANIFEST, SIGNATURE, ARCHIVE = "kit.json", "kit.json.sig", "kit.tar.zst"
FORMAT, VERSION = "localcheck-kit", 1
NAMESPACE = "localcheck-kit"
INSTALLED = "kit-installed.json"
SEAL = "sha256"
PLACED = ("models/", "indexes/")
"""What is put under a name of its own in the home."""
TOPS = ("wheels", "models", "indexes", "settings", "licences", "sbom.cdx.json")
PART = re.compile(r"kit\.tar\.zst(\.\d{3,9})?|kit\.py|bootstrap/zstandard-[A-Za-z0-9._-]{1,200}\.whl")
MOST_FILES = 100_000
BLOCK = 1 << 20


class Refused(Exception):
    """The kit cannot be taken; the message says why in one line."""


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(kit: Path) -> dict[str, Any]:
    """The manifest, with every path and number in it checked. Raises ``Refused``."""
    try:
        found = json.loads((kit / MANIFEST).read_bytes())
        if found["format"] != FORMAT or found["version"] != VERSION:
            raise Refused(f"{MANIFEST} has a version that this program does not read")
        if len(found["files"]) > MOST_FILES:
            raise Refused(f"{MANIFEST} lists more than {MOST_FILES:,} files")
        for part in found["parts"]:
            if not PART.fullmatch(str(part["name"])):
                raise Refused(f"{part['name']!r} is not a name of a part")
            int(part["size"]), str(part["sha256"])
        for path, entry in found["files"].items():
            safe(path)
            if int(entry["size"]) < 0 or len(entry["sha256"]) != 64:
                raise Refused(f"{MANIFEST}: {path!r} has no size or hash")
        (str(found["python"]), str(found["platform"]), str(found["requirement"]), str(found["created"]))
        if found.get(SEAL, sealed := seal(found)) != sealed:  # kits of version 1.1.0 have none
            raise Refused(f"{MANIFEST} is not as it was written: it was damaged or changed")
        return dict(found)
    except FileNotFoundError:
        raise Refused(f"there is no {MANIFEST} in it: is it a kit?") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise Refused(f"{MANIFEST} is damaged ({type(error).__name__})") from None


def seal(manifest: dict[str, Any]) -> str:
    """SHA-256 of all that a manifest says but this: a list that was damaged on its way would call a good archive a bad one."""
    said = json.dumps({key: value for key, value in manifest.items() if key != SEAL}, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()


def safe(path: str) -> PurePosixPath:
    """``path`` as one that stays inside its folder. Raises ``Refused``."""
    pure = PurePosixPath(path)
    bad = pure.is_absolute() or ".." in pure.parts or "\\" in path or ":" in path or "\0" in path or len(path) > 500
    if bad or not pure.parts or pure.parts[0] not in TOPS or str(pure) != path:
        raise Refused(f"{path!r} is not a path of a kit")
    return pure


def verify(kit: Path, signers: Path | None = None) -> dict[str, Any]:
    """Hash every part of the archive and check the signature. Returns the number of ``parts``, their ``bytes``, the ``sha256``
    of the manifest, whether it is ``signed``, and by whom (``signed_by``, None where no signers are given). Raises ``Refused``.
    """
    manifest = read_manifest(kit)
    for part in manifest["parts"]:
        file = kit / part["name"]
        if file.is_symlink() or not file.is_file():
            raise Refused(f"{part['name']} is missing")
        if file.stat().st_size != part["size"] or digest(file) != part["sha256"]:
            raise Refused(f"{part['name']} is not what {MANIFEST} lists: it was damaged or changed")
    return {
        "parts": len(manifest["parts"]),
        "bytes": sum(part["size"] for part in manifest["parts"]),
        "sha256": digest(kit / MANIFEST),
        "signed": (kit / SIGNATURE).is_file(),
        "signed_by": None if signers is None else _signer(kit, signers),
    }


def told(found: dict[str, Any]) -> list[str]:
    """What ``verify`` or ``install`` found, in lines for people."""
    signed = "signed, but not compared with any signer: give --signers FILE" if found["signed"] else "not signed"
    lines = [
        f"{found['parts']} parts, {found['bytes'] / 1e6:,.1f} MB: as listed",
        f"SHA-256 of {MANIFEST}: {found['sha256']}",
        f"signed by {found['signed_by']}" if found["signed_by"] else signed,
    ]
    if "environment" not in found:
        return lines
    environment, home = Path(found["environment"]), Path(found["home"])
    if found["installed"]:
        return [
            *lines,
            f"installed: {environment / 'bin' / 'localcheck'}, with LOCALCHECK_HOME={shlex.quote(str(home))}",
        ]
    what, stands = found["requirement"], _stands(environment)
    upon = f"would install {what} in the environment {environment}, which is there"
    made = f"would make the environment {environment} and install {what} there"
    lines.append(f"{upon if stands else made}, without any network")
    for top in ("models", "indexes", "settings"):
        place = home if top == "settings" else home / top
        for name in found[top]:
            replaced = f"{top}/{name}" in found["replaced"]
            lines.append(f"would replace {name} in {place}" if replaced else f"would put {name} into {place}")
    return [*lines, "nothing was changed"]


def _signer(kit: Path, signers: Path) -> str:
    signature = kit / SIGNATURE
    if not signature.is_file():
        raise Refused("the kit is not signed")
    if not signers.is_file():
        raise Refused(f"there is no file {signers} with allowed signers")
    command = ["ssh-keygen", "-Y", "find-principals", "-s", str(signature), "-f", str(signers)]
    who = subprocess.run(command, capture_output=True, text=True)
    name = who.stdout.split("\n")[0].strip()
    if who.returncode or not name:
        raise Refused(f"the signature is by none of the signers in {signers}")
    command = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", name, "-n", NAMESPACE, "-s", str(signature)]
    with (kit / MANIFEST).open("rb") as file:
        if subprocess.run(command, stdin=file, capture_output=True).returncode:
            raise Refused(f"the signature of {name} is not that of this {MANIFEST}")
    return name


def check_machine(manifest: dict[str, Any]) -> None:
    """Raise ``Refused`` where the wheels are for another platform or Python."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    if manifest["python"] != here:
        raise Refused(
            f"the kit is for Python {manifest['python']}, this is {here}: run it with python{manifest['python']}"
        )
    if manifest["platform"] != sysconfig.get_platform():
        raise Refused(f"the kit is for {manifest['platform']}, this machine is {sysconfig.get_platform()}")


def install(
    kit: Path, environment: Path, home: Path, dry_run: bool = False, signers: Path | None = None
) -> dict[str, Any]:
    """Set everything up; run again after an interruption, it continues. Returns what ``verify`` does and what was, or would be,
    installed where. Raises ``Refused``.
    """
    found, manifest = verify(kit, signers), read_manifest(kit)
    check_machine(manifest)
    free = shutil.disk_usage(next(path for path in (home, *home.absolute().parents) if path.is_dir())).free
    files: dict[str, Any] = manifest["files"]
    total = sum(int(entry["size"]) for entry in files.values())
    if 2 * total > free:
        raise Refused(f"the disk of {home} has {free / 1e6:,.0f} MB free, {2 * total / 1e6:,.0f} MB are needed")
    found.update(installed=False, requirement=manifest["requirement"], environment=str(environment), home=str(home))
    for top in ("models", "indexes", "settings"):
        found[top] = sorted({path.split("/")[1] for path in files if path.startswith(f"{top}/")})
    if not dry_run:
        _put_back(home)
    _check_earlier(manifest, home)
    found["replaced"] = _replaced(manifest, home)
    if dry_run:
        return found
    staging = home / f".kit-{digest(kit / MANIFEST)[:16]}"
    _note(f"making the environment {environment}")
    python = _environment(environment)
    if not _zstd():
        if Path(sys.executable) != python:
            _pip(python, kit / "bootstrap", "zstandard")
            own = [str(python), str(Path(__file__).resolve()), "--kit", str(kit), "install", "--to", str(environment)]
            os.execv(own[0], [*own, "--home", str(home), *(["--signers", str(signers)] if signers else [])])
        raise Refused("zstandard cannot be used in the new environment")
    _note(f"unpacking {len(files)} files, {total / 1e6:,.1f} MB")
    with _gone_when_refused(staging):
        _unpack(kit, manifest, staging)
        if any(path.startswith("wheels/") for path in files):
            _note(f"installing {manifest['requirement']} and what it needs, which takes a minute or more")
            _pip(python, staging / "wheels", manifest["requirement"])
            for wheel in rebuilt(manifest, home):
                _pip(python, staging / "wheels", str(staging / wheel), "--no-deps", "--force-reinstall")
    _settle(manifest, staging, home)
    kept = {path: entry for path, entry in _before(home).items() if path.startswith(PLACED) and path not in files}
    part = home / f"{INSTALLED}.part"  # what is known of earlier kits is lost with no interruption
    part.write_text(json.dumps({**manifest, "files": {**kept, **files}}, indent=1), encoding="utf-8")
    part.replace(home / INSTALLED)
    for unpacked in home.glob(".kit-*"):  # also what earlier kits left whose installation was given up
        shutil.rmtree(unpacked, ignore_errors=True)
    return {**found, "installed": True}


@contextmanager
def _gone_when_refused(staging: Path) -> Iterator[None]:
    """What was unpacked goes where the kit is refused: the same command would be refused again, and not go on with it."""
    try:
        yield
    except Refused:
        shutil.rmtree(staging, ignore_errors=True)
        raise


def _note(what: str) -> None:
    """Say what is done now, on standard error."""
    sys.stderr.write(f"kit: {what}\n")


def _environment(folder: Path) -> Path:
    """The Python of the environment, which is made where it does not stand."""
    if not _stands(folder):
        venv.create(folder, with_pip=True)
    return folder / "bin" / "python"


def _stands(folder: Path) -> bool:
    """Whether the environment is made: its pip is there to the last file, ``RECORD``."""
    return any(folder.glob("lib/python*/site-packages/pip-*.dist-info/RECORD"))


def _zstd() -> Any:
    """A function that opens a zstd stream, if this Python has one."""
    try:
        import zstandard
    except ImportError:
        return None
    return lambda raw: zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(raw)


def rebuilt(manifest: dict[str, Any], home: Path) -> list[str]:
    """The wheels that the kit installed before carried too, under the same name with other contents.

    pip takes them for installed, for it compares versions only.
    """
    before = _before(home)
    return [
        path
        for path, entry in manifest["files"].items()
        if path.startswith("wheels/") and path in before and before[path]["sha256"] != entry["sha256"]
    ]


def _before(home: Path) -> dict[str, Any]:
    """The files of the kits that were installed here before; none where the list of them is damaged."""
    try:
        files: dict[str, Any] = dict(json.loads((home / INSTALLED).read_bytes())["files"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return {}
    return files


def _pip(python: Path, wheels: Path, what: str, *more: str) -> None:
    options = [*more, "--no-index", "--find-links", str(wheels), "--only-binary", ":all:"]
    options += ["--quiet", "--disable-pip-version-check"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON"))}
    command = [str(python), "-m", "pip", "--isolated", "install", *options, what]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["no reason given"]
        raise Refused(f"pip cannot install {what}: {said[-1].strip()}")


class _Joined:
    """The parts of the archive as one stream."""

    def __init__(self, files: list[Path]) -> None:
        self._files = iter(files)
        self._file: IO[bytes] = io.BytesIO()

    def read(self, size: int = -1) -> bytes:
        while not (data := self._file.read(size)):
            following = next(self._files, None)
            if following is None:
                return b""
            self._file.close()
            self._file = following.open("rb")
        return data

    def close(self) -> None:
        """Close the part that is open."""
        self._file.close()


def _unpack(kit: Path, manifest: dict[str, Any], staging: Path) -> None:
    """Every listed file into ``staging``, unless it lies there already, or is carried by an earlier kit."""
    listed: dict[str, Any] = manifest["files"]
    seen = set()
    joined = _Joined([kit / p["name"] for p in manifest["parts"] if p["name"].startswith(ARCHIVE)])
    try:
        with tarfile.open(fileobj=_zstd()(joined), mode="r|") as archive:
            for member in archive:
                entry = listed.get(member.name)
                if entry is None or member.name in seen:
                    raise Refused(f"the archive holds {member.name!r}, which {MANIFEST} does not list")
                if not member.isreg() or member.size != entry["size"]:
                    raise Refused(f"{member.name!r} is a link, a device, or of another size than listed")
                seen.add(member.name)
                source = archive.extractfile(member)
                assert source is not None
                _write(source, staging / safe(member.name), entry)
    except (Refused, OSError):
        raise
    except Exception as error:  # also zstandard's own error, which cannot be named before it is there
        raise Refused(f"the archive is damaged ({type(error).__name__})") from None
    finally:
        joined.close()
    for path, entry in listed.items():
        if path not in seen and not entry.get("earlier"):
            raise Refused(f"{path}: is missing")


def _write(source: IO[bytes], out: Path, entry: dict[str, Any]) -> None:
    if _is(out, entry):
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f"{out.name}.part")
    hashed = hashlib.sha256()
    with part.open("wb") as file:
        while block := source.read(BLOCK):
            hashed.update(block)
            file.write(block)
    if hashed.hexdigest() != entry["sha256"]:
        part.unlink()
        raise Refused(f"{out.name} is not what {MANIFEST} lists")
    part.replace(out)
    os.utime(out, ns=(int(entry["mtime_ns"]), int(entry["mtime_ns"])))


def _check_earlier(manifest: dict[str, Any], home: Path) -> None:
    """Raise ``Refused`` where a file is not here that only an earlier kit carries."""
    for path, entry in manifest["files"].items():
        if entry.get("earlier") and not _there(home, path, entry):
            raise Refused(f"{path}: this kit holds only what changed: install the one before it first")


def _there(home: Path, path: str, entry: dict[str, Any]) -> bool:
    """True if a file of an earlier kit is where that kit put it; wheels are known by what pip installed."""
    if not path.startswith(PLACED):
        return (home / INSTALLED).is_file()
    file = home / path
    if path.endswith(".vectors.db"):  # checks write to it: it is there, whatever it holds by now
        return file.is_file()
    return _is(file, entry)


def _is(file: Path, entry: dict[str, Any]) -> bool:
    """True if a file is what a manifest lists."""
    return file.is_file() and file.stat().st_size == entry["size"] and digest(file) == entry["sha256"]


def _replaced(manifest: dict[str, Any], home: Path) -> list[str]:
    """The models and indexes of other contents that a kit has put there, and this one replaces.

    Raises ``Refused`` where something of that name was made or changed here, for it would be lost.
    """
    found = []
    for place in sorted({"/".join(path.split("/")[:2]) for path in manifest["files"] if path.startswith(PLACED)}):
        if not (home / place).exists() or _as_listed(manifest["files"], place, home):
            continue
        if not _as_listed(_before(home), place, home):
            raise Refused(f"{home / place} was not put there by a kit, or was changed since: move it away first")
        found.append(place)
    return found


def _as_listed(files: dict[str, Any], place: str, home: Path) -> bool:
    """True if ``files`` lists something under this name, and all of it lies in the home unchanged."""
    listed = {path: entry for path, entry in files.items() if path == place or path.startswith(f"{place}/")}
    return bool(listed) and all(_there(home, path, entry) for path, entry in listed.items())


def _settle(manifest: dict[str, Any], staging: Path, home: Path) -> None:
    """Models and indexes take their names when they are whole; settings of the user stay."""
    for top in ("models", "indexes"):
        for name in sorted({path.split("/")[1] for path in manifest["files"] if path.startswith(f"{top}/")}):
            ready, target = staging / top / name, home / top / name
            if not ready.exists():
                continue
            for path, entry in manifest["files"].items():
                if path.startswith(f"{top}/{name}/") and entry.get("earlier"):
                    (staging / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(home / path, staging / path)
            _replace(ready, target)
    settings = staging / "settings" / "localcheck.toml"
    if settings.is_file() and not (home / "localcheck.toml").exists():
        shutil.copy2(settings, home / "localcheck.toml")
    for path in manifest["files"]:  # beside the licences of earlier kits: what they installed is still here
        if path.startswith(("licences/", "sbom.cdx.json")) and (staging / path).is_file():
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            (staging / path).replace(home / path)


def _replace(ready: Path, target: Path) -> None:
    """Put a folder or file in the place of one that is there perhaps."""
    target.parent.mkdir(parents=True, exist_ok=True)
    old = target.with_name(f".{target.name}.old")
    if target.exists():
        _drop(old)  # that of an installation which was interrupted behind this step
        target.rename(old)
    ready.rename(target)
    for end in ("-wal", "-shm"):  # of a database that was here before: they would be read as a part of the new one
        target.with_name(f"{target.name}{end}").unlink(missing_ok=True)
    _drop(old)


def _drop(old: Path) -> None:
    shutil.rmtree(old, ignore_errors=True) if old.is_dir() else old.unlink(missing_ok=True)


def _put_back(home: Path) -> None:
    """Give what stands aside its name again, where an installation was interrupted before the new one had it."""
    for top in ("models", "indexes"):
        for old in (home / top).glob(".*.old"):
            target = old.with_name(old.name.removesuffix(".old")[1:])
            if not target.exists():
                old.rename(target)


def main(arguments: list[str] | None = None) -> int:
    """The command line. 0: done; 2: refused, with the reason in one line; 130: interrupted."""
    parser = argparse.ArgumentParser(
        prog="kit.py", description="Verify or install a localcheck kit, without any network."
    )
    parser.add_argument("--kit", type=Path, default=Path(__file__).resolve().parent, help="folder of the kit")
    commands = parser.add_subparsers(dest="command", required=True)
    verifying, installing = commands.add_parser("verify"), commands.add_parser("install")
    for command in (verifying, installing):
        command.add_argument("--signers", type=Path, help="allowed signers, as in ssh-keygen(1)")
    installing.add_argument("--to", type=Path, required=True, help="folder of the new Python environment")
    installing.add_argument("--home", "--into", type=Path, required=True, help="folder for models and indexes")
    installing.add_argument("--dry-run", action="store_true", help="say what would be done")
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "verify":
            said = verify(asked.kit, asked.signers)
        else:
            said = install(asked.kit, asked.to.absolute(), asked.home.absolute(), asked.dry_run, asked.signers)
    except (Refused, OSError) as error:
        of = f"{asked.kit}: " if isinstance(error, Refused) else ""
        sys.stderr.write(f"kit: error: {of}{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("kit: interrupted; the same command goes on\n")
        return 130
    sys.stdout.write("".join(f"{line}\n" for line in told(said)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
