"""The last line of a screen: the keys that apply now. A click does what the key does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from textual.binding import ActiveBinding
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

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
SEARCHING = (Hint("next_match", "next match", "enter"), Hint("close", "end the search"))
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
        if not reading.hidden(verdict) and verdict.acceptable:
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


class KeyBar(Static):
    """Keys with their words; the help stands at the end, whatever the width."""

    DEFAULT_CSS = """
    KeyBar { height: 1; background: $footer-background; color: $footer-description-foreground; text-wrap: nowrap; }
    """
    _hints: Sequence[Hint] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Show other keys."""
        self._hints = hints
        self.update(bar(hints, self.size.width or 80), layout=False)

    def on_resize(self) -> None:
        """As many as fit now."""
        self.show(self._hints)


def bar(hints: Sequence[Hint], width: int) -> Content:
    """The hints that fit into ``width`` cells with the help at the end.

    >>> bar([Hint("accept", "accept"), Hint("skip", "skip")], 18).plain
    'a accept  ? help'
    """
    kept: list[Content] = []
    left = width - len(_part(HELP).plain)
    for hint in hints:
        part = _part(hint)
        left -= len(part.plain) + 2
        if left < 0:
            break
        kept.append(part)
    return Content("  ").join([*kept, _part(HELP)])


def _part(hint: Hint) -> Content:
    owner = "app" if hint.action == "help" or hint.action.startswith("go(") else "screen"
    return key(hint.key, hint.words, f"{owner}.{hint.action}")


def key(shown: str, words: str, action: str) -> Content:
    """A key with what it does; a click does it."""
    told = Content.assemble((shown, "$footer-key-foreground bold"), f" {words}")
    return told.stylize(Style.from_meta({"@click": action}))


class ActiveKeys(Static):
    """What Textual's ``Footer`` shows, in one widget. The footer makes one for each key, anew when keys may have changed."""

    DEFAULT_CSS = """
    ActiveKeys {
        dock: bottom; height: 1; background: $footer-background; color: $footer-description-foreground; text-wrap: nowrap;
    }
    """
    ALLOW_SELECT = False
    auto_links = reactive(False)
    """What can be clicked is not underlined."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self.show)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def show(self, screen: Screen[Any]) -> None:
        """Show the keys of the screen, and of what has the focus."""
        if screen is self.screen and screen.app.app_focus:
            named: dict[str, ActiveBinding] = {}
            for active in screen.active_bindings.values():
                if active.binding.show:
                    named.setdefault(active.binding.action, active)
            self.update(Content(" ").join(map(self._part, named.values())), layout=False)

    def _part(self, active: ActiveBinding) -> Content:
        binding = active.binding
        part = key(self.app.get_key_display(binding), binding.description, f"app.simulate_key('{binding.key}')")
        return part if active.enabled else part.stylize("dim")
