"""The claim cache: the same verdicts with and without it, never those of other means, and a file that may be in any state."""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from localcheck.backends.nli.table import TableNLI
from localcheck.batch.executor import Local, Task
from localcheck.errors import LocalcheckError
from localcheck.ingest.indexing import build, update
from localcheck.ports import NLI, FloatArray, SentenceEncoder
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.remembering import ClaimCache
from localcheck.run.remembering.claim_cache import HOUR
from localcheck.run.session import Session
from localcheck.settings import Settings, with_options
from localcheck.settings.requests import CheckRequest
from localcheck.sources.by_query import AROUND
from localcheck.types import (
    Belief,
    Claim,
    Cost,
    Document,
    Entailment,
    Evidence,
    Finished,
    Judged,
    Label,
    Passage,
    Report,
    Source,
    Span,
    Verdict,
)

ARTICLES = {
    "Mars": "Mars is the fourth planet. Mars has two moons. Mars is red because of iron.",
    "Venus": "Venus is the second planet. Venus has no moons. Venus is hot.",
    "Vienna": "Vienna lies on the Danube. Vienna is the capital of Austria. Vienna has many palaces.",
}
SENTENCES = (
    "Mars has two moons.",
    "Mars has five moons.",
    "Venus is hot.",
    "Venus is the second planet from the Sun.",
    "Vienna is the capital of Austria.",
    "It lies on the Danube.",
    "Vienna is currently the capital of Austria.",
    "Is Mars red?",
    "Nobody knows the name of the tall clerk.",
)


class WordsNLI(TableNLI):
    """Entails where the premise has all words of the claim, contradicts where only a number differs. Counts the pairs."""

    def __init__(self) -> None:
        super().__init__({})
        self.pairs = 0

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        self.pairs += len(pairs)
        return np.array([self._row(p, h) for p, h in pairs]).reshape(len(pairs), 3)

    def _row(self, premise: str, claim: str) -> tuple[float, float, float]:
        own = {w.strip(".,").lower() for w in claim.split()}
        missing = own - {w.strip(".,:").lower() for w in premise.split()}
        if not missing:
            return 0.97, 0.02, 0.01
        return (0.01, 0.02, 0.97) if missing <= {"five", "ten"} else (0.02, 0.96, 0.02)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("claims")


@pytest.fixture(autouse=True)
def own_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(place))


def make(name: str, articles: dict[str, str], force: bool = False, by_update: bool = False) -> None:
    source = Path(str(name) + ".jsonl")
    source.write_text("\n".join(json.dumps({"title": t, "text": x}) for t, x in articles.items()), encoding="utf-8")
    list(update(name) if by_update else build(source, name, force=force, language="en"))


