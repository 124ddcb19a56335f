"""Edits are small, forced by a quote, and checked again; nothing else is proposed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.gate.correcting import Correction, apply, corrections, edited_sentences
from localcheck.reports.report import build
from localcheck.text.sentences import split_sentences
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    Report,
    RunInfo,
    Source,
    Span,
    Verdict,
)

CLAIM, QUOTE, RIGHT = "The museum opened in 1913.", "The museum opened in 1912.", "The museum opened in 1912."
STRONG = {(QUOTE, CLAIM): (0.01, 0.04, 0.95), (QUOTE, RIGHT): (0.97, 0.02, 0.01)}


def report(claim: str = CLAIM, quote: str = QUOTE, label: Label = Label.REFUTED, text: str = "") -> Report:
    text = text or f"We went there. {claim} It rained."
    start = text.index(claim)
    passage = Passage("", quote, Source("context", "context", "1"))
    evidence = Evidence("1.0", passage, Span(0, len(quote)), Entailment(0, 0, 1), quote, Span(0, len(quote)), "c" * 64)
    verdict = Verdict(
        Claim("1.0", 1, claim, Span(start, start + len(claim))), label, 0.9, (evidence,), rationale="x", best=0
    )
    return build(Document("d", text), split_sentences(text), [verdict], RunInfo("faithfulness"))


def test_a_wrong_number_becomes_the_one_of_the_quote() -> None:
    made = report()
    (edit,) = corrections(made, TableNLI(STRONG))
    assert (edit.old, edit.new, edit.quote, edit.source) == ("1913", "1912", QUOTE, "context 1")
    assert apply(made.document.text, [edit]) == "We went there. The museum opened in 1912. It rained."


def test_an_edit_says_in_which_file_and_on_which_page_its_quote_stands() -> None:
    """It named the title alone, which all pages of a file share, and often those of other files."""
    made = report()
    (verdict,) = made.verdicts
    place = Source("folder", "notes", "museum.pdf, page 3", "1f", "2024-05-01")
    passage = replace(verdict.evidence[0].passage, title="The museum", source=place)
    found = replace(verdict, evidence=(replace(verdict.evidence[0], passage=passage),))
    said = {
        (f"The museum. {QUOTE}", CLAIM): STRONG[QUOTE, CLAIM],
        (f"The museum. {QUOTE}", RIGHT): STRONG[QUOTE, RIGHT],
    }
    (edit,) = corrections(replace(made, verdicts=(found,)), TableNLI(STRONG | said))
    assert edit.source == "The museum, museum.pdf, page 3, notes, revision 1f, 2024-05-01"


@pytest.mark.parametrize(("entailed", "edits"), [(["1912"], ["1912"]), (["1912", "1946"], []), ([], [])])
def test_of_several_values_of_a_quote_the_one_is_taken_that_it_alone_entails(
    entailed: list[str], edits: list[str]
) -> None:
    quote = "In 1912 the museum opened, which in 1946 became an archive."
    said = {(quote, f"The museum opened in {year}."): (0.97, 0.02, 0.01) for year in entailed}
    found = corrections(report(quote=quote), TableNLI(said, default=(0.01, 0.04, 0.95)))
    assert [edit.new for edit in found] == edits


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The museum opened in Rome.", QUOTE),
        ("Karl Meyer opened the museum in 1913.", QUOTE),
        ("The museum lies in Utrecht.", "The museum lies in Leiden, and its garden lies in Delft."),
        ("The museum was opened by Karl Meyer.", "The museum was not opened by Anna Berg."),
        ("It is the largest museum in Utrecht.", "It is the second-largest museum in Leiden."),
        ("The museum opened in 1913 with 300 paintings.", "The museum opened in 1912 with 200 paintings."),
        (CLAIM, "The museum opened between 1911 and 1912."),
        (CLAIM, "The museum has never opened."),
    ],
)
def test_an_edit_that_is_not_forced_is_not_made(claim: str, quote: str) -> None:
    always = TableNLI({}, default=(0.5, 0.0, 0.5))
    assert corrections(report(claim, quote), always) == []


@pytest.mark.parametrize(
    "table",
    [
        {**STRONG, (QUOTE, RIGHT): (0.49, 0.41, 0.1)},
        {**STRONG, (QUOTE, RIGHT): (0.3, 0.2, 0.5)},
    ],
)
def test_thin_evidence_proposes_nothing(table: dict[tuple[str, str], tuple[float, float, float]]) -> None:
    assert corrections(report(), TableNLI(table)) == []


def test_only_refuted_claims_with_a_quote_are_edited() -> None:
    assert corrections(report(label=Label.NOT_ENOUGH_EVIDENCE), TableNLI(STRONG)) == []
    made = report()
    bare = replace(made, verdicts=(replace(made.verdicts[0], best=None),))
    assert corrections(bare, TableNLI(STRONG)) == []


def test_a_number_that_stands_twice_in_the_place_is_left_alone() -> None:
    claim = "The museum opened in 1913, not before 1913."
    table = {(QUOTE, claim): (0.0, 0.0, 1.0)}
    assert corrections(report(claim), TableNLI(table, default=(1.0, 0.0, 0.0))) == []


def test_edits_do_not_disturb_each_other() -> None:
    made = report()
    (edit,) = corrections(made, TableNLI(STRONG))
    other = replace(edit, span=Span(0, 2), old="We", new="Ada and I")
    assert apply(made.document.text, [other, edit]).startswith("Ada and I went there. The museum opened in 1912.")


@pytest.mark.parametrize(
    ("claim", "quote", "old", "new", "kind"),
    [
        ("The museum lies in Utrecht.", "The museum lies in Leiden.", "Utrecht", "Leiden", "name"),
        ("It was painted by Karl Meyer.", "It was painted by Anna van Berg.", "Karl Meyer", "Anna van Berg", "name"),
        ("It opened on 3 May 1912.", "It opened on 7 June 1912.", "3 May 1912", "7 June 1912", "date"),
        ("It opened in May.", "It opened in June.", "May", "June", "date"),
        ("It was founded by Karl Meyer.", "In Utrecht it was founded by Anna Berg.", "Karl Meyer", "Anna Berg", "name"),
        ("It opened in the 1920s.", "It opened in 1931.", "in the 1920s", "in 1931", "number"),
        ("It opened in 1931.", "It opened in the 1920s.", "in 1931", "in the 1920s", "number"),
        ("In May 1930 it opened.", "It opened on 3 June 1930.", "In May 1930", "On 3 June 1930", "date"),
        ("It has 1,200 rooms.", "It has 1,300 rooms.", "1,200", "1,300", "number"),
        ("It is the highest mountain.", "It is the second highest mountain.", "highest", "second highest", "number"),
    ],
)
def test_dates_names_and_places_become_those_of_the_quote(
    claim: str, quote: str, old: str, new: str, kind: str
) -> None:
    right = claim.replace(old, new)
    nli = TableNLI({(quote, claim): (0.0, 0.0, 1.0), (quote, right): (1.0, 0.0, 0.0)})
    made = report(claim, quote)
    (edit,) = corrections(made, nli)
    assert (edit.old, edit.new, edit.kind) == (old, new, kind)
    assert apply(made.document.text, [edit]) == made.document.text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [((0.6, 0.3, 0.1), (0.0, 1.0, 0.0)), ((0.0, 1.0, 0.0), (0.1, 0.3, 0.6))],
)
def test_evidence_with_two_voices_proposes_nothing(
    old: tuple[float, float, float], new: tuple[float, float, float]
) -> None:
    other = "Another book says otherwise."
    made = report()
    (verdict,) = made.verdicts
    (evidence,) = verdict.evidence
    second = replace(
        evidence, passage=replace(evidence.passage, text=other), quote=other, quote_span=Span(0, len(other))
    )
    made = replace(made, verdicts=(replace(verdict, evidence=(evidence, second)),))
    assert corrections(made, TableNLI({**STRONG, (other, CLAIM): old, (other, RIGHT): new})) == []
    assert corrections(made, TableNLI(STRONG)), "it was the other evidence that spoke against it"


def test_two_edits_of_one_place_are_none() -> None:
    made = report()
    twice = replace(made, verdicts=(made.verdicts[0], made.verdicts[0]))
    assert corrections(twice, TableNLI(STRONG)) == []


def test_a_name_that_the_claim_has_for_a_pronoun_is_not_in_the_way() -> None:
    text, quote = "It opened in 1913.", "It opened in 1912."
    made = report(text, quote)
    claim = replace(made.verdicts[0].claim, text="The Harbour Museum opened in 1913.")
    made = replace(made, verdicts=(replace(made.verdicts[0], claim=claim),))
    right = "The Harbour Museum opened in 1912."
    (edit,) = corrections(made, TableNLI({(quote, claim.text): (0, 0, 1), (quote, right): (1, 0, 0)}))
    assert (edit.old, edit.new) == ("1913", "1912")


def test_the_sentences_that_edits_change_are_known_in_the_corrected_text() -> None:
    text = "It is old. It opened in 1912, they say. It is big. It closed in 1999."
    first, last = text.index("1912"), text.index("1999")
    edits = [
        Correction("3.0", Span(last, last + 4), "1999", "the year 2001", "q", "s", 0.9),
        Correction("1.0", Span(first, first + 4), "1912", "March 1913", "q", "s", 0.9),
    ]
    assert edited_sentences(text, edits) == (1, 3)
    assert edited_sentences(text, []) == ()


@pytest.mark.parametrize(("beside", "edits"), [("The museum opened in 1914.", 0), ("The library opened in 1914.", 1)])
def test_another_sentence_about_the_claim_that_contradicts_the_edit_prevents_it(beside: str, edits: int) -> None:
    made = report()
    (verdict,) = made.verdicts
    passage = replace(verdict.evidence[0].passage, text=f"{QUOTE} {beside}")
    made = replace(made, verdicts=(replace(verdict, evidence=(replace(verdict.evidence[0], passage=passage),)),))
    table = TableNLI({**STRONG, ("The museum opened in 1914.", RIGHT): (0.01, 0.04, 0.95)})
    assert len(corrections(made, table)) == edits
