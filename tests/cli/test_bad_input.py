"""Bad input: one clear line, a hint, the right exit code, nothing half-written."""

from __future__ import annotations

import bz2
import os
from pathlib import Path

import pytest
from pypdf import PdfWriter

from tests.cli.conftest import Run

BOMB = b"""<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<mediawiki><page><title>&b;</title></page></mediawiki>"""


def said(done: object, code: int, *words: str) -> None:
    """One error line, one hint line at most, no traceback, this exit code."""
    lines = done.stderr.strip().splitlines()  # type: ignore[attr-defined]
    errors = [line for line in lines if line.startswith("localcheck: error: ")]
    assert done.returncode == code, done.stderr  # type: ignore[attr-defined]
    assert len(errors) == 1, lines
    assert "Traceback" not in done.stderr  # type: ignore[attr-defined]
    for word in words:
        assert word in done.stderr, done.stderr  # type: ignore[attr-defined]


def encrypted(path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.encrypt("secret", algorithm="RC4-128")
    with path.open("wb") as f:
        writer.write(f)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("gone.txt", None, ("no such file",)),
        ("empty.txt", b"", ("empty",)),
        ("blank.txt", b" \n\n ", ("empty",)),
        ("binary.txt", bytes(range(256)) * 20, ("binary",)),
        ("image.png", b"\x89PNG\r\n\x1a\n" + bytes(200), ("hint",)),
        ("huge.txt", b"A fact is a fact. " * 2_900_000, ("hint",)),
        ("broken.pdf", b"%PDF-1.7\nnothing", ("hint",)),
        ("broken.docx", b"PK\x03\x04nothing", ("hint",)),
        ("broken.jsonl", b'{"text": "a"}\n{"text": \n', ("broken.jsonl:2",)),
        ("encrypted.pdf", encrypted, ("hint",)),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_documents(localcheck: object, tmp_path: Path, name: str, content: object, words: tuple[str, ...]) -> None:
    path = tmp_path / name
    if callable(content):
        content(path)
    elif content is not None:
        path.write_bytes(content)  # type: ignore[arg-type]
    done = localcheck("check", path, "--out", "report.json", "--format", "json")  # type: ignore[operator]
    said(done, 2, name, *words)
    assert not (tmp_path / "report.json").exists()
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))


