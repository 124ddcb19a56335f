"""A professional's hour, scripted in a real terminal, with the starter model and the starter encyclopedia.

A queue of three documents with an owner, filters, a quote found in the index, own label, undo and redo, a wording edited,
kill -9 while a run and a review go on, both continued, a second reviewer blind, a dispute and its adjudication, the finish
screen, sign-off, every export, a page that was changed by one byte, and a second draft.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_tui_program import PATIENCE, Terminal, needs_tmux

from localcheck.store import Standing, Store
from tests import warm

TEXT = (
    "Mars has four moons. The Danube is the longest river in Europe.\n\n"
    "The Eiffel Tower stands in Paris. It was completed in 1889."
)
OTHER = "Marie Curie was born in Warsaw."
LONG = " ".join(f"Mars is planet number {number} from the Sun." for number in range(1, 3001))
"""So long that the run still goes on when it is paused and when it is killed, however fast the machine is."""
QUEUE = ("text.txt", "more", "set.jsonl")
SECOND = TEXT.replace("The Danube is the longest river in Europe.", "The Danube flows through Vienna.")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "localcheck.toml").write_text('nli = "starter-nli"\n', encoding="utf-8")
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "curie.txt").write_text(OTHER, encoding="utf-8")
    (tmp_path / "set.jsonl").write_text(json.dumps({"id": "planets", "text": LONG}) + "\n", encoding="utf-8")
    opened = Terminal(tmp_path)
    opened.type(f"export LOCALCHECK_HOME={shlex.quote(str(tmp_path / 'home'))} PS1='ready> '; clear")
    opened.press("Enter")
    yield opened
    opened.close()


def command(terminal: Terminal, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LOCALCHECK_HOME": str(terminal.folder / "home")}
    return warm.run(arguments, folder=terminal.folder, environment=environment)


def review(terminal: Terminal, *arguments: str, until: str) -> None:
    terminal.type("clear; " + shlex.join([sys.executable, "-m", "localcheck", "review", "--no-animation", *arguments]))
    terminal.press("Enter")
    terminal.until(until)


def leave(terminal: Terminal) -> None:
    terminal.press("q")
    terminal.until("ready>")


def step(terminal: Terminal, *keys: str, until: str) -> str:
    terminal.press(*keys)
    return terminal.until(until)


def queue_of_three(terminal: Terminal) -> None:
    """Three documents are checked in the background; one run is paused; a row gets an owner; N goes from one to the next."""
    review(terminal, *QUEUE, until="queue: 3 documents")
    filtered(terminal, "planets", hidden="text.txt")
    step(terminal, "Enter", until="1/3000  planets")
    step(terminal, "Space", until="paused")
    step(terminal, "F9", until="queue: 3 documents")
    terminal.until("   checked")
    filtered(terminal, "is:checked", hidden="planets")
    step(terminal, "O", until="Whose document")
    typed(terminal, "ada")
    step(terminal, "Enter", until="  ada ")
    terminal.until_gone("Whose document")  # a key now would go to the closing dialog
    terminal.settle()
    step(terminal, "Enter", until="1/4  text.txt")
    step(terminal, "N", until="curie.txt")
    step(terminal, "N", until="planets")
    step(terminal, "N", until="1/4  text.txt")


def filtered(terminal: Terminal, query: str, hidden: str) -> None:
    """Filter the list in view until a row is gone, and go back to its rows."""
    terminal.settle()
    terminal.press("/")
    terminal.settle()
    terminal.type(query)
    terminal.until(f"  {query} ")
    terminal.until_gone(hidden)
    terminal.settle()
    terminal.press("Enter")
    terminal.settle()


def typed(terminal: Terminal, text: str) -> None:
    """Type into the field that was just opened, over what is proposed."""
    terminal.settle()
    terminal.press("C-u")
    terminal.settle()
    terminal.type(text)
    terminal.settle()


def ada_decides(terminal: Terminal) -> None:
    """Filter, accept, a quote from the index, undo and redo, a wording."""
    terminal.until("✗2")
    terminal.until("decided 0/4")
    terminal.press("/")
    terminal.type("is:refuted")
    step(terminal, "Enter", until="2/4")
    step(terminal, "Enter", until="1/4  text.txt")
    terminal.press("Escape")
    terminal.settle()
    step(terminal, "a", until="Your name?")
    typed(terminal, "ada")
    step(terminal, "Enter", until="decided 1/4")
    terminal.until("· ada")
    terminal.until("2/4")
    step(terminal, "e", until="search the index")
    terminal.type("Danube")
    step(terminal, "Enter", until="⌕ Danube")
    terminal.settle()
    terminal.press("Enter")
    terminal.until("the quote is kept")
    step(terminal, "o", until="Your label")
    terminal.until("verbatim in Danube")
    terminal.press("2")
    terminal.settle()
    terminal.type("the Volga is longer")
    step(terminal, "Enter", until="decided 2/4")
    step(terminal, "u", until="took back: refuted, claim 1.0")
    step(terminal, "U", until="made again: refuted, claim 1.0")
    step(terminal, "G", until="4/4")
    step(terminal, "E", until="Edit the wording")
    typed(terminal, "The Eiffel Tower was completed on 31 March 1889.")
    step(terminal, "Enter", until="reworded by ada")


def killed(terminal: Terminal) -> None:
    """kill -9 of the app: nothing that was decided is lost, and the run that was going on goes on."""
    with Store(terminal.folder / "home" / "localcheck.db") as store:
        before = store.reviews.decisions(1, "ada")
    found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    pids = [
        int(line.split()[0]) for line in found.splitlines() if "localcheck review" in line and sys.executable in line
    ]
    mine = [pid for pid in pids if f"LOCALCHECK_HOME={terminal.folder / 'home'}" in environment_of(pid)]
    assert mine, found
    os.kill(mine[0], signal.SIGKILL)
    terminal.until("ready>")
    terminal.type("stty sane; printf '\\033[?1049l'; clear")
    terminal.press("C-j")
    terminal.settle()
    review(terminal, *QUEUE, until="queue: 3 documents")
    with Store(terminal.folder / "home" / "localcheck.db") as store:
        assert store.reviews.decisions(1, "ada") == before and len(before) == 2
        assert len(store.runs()) == 3, "no document is checked a second time"
        judged = len(store.load(3).verdicts)
        end = time.monotonic() + PATIENCE
        while len(store.load(3).verdicts) <= judged:  # the run that was killed goes on where it stood
            assert time.monotonic() < end, terminal.screen()
            time.sleep(0.2)
    terminal.until("running")
    terminal.settle()
    step(terminal, "Enter", until="decided 2/4")
    step(terminal, "f", until="✓ reworded 1")
    filtered(terminal, "is:undecided in:eiffel", hidden="is:left")
    shown = terminal.until("The Eiffel Tower stands in Paris.")
    assert "Danube" not in shown and "Mars" not in shown
    step(terminal, "Enter", until="3/4  text.txt")
    step(terminal, "a", until="decided 3/4")
    step(terminal, "a", until="decided 4/4")
    leave(terminal)


def environment_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/environ").read_text(errors="replace")
    except OSError:
        return ""


def bob_and_cyd(terminal: Terminal) -> None:
    """A blind second reviewer disagrees about one claim, a third one adjudicates."""
    review(terminal, "1", "--as", "bob", "--blind", until="BLIND")
    shown = terminal.screen()
    assert "refuted" not in shown and "ada" not in shown and "Volga is longer" not in shown
    step(terminal, "o", until="Your label")
    terminal.press("1", "Enter")
    terminal.until("disputed: another reviewer says otherwise")
    leave(terminal)
    review(terminal, "1", "--as", "cyd", until="≠1 disputed")
    step(terminal, "S", until="1 claim not settled")
    terminal.press("Escape")
    terminal.until_gone("1 claim not settled")
    terminal.settle()
    step(terminal, "o", until="Your label")
    terminal.press("2", "Enter")
    terminal.until("decided 1/4")
    step(terminal, "f", until="nothing is left")
    terminal.settle()
    step(terminal, "S", until="signed off by cyd")
    step(terminal, "f", until="signed off by cyd")
    terminal.press("Escape")
    terminal.until("2/4  text.txt")


def exports(terminal: Terminal) -> None:
    """Every format from the app's list; the page is verified, and found changed by one byte."""
    for number, ending in enumerate(("html", "docx", "md", "csv", "jsonl", "json", "sarif")):
        terminal.settle(0.2)
        step(terminal, "x", until="Export the run")
        for _ in range(number):
            terminal.press("C-f")
        terminal.until(f" .{ending} ")  # the pick-list; the end of a long path may not be in sight
        terminal.press("Enter")
        terminal.until_gone("Export the run")
        written(terminal.folder / f"text.review.{ending}")
    leave(terminal)
    for ending in ("html", "md", "jsonl"):
        done = command(terminal, "verify-report", f"text.review.{ending}")
        assert done.returncode == 0 and "the sign-off by cyd" in done.stdout, done.stdout + done.stderr
    page = terminal.folder / "text.review.html"
    text = page.read_text(encoding="utf-8")
    assert "cyd adjudicated: refuted" in text and "bob decided: supported; blind" in text
    assert "The Eiffel Tower was completed on 31 March 1889." in text
    assert text.count("Mars has two small moons") >= 1
    page.write_text(text.replace("Mars has two small moons", "Mars has twe small moons", 1), encoding="utf-8")
    done = command(terminal, "verify-report", "text.review.html")
    assert done.returncode == 1 and "quote is not on the page as it was written" in done.stdout, done.stdout


def written(path: Path, seconds: float = 30.0) -> None:
    """Wait until a file is there: it appears whole."""
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"{path.name} was not written"
        time.sleep(0.1)
    assert path.stat().st_size > 100


def second_draft(terminal: Terminal) -> None:
    """The edited text keeps what was decided about unchanged sentences, and checks the new one."""
    (terminal.folder / "text.txt").write_text(SECOND, encoding="utf-8")
    review(terminal, "text.txt", until="Reviewed before")
    terminal.settle(1.0)  # its choices wait for a moment
    step(terminal, "Enter", until="run 4")
    terminal.until("carried over")
    terminal.until("run 4 · starter · ada")
    leave(terminal)
    with Store(terminal.folder / "home" / "localcheck.db") as store:
        assert set(store.reviews.decisions(4, "ada")) >= {"0.0", "2.0"}
        assert store.reviews.curations(4)["0.0"].standing is Standing.ADJUDICATED


@needs_tmux
@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_working_day(terminal: Terminal) -> None:
    pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    queue_of_three(terminal)
    ada_decides(terminal)
    killed(terminal)
    bob_and_cyd(terminal)
    exports(terminal)
    second_draft(terminal)
