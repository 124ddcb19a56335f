"""Every key of the help screen, pressed. A key without a case here fails the last test."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import Screen
from tui_examples import app_for, finished, session, stored_run, until

from localcheck.settings import Settings
from localcheck.types import Label, RunInfo
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.keys import EVERYWHERE, REVIEW, Key
from localcheck_tui.reading import Reading
from localcheck_tui.screens.batch import BatchScreen
from localcheck_tui.screens.correcting import CorrectionsScreen
from localcheck_tui.screens.deciding import OverrideDialog
from localcheck_tui.screens.dialogs import AskDialog, ConfirmDialog, HelpScreen, RecheckDialog, TextDialog
from localcheck_tui.screens.exporting import ExportDialog
from localcheck_tui.screens.finish import FinishScreen
from localcheck_tui.screens.monitor import MonitorScreen
from localcheck_tui.screens.open import OpenScreen
from localcheck_tui.screens.queue import QueueScreen
from localcheck_tui.screens.resources import ResourcesScreen
from localcheck_tui.screens.runs import CompareScreen, RunsScreen
from localcheck_tui.screens.settings import SettingsScreen
from localcheck_tui.screens.sources import SourcesScreen

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
    assert isinstance(app.screen, SourcesScreen)
    await until(pilot, lambda: app.screen.query_one("#sentences").option_count)  # type: ignore[attr-defined]
    await pilot.press("j", "enter")
    await until(pilot, lambda: app.screen is app.review_screen)
    comment = reading(app).comments["0.0"][0].review
    assert comment.quote.startswith("In 1903 she shared"), "the sentence after the one that decides"
    assert (comment.quoted.kind, comment.quoted.title) == ("verified", "Marie Curie")


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


async def test_a_claim_is_checked_again_in_the_index_of_its_run_whatever_the_settings_say_today(folder: Path) -> None:
    script, used = session(), list[Settings]()
    script.recheck = lambda document, verdict, settings: used.append(settings) or script.again["2.0"]  # type: ignore
    app = app_for(folder, stored_run(folder), script=script)
    async with app.run_test(size=(120, 34)) as pilot:
        assert app.review_screen is not None
        app.review_screen.settings = replace(app.settings, index="enwiki", detector="all-false")
        await recheck(pilot, app, "r")
        assert [(s.index, s.detector) for s in used] == [("starter", "bayes-sequential")]


async def thorough(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    """Without a language model the status line says which command installs one; with one the claim is judged anew."""
    await pilot.press("j", "j", key)
    await until(pilot, lambda: "no language model is installed" in status(app))
    assert "localcheck models pull" in status(app) or "localcheck setup" in status(app)
    assert app.review_screen is not None
    app.review_screen.settings = replace(app.settings, llm="scripted:any")
    reading(app).info = RunInfo("")
    await pilot.press(key)
    await until(pilot, lambda: reading(app).verdicts["2.0"].label is Label.REFUTED)
    run = reading(app).run_id
    assert run is not None
    assert [r.origin for r in app.store.history(run, "2.0")] == ["run", "effort:thorough"]


def status(app: LocalcheckApp) -> str:
    return str(app.screen.query_one("#run").render())


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
    assert not review.quote, "the machine's quote speaks for its own label"


async def undecided(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("a", "g", key)
    assert reading(app).current.claim.id == "1.0"  # type: ignore[union-attr]
    await pilot.press(key, key, key)
    assert reading(app).current.claim.id == "4.0", "the question is no claim"  # type: ignore[union-attr]


async def doubtful(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert reading(app).current.claim.id == "2.0"  # type: ignore[union-attr]
    await pilot.press(key)
    assert reading(app).current.claim.id == "4.0"  # type: ignore[union-attr]


async def find(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    """The reviewer's own search: an article that this claim did not have, at a sentence of it."""
    await pilot.press("j", "j", key)
    assert isinstance(app.screen, SourcesScreen)
    await pilot.press(*"1903", "enter")
    await until(pilot, lambda: app.screen.query_one("#sentences").option_count)  # type: ignore[attr-defined]
    await pilot.press("enter")
    await until(pilot, lambda: "2.0" in reading(app).comments)
    quote = reading(app).comments["2.0"][0].review
    assert quote.quote.startswith("In 1903 she shared"), "the article is opened at the sentence with the query's words"
    assert quote.quoted.kind == "verified"
    await pilot.press("o", "2", "enter")
    await until(pilot, lambda: "2.0" in reading(app).decisions)
    assert reading(app).decisions["2.0"].review.quoted == quote.quoted, "the picked quote is the decision's"


