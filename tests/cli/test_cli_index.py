"""``localcheck index`` as a user meets it: real processes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests import warm

ROWS = [
    {
        "title": "Vistula",
        "text": "The Vistula is the longest river in Poland. It flows through Warsaw.",
        "aliases": ["Wisla"],
    },
    {"title": "Warsaw", "text": "Warsaw is the capital of Poland."},
    {"title": "Empty", "text": ""},
]


def run(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = warm.run(arguments)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture
def source(tmp_path: Path, home: Path) -> Path:
    path = tmp_path / "rivers.jsonl"
    path.write_text("\n".join([*map(json.dumps, ROWS), "{broken"]))
    return path


def test_build_list_info_search_verify_remove(source: Path) -> None:
    built = run("index", "build", source, "--name", "rivers", "--language", "en")
    assert built.stdout.startswith("rivers: 2 articles") and "1 not read" in built.stdout
    assert "engine tantivy (auto)" in built.stderr
    assert "not read: rivers.jsonl:4: not JSON: " in built.stderr
    assert "rivers  tantivy  2 articles  en" in run("index", "list").stdout
    assert "source         rivers.jsonl" in run("index", "info", "rivers").stdout
    shown = run("index", "search", "rivers", "The Vistula flows through Warsaw.").stdout
    assert shown.splitlines()[0].startswith(" 1. Vistula  (")
    assert "flows through Warsaw" in shown
    assert run("index", "verify", "rivers").stdout.startswith("rivers: intact, digest ")
    refused = run("index", "remove", "rivers", code=2).stderr
    assert "add --yes" in refused and "rivers  tantivy" in run("index", "list").stdout, "nobody was there to be asked"
    assert run("index", "remove", "rivers", "--yes").stdout == "rivers: removed\n"
    assert "no index yet" in run("index", "list").stderr


def test_an_index_made_of_another_names_no_page_as_one_more(source: Path) -> None:
    """ "1 more not read" was said after none had been named."""
    run("index", "build", source, "--name", "rivers")
    said = "warning: a page of the source was not read when it was built\n"
    assert said in run("index", "rebuild", "rivers").stderr
    other = source.with_name("lakes.jsonl")
    other.write_text("\n".join([json.dumps({"title": "Como", "text": "Como is a lake in Italy."}), "{broken"]))
    run("index", "build", other, "--name", "lakes")
    merged = run("index", "merge", "rivers", "lakes", "--name", "both").stderr
    assert "warning: 2 pages of the source were not read when it was built\n" in merged


def test_all_sentences_are_encoded_once_and_checked_with(source: Path, home: Path) -> None:
    built = run("index", "build", source, "--name", "rivers", "--vectors")
    assert built.stdout.startswith("rivers: 2 articles") and (home / "indexes" / "rivers.vectors.db").is_file()
    again = json.loads(run("index", "vectors", "rivers", "--json").stdout)
    assert (again["articles"], again["total"], again["sentences"], again["encoder"]) == (2, 2, 0, "starter-nli")
    claim = source.with_name("claim.txt")
    claim.write_text("The Vistula is the longest river in Poland.", encoding="utf-8")
    shown = json.loads(run("check", claim, "--index", "rivers", "--format", "json").stdout)
    assert shown["reports"][0]["verdicts"][0]["label"] == "supported" if "reports" in shown else shown
    assert run("index", "verify", "rivers").stdout.startswith("rivers: intact"), "vectors lie beside, not in it"
    assert run("index", "vectors", "rivers", "--remove").stdout == "rivers: vectors removed\n"
    assert not list((home / "indexes").glob("rivers.vectors*"))
    assert run("index", "vectors", "rivers", "--remove").stdout == "rivers: no vectors to remove\n"
    assert json.loads(run("index", "vectors", "rivers", "--remove", "--json").stdout)["removed"] is False
    run("index", "vectors", "rivers", "--limit", "1")
    run("index", "remove", "rivers", "--yes")
    assert not list((home / "indexes").glob("rivers*")), "they go with their index"
    assert "there is no index 'rivers'" in run("index", "vectors", "rivers", code=3).stderr


def test_what_an_interrupted_build_has_left_can_be_removed(source: Path, home: Path) -> None:
    from localcheck.ingest.indexing.staging import locked

    begun = home / "indexes" / ".rivers.building-0123456789abcdef"
    begun.mkdir(parents=True)
    (begun / "articles.sqlite").write_bytes(b"0" * 1000)
    with locked("rivers"):
        assert "another process is building" in run("index", "remove", "rivers", "--yes", code=2).stderr
    assert begun.is_dir()
    assert run("index", "remove", "rivers", "--yes").stdout == "rivers: removed\n" and not begun.exists()
    assert "no index" in run("index", "remove", "rivers", "--yes", code=3).stderr
    run("index", "build", source, "--name", "rivers")
    begun.mkdir()
    run("index", "remove", "rivers", "--yes")
    assert not begun.exists() and json.loads(run("index", "list", "--json").stdout) == []


def test_every_command_speaks_json(source: Path) -> None:
    built = json.loads(run("index", "build", source, "--name", "r", "--engine", "tantivy", "--json").stdout)
    assert (built["engine"], built["articles"], built["redirects"], built["skipped"]) == ("tantivy", 2, 1, 1)
    (bad,) = built["malformed_pages"]
    assert bad["where"] == "rivers.jsonl:4" and bad["why"].startswith("not JSON: ")
    assert json.loads(run("index", "list", "--json").stdout)[0]["name"] == "r"
    assert json.loads(run("index", "info", "r", "--json").stdout)["digest"] == built["digest"]
    (first, *_) = json.loads(run("index", "search", "r", "Wisla", "--json").stdout)
    assert first["title"] == "Vistula" and first["source"]["kind"] == "jsonl"
    assert json.loads(run("index", "verify", "r", "--json").stdout)["intact"] is True
    assert json.loads(run("index", "remove", "r", "--yes", "--json").stdout) == {"name": "r", "removed": True}
    assert json.loads(run("index", "list", "--json").stdout) == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["info", "nope"], 3, "no index"),
        (["search", "nope", "x"], 3, "no index"),
        (["verify", "nope"], 3, "no index"),
        (["remove", "nope"], 3, "no index"),
        (["update", "nope"], 3, "no index"),
        (["rebuild", "nope"], 3, "no index"),
        (["vectors", "nope"], 3, "no index"),
        (["remove", "../../etc"], 2, "is not a name"),
        (["build", "x.jsonl", "--name", "a/b"], 2, "is not a name"),
        (["build", "x.jsonl", "--name", "two.index"], 2, "error: index: 'two.index' is not a name: it ends in .index"),
        (["build", "x.jsonl", "--name", "x", "--namespaces", "zero"], 2, "not a list of numbers"),
        (["build", "x.jsonl", "--name", "x", "--engine", "lucene"], 2, "lucene"),
        (["build", "x.jsonl"], 2, "--name"),
        (["build", "nowhere.jsonl", "--name", "x"], 2, "no such file"),
    ],
)
def test_mistakes_are_one_line_a_hint_and_a_code(home: Path, arguments: list[str], code: int, message: str) -> None:
    done = run("index", *arguments, code=code)
    first, hint = done.stderr.splitlines()
    assert first.startswith("localcheck: error: ") and message in first
    assert hint.startswith("  hint: ")
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["build", "list", "info", "search", "verify", "remove"])
def test_help_has_examples(home: Path, command: str) -> None:
    assert "localcheck index " + command in run("index", command, "--help").stdout.partition("Example")[2]


def test_a_line_end_in_the_name_of_a_file_parts_no_line_of_a_search(tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "riv\ners.txt").write_text("The Vistula is the longest river.\n", encoding="utf-8")
    run("index", "build", folder, "--name", "notes")
    first = run("index", "search", "notes", "Which river is the longest?").stdout.splitlines()[0]
    assert first.startswith(" 1. ") and first.endswith("  riv ers.txt")


def test_a_folder_of_documents(tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "rivers.md").write_text("# Rivers of Poland\n\nThe **Vistula** is the longest river.\n")
    (folder / "page.html").write_text(
        "<html><head><title>Warsaw</title></head><body><p>Warsaw is a capital city.</p></body></html>"
    )
    (folder / "broken.pdf").write_bytes(b"no pdf")
    built = json.loads(run("index", "build", folder, "--name", "notes", "--json").stdout)
    assert (built["articles"], built["malformed"]) == (2, 1)
    (first, *_) = json.loads(run("index", "search", "notes", "the longest river", "--json").stdout)
    assert first["source"]["kind"] == "folder" and first["source"]["locator"] == "rivers.md"


def test_the_starter_index_is_built_when_it_is_first_searched(home: Path) -> None:
    from localcheck.run.open_sources import starter_source

    if starter_source() is None:
        pytest.skip("the starter corpus is not in this checkout yet")
    (first, *_) = json.loads(run("index", "search", "starter", "Marie Curie was born in Warsaw.", "--json").stdout)
    assert first["title"] == "Marie Curie"


def test_articles_without_a_date_have_that_of_the_dump(source: Path) -> None:
    """Given, in the file's name, or put right in an index that is there; what is no date is refused."""

    def dates(name: str) -> set[str]:
        return {row["source"]["date"] for row in json.loads(run("index", "search", name, "Vistula", "--json").stdout)}

    run("index", "build", source, "--name", "undated")
    assert dates("undated") == {""}
    run("index", "rebuild", "undated", "--dated", "2017-05")
    assert dates("undated") == {"2017-05"}
    run("index", "build", source, "--name", "given", "--dated", "2018")
    assert dates("given") == {"2018"} and "2018" in run("index", "info", "given").stdout
    by_name = source.rename(source.with_name("rivers_2019_small.jsonl"))
    run("index", "build", by_name, "--name", "named")
    assert dates("named") == {"2019"}
    for wrong in ("last year", "2018-13", "2018-06-01T00"):
        assert "is not a date" in run("index", "build", by_name, "--name", "wrong", "--dated", wrong, code=2).stderr


@pytest.mark.parametrize("typed", ["EN", "en-GB", "en_US"])
def test_a_language_is_kept_as_models_call_it(source: Path, typed: str) -> None:
    """An index of "EN" had no language in common with a model of English: every claim stayed open."""
    built = json.loads(run("index", "build", source, "--name", "r", "--language", typed, "--json").stdout)
    assert built["language"] == "en"


def test_what_is_no_code_of_a_language_is_refused(source: Path) -> None:
    said = run("index", "build", source, "--name", "r", "--language", "english", code=2).stderr
    assert "'english' is not the code of a language" in said and "for example en" in said
