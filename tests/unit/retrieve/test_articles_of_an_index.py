"""The file of articles and its names; ranking, snippets and the fake, by numbers that can be worked out by hand."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from math import log
from pathlib import Path

import pytest

from localcheck.errors import BadInput, MissingIndex, RetrievalError, UsageError
from localcheck.sources import articles as module
from localcheck.sources import indexes, manifest
from localcheck.sources.article_changes import ArticleWriter
from localcheck.sources.articles import (
    BASE,
    LONGER,
    REDIRECT,
    TITLE,
    Articles,
    Named,
    iterate,
    name_key,
    totals,
)
from localcheck.sources.memory import MemoryRetriever, open_retriever
from localcheck.sources.queries import Name, build, merge, snippet
from localcheck.sources.recorded import RecordedEvidence
from localcheck.sources.whoosh_index import MOST, Contents, read_contents, write_contents
from localcheck.types import Claim, Document, Passage, Source, Span
from localcheck.types.infos import IndexInfo

ADA = Source("wikipedia", "x", "https://a", "17", "2020-01-02")
HERE = Source("test", "memory")


def filled(folder: Path) -> Articles:
    writer = ArticleWriter(folder)
    writer.add("Mercury (planet)", "A planet.", ADA)
    writer.add("Mercury (disambiguation)", "Many things.", Source("wikipedia", "x", date="2021-01-02"))
    writer.add("Ada Lovelace", "Ada wrote letters.", ADA)
    writer.add("…", "No name.", ADA)
    for name in ("Countess of Lovelace", "Ada Byron", "?"):
        writer.add_redirect(name, "Ada Lovelace")
    writer.add_redirect("Nowhere", "Missing")
    assert writer.named() is None
    assert writer.name_articles() == 2 and writer.named() == 2
    writer.close(finished=True)
    return Articles(folder)


def test_articles_come_back_with_their_sources(tmp_path: Path) -> None:
    kept = filled(tmp_path)
    assert kept.passage(3, "wiki", 4, 0.5) == Passage(
        "Ada Lovelace", "Ada wrote letters.", Source("wikipedia", "wiki", "https://a", "17", "2020-01-02"), 4, 0.5
    )
    with pytest.raises(RetrievalError, match="index wiki: article 9 is missing") as caught:
        kept.passage(9, "wiki", 0, 0.0)
    assert caught.value.hint == "localcheck index verify wiki"
    assert next(iter(iterate(tmp_path))) == (1, "Mercury (planet)", "A planet.")
    assert [number for number, _, _ in iterate(tmp_path)] == [1, 2, 3, 4]
    assert totals(tmp_path) == (4, 9 + 12 + 18 + 8, "2021-01-02")
    kept.close()


def test_articles_are_found_by_title_redirect_and_bare_title(tmp_path: Path) -> None:
    kept = filled(tmp_path)
    assert kept.named(["mercury", "ada byron", "ada lovelace", "nowhere", ""]) == [
        Named("ada byron", 3, REDIRECT), Named("ada lovelace", 3, TITLE), Named("mercury", 1, BASE),
    ]  # fmt: skip
    assert kept.named(["mercury planet"]) == [Named("mercury planet", 1, TITLE)]
    assert kept.named([]) == []
    many = [f"key {i}" for i in range(600)]
    assert kept.named([*many, "ada byron"]) == [Named("ada byron", 3, REDIRECT)]
    assert kept.named(["ada byron", *many]) == [Named("ada byron", 3, REDIRECT)]
    assert kept.aliases("ada byron") == ("Ada Lovelace", "Ada Byron", "Countess of Lovelace")
    assert kept.aliases("mercury") == () and kept.aliases("Mercury (planet)") == ("Mercury (planet)",)
    kept.close()


def test_articles_are_found_by_the_beginning_of_their_title(tmp_path: Path) -> None:
    writer = ArticleWriter(tmp_path)
    for title in ("Evil Dead II", "Evil Dead (musical)", "Evil Deadline", "Apollo 11", "Manchester United F.C."):
        writer.add(title, "text", ADA)
    writer.add_redirect("Manchester United Football Club", "Manchester United F.C.")
    writer.name_articles()
    writer.close(finished=True)
    kept = Articles(tmp_path)
    assert kept.longer(["evil dead"]) == [Named("evil dead", 2, LONGER)], "neither a number nor a longer word"
    assert kept.longer(["apollo", "dead"]) == []
    assert {n.article for n in kept.longer(["manchester united"])} == {5}
    kept.close()


def test_a_name_with_which_many_titles_begin_means_none_of_them(tmp_path: Path) -> None:
    writer = ArticleWriter(tmp_path)
    for i in range(module.MANY + 1):
        writer.add(f"John Smith of {'x' * (i + 1)}", "text", ADA)
    writer.name_articles()
    writer.close(finished=True)
    kept = Articles(tmp_path)
    assert kept.longer(["john smith"]) == []
    assert len(kept.longer(["john smith of"])) == 0 and len(kept.longer(["john smith of x"])) == 0
    kept.close()


def test_at_most_so_many_articles_for_each_name(tmp_path: Path) -> None:
    writer = ArticleWriter(tmp_path)
    for i in range(7):
        writer.add(f"Mercury ({i})", "text", ADA)
    writer.add("Venus (1)", "text", ADA)
    writer.name_articles()
    writer.close(finished=True)
    kept = Articles(tmp_path)
    assert [n.article for n in kept.named(["mercury", "venus"])] == [1, 2, 3, 4, 5, 8]
    assert [n.article for n in kept.named(["mercury", "venus"], most=1)] == [1, 8]
    kept.close()


def test_a_title_that_many_articles_have_tells_none_of_them_and_redirects_do(tmp_path: Path) -> None:
    writer = ArticleWriter(tmp_path)
    for i in range(6):
        writer.add("Annual report", "text", Source("folder", "x", f"page {i}"))
    for i in range(6):
        writer.add(f"Place {i}", "text", ADA)
        writer.add_redirect("Springfield", f"Place {i}")
    writer.name_articles()
    writer.close(finished=True)
    kept = Articles(tmp_path)
    assert kept.named(["annual report"]) == []
    assert [n.kind for n in kept.named(["springfield"])] == [REDIRECT] * 5
    assert [n.article for n in kept.named(["annual report"], most=6)] == [1, 2, 3, 4, 5, 6]
    kept.close()


def test_what_could_not_be_read_back_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = ArticleWriter(tmp_path)
    monkeypatch.setattr("localcheck.sources.article_changes.MAX_TEXT", 4)
    writer.add("t" * 1000, "text", ADA)
    for title, text in (("t", "texts"), ("t" * 1001, "")):
        with pytest.raises(ValueError, match="title over 1000 characters"):
            writer.add(title, text, ADA)
    writer.add_redirect("n" * 1000, "t" * 1000)
    for name, target in (("n" * 1001, "t"), ("n", "t" * 1001)):
        with pytest.raises(ValueError, match="name over 1000 characters"):
            writer.add_redirect(name, target)
    writer.commit({"a": "1"})
    writer.commit({"b": "2", "a": "3"})
    assert writer.journal() == {"a": "3", "b": "2"}
    writer.close()


def test_what_is_not_committed_is_gone(tmp_path: Path) -> None:
    writer = ArticleWriter(tmp_path)
    writer.add("Kept", "text", ADA)
    writer.commit({"at": "1"})
    writer.add("Lost", "text", ADA)
    writer.close()
    assert [title for _, title, _ in iterate(tmp_path)] == ["Kept"]


def test_a_stranger_s_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(RetrievalError, match="cannot be read") as caught:
        Articles(tmp_path)
    assert caught.value.hint == "build the index again from its source"
    filled(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / module.FILE)) as db, db:
        db.execute("CREATE VIEW odd AS SELECT * FROM articles")
    with pytest.raises(RetrievalError, match="its tables are not those of an index"):
        Articles(tmp_path)
    db.close()


def test_a_damaged_text_is_one_clear_error(tmp_path: Path) -> None:
    filled(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / module.FILE)) as db, db:
        db.execute("UPDATE articles SET text = 'x' WHERE id = 3")
    db.close()
    kept = Articles(tmp_path)
    with pytest.raises(RetrievalError, match="index wiki: a text is damaged") as caught:
        kept.passage(3, "wiki", 0, 0.0)
    assert caught.value.hint == "localcheck index verify wiki"
    kept.close()


def test_names_are_compared_folded() -> None:
    assert name_key("Marie Skłodowska-Curie") == "marie sklodowska curie" == name_key("marie  Skłodowska Curie")
    assert name_key("Moore's") == name_key("Moore\u2019s") == "moores"


def test_named_articles_gain_a_share_of_the_best_score() -> None:
    long, short, inner = Name("ada lovelace", 5, 2), Name("paris", 9, 1), Name("ada", 5, 1, part=True)
    hits = [(1, 2.0), (2, 1.0)]
    found = dict(merge(hits, [long, short, inner], [Named("ada lovelace", 2, REDIRECT)], 9))
    assert found == pytest.approx({1: 2.0, 2: 1.0 + 2.0 * 0.9 * 0.95})
    found = dict(merge(hits, [long, short], [Named("paris", 3, TITLE)], 9))
    assert found[3] == pytest.approx(2.0 * 0.6 * 0.91)
    found = dict(merge(hits, [long, inner], [Named("ada lovelace", 2, BASE), Named("ada", 3, TITLE)], 9))
    assert found == pytest.approx({1: 2.0, 2: 1.0 + 2.0 * 0.5 * 0.95, 3: 2.0 * 0.25 * 0.6 * 0.95})
    far = Name("rome", 50, 1)
    assert dict(merge([], [far], [Named("rome", 4, TITLE)], 9)) == pytest.approx({4: 0.6 * 0.7})
    assert merge(hits, [], [Named("ada", 3, TITLE)], 9) == hits and merge(hits, [], [], 1) == [(1, 2.0)]
    twice = [Named("rome", 4, BASE), Named("rome", 4, TITLE), Named("rome", 4, REDIRECT)]
    assert dict(merge([], [far], twice, 9)) == pytest.approx({4: 0.6 * 0.7})


def test_the_subject_leads_whatever_its_words() -> None:
    subject = Name("ada", 3, 1)
    found = merge([(1, 9.0), (2, 1.0)], [subject], [Named("ada", 2, TITLE)], 9)
    assert found[0] == (2, pytest.approx(max(9.0, 1.0 + 9.0 * 0.6 * 0.97) + 0.09))
    late = merge([(1, 9.0), (2, 1.0)], [Name("ada", 4, 1)], [Named("ada", 2, TITLE)], 9)
    assert late[0] == (1, 9.0)
    both = [Named("ada", 2, BASE), Named("ada", 3, REDIRECT), Named("ada", 1, REDIRECT)]
    assert merge([(2, 8.0), (3, 2.0)], [subject], both, 9)[0][0] == 3
    assert merge([], [subject], [Named("ada", 3, TITLE), Named("ada", 2, TITLE)], 9)[0][0] == 2
    assert merge([(1, 1.0), (2, 1.0)], [], [], 9) == [(1, 1.0), (2, 1.0)]
    assert merge([(1, 9.0), (2, 1.0)], [subject], [Named("ada", 2, TITLE)], 9, around=lambda: {3: 1.0}) == found, (
        "it is there"
    )


def test_what_is_asked_for_around_a_claim_gains_a_share_of_the_best_score() -> None:
    assert dict(merge([(1, 4.0), (2, 1.0)], [], [], 9, around=lambda: {2: 0.5, 3: 0.2})) == pytest.approx(
        {1: 4.0, 2: 1.0 + 4.0 * 1.5 * 0.5, 3: 4.0 * 1.5 * 0.2}
    )


def test_a_snippet_is_cut_at_spaces_around_most_of_the_words() -> None:
    text = "rain " * 100 + "Ada wrote letters to Paris " + "snow " * 100
    found = snippet(text, "Ada letters Paris", 60)
    assert "Ada wrote letters" in found and found.startswith("… ") and found.endswith(" …") and len(found) <= 64
    assert snippet("Ada wrote letters.", "Ada", 60) == "Ada wrote letters."
    assert snippet("Ada  wrote\nletters", "Ada", 60) == "Ada wrote letters"
    assert snippet("abcdefghij", "x", 4) == "abcd …"
    assert snippet("ab cd efgh", "x", 4) == "ab …"
    assert snippet("", "x") == ""


def test_a_snippet_begins_at_the_first_of_the_best_stretches() -> None:
    """Stretches of 60 characters begin at 0, 40, 80, …; the one at 80 is the first with the word at 120."""
    text = "a " * 60 + "Ada" + " a" * 100
    assert snippet(text, "Ada", 60) == "… " + "a " * 19 + "Ada" + " a" * 8 + " …"
    twice = "Ada " + "a " * 100 + "Ada"
    assert snippet(twice, "Ada", 60).startswith("Ada a")
    more = "Ada " + "a " * 100 + "Ada Paris"
    assert snippet(more, "Ada Paris", 60).endswith("Ada Paris")


def test_a_snippet_is_looked_for_in_the_first_200_000_characters() -> None:
    before, after = "a " * 99_990 + "Ada" + " a" * 100, "a " * 100_000 + "Ada"
    assert "Ada" in snippet(before, "Ada", 60)
    assert snippet(after, "Ada", 60) == "a " * 28 + "a …"


def test_the_fake_ranks_by_inverse_document_frequency() -> None:
    rows = [Passage("Rain", "rain rain fell", HERE), Passage("Snow", "snow fell", HERE), Passage("Fog", "fog", HERE)]
    kept = MemoryRetriever(rows, "en")
    assert kept.info == IndexInfo("memory", "memory", 3, "en")
    found = list(kept.search("rain fell"))
    assert [(p.title, p.rank) for p in found] == [("Rain", 0), ("Snow", 1)] and kept.pulled == 2
    assert found[1].score == pytest.approx(log(1 + 3 / 2) / 2.2)
    assert found[0].score == pytest.approx(log(1 + 3) * 3 / 4.2 + log(1 + 3 / 2) / 2.2)
    assert kept.aliases("RAIN") == ("Rain",) and kept.aliases("Hail") == ()
    assert next(iter(kept.search("Fog came"))).title == "Fog"


def test_the_fake_reads_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "few.jsonl"
    file.write_text(
        '{"title": "A", "text": "a fog", "url": "u", "date": "d"}\n{"title": "B", "text": "fog"}\n', "utf-8"
    )
    assert {p.title: p.source for p in open_retriever(str(file)).search("fog")} == {
        "A": Source("memory", "few.jsonl", "u", "", "d"),
        "B": Source("memory", "few.jsonl"),
    }
    file.write_text('{"title": "A", "text": "a"}\n{"title": "A"}\n', "utf-8")
    with pytest.raises(BadInput, match='is not a JSON object with "title" and "text"') as caught:
        open_retriever(str(file))
    assert "few.jsonl:2: " in caught.value.message
    with pytest.raises(BadInput, match=r"cannot be read \(.*No such file"):
        open_retriever(str(tmp_path / "none"))


def test_queries_keep_each_word_once_and_all_where_they_are_stop_words() -> None:
    assert build("The rain and the Rain in Paris 7 x").terms == ("rain", "paris", "7")
    assert build("the of and").terms == ("the", "of", "and")
    assert len(build(" ".join(f"word{i}" for i in range(200))).terms) == 120


def test_what_whoosh_needs_goes_through_its_file(tmp_path: Path) -> None:
    contents = Contents("abc123", 7, {"title": 3, "body": 9})
    write_contents(tmp_path, contents)
    assert read_contents(tmp_path) == contents
    good = {"segment": "abc", "articles": 0, "lengths": {}}
    for change in (
        {"segment": "A"}, {"segment": "a" * 33}, {"segment": 3}, {"articles": -1}, {"articles": MOST + 1},
        {"articles": True}, {"lengths": []}, {"lengths": {"other": 1}}, {"lengths": {"body": 1.5}},
    ):  # fmt: skip
        (tmp_path / "contents.json").write_text(json.dumps({**good, **change}), encoding="utf-8")
        with pytest.raises(RetrievalError, match="is damaged"):
            read_contents(tmp_path)
    (tmp_path / "contents.json").write_text(json.dumps({**good, "articles": MOST}), encoding="utf-8")
    assert read_contents(tmp_path) == Contents("abc", MOST, {})
    place = tmp_path / "wiki.index" / "engine"
    with pytest.raises(RetrievalError, match="Whoosh's own form, which can run code") as caught:
        read_contents(place)
    assert caught.value.hint == "localcheck index rebuild wiki"


def test_an_index_says_what_changed(tmp_path: Path) -> None:
    folder = tmp_path / "wiki.index"
    (folder / "engine").mkdir(parents=True)
    (folder / "engine" / "a").write_bytes(b"12345")
    info = manifest.write(folder, IndexInfo("wiki", "whoosh", 3))
    assert (info.disk_bytes, len(info.digest)) == (5, 64) and manifest.check(folder) == info == manifest.read(folder)
    (folder / "b").touch()
    with pytest.raises(RetrievalError, match="index wiki has changed since it was built: b was added") as caught:
        manifest.check(folder)
    assert caught.value.hint == "localcheck index rebuild wiki, or build it again with --force"
    (folder / "b").unlink()
    (folder / "engine" / "a").rename(folder / "engine" / "c")
    with pytest.raises(RetrievalError, match="engine/a was removed"):
        manifest.check(folder)
    (folder / "engine" / "a").symlink_to(folder / "engine" / "c")
    (folder / "engine" / "c").rename(tmp_path / "c")
    with pytest.raises(RetrievalError, match="engine/a is not a plain file"):
        manifest.check(folder)


def test_recorded_evidence_is_that_of_the_claim_s_own_sentence(tmp_path: Path) -> None:
    file = tmp_path / "told.jsonl"
    rows = [
        {"id": "d", "sentence": 0, "claim": "Rain fell.", "passages": [{"text": "first", "url": "https://a.org/x"}]},
        {
            "id": "d",
            "sentence": 1,
            "claim": "Rain  FELL.",
            "passages": [{"text": " "}, {"text": "second", "title": "T"}],
        },
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    kept = RecordedEvidence(file)
    assert kept.info == IndexInfo("told.jsonl", "recorded", 2, evidence="web") and kept.documents() == ["d"]

    def texts(document: str, sentence: int, text: str = "rain fell.") -> list[str]:
        told = Claim("0.0", sentence, text, Span(0, 1))
        return [p.text for p in kept.evidence(Document(document, ""), told)]

    assert texts("d", 0) == ["first"] and texts("d", 1) == ["second"] and texts("other", 1) == ["first"]
    assert texts("other", 1, "Snow fell.") == []
    assert next(iter(kept.passages("d", 0, "Rain fell."))) == Passage(
        "a.org", "first", Source("web", "told.jsonl", "https://a.org/x"), 0
    )
    assert next(iter(kept.passages("d", 1, "Rain fell."))) == Passage("T", "second", Source("web", "told.jsonl"), 0)
    assert kept.claims("d", 1) == ["Rain  FELL."] and kept.claims("d", 7) == []
    for bad, why in (('{"claim": 1, "passages": []}', "as a string"), ('{"passages": []}', "needs"), ("[]", "needs")):
        file.write_text(bad, encoding="utf-8")
        with pytest.raises(BadInput, match=why):
            RecordedEvidence(file)


def test_indexes_of_a_home_are_listed_located_and_removed(home: Path) -> None:
    def made(name: str) -> Path:
        folder = indexes.folder_of(name)
        (folder / "engine").mkdir(parents=True)
        (folder / "engine" / "a").write_bytes(b"1")
        return folder

    with pytest.raises(MissingIndex, match="there is no index 'wiki'") as missing:
        indexes.locate("wiki")
    assert missing.value.hint == "localcheck index build SOURCE --name wiki"
    kept, broken = made("wiki"), made("broken")
    info = manifest.write(kept, IndexInfo("other", "whoosh", 3))
    assert indexes.index_names() == ["broken", "wiki"] and indexes.locate("wiki") == kept == indexes.locate(kept)
    assert indexes.index_exists("wiki") and not indexes.index_exists("wik")
    (first, why), (second, known) = indexes.list_indexes()
    assert (first, type(why)) == ("broken", MissingIndex) and (second, known) == ("wiki", replace(info, name="wiki"))
    with pytest.raises(MissingIndex) as near:
        indexes.locate("wikk")
    assert "wiki" in near.value.hint + near.value.message
    (home / "notes").mkdir(parents=True, exist_ok=True)
    (home / "a.txt").write_text("Mars is red.")
    with pytest.raises(MissingIndex, match="notes is a folder, and not an index") as folder:
        indexes.locate(home / "notes")
    assert folder.value.hint.endswith("notes --name NAME, then --index NAME")
    with pytest.raises(MissingIndex, match=r"a\.txt is a file, and not an index") as file:
        indexes.locate(home / "a.txt")
    assert "check with --context" in file.value.hint
    assert indexes.verify("wiki") == info
    assert indexes.remove("wiki") == info and not kept.exists()
    assert indexes.remove("broken") is None and not broken.exists() and indexes.index_names() == []
    for name in ("a.index", "a/b", "", "-a", "a" * 65):
        with pytest.raises(UsageError, match="is not a name"):
            indexes.folder_of(name)
    assert indexes.folder_of("a" * 64).name == "a" * 64 + ".index"
    assert indexes.lock_file("wiki").name == ".wiki.lock"
