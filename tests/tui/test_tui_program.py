"""The real program in a real terminal (tmux): from opening a file to exporting the report.

The method is ``all-false``, a baseline that needs no model, so that this runs on every machine.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from localcheck.cli.main import run as command
from localcheck_tui.app import LocalcheckApp

TEXT = "Marie Curie was born in Warsaw. She discovered radium.\n\nShe died in 1934."
PATIENCE = 240.0
"""Seconds to wait for something on the screen: on a busy machine the program starts slowly."""
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A tmux session of its own server, so that nobody's configuration or sessions are touched."""

    def __init__(self, folder: Path) -> None:
        self._socket = f"localcheck-{secrets.token_hex(4)}"
        self.folder = folder
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", "-c", str(folder), "sh")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout

    def type(self, text: str) -> None:
        """Type characters as they are."""
        self._tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names."""
        self._tmux("send-keys", *keys)

    def screen(self) -> str:
        """What a person sees."""
        return self._tmux("capture-pane", "-p")

    def until(self, wanted: str, seconds: float = PATIENCE) -> str:
        """Wait until ``wanted`` can be read."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if wanted in (shown := self.screen()):
                return shown
            time.sleep(0.1)
        raise AssertionError(f"{wanted!r} did not appear:\n{self.screen()}")

    def until_gone(self, unwanted: str, seconds: float = PATIENCE) -> None:
        """Wait until ``unwanted`` can no longer be read."""
        end = time.monotonic() + seconds
        while unwanted in self.screen():
            assert time.monotonic() < end, f"{unwanted!r} stayed:\n{self.screen()}"
            time.sleep(0.1)

    def settle(self, quiet: float = 0.5) -> None:
        """Wait until nothing moves any more: a person looks before typing on, and keys sent in one burst go to one widget.

        Where many programs share the machine, standing still for half a second says little: there it takes longer.
        """
        quiet *= max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) / 2)
        before, since = self.screen(), time.monotonic()
        while time.monotonic() - since < quiet:
            time.sleep(0.1)
            if (now := self.screen()) != before:
                before, since = now, time.monotonic()

    def close(self) -> None:
        """End the server of this session."""
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True, timeout=30)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    home = tmp_path / "home"
    home.mkdir()
    (home / "localcheck.toml").write_text('[detector]\nname = "all-false"\n', encoding="utf-8")
    (tmp_path / "curie.txt").write_text(TEXT, encoding="utf-8")
    opened = Terminal(tmp_path)
    opened.type(f"export LOCALCHECK_HOME={shlex.quote(str(home))} PS1='ready> '; clear")
    opened.press("Enter")
    yield opened
    opened.close()


def run(terminal: Terminal, *arguments: str) -> None:
    terminal.type(shlex.join([sys.executable, "-m", "localcheck", *arguments]))
    terminal.press("Enter")


@needs_tmux
def test_from_opening_a_file_to_the_exported_report(terminal: Terminal) -> None:
    run(terminal)
    terminal.until("Welcome to localcheck")
    terminal.press("o")
    terminal.until("curie.txt")
    terminal.type("/curie.txt")
    terminal.press("Enter")
    terminal.until("decided 0/3")
    shown = terminal.until("She discovered radium.")
    assert "1/3" in shown
    terminal.press("j")
    terminal.until("2/3")
    terminal.press("o")
    terminal.until("Your name?")
    terminal.settle()
    terminal.press("Enter")
    terminal.until("Your label")
    terminal.press("1")
    terminal.settle()
    terminal.type("she did, with Pierre")
    terminal.until("she did, with Pierre")
    terminal.press("Enter")
    terminal.until("3/3")
    terminal.until_gone("Your label")
    terminal.press("x")
    terminal.until("Export the run")
    terminal.press("Enter")
    terminal.until("wrote")
    terminal.press("q")
    terminal.until("ready>")
    page = (terminal.folder / "curie.review.html").read_text(encoding="utf-8")
    assert "she did, with Pierre" in page and "decided: supported" in page
    run(terminal, "runs", "list")
    terminal.until("finished")


@needs_tmux
def test_ctrl_c_does_not_end_the_app_and_q_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    run(terminal, "review", "curie.txt", "--no-animation", "--theme", "contrast")
    terminal.until("decided 0/3")
    terminal.until_gone("running")
    terminal.press("C-c")
    terminal.press("j")
    terminal.until("2/3")
    terminal.press("q")
    terminal.until("ready>")
    terminal.type("echo $((40 + 2))")
    terminal.press("Enter")
    terminal.until("42")


