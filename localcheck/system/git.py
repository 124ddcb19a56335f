"""What git knows of a working tree: the lines changed since a commit. Its arguments are lists; no shell is involved."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from localcheck.errors import BadInput, MissingResource, NetworkRefused, UsageError
from localcheck.system import network

_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
_QUIET = ("--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false")
"""No program that a repository names is started for a question, and no name of a file is a pattern."""
_DIFF = ("diff", "--no-ext-diff", "--no-textconv", "--no-color")
SECONDS = 120
ALL = range(1, 2**31)
"""The lines of a file that is new."""


def changed(ref: str, paths: Sequence[Path]) -> dict[Path, tuple[range, ...]]:
    """The files below ``paths`` (all, where it is empty) that differ from the commit ``ref``, and which of their lines are new.

    Files that git does not know and does not ignore are new as a whole; deleted ones are left out. Of a file that was moved
    (``git mv``), the lines that differ from those at its former place are new. The paths are as they are seen from the
    current folder. Raises ``UsageError`` outside a repository and for a commit that is not there, ``BadInput``
    for a path that is neither here nor in that commit, ``MissingResource`` without git, ``NetworkRefused`` for a clone without
    some of the files, which git fetches when it needs them.
    """
    top = Path(_git("rev-parse", "--show-toplevel").rstrip("\n"))
    if ref.startswith("-") or not _known(ref):
        raise UsageError(
            f"--changed-since {ref}: git knows no such commit",
            "name a branch, tag or commit; in CI fetch its history first",
        )
    for path in paths:
        deleted = (*_DIFF, "--no-renames", "--name-only", "--diff-filter=D", ref)
        if not path.exists() and not _git(*deleted, "--", str(path)):
            raise BadInput(path, f"no such file, neither here nor in {ref}", "check the path")
    named = [str(path) for path in paths]
    names = _git(*_DIFF, "--no-renames", "--name-only", "--diff-filter=ACMT", "-z", ref, "--", *named).split("\0")
    moved = _moved(ref)
    found = {_seen(top / name): _lines(ref, top, name, moved.get(name, name)) for name in names if name}
    new = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", *named).split("\0")
    return found | {_seen(top / name): (ALL,) for name in new if name}


def from_root(name: str) -> str:
    """The name of a file as the root of the repository of the current folder sees it; of anything else the name as it is."""
    try:
        here, path = Path.cwd().resolve(), Path(name).parent.resolve() / Path(name).name
        root = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)
        inside = root is not None and path.is_relative_to(root) and path.is_file()
    except (OSError, ValueError):  # no name that a file can have
        return name
    return path.relative_to(root).as_posix() if root is not None and inside else name


def _moved(ref: str) -> dict[str, str]:
    """Where files that were moved stood in ``ref``, by where they stand now; both as seen from the root."""
    said = _git(*_DIFF, "--find-renames", "--name-status", "--diff-filter=R", "-z", ref).split("\0")
    return dict(zip(said[2::3], said[1::3], strict=False))


def _lines(ref: str, top: Path, name: str, before: str) -> tuple[range, ...]:
    """The new lines; where lines were only taken away, those on both sides of the gap. ``before``: its name in ``ref``."""
    places = [str(top / each) for each in {before, name}]
    said = _git(*_DIFF, "--find-renames", "--diff-filter=AMTR", "--unified=0", ref, "--", *places)
    hunks = [(int(found[1]), 1 if found[2] is None else int(found[2])) for found in _HUNK.finditer(said)]
    return tuple(range(first, first + count) if count else range(max(first, 1), first + 2) for first, count in hunks)


def _seen(path: Path) -> Path:
    here = Path.cwd().resolve()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _known(ref: str) -> bool:
    return _run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").returncode == 0


def _git(*arguments: str) -> str:
    done = _run(*arguments)
    if done.returncode and "promisor remote" in done.stderr and not network.allowed():
        raise NetworkRefused("git would fetch files that this clone lacks: the network is off", network.HINT)
    if done.returncode:
        why = next(iter(done.stderr.strip().splitlines()), f"exit code {done.returncode}").removeprefix("fatal: ")
        raise UsageError(f"--changed-since: git says: {why}", "run it inside the repository of the files")
    return done.stdout


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("git")
    if program is None:
        raise MissingResource(
            "--changed-since needs git, which is not installed", "install it, or name the files to check"
        )
    try:
        return subprocess.run(
            [program, *_QUIET, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            env=None if network.allowed() else {**os.environ, "GIT_ALLOW_PROTOCOL": ""},  # a partial clone fetches
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"git gave no answer within {SECONDS} s", "is the repository on a slow disk?") from None
