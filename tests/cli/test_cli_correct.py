"""``localcheck correct`` through real processes, with a table in the place of the NLI model."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from localcheck.cli.checks.correct import correct
from localcheck.errors import BadInput
from localcheck.run.correcting import Corrected, corrected
from tests.cli.conftest import Run

WRONG, RIGHT = "The museum opened in 1913.", "The museum opened in 1912."


@pytest.fixture
def museum(tmp_path: Path) -> tuple[str, ...]:
    """The command for ``answer.txt``."""
    rows = [
        {"premise": RIGHT, "hypothesis": WRONG, "scores": [0.01, 0.04, 0.95]},
        {"premise": RIGHT, "hypothesis": RIGHT, "scores": [0.97, 0.02, 0.01]},
    ]
    (tmp_path / "table.json").write_text(json.dumps(rows))
    (tmp_path / "context.txt").write_text(RIGHT)
    return "correct", "answer.txt", "--context", "context.txt", "--nli", "table:table.json"


def test_edits_are_shown_then_written_and_the_original_is_kept(
    localcheck: Run, tmp_path: Path, museum: tuple[str, ...]
) -> None:
    (tmp_path / "answer.txt").write_text(WRONG)
    done = localcheck(*museum, "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    (edit,), (again,) = found["edits"], found["checked_again"]
    assert (edit["old"], edit["new"], edit["quote"]) == ("1913", "1912", RIGHT)
    assert (again["claim"]["text"], again["label"], found["without_edit"]) == (RIGHT, "supported", [])
    assert (tmp_path / "answer.txt").read_text() == WRONG, "nothing is written unasked"
    assert localcheck(*museum, "--write").returncode == 1
    assert (tmp_path / "answer.txt").read_text() == RIGHT
    assert (tmp_path / "answer.txt.orig").read_text() == WRONG
    again = localcheck(*museum)
    assert (again.returncode, again.stdout) == (0, "no edit\n")
    (tmp_path / "answer.txt").write_text(WRONG)
    done = localcheck(*museum, "--write")
    assert done.returncode == 2 and "exists already" in done.stderr
    assert done.stdout == "", "it is refused before the check"


def test_a_stored_run_is_corrected_without_being_judged_again(
    localcheck: Run, tmp_path: Path, museum: tuple[str, ...]
) -> None:
    text = tmp_path / "answer.txt"
    text.write_text(WRONG)
    done = localcheck("check", "answer.txt", "--context", "context.txt", "-d", "faithfulness", "--nli", museum[-1])
    assert done.returncode == 1, done.stderr
    stored = "correct", "--run", "1", "--nli", museum[-1]
    done = localcheck(*stored)
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "1913 → 1912  (claim 0.0)"), done.stderr
    assert "checked again: supported" in done.stdout
    assert localcheck("correct", "answer.txt", *stored[1:], "--write").returncode == 1
    assert text.read_text() == RIGHT
    for wrong, said in (
        (("correct", "answer.txt", *stored[1:]), "is not the text of run 1"),
        ((*stored, "--write"), "--write needs the FILE to edit"),
        ((*stored, "--context", "context.txt"), "leave out --context"),
        (("correct", "--run", "9"), "unknown run '9'"),
        (("correct",), "name a FILE, or a stored run with --run"),
    ):
        done = localcheck(*wrong)
        assert done.returncode == 2 and said in done.stderr, (wrong, done.stderr)


def test_what_was_saved_during_the_check_is_not_overwritten(
    starter: Path,
    tmp_path: Path,
    museum: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, more = tmp_path / "answer.txt", f"{WRONG}\n\nA paragraph more.\n"

    def saved_meanwhile(*given: Any) -> Corrected:
        file.write_text(more)
        return corrected(*given)

    file.write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOCALCHECK_HOME", str(starter))
    monkeypatch.setattr("localcheck.run.correcting.corrected", saved_meanwhile)
    with pytest.raises(BadInput, match="was changed while it was checked; nothing is written") as refused:
        correct.main([*museum[1:], "--write"], standalone_mode=False)
    assert refused.value.exit_code == 2 and "run it again" in refused.value.hint
    assert "1913 → 1912" in capsys.readouterr().out, "the edits are shown"
    assert file.read_text() == more and not (tmp_path / "answer.txt.orig").exists()


@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_mark_and_line_ends_of_a_file_are_written_back(
    localcheck: Run, tmp_path: Path, museum: tuple[str, ...], mark: bytes, ends: bytes
) -> None:
    file = tmp_path / "answer.txt"
    file.write_bytes(mark + ends.join([b"The museum", b"", WRONG.encode(), b""]))
    assert localcheck(*museum, "--write").returncode == 1
    assert file.read_bytes() == mark + ends.join([b"The museum", b"", RIGHT.encode(), b""])


def test_what_could_not_be_written_back_as_it_was_is_left(
    localcheck: Run, tmp_path: Path, museum: tuple[str, ...]
) -> None:
    for content in (b"The museum.\r\n\nIt is old.\n", b"The caf\xe9 is old.\n"):
        (tmp_path / "answer.txt").write_bytes(content)
        done = localcheck(*museum, "--write")
        assert done.returncode == 2 and "is not plain UTF-8 text" in done.stderr
        assert (tmp_path / "answer.txt").read_bytes() == content


@pytest.mark.parametrize(
    ("name", "content", "why", "hint"),
    [
        ("a.md", f"# The *museum*\n\n{WRONG}\n", "--write edits plain text; this is Markdown", "localcheck lsp"),
        ("a.html", f"<p>{WRONG}</p>\n", "--write edits plain text; this is HTML", "localcheck lsp"),
        ("a.csv", f"note\n{WRONG}\n", "--write edits plain text; this is CSV", "without --write the edits are shown"),
        ("a.jsonl", json.dumps({"text": WRONG}), "--write edits plain text; this is JSON", "without --write the edits"),
        ("a.txt", f"{WRONG} <!-- localcheck: ignore a joke -->\n", "holds markers of localcheck", "localcheck lsp"),
    ],
)
def test_the_true_reason_is_told_why_a_file_is_not_edited(
    localcheck: Run, tmp_path: Path, museum: tuple[str, ...], name: str, content: str, why: str, hint: str
) -> None:
    (tmp_path / name).write_text(content)
    done = localcheck(museum[0], name, *museum[2:], "--write")
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr and hint in done.stderr
    assert (tmp_path / name).read_text() == content
