"""What is best on a machine, and what an effort takes where a model is missing."""

from __future__ import annotations

import resource
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from localcheck.backends.llm.fitness import Benchmark, Speed, assumed, remember
from localcheck.cli.main import cli
from localcheck.errors import BadSetting, MissingModel, MissingResource
from localcheck.models.catalogue import read_catalogue
from localcheck.models.overview import overview
from localcheck.monitoring.doctor import chosen_model
from localcheck.ports import Extractor
from localcheck.run.effort import NO_LLM, NO_ROOM, readers_of, usual_effort
from localcheck.run.runtime import open_runtime
from localcheck.run.setting_up import Machine, Plan, plan, plan_here
from localcheck.settings import Settings

pytestmark = pytest.mark.usefixtures("home")
GB = 1e9


def plan_of(memory: float, cores: int = 2, disk: float = 100.0, **options: Any) -> Plan:
    here = Machine(memory * GB, cores, disk * GB)
    return plan(here, options.pop("rows", overview()), read_catalogue(), assumed(cores), options.pop("runtime", True))


def named(found: Plan, role: str) -> str:
    return next((part.name for part in found.parts if part.role == role), "")


@pytest.mark.parametrize(
    ("memory", "cores", "llm"),
    [
        (1, 2, ""),
        (2, 2, ""),
        (4, 2, "qwen2.5-coder-1.5b-instruct"),
        (25, 2, "qwen2.5-coder-1.5b-instruct"),
        (16, 16, "qwen3-8b"),
    ],
)
def test_the_language_model_goes_by_memory_and_cores(memory: float, cores: int, llm: str) -> None:
    assert named(plan_of(memory, cores), "language model") == llm


def test_a_slow_machine_gets_a_model_that_answers_within_two_seconds() -> None:
    found = next(p for p in plan_of(64, cores=2).parts if p.role == "language model")
    assert found.seconds < 2.5 and named(plan_of(64, cores=16), "language model") == "qwen3-8b"
    assert named(plan_of(64, cores=1), "language model") == "qwen2.5-coder-1.5b-instruct"


def test_what_the_disk_cannot_hold_is_left_out_and_said() -> None:
    found = plan_of(16, disk=2.0)
    assert named(found, "vectors") == "minilm-l6" and not named(found, "language model")
    assert any("of disk are needed" in note for note in found.notes)


def test_a_careful_reader_for_which_there_is_no_room_is_not_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Machine(16 * GB, 2, 3e6, 181e6)
    monkeypatch.setattr("localcheck.run.setting_up.machine", lambda: here)
    said = CliRunner().invoke(cli, ["setup"]).stdout.splitlines()
    needed = "careful-nli is not unpacked: 181 MB of disk are needed, 3 MB free"
    assert f"{needed}; until there is room, check with --effort quick" in said
    allowed = "what is installed allows: --effort quick; without --effort a check would be careful, for which there is no room"
    assert allowed in said
    assert plan_of(16).effort == "careful", "it is unpacked, or can be"


def test_what_is_installed_decides_the_effort() -> None:
    found = plan_of(16)
    assert found.effort == "careful" and len(found.missing) == 2
    assert replace(found, parts=tuple(replace(p, installed=True) for p in found.parts)).effort == "thorough"


def test_an_installed_model_whose_speed_is_not_known_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{**row, "installed": True} for row in overview()]
    monkeypatch.setattr("localcheck.run.setting_up.overview", lambda: rows)
    monkeypatch.setattr("localcheck.run.setting_up.machine", lambda: Machine(25 * GB, 2, 100 * GB))
    (note,) = plan_here().notes
    assert note.endswith(f"--llm gguf:{named(plan_here(), 'language model')}")
    remember(Benchmark("qwen2.5-coder-1.5b-instruct", 1088.0, Speed(150.0, 20.0)))
    assert not plan_here().notes
    remember(Benchmark("qwen2.5-coder-1.5b-instruct", 1117.0, Speed(4.0, 4.0)))  # on a busy machine
    (note,) = plan_here().notes
    assert "within 2 s" in note


def test_the_runtime_comes_first() -> None:
    part = next(p for p in plan_of(4, runtime=False).parts if p.role == "language model")
    assert part.missing == "pip install 'localcheck[llm]'"


