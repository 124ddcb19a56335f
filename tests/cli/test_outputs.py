"""What a command writes never replaces what it reads, and a file of the user only with ``--force``."""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from localcheck.cli.main import cli
from localcheck.reports.recognise import ours
from tests.cli.conftest import Run

ARTICLE = "Mars has two moons. Mars is the fourth planet.\n"
OUTPUTS = {"out", "output", "svg", "reliability", "record", "record_evidence"}
FORMATS = ("text", "json", "jsonl", "md", "html", "csv", "csv-excel", "sarif", "code-scanning", "github", "junit")


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "art.txt"
    path.write_text(ARTICLE)
    return path


@pytest.mark.parametrize("way", ["name", "spelling", "link", "hard link"])
def test_an_output_that_is_an_input_is_refused(localcheck: Run, article: Path, way: str) -> None:
    out = article.with_name("out.txt")
    if way == "link":
        out.symlink_to(article)
    elif way == "hard link":
        os.link(article, out)
    else:
        out = article if way == "name" else article.parent / "." / "art.txt"
    for force in ((), ("--force",)):
        done = localcheck("check", article, "--out", out, "--no-store", "-q", *force)
        assert (done.returncode, article.read_text()) == (2, ARTICLE)
        assert "is an input of this command" in done.stderr


def test_every_kind_of_input_is_guarded(localcheck: Run, article: Path, tmp_path: Path) -> None:
    memory = tmp_path / "memory.jsonl"
    memory.write_text('{"title": "Mars", "text": "Mars has two moons."}\n')
    settings = tmp_path / "own.toml"
    settings.write_text("seed = 3\n")
    before = {p: p.read_bytes() for p in (article, memory, settings)}
    for out, more in (
        (memory, ("--index", f"memory:{memory}")),
        (memory, ("--evidence", f"recorded:{memory}")),
        (article, ("--context", article)),
    ):
        done = localcheck("check", "--text", "Mars has two moons.", "--out", out, "--no-store", "-q", "--force", *more)
        assert done.returncode == 2 and "is an input" in done.stderr
    done = localcheck("--config", settings, "check", article, "--out", settings, "--no-store", "-q", "--force")
    assert done.returncode == 2 and "is an input" in done.stderr
    for option in ("--record", "--record-evidence"):
        done = localcheck("check", article, option, article, "--no-store", "-q")
        assert done.returncode == 2 and "is an input" in done.stderr
    done = localcheck("eval", "claims", "--data", memory, "--out", memory)
    assert done.returncode == 2 and "is an input" in done.stderr
    assert {p: p.read_bytes() for p in before} == before


def test_a_file_of_the_user_is_replaced_only_with_force(localcheck: Run, article: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("My notes of a year.\n")
    call = ("check", article, "--out", notes, "--no-store", "-q")
    refused = localcheck(*call)
    assert (refused.returncode, notes.read_text()) == (2, "My notes of a year.\n")
    assert "exists, and localcheck did not write it" in refused.stderr and "--force" in refused.stderr
    assert localcheck(*call, "--force").returncode == 0 and "moons" in notes.read_text()


def test_its_own_reports_are_recognised_and_replaced_in_every_format(
    localcheck: Run, article: Path, tmp_path: Path
) -> None:
    localcheck("check", article, "-q")
    made = [tmp_path / f"report.{name}" for name in FORMATS]
    quick = ("-d", "all-false", "--fail-on", "never", "--no-store", "-q")
    for name, path in zip(FORMATS, made, strict=True):
        for _ in range(2):
            done = localcheck("check", article, "--format", name, "--out", path, *quick)
            assert done.returncode == 0, done.stderr
    plain, marked = (made[FORMATS.index(name)].read_bytes() for name in ("csv", "csv-excel"))
    assert marked == codecs.BOM_UTF8 + plain
    made.append(tmp_path / "export.csv")
    for _ in range(2):
        assert localcheck("runs", "export", 1, "-o", made[-1], "--format", "csv-excel").returncode == 0
    assert made[-1].read_bytes().startswith(codecs.BOM_UTF8 + b"document,sentence,")
    for suffix in ("jsonl", "md", "html", "json"):
        made.append(tmp_path / f"export.{suffix}")
        for _ in range(2):
            assert localcheck("runs", "export", 1, "-o", made[-1]).returncode == 0
    made.append(tmp_path / "policy.svg")
    assert localcheck("explain", "policy", "--svg", made[-1]).returncode == 0
    assert all(ours(path) for path in made)
    assert localcheck("runs", "export", 1, "-o", article, "--format", "md").returncode == 2
    assert article.read_text() == ARTICLE
    done = localcheck("check", article, "--out", made[0], "--record-evidence", made[0], "--no-store", "-q")
    assert done.returncode == 2 and "two outputs" in done.stderr


@pytest.mark.parametrize(
    "text",
    ["A text.", "# Title\n\nWords.\n", '{"text": "a row"}\n', "<!doctype html><p>A page", "a,b\n1,2\n", "<svg/>"],
)
def test_what_others_wrote_is_not_taken_for_a_report(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other"
    path.write_text(text)
    assert not ours(path)
    path.write_text(json.dumps({"format": "localcheck-report"}))
    assert ours(path)


def test_every_command_that_writes_a_named_file_is_guarded() -> None:
    def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for one in command.list_commands(context):
                found = command.get_command(context, one)
                assert found is not None
                yield from commands(found, f"{name} {one}".strip())
        else:
            yield name, command

    writing = {
        name: {p.name for p in command.params}
        for name, command in commands(cli, "")
        if any(p.name in OUTPUTS and isinstance(p.type, click.Path) for p in command.params)
    }
    assert len(writing) >= 10
    unguarded = {name for name, options in writing.items() if "force" not in options} - {"batch", "kit create"}
    assert not unguarded, "batch continues its own file only, kit create makes a new folder"