@pytest.fixture
def index(place: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    monkeypatch.chdir(place)
    name = f"i{abs(hash(request.node.name)) % 10**9}"
    make(name, ARTICLES)
    return name


def check(session: Session, settings: Settings, text: str, **said: object) -> Report:
    document = replace(Document("d", text), **said)  # type: ignore[arg-type]
    *_, last = session.check(CheckRequest((document,), settings))
    assert isinstance(last, Finished)
    return last.report


def apart_from_cost(report: Report) -> tuple[Verdict, ...]:
    return tuple(replace(v, cost=Cost()) for v in report.verdicts)


def test_a_second_check_of_an_edited_text_judges_only_what_stands_around_the_edited_sentence(index: str) -> None:
    settings, nli = Settings(index=index), WordsNLI()
    text = " ".join((*SENTENCES, *SENTENCES, "Venus was hot.", *SENTENCES, *SENTENCES))
    with Session(settings, {NLI: nli, SentenceEncoder: None}) as session:
        first = check(session, settings, text)
        before = nli.pairs
        again = check(session, settings, text.replace("Venus was hot.", "Venus was very hot."))
    assert first.cost.cached == 0
    edited = [v for v in again.verdicts if not v.cost.cached]
    place = 2 * len(SENTENCES)
    assert {v.claim.sentence for v in edited} == set(range(place - AROUND, place + AROUND + 1))
    assert nli.pairs - before == sum(v.cost.nli_pairs for v in edited) > 0
    kept = [v for v in again.verdicts if v.cost.cached]
    assert sum(v.cost.passages + v.cost.nli_pairs for v in kept) == 0, "nothing was read anew"
    assert all(v.beliefs and v.claim.span.of(again.document.text) for v in kept if v.evidence), "the trace stays"
    assert any(v.label is Label.REFUTED for v in kept) and any(v.label is Label.SUPPORTED for v in kept)


@hypothesis_settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6), min_size=2, max_size=3),
    st.sampled_from(["", "Mars", "Vienna"]),
    st.sampled_from(["bayes-sequential", "fixed-k", "faithfulness"]),
)
def test_with_and_without_the_cache_verdicts_quotes_and_beliefs_are_the_same(
    index: str, texts: list[list[str]], title: str, detector: str
) -> None:
    kept = Settings(index=index, detector=detector)
    given_ports: dict[type, Any] = {NLI: WordsNLI(), SentenceEncoder: None}
    context = tuple(ARTICLES.values())
    with Session(kept, given_ports) as cached, Session(replace(kept, cache=False), given_ports) as plain:
        for sentences in texts:
            text = " ".join(sentences)
            with_cache = check(cached, kept, text, title=title, context=context)
            without = check(plain, replace(kept, cache=False), text, title=title, context=context)
            assert apart_from_cost(with_cache) == apart_from_cost(without)
            assert without.cost.cached == 0


@pytest.mark.parametrize("claim", ["Nobody knows the name of the tall clerk.", "Few have seen the planet in red."])
def test_what_a_text_is_about_is_part_of_what_is_remembered(index: str, claim: str) -> None:
    """A claim that names nothing is looked for with the name that its text has most, or is about what its text names."""
    kept = Settings(index=index)
    plain = replace(kept, cache=False)
    ports: dict[type, Any] = {NLI: WordsNLI(), SentenceEncoder: None}
    texts = [f"{' '.join(f'He was in {name}.' for _ in range(4))} {claim}" for name in ("Vienna", "Mars")]
    with Session(kept, ports) as cached, Session(plain, ports) as anew:
        for text in texts:
            assert apart_from_cost(check(cached, kept, text)) == apart_from_cost(check(anew, plain, text))


@pytest.mark.parametrize("by_update", [False, True], ids=["built anew", "updated"])
def test_an_index_that_changes_while_it_is_open_is_read_anew(index: str, by_update: bool) -> None:
    settings = Settings(index=index)
    with Session(settings, {NLI: WordsNLI(), SentenceEncoder: None}) as session:
        assert check(session, settings, "Mars has two moons.").verdicts[0].label is Label.SUPPORTED
        make(index, ARTICLES | {"Mars": "Mars is the fourth planet. Mars has five moons."}, True, by_update)
        changed = check(session, settings, "Mars has five moons.")
        again = check(session, settings, "Mars has two moons.")
    assert changed.verdicts[0].label is Label.SUPPORTED and changed.cost.cached == 0
    assert again.verdicts[0].label is not Label.SUPPORTED and again.cost.cached == 0


@pytest.mark.parametrize("meanwhile", ["judged otherwise", "index built anew"])
def test_what_a_run_works_with_stays_open_to_its_end_whatever_is_asked_for_meanwhile(
    index: str, meanwhile: str
) -> None:
    """A reviewer has a claim judged again, by another model or another index, while the run goes on."""
    settings = with_options(Settings(index=index), "bayes-sequential", {"group": 1})
    other = replace(settings, cache=False)
    with Session(settings, {NLI: WordsNLI(), SentenceEncoder: None}) as session:
        document = Document("d", " ".join(SENTENCES[:5]))
        events = session.check(CheckRequest((document,), settings))
        judged = next(event for event in events if isinstance(event, Judged)).verdict
        first = session.runtime(settings)
        if meanwhile == "judged otherwise":
            assert session.judge(document, judged.claim, other).label is judged.label
        else:
            make(index, ARTICLES, force=True)
            assert session.judge(document, judged.claim, settings).label is judged.label
        *_, last = events
        assert isinstance(last, Finished)
        assert all(v.label is not Label.FAILED for v in last.report.verdicts), [v.note for v in last.report.verdicts]
        assert session.runtime() is not first
        with pytest.raises(LocalcheckError, match="closed"):
            list(first.retriever.search("Mars"))


