"""What an editor's server remembers of earlier checks, and what a check tells it. Nothing heavy is imported here."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from localcheck.types import Label, Verdict

if TYPE_CHECKING:
    from localcheck.run.runtime import Runtime

MOST = 50_000
"""Verdicts that are remembered; those that were not used for longest are forgotten."""

Key = tuple[str, str, str, bool, str, str, str]


@dataclass(frozen=True, slots=True)
class Edit:
    """A correction, by its place within its claim."""

    start: int
    """First character to replace, counted from the beginning of the claim's span."""
    old: str
    new: str
    again: str = ""
    """What the corrected sentence came to when it was judged again, in words."""
    holds: bool = True
    """Whether it was supported then."""


@dataclass(frozen=True, slots=True)
class Known:
    """A verdict as it is kept: without the texts that were read for it."""

    verdict: Verdict
    edit: Edit | None = None
    """What would make the claim true, where a quote leaves no choice."""


@dataclass(frozen=True, slots=True)
class Done:
    """The last event of a check."""

    edits: dict[str, Edit]
    """Corrections by claim id."""
    judged: int
    """Claims that were judged now; the others were remembered."""


class Memory:
    """Verdicts by claim, for as long as the same models and indexes are open. It holds for every method that makes claims of
    sentences; the claim cache in the home, which outlives it, does not hold those that nothing identifies.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._made_with: Runtime | None = None

    def made_with(self, runtime: Runtime) -> None:
        """Forget everything if another runtime is open now: other settings, or an index that was built anew."""
        if runtime is not self._made_with:
            self._known.clear()
            self._made_with = runtime

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Key) -> Known | None:
        """What is known of a claim."""
        if (found := self._known.get(key)) is not None:
            self._known.move_to_end(key)
        return found

    def put(self, key: Key, known: Known) -> None:
        """Remember a verdict, unless it failed: that is tried again."""
        if known.verdict.label is Label.FAILED:
            return
        self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)


def slim(verdict: Verdict) -> Verdict:
    """``verdict`` with the deciding quote and its source, without the texts that were read."""
    best = verdict.deciding
    kept = () if best is None else (replace(best, passage=replace(best.passage, text="")),)
    return replace(verdict, evidence=kept, best=0 if kept else None, beliefs=(), steps=())
