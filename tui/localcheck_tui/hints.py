"""What the line of keys says now: only what applies to the claim and the run in view. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from localcheck.store import RunState
from localcheck.types import Label, Verdict
from localcheck_tui.keys import EVERYWHERE, REVIEW
from localcheck_tui.reading import Reading

CAPTIONS = {key.action: key.caption.split()[0] for key in (*REVIEW, *EVERYWHERE)}


@dataclass(frozen=True, slots=True)
class Hint:
    """A key and what it does now, in a word or two."""

    action: str
    words: str
    shown: str = ""
    """What is printed on the key, where another screen than the review has it."""

    @property
    def key(self) -> str:
        """What is printed on the key."""
        return self.shown or CAPTIONS[self.action]


LOOKED_AT = 200
"""Sentences ahead that are looked through for a flagged one: the footer is drawn at every key."""
SEARCHING = (Hint("search", "next match", "enter"), Hint("close", "end the search"))
HELP = Hint("help", "help")


def hints(reading: Reading) -> list[Hint]:
    """The keys that apply now, the likeliest first."""
    verdict = reading.current
    found = [*_of_run(reading)]
    if verdict is not None and verdict.claim.checkable and reading.run_id is not None:
        found += _of_claim(reading, verdict)
    elif reading.verdicts:
        found += [Hint("undecided", "next undecided")] if reading.more_open_than(0) else []
        found.append(Hint("claim(1)", "next claim"))
    found += _further(reading)
    if not reading.verdicts:
        found += [Hint("go('open')", "open"), Hint("go('runs')", "runs")]
    return found


def _of_run(reading: Reading) -> Iterator[Hint]:
    if reading.cancelling:
        return
    if reading.running:
        yield Hint("pause", "go on" if reading.paused else "pause")
        yield Hint("cancel", "cancel the run")
    elif reading.info.detector and reading.state is not RunState.FINISHED:
        yield Hint("pause", "show what is new" if reading.elsewhere else "continue the run")


def _of_claim(reading: Reading, verdict: Verdict) -> Iterator[Hint]:
    """What can be done with the claim in view."""
    if verdict.claim.id in reading.decisions:
        yield Hint("undo", "undo")
        yield Hint("override", "another label")
        if reading.more_open_than(0):
            yield Hint("undecided", "undecided")
        else:
            yield Hint("sign", "sign off")
            yield Hint("export", "export")
    else:
        if not reading.hidden(verdict) and verdict.label is not Label.FAILED and not verdict.judgement:
            yield Hint("accept", "accept")
        yield Hint("override", "own label")
        yield Hint("skip", "skip")
    if len(verdict.evidence) > 1:
        yield Hint("evidence(1)", "next evidence")
    yield Hint("full_evidence", "sources") if verdict.evidence else Hint("find", "search the index")
    if not reading.hidden(verdict):
        if verdict.steps:
            yield Hint("steps", "steps")
        if verdict.label in (Label.NOT_ENOUGH_EVIDENCE, Label.FAILED):
            yield Hint("thorough", "thoroughly")
            yield Hint("more", "read more")


def _further(reading: Reading) -> Iterator[Hint]:
    """Where to go next."""
    if reading.find(1, reading.wanted, LOOKED_AT) is not None:
        yield Hint("flagged(1)", "undecided" if reading.blind else "flagged")
    if reading.more_open_than(1) and not reading.blind:
        yield Hint("doubtful", "most doubtful")
