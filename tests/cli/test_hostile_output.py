"""What a document, a title, a file name or an answer holds never reaches a terminal or a report as a command.

Every command and every format gets text with escape sequences (OSC 52 writes the clipboard), bidirectional controls, C1
controls, NUL and half a surrogate pair. The commands run in this process behind the same edge as in a real one; a few
run as real processes.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from localcheck.cli import output
from localcheck.cli.checks.render import FORMATS, writing
from localcheck.cli.main import COMMANDS, run
from localcheck.reports.codec import report_from_json, report_to_json
from localcheck.reports.report import build
from localcheck.reports.sarif import uri_of
from localcheck.reviewing import exporting
from localcheck.reviewing.records import reviewed_run
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.system.resources import sha256_text, store_path
from localcheck.text.inert import UNSAFE, dumps, shown
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Finished,
    Judged,
    Label,
    Passage,
    Report,
    RunInfo,
    Sentence,
    Source,
    Span,
    Started,
    Verdict,
)
from tests.cli.conftest import Run

EVIL = "\x1b]52;c;aGk=\x07 \x1b[31mred\x1b[0m \u202etfel \u2066 \x00 \x9b31m \x85 \ud83d \r over <script>x</script> [b]"
NAME = "\x1b]52;c;aGk=\x07\u202e\x9b.txt"
"""As a file name: no NUL, no slash, and what the file system can encode."""
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, home: Path) -> Call:
    """Run a command line behind the output edge: exit code, standard output, standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        output.guard_streams()
        code = run([str(a) for a in arguments])
        for stream in streams:
            stream.flush()
        out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams)  # type: ignore[attr-defined]
        monkeypatch.undo()
        return code, out, err

    monkeypatch.setenv("LOCALCHECK_HOME", str(home))
    return lambda *arguments: _with_home(home, call, arguments)


def _with_home(home: Path, call: Call, arguments: tuple[object, ...]) -> tuple[int, str, str]:
    return call("--home", home, *arguments)


def harmless(*texts: str) -> None:
    for text in texts:
        found = UNSAFE.search(text)
        assert found is None, (found, text[max(0, found.start() - 40) : found.end() + 40])


def evil_report(text: str = EVIL) -> Report:
    """A report in which every text is hostile, with a quote that stands."""
    document = Document(f"{text}.txt", text, text, text, meta=(("note", text),))
    claim = Claim("0.0", 0, text, Span(0, len(text)))
    passage = Passage(text, text, Source("wikipedia", text, f"javascript:{text}", text, text))
    evidence = Evidence(
        "0.0",
        passage,
        Span(0, len(text)),
        Entailment(0.0, 0.1, 0.9),
        text,
        Span(0, len(text)),
        sha256_text(text),
    )
    verdict = Verdict(claim, Label.REFUTED, 0.9, (evidence,), rationale=text, error="", best=0, note=text)
    info = RunInfo(text, (("k", text),), ((text, text),), text, version=text, started=text, notes=(text,))
    return build(document, (Sentence(0, Span(0, len(text)), text),), (verdict,), info)


@pytest.mark.parametrize("format_", tuple(FORMATS))
def test_reports_in_every_format_and_to_a_file(format_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = evil_report()
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", stream)
    output.guard_streams()
    with writing(format_, None, trace=True) as write:
        write(report)
    stream.flush()
    out = stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
    monkeypatch.undo()
    with writing(format_, tmp_path / "report", trace=True) as write:
        write(report)
    there = (tmp_path / "report").read_text(encoding="utf-8")
    harmless(out, there)
    assert "red" in out and "red" in there
    if format_ in ("json", "jsonl"):
        assert report_from_json(json.loads(there)) == report, "JSON loses nothing"


@pytest.mark.parametrize("colour", ["FORCE_COLOR", ""])
def test_on_a_terminal_only_our_own_colours_are_sequences(colour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    if colour:
        monkeypatch.setenv(colour, "1")
    monkeypatch.setattr(sys, "stdout", terminal)
    with writing("text", None, trace=True) as write:
        write(evil_report())
    out = terminal.getvalue()
    assert "]52;" in out and "\x1b]" not in out and "\x1b[31mred" not in out
    harmless(out.replace("\x1b[", ""))


def test_check_in_every_format(call: Call, tmp_path: Path) -> None:
    document = tmp_path / NAME
    plain = "Mars is a planet, and nobody says otherwise in this long and quiet text. " * 20
    document.write_text(f"{plain}\x1b]52;c;aGk= \u202ered \u2066 \x9b31m is a city.", encoding="utf-8")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"id": EVIL.replace("\ud83d", ""), "title": "\x1b[2J\u202e", "text": "A\u009bb is c."}))
    for source in (document, rows):
        for format_ in FORMATS:
            code, out, err = call("check", source, "-d", "all-false", "--no-store", "--format", format_, "--trace")
            assert code == 1, err
            harmless(out, err)


