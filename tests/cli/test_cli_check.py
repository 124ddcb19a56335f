"""The main job through real processes: the shipped model, the shipped encyclopedia, every output format."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from localcheck import Document, Settings
from localcheck.cli.checks.check import _stored
from localcheck.run.session import Session
from localcheck.settings.requests import CheckRequest
from localcheck.store import RunState, Store
from localcheck.types import Judged
from tests import warm

ROOT = Path(__file__).parents[2]
TEXT = "Marie Curie was born in Warsaw in 1867. Mars has four small moons. The Nile flows through Berlin."
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def warm_home(tmp_path_factory: pytest.TempPathFactory, starter_index: Path) -> Path:
    """One home for this file, with the starter index."""
    home = tmp_path_factory.mktemp("home")
    shutil.copytree(starter_index, home / "indexes" / starter_index.name)
    return home


@pytest.fixture
def check(warm_home: Path, tmp_path: Path) -> Run:
    """``localcheck …`` in an empty folder and the warm home."""

    def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "LOCALCHECK_HOME": str(warm_home), "PYTHONPATH": str(ROOT)}
        return warm.run(arguments, stdin.encode(), tmp_path, environment)

    return run


@pytest.fixture
def report(check: Run) -> dict[str, object]:
    """The JSON report of the text above."""
    done = check("check", "--text", TEXT, "--json", "--fail-on", "never")
    assert done.returncode == 0, done.stderr
    value: dict[str, object] = json.loads(done.stdout)
    return value


def test_a_language_model_that_is_named_and_not_asked_is_said(check: Run) -> None:
    said = "the language model of --llm was not used: bayes-sequential needs one only with --effort thorough"
    done = check("check", "--text", "Mars has two moons.", "--llm", "gguf:nothing.gguf", "--fail-on", "never")
    assert (done.returncode, said in done.stderr) == (0, True)
    assert said not in check("check", "--text", "Mars has two moons.", "--fail-on", "never").stderr


def test_a_context_that_is_not_read_is_said(check: Run, tmp_path: Path) -> None:
    (tmp_path / "context.txt").write_text("Mars has five moons.")
    given = ("check", "--text", "Mars has two moons.", "--context", "context.txt", "--fail-on", "never")
    said = "the context was not read: bayes-sequential reads the index; the method faithfulness holds a text"
    assert said in check(*given, "-d", "bayes-sequential").stderr
    assert said in check(*given, "--index", "starter").stderr
    by_context = check(*given)
    assert "not read" not in by_context.stderr and "Mars has five moons." in by_context.stdout
    assert "not read" not in check(*given, "-d", "selfcheck-ngram", "-o", "against=reference").stderr


def test_a_row_with_a_context_is_held_against_it(check: Run, tmp_path: Path) -> None:
    row = {"text": "The warranty is two years.", "context": ["Its warranty is 24 months."]}
    (tmp_path / "row.jsonl").write_text(json.dumps(row))
    done = check("check", "row.jsonl", "--json")
    assert json.loads(done.stdout)["run"]["detector"] == "faithfulness" and "not read" not in done.stderr
    check("batch", "row.jsonl", "out.jsonl")
    row = json.loads((tmp_path / "out.jsonl").read_text())
    assert row["faithfulness"]["outcome"] == "scored" and "24 months" in json.dumps(row)


def test_the_json_report_fits_its_schema_and_its_quotes_stand(report: dict, check: Run, tmp_path: Path) -> None:
    jsonschema.validate(report, json.loads((ROOT / "docs" / "schema" / "report.v1.json").read_text()))
    assert [s["text"] for s in report["sentences"]] == re.split(r"(?<=\.) ", TEXT)
    for verdict in report["verdicts"]:
        span = verdict["claim"]["span"]
        assert TEXT[span["start"] : span["end"]]
        assert 0 <= verdict["score"] <= 1
        steps = verdict["beliefs"]
        assert [b["step"] for b in steps] == list(range(len(verdict["evidence"]) + 1))
    file = tmp_path / "report.json"
    file.write_text(json.dumps(report))
    done = check("verify-report", file)
    assert done.returncode == 0, done.stdout
    assert "0 problems found" in done.stdout
    done = check("verify-report", file, "--index", "starter")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_tampered_quote_is_found(report: dict, check: Run, tmp_path: Path) -> None:
    quoted = [v for v in report["verdicts"] if v["best"] is not None]
    assert quoted, "the text has a claim that the encyclopedia settles"
    evidence = quoted[0]["evidence"][quoted[0]["best"]]
    evidence["quote"] = evidence["quote"].replace("a", "o", 1)
    file = tmp_path / "report.json"
    file.write_text(json.dumps(report))
    done = check("verify-report", file)
    assert done.returncode == 1
    assert "is not at its offsets" in done.stdout


def test_what_is_true_is_supported_and_what_is_false_is_not(report: dict) -> None:
    labels = [v["label"] for v in report["verdicts"]]
    assert labels[0] == "supported"
    assert "supported" not in labels[1:]
    assert report["run"]["network_connections"] == 0
    assert any(name.startswith("nli:") and digest for name, digest in report["run"]["models"].items())


def test_the_exit_code_follows_fail_on(check: Run) -> None:
    true, open_ = "Marie Curie was born in Warsaw in 1867.", "The Nile flows through the quiet town of Blubberhausen."
    assert check("check", "--text", true, "--fail-on", "unsupported").returncode == 0
    assert check("check", "--text", open_, "--fail-on", "unsupported").returncode == 1
    assert check("check", "--text", open_, "--fail-on", "never").returncode == 0


class Page(HTMLParser):
    """Collects tags and outside references."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.outside += [v for k, v in attrs if k in ("src", "data") or (tag == "link" and k == "href") if v]


