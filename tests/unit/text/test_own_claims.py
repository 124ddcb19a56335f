"""A sentence's own claim beside the claims that it was split into, and what it decides."""

from __future__ import annotations

import unicodedata

import pytest

from localcheck.claims.rules.extract import BESIDE, RuleClaims, SentenceClaims
from localcheck.judging.sentence_level import sentences_of
from localcheck.reports.report import build, counted, disposition, flagged
from localcheck.types import OWN, Claim, Disposition, Document, Label, RunInfo, Span, Verdict

TEXT = (
    "Alan Turing was an English mathematician. He worked at Bletchley Park during the war, and he designed the Bombe. "
    "He died in 1954."
)
SUPPORTED, REFUTED, OPEN, FAILED = Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE, Label.FAILED


def claims(own: bool) -> list[Claim]:
    document = Document("d", TEXT, "Alan Turing")
    return RuleClaims(own).extract(document, sentences_of(document))


def test_only_a_sentence_that_was_split_is_a_claim_besides() -> None:
    without, found = claims(False), claims(True)
    (own,) = [c for c in found if c.own]
    assert [c for c in found if not c.own] == without and len(without) == 4
    assert own.id == f"1{OWN}" and own.sentence == 1 and BESIDE in own.note
    assert own.span.of(TEXT).startswith("He worked") and own.span.of(TEXT).endswith("Bombe.")
    assert own.text.startswith("Alan Turing worked at Bletchley Park during the war")
    assert found[-1].text == without[-1].text == "Alan Turing died in 1954.", (
        "who it is about is known after it as before"
    )


def test_how_far_the_splitting_is_is_told_of_a_long_text() -> None:
    told: list[tuple[int, int]] = []
    for times in (1, 300):
        document = Document("d", "The river is long. " * times)
        RuleClaims(tell=lambda *how_far: told.append(how_far)).extract(document, sentences_of(document))
    assert told == [(0, 300), (200, 300)]


@pytest.mark.parametrize("extractor", [RuleClaims(), RuleClaims(own=True), SentenceClaims()])
@pytest.mark.parametrize(
    "text",
    [
        "Antonín Dvořák was a Czech composer. He wrote an opera, and he died in Prague.",
        "I think that the Führer was born in Braunau. Zürich is a city. It lies on a lake.",
        "Frédéric Chopin\n\nBorn: 1810\nDied: 1849, in Paris\n\nHe was called Frédéric by Délfina.",
    ],
)
def test_accents_behind_their_letters_make_the_same_claims(extractor: RuleClaims | SentenceClaims, text: str) -> None:
    found = []
    for form in ("NFC", "NFD"):
        document = Document(
            "d", unicodedata.normalize(form, text), prompt=unicodedata.normalize(form, "Who was Dvořák?")
        )
        claims = extractor.extract(document, sentences_of(document))
        places = [unicodedata.normalize("NFC", claim.span.of(document.text)) for claim in claims]
        found.append(
            [(c.id, c.text, c.checkable, c.note, c.about, place) for c, place in zip(claims, places, strict=True)]
        )
    assert found[0] == found[1]


@pytest.mark.parametrize("unseen", ["\u200b", "\u200e", "\u202a", "\u2060", "\ufeff", "\u00ad"])
def test_what_is_not_seen_changes_no_claim(unseen: str) -> None:
    shown = [claim.text for claim in claims(own=False)]
    for text in (
        f"{unseen}{TEXT}",
        TEXT.replace("He ", f"{unseen}He "),
        TEXT.replace("Turing", f"Tur{unseen}ing{unseen}"),
    ):
        document = Document("d", text, f"Alan{unseen} Turing")
        assert [c.text for c in RuleClaims().extract(document, sentences_of(document))] == shown


def verdict(number: str, label: Label, score: float = 0.5, checkable: bool = True) -> Verdict:
    return Verdict(Claim(f"0.{number}", 0, "a claim", Span(0, 1), checkable), label, score)


@pytest.mark.parametrize(
    ("parts", "own", "decides"),
    [
        ((SUPPORTED, OPEN), SUPPORTED, SUPPORTED),
        ((OPEN, OPEN), REFUTED, REFUTED),
        ((SUPPORTED, SUPPORTED), OPEN, SUPPORTED),
        ((SUPPORTED, SUPPORTED), REFUTED, SUPPORTED),
        ((SUPPORTED, REFUTED), SUPPORTED, REFUTED),
        ((OPEN, FAILED), SUPPORTED, FAILED),
        ((OPEN, OPEN), OPEN, OPEN),
        ((OPEN, OPEN), FAILED, OPEN),
    ],
)
def test_the_own_claim_decides_only_what_its_parts_leave_open(
    parts: tuple[Label, ...], own: Label, decides: Label
) -> None:
    verdicts = [verdict("own", own, 0.3), *(verdict(str(i), label, 0.6) for i, label in enumerate(parts))]
    report = build(Document("d", TEXT), sentences_of(Document("d", TEXT)), verdicts, RunInfo("made"))
    assert report.sentence_scores[0].label is decides
    taken = set(parts) <= {SUPPORTED, OPEN} and OPEN in parts and own in (SUPPORTED, REFUTED)
    assert report.sentence_scores[0].score == (0.3 if taken else 0.6)
    assert [v.claim.id for v in report.verdicts] == ["0.0", "0.1", f"0{OWN}"], "all are shown, the whole sentence last"
    assert sum(dict(report.scores.counts).values()) == len(counted(verdicts)) == (1 if taken else 2)
    blocked = {REFUTED: Disposition.BLOCK, SUPPORTED: Disposition.PASS}.get(decides, Disposition.WARN)
    assert disposition(verdicts) is blocked
    assert bool(flagged(report, "refuted")) is (decides is REFUTED)


@pytest.mark.parametrize("strange", ["²", "9" * 5000, "-1", "", "own.own"])
def test_a_claim_of_a_stranger_s_report_may_have_any_id(strange: str) -> None:
    verdicts = [verdict("1", SUPPORTED), verdict(strange, SUPPORTED), verdict("0", SUPPORTED)]
    report = build(Document("d", TEXT), sentences_of(Document("d", TEXT)), verdicts, RunInfo("made"))
    assert {v.claim.id for v in report.verdicts} == {"0.0", "0.1", f"0.{strange}"}


def test_without_an_own_claim_every_checkable_claim_counts() -> None:
    verdicts = [verdict("0", OPEN), verdict("1", REFUTED), verdict("2", OPEN, checkable=False)]
    assert counted(verdicts) == verdicts[:2]


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("Her husband Pierre was killed in Paris in 1906, and she took over his professorship.", 1),
        ("Her husband Pierre was killed in Paris in 1906, and she took over the chair.", 2),
        ("She married Pierre Curie in 1895, and she met Paul Langevin and his wife.", 2),
        ("His sister moved to London in 1812, and he published her letters.", 1),
    ],
)
def test_a_part_that_says_his_of_someone_in_the_other_part_is_not_split_off(sentence: str, claims: int) -> None:
    text = f"Marie Curie was a physicist. {sentence}"
    document = Document("d", text)
    found = RuleClaims().extract(document, sentences_of(document))
    assert len([c for c in found if c.sentence == 1]) == claims, [c.text for c in found]