def test_stored_runs_in_every_format(call: Call, home: Path, tmp_path: Path) -> None:
    report = evil_report()
    with Store(home / "localcheck.db") as store:
        number = store.begin_run(report.run, report.document, report.sentences)
        store.add_verdict(number, report.verdicts[0])
        store.finish_run(number, report)
        reviewed = reviewed_run(store, number)
    assert exporting.encode(reviewed, "docx").startswith(b"PK"), "XML takes what is left of it"
    for format_ in set(exporting.FORMATS) - set(exporting.BINARY):
        text = exporting.encode(reviewed, format_).decode()
        harmless(text)
        assert format_ != "html" or ("Content-Security-Policy" in text and "<script>" not in text)
        code, out, err = call("runs", "export", number, "--format", format_)
        harmless(out, err)
        assert code == 0, err
    for arguments in (("list",), ("list", "--json"), ("show", number), ("show", number, "--json")):
        code, out, err = call("runs", *arguments)
        harmless(out, err)
        assert code == 0, err
    code, out, err = call("runs", "export", number, "-o", tmp_path / "run.json")
    assert code == 0, err
    harmless((tmp_path / "run.json").read_text(encoding="utf-8"))


def test_an_index_with_hostile_titles(call: Call, tmp_path: Path) -> None:
    evil = EVIL.replace("\ud83d", "").replace("\x00", "")
    source = tmp_path / "a.jsonl"
    source.write_text(json.dumps({"title": f"Mars {evil}", "text": f"Mars is red {evil}."}) + "\n", encoding="utf-8")
    for arguments in (
        ("build", source, "--name", "x"),
        ("search", "x", f"Mars {evil}"),
        ("search", "x", "Mars", "--json"),
        ("info", "x"),
        ("list",),
        ("verify", "x"),
        ("search", evil, "Mars"),
        ("build", tmp_path / NAME, "--name", "y"),
        ("remove", evil),
    ):
        _, out, err = call("index", *arguments)
        harmless(out, err)


@pytest.mark.parametrize(
    "arguments",
    [
        (f"chek{EVIL}",),
        (f"--{EVIL}",),
        ("check", f"--{EVIL}"),
        ("check", NAME),
        ("check", "--text", "A b.", "-d", EVIL),
        ("check", "--text", "A b.", "-d", "all-false", "--no-store", "-o", f"{EVIL}=1"),
        ("check", "--text", "A b.", "-o", f"k={EVIL}"),
        ("check", "--text", "A b.", "--nli", NAME, "--no-store"),
        ("check", "--text", "A b.", "--llm", EVIL, "-d", "zero-shot", "--no-store"),
        ("check", "--text", "A b.", "--index", EVIL, "--no-store"),
        ("check", "--text", EVIL, "-d", "all-false", "--no-store", "--title", EVIL),
        ("check", "--text", "A b.", "-d", "all-false", "--no-store", "--out", f"/{NAME}/x"),
        ("detectors", EVIL),
        ("doctor", "--nli", NAME, "--index", "no\x1b[2Jne", "--llm", EVIL),
        ("doctor", "--nli", NAME, "--json"),
        ("models", "info", EVIL),
        ("models", "import", NAME),
        ("models", "use", EVIL),
        ("models", "remove", EVIL, "--yes"),
        ("models", "verify", EVIL),
        ("models", "pull", EVIL),
        ("models", "convert", NAME, "--name", EVIL),
        ("models", "list", "--json"),
        ("runs", "show", EVIL),
        ("runs", "export", "1", "--format", EVIL),
        ("runs", "list", "--text", EVIL),
        ("eval", "claims", "--data", NAME),
        ("eval", "score", NAME),
        ("eval", EVIL),
        ("calibrate", "--data", NAME),
        ("verify-report", NAME),
        ("review", NAME),
        ("monitor", EVIL),
        ("monitor", "plot", "--below", EVIL),
        ("completion", EVIL),
    ],
    ids=lambda a: " ".join(shown(str(x))[:12] for x in a),
)
def test_errors_of_every_command(call: Call, arguments: tuple[str, ...]) -> None:
    code, out, err = call(*(a.replace("\x00", "") if a is not EVIL else a for a in arguments))
    harmless(out, err)
    assert code in (0, 1, 2, 3, 4), err
    assert "unexpected" not in err, err
    assert arguments[0] not in COMMANDS or out or err