def test_a_folder_is_no_document(localcheck: object, tmp_path: Path) -> None:
    said(localcheck("check", tmp_path), 2, "hint")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("chek",), 2, ("did you mean check",)),
        (("check", "--text", "A b c.", "-d", "bayes-sequentiel"), 2, ("bayes-sequential",)),
        (("check", "--text", "A b c.", "-o", "kk=3"), 2, ("option of bayes-sequential", "kk")),
        (("check", "--text", "A b c.", "-o", "k=lots"), 2, ("k", "lots")),
        (("check", "--text", "A b c.", "-o", "k"), 2, ("NAME=VALUE",)),
        (("check", "--text", "A b c.", "-o", "report.html"), 2, ("NAME=VALUE", "--out FILE")),
        (("check", "--text", "A b c.", "--index", "nowhere"), None, ("nowhere",)),
        (("check", "--text", "A b c.", "--nli", "no-such-model"), 3, ("no-such-model", "localcheck models")),
        (("check", "--text", "A b c.", "-d", "selfcheck-prompt"), 3, ("language model", "--llm")),
        (("check", "--text", "A b c.", "--formt", "json"), 2, ("--format",)),
        (("check", "--text", "A b c.", "--format", "yaml"), 2, ("yaml",)),
        (("check",), 2, ("empty",)),
        (("--config", "gone.toml", "check", "--text", "A b c."), 2, ("gone.toml",)),
        (("check", "--resume", "99"), 2, ("99",)),
        (("verify-report", "gone.json"), 2, ("no such file",)),
        (("index", "search", "nowhere", "words"), None, ("nowhere",)),
        (("index", "build", "gone.xml", "--name", "x"), 2, ("gone.xml",)),
        (("index", "build", "gone.xml", "--name", "x", "--engine", "lucene"), 2, ("lucene",)),
        (("eval", "wikibio", "--data", "gone.json"), 2, ("gone.json",)),
        (("eval", "score", "gone.jsonl"), 2, ("gone.jsonl",)),
        (("models", "info", "starter-nlj"), None, ("starter-nli",)),
        (("runs", "show", "12"), 2, ("12",)),
        (("calibrate",), 2, ("--data",)),
    ],
    ids=lambda v: " ".join(v)[:40] if isinstance(v, tuple) else "",
)
def test_calls(localcheck: object, arguments: tuple[str, ...], code: int | None, words: tuple[str, ...]) -> None:
    done = localcheck(*arguments)  # type: ignore[operator]
    assert done.returncode in ({code} if code is not None else {2, 3})
    said(done, done.returncode, *words)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cut.xml.bz2", bz2.compress(b"<mediawiki>" + b"<page><title>A</title></page>" * 9000)[:300]),
        ("bomb.xml", BOMB),
        ("noise.xml.bz2", b"BZh9" + bytes(100)),
        ("not.xml", b"just words"),
    ],
    ids=["truncated", "bomb", "noise", "words"],
)
def test_dumps(localcheck: object, home: Path, tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    done = localcheck("index", "build", path, "--name", "x")  # type: ignore[operator]
    said(done, 2, name)
    assert not list((home / "indexes").glob("x*"))


@pytest.mark.parametrize("address", ["http://[x", "http://x:99999", "http://", "javascript:alert(1)"])
def test_what_is_no_address_is_one_error(localcheck: Run, tmp_path: Path, address: str) -> None:
    """Half a bracket was an unexpected ``ValueError``."""
    for arguments in (
        ("--network", "check", "--text", "A b.", "-d", "zero-shot", "--llm", f"server:{address}#m", "--no-store"),
        (
            "--network",
            "check",
            "--text",
            "A b.",
            "--nli",
            "starter-nli",
            "--evidence",
            f"web:searxng={address}",
            "--no-store",
        ),
        ("monitor", "export", "--otlp", address),
        ("models", "pull", "careful-nli", "--index-url", address),
    ):
        if address == "http://" and "check" in arguments and "--evidence" in arguments:
            continue
        done = localcheck(*arguments)
        assert done.returncode in (2, 4) and "unexpected" not in done.stderr, (arguments, done.stderr)


def test_a_proxy_that_is_no_address_changes_nothing(localcheck: Run) -> None:
    done = localcheck(
        "check", "--text", "A b.", "-d", "zero-shot", "--llm", "server:http://127.0.0.1:9/v1#m", http_proxy="http://[x"
    )
    assert done.returncode == 4 and "no connection to" in done.stderr


@pytest.mark.parametrize(
    ("text", "near"), [('indx = "a"\n', "index"), ("[detector.bayes-sequental]\nk = 1\n", "bayes-sequential")]
)
def test_settings_file_with_an_unknown_key(localcheck: Run, home: Path, text: str, near: str) -> None:
    (home / "localcheck.toml").write_text(text)
    said(localcheck("check", "--text", "A b c."), 2, "localcheck.toml", f"did you mean {near}")
    (home / "localcheck.toml").write_text("[detector.bayes-sequential]\nk = 1\n")
    assert localcheck("check", "--text", "A b c.", "-d", "all-false").returncode in (0, 1)


def test_a_group_without_a_command_shows_its_help_as_it_is(localcheck: Run) -> None:
    for name in ("runs", "models", "index", "eval", "monitor", "kit", "agent", "explain", "prompts"):
        done = localcheck(name)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.startswith("Usage: localcheck " + name) and "\nCommands:\n  " in done.stderr


def test_an_unknown_command_of_a_group_is_told_with_the_nearest(localcheck: Run) -> None:
    said(localcheck("models", "lst"), 2, "unknown command 'lst'", "did you mean list?")
    said(localcheck("runs", "compare"), 2, "unknown command 'compare'", "known: diff, export, list")


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("help", "check"), "there is no command 'help'", "localcheck check --help"),
        (("check", "a.txt", "--fromat", "json"), "unknown option '--fromat'", "did you mean --format"),
        (("check", "a.txt", "--verbose"), "unknown option '--verbose'", "see localcheck check --help"),
        (
            ("check", "a.txt", "--network"),
            "the option --network stands before the command",
            "localcheck --network check",
        ),
        (("index", "list", "--home", "x"), "the option --home stands before", "localcheck --home PATH index list"),
        (("runs", "show", "abc"), "'abc' is not a whole number", "see localcheck runs show --help"),
        (("check", "a.txt", "--out", "."), "Invalid value for '--out': '.' is a folder", "see localcheck check --help"),
        (("check", "a.txt", "-d", "bayes"), "unknown method 'bayes'", "did you mean bayes-sequential?"),
        (("check", "https://example.org/moon"), "no such file", "save the page"),
        (("check", "gone.txt"), "a link to a file that is not there", "did you mean a.txt?"),
        (("check", "A.TXT"), "no such file", "did you mean a.txt?"),
        (("check", "-"), "standard input: is empty", "give at least one sentence"),
        (("verify-report", "."), "is a folder", "name the file of a report"),
        (("check", "a.txt", "--index", "zim:."), "is a folder", "name the .zim file"),
        (("eval", "score", "."), "is a folder", "localcheck eval … --out FILE makes one"),
        (("eval", "claims", "--data", "."), "is a folder", "give the data set's file"),
        (("verify-report", "none.json"), "no such file", "check the path"),
        (("eval", "claims", "--data", "a.txt"), "not JSON", "a data set is JSON, or JSON lines"),
        (("check", ""), "the path is empty", "see localcheck check --help"),
        (("faithfulness", "--context", "", "--text", "a"), "the path is empty", "see localcheck faithfulness --help"),
        (("check", "loop"), "loop: cannot be read", "check the path"),
        (("index", "build", "fifo", "--name", "x"), "fifo: an index is not built from a pipe", "write it to a file"),
        (
            ("check", "a.txt", "--index", "memory:a.txt"),
            "is not a JSON object",
            'each line: {"title": "…", "text": "…"}',
        ),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(
    localcheck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str, hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("Mars has two moons.")
    (tmp_path / "gone.txt").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "fifo")
    said(localcheck(*words), 2, message, hint)


def test_a_home_that_is_a_file_is_said_to_be_one(localcheck: Run, tmp_path: Path) -> None:
    """It was the store that "cannot be written", with exit code 4."""
    (tmp_path / "home.txt").write_text("")
    said(localcheck("--home", str(tmp_path / "home.txt"), "runs", "list"), 2, "home.txt is a file", "name a folder")
