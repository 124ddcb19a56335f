"""``-`` is standard input or output for every command that reads a text or writes a report; a closed one is an empty one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run

SOURCE, ANSWER = "Das Café öffnete 1912.", "Das Café öffnete 1913."
CHECK = ("check", "--text", "Mars has two moons.", "-d", "all-false", "-q", "--no-store", "--fail-on", "never")


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_an_answer_on_standard_input_is_read_as_a_file_is(localcheck: Run, tmp_path: Path, coding: str) -> None:
    (tmp_path / "context.txt").write_text(SOURCE, encoding="utf-8")
    done = localcheck("faithfulness", "--context", "context.txt", "--answer", "-", "-d", "all-false", "--json",
                      "--fail-on", "never", stdin=ANSWER.encode(coding))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["report"]["document"]["text"] == ANSWER


@pytest.mark.parametrize("given", [b"", b" \n"])
def test_an_empty_answer_on_standard_input_is_an_answer(localcheck: Run, tmp_path: Path, given: bytes) -> None:
    (tmp_path / "context.txt").write_text(SOURCE, encoding="utf-8")
    done = localcheck("faithfulness", "--context", "context.txt", "--answer", "-", "--json", stdin=given)
    assert json.loads(done.stdout)["faithfulness"]["outcome"] == "empty_answer"


@pytest.mark.parametrize(
    "command",
    [
        ("check", "-", "-"),
        ("check", "-", "--context", "-"),
        ("faithfulness", "--context", "-", "--answer", "-"),
        ("correct", "-", "--context", "-"),
    ],
    ids=" ".join,
)
def test_standard_input_is_named_once(localcheck: Run, command: tuple[str, ...]) -> None:
    done = localcheck(*command, stdin=SOURCE)
    assert done.returncode == 2 and "standard input is named twice" in done.stderr


def test_corrections_of_standard_input_are_shown_and_not_written(localcheck: Run, tmp_path: Path) -> None:
    done = localcheck("correct", "-", "-d", "all-false", stdin=ANSWER)
    assert (done.returncode, done.stdout) == (0, "no edit\n"), done.stderr
    done = localcheck("correct", "-", "--write", stdin=ANSWER)
    assert done.returncode == 2 and "--write edits a file" in done.stderr and not (tmp_path / "-").exists()


def test_a_report_goes_from_one_command_to_the_next(localcheck: Run, tmp_path: Path) -> None:
    report = localcheck(*CHECK, "--json", "--out", "-").stdout
    assert json.loads(report)["verdicts"] and not (tmp_path / "-").exists()
    done = localcheck("verify-report", "-", stdin=report)
    assert done.returncode == 0 and "0 problems found" in done.stdout, done.stderr
    report = report.replace("Mars has two moons.", "Mars has three moons.", 1)
    assert localcheck("verify-report", "-", stdin=report).returncode == 1


def test_a_device_as_output_is_refused_in_words_that_fit(localcheck: Run) -> None:
    done = localcheck(*CHECK, "--out", "/dev/stdout")
    assert done.returncode == 2 and "no regular file" in done.stderr, done.stderr


@pytest.mark.parametrize("command", [("check", "-"), ("faithfulness", "--context", "-", "--text", "Mars is red.")])
def test_a_closed_standard_input_is_an_empty_one(home: Path, command: tuple[str, ...]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "localcheck", *command],
        env={**os.environ, "LOCALCHECK_HOME": str(home), "LOCALCHECK_NLI": "starter-nli", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode in (1, 2) and "empty" in done.stdout + done.stderr, done.stderr


@pytest.mark.parametrize("coding", ["ascii", "latin-1", "utf-8"])
def test_what_goes_into_a_pipe_is_utf_8_whatever_the_locale_says(localcheck: Run, tmp_path: Path, coding: str) -> None:
    (tmp_path / "a.txt").write_text("Das Café 😀 öffnete „1912“.", encoding="utf-8")
    check = ("check", "a.txt", "-d", "all-false", "-q", "--no-store", "--fail-on", "never", "--json")
    done = localcheck(*check, PYTHONIOENCODING=coding)
    assert json.loads(done.stdout)["document"]["text"] == "Das Café 😀 öffnete „1912“."
