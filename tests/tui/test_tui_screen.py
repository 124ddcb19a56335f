"""What the screens show and where keys lead: evidence, status, settings, indexes and models, the file tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from scripted_session import ScriptedSession, unjudged
from textual.events import Key
from textual.geometry import Region
from textual.widgets import Collapsible, Input, OptionList, Select, Static
from textual.widgets._toast import Toast
from tui_examples import app_for, finished, places, stored_run, until

from localcheck.settings import load
from localcheck.types import Document
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.desk import News
from localcheck_tui.screens.batch import BatchScreen
from localcheck_tui.screens.open import Files
from localcheck_tui.screens.review import ReviewScreen
from localcheck_tui.screens.settings import HELP, general
from localcheck_tui.screens.sources import SourcesScreen
from localcheck_tui.widgets.document_view import DocumentView
from localcheck_tui.widgets.evidence_panel import EvidencePanel
from localcheck_tui.widgets.key_bar import ActiveKeys
from localcheck_tui.widgets.run_bar import RunBar

SIZE = (120, 36)


def review(app: LocalcheckApp) -> ReviewScreen:
    assert app.review_screen is not None
    return app.review_screen


async def test_settings_stand_in_groups_and_say_what_the_field_in_focus_is_for(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings = replace(app.settings, index="enwikj")
        await pilot.press("f5")
        screen = app.screen
        told = screen.query_one("#help-line")
        await until(pilot, lambda: "Where evidence is read" in str(told.render()))
        await pilot.press("tab")
        await until(pilot, lambda: "quick: the starter alone" in str(told.render()))
        assert screen.query_one("#advanced", Collapsible).collapsed, "what few people need is folded away"
        assert set(HELP) == {*general(app.settings, {}), "detector"}, "a line of help for each setting"
        choice: Select[str] = screen.query_one("#option-index", Select)
        await until(pilot, lambda: ("enwiki", "enwiki") in choice._options)
        await pilot.press("ctrl+s")
        assert "there is no 'enwikj' here" in str(told.render())
        assert not places(folder).config.exists(), "a wrong name is refused"
        choice.value = "starter"
        screen.query_one("#option-effort", Select).value = "quick"
        screen.query_one("#option-required", Input).value = "yes"
        await pilot.press("ctrl+s")
        assert load(places(folder).config, environment={}).effort == "quick"


async def test_the_path_of_a_model_in_the_settings_may_have_brackets(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings = replace(app.settings, nli="models/[/x]")
        await pilot.press("f5")
        choice: Select[str] = app.screen.query_one("#option-nli", Select)
        assert "models/[/x]" in str(choice.query_one("#label", Static).render())


async def test_enter_uses_an_index_or_a_model(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        items = app.screen.query_one("#items", OptionList)
        said = app.screen.query_one("#said")
        await until(pilot, lambda: items.option_count == 3)
        assert "in use" in str(items.get_option_at_index(0).prompt), "the index that is read"
        await pilot.press("down", "enter")
        await until(pilot, lambda: "claims are read by: starter-nli" in str(said.render()))
        assert load(places(folder).config, environment={}).nli == "starter-nli" == app.settings.nli
        await pilot.press("down", "enter")
        await until(pilot, lambda: "localcheck models pull big-nli" in str(said.render()))
        assert app.settings.nli == "starter-nli", "what is not here cannot be used"


async def test_the_tree_goes_up_and_tab_completes_a_path(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2", "backspace")
        await until(pilot, lambda: Path(app.screen.query_one(Files).path) == folder.parent)
        field = app.screen.query_one("#path", Input)
        await pilot.press("slash")
        field.value = str(folder / "cur")
        await pilot.press("tab")
        assert field.value == str(folder / "curie.txt")
        await pilot.press("tab")
        assert not field.has_focus, "nothing more to complete: Tab goes on"


async def test_a_path_that_is_typed_with_its_slash_is_found(folder: Path) -> None:
    path = places(folder).example
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2", *("slash" if c == "/" else c for c in str(path)))
        assert app.screen.query_one("#path", Input).value == str(path)[1:], "the first one leads to the field"
        await pilot.press("enter")
        await finished(pilot)
        assert app.review_screen is not None and app.review_screen.reading.document.text == path.read_text()


async def test_a_letter_that_comes_before_the_focus_is_not_written_over(folder: Path) -> None:
    app = app_for(folder, None)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2")
        field = app.screen.query_one("#path", Input)
        app.screen.set_focus(field)
        app.on_key(Key("c", "c"))  # the field has not heard of its focus yet
        await pilot.press("u", "r")
        assert field.value == "cur"
        app.screen.set_focus(None)
        await pilot.pause()
        app.screen.set_focus(field)
        await pilot.pause()
        assert field.selected_text == "cur", "later, what stands there is selected as before"


async def test_the_sources_have_keys_of_their_own(folder: Path) -> None:
    """q makes the sentence in view the quote, o says where the article is from, y copies."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert isinstance(app.screen, SourcesScreen)
        await until(pilot, lambda: app.screen.query_one("#sentences", OptionList).option_count)
        keys = str(app.screen.query_one("#keys").render())
        assert "[ ] next article" in keys and "q make it the quote" in keys and "o source" in keys
        assert "born in Warsaw" in str(app.screen.query_one("#heading").render()), "the claim is pinned"
        await pilot.press("y")
        assert app.clipboard == "She was born in Warsaw on 7 November 1867.", "it opens at the quote"
        await pilot.press("o")
        assert "Marie_Curie" in str(app.screen.query_one("#text Static").render())
        await pilot.press("escape", "q")
        await until(pilot, lambda: "0.0" in review(app).reading.comments)
        assert review(app).reading.comments["0.0"][0].review.quote == "She was born in Warsaw on 7 November 1867."


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_quote_and_reason_are_on_the_screen_and_panes_grow(folder: Path, size: tuple[int, int]) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=size) as pilot:
        await pilot.press("n", "l")
        await pilot.pause()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        for words in ("never held", "the quote decides", "decided 0 of 5", "? help", "starter · 2025-01-01"):
            assert words in shown, words
        for pane in ("#document", "#middle", "#evidence-pane"):
            assert app.screen.query_one(pane).region.width >= size[0] // 5, pane