def test_a_batch_ends_with_the_index_that_it_began_with(index: str) -> None:
    texts = [Document(f"d{n}", SENTENCES[n]) for n in range(3)]
    with Local(Settings(index=index, cache=False), {NLI: WordsNLI(), SentenceEncoder: None}) as engine:
        (first,) = (step.verdict for step in engine.steps([Task(0, texts[0])]) if step.verdict)
        make(index, ARTICLES, force=True)
        tasks = [Task(0, texts[0], known=(first,)), Task(1, texts[1]), Task(2, texts[2])]
        steps = list(engine.steps(tasks))
    assert [step.error for step in steps if step.verdict is None] == [None, None, None]
    assert all(step.verdict.label is not Label.FAILED for step in steps if step.verdict)


def test_other_settings_models_titles_and_contexts_are_other_verdicts(index: str) -> None:
    settings, text = Settings(index=index), "Mars has two moons."
    with Session(settings, {NLI: WordsNLI(), SentenceEncoder: None}) as session:
        assert check(session, settings, text).cost.cached == 0
        assert check(session, settings, text).cost.cached == 1
        assert check(session, with_options(settings, settings.detector, {"k": 3}), text).cost.cached == 0
        assert check(session, with_options(settings, settings.detector, {"group": 3}), text).cost.cached == 1
        assert check(session, settings, text, title="Vienna").cost.cached == 0
        gate = replace(settings, detector="faithfulness")
        assert check(session, gate, text, context=("Mars has two moons.",)).cost.cached == 0
        assert check(session, gate, text, context=("Mars has no moons.",)).cost.cached == 0
        assert check(session, gate, text, context=("Mars has two moons.",)).cost.cached == 1
    other = WordsNLI()
    other.info = replace(other.info, sha256="another model")
    with Session(settings, {NLI: other, SentenceEncoder: None}) as session:
        assert check(session, settings, text).cost.cached == 0


def test_it_is_off_with_no_cache_and_for_measurements_and_a_claim_is_judged_anew_on_demand(index: str) -> None:
    settings, text = Settings(index=index), "Venus has no moons."
    with Session(settings, {NLI: WordsNLI(), SentenceEncoder: None}) as session:
        claim = check(session, settings, text).verdicts[0].claim
        assert check(session, settings, text).cost.cached == 1
        anew = session.judge(Document("d", text), claim, settings)
        assert anew.cost.cached == 0 and anew.cost.nli_pairs > 0
    for off, options in ((replace(settings, cache=False), None), (settings, RuntimeOptions(recalls=False))):
        with Session(off, {NLI: WordsNLI(), SentenceEncoder: None}, options) as session:
            assert check(session, off, text).cost.cached == 0


def test_a_text_that_is_itself_in_the_index_is_not_taken_from_the_cache(index: str) -> None:
    article = " ".join(f"Jupiter has moon number {n} of its long list." for n in range(12))
    make(index, ARTICLES | {"Jupiter": article}, force=True)
    settings, sentence = Settings(index=index), "Jupiter has moon number 3 of its long list."
    with Session(settings, {NLI: WordsNLI(), SentenceEncoder: None}) as session:
        alone = check(session, settings, f"{sentence} Nobody knows the name of the tall clerk of the old town.")
        again = check(session, settings, f"{sentence} Nobody knows the name of the old clerk of the tall town.")
        whole = check(session, settings, article)
    assert alone.verdicts[0].label is Label.SUPPORTED and again.verdicts[0].cost.cached == 1
    copied = next(v for v in whole.verdicts if v.claim.text == sentence)
    assert not copied.cost.cached and copied.label is Label.NOT_ENOUGH_EVIDENCE, "a text does not support itself"