async def history(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", "s", "g", "j", "j", "m")
    await until(pilot, lambda: reading(app).verdicts["2.0"].label is Label.REFUTED)
    assert reading(app).earlier_ground(reading(app).decisions["2.0"]), "decided on an earlier verdict"
    await pilot.press(key)
    assert isinstance(app.screen, TextDialog)
    shown = str(app.screen._content)
    assert "not enough evidence" in shown and "refuted" in shown and "skipped" in shown


async def reword(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("j", "j", key)
    assert isinstance(app.screen, AskDialog)
    await pilot.press("end", *" really", "enter")
    await until(pilot, lambda: reading(app).verdicts["2.0"].label is Label.REFUTED)
    run = reading(app).run_id
    assert run is not None
    assert [r.origin for r in app.store.history(run, "2.0")] == ["run", "reworded:ada"]
    assert reading(app).evidence == 1 and "new wording" in status(app), (
        "the pane opens at the evidence that decides now"
    )


async def test_undo_takes_a_new_wording_back_and_not_an_earlier_decision(folder: Path) -> None:
    script = session()
    script.recheck = lambda document, verdict, settings: replace(script.again["2.0"], claim=verdict.claim)  # type: ignore
    app = app_for(folder, stored_run(folder), script=script)
    async with app.run_test(size=(120, 34)) as pilot:
        await until(pilot, lambda: app.review_screen is not None and app.screen is app.review_screen)
        await pilot.press("a", "g")
        before = reading(app).verdicts["2.0"]
        await reword(pilot, app, "E")
        await pilot.press("u")
        assert reading(app).verdicts["2.0"] == before and "took back the wording" in status(app)
        assert set(app.store.reviews.decisions(1, "ada")) == {"0.0"}
        assert app.store.history(1, "2.0")[-1].origin == "wording taken back:ada"
        await pilot.press("u")
        assert app.store.reviews.decisions(1, "ada") == {}


async def comment(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key, *"why", "enter")
    assert [c.review.note for c in reading(app).comments["0.0"]] == ["why"]
    assert reading(app).decisions == {}


async def redo(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("a", "a", "u", "u", key)
    assert set(reading(app).decisions) == {"0.0"}
    await pilot.press(key, key)
    assert set(reading(app).decisions) == {"0.0", "1.0"}


async def log(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("a", "u", key)
    assert isinstance(app.screen, TextDialog) and "took back: supported" in str(app.screen._content)


async def sign(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    run = reading(app).run_id
    assert run is not None
    await pilot.press(key)
    assert isinstance(app.screen, AskDialog), "a refuted and an open claim are undecided"
    await pilot.press("enter")
    assert app.store.signoffs.of(run) == (), "it leads to the first of them"
    await pilot.press("a", "o", "3", "enter", key)
    await until(pilot, lambda: app.store.signoffs.of(run))
    assert app.store.signoffs.of(run)[0].reviewer == "ada"


async def close(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press("slash", "s", key)
    assert app.review_screen is not None and not app.review_screen.query_one("#search").display


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
    app.export_screenshot()  # what is seen is what was drawn
    await pilot.press(key)
    assert reading(app).blind and reading(app).label_of(1) is None
    assert not reading(app).is_blind(reading(app).verdicts["1.1"]), "it was on the screen until the key was pressed"
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
    """``test_tui_flows`` cancels a run that is going on; here there is none."""
    await pilot.press(key)
    assert not isinstance(app.screen, ConfirmDialog)


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


async def suspend(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    asked: list[str] = []
    app.action_suspend_process = lambda: asked.append(key)  # type: ignore[method-assign]
    await pilot.press(key)
    assert asked == [key]


async def finish(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    await pilot.press(key)
    assert isinstance(app.screen, FinishScreen)
    await pilot.press("escape")


async def next_document(pilot: Pilot[None], app: LocalcheckApp, key: str) -> None:
    """``test_tui_queue`` goes through a queue; here there is one document."""
    before = app.screen
    await pilot.press(key)
    assert app.screen is before


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
    "thorough": thorough,
    "accept": accept,
    "override": override,
    "skip": skip,
    "undo": undo,
    "blind": blind,
    "tally": tally,
    "export": export,
    "pause": pause,
    "cancel": cancel,
    "close": close,
    "undecided": undecided,
    "doubtful": doubtful,
    "find": find,
    "history": history,
    "reword": reword,
    "comment": comment,
    "redo": redo,
    "log": log,
    "sign": sign,
    "finish": finish,
    "corrections": opens(CorrectionsScreen),
    "app.next_document": next_document,
    "go('queue')": opens(QueueScreen),
    "go('open')": opens(OpenScreen),
    "go('runs')": opens(RunsScreen),
    "go('monitor')": opens(MonitorScreen),
    "go('batch')": opens(BatchScreen),
    "go('resources')": opens(ResourcesScreen),
    "go('settings')": opens(SettingsScreen),
    "next_theme": theme,
    "help": opens(HelpScreen),
    "command_palette": palette,
    "suspend_process": suspend,
    "quit": leave,
}
PRESSES = [(key, name) for key in (*REVIEW, *EVERYWHERE) for name in key.keys.split(",")]
READERS = {
    "step(1)", "step(-1)", "flagged(1)", "flagged(-1)", "claim(1)", "claim(-1)", "evidence(1)", "evidence(-1)", "edge(-1)",
    "edge(1)", "steps", "undecided", "doubtful", "pause", "cancel", "close", "finish", "corrections", "app.next_document",
    "help", "next_theme", "command_palette", "suspend_process",
}  # fmt: skip
"""What is done here with these keys, and with those that go to a screen, changes nothing: one app serves all of them."""


def reads(key: Key) -> bool:
    return key.action in READERS or key.action.startswith("go(")


WRITES = [(key, name) for key, name in PRESSES if not reads(key)]


async def pressed(folder: Path, presses: Sequence[tuple[Key, str]]) -> None:
    """Press the keys in one app; each finds the first sentence and nothing decided."""
    app = app_for(folder, script=session())
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        for key, name in presses:
            await CASES[key.action](pilot, app, name)
            if len(presses) > 1:
                await until(pilot, lambda: app.screen is app.review_screen)
                while reading(app).decisions:
                    await pilot.press("u")
                await pilot.press("k", "g")
                assert reading(app).sentence == 0, name


@pytest.mark.parametrize(("key", "name"), WRITES, ids=[name for _, name in WRITES])
async def test_key(folder: Path, key: Key, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(folder / "home"))
    await pressed(folder, [(key, name)])


async def test_the_keys_that_only_show(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(folder / "home"))
    await pressed(folder, [(key, name) for key, name in PRESSES if reads(key)])


def test_every_binding_of_the_help_screen_is_tested() -> None:
    assert {key.action for key in (*REVIEW, *EVERYWHERE)} == set(CASES)


def test_no_key_is_bound_twice() -> None:
    names = [name for _, name in PRESSES]
    assert len(names) == len(set(names))


SCREENS: list[type[Screen[Any]]] = [
    OpenScreen, RunsScreen, MonitorScreen, BatchScreen, ResourcesScreen, SettingsScreen,
]  # fmt: skip


def test_a_function_key_means_the_same_on_every_screen() -> None:
    """No screen gives another meaning to a key of the table for all screens."""
    everywhere = {name for key in EVERYWHERE for name in key.keys.split(",")}
    for screen in SCREENS:
        bound = {name.strip() for b in keys_of(screen) for name in b.split(",")}
        assert not bound & everywhere, (screen.__name__, bound & everywhere)


ALIKE = {
    "escape", "slash", "j", "k", "n", "p", "G", "end", "D", "a", "u", "r", "e", "x", "S", "N", "ctrl+c",
    "right_square_bracket", "left_square_bracket",
}  # fmt: skip
"""Keys of the review that other screens have in the same meaning: back, filter, next, take back, export …"""
ITS_OWN = {SourcesScreen: {"q", "o"}}
"""In the sources, q makes a sentence the quote and o shows its source, as the last line there says."""


def test_a_letter_of_the_review_means_the_same_on_every_screen() -> None:
    letters = {name for key in REVIEW for name in key.keys.split(",")} | {"q"}
    screens = [*SCREENS, QueueScreen, FinishScreen, CorrectionsScreen, CompareScreen, SourcesScreen]
    for screen in screens:
        bound = {name.strip() for b in keys_of(screen) for name in b.split(",")}
        assert bound & letters <= ALIKE | ITS_OWN.get(screen, set()), screen.__name__


def keys_of(screen: type[Screen[Any]]) -> list[str]:
    return [b.key if isinstance(b, Binding) else b[0] for b in screen.BINDINGS]


def test_the_documentation_names_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    missing = [k.caption for k in (*REVIEW, *EVERYWHERE) if k.words not in page]
    assert not missing, json.dumps(missing)
