"""Claims that do not name their subject as its article does: real articles and redirects of a shortened English dump.

The index is built from fourteen of them, with the redirects of the same dump as their other names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.ingest.corpus import Record, Redirect, open_corpus, plain_text
from localcheck.ingest.indexing import build
from localcheck.judging.sentence_level import sentences_of
from localcheck.sources.index_retriever import IndexRetriever
from localcheck.sources.indexes import open_index
from localcheck.types import Document

DUMP = Path("dump") / "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
TITLES = {
    "Aardvark", "Aardwolf", "Abacus", "Abstract (law)", "Actrius", "Adobe", "Algorithm", "Algorithms (journal)", "Allan Dwan",
    "Alain Connes", "An American in Paris", "Analysis of variance", "Android (robot)", "Animalia (book)",
}  # fmt: skip


@pytest.fixture(scope="module")
def real(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexRetriever]:
    folder = tmp_path_factory.mktemp("real")
    articles: dict[str, dict[str, object]] = {}
    others: dict[str, list[str]] = {}
    for item in open_corpus(shared_data / DUMP).items():
        if isinstance(item, Record) and item.title in TITLES:
            articles[item.title] = {"title": item.title, "text": plain_text(item), "date": item.date}
        elif isinstance(item, Redirect):
            others.setdefault(item.target, []).append(item.title)
    assert set(articles) == TITLES
    rows = [json.dumps({**row, "aliases": others.get(title, [])}) for title, row in articles.items()]
    source = folder / "real.jsonl"
    source.write_text("\n".join(rows), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCALCHECK_HOME", str(folder / "home"))
        for _ in build(source, "real", "whoosh", "en"):
            pass
        with open_index("real") as opened:
            yield opened


def found(real: IndexRetriever, text: str, title: str = "") -> list[str]:
    """The title of the first article for each claim that the text is split into."""
    document = Document("d", text, title)
    claims = RuleClaims().extract(document, sentences_of(document))
    return [next(iter(real.evidence(document, claim))).title for claim in claims if claim.checkable]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Aardvark", "It feeds on ants and termites at night."),
        ("Aardwolf", "The animal eats insects, mainly termites."),
        ("Allan Dwan", "He directed silent films and was born in Toronto."),
        ("Animalia (book)", "It was written by Graeme Base in 1986."),
        ("Analysis of variance", "The method compares the means of several groups."),
    ],
)
def test_a_claim_without_a_subject_is_about_the_title_of_the_document(
    real: IndexRetriever, title: str, text: str
) -> None:
    assert set(found(real, text, title)) == {title}


@pytest.mark.parametrize(
    ("article", "text"),
    [
        ("Aardwolf", "The aardwolf lives in Africa. It eats insects, mainly termites."),
        ("Allan Dwan", "Allan Dwan was a film director. He was born in Toronto. His career began in 1911."),
        ("Alain Connes", "Alain Connes is a French mathematician. He won the Fields Medal in 1982."),
    ],
)
def test_a_claim_with_a_pronoun_is_about_the_entity_of_the_text(real: IndexRetriever, article: str, text: str) -> None:
    assert set(found(real, text)) == {article}


@pytest.mark.parametrize(
    ("article", "text"),
    [
        ("Animalia (book)", "Animalia was illustrated by Graeme Base."),
        ("Android (robot)", "An android is built to look like a human."),
        ("Algorithms (journal)", "Algorithms is a scientific journal that is published monthly."),
        ("Abstract (law)", "In law, an abstract is a brief statement of a legal document."),
    ],
)
def test_a_title_with_a_parenthesis_is_found_by_its_bare_name(real: IndexRetriever, article: str, text: str) -> None:
    assert set(found(real, text)) == {article}


def test_redirects_and_other_names_lead_to_the_article(real: IndexRetriever) -> None:
    assert found(real, "ANOVA was developed by the statistician Ronald Fisher.") == ["Analysis of variance"]
    assert found(real, "AnAmericanInParis was composed by George Gershwin.") == ["An American in Paris"]
    assert set(real.aliases("ANOVA")) >= {"Analysis of variance", "ANOVA"}
    assert real.article("AbacuS") is not None and real.aliases("no such article") == ()