@needs_tmux
def test_a_file_that_is_not_there_is_an_error_without_an_app(terminal: Terminal) -> None:
    run(terminal, "review", "nothing.txt")
    terminal.until("error: nothing.txt: no such file, and not the number of a run")


def test_without_a_terminal_the_app_says_so(tmp_path: Path) -> None:
    environment = {**os.environ, "LOCALCHECK_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "localcheck", "review"]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr and "localcheck check" in done.stderr


@pytest.mark.parametrize(
    ("drawn", "term", "told"),
    [
        (("ISO-8859-1", True), "xterm", "needs UTF-8, and the locale of this terminal says ISO-8859-1"),
        (("utf-8", False), "xterm", "drawn on standard error, which goes elsewhere"),
        (("utf-8", True), "dumb", "cannot be drawn where TERM is dumb"),
    ],
)
def test_where_the_app_cannot_be_drawn_it_says_so(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    drawn: tuple[str, bool],
    term: str,
    told: str,
) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "__stderr__", SimpleNamespace(encoding=drawn[0], isatty=lambda: drawn[1]))
    monkeypatch.setenv("TERM", term)
    assert command(["review"]) == 2
    assert told in capsys.readouterr().err


def test_importing_the_app_loads_no_runtime(tmp_path: Path) -> None:
    """What the first frame needs must not wait for models, indexes or NumPy."""
    heavy = [
        "numpy",
        "scipy",
        "ctranslate2",
        "tantivy",
        "whoosh",
        "llama_cpp",
        "tokenizers",
        "trafilatura",
        "transformers",
    ]
    program = (
        "import sys, localcheck_tui.app, localcheck_tui.session, localcheck.cli.checks.review\n"
        f"print(sorted(set({heavy!r}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


@needs_tmux
def test_plain_localcheck_takes_the_network_and_the_settings_that_are_typed(terminal: Terminal) -> None:
    (terminal.folder / "mine.toml").write_text('[detector]\nname = "selfcheck-ngram"\n', encoding="utf-8")
    run(terminal, "--network", "--config", "mine.toml")
    terminal.until("Welcome to localcheck")
    terminal.press("F5")
    terminal.until("selfcheck-ngram")
    terminal.press("BTab", "BTab", "BTab", "Enter")
    terminal.until("network")
    shown = terminal.screen()
    line = next(line for line in shown.splitlines() if "network" in line)
    assert "yes" in line, shown


def test_a_closed_window_ends_the_program_though_no_signal_tells_it(tmp_path: Path) -> None:
    """It used a whole processor for ever: the thread that reads keys found the end of the input again and again."""
    (tmp_path / "one.txt").write_text(TEXT)
    (tmp_path / "localcheck.toml").write_text('[detector]\nname = "all-false"\n')
    outer, inner = os.openpty()
    command = [sys.executable, "-m", "localcheck", "review", "one.txt"]
    home = {
        **os.environ,
        "LOCALCHECK_HOME": str(tmp_path / "home"),
        "LOCALCHECK_DETECTOR": "all-false",
        "TERM": "xterm",
    }
    program = subprocess.Popen(
        command, cwd=tmp_path, env=home, stdin=inner, stdout=inner, stderr=inner, start_new_session=True
    )
    try:
        os.close(inner)
        shown = b""
        while b"radium" not in shown:
            shown += os.read(outer, 65536)
        os.close(outer)
        assert program.wait(PATIENCE) == 128 + signal.SIGHUP
    finally:
        program.kill()


def test_the_command_line_chooses_method_and_evidence_as_for_check(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``review FILE --index mine`` was an unknown option, and the text was checked against the starter."""
    opened: list[LocalcheckApp] = []
    terminal = SimpleNamespace(isatty=lambda: True, encoding="utf-8")
    monkeypatch.setattr(
        "localcheck.cli.checks.review.sys", SimpleNamespace(stdin=terminal, stdout=terminal, __stderr__=terminal)
    )
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("localcheck.cli.checks.review.gc", SimpleNamespace(disable=lambda: None))
    monkeypatch.setattr(LocalcheckApp, "run", lambda app: opened.append(app))
    command(["review", "--index", "mine", "-d", "fixed-k", "-o", "k=3", "--effort", "quick", "--as", "ada"])
    (settings,) = [app.settings for app in opened]
    assert (settings.index, settings.detector, settings.effort) == ("mine", "fixed-k", "quick")
    assert settings.detector_options("fixed-k") == {"k": "3"}
    opened[0].store.close()