@pytest.mark.parametrize("name", COMMANDS)
def test_bad_arguments_of_every_command(call: Call, name: str) -> None:
    """Also of commands that are new: each is asked for something hostile that it cannot know."""
    for argument in (f"--{EVIL}", EVIL):
        code, out, err = call(name, argument, f"--{EVIL}")
        harmless(out, err)
        assert code in (2, 3), (code, err)


def test_a_report_an_experiment_and_a_data_set_of_a_stranger(call: Call, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(dumps(report_to_json(evil_report())), encoding="utf-8")
    for options in ((), ("--json",)):
        _, out, err = call("verify-report", tmp_path / "report.json", *options)
        harmless(out, err)
    head: dict[str, Any] = {"format": "localcheck-eval", "version": 1, "dataset": "claims", "detector": EVIL, "run": {}}
    row = {"id": EVIL, "group": EVIL, "labels": [1.0], "scores": [0.2]}
    file = tmp_path / "run.jsonl"
    file.write_text(dumps(head) + "\n" + dumps(row) + "\n" + dumps({**row, "id": "b", "labels": [0.0]}) + "\n")
    for arguments in (("score", file), ("compare", file, file), ("table", file), ("score", file, "--json")):
        _, out, err = call("eval", *arguments)
        harmless(out, err)
    data = tmp_path / "claims.jsonl"
    data.write_text(dumps({"claim": EVIL, "label": "factual"}) + "\n" + dumps({"claim": "x", "label": EVIL}))
    _, out, err = call("calibrate", "--data", data)
    harmless(out, err)


def test_real_processes(localcheck: Run, tmp_path: Path) -> None:
    plain = "Mars is a planet, and nobody says otherwise in this long and quiet text. " * 20
    (tmp_path / NAME).write_text(f"{plain}\x1b]52;c;aGk=\x07 Mars is \u202ered.", encoding="utf-8")
    done = localcheck("check", NAME, "-d", "all-false", "--no-store")
    harmless(done.stdout, done.stderr)
    assert done.returncode == 1
    done = localcheck("--debug", "check", f"missing-{NAME}")
    harmless(done.stdout, done.stderr)
    assert done.returncode == 2 and "Traceback" in done.stderr


def test_cells_of_a_spreadsheet_are_no_formulas() -> None:
    from localcheck.reports.csv import render

    for evil in ("=1+1", "a;=1+1", "a;\t@SUM(1)", "a|+1", "\t=1", "a\n-1", "＝1", "a; =cmd|' /C calc'!A0"):
        (cells,) = csv.reader(io.StringIO(render(evil_report(evil), header=False)))
        for cell in cells:
            for part in cell.replace("|", ";").replace("\n", ";").split(";"):
                assert not part.strip(" \t\r").startswith(("=", "+", "-", "@", "＝")), (evil, cell)


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ("http://evil.example/x", "http%3A/evil.example/x"),
        ("//evil.example/x", "file:///evil.example/x"),
        ("/a b/ü.txt", "file:///a%20b/%C3%BC.txt"),
        ("a\ud83d\x1b.txt", "a%ED%A0%BD%1B.txt"),
        ("-", "stdin"),
        ("standard input", "stdin"),
    ],
)
def test_sarif_names_are_paths(name: str, uri: str) -> None:
    assert uri_of(name) == uri


def test_every_html_has_the_policy() -> None:
    from localcheck.reports import html

    assert "default-src 'none'" in html.render(evil_report())
    assert "javascript:" not in html.render(evil_report()).replace("javascript:\u241b", "").split("href=")[-1][:40]


def test_the_recorder_and_the_events_are_what_the_store_reads(home: Path) -> None:
    """Hostile text goes into the store as it is (offsets count), and comes out harmless only at the edge."""
    from localcheck.store.recording import Recorder

    report = evil_report("\x1b[31m\u202e")
    with Store(store_path()) as store:
        recorder = Recorder(store, Settings())
        events = [Started(report.document, report.sentences), Judged(report.document, report.verdicts[0], 1)]
        list(recorder.follow(iter([*events, Finished(report)])))
        assert recorder.run_id is not None
        assert store.load(recorder.run_id).document.text == "\x1b[31m\u202e"
