"""The agent from the command line: one document with facts, arithmetic, dates, code and Chinese."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from localcheck.agent.tools.sandbox import choose
from localcheck.errors import SandboxError
from tests.cli.conftest import Run
from tests.unit.retrieve.web.web_server import serve

EXAMPLE = Path(__file__).parents[2] / "examples" / "agent.txt"


def test_a_mixed_document_has_a_tool_and_evidence_for_every_sentence(localcheck: Run, tmp_path: Path) -> None:
    done = localcheck("check", EXAMPLE, "-d", "agent", "--format", "json", "-q")
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    found = {}
    for verdict in report["verdicts"]:
        best = verdict["best"]
        source = verdict["evidence"][best]["passage"]["source"] if best is not None else {"name": ""}
        found.setdefault(verdict["claim"]["text"].split("\n")[0], (source["name"], verdict["label"]))
    assert found["Marie Curie was born in Warsaw in 1867."][1] == "supported"
    assert found["A ticket costs 12.50 euros, so four tickets cost 4 * 12.50 = 48 euros."] == ("calculator", "refuted")
    assert found["With the fee of 3 euros that is 48 + 3 = 51 euros."] == ("calculator", "refuted")
    assert found["1900 was a leap year."] == ("calendar", "refuted")
    assert found["小明买了3支铅笔，每支2元，一共花了3 × 2 = 6元。"] == ("calculator", "supported")
    try:
        choose()
    except SandboxError as error:
        pytest.skip(f"the code of the example was not run: {error.message}")
    code = next(text for text in found if text.startswith("def mean(values):"))
    assert found[code] == ("code_interpreter", "refuted")
    (tmp_path / "report.json").write_text(done.stdout, encoding="utf-8")
    again = localcheck("verify-report", tmp_path / "report.json")
    assert again.returncode == 0, again.stdout + again.stderr


def test_code_in_a_markdown_document_is_seen_and_run(localcheck: Run) -> None:
    done = localcheck("check", EXAMPLE.with_suffix(".md"), "-d", "agent", "--format", "json", "-q")
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    code = {v["claim"]["text"].split("\n")[0]: v for v in report["verdicts"] if v["claim"]["text"].startswith("```")}
    assert [v["steps"][0]["tool"] for v in code.values() if v["steps"]] == ["code_interpreter"] * 2
    javascript = next(v for v in report["verdicts"] if "console.log" in v["claim"]["text"])
    assert javascript["claim"]["note"] == "code"
    try:
        choose()
    except SandboxError as error:
        pytest.skip(f"the code of the example was not run: {error.message}")
    assert [v["label"] for v in code.values()] == ["refuted", "supported"]


def test_what_was_judged_is_recalled_after_a_restart_until_the_evidence_changes(
    localcheck: Run, tmp_path: Path
) -> None:
    text = "Marie Curie was born in Warsaw in 1867. 1900 was a leap year."
    check = ("check", "--text", text, "-d", "agent", "--format", "json", "-q")
    first, again, other, uncached = (
        _recalled(localcheck(*check, *more).stdout) for more in ((), (), ("-o", "k=3"), ("--no-cache",))
    )
    assert (first, again, other, uncached) == ([False] * 2, [True] * 2, [False] * 2, [False] * 2)
    assert "recalled (judged 20" in localcheck(*check[:4], "agent", "-q").stdout


def _recalled(report: str) -> list[bool]:
    return [v["rationale"].startswith("recalled") for v in json.loads(report)["verdicts"]]


def test_the_web_is_evidence_with_network_only_and_a_recording_replays_it(localcheck: Run, tmp_path: Path) -> None:
    claim = "Ada Lovelace was born in London in 1815."
    recording = tmp_path / "web.jsonl"
    labels = []
    with serve() as (address, asked):
        web = f"web:searxng={address}"
        for detector in ("bayes-sequential", "agent"):
            check = ("check", "--text", claim, "--format", "json", "-q", "-d", detector)
            refused = localcheck(*check, "--evidence", web)
            assert (refused.returncode, "--network" in refused.stderr) == (5, True)
            assert asked == []
            live = localcheck(
                *("--network", *check, "--evidence", web, "--record-evidence", recording),
                LOCALCHECK_PRIVATE_ADDRESSES="true",
            )
            assert live.returncode == 0, live.stderr
            labels.append(_labels(live.stdout))
            asked.clear()
            again = localcheck(*check, "--evidence", f"recorded:{recording}")
            assert _labels(again.stdout) == labels[-1]
            assert asked == []
            recording.unlink()
    assert labels[0][0][1] == ("web", "supported")


def _labels(report: str) -> list[tuple[str, tuple[str, str]]]:
    verdicts = json.loads(report)["verdicts"]
    kinds = [v["evidence"][v["best"]]["passage"]["source"]["kind"] if v["best"] is not None else "" for v in verdicts]
    return [(v["claim"]["text"], (kind, v["label"])) for v, kind in zip(verdicts, kinds, strict=True)]


def test_the_text_report_names_the_tools(localcheck: Run) -> None:
    done = localcheck("check", "--text", "Four tickets cost 4 * 12 = 47 euros.", "-d", "agent", "-q")
    assert "calculator: 4 * 12 = 47" in done.stdout
    assert "wrong, the result is 48" in done.stdout


SHOUT = """
from localcheck.agent.tools.described import DescribedTool, answered
from localcheck.types import Label


def shout():
    return DescribedTool(
        "shout", "Says whether a text shouts.", {"text": {"type": "string"}}, ("text",),
        lambda arguments: answered("shout", "the text shouts", Label.REFUTED),
        lambda unit: {"text": unit.text} if unit.text.isupper() else None,
        priority=99,
    )
"""


def test_a_tool_of_another_distribution_is_found_and_used(localcheck: Run, tmp_path: Path) -> None:
    (tmp_path / "shouting.py").write_text(SHOUT, encoding="utf-8")
    info = tmp_path / "shouting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[localcheck.tools]\nshout = shouting:shout\n", encoding="utf-8")
    path = os.pathsep.join([str(Path(__file__).parents[2]), str(tmp_path)])
    done = localcheck("check", "--text", "THIS IS LOUD.", "-d", "agent", "--nli", "starter-nli", "-q", PYTHONPATH=path)
    assert done.returncode == 1, done.stderr
    assert "shout: the text shouts" in done.stdout