def test_an_effort_without_its_models_takes_the_next_best_and_says_so() -> None:
    assert readers_of(Settings()).settings == Settings(), "nothing is chosen where nothing is asked for"
    assert readers_of(Settings(effort="quick")).settings.nli == "starter-nli"
    assert readers_of(Settings(effort="careful")).settings.nli == "cascade"
    thorough = readers_of(Settings(effort="thorough"))
    assert NO_LLM in thorough.notes and not thorough.consults
    assert readers_of(Settings(effort="thorough", nli="mine", llm="gguf:mine")).settings.nli == "mine"
    with pytest.raises(BadSetting, match="effort"):
        readers_of(Settings(effort="much"))


@pytest.mark.parametrize("effort", ["", "careful", "thorough"])
def test_with_few_addresses_the_starter_reads_alone_and_it_is_said(
    effort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The native libraries of two models ended the process: OpenBLAS with exit code 1, others with a signal."""
    monkeypatch.setattr(resource, "getrlimit", lambda which: (2 << 30, 2 << 30))
    found = readers_of(Settings(effort=effort))
    assert (found.settings.nli, found.settings.effort, found.consults) == ("starter-nli", "quick", False)
    assert found.notes == (NO_ROOM.format(effort=effort or "careful", gib=2.0),)
    assert readers_of(Settings(effort=effort, nli="mine", llm="gguf:mine")).settings.nli == "mine"
    monkeypatch.setattr(resource, "getrlimit", lambda which: (3 << 30, 3 << 30))
    assert readers_of(Settings(effort="careful")).settings.nli == "cascade"


@pytest.mark.parametrize(
    ("read", "settings", "effort"),
    [
        (150.0, Settings(), "thorough"),
        (50.0, Settings(), "careful"),  # 2.2 seconds an answer
        (0.0, Settings(), "careful"),  # nothing was measured
        (150.0, Settings(nli="starter-nli"), ""),
        (150.0, Settings(llm="gguf:mine"), ""),
        (150.0, Settings(effort="quick"), "quick"),
        (150.0, Settings(detector="selfcheck-ngram"), ""),
        (150.0, Settings(detector="nobody"), ""),
    ],
)
def test_a_language_model_reads_by_default_where_it_was_measured_to_be_quick(
    read: float, settings: Settings, effort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if read:
        remember(Benchmark("qwen2.5-coder-1.5b-instruct", 1117.0, Speed(read, 20.0)))
    monkeypatch.setattr("localcheck.run.effort.best_installed", lambda: "qwen2.5-coder-1.5b-instruct")
    found = readers_of(settings)
    if effort == "thorough":
        assert found.consults and found.settings.llm == "gguf:qwen2.5-coder-1.5b-instruct"
        assert found.notes[0].startswith("effort thorough: qwen2.5-coder-1.5b-instruct answers in about 0.7 s here")
    else:
        assert not found.consults and found.settings.llm == settings.llm
    assert usual_effort(settings) == effort or not effort


def test_the_model_that_is_installed_is_taken_where_one_is_needed_and_none_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("localcheck.run.effort.best_installed", lambda: "mine")
    monkeypatch.setattr("localcheck.monitoring.doctor.find_spec", lambda name: object())
    with open_runtime(Settings(claims="llm")) as runtime, pytest.raises(MissingModel, match="no GGUF model 'mine'"):
        runtime.provide(Extractor)
    assert any("mine: taken where one is needed" in found.text for found in chosen_model(Settings()))
    monkeypatch.setattr("localcheck.run.effort.best_installed", lambda: "")
    with open_runtime(Settings(claims="llm")) as runtime, pytest.raises(MissingResource, match="is needed, and none"):
        runtime.provide(Extractor)


def test_a_language_model_that_cannot_be_opened_is_said_and_the_check_goes_on(tmp_path: Path) -> None:
    from localcheck.types import Document

    (tmp_path / "broken.gguf").write_bytes(b"no model")
    for llm, why in ((f"gguf:{tmp_path / 'broken.gguf'}", "not a GGUF file"), ("gguf:nowhere", "no GGUF model")):
        with open_runtime(Settings(effort="thorough", nli="starter-nli", llm=llm, cache=False, threads=1)) as runtime:
            (verdict, *_) = list(runtime.detector("bayes-sequential")(Document("d", "Mars has two moons.")))
            notes = runtime.info("bayes-sequential").notes
        assert not verdict.error and any("cannot be used" in n and why in n for n in notes), notes
