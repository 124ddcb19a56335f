"""``localcheck correct`` through real processes, with a table in the place of the NLI model."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

WRONG, RIGHT = "The museum opened in 1913.", "The museum opened in 1912."


def test_edits_are_shown_then_written_and_the_original_is_kept(localcheck: Run, tmp_path: Path) -> None:
    rows = [
        {"premise": RIGHT, "hypothesis": WRONG, "scores": [0.01, 0.04, 0.95]},
        {"premise": RIGHT, "hypothesis": RIGHT, "scores": [0.97, 0.02, 0.01]},
    ]
    (tmp_path / "table.json").write_text(json.dumps(rows))
    (tmp_path / "context.txt").write_text(RIGHT)
    (tmp_path / "answer.txt").write_text(WRONG)
    command = ("correct", "answer.txt", "--context", "context.txt", "--nli", "table:table.json")
    done = localcheck(*command, "--json")
    assert done.returncode == 1, done.stderr
    (edit,) = json.loads(done.stdout)
    assert (edit["old"], edit["new"], edit["quote"]) == ("1913", "1912", RIGHT)
    assert (tmp_path / "answer.txt").read_text() == WRONG, "nothing is written unasked"
    assert localcheck(*command, "--write").returncode == 1
    assert (tmp_path / "answer.txt").read_text() == RIGHT
    assert (tmp_path / "answer.txt.orig").read_text() == WRONG
    again = localcheck(*command)
    assert (again.returncode, again.stdout) == (0, "no edit\n")
    (tmp_path / "answer.txt").write_text(WRONG)
    done = localcheck(*command, "--write")
    assert done.returncode == 2 and "exists already" in done.stderr