# the file itself


def verdict(text: str, read: str = "Mars has two moons. It is red.") -> Verdict:
    passage = Passage("Mars", read, Source("index", "i"), 0)
    evidence = Evidence("0.0", passage, Span(0, 19), Entailment(0.9, 0.1, 0.0), read[:19], Span(0, 19), "h")
    beliefs = (Belief(0, 0.5, 1.0, float("inf")), Belief(1, 0.9, 0.1, 0.2, 3))
    return Verdict(Claim("0.0", 0, text, Span(0, 3)), Label.SUPPORTED, 0.1, (evidence,), beliefs, "why", best=0)


def key(text: str) -> bytes:
    return text.encode().ljust(32, b"\0")


def test_a_verdict_comes_back_as_it_was_also_to_another_process(tmp_path: Path) -> None:
    path = tmp_path / "claims.db"
    with ClaimCache(path) as first, ClaimCache(path) as second:
        first.keep(key("a"), replace(verdict("a"), cost=Cost(passages=3)))
        assert second.find([key("a"), key("b")]) == {key("a"): verdict("a")}


def test_the_verdicts_used_least_recently_go_first_and_the_file_stays_bounded(tmp_path: Path) -> None:
    now = [0.0]
    most = 1 << 19
    path = tmp_path / "claims.db"
    rng = np.random.default_rng(0)
    with ClaimCache(path, most, lambda: now[0]) as cache:
        for n in range(800):
            now[0] = n * HOUR
            cache.keep(key(str(n)), verdict(str(n), "Mars has two moons. " + rng.bytes(1500).hex()))
            if n % 10 == 0:
                assert cache.find([key("0")]), "it is used all the time"
    with ClaimCache(path, most, lambda: now[0]) as cache:
        found = cache.find([key(str(n)) for n in range(800)])
        with closing(sqlite3.connect(path)) as kept:
            pages = kept.execute("SELECT page_count FROM pragma_page_count").fetchone()[0]
    assert key("0") in found and key("799") in found and key("1") not in found
    assert pages * 4096 < 3 * most


@pytest.mark.parametrize("harm", ["garbage", "a body", "a text", "a folder", "a quote"])
def test_a_harmed_file_holds_nothing_and_never_fails_a_run(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "claims.db"
    with ClaimCache(path) as cache:
        cache.keep(key("a"), verdict("a"))
    if harm == "garbage":
        path.write_bytes(b"no database at all" * 100)
    elif harm == "a folder":
        for file in tmp_path.iterdir():
            file.unlink()
        path.mkdir()
    else:
        with closing(sqlite3.connect(path)) as db, db:
            table = {"a body": "verdicts", "a text": "texts", "a quote": "texts"}[harm]
            if harm == "a quote":
                db.execute("DELETE FROM texts")
            else:
                db.execute(f"UPDATE {table} SET body = ?", (b"\x00\x01",))
        db.close()
    with ClaimCache(path) as cache:
        assert cache.find([key("a")]) == {}
        cache.keep(key("b"), verdict("b"))


def _write(path: Path, writer: int) -> None:
    with ClaimCache(path) as cache:
        for n in range(40):
            cache.keep(key(f"{writer} {n}"), verdict(f"{writer} {n}"))


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "claims.db"
    processes = multiprocessing.get_context("spawn")
    writers = [processes.Process(target=_write, args=(path, n)) for n in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [w.exitcode for w in writers] == [0, 0, 0]
    with ClaimCache(path) as cache:
        assert len(cache.find([key(f"{p} {n}") for p in range(3) for n in range(40)])) == 120
