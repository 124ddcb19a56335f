"""Every retriever keeps the same contract, the fake included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import UnknownName
from localcheck.ingest import indexing
from localcheck.ingest.zim.retriever import ZimRetriever, open_zim
from localcheck.ports import Retriever
from localcheck.registry import RETRIEVERS
from localcheck.run.open_sources import open_retriever
from localcheck.settings import Settings
from localcheck.sources.indexes import open_index
from localcheck.sources.memory import MemoryRetriever
from localcheck.sources.recorded import RecordedEvidence
from localcheck.types import Claim, Document, Passage, Source, Span
from localcheck.types.infos import IndexInfo

sys.path.append(str(Path(__file__).parents[2] / "unit" / "corpus"))  # made-up files that other tests read
from zim_files import Page, write_zim

ARTICLES = [
    ("Marie Curie", "Marie Skłodowska Curie was a physicist and chemist. She was born in Warsaw in 1867.", ["Madame Curie"]),
    ("Pierre Curie", "Pierre Curie was a French physicist. He shared the Nobel Prize in Physics with Marie Curie in 1903.", []),
    ("Nobel Prize in Physics", "The Nobel Prize in Physics is awarded each year by the Royal Swedish Academy of Sciences.", []),
    ("Warsaw", "Warsaw is the capital of Poland. It stands on the Vistula. Marie Curie was born there.", ["Warszawa"]),
    ("Mercury (planet)", "Mercury is the smallest planet in the Solar System and the closest to the Sun.", []),
    ("Mercury (element)", "Mercury is a chemical element; it is liquid at room temperature.", []),
    ("University of Oxford", "The University of Oxford is a university in Oxford, England.", ["Oxford University"]),
    ("Oxford", "Oxford is a city in England. It is home to the University of Oxford.", []),
    ("Commodore", "Commodore may refer to:", []),
    ("Commodore (rank)", "Commodore is a rank between a captain and an admiral.", []),
    ("Elizabeth I of England", "She was queen from 1558 to 1603.", []),
    ("Alexander II", "He was a tsar.", []),
]  # fmt: skip
QUESTION = "Marie Curie was born in Warsaw in 1867."


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("source") / "articles.jsonl"
    rows = [
        {"title": t, "text": x, "url": f"https://x.org/{t}", "date": "2026-01-02", "aliases": a} for t, x, a in ARTICLES
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=["whoosh", "tantivy", "zim", "memory", "recorded"])
def retriever(request: pytest.FixtureRequest, source: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    kind = request.param
    home = tmp_path_factory.mktemp(f"home-{kind}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCALCHECK_HOME", str(home))
        if kind == "memory":
            yield MemoryRetriever(
                Passage(t, x, Source("jsonl", "memory", f"https://x.org/{t}")) for t, x, _ in ARTICLES
            )
        elif kind == "recorded":
            passages = [{"title": t, "text": x, "url": f"https://x.org/{t}"} for t, x, _ in ARTICLES[:5]]
            (home / "r.jsonl").write_text(json.dumps({"claim": QUESTION, "passages": passages}))
            yield RecordedEvidence(home / "r.jsonl")
        elif kind == "zim":
            pages = [Page(f"https://x.org/{t}", t, f"<h1>{t}</h1><p>{x}</p>", tuple(a)) for t, x, a in ARTICLES]
            with open_zim(str(write_zim(home / "contract.zim", pages))) as opened:
                yield opened
        else:
            for _ in indexing.build(source, "contract", kind, "en"):
                pass
            with open_index("contract") as opened:
                yield opened


engines = pytest.mark.parametrize("retriever", ["whoosh", "tantivy", "zim", "memory"], indirect=True, scope="module")
"""Those that search; a recording only repeats what was found."""
indexes = pytest.mark.parametrize("retriever", ["whoosh", "tantivy", "zim"], indirect=True, scope="module")


def test_implements_the_port(retriever: Any) -> None:
    assert isinstance(retriever, Retriever)
    assert isinstance(retriever.info, IndexInfo)
    assert retriever.info.articles > 0 and retriever.info.name
    assert retriever.info.evidence == ("web" if isinstance(retriever, RecordedEvidence) else "index")


def test_gives_whole_articles_best_first_each_once(retriever: Any) -> None:
    found = list(retriever.search(QUESTION))
    texts = {t: x for t, x, _ in ARTICLES}
    assert found[0].title == "Marie Curie"
    assert [p.rank for p in found] == list(range(len(found)))
    assert len({p.title for p in found}) == len(found)
    assert all(texts[p.title] == p.text and p.source.locator == f"https://x.org/{p.title}" for p in found)
    scores = [p.score for p in found]
    assert scores == sorted(scores, reverse=True)


def test_evidence_for_a_claim_is_what_a_search_with_its_words_finds(retriever: Any) -> None:
    document, claim = Document("d", QUESTION), Claim("0.0", 0, QUESTION, Span(0, len(QUESTION)))
    found = retriever.evidence(document, claim)
    assert isinstance(found, Iterator)
    assert list(found) == list(retriever.search(QUESTION)) != []


@engines
def test_a_page_that_only_lists_what_a_name_can_mean_comes_last(retriever: Any) -> None:
    found = list(retriever.search("Commodore is a rank in the navy of England."))
    assert found[0].title == "Commodore (rank)" and found[-1].title == "Commodore"
    assert [p.rank for p in found] == list(range(len(found)))


@indexes
def test_an_article_is_found_whose_title_goes_on_where_the_claim_stops(retriever: Any) -> None:
    claim = "Elizabeth I was the daughter of a physicist and chemist."
    assert next(retriever.search(claim)).title == "Elizabeth I of England"


@engines
def test_evidence_for_a_claim_that_names_nobody_is_searched_with_the_title(retriever: Any) -> None:
    document, claim = (
        Document("d", "She was a chemist.", "Marie Curie"),
        Claim("0.0", 0, "She was a chemist.", Span(0, 18)),
    )
    assert next(retriever.evidence(document, claim)).title == "Marie Curie"


def test_names_of_what_is_not_there_are_none(retriever: Any) -> None:
    assert retriever.aliases("Nobody at all") == ()


def test_is_lazy_and_can_be_asked_again(retriever: Any) -> None:
    found = retriever.search(QUESTION)
    assert isinstance(found, Iterator)
    first = next(found)
    assert first == next(iter(retriever.search(QUESTION)))
    found.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "query",
    ["", "   ", "the of and", "他出生于华沙。", "?!", "x" * 5000, "a b " * 500, "\x00", "'\" OR 1=1 --", "title:foo*"],
)
def test_odd_queries_do_no_harm(retriever: Any, query: str) -> None:
    list(islice(retriever.search(query), 3))


@engines
@pytest.mark.parametrize(
    ("claim", "title"),
    [
        ("Pierre Curie was a French physicist.", "Pierre Curie"),
        ("In 1903 Pierre Curie shared a prize.", "Pierre Curie"),
        ("Warsaw, where Marie Curie was born, is the capital of Poland.", "Warsaw"),
        ("The University of Oxford is in England.", "University of Oxford"),
        ("The Nobel Prize in Physics is awarded each year.", "Nobel Prize in Physics"),
        ("Mercury is the closest planet to the Sun.", "Mercury (planet)"),
        ("Mercury is liquid at room temperature.", "Mercury (element)"),
        ("Marie Sklodowska won two prizes.", "Marie Curie"),
        ("marie curie was a chemist", "Marie Curie"),
    ],
)
def test_the_article_on_the_subject_comes_first(retriever: Any, claim: str, title: str) -> None:
    if "Sklodowska" in claim and isinstance(retriever, ZimRetriever):
        pytest.skip("the index of words in a ZIM file does not take an l for a Polish one")
    assert next(retriever.search(claim)).title == title


@indexes
@pytest.mark.parametrize("alias", ["Madame Curie", "madame curie", "Marie Curie"])
def test_redirects_are_names_of_the_article(retriever: Any, alias: str) -> None:
    names = ("Marie Curie", "Madame Curie")
    known = names if not isinstance(retriever, ZimRetriever) else tuple(dict.fromkeys((names[0], alias.title())))
    assert retriever.aliases(alias) == known  # a ZIM file does not list the redirects to a page
    assert next(retriever.search(f"{alias} was a chemist.")).title == "Marie Curie"
    assert retriever.aliases("Nobody") == ()


def test_all_registered_retrievers_are_opened_by_name(home: Path, source: Path, tmp_path: Path) -> None:
    for _ in indexing.build(source, "by-tantivy", "tantivy", "en"):
        pass
    recording = tmp_path / "r.jsonl"
    recording.write_text(json.dumps({"claim": QUESTION, "passages": [{"title": "T", "text": "x"}]}))
    places = {"memory": str(source), "recorded": str(recording)}
    assert set(places) <= set(RETRIEVERS)
    for kind, place in places.items():
        with closing(open_retriever(f"{kind}:{place}", Settings())) as opened:
            assert isinstance(opened, Retriever)
            assert next(opened.search(QUESTION)).text
    with closing(open_retriever("by-tantivy", Settings())) as plain:
        assert plain.info.engine == "tantivy"


def test_an_unknown_kind_is_said() -> None:
    with pytest.raises(UnknownName, match="kind of evidence"):
        open_retriever("memmory:x.jsonl", Settings())


PLUGIN = """
from localcheck.errors import BadSetting, UnknownName
from localcheck.types.infos import IndexInfo
from localcheck.sources.by_query import ByQuery
from localcheck.types import Passage, Source

