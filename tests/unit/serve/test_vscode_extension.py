"""The extension for VS Code: its settings and commands are the server's, it asks what the server needs, and it is packed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

from localcheck.cli.main import run
from localcheck.serve.lsp.actions import CHECK, SEARCH
from localcheck.serve.lsp.documents import Options

FOLDER = Path(__file__).resolve().parents[3] / "editors" / "vscode"
UNREACHED = ("ENOTFOUND", "ETIMEDOUT", "ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "ENETUNREACH", "EIDLETIMEOUT")
"""What npm says when it reaches no registry."""
STUBS = {
    "vscode.js": """
const asked = [];
module.exports = {
  asked,
  window: {
    activeTextEditor: { document: { uri: 'file:///a.md', getText: () => 'Mars' }, selection: null },
    showInputBox: async (box) => { asked.push(box.value); return 'answer'; },
    showInformationMessage() {},
  },
  workspace: {
    getConfiguration: () => ({
      get: (name) => ({ command: 'localcheck', arguments: ['--index', 'mine'], checkOnSave: true }[name]),
    }),
    onDidChangeConfiguration: () => ({ dispose() {} }),
  },
};""",
    "vscode-languageclient/node.js": """
exports.TransportKind = { stdio: 0 };
exports.LanguageClient = class {
  constructor(id, name, program, options) {
    exports.made = { program, options };
    this.code2ProtocolConverter = { asUri: String };
  }
  async start() {}
};""",
    "drive.js": """
const extension = require(process.argv[2]);
const { made } = (extension.activate({ subscriptions: [] }), require('vscode-languageclient/node'));
const sent = [];
const say = (command, given) => made.options.middleware.executeCommand(command, given, async (c, a) => { sent.push([c, a]); });
(async () => {
  await say('localcheck.check', []);
  await say('localcheck.search', []);
  await say('localcheck.search', ['Venus']);
  await say('localcheck.ignore', ['file:///a.md', 'Mars is red.', '']);
  const languages = made.options.documentSelector.map((d) => d.language);
  console.log(JSON.stringify({ program: made.program, options: made.options.initializationOptions, sent, languages }));
})();""",
}


def manifest() -> Any:
    return json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def test_settings_and_commands_are_those_of_the_server() -> None:
    found, server = manifest(), {f"localcheck.{f.name}": f.default for f in fields(Options)}
    settings = {name: value["default"] for name, value in found["contributes"]["configuration"]["properties"].items()}
    assert {name: value for name, value in settings.items() if name in server} == server
    assert set(settings) - set(server) == {"localcheck.command", "localcheck.arguments"}
    assert {c["command"] for c in found["contributes"]["commands"]} == {CHECK, SEARCH}


def test_the_lock_file_names_no_registry() -> None:
    lock = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in lock and '"resolved"' not in lock


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_it_starts_the_program_and_asks_for_what_a_command_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in STUBS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    env = {**os.environ, "NODE_PATH": str(tmp_path)}
    shutil.copy(FOLDER / "extension.js", tmp_path / "extension.js")
    command = ["node", "drive.js", "./extension.js"]
    said = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, check=True, timeout=120, text=True
    ).stdout
    found = json.loads(said)
    assert found["program"] == {"command": "localcheck", "args": ["lsp", "--index", "mine"], "transport": 0}
    assert found["options"] == {"checkOnSave": True}
    assert found["sent"] == [
        ["localcheck.check", ["file:///a.md"]],
        ["localcheck.search", ["answer"]],
        ["localcheck.search", ["Venus"]],
        ["localcheck.ignore", ["file:///a.md", "Mars is red.", "answer"]],
    ]
    assert set(found["languages"]) == {name.removeprefix("onLanguage:") for name in manifest()["activationEvents"]}
    assert run(["lsp", "--stdio", "--help"]) == 0
    assert "--stdio" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_it_is_packed(tmp_path: Path) -> None:
    """``npm ci`` fetches a few hundred packages, so it is done in CI, or where they lie there already."""
    here = FOLDER / "node_modules"
    if not here.is_dir() and not os.environ.get("CI"):
        pytest.skip("its packages are not here: run npm ci in editors/vscode, or set CI")
    made = tmp_path / "vscode"
    shutil.copytree(FOLDER, made, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    if here.is_dir():
        (made / "node_modules").symlink_to(here)
    else:
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
        fetched = subprocess.run(command, cwd=made, capture_output=True, text=True, timeout=280)
        if fetched.returncode and any(word in fetched.stderr for word in UNREACHED):
            pytest.skip("npm reaches no registry")
        assert fetched.returncode == 0, fetched.stderr[-2000:]
    package = tmp_path / "localcheck.vsix"
    command = ["node_modules/.bin/vsce", "package", "--allow-missing-repository", "--out", str(package)]
    packed = subprocess.run(command, cwd=made, capture_output=True, text=True, timeout=280)
    assert packed.returncode == 0, packed.stdout[-2000:] + packed.stderr[-2000:]
    names = set(zipfile.ZipFile(package).namelist())
    assert {"extension/package.json", "extension/extension.js", "extension/readme.md"} <= names
    assert "extension/node_modules/vscode-languageclient/package.json" in names
    assert not any(name.startswith("extension/node_modules/@vscode") or ".npmrc" in name for name in names)
