"""A mixed document checked by the agent, in the app: every sentence with its tool, its evidence and why."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static
from tui_examples import app_for, finished

from localcheck.report import build as build_report
from localcheck.text.sentences import split_sentences
from localcheck.types import Document, Label, Report, RunInfo
from localcheck_tui.scripted import ScriptedSession
from localcheck_tui.widgets.claims_list import ClaimsList
from tests.unit.agent.test_agent_rules import MIXED, build

DOCUMENT = Document("agent.txt", MIXED)


def report() -> Report:
    return build_report(DOCUMENT, split_sentences(MIXED), build()(DOCUMENT), RunInfo("agent"))


async def test_each_sentence_shows_its_tool_its_evidence_and_why(folder: Path) -> None:
    made = report()
    app = app_for(folder, DOCUMENT, script=ScriptedSession([made], lambda: None))
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        await pilot.press("g")
        seen = {}
        for verdict in made.verdicts:
            await pilot.pause()
            seen[verdict.claim.sentence] = str(app.screen.query_one("#evidence", Static).content)
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
