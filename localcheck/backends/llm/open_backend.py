"""From ``gguf:…``, ``server:…``, ``recorded:…`` or ``scripted:…`` to an open model.

A cache of answers in SQLite, keyed by the model's hash and the request's digest.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

from localcheck.backends.llm.requests import digest, from_json, to_json
from localcheck.errors import BadSetting, LLMError, UnknownName
from localcheck.ports import OpenLLM
from localcheck.registry import LLMS
from localcheck.settings import Settings
from localcheck.settings.signatures import parameters
from localcheck.system import resources
from localcheck.system.jsontext import parse
from localcheck.system.sqlitefile import open_file
from localcheck.text.inert import escaped
from localcheck.types import Completion, CompletionRequest

SCHEMA = """
CREATE TABLE IF NOT EXISTS completions (
    model TEXT NOT NULL, request TEXT NOT NULL, completion TEXT NOT NULL, PRIMARY KEY (model, request)
) WITHOUT ROWID, STRICT
"""
BUSY = 30.0
"""Seconds that another process is waited for while it writes its answers."""


CHOICES = "3:"
"""Before the digest of a choice: raised when the same request is answered in another way, so that no older answer is given."""
OFTEN = 2.0
"""Seconds after which what has come is written."""


class Cached:
    """Answers known requests from the file ``path`` and asks ``llm`` for the others in one call, each only once.

    Answers with an error are not kept; where none can be, on a full disk, a warning says so once. A cached answer has
    ``cached=True`` and ``seconds=0``.
    ``model`` is the hash under which answers are kept: two models never share one. Safe for use from several threads.
    """

    def __init__(self, llm: OpenLLM, path: Path, model: str) -> None:
        self._path, self._model = path, model
        self._llm = self.asked = llm
        self.info = llm.info
        self._told = False
        with self._opened("used", "delete it or set cache = false"):
            pass

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Cached answers where there are any, fresh ones elsewhere; order is kept."""
        if not requests:
            return []
        digests = [(CHOICES if r.options else "") + digest(r) for r in requests]
        with self._opened("read", "delete the file") as db:
            known = {d: c for d in set(digests) if (c := self._read(db, d)) is not None}
        missing = {d: r for d, r in zip(digests, requests, strict=True) if d not in known}
        fresh = self._asked(missing)
        seen: set[str] = set()
        return [known[d] if d in known else _once(fresh[d], d, seen) for d in digests]

    def _asked(self, missing: dict[str, CompletionRequest]) -> dict[str, Completion]:
        """Fresh answers, kept as they come: an interruption loses only those that were not finished."""
        names, requests = list(missing), list(missing.values())
        fresh: dict[str, Completion] = {}
        new: dict[str, Completion] = {}
        written = monotonic()
        try:
            with closing(_stream(self._llm, requests)) as answers:
                for place, completion in answers:
                    fresh[names[place]] = new[names[place]] = completion
                    if monotonic() - written > OFTEN:
                        self._write(new)
                        new, written = {}, monotonic()
        finally:
            self._write(new)
        return fresh

    def close(self) -> None:
        """Close the wrapped model. The database is open only during a call."""
        self._llm.close()

    @contextmanager
    def _opened(self, done: str, hint: str) -> Iterator[sqlite3.Connection]:
        """The database for the block. Raises ``LLMError`` where that cannot be ``done``."""
        try:
            with closing(open_file(self._path, SCHEMA, BUSY)) as db:
                yield db
        except (OSError, sqlite3.Error) as error:
            raise LLMError(f"{self._path}: the cache of answers cannot be {done}: {error}", hint) from error

    def _read(self, db: sqlite3.Connection, request: str) -> Completion | None:
        row = db.execute(
            "SELECT completion FROM completions WHERE model = ? AND request = ?", (self._model, request)
        ).fetchone()
        if row is None:
            return None
        try:
            return replace(from_json(parse(row[0], infinities=True)), cached=True, seconds=0.0)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError):
            return None

    def _write(self, fresh: dict[str, Completion]) -> None:
        rows = [
            (self._model, d, escaped(json.dumps(to_json(c), ensure_ascii=False)))
            for d, c in fresh.items()
            if not c.error
        ]
        if not rows:
            return
        try:
            with self._opened("written", "free space or set cache = false") as db, db:
                db.executemany("INSERT OR REPLACE INTO completions VALUES (?, ?, ?)", rows)
        except LLMError as error:  # what was answered is not lost for want of a place to keep it
            if not self._told:
                logging.getLogger(__name__).warning(f"localcheck: {error.message}; {error.hint}")
            self._told = True


def _stream(llm: OpenLLM, requests: Sequence[CompletionRequest]) -> Generator[tuple[int, Completion], None, None]:
    """Answers with the place of their request, one by one where the model can do that."""
    one_by_one = getattr(llm, "stream", None)
    if requests:
        yield from one_by_one(requests) if one_by_one else enumerate(llm.complete(requests))


def _once(completion: Completion, name: str, seen: set[str]) -> Completion:
    if name in seen:
        return replace(completion, cached=True, seconds=0.0)
    seen.add(name)
    return completion


UNCACHED = ("recorded", "scripted")
"""Backends that read answers from a file: they are not cached, because a cache would hide changes of the file."""


def split_spec(spec: str) -> tuple[str, str]:
    """``"gguf:/models/a.gguf"`` as ``("gguf", "/models/a.gguf")``. Raises ``BadSetting`` and ``UnknownName``."""
    kind, colon, name = spec.partition(":")
    if not colon and kind.endswith(".gguf"):
        return "gguf", spec
    if colon and kind not in LLMS.names():
        raise UnknownName(LLMS.kind, kind, LLMS.names())
    if not colon or not name:
        raise BadSetting("llm", f"{spec!r} names no model", hint=f"write one of {', '.join(k + ':…' for k in LLMS)}")
    return kind, name


def open_llm(spec: str, settings: Settings | None = None, *, cache: Path | None = None) -> OpenLLM:
    """Open the model that ``spec`` names; close it when done.

    The keyword-only parameters of a backend's factory that are names of settings are filled from ``settings``.
    Answers are kept in ``cache`` (by default in the home) unless the setting ``cache`` is off; recorded and scripted
    ones never.
    Raises ``UnknownName``, ``BadSetting``, ``BadInput``, ``MissingModel``, ``MissingExtra``, ``NetworkRefused`` and
    ``LLMError``.
    """
    kind, name = split_spec(spec)
    factory = LLMS.load(kind)
    chosen = settings or Settings()
    wanted = {p.name: getattr(chosen, p.name) for p in parameters(factory) if hasattr(chosen, p.name)}
    llm: OpenLLM = factory(name, **wanted)
    if not chosen.cache or kind in UNCACHED:
        return llm
    place = cache or resources.home() / "cache" / "llm.db"
    return Cached(llm, place, f"{llm.info.backend}:{llm.info.sha256}") if _writable(place.parent) else llm


def _writable(folder: Path) -> bool:
    """True if answers can be kept there. If the home cannot be written, the model is simply asked again."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
