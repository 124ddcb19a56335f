"""Corrections for the author: the edits that a reviewer accepted, with the sentence before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from localcheck.reviewing.records import ReviewedRun
from localcheck.store import Accepted
from localcheck.types import Sentence, Span

HEADING = "Corrections for the author"


@dataclass(frozen=True, slots=True)
class Change:
    """One accepted correction, ready to be shown."""

    made: Accepted
    before: str
    """The sentence as it stands."""
    after: str
    """The sentence with the correction made."""

    @property
    def told(self) -> str:
        """What is replaced by what.

        Pages carry these words as they are: ``verify-report`` looks for them.
        """
        return told(self.made.old, self.made.new)

    @property
    def ground(self) -> str:
        """The quote that it rests on, where it stands, and who accepted it."""
        by = f"; accepted by {self.made.reviewer}" if self.made.reviewer else ""
        return f"“{self.made.quote}” — {self.made.source}{by}"

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, as pages without layout write it."""
        return self.told, f"before: {self.before}", f"after: {self.after}", self.ground


def told(old: str, new: str) -> str:
    """``four → two``."""
    return f"{old} → {new}"


def changes(reviewed: ReviewedRun) -> Iterator[Change]:
    """The accepted corrections in the order of the document."""
    text, sentences = reviewed.run.document.text, reviewed.run.sentences
    for made in reviewed.corrections:
        before, after = around(text, sentences, made.span, made.new)
        yield Change(made, before, after)


def by_place(accepted: Iterable[Accepted], offered: Iterable[Accepted]) -> list[Accepted]:
    """Each place of the text once, with the accepted edit where there is one, in the order of the document."""
    edits = {edit.span: edit for edit in (*offered, *accepted)}
    return [edits[span] for span in sorted(edits, key=lambda span: (span.start, span.end))]


def around(text: str, sentences: Sequence[Sentence], span: Span, new: str) -> tuple[str, str]:
    """The sentence that ``span`` stands in, before and after the edit."""
    found = next((s.span for s in sentences if span in s.span), span)
    edited = text[found.start : span.start] + new + text[span.end : found.end]
    return " ".join(found.of(text).split()), " ".join(edited.split())
