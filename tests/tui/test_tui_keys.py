"""Every key of the help screen, pressed. A key without a case here fails the last test."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from tui_examples import app_for, finished, session, until

from localcheck.types import Label
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.keys import EVERYWHERE, REVIEW, Key
from localcheck_tui.reading import Reading
from localcheck_tui.screens.batch import BatchScreen
from localcheck_tui.screens.dialogs import ExportDialog, OverrideDialog, RecheckDialog, TextDialog
from localcheck_tui.screens.help import HelpScreen
from localcheck_tui.screens.monitor import MonitorScreen
from localcheck_tui.screens.open import OpenScreen
from localcheck_tui.screens.resources import ResourcesScreen
from localcheck_tui.screens.runs import RunsScreen
from localcheck_tui.screens.settings import SettingsScreen

Case = Callable[[Pilot[None], LocalcheckApp, str], Awaitable[None]]


def reading(app: LocalcheckApp) -> Reading:
    assert app.review_screen is not None
    return app.review_screen.reading


async def next_sentence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key, key)
    assert reading(app).sentence == 2


async def previous_sentence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", key)
    assert reading(app).sentence == 1


async def next_flagged(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).sentence == 1
    await pilot.press(key, key)
    assert reading(app).sentence == 2, "there is none after the third, and the place stays"


async def previous_flagged(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("G", key, key)
    assert reading(app).sentence == 1


async def next_claim(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", key)
    assert reading(app).current.claim.id == "1.1"  # type: ignore[union-attr]
    await pilot.press(key)
    assert reading(app).sentence == 2


async def previous_claim(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", key)
    assert reading(app).current.claim.id == "1.1"  # type: ignore[union-attr]


async def next_evidence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    assert reading(app).evidence == 1, "the deciding evidence is shown first"
    await pilot.press(key)
    assert reading(app).evidence == 0


async def previous_evidence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).evidence == 0


async def first_sentence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", key)
    assert reading(app).sentence == 0


async def last_sentence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).sentence == 4


async def search(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key, *"she", "enter")
    assert reading(app).sentence == 1
    await pilot.press("enter")
    assert reading(app).sentence == 3
    await pilot.press("escape", "j")
    assert reading(app).sentence == 4, "the keys move again after Escape"


async def full_evidence(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert isinstance(app.screen, TextDialog)
    await pilot.press("j", "escape")
    assert app.screen is app.review_screen


async def steps(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    """Of a method that keeps no step log there is none to show; ``test_tui_agent`` reads the agent's."""
    await pilot.press(key)
    assert app.screen is app.review_screen


async def more(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", key)
    await until(pilot, lambda: reading(app).verdicts["2.0"].label is Label.REFUTED)
    assert len(reading(app).verdicts["2.0"].evidence) == 2
    run = reading(app).run_id
    assert run is not None
    assert app.store.load(run).verdicts[3].label is Label.REFUTED, "the new verdict is stored"


async def recheck(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", key)
    assert isinstance(app.screen, RecheckDialog)
    await pilot.press("ctrl+s")
    await until(pilot, lambda: reading(app).verdicts["2.0"].label is Label.REFUTED)


async def accept(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).decisions["0.0"].review.label is Label.SUPPORTED
    assert reading(app).current.claim.id == "1.0", "the next undecided claim"  # type: ignore[union-attr]


async def override(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert isinstance(app.screen, OverrideDialog)
    await pilot.press("2", *"no", "ctrl+s")
    review = reading(app).decisions["0.0"].review
    assert (review.label, review.note, review.blind) == (Label.REFUTED, "no", False)
    assert review.quote == "She was born in Warsaw on 7 November 1867."


async def skip(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).decisions["0.0"].review.label is None


async def undo(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("a", "a", key)
    assert set(reading(app).decisions) == {"0.0"}
    assert reading(app).current.claim.id == "1.0"  # type: ignore[union-attr]
    await pilot.press(key, key)
    assert reading(app).decisions == {}, "with nothing left, undo does nothing"


async def blind(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).blind and reading(app).label_of(1) is None
    await pilot.press(key)
    assert reading(app).label_of(1) is Label.REFUTED


async def tally(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("a", key)
    assert isinstance(app.screen, TextDialog)


async def export(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("a", key)
    assert isinstance(app.screen, ExportDialog)
    target = Path.cwd() / "curie.review.html"
    assert not target.exists()
    await pilot.press("enter")
    assert "accepted: supported" in target.read_text()


async def pause(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    """On a run that is finished, space says so; ``test_tui_flows`` pauses and continues one that is going on."""
    before = dict(reading(app).verdicts)
    await pilot.press(key)
    assert reading(app).verdicts == before and not reading(app).running


async def cancel(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    """``test_tui_flows`` cancels a run that is going on; here the search line is left."""
    await pilot.press("slash", "s", key)
    assert app.review_screen is not None and not app.review_screen.query_one("#search").display


def opens(screen: type) -> Case:
    async def case(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
        await pilot.press(key)
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.review_screen)

    return case


async def theme(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    seen = []
    for _ in range(3):
        await pilot.press(key)
        seen.append(app.theme)
    assert seen == ["localcheck-light", "localcheck-contrast", "localcheck-dark"]


async def palette(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    await until(pilot, lambda: type(app.screen).__name__ == "CommandPalette")
    await pilot.press(*"last sentence")
    await until(pilot, lambda: app.screen.query("OptionList") and app.screen.query_one("OptionList").option_count)  # type: ignore[attr-defined]
    await pilot.press("down", "enter")
    await until(pilot, lambda: reading(app).sentence == 4)


async def leave(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    await pilot.pause()
    assert app._exit


CASES: dict[str, Case] = {
    "step(1)": next_sentence,
    "step(-1)": previous_sentence,
    "flagged(1)": next_flagged,
    "flagged(-1)": previous_flagged,
    "claim(1)": next_claim,
    "claim(-1)": previous_claim,
    "evidence(1)": next_evidence,
    "evidence(-1)": previous_evidence,
    "edge(-1)": first_sentence,
    "edge(1)": last_sentence,
    "search": search,
    "full_evidence": full_evidence,
    "steps": steps,
    "more": more,
    "recheck": recheck,
    "accept": accept,
    "override": override,
    "skip": skip,
    "undo": undo,
    "blind": blind,
    "tally": tally,
    "export": export,
    "pause": pause,
    "cancel": cancel,
    "go('open')": opens(OpenScreen),
    "go('runs')": opens(RunsScreen),
    "go('monitor')": opens(MonitorScreen),
    "go('batch')": opens(BatchScreen),
    "go('resources')": opens(ResourcesScreen),
    "go('settings')": opens(SettingsScreen),
    "next_theme": theme,
    "help": opens(HelpScreen),
    "command_palette": palette,
    "quit": leave,
}
PRESSES = [(key, name) for key in (*REVIEW, *EVERYWHERE) for name in key.keys.split(",")]


@pytest.mark.parametrize(("key", "name"), PRESSES, ids=[name for _, name in PRESSES])
async def test_key(folder: Path, key: Key, name: str) -> None:
    app = app_for(folder, script=session())
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        await CASES[key.action](pilot, app, name)


def test_every_binding_of_the_help_screen_is_tested() -> None:
    assert {key.action for key in (*REVIEW, *EVERYWHERE)} == set(CASES)


def test_no_key_is_bound_twice() -> None:
    names = [name for _, name in PRESSES]
    assert len(names) == len(set(names))


def test_the_documentation_names_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    missing = [k.caption for k in (*REVIEW, *EVERYWHERE) if k.words not in page]
    assert not missing, json.dumps(missing)
