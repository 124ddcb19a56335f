"""ZIM files: as a corpus and as a source of evidence; split, damaged, cut; a file that ends its reader ends nothing else."""

from __future__ import annotations

import html
import json
import os
import signal
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from zim_files import Page, write_zim

from localcheck import Checker, Settings
from localcheck.cli.main import cli
from localcheck.errors import BadInput, LocalcheckError, RetrievalError
from localcheck.ingest.corpus import Header, Malformed, Record, Redirect, Skipped, open_corpus, plain_text
from localcheck.ingest.zim.pages import ZimProcess
from localcheck.ingest.zim.retriever import open_zim

ADA = (
    "<html><body><h1>Ada Lovelace</h1><p>Ada Lovelace was born in London in 1815.<sup class='reference'>[1]</sup></p>"
    "<h2>Work<span class='mw-editsection'>[edit]</span></h2><p>She wrote notes on the Analytical Engine.</p>"
    "<table><tr><th>Year</th><th>Work</th></tr><tr><td>1843</td><td>Notes</td></tr></table></body></html>"
)
PAGES = [
    Page("Ada", "Ada Lovelace", ADA, ("Augusta Ada King",)),
    Page("Byron", "Lord Byron", "<html><body><p>Lord Byron was a poet. He died in Greece in 1824.</p></body></html>"),
    Page("London", "London", "<html><body><p>London is the capital of the United Kingdom.</p></body></html>"),
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_zim(tmp_path_factory.mktemp("zim") / "small.zim", PAGES)


def cut(source: Path, folder: Path) -> Path:
    """The file in three parts; the first one."""
    data, third = source.read_bytes(), source.stat().st_size // 3
    for letter, start in zip("abc", (0, third, 2 * third), strict=True):
        stop = None if letter == "c" else start + third
        (folder / f"cut.zima{letter}").write_bytes(data[start:stop])
    return folder / "cut.zimaa"


def test_pages_are_records_with_their_headings_and_redirects_are_names(small: Path) -> None:
    items = list(open_corpus(small).items())
    assert items[0] == Header("en", "Small", "2018-06-01", "CC-BY-SA 4.0")
    records = {item.title: item for item in items if isinstance(item, Record)}
    assert set(records) == {"Ada Lovelace", "Lord Byron", "London"}
    assert plain_text(records["Ada Lovelace"]).split("\n\n") == [
        "Ada Lovelace was born in London in 1815.", "Work", "She wrote notes on the Analytical Engine.",
        "The Work for Year 1843 is Notes.",
    ]  # fmt: skip
    assert (records["Lord Byron"].locator, records["Lord Byron"].date) == ("Byron", "2018-06-01")
    assert Redirect("Augusta Ada King", "Ada Lovelace") in items
    assert not [item for item in items if isinstance(item, Malformed)]


def test_a_split_file_is_read_and_searched(small: Path, tmp_path: Path) -> None:
    first = cut(small, tmp_path)
    assert sum(isinstance(item, Record) for item in open_corpus(first).items()) == 3
    with open_zim(str(tmp_path / "cut.zim")) as retriever:
        assert next(retriever.search("Lord Byron died in Greece.")).title == "Lord Byron"


def test_a_report_on_it_is_verified_against_it(small: Path, home: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    text = "Ada Lovelace was born in London in 1815."
    run = CliRunner().invoke
    said = run(
        cli, ["check", "--text", text, "--index", f"zim:{small}", "--format", "json", "--out", str(out), "--no-store"]
    )
    assert said.exit_code == 0, said.output
    report = json.loads(out.read_text())
    (verdict,) = report["verdicts"]
    assert verdict["label"] == "supported"
    source = verdict["evidence"][verdict["best"]]["passage"]["source"]
    assert (source["kind"], source["name"], source["locator"]) == ("zim", f"zim:{small}", "Ada")
    checked = run(cli, ["verify-report", str(out), "--json"])
    assert checked.exit_code == 0 and json.loads(checked.output)["not_looked_up"] == 0


def test_the_index_command_builds_from_it_and_keeps_its_licence(small: Path, home: Path) -> None:
    run = CliRunner().invoke
    assert run(cli, ["index", "build", str(small), "--name", "small"]).exit_code == 0
    info = json.loads(run(cli, ["index", "info", "small", "--json"]).output)
    assert (info["articles"], info["redirects"], info["language"], info["licence"]) == (3, 1, "en", "CC-BY-SA 4.0")


def test_without_an_index_of_words_titles_find_pages(tmp_path: Path) -> None:
    with open_zim(str(write_zim(tmp_path / "bare.zim", PAGES, words=False))) as retriever:
        assert next(retriever.search("Lord Byron was a painter.")).title == "Lord Byron"


def test_a_file_without_an_index_of_words_is_said(tmp_path: Path, home: Path) -> None:
    """Nothing is found in the texts of its pages: a report that leaves all open says why."""
    bare, whole = (write_zim(tmp_path / f"{name}.zim", PAGES, words=name == "whole") for name in ("bare", "whole"))
    said = "bare.zim has no index of words: only pages whose titles a claim names are found"
    claim = "Lord Byron was a poet."
    for spec, notes in ((f"zim:{bare}", 1), (f"zim:{whole}", 0), (f"zim:{whole} + zim:{bare}", 1)):
        with Checker(Settings(index=spec)) as checker:
            assert sum(said in note for note in checker.check(claim).run.notes) == notes
    assert said in CliRunner().invoke(cli, ["index", "search", f"zim:{bare}", "poet"]).output


def test_a_reader_that_is_killed_is_one_error(small: Path) -> None:
    with ZimProcess(small) as archive:
        os.kill(archive._child.pid, signal.SIGSEGV)
        with pytest.raises(RetrievalError, match=f"signal {int(signal.SIGSEGV)}"):
            archive.ask("entries", start=0, count=1)


@pytest.mark.parametrize("keep", [4, 60, 200, 0.5, 0.99])
def test_a_file_that_is_cut_short_is_one_error(small: Path, tmp_path: Path, keep: float) -> None:
    data = small.read_bytes()
    path = tmp_path / "cut.zim"
    path.write_bytes(data[: int(keep if keep > 1 else keep * len(data))])
    with pytest.raises(LocalcheckError, match="not a sound ZIM file"):
        list(open_corpus(path).items())


DAMAGED = """
bad_mimetype_in_dirent bad_mimetype_list invalid_checksumpos invalid_mimelistpos nonsorted_dirent_table nonsorted_title_index
offset_in_cluster outofbounds_clusterptrpos outofbounds_first_clusterptr outofbounds_first_direntptr
outofbounds_first_title_entry outofbounds_last_direntptr outofbounds_last_title_entry outofbounds_titleptrpos
outofbounds_urlptrpos smaller_than_header
""".split()


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_an_error_or_a_partial_reading_that_says_so(shared_data: Path, name: str) -> None:
    path = shared_data / "zim" / "invalid" / f"invalid.{name}.zim"
    try:
        items = list(open_corpus(path).items())
    except BadInput as error:
        assert "not a sound ZIM file" in error.message and "\n" not in error.message
    else:
        assert any(isinstance(i, Malformed) and "damaged" in i.why for i in items)
        assert any(isinstance(i, Record | Skipped) for i in items)
    with pytest.raises(LocalcheckError, match=r"not a sound ZIM file|the file is damaged"):
        open_zim(str(path))


def test_real_files_are_read_whole_and_split_alike(shared_data: Path) -> None:
    folder = shared_data / "zim"
    whole, split = (
        [i for i in open_corpus(folder / f"wikibooks_be_all_nopic_2017-02{end}").items() if isinstance(i, Record)]
        for end in (".zim", "_splitted.zimaa")
    )
    assert len(whole) == 66 and whole == split
    with open_zim(str(folder / "wikibooks_be_all_nopic_2017-02.zim")) as retriever:
        assert retriever.info.language == "be"


def test_real_articles_are_found_by_what_they_say(shared_data: Path, tmp_path: Path) -> None:
    corpus = open_corpus(shared_data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz")
    records = list(islice((i for i in corpus.items() if isinstance(i, Record)), 60))
    pages = [
        Page(f"A{n}", r.title, "".join(f"<p>{html.escape(x)}</p>" for x in r.body.split("\n")))
        for n, r in enumerate(records)
    ]
    first = 0
    with open_zim(str(write_zim(tmp_path / "wiki.zim", pages))) as retriever:
        asked = records[::4]
        for record in asked:
            found = next(retriever.search(record.body.split("\n")[0][:200]), None)
            first += found is not None and found.title == record.title
    assert first >= 0.9 * len(asked), first
