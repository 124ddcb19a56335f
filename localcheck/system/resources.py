"""Homes, shipped files, hashes and atomic writes. Paths are resolved by functions, never at import."""

from __future__ import annotations

import atexit
import errno
import fcntl
import hashlib
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from localcheck.errors import BadInput

READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
"""Errors of a home that cannot be written."""
PACKAGE = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The source checkout that this package runs from, if it does."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "models").is_dir() else None


def typed_path(typed: str | Path) -> Path:
    """The path that was typed, with its ``~`` opened; one of a user that this machine does not know stays as it is."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:
        return Path(typed)


def home() -> Path:
    """``$LOCALCHECK_HOME``, else the checkout, else the user's data directory. It may not exist yet."""
    if value := os.environ.get("LOCALCHECK_HOME"):
        return typed_path(value).absolute()
    if root := checkout():
        return root
    from platformdirs import user_data_path

    return user_data_path("localcheck")


@contextmanager
def with_variable(name: str, value: str) -> Iterator[None]:
    """The environment variable ``name`` is ``value`` inside the block."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def home_at(folder: Path) -> AbstractContextManager[None]:
    """``folder`` is the home inside the block."""
    return with_variable("LOCALCHECK_HOME", str(folder))


def passing_folder() -> Path:
    """A new folder of this process, which goes when it ends: for what a home that cannot be written has no room for."""
    folder = tempfile.mkdtemp(prefix="localcheck-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def shipped() -> Path:
    """Where the files that come with the package lie (``models/``, ``indexes/starter/``, ``examples/``)."""
    return checkout() or PACKAGE / "_shipped"


def models_dir() -> Path:
    """Where installed models live."""
    return home() / "models"


def indexes_dir() -> Path:
    """Where built indexes live, one folder each."""
    return home() / "indexes"


def store_path() -> Path:
    """The SQLite database of runs, verdicts, evidence and reviews."""
    return home() / "localcheck.db"


def config_path() -> Path:
    """The user's settings file: ``$LOCALCHECK_CONFIG``, else the home's."""
    if value := os.environ.get("LOCALCHECK_CONFIG"):
        return typed_path(value).absolute()
    return home() / "localcheck.toml"


def settings_file(named: Path | None = None) -> Path:
    """The settings file: the one named by ``--config`` or ``$LOCALCHECK_CONFIG``, else the one in the home.

    Raises ``BadInput`` if one was named and does not exist.
    """
    file = named or config_path()
    if (named or os.environ.get("LOCALCHECK_CONFIG")) and not file.is_file():
        why = "a folder, not a settings file" if file.is_dir() else "no such settings file"
        raise BadInput(
            file, why, "name the file itself, such as localcheck.toml" if named else "LOCALCHECK_CONFIG names it"
        )
    return file


def is_at(path: Path, file: int) -> bool:
    """True if an open file still has that name: who held a lock on it may have removed it since. Raises ``FileNotFoundError``
    where nothing has the name.
    """
    return os.path.samestat(path.stat(), os.fstat(file))


@cache
def program() -> str:
    """SHA-256 of this package's own code, prompts and lists of words: several builds may call themselves by one version."""
    own = [*PACKAGE.rglob("*.py"), *(PACKAGE / "text").rglob("*.txt")]
    return sha256_text("".join(sorted(f"{file.relative_to(PACKAGE)} {sha256_file(file)}\n" for file in own)))


