"""The server for agents, spoken to by the SDK's own client: in one process, over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from jsonschema import Draft202012Validator

from localcheck import check
from localcheck.backends.nli.table import TableNLI
from localcheck.cli.checks.mcp import application
from localcheck.cli.main import run
from localcheck.errors import UsageError
from localcheck.ports import NLI, Retriever, SentenceEncoder
from localcheck.reports import codec
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from localcheck.sources.memory import MemoryRetriever
from localcheck.types import Passage, Source
from tests import warm
from tests.needs import Later, needs

needs("mcp", reason="the extra mcp is not installed")

mcp, serving = Later("mcp.client"), Later("localcheck.serve.mcp")
stdio, http_client = Later("mcp.client.stdio"), Later("mcp.client.streamable_http")
exceptions = Later("mcp.shared.exceptions")

FACT = "The museum opened in 1912."
ANSWER = {"answer": "The museum opened in 1912. The museum lies in Utrecht.", "sources": [FACT]}
TOOLS = {"check_text", "check_claim", "check_against_sources", "search_evidence", "suggest_correction", "verify_report"}


def made(home: Path, more: dict[type, Any] | None = None) -> Any:
    """The server with a table in the place of the NLI model."""
    given: dict[type, Any] = {NLI: TableNLI({(FACT, FACT): (0.98, 0.01, 0.01)}), SentenceEncoder: None, **(more or {})}
    return serving.server(SessionThread(Settings(), home / "localcheck.db", given), home / "localcheck.db")


@asynccontextmanager
async def client(home: Path) -> AsyncIterator[Any]:
    async with mcp.Client(made(home)) as opened:
        yield opened


async def test_the_tools_have_schemas_and_the_agent_is_told_what_the_labels_mean(home: Path) -> None:
    async with client(home) as agent:
        tools = {tool.name: tool for tool in (await agent.list_tools()).tools}
        prompts = {prompt.name for prompt in (await agent.list_prompts()).prompts}
    assert set(tools) == TOOLS
    for tool in tools.values():
        Draft202012Validator.check_schema(tool.input_schema)
        assert tool.output_schema is not None
        Draft202012Validator.check_schema(tool.output_schema)
        assert all(said.get("description") for said in tool.input_schema["properties"].values()), tool.name
        assert tool.description and "  " not in tool.description
        assert tool.annotations and tool.annotations.open_world_hint is False
        assert tool.annotations.read_only_hint is ("keep" not in tool.input_schema["properties"])
    assert prompts == {"read_labels", "check_before_answering"}
    assert "does NOT mean that the claim is false" in serving.INSTRUCTIONS


async def test_an_answer_against_its_sources_with_progress(home: Path) -> None:
    told: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append(done)

    async with client(home) as agent:
        result = await agent.call_tool("check_against_sources", ANSWER, progress_callback=progress)
    assert not result.is_error
    verdicts = result.structured_content["verdicts"]
    assert [v["label"] for v in verdicts] == ["supported", "not_enough_evidence"]
    assert (verdicts[0]["quote"], verdicts[0]["source"], verdicts[0]["p_factual"]) == (FACT, "context 1", None)
    assert result.structured_content["ruling"] in {"warn", "block"}
    assert told == [1.0, 2.0]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("check_against_sources", {"answer": "It opened.", "sources": []}, "sources is empty"),
        ("search_evidence", {"query": "museum", "limit": 0}, "limit must be from 1 to 20"),
        ("check_text", {"text": "x" * 2_000_001}, "2000001 characters"),
        ("check_text", {}, "check_text needs the argument 'text': the whole text"),
        (
            "check_text",
            {"text": "It opened.", "sources": ["It did."]},
            "no argument 'sources'; it takes text, title",
        ),
        ("check_text", {"text": 5}, "check_text: text: input should be a valid string"),
        ("check_text", {"text": " \n"}, "the text is empty"),
        ("search_evidence", {"query": " "}, "query is empty"),
        ("verify_report", {}, "give report or run: one of them"),
        ("verify_report", {"report": {}, "run": 1}, "give report or run: one of them"),
        ("verify_report", {"run": 7}, "unknown run '7'"),
    ],
)
async def test_a_wrong_call_is_an_error_that_says_what_to_change(
    home: Path, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with client(home) as agent:
        result = await agent.call_tool(tool, arguments)
    assert result.is_error and said in result.content[0].text


async def test_a_question_is_not_checkable_and_gets_no_other_label(home: Path) -> None:
    async with client(home) as agent:
        result = await agent.call_tool("check_claim", {"claim": "Why is the sky blue?"})
    assert result.structured_content["label"] == "not_checkable"


async def test_a_statement_beside_what_is_not_checkable_is_the_one_that_counts(home: Path) -> None:
    articles = MemoryRetriever([Passage("The museum", FACT, Source("memory", "m"))])
    async with mcp.Client(made(home, {Retriever: articles})) as agent:
        result = await agent.call_tool("check_claim", {"claim": f"Great question! {FACT}"})
    assert result.structured_content["label"] == "supported", result.structured_content


def test_over_http_a_new_home_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(host: str, port: int) -> None:
        raise UsageError("the port is taken")

    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "new"))
    monkeypatch.setattr("localcheck.cli.checks.mcp.listen", full)
    assert run(["mcp", "--http"]) == 2 and "the port is taken" in capsys.readouterr().err
    assert (tmp_path / "new" / "serve.token").exists()


async def test_a_forged_report_does_not_stand(home: Path) -> None:
    async with client(home) as agent:
        result = await agent.call_tool("verify_report", {"report": {"format": "localcheck-report", "version": 1}})
    assert result.is_error and "'disposition' is missing" in result.content[0].text


async def test_a_report_of_which_nothing_was_checked_does_not_stand(home: Path) -> None:
    async with client(home) as agent:
        kept = await agent.call_tool("check_against_sources", {**ANSWER, "keep": True})
        said = await agent.read_resource(f"localcheck://runs/{kept.structured_content['run']}")
        report = json.loads(said.contents[0].text)
        for verdict in report["verdicts"]:
            verdict |= {"label": "failed", "error": "the model is gone", "evidence": [], "best": None}
        result = await agent.call_tool("verify_report", {"report": report})
    assert not result.structured_content["stands"]
    assert "nothing was checked" in " ".join(result.structured_content["problems"])


async def test_a_check_that_is_kept_is_a_run_whose_report_is_read_and_verified(home: Path) -> None:
    async with client(home) as agent:
        for_nothing = await agent.call_tool("check_against_sources", ANSWER)
        kept = await agent.call_tool("check_against_sources", {**ANSWER, "keep": True})
        number = kept.structured_content["run"]
        runs = json.loads((await agent.read_resource("localcheck://runs")).contents[0].text)
        report = json.loads((await agent.read_resource(f"localcheck://runs/{number}")).contents[0].text)
        by_run = await agent.call_tool("verify_report", {"run": number})
        report["verdicts"][0]["evidence"][0]["quote"] = "The museum opened in 1913."
        forged = await agent.call_tool("verify_report", {"report": report})
    assert for_nothing.structured_content["run"] is None
    assert [(run["id"], run["state"]) for run in runs] == [(number, "finished")]
    assert [v["label"] for v in report["verdicts"]] == ["supported", "not_enough_evidence"]
    assert by_run.structured_content["stands"] and not forged.structured_content["stands"]


async def test_runs_are_read_beside_a_writer_and_from_a_store_that_cannot_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client(home) as agent:
        await agent.call_tool("check_against_sources", {**ANSWER, "keep": True})

        def refused(path: Path) -> None:
            raise AssertionError(f"{path} is opened for writing")

        monkeypatch.setattr("localcheck.store.database.connect", refused)
        runs = json.loads((await agent.read_resource("localcheck://runs")).contents[0].text)
        report = json.loads((await agent.read_resource("localcheck://runs/1")).contents[0].text)
        by_run = await agent.call_tool("verify_report", {"run": 1})
    assert [run["id"] for run in runs] == [1] and len(report["verdicts"]) == 2
    assert by_run.structured_content["stands"]


async def test_a_run_that_is_not_there_is_an_error_that_names_it(home: Path) -> None:
    async with client(home) as agent:
        await agent.call_tool("check_against_sources", {**ANSWER, "keep": True})
        for run, said in (
            ("99", "unknown run '99'"),
            ("x", "x is no number of a run"),
            ("٣", "no number of a run"),
            ("9" * 5000, "no number of a run"),
        ):
            with pytest.raises(exceptions.MCPError, match=said) as refused:
                await agent.read_resource(f"localcheck://runs/{run}")
            assert refused.value.error.code == -32602


async def test_nothing_is_kept_without_a_store(home: Path) -> None:
    table = TableNLI({(FACT, FACT): (0.98, 0.01, 0.01)})
    alone = serving.server(SessionThread(Settings(), None, {NLI: table, SentenceEncoder: None}), home / "localcheck.db")
    async with mcp.Client(alone) as agent:
        result = await agent.call_tool("check_against_sources", {**ANSWER, "keep": True})
    assert result.is_error and "nothing is kept here" in result.content[0].text


async def test_a_check_that_is_done_is_no_cancelled_one_and_one_whose_client_is_gone_ends_at_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was left of both waited for the collector of garbage, and counted as at work until then."""
    engine = SessionThread(Settings(detector="all-false"), home / "localcheck.db", {})
    kept: list[BaseException] = []

    async def gone(*_: object, **__: object) -> None:
        kept.append(BrokenPipeError("gone"))
        raise kept[-1]

    async with mcp.Client(serving.server(engine, home / "localcheck.db")) as agent:
        await agent.call_tool("check_text", {"text": FACT})
        await engine.on_session(lambda _: None)  # what is over is closed there
        assert (engine.cancelled, engine.at_work) == (0, 0)
        monkeypatch.setattr("mcp.server.mcpserver.Context.report_progress", gone)
        assert (await agent.call_tool("check_text", {"text": FACT})).is_error
        await engine.on_session(lambda _: None)
        assert (engine.cancelled, engine.at_work) == (1, 0) and kept[0].__traceback__ is not None


