"""What people decide side by side, on which ground, and that an export keeps all of it and shows every later change."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.cli.checks.verify_report import rows_in
from localcheck.errors import BadInput, UsageError
from localcheck.reports.csv import render as checked_table
from localcheck.reports.report import build
from localcheck.reviewing.exporting import FORMATS, encode, export, render
from localcheck.reviewing.labelled import labelled_report
from localcheck.reviewing.records import reviewed_run, sign, unsettled, waiting_word
from localcheck.reviewing.words import LEGEND, verdict_line
from localcheck.run.rechecking import Rechecked, read_rows
from localcheck.run.rechecking.rows import NOT_HELD
from localcheck.store import Action, Decision, Quoted, QuoteKind, Review, RunState, Standing, Store, StoredRun
from localcheck.store.agreement import with_machine
from localcheck.store.reviews import curated
from localcheck.system.resources import sha256_text
from localcheck.types import (
    READING_NOTES,
    REWORDED,
    Claim,
    Document,
    Entailment,
    Evidence,
    Judgement,
    Label,
    Passage,
    RunInfo,
    Sentence,
    Source,
    Span,
    Verdict,
)

TEXT = "Mars has four moons. It is red. A title"
DOCUMENT = Document("mars.txt", TEXT, "Mars <1>")
SENTENCES = tuple(
    Sentence(i, Span(TEXT.index(s), TEXT.index(s) + len(s)), s)
    for i, s in enumerate(("Mars has four moons.", "It is red.", "A title"))
)
ARTICLE = Passage(
    "Mars",
    "Mars is a planet. It has two moons -- Phobos & Deimos.",
    Source("wikipedia", "starter", "https://example.org/Mars", "7", "2025-01-01"),
)
QUOTE = "It has two moons -- Phobos & Deimos."
INFO = RunInfo("bayes-sequential", (), (("nli:starter-nli", "ab" * 32),), "", "", 0, "0.1.0", "2026-01-01T00:00:00Z")


def verdict(claim: str, label: Label, score: float, quote: str = "", checkable: bool = True) -> Verdict:
    number = int(claim.split(".")[0])
    start = ARTICLE.text.find(quote)
    found = Evidence(
        claim, ARTICLE, Span(0, len(ARTICLE.text)), Entailment(0.1, 0.1, 0.8), quote,
        Span(start, start + len(quote)), sha256_text(quote),
    )  # fmt: skip
    made = Claim(claim, number, SENTENCES[number].text, SENTENCES[number].span, checkable)
    return Verdict(made, label, score, (found,) if quote else (), best=0 if quote else None)


VERDICTS = (
    verdict("0.0", Label.REFUTED, 0.9, QUOTE),
    verdict("1.0", Label.NOT_ENOUGH_EVIDENCE, 0.5),
    verdict("2.0", Label.NOT_ENOUGH_EVIDENCE, 0.5, checkable=False),
)


def by(reviewer: str, label: Label | None = Label.REFUTED, **more: object) -> Review:
    action = Action.SKIP if label is None else Action.OVERRIDE
    return Review(action, label, reviewer=reviewer, **more)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "localcheck.db") as opened:
        run = opened.begin_run(INFO, DOCUMENT, SENTENCES)
        for made in VERDICTS:
            opened.add_verdict(run, made)
        opened.end_run(run, RunState.FINISHED)
        yield opened


def standing(store: Store, claim: str = "0.0") -> tuple[Standing, Label | None]:
    found = store.reviews.curations(1)[claim]
    return found.standing, found.label


def test_two_labels_are_a_dispute_until_a_third_person_decides(store: Store) -> None:
    store.reviews.add(1, "0.0", by("ada"))
    assert standing(store) == (Standing.DECIDED, Label.REFUTED)
    store.reviews.add(1, "0.0", by("bob", Label.SUPPORTED))
    assert standing(store) == (Standing.DISPUTED, None)
    store.reviews.add(1, "0.0", by("cyd", Label.SUPPORTED))
    assert standing(store) == (Standing.ADJUDICATED, Label.SUPPORTED)
    assert [d.review.reviewer for d in store.reviews.curations(1)["0.0"].decisions] == ["ada", "bob", "cyd"]
    store.reviews.undo(1, "cyd")
    assert standing(store) == (Standing.DISPUTED, None)
    store.reviews.add(1, "0.0", by("ada", Label.SUPPORTED))
    assert standing(store) == (Standing.DECIDED, Label.SUPPORTED), "they came to agree"


def test_a_blind_third_label_does_not_adjudicate(store: Store) -> None:
    for name, label in (("ada", Label.REFUTED), ("bob", Label.SUPPORTED)):
        store.reviews.add(1, "0.0", by(name, label))
    store.reviews.add(1, "0.0", by("cyd", Label.SUPPORTED, blind=True))
    assert standing(store)[0] is Standing.DISPUTED


labels = st.sampled_from([Label.SUPPORTED, Label.REFUTED, None])


@given(st.lists(st.tuples(labels, st.booleans()), max_size=6))
def test_a_label_stands_only_where_people_agree_or_one_adjudicated(made: list[tuple[Label | None, bool]]) -> None:
    decisions = [
        Decision(i, 1, "0.0", by(str(i), label), 1, "", adjudicates=third and label is not None)
        for i, (label, third) in enumerate(made)
    ]
    found = curated(decisions)
    given_labels = {d.review.label for d in decisions} - {None}
    if found.label is None:
        assert found.disputed == (len(given_labels) > 1)
    else:
        assert found.deciding is not None and found.deciding.review.label is found.label
        assert len(given_labels) == 1 or any(d.adjudicates for d in decisions)


def test_undo_and_redo_go_one_step_at_a_time_and_a_new_decision_ends_redoing(store: Store) -> None:
    store.reviews.add(1, "0.0", by("ada"))
    store.reviews.add(1, "1.0", by("ada", Label.SUPPORTED, note="rust"))
    store.reviews.undo(1, "ada")
    store.reviews.undo(1, "ada")
    first, second = store.reviews.redo(1, "ada"), store.reviews.redo(1, "ada")
    assert first is not None and second is not None
    assert (first.claim_id, second.claim_id, second.review.note) == ("0.0", "1.0", "rust")
    assert store.reviews.redo(1, "ada") is None
    assert store.reviews.redo(1, "bob") is None
    store.reviews.undo(1, "ada")
    store.reviews.add(1, "2.0", by("ada", None))
    assert store.reviews.redo(1, "ada") is None
    assert set(store.reviews.decisions(1, "ada")) == {"0.0", "2.0"}


def test_a_comment_is_no_decision_and_is_exported(store: Store) -> None:
    store.reviews.add(1, "0.0", Review(Action.COMMENT, note="see chapter 2", reviewer="ada"))
    assert store.reviews.decisions(1, "ada") == {} and store.summary(1).reviewed == 0
    for format in ("html", "md", "csv", "jsonl"):
        assert "see chapter 2" in render(reviewed_run(store, 1), format), format


def test_a_decision_keeps_the_verdict_that_it_was_made_on(store: Store) -> None:
    store.reviews.add(1, "0.0", by("ada"))
    store.add_verdict(1, verdict("0.0", Label.NOT_ENOUGH_EVIDENCE, 0.5), "recheck:greybox")
    assert [r.verdict.label for r in store.history(1, "0.0")] == [Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE]
    found = reviewed_run(store, 1)
    assert "decided on an earlier verdict (refuted" in render(found, "csv")
    ground = json.loads(render(found, "jsonl").splitlines()[0])["decisions"][0]["made_on"]
    assert (ground["label"], ground["quote"], ground["title"]) == ("refuted", QUOTE, "Mars")


@pytest.fixture
def reworded(store: Store) -> Store:
    """A refuted claim that gil worded anew, twice, until it was supported."""
    for text, label, score in (
        ("Mars has moons.", Label.NOT_ENOUGH_EVIDENCE, 0.5),
        ("Mars has two moons.", Label.SUPPORTED, 0.1),
    ):
        made = verdict("0.0", label, score, QUOTE if label is Label.SUPPORTED else "")
        claim = replace(made.claim, text=text, note=f"{REWORDED}gil")
        store.add_verdict(1, replace(made, claim=claim), "reworded:gil")
    store.finish_run(1, build(DOCUMENT, SENTENCES, VERDICTS, INFO))
    return store


BEFORE = "reworded by gil; before that “Mars has four moons.” was refuted"


@pytest.mark.parametrize("format", FORMATS)
def test_every_export_says_who_reworded_a_claim_and_what_it_was_before(reworded: Store, format: str) -> None:
    data = encode(reviewed_run(reworded, 1), format)
    if format == "docx":
        docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
        told = " ".join(comment.text for comment in docx.Document(io.BytesIO(data)).comments)
    else:
        told = data.decode().rpartition("localcheck-record")[0] or data.decode()
    if format == "jsonl":
        before = json.loads(told.splitlines()[0])["before_rewording"]
        assert (before["claim"], before["label"], before["quote"]) == ("Mars has four moons.", "refuted", QUOTE)
    else:
        assert f"{BEFORE}, P(factual) 0.10" in told.replace("\\", "")
    if format in ("md", "html"):
        assert b"none decided by people, 1 reworded by people" in data


def test_the_json_report_says_what_people_decided_in_its_notes(store: Store, tmp_path: Path) -> None:
    store.finish_run(1, build(DOCUMENT, SENTENCES, VERDICTS, INFO))
    store.reviews.add(1, "0.0", by("ada", Label.SUPPORTED, note="in 1877"))
    store.reviews.add(1, "1.0", by("ada", Label.SUPPORTED))
    store.reviews.add(1, "1.0", by("bob", Label.REFUTED))
    store.reviews.add(1, "2.0", Review(Action.COMMENT, note="a title", reviewer="bob"))
    export(reviewed_run(store, 1), tmp_path / "mars.json")
    report = json.loads((tmp_path / "mars.json").read_text())
    first, dispute, *_, said = report["run"]["notes"]
    assert first.startswith("reviewed, claim 0.0, supported: ada decided: supported; ") and first.endswith(" — in 1877")
    assert dispute.startswith("reviewed, claim 1.0, disputed: disputed: ada supported, bob refuted")
    assert said.startswith("reviewed, claim 2.0, not checked: bob commented") and said.endswith("a title")
    assert report["verdicts"][0]["label"] == "refuted", "the verdicts are those of the run"


def test_a_sign_off_asks_about_a_reworded_claim_until_somebody_decided_about_its_words(reworded: Store) -> None:
    reworded.reviews.add(1, "1.0", by("ada"))
    (waiting,) = unsettled(reviewed := reviewed_run(reworded, 1))
    assert (waiting.label, waiting_word(reviewed, waiting)) == (Label.SUPPORTED, "supported (reworded by gil)")
    with pytest.raises(UsageError, match="1 claim is not settled"):
        sign(reworded, reviewed, "ada")
    reworded.reviews.add(1, "0.0", by("ada"), revision=1)
    assert len(unsettled(reviewed_run(reworded, 1))) == 1, "that was decided about the words before"
    reworded.reviews.add(1, "0.0", by("ada", Label.SUPPORTED))
    assert unsettled(reviewed_run(reworded, 1)) == []


def test_a_reworded_claim_is_a_result_of_sarif_although_it_is_supported(reworded: Store) -> None:
    found = json.loads(render(reviewed_run(reworded, 1), "sarif"))["runs"][0]["results"]
    assert [(r["ruleId"], r["level"]) for r in found] == [("reworded", "note"), ("not_enough_evidence", "warning")]


@pytest.mark.parametrize("format", ["html", "md", "jsonl"])
def test_verify_report_remarks_on_a_reworded_claim(reworded: Store, tmp_path: Path, format: str) -> None:
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(reworded, 1), path)
    assert problems(path) == ""
    assert [(c.claim_id, c.remark) for c in checked(path) if c.remark] == [("0.0", BEFORE), ("", NOT_HELD)]
    path.write_text(path.read_text().replace("before that “Mars has four", "before that “Mars has few", 1))
    if format != "jsonl":
        assert "the wording before is not on the page as it was written" in problems(path)


def test_agreement_leaves_out_what_the_machine_did_not_decide(store: Store) -> None:
    for claim in ("0.0", "1.0", "2.0"):
        store.reviews.add(1, claim, by("ada"))
    assert with_machine(store.reviewed_claims()).n == 2, "the title is no claim"


def test_a_sign_off_waits_for_every_open_claim_or_takes_a_reason(store: Store) -> None:
    with pytest.raises(UsageError, match="2 claims are not settled"):
        sign(store, reviewed_run(store, 1), "ada")
    store.reviews.add(1, "0.0", by("ada"))
    store.reviews.add(1, "1.0", by("ada", Label.SUPPORTED))
    assert unsettled(reviewed_run(store, 1)) == []
    store.reviews.add(1, "1.0", by("bob"))
    with pytest.raises(UsageError, match="1 claim is not settled"):
        sign(store, reviewed_run(store, 1), "ada")
    signed = sign(store, reviewed_run(store, 1), "ada", "bob is away")
    assert signed.text_sha256 == sha256_text(TEXT)
    assert "Signed off by ada" in render(reviewed_run(store, 1), "html")
    assert "although claims were open (bob is away)" in render(reviewed_run(store, 1), "html")


def checked(path: Path) -> list[Rechecked]:
    return list(read_rows(rows_in(path)))


def problems(path: Path) -> str:
    return " | ".join(c.problem for c in checked(path) if c.problem)


@pytest.fixture
def decided(store: Store) -> Store:
    """Quotes of every kind, markup in the texts, and a sign-off."""
    source = Quoted(QuoteKind.VERIFIED, "Mars", ARTICLE.source, ARTICLE.text.index(QUOTE), ARTICLE.text)
    store.reviews.add(1, "0.0", by("ada", quote=QUOTE, quoted=source, note="two <b>moons</b> --> not four"))
    book = Quoted(QuoteKind.OUTSIDE, "printed edition, p. 12")
    store.reviews.add(1, "1.0", by("ada", Label.SUPPORTED, quote="Mars is red with rust.", quoted=book))
    store.reviews.add(1, "2.0", by("bob", quote="made up", quoted=Quoted(QuoteKind.NOT_FOUND)))
    sign(store, reviewed_run(store, 1), "ada")
    return store


@pytest.mark.parametrize("format", ["html", "md", "jsonl"])
def test_an_export_is_verified_and_says_what_each_quote_is(decided: Store, tmp_path: Path, format: str) -> None:
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(decided, 1), path)
    assert problems(path) == ""
    remarks = " | ".join(c.remark for c in checked(path))
    assert "printed edition, p. 12" in remarks and "bob's quote was not found in any source" in remarks
    assert "the sign-off by ada" in remarks and "holds" in remarks


@pytest.mark.parametrize("format", ["html", "md"])
@pytest.mark.parametrize("old", ["two moons", "printed edition", "Mars is red with rust", "Signed off by ada"])
def test_any_change_of_the_page_is_found(decided: Store, tmp_path: Path, format: str, old: str) -> None:
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(decided, 1), path)
    text = path.read_text()
    path.write_text(text.replace(old, old.replace("e", "E", 1).replace("w", "v", 1), 1))
    assert "the page was changed after it was written" in problems(path)


def test_a_changed_byte_of_a_quote_names_the_claim(decided: Store, tmp_path: Path) -> None:
    path = tmp_path / "mars.html"
    export(reviewed_run(decided, 1), path)
    path.write_text(path.read_text().replace("two moons -- Phobos", "ten moons -- Phobos", 1))
    bad = [c for c in checked(path) if c.problem and c.claim_id == "0.0"]
    assert bad and bad[0].quote == QUOTE


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            '"label": "refuted", "note"',
            '"label": "supported", "note"',
            "claims or decisions were changed.*does not cover",
        ),
        ('"signoffs": [{"reviewer": "ada"', '"signoffs": [{"reviewer": "ida"', "models or sign-offs was changed"),
        (
            '"document": "mars.txt", "title"',
            '"document": "moon.txt", "title"',
            "of its document, index, models or sign-offs was changed",
        ),
    ],
)
@pytest.mark.parametrize("format", ["html", "md", "jsonl"])
def test_a_changed_record_is_found(decided: Store, tmp_path: Path, format: str, old: str, new: str, found: str) -> None:
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(decided, 1), path)
    text = path.read_text()
    path.write_text(text.replace(old, new, 1))
    assert path.read_text() != text
    assert re.search(found, problems(path))
    assert not any("sign-off by" in c.remark and "holds" in c.remark for c in checked(path)), (
        "none that was changed holds"
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [("comments", 7), ("decisions", ["x"]), ("standing", None), ("verdict", {"claim": 1}), ("corrections", [1])],
)
def test_a_row_of_another_form_is_told_as_one(decided: Store, tmp_path: Path, key: str, value: object) -> None:
    path = tmp_path / "mars.jsonl"
    export(reviewed_run(decided, 1), path)
    rows = rows_in(path)
    rows[0][1].pop(key) if value is None else rows[0][1].update({key: value})
    with pytest.raises(BadInput):
        list(read_rows(rows))


@pytest.mark.parametrize("format", ["html", "md", "jsonl"])
def test_an_export_without_a_digest_of_its_record_is_read_as_before(
    decided: Store, tmp_path: Path, format: str
) -> None:
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(decided, 1), path)
    path.write_text(re.sub(r', "record_sha256": "\w+"', "", path.read_text()))
    assert "record_sha256" not in path.read_text() and problems(path) == ""


def test_a_line_that_was_left_out_is_found(decided: Store, tmp_path: Path) -> None:
    path = tmp_path / "mars.jsonl"
    export(reviewed_run(decided, 1), path)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    assert "some are missing" in problems(path)


@pytest.mark.parametrize("kept", [1, 3])
def test_a_record_without_its_last_line_is_cut_short(decided: Store, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "mars.jsonl"
    export(reviewed_run(decided, 1), path)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:kept]))
    (found,) = [c for c in checked(path) if "the record is cut short" in c.problem]
    assert found.place == (f"{path}:{kept}" if kept > 1 else str(path))


def test_a_decision_after_the_sign_off_takes_its_cover_away(decided: Store, tmp_path: Path) -> None:
    decided.reviews.undo(1, "bob")
    export(reviewed_run(decided, 1), tmp_path / "mars.html")
    assert "does not cover these claims" in problems(tmp_path / "mars.html")
    assert "does not cover what stands here" in (tmp_path / "mars.html").read_text()


@pytest.mark.parametrize("format", [f for f in FORMATS if f != "json"])
def test_every_format_holds_the_labels_that_stand(decided: Store, format: str) -> None:
    data = encode(reviewed_run(decided, 1), format)
    assert data and (format == "docx" or b"Mars has four moons" in data)


def test_word_has_a_comment_at_each_claim_with_who_said_what(decided: Store) -> None:
    docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    document = docx.Document(io.BytesIO(encode(reviewed_run(decided, 1), "docx")))
    comments = [comment.text for comment in document.comments]
    assert len(comments) == 3
    assert "REFUTED" in comments[0] and QUOTE in comments[0] and "Mars, starter" in comments[0]
    assert "printed edition, p. 12 (a source outside the index: not verified)" in comments[1]
    assert "not found in any source" in comments[2]
    assert "Mars has four moons." in "\n".join(p.text for p in document.paragraphs)


def test_word_has_a_comment_about_what_cannot_be_checked(store: Store) -> None:
    docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    store.reviews.add(1, "2.0", Review(Action.COMMENT, note="move this title up", reviewer="ada"))
    document = docx.Document(io.BytesIO(encode(reviewed_run(store, 1), "docx")))
    assert any("move this title up" in comment.text for comment in document.comments)


def test_word_says_of_a_sign_off_whether_it_covers_what_stands_there(decided: Store) -> None:
    docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")

    def said() -> str:
        document = docx.Document(io.BytesIO(encode(reviewed_run(decided, 1), "docx")))
        return next(p.text for p in document.paragraphs if p.text.startswith("Signed off by ada"))

    assert said().endswith(" UTC.")
    decided.reviews.add(1, "0.0", by("ada", Label.SUPPORTED))
    assert "it does not cover what stands here" in said()


def test_word_documents_are_made_by_localcheck_today(store: Store) -> None:
    """They were said to be made by python-docx in 2013."""
    docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    made = docx.Document(io.BytesIO(encode(reviewed_run(store, 1), "docx"))).core_properties
    assert (made.author, made.last_modified_by, made.title) == ("localcheck", "localcheck", "Mars <1>")
    assert made.created == made.modified and made.created.year >= 2025


@pytest.mark.parametrize("format", ["html", "md", "docx", "csv"])
def test_an_export_says_why_a_claim_is_open_or_failed_and_when_people_decided(store: Store, format: str) -> None:
    store.add_verdict(1, replace(VERDICTS[0], label=Label.FAILED, evidence=(), best=None, error="no model"), "recheck")
    store.add_verdict(1, replace(VERDICTS[1], rationale="no sentence says so"), "recheck")
    store.reviews.add(1, "1.0", by("ada"), at="2026-01-01T10:00:00+00:00")
    made = encode(reviewed_run(store, 1), format)
    if format == "docx":
        docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
        document = docx.Document(io.BytesIO(made))
        said = "\n".join([*(p.text for p in document.paragraphs), *(c.text for c in document.comments)])
    else:
        said = made.decode().rpartition("localcheck-record")[0].replace("\\", "") or made.decode()
    assert "no model" in said and "no sentence says so" in said
    assert "2026-01-01 10:00 UTC" in said
    assert format == "csv" or LEGEND in said


@pytest.mark.parametrize("own", ["", "Its moons are Phobos and Deimos."])
def test_the_machines_quote_stands_with_its_reason_where_people_gave_another_label(store: Store, own: str) -> None:
    """ "The quote contradicts the claim" was said of a quote that stood nowhere, or below that of the person."""
    store.add_verdict(1, replace(VERDICTS[0], rationale="the quote contradicts the claim"), "recheck")
    told = f"the quote contradicts the claim: “{QUOTE}” — Mars, starter"
    assert told not in render(reviewed_run(store, 1), "md"), "it stands above, and once"
    book = Quoted(QuoteKind.OUTSIDE, "printed edition, p. 12") if own else Quoted()
    store.reviews.add(1, "0.0", by("ada", Label.SUPPORTED, quote=own, quoted=book))
    for format in ("md", "csv"):
        said = render(reviewed_run(store, 1), format).partition("localcheck-record")[0]
        assert told in said and said.count(QUOTE) == 1 and own in said


def test_an_export_says_on_which_page_a_claim_stands(store: Store) -> None:
    second = SENTENCES[1].span.start
    pages = replace(DOCUMENT, meta=(("parts", [[0, "page 1", ""], [second, "page 2", ""]]),))
    run = store.begin_run(INFO, pages, SENTENCES)
    for made in VERDICTS:
        store.add_verdict(run, made)
    lines = [verdict_line(reviewed_run(store, run), made) for made in VERDICTS]
    assert lines == ["P(factual) 0.10, page 1", "P(factual) 0.50, page 2", "page 2"]
    assert "(P(factual) 0.10, page 1)" in render(reviewed_run(store, run), "md")


def test_the_name_of_a_sheet_is_no_markup_of_the_page(store: Store) -> None:
    sheets = replace(DOCUMENT, meta=(("parts", [[0, "sheet *<b>*", ""], [SENTENCES[1].span.start, "sheet 2", ""]]),))
    run = store.begin_run(INFO, sheets, SENTENCES)
    store.add_verdict(run, VERDICTS[0])
    assert r"(P(factual) 0.10, sheet \*\<b\>\*)" in render(reviewed_run(store, run), "md")


@pytest.mark.parametrize("format", ["html", "md", "docx"])
def test_an_export_says_what_was_not_read_of_the_document(store: Store, format: str) -> None:
    """Who signs must know that a page is missing."""
    document = replace(DOCUMENT, meta=((READING_NOTES, ["page 2 was not read: a scan without text"]),))
    run = store.begin_run(INFO, document, SENTENCES)
    made = encode(reviewed_run(store, run), format)
    if format == "docx":
        docx = pytest.importorskip("docx", reason="the extra 'docx' is not installed")
        said = "\n".join(p.text for p in docx.Document(io.BytesIO(made)).paragraphs)
    else:
        said = made.decode()
    assert "How the document was read: page 2 was not read: a scan without text." in said
    assert b"How the document was read" not in encode(reviewed_run(store, 1), "html")


def test_word_takes_any_character(store: Store) -> None:
    pytest.importorskip("docx", reason="the extra 'docx' is not installed")
    store.reviews.add(1, "0.0", by("ada", note="\ufffe\uffff \x01 \U0001f600"))
    assert encode(reviewed_run(store, 1), "docx")


def test_exports_of_an_unfinished_run_say_so(store: Store) -> None:
    assert "invocations" not in render(reviewed_run(store, 1), "sarif")
    assert "unfinished" not in render(reviewed_run(store, 1), "jsonl")
    store.end_run(1, RunState.CANCELLED)
    reviewed = reviewed_run(store, 1)
    (invocation,) = json.loads(render(reviewed, "sarif"))["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "was cancelled" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert json.loads(render(reviewed, "jsonl").splitlines()[-1])["record"]["unfinished"] == reviewed.unfinished
    assert [line.rpartition(",")[2] for line in render(reviewed, "csv").splitlines()] == [
        "run_state", "cancelled", "cancelled", "cancelled",
    ]  # fmt: skip


def test_a_table_of_a_review_numbers_sentences_as_that_of_a_check(store: Store) -> None:
    reviewed = reviewed_run(store, 1)
    report = build(DOCUMENT, SENTENCES, VERDICTS, INFO)
    reviews, checks = (csv.DictReader(io.StringIO(text)) for text in (render(reviewed, "csv"), checked_table(report)))
    assert [row["sentence"] for row in reviews] == [row["sentence"] for row in checks] == ["0", "1", "2"]


@pytest.mark.parametrize("format", ["csv", "jsonl", "sarif"])
def test_an_export_replaces_an_earlier_one_also_of_a_run_without_claims(
    store: Store, tmp_path: Path, format: str
) -> None:
    run = store.begin_run(INFO, DOCUMENT, SENTENCES)
    for _ in range(2):
        export(reviewed_run(store, run), tmp_path / f"mars.{format}")


def test_a_label_of_people_stands_in_the_labelled_report_whatever_the_machine_said(store: Store) -> None:
    judged = replace(VERDICTS[1], judgement=Judgement.NOT_FACTUAL, score=0.8)
    store.add_verdict(1, judged, "recheck:zero-shot")
    store.reviews.add(1, "1.0", by("ada", Label.NOT_ENOUGH_EVIDENCE))
    store.reviews.add(1, "2.0", by("ada", Label.REFUTED))
    first, second, third = labelled_report(reviewed_run(store, 1)).verdicts
    assert first == VERDICTS[0], "nobody decided about it"
    assert (second.kind, second.score) == ("not_enough_evidence", 0.5) and "ada decided" in second.rationale
    assert third.claim.checkable and (third.kind, third.score) == ("refuted", 1.0)


@pytest.mark.parametrize("format", ["html", "md", "jsonl", "csv"])
def test_an_export_names_the_method_that_gave_each_verdict(store: Store, tmp_path: Path, format: str) -> None:
    """A claim that was checked again with another method was said to be judged by that of the run."""
    store.add_verdict(1, replace(VERDICTS[1], label=Label.SUPPORTED, score=0.2), "recheck:greybox")
    path = tmp_path / f"mars.{format}"
    export(reviewed_run(store, 1), path)
    told = path.read_text()
    if format == "jsonl":
        rows = [json.loads(line) for line in told.splitlines()][:-1]
        made = [(row["detector"], row["origin"]) for row in rows]
        assert made == [("bayes-sequential", "run"), ("greybox", "recheck:greybox"), ("bayes-sequential", "run")]
        assert "greybox" in problems(path), "verify-report names the method that quotes nothing"
    elif format == "csv":
        assert [row["method"] for row in csv.DictReader(io.StringIO(told))].count("greybox") == 1
    else:
        assert "bayes-sequential (1 claim with greybox), index none" in told.replace("\\", "")
        assert "P(factual) 0.80, checked with greybox" in told.replace("\\", "")


def test_a_run_is_read_as_it_is_at_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody had a claim judged anew while it was read: the old verdict stood beside a decision on the new one."""
    with Store(tmp_path / "localcheck.db") as store, Store(tmp_path / "localcheck.db") as other:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for verdict in VERDICTS:
            store.add_verdict(run, verdict)
        load = store.load

        def meanwhile(run_id: int) -> StoredRun:
            found = load(run_id)
            other.add_verdict(run, replace(VERDICTS[0], label=Label.SUPPORTED), "recheck:faithfulness")
            other.reviews.add(run, VERDICTS[0].claim.id, by("bob", Label.SUPPORTED))
            return found

        monkeypatch.setattr(store, "load", meanwhile)
        reviewed = reviewed_run(store, run)
        assert reviewed.revisions[VERDICTS[0].claim.id] == 1 and not reviewed.curations
        monkeypatch.undo()
        assert reviewed_run(store, run).revisions[VERDICTS[0].claim.id] == 2
