"""The hidden folder that an index grows in, its lock, its journal, and the rename that makes it an index.

Where an index of this home was built from is kept, too, so that ``index update NAME`` needs no more than its name.
"""

from __future__ import annotations

import fcntl
import json
import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from localcheck.errors import BadInput, BadSetting, RetrievalError, UsageError
from localcheck.ingest.corpus import Malformed, Remark
from localcheck.ingest.indexing.events import Copying
from localcheck.sources.indexes import folder_of, lock_file, mend_indexes, origin_file
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import atomic_write, indexes_dir
from localcheck.text.periods import last_day

SHOWN = 20
"""Malformed pages and remarks kept by name; all malformed pages are counted."""

PIECE = 16 << 20
"""Bytes of a file that are copied at once."""


@dataclass
class State:
    """How far the reading has come; kept in the journal of the table of articles."""

    items: int = 0
    parts: int = 0
    """Parts of the corpus that are in the file."""
    articles: int = 0
    skipped: int = 0
    malformed: int = 0
    language: str = ""
    date: str = ""
    licence: str = ""
    shown: list[tuple[str, str]] = field(default_factory=list)
    """Place and reason of the first malformed pages."""
    remarks: list[tuple[str, str]] = field(default_factory=list)
    """Of the first files of which something is to be said."""

    @classmethod
    def load(cls, journal: dict[str, str]) -> State:
        """The state of the last commit, or a fresh one."""
        return cls(**parse_object(journal["state"])) if "state" in journal else cls()

    def note_malformed(self, item: Malformed) -> None:
        """Count one, and keep the first ones."""
        self.malformed += 1
        if len(self.shown) < SHOWN:
            self.shown.append((item.where, item.why))

    def note_remark(self, item: Remark) -> None:
        """Keep the first ones."""
        if len(self.remarks) < SHOWN:
            self.remarks.append((item.where, item.what))

    def notes(self) -> dict[str, str]:
        """For the journal."""
        return {"state": json.dumps(asdict(self))}


def unfinished(name: str) -> list[Path]:
    """Folders of builds of the index ``name`` that were interrupted, or are under way."""
    return sorted(indexes_dir().glob(f".{name}.building-*"))


def remove_unfinished(name: str) -> None:
    """Delete what interrupted builds of the index ``name`` have left. Raises ``UsageError`` while one is under way."""
    with locked(name):
        for folder in unfinished(name):
            shutil.rmtree(folder, ignore_errors=True)


def prepare(name: str, digest: str) -> Path:
    """The folder to build in: that of an unfinished build of the same plan, otherwise an empty one."""
    root = indexes_dir()
    staging = root / f".{name}.building-{digest[:16]}"
    for other in unfinished(name):
        if other != staging:
            shutil.rmtree(other, ignore_errors=True)
    staging.mkdir(exist_ok=True)
    return staging


@contextmanager
def emptied(name: str) -> Iterator[Path]:
    """An empty folder to make the index ``name`` in, gone afterwards. Raises ``RetrievalError`` where it cannot be written."""
    staging = prepare(name, "anew")
    try:
        shutil.rmtree(staging)
        staging.mkdir()
        yield staging
    except (OSError, sqlite3.Error) as error:
        why = f"the index {name!r} cannot be written: {error}"
        raise RetrievalError(why, "is the disk full? nothing was changed") from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def copied(old: Path, new: Path) -> Iterator[Copying]:
    """Copy the file ``old``, or all files of that folder, piece by piece."""
    files = [path for path in sorted(old.rglob("*")) if path.is_file()] if old.is_dir() else [old]
    total, done = sum(path.stat().st_size for path in files), 0
    for path in files:
        target = new / path.relative_to(old)
        target.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as source, target.open("wb") as copy:
            while piece := source.read(PIECE):
                copy.write(piece)
                done += len(piece)
                yield Copying(done, total)


@contextmanager
def locked(name: str, wait: bool = False, shared: bool = False) -> Iterator[None]:
    """Only one build of a name at a time, also between processes; ``shared`` with others who only read it."""
    indexes_dir().mkdir(parents=True, exist_ok=True)
    mend_indexes()
    with lock_file(name).open("w") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            why = f"another process is building or changing the index {name!r}"
            raise UsageError(why, "wait for it, then say the command again") from None
        yield


@dataclass(frozen=True, slots=True)
class Origin:
    """What a build was asked for, and what an update goes back to."""

    source: Path
    form: str = ""
    """The format that the user says; empty to tell it from the content."""
    language: str = ""
    limit: int = 0
    """Articles at most; 0 means all."""
    namespaces: frozenset[int] = frozenset({0})
    """Namespaces of a MediaWiki dump that are read."""
    dated: str = ""
    """When the texts were written: ``2018``, ``2018-06`` or ``2018-06-01``; empty to go by the source and its name."""


def check_free(name: str, force: bool) -> None:
    """Raise ``BadSetting`` where there is an index of that name, and it is not to be replaced."""
    if folder_of(name).exists() and not force:
        raise BadSetting("--name", f"there is an index {name!r} already", "command line", "add --force to replace it")


def checked_language(language: str) -> str:
    """The code of ``language`` as models and claims have it: ``EN`` and ``en-GB`` are ``en``. Raises ``BadSetting``."""
    code = language.strip().lower().replace("_", "-").partition("-")[0]
    if code and not (code.isascii() and code.isalpha() and len(code) in (2, 3)):
        why = f"{language[:40]!r} is not the code of a language"
        raise BadSetting("--language", why, "command line", "for example en, de or zh")
    return code


def checked_date(dated: str) -> str:
    """``dated`` itself. Raises ``BadSetting`` for what is no year, month or day."""
    if len(dated) > 10 or (dated and last_day(dated) is None):
        why = f"{dated[:40]!r} is not a date"
        raise BadSetting("--dated", why, "command line", "for example 2018, 2018-06 or 2018-06-01")
    return dated


def note_origin(name: str, origin: Origin, digests: Collection[str]) -> None:
    """Keep the origin of the index ``name``, which has one of these digests: the old one, or the one about to replace it."""
    row = {
        "digests": sorted(set(digests)),
        "source": str(origin.source.absolute()),
        "format": origin.form,
        "language": origin.language,
        "limit": origin.limit,
        "namespaces": sorted(origin.namespaces),
        "dated": origin.dated,
    }
    with atomic_write(origin_file(name)) as file:
        json.dump(row, file, indent=1)


def known_origin(name: str, digest: str) -> Origin | None:
    """The origin of the index ``name`` as it is now; None where nothing, or something else, is known of it."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        row = parse_object(origin_file(name).read_bytes())
        if digest in row["digests"]:
            namespaces = frozenset(int(n) for n in row["namespaces"])
            texts = [str(row[key]) for key in ("format", "language", "dated")]
            return Origin(Path(str(row["source"])), texts[0], texts[1], int(row["limit"]), namespaces, texts[2])
    return None


def origin_of(name: str, digest: str) -> Origin:
    """``known_origin``. Raises ``BadInput`` where nothing is: an index carried here, merged, or built by an older version."""
    if (found := known_origin(name, digest)) is None:
        why = "it is not known here what it was built from"
        raise BadInput(f"index {name}", why, f"say it: localcheck index update {name} SOURCE")
    return found