async def test_an_open_claim_says_that_the_index_has_no_article(folder: Path) -> None:
    document = Document("messi.txt", "Lionel Messi plays for Barcelona.")
    app = app_for(folder, document, script=ScriptedSession([unjudged(document)]))
    async with app.run_test(size=SIZE) as pilot:
        await finished(pilot)
        told = app.screen.query_one("#evidence")
        await until(pilot, lambda: "no article about Lionel Messi in this index" in str(told.render()))


async def test_how_often_the_starter_is_right_stands_below_its_claims(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        claims = app.screen.query_one("#claims")
        assert "88 of 100 were right" in str(claims.render())
        await pilot.press("b")
        assert "88 of 100" not in str(claims.render()), "it would tell that the claim was settled"


def _line(app: LocalcheckApp, number: int) -> str:
    """What is drawn there: a notice is drawn after it is placed."""
    return app.screen._compositor.render_strips()[number].text


async def test_the_document_stays_where_it_is_when_verdicts_are_hidden_and_shown(folder: Path) -> None:
    app = app_for(folder, Document("long.txt", "\n".join(f"Fact number {n} is here." for n in range(90))))
    async with app.run_test(size=SIZE) as pilot:
        await finished(pilot)
        await pilot.press("G", "k", "k", "k")
        view = app.screen.query_one(DocumentView)
        there = view.scroll_offset.y
        assert there > 0
        await pilot.press("b")
        assert view.scroll_offset.y == there


async def test_who_reads_on_in_an_article_is_not_sent_back_to_its_beginning(folder: Path) -> None:
    """By a verdict on another claim of the sentence, or by what somebody else decided."""
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.review_screen is not None and app.screen is app.review_screen)
        await pilot.press("j", "right_square_bracket")
        assert review(app).reading.evidence == 0
        pane = app.screen.query_one(EvidencePanel)
        pane.styles.height = 4
        await pilot.pause()
        pane.scroll_to(y=2, animate=False)
        await pilot.pause()
        assert pane.scroll_offset.y > 0
        other = review(app).reading.verdicts["1.1"]
        review(app).reading.add(replace(other, rationale="judged again"))
        review(app).take(News(review(app).reading, changed={1}))
        await pilot.pause()
        assert review(app).reading.evidence == 0 and pane.scroll_offset.y > 0
        await pilot.press("right_square_bracket")
        assert pane.scroll_offset.y == 0, "another article begins at its beginning"


async def test_ctrl_c_where_nothing_can_be_cancelled_says_how_to_quit(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f3", "ctrl+c")
        assert [notice.message for notice in app._notifications] == ["Ctrl+Q quits; a run is kept and can be continued"]


async def test_a_key_that_can_do_nothing_says_why(folder: Path) -> None:
    app = app_for(folder, Document("empty.txt", ""))
    async with app.run_test(size=SIZE) as pilot:
        await finished(pilot)
        for key, why in (("h", "no verdict here yet"), ("right_square_bracket", "no other evidence")):
            await pilot.press(key)
            assert why in str(app.screen.query_one(RunBar).render()), key


async def test_a_finished_run_says_so_at_space_and_a_click_goes_to_the_next_match(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.review_screen is not None and app.screen is app.review_screen)
        await pilot.press("space")
        assert "this run is finished" in str(app.screen.query_one(RunBar).render())
        await pilot.press("slash", *"she")
        assert await pilot.click("#keys", offset=(3, 0))
        assert review(app).reading.sentence == 1


async def test_one_notice_at_a_time_stands_above_the_keys_on_every_screen(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        for key in ("f2", "f3", "f4", "f5", "f7", "f8", "f9", "f", "C"):
            await pilot.press(key)
            await until(pilot, lambda: app.screen is not app.review_screen)
            for text in ("one", "two", "three " * 40):
                app.notify(text, title="could not do it", severity="error")
            await until(pilot, lambda: [n.message[:22] for n in app._notifications] == ["could not do it: three"])
            await until(pilot, lambda: len(app.screen.query(Toast)) == 1)
            notice = app.screen.query_one(Toast)
            await until(pilot, lambda notice=notice: notice.region == Region(0, 20, 80, 3))
            await until(pilot, lambda: _line(app, 20).startswith(" could not do it: three three"))
            app.notify("one")
            await until(pilot, lambda: app.screen.query_one(Toast).region == Region(0, 22, 80, 1))
            app.clear_notifications()
            await until(pilot, lambda: not app.screen.query(Toast))
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is app.review_screen)


async def test_the_first_screen_leads_to_batches_and_colours_are_kept(folder: Path) -> None:
    app = app_for(folder, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, BatchScreen))
        app.theme = "textual-light"
    assert app_for(folder, None).theme == "textual-light"


async def test_a_click_on_a_key_that_is_shown_does_what_the_key_does(folder: Path) -> None:
    app = app_for(folder, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, BatchScreen))
        keys = app.screen.query_one(ActiveKeys)
        await until(pilot, lambda: "esc back" in str(keys.render()))
        assert "\n" not in str(keys.render()) and "? help" in str(keys.render())
        assert await pilot.click(keys, offset=(str(keys.render()).index("back"), 0))
        await until(pilot, lambda: not isinstance(app.screen, BatchScreen))
