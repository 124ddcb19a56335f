"""Corrections of a checked text, with the corrected sentences judged again: what every front end proposes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from localcheck.errors import BackendError
from localcheck.gate.correcting import Correction, apply, corrections, edited_sentences
from localcheck.gate.rewriting import rewritten
from localcheck.ports import LLM, NLI
from localcheck.reports.report import WORST_FIRST
from localcheck.reports.words import word_of
from localcheck.run.runtime import Runtime
from localcheck.run.session import Session
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.store import Accepted
from localcheck.system import network
from localcheck.types import Failed, Judged, Label, Report, Span, Verdict

NO_EDIT = "no edit that the evidence proves"
"""Said of a refuted claim that nothing corrects."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """Minimal edits of a text, and what its corrected sentences come to."""

    edits: tuple[Correction, ...]
    """In the order of the document."""
    again: tuple[tuple[Verdict, ...], ...]
    """For each edit, the verdicts on the sentence that it stands in, in the text with all edits made."""
    text: str
    """With all edits made."""
    unresolved: tuple[Verdict, ...]
    """Refuted claims for which the quote leaves no plain edit."""

    @property
    def rechecked(self) -> list[Verdict]:
        """All verdicts on corrected sentences, each once."""
        return list({v.claim.id: v for verdicts in self.again for v in verdicts}.values())


@dataclass(frozen=True, slots=True)
class Proposed:
    """The same for a reviewer, who accepts each edit or not."""

    edits: tuple[Accepted, ...] = ()
    again: Mapping[Span, str] = field(default_factory=dict)
    """By the place of each edit what its sentence came to when it was judged again."""
    unresolved: tuple[str, ...] = ()
    """Refuted claims that nothing corrects."""


def proposed(found: Corrected, reviewer: str = "") -> Proposed:
    """What was found, ready to be accepted in the name of ``reviewer``."""
    return Proposed(
        tuple(Accepted(c.claim_id, c.span, c.old, c.new, c.quote, c.source, reviewer) for c in found.edits),
        {c.span: told(again) for c, again in zip(found.edits, found.again, strict=True)},
        tuple(v.claim.text for v in found.unresolved),
    )


def corrected(session: Session, report: Report, settings: Settings) -> Corrected:
    """The edits of a report's refuted claims, and their sentences judged again.

    Raises what opening models raises, and ``BackendError`` where the corrected text cannot be judged.
    """
    *_, found = steps(session, report, settings)
    assert isinstance(found, Corrected), "the last step is the result"
    return found


def steps(session: Session, report: Report, settings: Settings) -> Generator[Verdict | Corrected, None, None]:
    """The same in steps, for a session that others wait for: the verdicts on corrected sentences, and the result at the end."""
    with network.allow(settings.network):
        edits = tuple(_edits(session.runtime(settings), report, settings))
    text = apply(report.document.text, edits)
    numbers = edited_sentences(report.document.text, edits)
    judged: dict[int, list[Verdict]] = defaultdict(list)
    if edits:
        document = replace(report.document, text=text)
        request = CheckRequest((document,), settings, only=((document.id, frozenset(numbers)),))
        for event in session.check(request):
            if isinstance(event, Failed):
                raise BackendError(event.error, event.hint)
            if isinstance(event, Judged):
                judged[event.verdict.claim.sentence].append(event.verdict)
                yield event.verdict
    mended = {edit.claim_id for edit in edits}
    refuted = (v for v in report.verdicts if v.label is Label.REFUTED and v.claim.checkable)
    yield Corrected(
        edits,
        tuple(tuple(judged[number]) for number in numbers),
        text,
        tuple(v for v in refuted if v.claim.id not in mended),
    )


def _edits(runtime: Runtime, report: Report, settings: Settings) -> list[Correction]:
    """By the quote's values; what they leave, where a language model is named, in its words."""
    nli = runtime.provide(NLI)
    found = corrections(report, nli)
    return rewritten(report, found, runtime.provide(LLM), nli, settings.seed) if settings.llm else found


def worst(verdicts: Sequence[Verdict]) -> Verdict | None:
    """The verdict on a sentence that says least for it; None where the method says nothing about it."""
    return min((v for v in verdicts if v.claim.checkable), key=lambda v: WORST_FIRST.index(v.label), default=None)


def told(verdicts: Sequence[Verdict]) -> str:
    """``checked again: supported``."""
    found = worst(verdicts)
    return f"checked again: {word_of(found)}" if found else "nothing in it can be checked again"