def sha256_file(path: Path) -> str:
    """SHA-256 of a file, read in blocks."""
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def sha256_text(text: str) -> str:
    """SHA-256 of the UTF-8 bytes of ``text``."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def cut_torn_line(path: Path) -> None:
    """Remove a last line that was not written to its end from a file of lines, where there is one."""
    if path.is_file():
        with path.open("rb+") as file, _alone(file):
            data = file.read()
            file.truncate(data.rfind(b"\n") + 1)


def append_lines(file: IO[bytes], lines: str) -> None:
    """Append whole lines or nothing, whoever else appends to the same file. It is open for appending, without a buffer."""
    data = memoryview(lines.encode())
    with _alone(file):
        start = os.fstat(file.fileno()).st_size
        try:
            while data:
                data = data[file.write(data) :]
        except BaseException:
            file.truncate(start)
            raise


@contextmanager
def _alone(file: IO[bytes]) -> Iterator[None]:
    """No other process appends to the file within the block, or cuts it."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def atomic_write(path: Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path``, which replaces ``path`` only if the block ends without an exception.

    A link is followed: the file that it leads to is replaced, and the link stays. An existing file keeps its permissions.
    Raises ``BadInput`` if ``path`` leads to something other than a file, and ``OSError`` as the system does.
    """
    target = regular(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{secrets.token_hex(8)}.part")  # a name may be as long as the file system allows
    try:
        text = "b" not in mode
        with part.open(mode, encoding="utf-8" if text else None, newline="\n" if text else None) as f:
            if target.exists():
                os.fchmod(f.fileno(), stat.S_IMODE(target.stat().st_mode))
            yield f
            f.flush()
            os.fsync(f.fileno())
        part.replace(target)
        sync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


def regular(path: Path) -> Path:
    """The file that ``path`` means, with links followed. Raises ``BadInput`` for a folder, device, pipe or circle of links:
    for example, ``/dev/null`` must not be replaced by a file, which root could do.
    """
    try:
        target = path.resolve()
        kind = path.stat().st_mode  # not of the target: /dev/stdout leads to a pipe, which has no path
    except FileNotFoundError:
        return target
    except (OSError, RuntimeError) as error:
        raise BadInput(path, f"cannot be written: {error}") from error
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "no regular file"
        raise BadInput(path, f"is {what}", "name a file; what goes to standard output can be piped anywhere")
    return target


def swap_in(ready: Path, target: Path) -> None:
    """Replace the folder ``target`` by the finished folder ``ready``. The old folder is renamed first and deleted afterwards.

    The caller holds the lock of the name. If the process is killed between the two renames, ``target`` is left under the name
    ``aside``, and ``mend`` puts it back.
    """
    old = aside(target)
    shutil.rmtree(old, ignore_errors=True)
    sync_tree(ready)
    try:
        if target.exists():
            target.rename(old)
        ready.rename(target)
    finally:
        if old.exists() and not target.exists():
            old.rename(target)
    sync_folder(target.parent)
    shutil.rmtree(old, ignore_errors=True)


def aside(target: Path) -> Path:
    """The name that a folder has while another one replaces it."""
    return target.with_name(f".{target.name}.old")


def mend(folder: Path, lock_of: Callable[[str], Path]) -> None:
    """Undo or finish replacements in ``folder`` that a killed process left incomplete; quick if there are none.

    ``lock_of`` gives the lock file for the name of a target. A name whose lock is held is skipped, because it is in use.
    """
    for gone in folder.glob(".*.gone"):
        shutil.rmtree(gone, ignore_errors=True)
    for old in folder.glob(".*.old"):
        target = folder / old.name.removeprefix(".").removesuffix(".old")
        with suppress(OSError), lock_of(target.name).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not target.exists():
                old.rename(target)
            elif old.exists():
                shutil.rmtree(old, ignore_errors=True)


def discard(folder: Path) -> None:
    """Delete a folder in such a way that no partly deleted folder ever has its name."""
    gone = folder.with_name(f".{folder.name}.gone")
    shutil.rmtree(gone, ignore_errors=True)
    folder.rename(gone)
    sync_folder(folder.parent)
    shutil.rmtree(gone, ignore_errors=True)


def sync_tree(folder: Path) -> None:
    """Make the files of ``folder`` last through a power cut, as far as the file system can."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with suppress(OSError), path.open("rb") as file:
                os.fsync(file.fileno())
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` last through a power cut, if the file system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
