"""A mixed document checked by the agent, in the app: every sentence with its tool, its evidence and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scripted_session import ScriptedSession
from svg_golden import compare
from textual.containers import VerticalScroll
from textual.widgets import Static
from tui_examples import app_for, finished

from localcheck.reports.report import build as build_report
from localcheck.text.sentences import split_sentences
from localcheck.types import Cost, Document, Label, Report, RunInfo
from localcheck_tui.widgets.claims_list import ClaimsList
from tests.unit.agent.test_agent_rules import FACT, MIXED, build

DOCUMENT = Document("agent.txt", MIXED)


def report() -> Report:
    return build_report(DOCUMENT, split_sentences(MIXED), build()(DOCUMENT), RunInfo("agent"))


async def test_each_sentence_shows_its_tool_its_evidence_and_why(folder: Path) -> None:
    made = report()
    app = app_for(folder, DOCUMENT, script=ScriptedSession([made], lambda: None))
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        await pilot.press("g")
        seen, logs = {}, {}
        for verdict in made.verdicts:
            await pilot.pause()
            seen[verdict.claim.sentence] = str(app.screen.query_one("#evidence", Static).content)
            if verdict.steps:
                await pilot.press("w")
                log = str(app.screen.query_one("#text", VerticalScroll).query_one(Static).content)
                logs[verdict.claim.sentence] = log
                await pilot.press("escape")
            await pilot.press("j")
        claims = str(app.screen.query_one(ClaimsList).query(Static).first().content)
    by_sentence = {v.claim.sentence: v for v in made.verdicts}
    tools = [s for s, v in by_sentence.items() if v.deciding and v.deciding.passage.source.kind == "tool"]
    assert len(tools) == 5
    for sentence in tools:
        deciding = by_sentence[sentence].deciding
        assert deciding is not None
        assert deciding.passage.source.name in seen[sentence]
        assert deciding.quote in " ".join(seen[sentence].split())
    assert by_sentence[3].label is Label.REFUTED
    assert "calculator" in claims
    assert set(logs) == {s for s, v in by_sentence.items() if v.claim.checkable}
    for sentence, log in logs.items():
        for step in by_sentence[sentence].steps:
            assert f"{step.tool}(" in log
            assert " ".join(step.observation.split()) in log
    assert "uses a wrong value" in logs[2]
    assert "search → match" in seen[0]


async def test_blind_the_step_log_waits_for_the_decision(folder: Path) -> None:
    app = app_for(folder, DOCUMENT, script=ScriptedSession([report()], lambda: None))
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        await pilot.press("g", "b", "w")
        assert app.screen is app.review_screen
        assert "search" not in str(app.screen.query_one("#evidence", Static).content)


async def test_the_step_log_comes_back_with_a_stored_run(folder: Path) -> None:
    made = report()
    app = app_for(folder, DOCUMENT, script=ScriptedSession([made], lambda: None))
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        assert app.review_screen is not None
        run = app.review_screen.reading.run_id
        assert run is not None
        kept = {v.claim.id: v.steps for v in app.store.load(run).verdicts}
    assert kept == {v.claim.id: v.steps for v in made.verdicts}
    assert any(kept.values())


async def test_the_step_log_looks(folder: Path) -> None:
    text = f"{FACT} Four tickets cost 4 * 12.50 = 48 euros. With the fee that is 48 + 3 = 51 euros."
    document = Document("tickets.txt", text)
    still = [replace(v, cost=Cost()) for v in build()(document)]
    made = build_report(document, split_sentences(text), still, RunInfo("agent"))
    app = app_for(folder, document, script=ScriptedSession([made], lambda: None))
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        await pilot.press("G", "w")
        await pilot.pause()
        compare(app, "step-log", folder)
