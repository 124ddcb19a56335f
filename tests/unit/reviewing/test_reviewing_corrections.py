"""Corrections that a reviewer accepted stand in every export, are verified and signed for; so are the indexes."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from test_reviewing_records import ARTICLE, DOCUMENT, INFO, QUOTE, SENTENCES, TEXT, VERDICTS, by, checked, problems

from localcheck.backends.nli.table import TableNLI
from localcheck.errors import UsageError
from localcheck.gate.correcting import apply, corrections
from localcheck.judging.spans import premise
from localcheck.reports.codec import report_from_json
from localcheck.reports.report import build
from localcheck.reviewing.exporting import encode, export, render
from localcheck.reviewing.labelled import labelled_report
from localcheck.reviewing.records import rebuilt, reviewed_run, sign
from localcheck.store import Accepted, Quoted, QuoteKind, Standing, Store
from localcheck.types import Label, Passage, Span

FOUR = Accepted("0.0", Span(TEXT.index("four"), TEXT.index("four") + 4), "four", "two", QUOTE, "Mars", "ada")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A finished run that read one index, with a correction that was accepted."""
    with Store(tmp_path / "localcheck.db") as opened:
        run = opened.begin_run(INFO, DOCUMENT, SENTENCES)
        for verdict in VERDICTS:
            opened.add_verdict(run, verdict)
        opened.finish_run(run, build(DOCUMENT, SENTENCES, VERDICTS, INFO), {"gone": "ab" * 32})
        opened.corrections.accept(run, FOUR)
        yield opened


@pytest.mark.parametrize("format", ["html", "md", "jsonl"])
def test_an_accepted_correction_is_exported_and_its_change_is_found(store: Store, tmp_path: Path, format: str) -> None:
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(store, 1), path)
    assert problems(path) == ""
    text = path.read_text()
    if format == "html":
        assert "<del>four</del> → <ins>two</ins>" in text and "<ins>Mars has two moons.</ins>" in text
        changed = text.replace("<ins>two</ins>", "<ins>ten</ins>", 1)
    elif format == "md":
        assert "* four → two" in text and "* after: Mars has two moons" in text
        changed = text.replace("* four → two", "* four → ten", 1)
    else:
        assert json.loads(text.splitlines()[0])["corrections"][0]["new"] == "two"
        changed = text.replace('"new":"two"', '"new":"ten"', 1).replace('"new": "two"', '"new": "ten"', 1)
    assert changed != text
    path.write_text(changed)
    found = problems(path)
    assert found and (format == "jsonl" or "a correction is not on the page" in found), found


def test_word_and_json_hold_the_corrections(store: Store) -> None:
    report = report_from_json(json.loads(render(reviewed_run(store, 1), "json")))
    assert any("four → two" in note and QUOTE in note for note in report.run.notes)
    docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    document = docx.Document(io.BytesIO(encode(reviewed_run(store, 1), "docx")))
    paragraphs = [p.text for p in document.paragraphs]
    assert "Corrections for the author" in paragraphs and "after: Mars has two moons." in paragraphs


def proposed(store: Store) -> list[tuple[str, str, str]]:
    """What is corrected in the run as people labelled it, by a model that agrees with every quote."""
    span = Span(ARTICLE.text.index(QUOTE), ARTICLE.text.index(QUOTE) + len(QUOTE))
    sure = {(premise(ARTICLE, span), "Mars has two moons."): (0.97, 0.02, 0.01)}
    sure |= {(premise(ARTICLE, span), "Mars has four moons."): (0.01, 0.02, 0.97)}
    return [(c.old, c.new, c.source) for c in corrections(labelled_report(reviewed_run(store, 1)), TableNLI(sure))]


PLACE = "Mars, starter, revision 7, 2025-01-01"


def test_a_claim_that_people_refuted_is_corrected_by_their_quote_and_one_that_they_supported_is_not(
    store: Store,
) -> None:
    assert proposed(store) == [("four", "two", PLACE)], "the machine refuted it"
    store.reviews.add(1, "0.0", by("ada", Label.SUPPORTED))
    assert proposed(store) == []
    store.reviews.undo(1, "ada")
    other = Passage("Mars", "Mars has four moons.", ARTICLE.source)
    wrong = replace(VERDICTS[0].evidence[0], passage=other, quote=other.text, quote_span=Span(0, 20))
    store.add_verdict(1, replace(VERDICTS[0], label=Label.SUPPORTED, score=0.1, evidence=(wrong,)), "more")
    assert proposed(store) == []
    stands = Quoted(QuoteKind.VERIFIED, "Mars", ARTICLE.source, ARTICLE.text.index(QUOTE), ARTICLE.text)
    store.reviews.add(1, "0.0", by("ada", Label.REFUTED, quote=QUOTE, quoted=stands))
    assert proposed(store) == [("four", "two", PLACE)], "what the machine read for its label is no ground any more"
    store.reviews.add(1, "0.0", by("bob", Label.SUPPORTED))
    assert proposed(store) == [], "a disputed claim is corrected by nothing"


def test_a_correction_is_taken_back_and_replaced(store: Store) -> None:
    store.corrections.accept(1, Accepted("0.0", FOUR.span, "four", "2", QUOTE, "Mars", "bob"))
    assert [(c.new, c.reviewer) for c in store.corrections.of(1)] == [("2", "bob")]
    store.corrections.drop(1, FOUR.span)
    assert store.corrections.of(1) == ()


