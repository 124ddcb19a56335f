"""One command makes a whole model: each step it runs is a command of the script, and it goes on where it stopped."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from localcheck.errors import NetworkRefused
from training.commands import FIRST_RUNS, SHIPPED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_nli", ROOT / "scripts" / "train_nli.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def steps(script: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[list[str]]:
    """The commands that are run, each read by the script's own parser."""
    run: list[list[str]] = []
    monkeypatch.setattr(script, "step", lambda *given: run.append(list(given)))
    options = script.parser().parse_args(arguments)
    getattr(script, options.command.replace("-", "_"))(options)
    for command in run:
        script.parser().parse_args(command)
    return run


def test_the_careful_reader(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    given = ("careful", "--base", str(tmp_path / "base"), "--out", str(tmp_path / "work"), "--to", str(tmp_path / "to"))
    names = ["draw-teacher", "train-teacher", "export-adapter"]
    run = steps(script, monkeypatch, *given)
    assert [command[0] for command in run] == [*names, *names, "export-adapter"]
    second, last = run[4], run[-1]
    assert second[second.index("--init") + 1] == str(tmp_path / "work/first/adapter"), "it begins from the first"
    assert last[-1] == str(tmp_path / "to") and str(tmp_path / "work/first/adapter") in last
    for part in ("first", "more"):
        (tmp_path / "work" / part).mkdir(parents=True)
        (tmp_path / "work" / part / "teacher.npz").write_bytes(b"")
    assert "draw-teacher" not in [command[0] for command in steps(script, monkeypatch, *given)]


def test_the_base_is_fetched_where_it_is_missing(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.invalid/simple")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    with pytest.raises(NetworkRefused):
        steps(script, monkeypatch, "careful", "--base", str(tmp_path / "base"), "--out", str(tmp_path))


def test_the_starter(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = ("starter", "--index", "wiki", "--out", str(tmp_path), "--to", str(tmp_path / "to"))
    run = steps(script, monkeypatch, *given)
    names = [command[0] for command in run]
    assert names == ["draw-student", "label-student", "train-student", "train-student", "export"]
    first, more = str(tmp_path / "starter.safetensors"), str(tmp_path / "more.safetensors")
    assert "--init" not in run[2] and run[3][run[3].index("--init") + 1] == first, "it begins from the first"
    assert run[4] == ["export", "--checkpoint", first, more, "--out", str(tmp_path / "to")]
    shorter = steps(script, monkeypatch, *given, "--minutes", "2", "--most", "64")
    assert [script.parser().parse_args(command).minutes for command in shorter[2:4]] == [2.0, 2.0]
    assert [script.parser().parse_args(command).minutes for command in run[2:4]] == [None, 48.0]
    (tmp_path / "read.jsonl.gz").write_bytes(b"")
    assert [command[0] for command in steps(script, monkeypatch, *given)] == names[1:]


def test_a_third_run_of_either(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    careful = steps(script, monkeypatch, "careful-contrast", "--out", str(tmp_path / "c"), "--to", str(tmp_path / "to"))
    assert [command[0] for command in careful] == ["draw-teacher", "train-teacher", "export-adapter"]
    assert careful[1][careful[1].index("--init") + 1] == str(FIRST_RUNS), "it begins from what `careful` gives"
    exported = script.parser().parse_args(careful[2])
    assert exported.checkpoint == [tmp_path / "c/teacher.safetensors", FIRST_RUNS] and exported.out == tmp_path / "to"
    assert len(exported.shares) == 2 and sum(exported.shares) == 1 and exported.entail > 0
    given = ("starter-contrast", "--index", "wiki", "--out", str(tmp_path / "s"), "--to", str(tmp_path / "to"))
    starter = steps(script, monkeypatch, *given)
    assert [command[0] for command in starter] == ["draw-student", "label-student", "train-student", "export"]
    assert "--kept-only" in starter[1], "no model is asked"
    assert starter[3] == [
        "export", "--checkpoint", str(tmp_path / "s/starter.safetensors"), str(SHIPPED), "--out", str(tmp_path / "to")
    ]  # fmt: skip
    (tmp_path / "s").mkdir()
    (tmp_path / "s/read.jsonl.gz").write_bytes(b"")
    assert steps(script, monkeypatch, *given)[0][0] == "label-student"


def test_a_step_that_fails_ends_the_run(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    failing = tmp_path / "failing.py"
    failing.write_text("import sys\nsys.exit(3 if sys.argv[1:] == ['x'] else 0)\n")
    monkeypatch.setattr(script, "__file__", str(failing))
    script.step("y")
    with pytest.raises(SystemExit) as ended:
        script.step("x")
    assert ended.value.code == 3


def test_a_draw_that_was_stopped_is_not_taken_for_a_whole_one(script: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "read.jsonl.gz"
    with pytest.raises(KeyboardInterrupt), script.whole(path) as part:
        part.write_bytes(b"half")
        raise KeyboardInterrupt
    assert not path.exists()
    with script.whole(path) as part:
        part.write_bytes(b"all of it")
    assert path.read_bytes() == b"all of it" and part.suffix == ".gz"
