"""The error tree. Every error a user can meet has one line of message, a hint, and an exit code.

::

    LocalcheckError                     4
    ├── UsageError                      2
    │   ├── UnknownName                 2   a name that no registry or home knows, with the nearest ones
    │   ├── BadSetting                  2   a key or value in a settings file, the environment or an option
    │   └── BadInput                    2   a document, data file or archive that cannot be read
    │       └── NoProse                 2   a source of markup and code alone; no mistake where nobody named the file
    ├── MissingResource                 3
    │   ├── MissingModel                3
    │   ├── MissingIndex                3
    │   └── MissingExtra                3   an optional dependency, with the install line
    ├── BackendError                    4
    │   ├── LLMError                    4
    │   ├── NLIError                    4
    │   ├── RetrievalError              4
    │   │   └── NoPageRead              4   becomes a note of the verdict, never ends a claim
    │   ├── SandboxError                4
    │   └── ToolError                   4   a tool was called wrongly or could not answer; becomes a step of the log
    ├── OutputError                     4   standard output or a file that cannot be written to its end
    ├── NetworkRefused                  5
    └── Unparsed                        4   an answer outside its schema; becomes ``Verdict.error``, never ends a run

Foreign exceptions are translated where the foreign library is called; none crosses a port.
"""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable
from pathlib import Path


class LocalcheckError(Exception):
    """Base of everything this package raises on purpose."""

    exit_code = 4

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message

    @property
    def told(self) -> str:
        """What went wrong and what helps, for one line of a screen or an answer."""
        return f"{self.message}. {self.hint}".strip()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle an error by its fields, so that it can be sent between processes whatever its constructor takes."""
        return _restored, (type(self), self.__dict__)


def _restored(kind: type[LocalcheckError], values: dict[str, object]) -> LocalcheckError:
    error = kind.__new__(kind)
    error.__dict__.update(values)
    error.args = (error.message,)
    return error


class UsageError(LocalcheckError):
    """The call itself is wrong: nothing was started."""

    exit_code = 2


def nearest(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.5) -> list[str]:
    """Names that may be meant, whatever their case: those that are spelt nearly so, then those that begin so."""
    folded = {one.casefold(): one for one in sorted(known, reverse=True)}
    wanted = name[:100].casefold()
    near = difflib.get_close_matches(wanted, folded, n=most, cutoff=cutoff)
    begun = [one for one in reversed(folded) if wanted and one.startswith(wanted)]
    return [folded[one] for one in dict.fromkeys([*near, *begun])][:most]


class UnknownName(UsageError):
    """A name that is not known; the hint lists the nearest names. Numbers are listed as they come: none is meant by another."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        numbered = all(one.isdigit() for one in names)
        near = [] if numbered else nearest(name, names)
        names = names if numbered else sorted(names)
        shown = names if len(names) <= 12 else [*names[:12], "…"]
        listing = f"known: {', '.join(shown)}" if names else f"there is no {kind} yet"
        hint = f"did you mean {' or '.join(near)}?" if near else listing
        super().__init__(f"unknown {kind} {name!r}", hint)
        self.kind, self.name, self.nearest = kind, name, tuple(near)


class BadSetting(UsageError):
    """A key or a value of the settings is wrong."""

    def __init__(self, key: str, why: str, source: str = "settings", hint: str = "") -> None:
        super().__init__(f"{source}: {key}: {why}", hint)
        self.key, self.source = key, source


class BadInput(UsageError):
    """A file or text given by the user cannot be used."""

    def __init__(self, path: str | Path, why: str, hint: str = "", line: int | None = None) -> None:
        shown = "standard input" if str(path) == "-" else str(path)
        where = f"{shown}:{line}" if line is not None else shown
        super().__init__(f"{where}: {why}", hint)
        self.path, self.line = str(path), line


class NoProse(BadInput):
    """A file holds markup or code, and no text to check."""


class MissingResource(LocalcheckError):
    """Something that must be on this machine is not."""

    exit_code = 3


class MissingModel(MissingResource):
    """A model is not installed."""


class MissingIndex(MissingResource):
    """An index is not built."""


class MissingExtra(MissingResource):
    """An optional dependency is not installed."""

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f"{what} needs the extra {extra!r}", f"pip install 'localcheck[{extra}]'")
        self.extra = extra


class BackendError(LocalcheckError):
    """A runtime failed while it was working."""


class LLMError(BackendError):
    """The language model backend failed."""


class NLIError(BackendError):
    """The NLI or encoder backend failed."""


class BrokenModel(NLIError):
    """The files of a model cannot be opened: every document would meet that."""


class RetrievalError(BackendError):
    """An index or a search adapter failed."""


class NoPageRead(RetrievalError):
    """Pages of the web were found for a claim, and none of them could be read."""


class SandboxError(BackendError):
    """Code from a checked text could not be run safely."""


class ToolError(BackendError):
    """A tool of the agent was called wrongly, or could not answer."""


class OutputError(LocalcheckError):
    """The output could not be written completely: a closed pipe, a full disk."""


class NetworkRefused(LocalcheckError):
    """Something tried to connect beyond this machine while ``network`` is off."""

    exit_code = 5


class Unparsed(LocalcheckError):
    """A model's answer did not fit its schema."""


LESS = "close other programs, or use less memory: --effort quick, or a smaller language model"
"""What to do where the memory does not suffice."""
_FULL = ("can't start new thread", "bad_alloc", "failed to allocate", "cannot allocate memory")
"""How Python and native libraries say that the memory does not suffice, beside ``MemoryError``."""

_HINTS = dict.fromkeys((errno.EMFILE, errno.ENFILE), "ulimit -n 1024 lets a process open more files")


def of_memory(problem: BaseException) -> bool:
    """True where the memory, or a limit of it, did not suffice.

    >>> of_memory(MemoryError()), of_memory(RuntimeError("mkl_malloc: failed to allocate memory")), of_memory(RuntimeError())
    (True, True, False)
    """
    return isinstance(problem, MemoryError) or any(said in str(problem).lower() for said in _FULL)


def as_error(problem: BaseException, advice: str = "") -> LocalcheckError:
    """The error to tell of a problem: itself where it is one of these; of anything else a lack of memory or of disk, or else a
    bug, and then ``advice``.
    """
    if isinstance(problem, LocalcheckError):
        return problem
    if of_memory(problem):
        return BackendError("out of memory", LESS)
    if isinstance(problem, OSError) and problem.errno is not None:
        where = f"{problem.filename}: " if problem.filename else ""
        advice = _HINTS.get(problem.errno, "is the disk full, or is a permission missing?")
        return BackendError(f"{where}{problem.strerror or problem}", advice)
    what = f"{type(problem).__name__}: {problem}".removesuffix(": ")
    return BackendError(f"unexpected {what}", f"this is a bug in localcheck; {advice}".removesuffix("; "))


def of_runtime(what: str, problem: BaseException) -> tuple[str, str]:
    """Message and hint for what the runtime of a model says while it loads or reads."""
    return f"{what}: {problem}", LESS if of_memory(problem) else "localcheck models verify checks the files"
