"""Continuing a run: everything that decided how it judged is restored, and the report names the models of both parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from store_examples import DOCUMENT, INFO, SENTENCES, verdict

from localcheck.errors import UnknownName, UsageError
from localcheck.run.session import Session, with_earlier
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier
from localcheck.store import Store
from localcheck.store.recording import resume
from localcheck.types import Claim, Document, Judged, Label, Span, Verdict

THEN = Settings(nli="other-nli", claims="sentences", llm="scripted:answers.jsonl", encoder="enc", samples=3, seed=7)
NOW = Settings(index="enwiki", threads=2, cache=False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "localcheck.db") as opened:
        yield opened


def test_the_settings_of_the_run_come_back_and_those_of_the_machine_are_of_today(store: Store) -> None:
    run = store.begin_run(INFO, DOCUMENT, SENTENCES, THEN)
    store.add_verdict(run, verdict("0.0"))
    store.add_verdict(run, replace(verdict("1.0", Label.FAILED), error="broke"))
    request = resume(store, run, NOW)
    kept = request.settings
    assert (kept.nli, kept.claims, kept.llm, kept.encoder) == (THEN.nli, THEN.claims, THEN.llm, THEN.encoder)
    assert (kept.detector, kept.index, kept.samples, kept.seed) == (INFO.detector, "starter", 3, 7)
    assert kept.detector_options(INFO.detector) == {"k": 10}
    assert (kept.threads, kept.cache) == (2, False)
    assert request.documents == (DOCUMENT,)
    assert request.earlier is not None and request.earlier.judged == {"0.0"}, "what failed is judged again"


def test_a_run_of_an_earlier_version_keeps_its_detector_index_and_options(store: Store) -> None:
    run = store.begin_run(INFO, DOCUMENT, SENTENCES)
    kept = resume(store, run, NOW).settings
    assert (kept.detector, kept.index, kept.nli) == (INFO.detector, "starter", NOW.nli)
    assert kept.detector_options(INFO.detector) == {"k": 10}


@pytest.mark.parametrize(
    ("now", "typed", "options"),
    [
        (replace(NOW, claims="llm"), {"claims"}, {}),
        (replace(NOW, index="enwiki"), {"index"}, {}),
        (replace(NOW, detector="fixed-k"), {"detector"}, {}),
        (replace(NOW, seed=8), {"seed"}, {}),
        (NOW, (), {"k": "3"}),
        (NOW, (), {"unheard": "3"}),
    ],
    ids=["claims", "index", "detector", "seed", "option", "unknown option"],
)
def test_half_a_document_is_not_judged_in_another_way(
    store: Store, now: Settings, typed: set[str], options: dict[str, str]
) -> None:
    run = store.begin_run(INFO, DOCUMENT, SENTENCES, THEN)
    with pytest.raises(UsageError, match="cannot go on"):
        resume(store, run, now, typed, options)


def test_what_is_typed_again_as_it_was_does_no_harm(store: Store) -> None:
    run = store.begin_run(INFO, DOCUMENT, SENTENCES, THEN)
    same = replace(NOW, claims="sentences", index="starter")
    assert resume(store, run, same, {"claims", "index"}, {"k": "10"}).settings.claims == "sentences"


def test_another_model_may_be_named(store: Store) -> None:
    run = store.begin_run(INFO, DOCUMENT, SENTENCES, THEN)
    assert resume(store, run, replace(NOW, nli="third"), {"nli"}).settings.nli == "third"


def test_an_unknown_run_is_said_to_be_unknown(store: Store) -> None:
    with pytest.raises(UnknownName):
        resume(store, 9, NOW)


def test_the_models_of_both_parts_are_named() -> None:
    now = replace(INFO, models=(("nli:third", "cd" * 32), ("llm:talker", "ef" * 32)))
    both = with_earlier(now, Earlier(1, INFO, (verdict(),)))
    assert dict(both.models) == {"nli:third": "cd" * 32, "llm:talker": "ef" * 32, "nli:starter-nli": "ab" * 32}
    assert both.notes == ("the first claim of this run was judged with nli:starter-nli",)
    assert with_earlier(INFO, Earlier(1, INFO, (verdict(),))) == INFO, "the same models need no word"


def test_notes_of_the_earlier_part_are_kept_and_not_made_anew() -> None:
    first = replace(INFO, notes=("the language model was out of memory",))
    other = replace(INFO, models=(("nli:third", "cd" * 32),))
    both = with_earlier(other, Earlier(1, first, (verdict(),)))
    assert both.notes == (*first.notes, "the first claim of this run was judged with nli:starter-nli")
    two = (verdict(), verdict("1.0"))
    assert with_earlier(other, Earlier(1, both, two)) == both, "its second part went on with the same model"
    again = with_earlier(INFO, Earlier(1, both, two))
    assert again.notes == (*both.notes, "the first 2 claims of this run were judged with nli:third, nli:starter-nli")
    assert with_earlier(other, Earlier(1, first)) == other, "nothing of the earlier part is left"


def test_two_models_of_one_name_stay_apart() -> None:
    now = replace(INFO, models=(("nli:starter-nli", "cd" * 32),))
    both = with_earlier(now, Earlier(1, INFO, (verdict(),)))
    assert both.models == (("nli:starter-nli", "cd" * 32), ("nli:starter-nli@abababab", "ab" * 32))


def test_verdicts_on_other_sentences_than_those_of_today_are_not_gone_on_with() -> None:
    """Another version may have cut the text elsewhere: claims were taken for those of other sentences, and some lost."""
    document, settings = Document("d", "Rain fell in May. Tom left. Ada stayed."), Settings(detector="all-false")
    first, second = (
        Claim(f"{i}.0", i, said, Span(at, at + 9)) for i, said, at in ((0, "Rain fell.", 0), (1, "Tom left.", 18))
    )
    for claims, n in (
        ([first, second], 3),
        ([replace(second, sentence=0), first], 0),
        ([replace(second, sentence=9)], 0),
    ):
        verdicts = tuple(Verdict(claim, Label.REFUTED, 0.9) for claim in claims)
        request = CheckRequest((document,), settings, Earlier(7, replace(INFO, version="1.2.0"), verdicts))
        with Session(settings) as session:
            if n:
                assert sum(isinstance(event, Judged) for event in session.check(request)) == n
                continue
            with pytest.raises(
                UsageError, match=r"run 7 was begun by localcheck 1\.2\.0, which cuts the text into other"
            ):
                next(session.check(request))
