"""``localcheck mcp`` as a process with the shipped model and index: agents at once, an index that is not there, and agents
that vanish."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from agent_process import CLIENT, Agent, agent

from tests import warm
from tests.needs import needs

needs("mcp", reason="the extra mcp is not installed")

CLAIM = "Marie Curie was born in Paris in 1867."
LONG = "\n\n".join(f"Marie Curie was born in Warsaw in {1600 + n}." for n in range(100))


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One empty home for the tests of this file: the first of them builds the starter index."""
    return tmp_path_factory.mktemp("home")


def test_two_agents_at_once_in_an_empty_home(shared_home: Path) -> None:
    """Both build the starter index, or wait for the other."""
    with agent(shared_home) as one, agent(shared_home) as two:
        asked = [a.send("tools/call", {"name": "suggest_correction", "arguments": {"text": CLAIM}}) for a in (one, two)]
        for who, number in zip((one, two), asked, strict=True):
            found = who.answer(number)["result"]["structuredContent"]
            assert [(e["old"], e["new"]) for e in found["edits"]] == [("Paris", "Warsaw")]
            assert [v["label"] for v in found["rechecked"]] == ["supported"]


def test_a_missing_index_is_an_error_of_the_tool_and_not_of_the_server(shared_home: Path) -> None:
    with agent(shared_home, "--index", "nowhere") as one:
        for tool, arguments in (("check_claim", {"claim": CLAIM}), ("search_evidence", {"query": "Mars"})):
            found = one.call(tool, **arguments)
            assert found["isError"] and "nowhere" in found["content"][0]["text"]
        one.alive()


def test_a_cancelled_check_makes_room_for_the_next(shared_home: Path) -> None:
    with agent(shared_home) as one:
        long = one.send("tools/call", {"name": "check_text", "arguments": {"text": LONG}})
        one.line(b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": %d}}' % long)
        assert one.call("check_claim", claim=CLAIM)["structuredContent"]["label"] == "refuted"


async def test_the_program_over_http_is_cancelled_asked_by_two_and_ended(shared_home: Path) -> None:
    """``localcheck mcp --http`` as it is started, and the SDK's own client."""
    import httpx2
    from mcp.client import Client
    from mcp.client.streamable_http import streamable_http_client

    command = [*warm.command(), "mcp", "--http", "--port", "0", "--no-store"]
    env = {**os.environ, "LOCALCHECK_HOME": str(shared_home)}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = next(line for line in process.stderr if "listening on" in line)
            address = said.split("listening on ")[1].split(";")[0]
            headers = {"Authorization": f"Bearer {(shared_home / 'serve.token').read_text().strip()}"}
            begun = asyncio.Event()

            async def progress(done: float, total: float | None, message: str | None) -> None:
                begun.set()

            async with (
                asyncio.timeout(120),
                httpx2.AsyncClient(headers=headers, timeout=120) as http,
                Client(streamable_http_client(address, http_client=http)) as one,
                Client(streamable_http_client(address, http_client=http)) as two,
            ):
                long = asyncio.create_task(one.call_tool("check_text", {"text": LONG}, progress_callback=progress))
                await begun.wait()
                long.cancel()
                asked = (one.call_tool("check_claim", {"claim": CLAIM}), two.call_tool("check_claim", {"claim": CLAIM}))
                found = await asyncio.gather(*asked)
                begun.clear()
                last = asyncio.create_task(one.call_tool("check_text", {"text": LONG}, progress_callback=progress))
                await begun.wait()
                process.terminate()
                ended = await last
            assert [r.structured_content["label"] for r in found] == ["refuted", "refuted"]
            assert ended.is_error and "the server is ending" in ended.content[0].text
        finally:
            process.terminate()
        assert "Traceback" not in process.stderr.read()
    assert process.returncode == 128 + signal.SIGTERM


def test_an_agent_that_closes_its_pipe_in_the_middle_of_a_check_leaves_no_process(shared_home: Path) -> None:
    with agent(shared_home) as one:
        one.send("tools/call", {"name": "check_text", "arguments": {"text": LONG}, "_meta": {"progressToken": 1}})
        assert one.process.stdout is not None and b"progress" in one.process.stdout.readline()
    assert not psutil.pid_exists(one.process.pid)


def test_an_agent_that_reads_no_answer_any_more_ends_the_server_without_an_error(shared_home: Path) -> None:
    with agent(shared_home, program=(sys.executable, "-m", "localcheck")) as one:
        assert one.process.stdout is not None
        one.process.stdout.close()
        one.send("ping", {})


def test_a_signal_in_the_middle_of_a_check_ends_it_without_a_traceback(shared_home: Path) -> None:
    """The SDK's client sends one to a server that takes its time to end. A whole interpreter, as it is started for real."""
    command = [sys.executable, "-m", "localcheck", "mcp", "--no-store", "--nli", "starter-nli"]
    env = {**os.environ, "LOCALCHECK_HOME": str(shared_home)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=env, **pipes) as process:  # type: ignore[call-overload]
        one = Agent(process)
        one.ask("initialize", CLIENT)
        one.line(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        one.send("tools/call", {"name": "check_text", "arguments": {"text": LONG}, "_meta": {"progressToken": 1}})
        assert b"progress" in process.stdout.readline()
        process.terminate()
        said = process.stderr.read()
        assert process.wait(60) == 128 + signal.SIGTERM
    assert b"Traceback" not in said and b"interrupted" in said


@pytest.mark.parametrize(
    ("server", "help_", "message", "answer"),
    [
        ("mcp", b"localcheck mcp --help", b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}', b'"result"'),
        ("lsp", b"localcheck lsp --help", b"hello", b"-32700"),
    ],
    ids=["mcp", "lsp"],
)
def test_who_starts_it_by_hand_is_told_what_it_waits_for_and_ctrl_c_ends_it(
    shared_home: Path, server: str, help_: bytes, message: bytes, answer: bytes
) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [*warm.command(), server]
    env = {**os.environ, "LOCALCHECK_HOME": str(shared_home)}
    with subprocess.Popen(command, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            said = b""
            while b"Ctrl-C ends it" not in said:
                said += os.read(ours, 1000)
            assert help_ in said
            os.write(ours, message + b"\n")
            while answer not in said:
                said += os.read(ours, 1000)
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        finally:
            process.kill()
            os.close(ours)


def test_an_agent_that_is_killed_leaves_no_process(shared_home: Path) -> None:
    """Its pipes go with it; the server notices, also while it checks."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path; from agent_process import agent\n"
        "command = (sys.executable, '-m', 'localcheck')\n"
        "with agent(Path(sys.argv[2]), '--nli', 'starter-nli', program=command) as one:\n"
        "    one.send('tools/call', {'name': 'check_text', 'arguments': {'text': sys.argv[3]}})\n"
        "    print(one.process.pid, flush=True); one.process.wait()\n"
    )
    command = [sys.executable, "-c", program, str(Path(__file__).parent), str(shared_home), LONG]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        server = psutil.Process(int(client.stdout.readline()))
        os.kill(client.pid, signal.SIGKILL)
        psutil.wait_procs([server], timeout=60)
    assert not server.is_running() or server.status() == psutil.STATUS_ZOMBIE  # whose parent is gone: init's to collect