class Oracle(ByQuery):
    def __init__(self, place):
        self.info = IndexInfo(f"oracle of {place}", "oracle", 1)
    def search(self, query):
        yield Passage("Oracle", query, Source("oracle", self.info.name))

def open_oracle(place):
    return Oracle(place)
"""


def test_a_retriever_of_another_package_is_reached_from_the_command_line(home: Path, tmp_path: Path) -> None:
    """By its entry point, as an installed distribution has it; it repeats each claim, so each is supported."""
    (tmp_path / "oracle.py").write_text(PLUGIN)
    told = tmp_path / "oracle-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: oracle\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[localcheck.retrievers]\noracle = oracle:open_oracle\n")
    table = tmp_path / "table.json"
    claim = "Marie Curie was born in Warsaw."
    table.write_text(json.dumps([{"premise": f"Oracle. {claim}", "hypothesis": claim, "scores": [0.98, 0.01, 0.01]}]))
    command = [sys.executable, "-m", "localcheck", "check", "--text", claim, "--index", "oracle:Delphi"]
    done = subprocess.run(
        [*command, "--nli", f"table:{table}", "--format", "json", "--fail-on", "never"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["run"]["index"] == "oracle of Delphi"
    assert [v["evidence"][0]["passage"]["title"] for v in report["verdicts"]] == ["Oracle"]