async def test_too_many_checks_at_once_are_refused_and_the_others_are_answered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcheck.serve.mcp.MOST_CHECKS", 3)
    async with client(home) as agent:
        found = await asyncio.gather(*(agent.call_tool("check_against_sources", ANSWER) for _ in range(6)))
        after = await agent.call_tool("check_against_sources", ANSWER)
    refused = [result for result in found if result.is_error]
    assert len(refused) == 3 and all("busy: 3 checks are at work" in r.content[0].text for r in refused)
    assert not after.is_error, "there is room again"


async def test_quotes_of_a_report_are_looked_up_in_the_index_that_it_names(starter: Path) -> None:
    """By the name of an index; a path of the report's choice is not opened."""
    report = codec.report_to_json(check("Marie Curie was born in Warsaw in 1867."))
    engine = SessionThread(Settings(), None, {})
    async with mcp.Client(serving.server(engine, starter / "localcheck.db")) as agent:
        here = (await agent.call_tool("verify_report", {"report": report})).structured_content
        report["run"]["index"] = str(starter / "indexes" / "starter")
        there = (await agent.call_tool("verify_report", {"report": report})).structured_content
    assert (here["stands"], here["quotes"], here["not_looked_up"]) == (True, 1, 0)
    assert there["not_looked_up"] == 1 and "not opened" in there["why"]


