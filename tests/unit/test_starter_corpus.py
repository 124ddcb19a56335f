"""The starter corpus is what its sources say, and the examples are settled by it."""

from __future__ import annotations

import bz2
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from localcheck.ingest.corpus import Header, Record, Redirect, open_corpus, plain_text
from localcheck.ingest.documents import read_document
from localcheck.text.sentences import split_sentences

ROOT = Path(__file__).resolve().parents[2]
ARTICLES = ROOT / "indexes" / "starter" / "articles"
EXPORT = ROOT / "indexes" / "starter" / "localcheck-starter-20261101-pages-articles.xml.bz2"
EXAMPLES = ROOT / "examples"
SCHEMA = "{http://www.mediawiki.org/xml/export-0.11/}"
REVISION_CHILDREN = [
    "id",
    "parentid",
    "timestamp",
    "contributor",
    "comment",
    "origin",
    "model",
    "format",
    "text",
    "sha1",
]


@cache
def articles() -> dict[str, str]:
    """Plain text of every article, as the corpus reader gives it."""
    return {item.title: plain_text(item) for item in open_corpus(EXPORT).items() if isinstance(item, Record)}


def redirects() -> list[Redirect]:
    return [item for item in open_corpus(EXPORT).items() if isinstance(item, Redirect)]


def truths() -> list[tuple[str, dict[str, str]]]:
    rows: dict[str, list[dict[str, str]]] = json.loads((EXAMPLES / "truth.json").read_text("utf-8"))
    return [(name, row) for name, claims in rows.items() for row in claims]


def pages() -> list[Any]:
    root = ElementTree.fromstring(bz2.decompress(EXPORT.read_bytes()))
    return root.findall(f"{SCHEMA}page")


def test_the_export_is_what_its_sources_build(tmp_path: Path) -> None:
    built = tmp_path / "built.xml.bz2"
    script = ROOT / "scripts" / "make_starter_corpus.py"
    subprocess.run([sys.executable, str(script), "--out", str(built)], check=True, capture_output=True)
    assert built.read_bytes() == EXPORT.read_bytes()
    assert EXPORT.stat().st_size < 1_000_000


def test_every_source_file_becomes_one_article() -> None:
    titles = [path.read_text("utf-8").split("\n", 1)[0] for path in ARTICLES.glob("*.txt")]
    assert sorted(titles) == sorted(articles())
    assert len(set(titles)) == len(titles) >= 150


def test_articles_have_150_to_400_words() -> None:
    lengths = {title: len(text.split()) for title, text in articles().items()}
    assert {title: words for title, words in lengths.items() if not 150 <= words <= 400} == {}


def test_no_markup_is_left_in_the_plain_text() -> None:
    assert [
        title for title, text in articles().items() if re.search(r"'''|''|\[\[|\]\]|\{\{|</?\w+>|Category:", text)
    ] == []


def test_the_reader_learns_language_site_and_date() -> None:
    header = next(iter(open_corpus(EXPORT).items()))
    assert header == Header(language="en", site="Localcheck Starter", date="2026-11-01")


def test_redirects_lead_to_articles_and_hide_none() -> None:
    known, names = articles(), [redirect.title for redirect in redirects()]
    assert [redirect for redirect in redirects() if redirect.target not in known] == []
    assert len(set(names)) == len(names) and not set(names) & set(known)
    assert Redirect("Einstein", "Albert Einstein") in redirects()


def test_links_lead_to_pages_of_the_corpus() -> None:
    known = set(articles()) | {redirect.title for redirect in redirects()}
    known |= {title[0].lower() + title[1:] for title in known}
    links = {link for path in ARTICLES.glob("*.txt") for link in re.findall(r"\[\[([^|\]]+)", path.read_text("utf-8"))}
    assert sorted(links - known) == []


def test_every_page_follows_the_export_schema() -> None:
    ids, revisions = set(), set()
    for page in pages():
        revision = page.find(f"{SCHEMA}revision")
        children = [child.tag.removeprefix(SCHEMA) for child in revision]
        is_redirect = page.find(f"{SCHEMA}redirect") is not None
        assert children == [name for name in REVISION_CHILDREN if not (is_redirect and name == "parentid")]
        text = revision.find(f"{SCHEMA}text")
        assert int(text.get("bytes")) == len(text.text.encode())
        assert text.get("sha1") == revision.findtext(f"{SCHEMA}sha1")
        ids.add(page.findtext(f"{SCHEMA}id"))
        revisions.add(revision.findtext(f"{SCHEMA}id"))
    assert len(ids) == len(revisions) == len(pages())


@pytest.mark.parametrize("name", sorted({name for name, _ in truths()}))
def test_each_truth_is_a_sentence_of_its_example(name: str) -> None:
    text = read_document(EXAMPLES / name).text
    sentences = [sentence.text for sentence in split_sentences(text)]
    assert [
        row["sentence"] for document, row in truths() if document == name and row["sentence"] not in sentences
    ] == []


def test_each_quote_stands_in_the_article_that_settles_it() -> None:
    settled = [row for _, row in truths() if row["truth"] in ("true", "false")]
    assert [row for row in settled if row["quote"] not in articles()[row["article"]] or not row["quote"]] == []


def test_the_examples_do_not_copy_the_corpus() -> None:
    assert [
        row["sentence"] for _, row in truths() if any(row["sentence"] in text for text in articles().values())
    ] == []


def test_the_examples_hold_enough_errors_and_truths() -> None:
    kinds = [row["truth"] for _, row in truths()]
    assert set(kinds) == {"true", "false", "opinion", "unknown"}
    assert kinds.count("false") >= 10 and kinds.count("true") >= 20
