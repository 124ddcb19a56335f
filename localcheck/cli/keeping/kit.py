"""``localcheck kit``: everything for a machine without a network, made here and carried there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import AS_JSON, PATH, Group, separated
from localcheck.cli.output import emit, emit_either, emit_json, volume
from localcheck.errors import BadInput, BadSetting
from localcheck.kit import carried
from localcheck.text.patterns import regex

THERE, FOLDER = (click.Path(path_type=Path, exists=True, file_okay=files) for files in (True, False))
KIT = click.argument("folder", metavar="KIT", type=FOLDER)
SIGNERS = click.option("--signers", type=THERE, help="File of allowed signers, as ssh-keygen reads it.")
_SIZE = regex(r"(\d{1,6})(?:([kMG])B?)?")
LEAST = 1_000_000
"""Bytes of a part of a split kit at least."""
_UNITS = {None: 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


@click.group(cls=Group)
def kit() -> None:
    """Carry localcheck to a machine without a network: make, verify, compare and install kits.

    \b
    Examples:
      localcheck kit create medium/kit --indexes enwiki --models qwen2.5-coder-1.5b-instruct --extras tui,llm
      python3 medium/kit/kit.py verify
      python3 medium/kit/kit.py install --to ~/localcheck --home ~/localcheck-home
    """


@kit.command()
@click.argument("out", type=PATH)
@click.option(
    "--models",
    default="",
    metavar="NAMES",
    shell_complete=completing.MODELS,
    help="Installed models, separated by commas.",
)
@click.option(
    "--indexes",
    default="",
    metavar="NAMES",
    shell_complete=completing.OWN_INDEXES,
    help="Indexes of this home, separated by commas.",
)
@click.option("--extras", default="", metavar="NAMES", help="Extras of the package, for example tui,llm.")
@click.option(
    "--platform",
    default="",
    help="Platform of the wheels, as pip names it: manylinux2014_x86_64. Default: this machine.",
)
@click.option(
    "--python", default="", help="Version of Python on the other machine, for example 3.12. Default: this one."
)
@click.option("--wheels", type=FOLDER, help="Folder of wheels that were downloaded before.")
@click.option("--split", default="", metavar="SIZE", help="Split the kit into parts of at most this size: 700M, 4G.")
@click.option("--since", type=FOLDER, help="Include only what changed since this earlier kit.")
@click.option("--sign", type=THERE, help="Sign with this SSH key.")
@click.option("--no-settings", is_flag=True, help="Leave out localcheck.toml of this home.")
@AS_JSON
def create(out: Path, no_settings: bool, sign: Path | None, as_json: bool, **asked: Any) -> None:
    """Make a kit in the new or empty folder OUT. Wheels are collected by pip, so this needs a network or --wheels.

    \b
    Examples:
      localcheck kit create medium/kit --indexes enwiki --extras tui
      localcheck kit create medium/kit --split 4G --sign ~/.ssh/id_ed25519
      localcheck kit create medium/update --since medium/kit --indexes enwiki
    """
    from localcheck.kit.create import Wanted, lacking
    from localcheck.kit.create import create as make

    names = {key: separated(asked[key]) for key in ("models", "indexes", "extras")}
    chosen: dict[str, Any] = {**asked, **names, "split": _bytes(asked["split"])}
    wanted = Wanted(**chosen, settings=not no_settings, key=sign)
    for said in lacking(wanted):
        diagnostics.warn(said)
    for said in make(out, wanted):
        diagnostics.note(said)
    if as_json:
        emit_json(carried.verify(out))


@kit.command()
@KIT
@SIGNERS
@AS_JSON
def verify(folder: Path, signers: Path | None, as_json: bool) -> None:
    """Hash every part of KIT and check its signature; unpacks nothing. The same as: python3 KIT/kit.py verify

    \b
    Example:
      localcheck kit verify medium/kit --signers allowed_signers
    """
    _report(folder, lambda: carried.verify(folder, signers), "copy it again, or make a new kit", as_json)


@kit.command()
@KIT
@SIGNERS
@click.option("--to", "environment", type=PATH, required=True, help="Folder of the new environment.")
@click.option("--home", "--into", "into", type=PATH, required=True, help="Home for models and indexes.")
@click.option("--dry-run", is_flag=True, help="Say what would be done.")
@AS_JSON
def install(folder: Path, signers: Path | None, environment: Path, into: Path, dry_run: bool, as_json: bool) -> None:
    """Install KIT without any network. After an interruption, the same command continues.

    \b
    Example:
      localcheck kit install medium/kit --to ~/localcheck --home ~/localcheck-home --dry-run
    """
    source, env, home = (path.absolute() for path in (folder, environment, into))
    unchanged = "nothing that was there before has been changed"
    _report(folder, lambda: carried.install(source, env, home, dry_run, signers), unchanged, as_json)


@kit.command()
@click.argument("old", type=FOLDER)
@click.argument("new", type=FOLDER)
@AS_JSON
def diff(old: Path, new: Path, as_json: bool) -> None:
    """Compare two kits by their manifests: what was added, removed and changed.

    \b
    Example:
      localcheck kit diff medium/kit medium/kit-2027
    """
    from localcheck.kit.create import carried_manifest

    before, after = carried_manifest(old)["files"], carried_manifest(new)["files"]
    found = {
        "added": sorted(set(after) - set(before)),
        "removed": sorted(set(before) - set(after)),
        "changed": sorted(p for p in set(before) & set(after) if before[p]["sha256"] != after[p]["sha256"]),
    }
    if as_json:
        emit_json(found)
        return
    for what, paths in found.items():
        for path in paths:
            emit(f"{what:8} {path}  {volume((after.get(path) or before[path])['size'])}")
    if not any(found.values()):
        diagnostics.note("both hold the same")


def _report(folder: Path, done: Callable[[], dict[str, Any]], refused: str, as_json: bool) -> None:
    """Do something with a kit and say what was found. Raises ``BadInput`` with the hint ``refused``."""
    try:
        found = done()
    except carried.Refused as error:
        raise BadInput(folder, str(error), refused) from None
    emit_either(found, "\n".join(carried.told(found)), as_json)


def _bytes(size: str) -> int:
    found = _SIZE.fullmatch(size)
    if size and found is None:
        raise BadSetting("--split", f"{size!r} is not a size", "command line", "for example 700M or 4G")
    size_of_a_part = int(found[1]) * _UNITS[found[2]] if found else 0
    if 0 < size_of_a_part < LEAST:
        raise BadSetting("--split", f"parts of {size} are too small", "command line", "take at least 1M")
    return size_of_a_part
