"""``localcheck lsp`` as a process with the shipped model and index: editors that work, that err, and that vanish."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

from in_editor import Editor
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp.client import make_test_lsp_client

from tests import warm

REAL = (sys.executable, "-m", "localcheck")
TEXT = "# Marie Curie 😀\n\n**Marie Curie** was born in *Paris* in 1867. Mars has two moons.\n\nHer aunt liked plums.\n"


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory, starter_index: Path) -> Path:
    """One home for the tests of this file, with the starter index: ``test_mcp_process.py`` has two servers build it at once."""
    home = tmp_path_factory.mktemp("home")
    shutil.copytree(starter_index, home / "indexes" / starter_index.name)
    return home


async def client(home: Path, folder: Path) -> Any:
    made = make_test_lsp_client()
    await made.start_io(*warm.command(), "lsp", env={**os.environ, "LOCALCHECK_HOME": str(home)})
    capabilities = types.ClientCapabilities(
        window=types.WindowClientCapabilities(work_done_progress=True),
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
        ),
    )
    root = [types.WorkspaceFolder(folder.as_uri(), "work")]
    await made.initialize_session(types.InitializeParams(capabilities, workspace_folders=root))
    return made


async def saved(made: Any, uri: str, text: str) -> None:
    made.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, text)))
    made.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
    while len(made.diagnostics.get(uri, ())) < 2:
        await made.wait_for_notification("textDocument/publishDiagnostics")


async def test_two_editors_at_once(shared_home: Path, tmp_path: Path) -> None:
    """Both get their verdicts, and leave no process."""
    uri = (tmp_path / "notes.md").as_uri()
    async with asyncio.timeout(240):
        both = await asyncio.gather(client(shared_home, tmp_path), client(shared_home, tmp_path))
        await asyncio.gather(*(saved(made, uri, TEXT) for made in both))
        for made in both:
            refuted, open_ = made.diagnostics[uri]
            assert (refuted.severity, open_.severity) == (
                types.DiagnosticSeverity.Error,
                types.DiagnosticSeverity.Information,
            )
            assert (refuted.range.start, refuted.range.end) == (types.Position(2, 2), types.Position(2, 44))
            assert "Warsaw" in refuted.message and made.progress_reports and not made.messages
        one = both[0]
        at = types.TextDocumentIdentifier(uri)
        hover = await one.text_document_hover_async(types.HoverParams(at, types.Position(2, 10)))
        assert "Warsaw" in hover.contents.value and "starter.localcheck.invalid" in hover.contents.value
        here = types.Range(types.Position(2, 10), types.Position(2, 10))
        wanted = types.CodeActionParams(at, here, types.CodeActionContext([]))
        while getattr(first := (await one.text_document_code_action_async(wanted))[0], "edit", None) is None:
            await asyncio.sleep(0.1)  # corrections are there when their sentences were judged again
        (change,) = first.edit.document_changes[0].edits
        assert (first.title, change.new_text) == ("Replace “Paris” by “Warsaw” (checked again: supported)", "Warsaw")
        processes = [made._server for made in both]
        for made in both:
            await made.shutdown_session()
        assert [p.returncode for p in processes] == [0, 0]


async def test_a_missing_index_is_an_error_with_a_hint(shared_home: Path, tmp_path: Path) -> None:
    made = make_test_lsp_client()
    env = {**os.environ, "LOCALCHECK_HOME": str(shared_home)}
    async with asyncio.timeout(120):
        await made.start_io(*warm.command(), "lsp", "--index", "nowhere", env=env)
        await made.initialize_session(types.InitializeParams(types.ClientCapabilities()))
        uri = (tmp_path / "notes.md").as_uri()
        made.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, TEXT)))
        with pytest.raises(JsonRpcException) as error:
            await made.workspace_execute_command_async(types.ExecuteCommandParams("localcheck.check", [uri]))
        assert error.value.code == -32803 and "nowhere" in error.value.message
        assert "Traceback" not in error.value.message
        made.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        await made.wait_for_notification("window/showMessage")
        assert "nowhere" in made.messages[0].message
        await made.shutdown_session()


@contextmanager
def started(
    home: Path, pid: int | None = None, program: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[bytes], Editor]]:
    env = {**os.environ, "LOCALCHECK_HOME": str(home)}
    command = [*(program or warm.command()), "lsp"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    editor = Editor(os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno()))
    process.stdin.close()
    try:
        params = {"processId": pid, "rootUri": None, "capabilities": {"window": {"workDoneProgress": True}}}
        assert "capabilities" in editor.request("initialize", params)
        editor.notify("initialized", {})
        yield process, editor
    finally:
        process.kill()
        process.wait(30)
        editor.close()
        editor.closed()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        process.stderr.close()


def test_an_editor_that_closes_its_pipe_in_the_middle_of_a_check_leaves_no_process(shared_home: Path) -> None:
    with started(shared_home) as (process, editor):
        editor.open("untitled:1", "\n\n".join(f"Marie Curie was born in Warsaw in {1600 + n}." for n in range(100)))
        editor.save("untitled:1")
        editor.wait_for(lambda: any(p["value"]["kind"] == "report" for p in editor.progress))
        editor.close()
        assert process.wait(60) == 1


def test_an_editor_that_dies_leaves_no_process_though_its_pipes_stay_open(shared_home: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with started(shared_home, other.pid) as (process, _):
        assert process.poll() is None
        other.kill()  # not waited for: it stays a zombie, as an editor's process may
        assert process.wait(60) == 1
    other.communicate()


def test_nothing_but_messages_is_written_and_exit_without_shutdown_is_told_by_the_code(shared_home: Path) -> None:
    """A whole interpreter: nothing that it loads writes, either."""
    with started(shared_home, program=REAL) as (process, editor):
        editor.notify("exit", None)
        assert process.wait(60) == 1
        assert all(json.loads(body)["jsonrpc"] == "2.0" for body in editor.raw)
    assert not psutil.pid_exists(process.pid)


NEOVIM = """
local wanted, out = tonumber(vim.env.WANTED), vim.env.OUT
local command = { vim.env.PYTHON, '-m', 'localcheck', 'lsp' }
local id = vim.lsp.start_client({ name = 'localcheck', cmd = command, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
vim.wait(60000, function() local c = vim.lsp.get_client_by_id(id); return c ~= nil and c.initialized end, 50)
vim.cmd('write')
local found = vim.wait(120000, function() return #vim.diagnostic.get(0) >= wanted end, 100)
local said = {}
for _, d in ipairs(vim.diagnostic.get(0)) do
  local words = vim.api.nvim_buf_get_text(0, d.lnum, d.col, d.end_lnum, d.end_col, {})
  table.insert(said, { severity = d.severity, message = d.message, words = table.concat(words, '\\n') })
end
vim.api.nvim_win_set_cursor(0, { 3, 10 })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local action
vim.wait(60000, function()
  action = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 60000)[id].result[1]
  return action.edit ~= nil -- corrections are there when their sentences were judged again
end, 100)
vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')
local file = io.open(out, 'w')
file:write(vim.json.encode({ found = found, said = said, title = action.title, text = text }))
file:close()
vim.cmd('quitall!')
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed (apt-get install neovim)")
def test_a_real_neovim_shows_verdicts_and_applies_the_correction(shared_home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(TEXT)
    (tmp_path / "script.lua").write_text(NEOVIM)
    out = tmp_path / "out.json"
    own = {
        name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    }
    env = {
        **os.environ,
        **own,
        "LOCALCHECK_HOME": str(shared_home),
        "LOCALCHECK_NLI": "starter-nli",
        "PYTHON": sys.executable,
        "OUT": str(out),
        "WANTED": "2",
    }
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "notes.md", "-c", "luafile script.lua"]
    ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, timeout=240, stdin=subprocess.DEVNULL)
    assert out.exists(), ended.stderr.decode()[-2000:]
    seen = json.loads(out.read_text())
    assert seen["found"] and seen["title"] == "Replace “Paris” by “Warsaw” (checked again: supported)"
    words = {d["words"]: d["severity"] for d in seen["said"]}
    assert words == {"Marie Curie** was born in *Paris* in 1867.": 1, "Her aunt liked plums.": 3}
    assert "**Marie Curie** was born in *Warsaw* in 1867." in seen["text"]
    for _ in range(100):
        mine = [p for p in psutil.process_iter(["cmdline"]) if str(tmp_path) in " ".join(p.info["cmdline"] or [])]
        if not mine:
            break
        time.sleep(0.1)
    assert not mine