def test_a_correction_takes_the_place_of_those_that_it_overlaps(store: Store) -> None:
    """Another model proposed a longer one later: with both accepted, no corrected text could be made any more."""
    longer = replace(FOUR, span=Span(0, FOUR.span.end), old=TEXT[: FOUR.span.end], new="The planet has two")
    store.corrections.accept(1, longer)
    assert [c.old for c in store.corrections.of(1)] == [longer.old]
    assert apply(TEXT, store.corrections.of(1)).startswith("The planet has two moons.")
    beside = replace(FOUR, span=Span(longer.span.end, longer.span.end + 6), old=" moons", new=" satellites")
    store.corrections.accept(1, beside)
    assert len(store.corrections.of(1)) == 2, "one that only touches it stays beside it"


def test_a_sign_off_covers_the_corrections(store: Store, tmp_path: Path) -> None:
    store.reviews.add(1, "0.0", by("ada"))
    store.reviews.add(1, "1.0", by("ada", Label.SUPPORTED))
    sign(store, reviewed_run(store, 1), "ada")
    path = tmp_path / "mars.html"
    export(reviewed_run(store, 1), path)
    assert any("holds" in c.remark for c in checked(path))
    store.corrections.drop(1, FOUR.span)
    export(reviewed_run(store, 1), path)
    assert "does not cover these claims" in problems(path)


def test_a_sign_off_names_the_build_of_the_index_and_a_later_build_is_seen(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "home"))
    store.reviews.add(1, "0.0", by("ada"))
    store.reviews.add(1, "1.0", by("ada", Label.SUPPORTED))
    made = sign(store, reviewed_run(store, 1), "ada")
    assert ("index:gone", "ab" * 32) in made.sources and rebuilt(reviewed_run(store, 1)) == []
    path = tmp_path / "mars.jsonl"
    export(reviewed_run(store, 1), path)
    lines = path.read_text().splitlines()
    record = json.loads(lines[-1])
    record["record"]["indexes"]["gone"] = "cd" * 32
    path.write_text("\n".join([*lines[:-1], json.dumps(record)]) + "\n")
    assert "another build of index gone than the run read" in problems(path)


def test_an_index_that_was_built_anew_needs_a_reason_to_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    from localcheck.run.open_sources import ensure_starter
    from localcheck.sources.digests import digests

    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "home"))
    ensure_starter()
    here = digests("starter")
    assert len(here["starter"]) >= 32
    info = replace(INFO, index="starter")
    with Store(tmp_path / "localcheck.db") as store:
        for digest in (here["starter"], "ab" * 32):
            run = store.begin_run(info, DOCUMENT, SENTENCES[2:])
            store.finish_run(run, build(DOCUMENT, SENTENCES[2:], (), info), {"starter": digest})
        assert sign(store, reviewed_run(store, 1), "ada").reason == ""
        with pytest.raises(UsageError, match="built again"):
            sign(store, reviewed_run(store, 2), "ada")
        assert sign(store, reviewed_run(store, 2), "ada", "only a date changed").reason == "only a date changed"


def test_a_database_of_schema_5_keeps_decisions_and_sign_off(tmp_path: Path) -> None:
    """``v5-reviewed.sql`` was written by the program of schema 5: a dispute that cyd adjudicated, a comment, a sign-off."""
    path = tmp_path / "localcheck.db"
    old = sqlite3.connect(path)
    schemas = Path(__file__).parents[1] / "store" / "schemas"
    old.executescript((schemas / "v5-reviewed.sql").read_text(encoding="utf-8"))
    old.close()
    with Store(path) as store:
        found = store.reviews.curations(1)["0.0"]
        assert found.standing is Standing.ADJUDICATED and found.label is Label.REFUTED
        assert [d.review.reviewer for d in found.decisions] == ["ada", "bob", "cyd"]
        assert store.reviews.comments(1)["0.0"][0].review.note == "look again"
        assert store.reviews.seen(1, "cyd") == {"0.0"} and store.load(1).indexes == ()
        reviewed = reviewed_run(store, 1)
        assert reviewed.signoffs[0].reviewer == "cyd" and store.places.owner(1) == "ada, bob, cyd"
        export(reviewed, tmp_path / "old.html")
        store.places.own(1, "dora")
        assert store.places.owner(1) == "dora"
    assert any("the sign-off by cyd" in c.remark and "holds" in c.remark for c in checked(tmp_path / "old.html"))


@pytest.mark.parametrize("format", ["html", "md", "jsonl", "json"])
def test_a_correction_goes_with_the_refutation_of_its_claim(store: Store, format: str) -> None:
    """A claim that people called supported was still listed among the corrections for the author."""

    def told() -> str:
        return render(reviewed_run(store, 1), format)

    assert reviewed_run(store, 1).corrections == store.corrections.of(1) and "two" in told()
    store.reviews.add(1, "0.0", by("ada", Label.SUPPORTED))
    assert reviewed_run(store, 1).corrections == ()
    assert not any(sign in told() for sign in ("four → two", "<ins>two", '"new":"two"', '"new": "two"'))
    store.reviews.undo(1, "ada")
    assert reviewed_run(store, 1).corrections == store.corrections.of(1)
    store.reviews.add(1, "0.0", by("ada"))
    store.reviews.add(1, "0.0", by("bob", Label.SUPPORTED))
    assert reviewed_run(store, 1).corrections == (), "people disagree about it"