def test_the_entries_of_the_page_are_json_that_starts_this_command() -> None:
    page = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([\w ]+) \| `[^`]+` \| (.+) \|$", page, re.MULTILINE))
    assert set(rows) == {"Claude Desktop", "Cursor", "VS Code", "Zed"} and "**llama.cpp's web UI**" in page
    keys = {"Claude Desktop": "mcpServers", "VS Code": "servers", "Zed": "context_servers"}
    for program, key in keys.items():
        started = json.loads(rows[program].strip("`"))[key]["localcheck"]
        assert (started["command"], started["args"]) == ("localcheck", ["mcp"]), program
    assert rows["Cursor"] == "the same"


async def test_over_standard_input_and_output(starter: Path) -> None:
    """A process with the shipped model and index."""
    first, *program = [*warm.command(), "mcp", "--nli", "starter-nli"]
    parameters = stdio.StdioServerParameters(command=first, args=program, env=dict(os.environ), cwd=starter)
    # Without ``errlog`` it takes what was standard error when its module was loaded: the buffer of some test with ``capsys``.
    async with asyncio.timeout(200), mcp.Client(stdio.stdio_client(parameters, errlog=sys.__stderr__)) as agent:
        found = await agent.call_tool("search_evidence", {"query": "What was moved to the Panthéon?", "limit": 1})
        checked = await agent.call_tool("check_claim", {"claim": "Marie Curie was born in Paris in 1867."})
        edit = await agent.call_tool("suggest_correction", {"text": "Marie Curie was born in Paris in 1867."})
        runs = await agent.read_resource("localcheck://runs")
    (document,) = found.structured_content["documents"]
    assert document["title"] == "Marie Curie" and "Panthéon" in document["excerpt"]
    assert checked.structured_content["label"] == "refuted"
    assert "Warsaw" in checked.structured_content["quote"]
    assert edit.structured_content["text"] == "Marie Curie was born in Warsaw in 1867."
    (again,) = edit.structured_content["rechecked"]
    assert (again["claim"], again["label"]) == ("Marie Curie was born in Warsaw in 1867.", "supported")
    assert runs.contents[0].text == "[]"


async def test_over_http_with_the_token_only(home: Path) -> None:
    app = application(made(home), "127.0.0.1", "a-token-for-these-tests")
    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    serving = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.02)
    address = f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}/mcp"
    try:
        async with httpx.AsyncClient() as stranger:
            assert (await stranger.post(address, json={})).status_code == 401
            wrong = {"Authorization": "Bearer a-token-for-those-tests"}
            assert (await stranger.post(address, json={}, headers=wrong)).status_code == 401
            sending = {**wrong, "Connection": "close"}
            refused = await stranger.post(address, content=b"x" * 20_000_000, headers=sending)
            assert refused.status_code == 401, "it is told to one who is still sending"
        import httpx2

        headers = {"Authorization": "bearer a-token-for-these-tests"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            mcp.Client(http_client.streamable_http_client(address, http_client=http)) as agent,
        ):
            result = await agent.call_tool("check_against_sources", ANSWER)
            long = await agent.call_tool("check_claim", {"claim": "語" * 2_000_001})  # 6 MB
        assert [v["label"] for v in result.structured_content["verdicts"]] == ["supported", "not_enough_evidence"]
        assert long.is_error and "the text has 2000001 characters" in long.content[0].text
    finally:
        running.should_exit = True
        await serving
