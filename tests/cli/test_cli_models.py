"""``localcheck models`` in real processes: output, exit codes, hints."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "models"))
from hub_server import Hub
from tiny_models import make_checkpoint, tiny_gguf

from localcheck.cli.main import run as main
from tests import warm

Result = subprocess.CompletedProcess[str]


class Cli:
    """Runs the command line with a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = {**os.environ, "LOCALCHECK_HOME": str(home), "NO_COLOR": "1", "HF_HOME": str(home / "hf")}

    def __call__(self, *arguments: str, code: int = 0) -> Result:
        done = warm.run(arguments, environment=self.environment)
        assert done.returncode == code, f"{done.returncode}: {done.stdout}{done.stderr}"
        if code:
            assert "Traceback" not in done.stderr
        return done


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "home")


@pytest.fixture
def hub(cli: Cli) -> Iterator[Hub]:
    data = tiny_gguf(padding=2_000_000)
    found = Hub({"Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf": data})
    cli.environment["HF_ENDPOINT"] = found.url
    yield found
    found.close()


def test_list_and_info(cli: Cli) -> None:
    listing = cli("models", "list").stdout
    assert "NLI models" in listing and "roberta-large-mnli" in listing and "Language models" in listing
    rows = json.loads(cli("models", "list", "--kind", "llm", "--json").stdout)
    assert rows and {row["kind"] for row in rows} == {"llm-gguf"}
    assert "sha256 7485fe6f" in cli("models", "info", "qwen3-4b").stdout
    wrong = cli("models", "info", "qwen3-5b", code=2)
    assert "or qwen3-4b or" in wrong.stderr and wrong.stdout == ""


@pytest.mark.parametrize("command", ["list", "info", "pull", "import", "convert", "verify", "remove", "use"])
def test_help_has_examples(cli: Cli, command: str) -> None:
    page = cli("models", command, "--help").stdout
    assert "Example" in page and f"localcheck models {command}" in page and "--json" in page


def test_help_loads_no_runtime(cli: Cli) -> None:
    code = (
        "import sys; from localcheck.cli.main import run; run(['models','--help']); run(['models','list','--json']);"
        "bad = {'ctranslate2','torch','transformers','tokenizers','numpy.testing'} & set(sys.modules);"
        "sys.exit(f'loaded: {bad}' if bad else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=cli.environment, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_import_use_verify_remove(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "tiny-q4.gguf").write_bytes(tiny_gguf(padding=1000))
    made = json.loads(cli("models", "import", str(tmp_path / "tiny-q4.gguf"), "--json").stdout)
    assert made["name"] == "tiny-q4" and made["kind"] == "llm-gguf"
    assert "already" in cli("models", "import", str(tmp_path / "tiny-q4.gguf"), code=2).stderr
    assert 'llm = "gguf:tiny-q4"' in cli("models", "use", "tiny-q4").stdout
    assert "as recorded" in cli("models", "verify", "tiny-q4").stdout
    listed = cli("models", "list", "--installed", "--kind", "llm").stdout.splitlines()
    assert "tiny-q4" in listed[1] and all(map(str.strip, listed))
    with (cli.home / "models" / "tiny-q4" / "model.gguf").open("ab") as f:
        f.write(b"x")
    assert "recorded" in cli("models", "verify", code=3).stdout
    assert "still names tiny-q4" in cli("models", "remove", "tiny-q4", "--yes").stderr
    assert not list((cli.home / "models").iterdir())
    assert "not installed" in cli("models", "remove", "tiny-q4", "--yes", code=3).stderr
    gone = cli("models", "use", "tiny-q4", code=3)
    assert "if it stands there: localcheck models pull tiny-q4" in gone.stderr


def test_bad_input_has_one_line_and_a_hint(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04")
    (tmp_path / "deberta").mkdir()
    (tmp_path / "deberta" / "config.json").write_text('{"model_type": "deberta-v2"}')
    for arguments in (
        ("import", str(tmp_path / "a.zip")),
        ("import", str(tmp_path / "nothing.gguf")),
        ("convert", str(tmp_path / "deberta"), "--name", "d"),
        ("pull", "nothing-like-this", "--network"),
        ("list", "--wrong"),
        ("convert", str(tmp_path / "deberta"), "--name", "../d"),
    ):
        done = cli("models", *arguments, code=2)
        assert done.stderr.count("localcheck: error:") == 1 and done.stdout == ""
    assert "roberta-large-mnli" in cli("models", "convert", str(tmp_path / "deberta"), "--name", "d", code=2).stderr


def test_convert_then_score(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    make_checkpoint(tmp_path / "source", "bert")
    monkeypatch.setenv("LOCALCHECK_HOME", str(cli.home))
    # In this process, which has PyTorch loaded.
    assert main(["models", "convert", str(tmp_path / "source"), "--name", "mine", "--licence", "MIT"]) == 0
    row = json.loads(cli("models", "info", "mine", "--json").stdout)
    assert row["licence"] == "MIT" and row["card"]["segments"] is True and len(row["sha256"]) == 64


def test_pull_needs_the_network_and_goes_on_after_a_break(cli: Cli, hub: Hub) -> None:
    refused = cli("models", "pull", "qwen3-4b", code=5)
    assert "--network" in refused.stderr and hub.seen == []
    hub.break_after = 800_000
    broken = cli("models", "pull", "qwen3-4b", "--network", code=4)
    assert "stopped" in broken.stderr and "goes on" in broken.stderr
    assert [p.name for p in (cli.home / "models").iterdir()] == [".qwen3-4b.part"]
    hub.mend()
    wrong = cli("--network", "models", "pull", "qwen3-4b", code=2)
    assert "another SHA-256" in wrong.stderr, "the catalogue knows the hash of the real file"
    assert "qwen3-4b" not in [p.name for p in (cli.home / "models").iterdir()]


def test_ctrl_c_in_a_pull_says_how_to_go_on(cli: Cli, hub: Hub) -> None:
    hub.delay = 0.3
    started = subprocess.Popen(
        [*warm.command(), "models", "pull", "qwen3-4b", "--network"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=cli.environment,
    )
    part = cli.home / "models" / ".qwen3-4b.part" / "source"
    deadline = time.monotonic() + 60
    while not any(p.stat().st_size for p in part.glob("*/*.incomplete")) and time.monotonic() < deadline:
        time.sleep(0.05)
    busy = cli("models", "pull", "qwen3-4b", "--network", code=2)
    assert "another process" in busy.stderr
    started.send_signal(signal.SIGINT)
    _, talk = started.communicate(timeout=60)
    assert started.returncode == 130 and "run the same command again" in talk and "Traceback" not in talk
    assert [p.name for p in (cli.home / "models").iterdir()] == [".qwen3-4b.part"]
    assert any(part.glob("*/*.incomplete"))