def test_html_is_one_file_with_plots_and_nothing_from_outside(check: Run, tmp_path: Path) -> None:
    done = check("check", "--text", TEXT + " <script>alert(1)</script> is a tag.", "--format", "html", "--out", "r.html",
                 "--fail-on", "never")  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = Page()
    page.feed((tmp_path / "r.html").read_text())
    assert "svg" in page.tags
    assert "script" not in page.tags
    assert page.outside == []
    assert not list(tmp_path.glob(".*part"))


def test_the_other_formats(check: Run) -> None:
    rows = list(
        csv.DictReader(io.StringIO(check("check", "--text", TEXT, "--format", "csv", "--fail-on", "never").stdout))
    )
    assert len(rows) >= 3
    assert rows[0]["label"] == "supported"
    assert rows[0]["quote"]
    log = json.loads(check("check", "--text", TEXT, "--format", "sarif", "--fail-on", "never").stdout)
    assert log["version"] == "2.1.0"
    assert {r["ruleId"] for r in log["runs"][0]["results"]} <= {"refuted", "not_enough_evidence", "failed"}
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == 1
    text = check("check", "--text", TEXT, "--format", "md", "--fail-on", "never").stdout
    assert text.startswith("# ")
    lines = check("check", "--text", TEXT, "--format", "jsonl", "--fail-on", "never").stdout.splitlines()
    assert json.loads(lines[0])["format"] == "localcheck-report"


def test_the_terminal_view_has_no_colour_when_it_is_no_terminal(check: Run) -> None:
    done = check("check", "--text", TEXT, "--trace", "--fail-on", "never")
    assert "\x1b" not in done.stdout
    assert "P(factual)" in done.stdout
    assert "read on" in done.stdout
    assert "Marie Curie, starter, revision" in done.stdout
    assert [line for line in done.stdout.splitlines() if line.endswith(" ")] == []


def test_a_question_is_said_to_be_none_once(check: Run) -> None:
    shown = check("check", "--text", "Is Mars red?", "--fail-on", "never").stdout
    assert shown.count("not checked") == 1 and "    not checked: a question" in shown


