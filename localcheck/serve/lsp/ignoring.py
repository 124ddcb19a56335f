"""Claims that people chose to ignore, in the file of known findings beside the documents; pipelines read the same file."""

from __future__ import annotations

from pathlib import Path

from localcheck.errors import BadInput
from localcheck.reports.ignored import FILE, KnownFindings, add, of_verdict, read
from localcheck.types import Verdict


class Ignoring:
    """The file of one folder. Several editors may have it open: it is read again when it changed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self._stamp: tuple[int, int] | None = None
        self._known = KnownFindings(self.file)

    def note(self, document: Path, verdict: Verdict) -> str:
        """Why a claim is ignored; empty if it is not. Raises ``BadInput``, once, for a file that cannot be read."""
        self._read()
        found = self._known.find(str(document), verdict)
        return "" if found is None else found.note or "no note"

    def add(self, document: Path, verdict: Verdict, note: str) -> None:
        """Ignore a claim, whatever its verdict. Raises ``BadInput`` for a file that cannot be read or written."""
        try:
            self._known = add(self.file, [of_verdict(self.file, str(document), verdict, note, any_label=True)])
        except OSError as error:
            raise BadInput(self.file, f"cannot be written: {error.strerror or error}") from error

    def _read(self) -> None:
        try:
            found = self.file.stat()
        except OSError:
            self._stamp, self._known = None, KnownFindings(self.file)
            return
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._stamp:
            self._stamp, self._known = stamp, KnownFindings(self.file)
            self._known = read(self.file)