def test_standard_input_and_several_files(check: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Marie Curie was born in Warsaw in 1867.")
    (tmp_path / "b.md").write_text("# Mars\n\nMars has **two** small moons.")
    done = check("check", "a.txt", "b.md", "-", "--format", "jsonl", "--fail-on", "never", stdin="The Nile is a river.")
    assert done.returncode == 0, done.stderr
    assert [json.loads(x)["document"]["id"] for x in done.stdout.splitlines()] == ["a.txt", "b.md", "standard input"]


def test_of_several_files_the_one_that_is_not_read_as_it_lies_there_is_named(check: Run, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Mars has a caf\xe9.", encoding="cp1252")
    told = "the encoding was guessed: cp1252"
    quick = ("-d", "all-false", "--quiet", "--fail-on", "never")
    said = check("check", "a.txt", "b.txt", *quick).stderr.splitlines()
    assert [line for line in said if told in line] == [f"localcheck: warning: {n}: {told}" for n in ("a.txt", "b.txt")]
    assert f"warning: {told}" in check("check", "a.txt", *quick).stderr


def test_chinese_is_not_guessed(check: Run) -> None:
    done = check("check", ROOT / "examples" / "chinese.txt", "--format", "json", "--fail-on", "never")
    value = json.loads(done.stdout)
    assert {v["label"] for v in value["verdicts"]} == {"not_enough_evidence"}
    assert any("'zh' is not covered" in n for n in value["run"]["notes"])
    assert done.stderr.count("'zh' is not covered") == 1


def test_an_interrupt_keeps_what_was_judged_and_says_how_to_go_on(warm_home: Path, tmp_path: Path) -> None:
    sentences = [f"Marie Curie was born in Warsaw in {1700 + i}." for i in range(150)]  # one document says so of each
    (tmp_path / "long.txt").write_text(" ".join(sentences))
    others = [f"{name}.txt" for name in "abcd"]
    for name in others:
        (tmp_path / name).write_text("Mars is a planet.")
    process = subprocess.Popen(
        [*warm.command(), "check", "long.txt", *others, "--no-cache", "--out", "r.txt"],
        cwd=tmp_path,
        env={**os.environ, "LOCALCHECK_HOME": str(warm_home), "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None and not judged(warm_home):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == 130, stderr
    match = re.search(r"localcheck check --resume (\d+)", stderr)
    assert match, stderr
    assert "4 more documents were not begun: a.txt, b.txt, c.txt, …" in stderr, "--resume goes on with one"
    assert not (tmp_path / "r.txt").exists()
    assert not list(tmp_path.glob(".*part"))
    assert judged(warm_home, int(match.group(1))) > 0


def test_an_interrupt_while_a_verdict_is_shown_says_how_to_go_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was said only where Ctrl-C fell into the judging, and not into the drawing of the line of progress."""
    settings = Settings(detector="all-false")
    documents = tuple(Document(name, "Mars has two moons. Mars is red.") for name in ("a.txt", "b.txt"))
    request = CheckRequest(documents, settings)
    with (
        Store(home / "localcheck.db") as store,
        Session(settings) as session,
        pytest.raises(KeyboardInterrupt),
        _stored(store, request, session.check(request), None) as events,
    ):
        for event in events:
            if isinstance(event, Judged):
                raise KeyboardInterrupt
    said = capsys.readouterr().err
    assert "continue with: localcheck check --resume 1" in said and "1 more document was not begun: b.txt" in said
    with Store(home / "localcheck.db") as store:
        assert store.summary(1).state is RunState.CANCELLED


def judged(home: Path, run: int | None = None) -> int:
    """Verdicts in the store of long.txt's run."""
    import sqlite3

    found = 0
    if not (home / "localcheck.db").exists():
        return 0
    db = sqlite3.connect(home / "localcheck.db")
    with suppress(sqlite3.OperationalError), db:  # its tables are being made
        query = "SELECT count(*) FROM verdicts v JOIN runs r ON r.id = v.run_id WHERE r.document_id LIKE '%long.txt'"
        found = int(db.execute(query + (" AND r.id = ?" if run else ""), (run,) if run else ()).fetchone()[0])
    db.close()
    return found


def test_resuming_asks_only_what_is_left(check: Run, warm_home: Path) -> None:
    import sqlite3

    done = check("check", "--text", TEXT, "--format", "json", "--fail-on", "never")
    with closing(sqlite3.connect(warm_home / "localcheck.db")) as db, db:
        run = db.execute("SELECT max(id) FROM runs").fetchone()[0]
        db.execute("DELETE FROM verdicts WHERE run_id = ? AND claim_id <> '0.0'", (run,))
        db.execute("UPDATE runs SET state = 'cancelled', summary = NULL WHERE id = ?", (run,))
    db.close()
    again = check("check", "--resume", run, "--format", "json", "--fail-on", "never")
    assert again.returncode == 0, again.stderr
    first, second = json.loads(done.stdout), json.loads(again.stdout)
    assert [v["label"] for v in first["verdicts"]] == [v["label"] for v in second["verdicts"]]


def test_recorded_answers_give_the_same_verdicts_without_the_model(check: Run, tmp_path: Path) -> None:
    script, record = tmp_path / "script.jsonl", tmp_path / "answers.jsonl"
    script.write_text('{"texts": ["Yes"]}\n', encoding="utf-8")
    common = ("check", "--text", TEXT, "-d", "zero-shot", "--no-store", "--format", "json", "--fail-on", "never")
    first = check(*common, "--llm", f"scripted:{script}", "--record", record)
    assert first.returncode == 0, first.stderr
    again = check(*common, "--llm", f"recorded:{record}")
    assert again.returncode == 0, again.stderr
    verdicts = [json.loads(r.stdout)["verdicts"] for r in (first, again)]
    assert [v["score"] for v in verdicts[0]] == [v["score"] for v in verdicts[1]]
    other = check(*common[:2], "Mars has two small moons.", *common[3:], "--llm", f"recorded:{record}")
    assert "no recorded answer" in other.stdout


def test_a_document_of_which_every_claim_failed_does_not_pass(check: Run, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n", encoding="utf-8")
    done = check("check", "--text", TEXT, "-d", "zero-shot", "--llm", f"recorded:{answers}", "--fail-on", "never")
    assert done.returncode == 4
    assert "every claim failed: no recorded answer" in done.stderr
    assert " failed" in done.stdout  # the report is written all the same


def test_what_a_claim_is_about_is_looked_up_and_shown(localcheck: Run) -> None:
    """The article that refutes the claim is the subject's, not that of the ocean which the claim names."""
    text = "Apollo 11 was the first mission that landed people on the Moon. The crew landed in the Atlantic Ocean."
    shown = localcheck("check", "--text", text, "--fail-on", "never", "-q")
    assert shown.returncode == 0, shown.stderr
    assert "about Apollo 11" in shown.stdout
    report = json.loads(localcheck("check", "--text", text, "--fail-on", "never", "-q", "--format", "json").stdout)
    crew = report["verdicts"][-1]
    assert crew["claim"]["about"] == "Apollo 11" and crew["evidence"][0]["passage"]["title"] == "Apollo 11"
    page = localcheck("check", "--text", text, "--fail-on", "never", "-q", "--format", "html").stdout
    assert "The crew landed in the Atlantic Ocean. (about Apollo 11)" in page
