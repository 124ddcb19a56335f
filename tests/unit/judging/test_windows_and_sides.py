"""Windows, relevance, and which side the quotes take, by numbers that can be worked out by hand."""

from __future__ import annotations

import pytest

from localcheck.detectors.fixed_k import CLEARLY_FACTUAL, settle
from localcheck.judging.agreement import SETTLED
from localcheck.judging.opinion import Candidate, Opinion
from localcheck.judging.paper import (
    Windows,
    choose_premises,
    most_relevant,
    passage_windows,
    topical_enough,
    topicality,
)
from localcheck.judging.sentence_level import failed
from localcheck.judging.sides import SUPPORTS, Quoted, Sides, in_conflict, sides_of
from localcheck.judging.spans import content_words, premise, relevance, sentence_spans, titled
from localcheck.types import Belief, Claim, Cost, Entailment, Evidence, Label, Passage, Source, Span

TEXT = "One two three. Four five six. Seven eight nine."
HERE = Source("test", "memory")


def passage(text: str, title: str = "") -> Passage:
    return Passage(title, text, HERE)


def claim(text: str) -> Claim:
    return Claim("0.0", 0, text, Span(0, len(text)))


def cut(text: str, size: int, overlap: int) -> list[str]:
    return [s.of(text) for s in passage_windows(text, Windows(size=size, overlap=overlap))]


def test_windows_hold_whole_sentences_and_share_what_the_overlap_allows() -> None:
    assert cut(TEXT, 6, 0) == ["One two three. Four five six.", "Seven eight nine."]
    assert cut(TEXT, 6, 3) == ["One two three. Four five six.", "Four five six. Seven eight nine."]
    assert cut(TEXT, 6, 2) == ["One two three. Four five six.", "Seven eight nine."]
    assert cut(TEXT, 9, 3) == [TEXT]
    assert cut(TEXT, 8, 0) == ["One two three. Four five six.", "Seven eight nine."]
    assert cut(TEXT, 1, 0) == ["One two three.", "Four five six.", "Seven eight nine."]
    assert cut(TEXT, 3, 100) == ["One two three.", "Four five six.", "Seven eight nine."]
    assert cut("", 3, 1) == []
    assert cut("东京。 大阪城。", 2, 0) == ["东京。", "大阪城。"]


def test_content_words_lose_plurals_and_what_every_sentence_has() -> None:
    assert content_words("The Cats and the boss in the class of 1912 gas is") == {"cat", "boss", "class", "1912", "gas"}
    assert content_words("dogs bus its") == {"dog", "bus"}
    assert content_words("Mars's moons, Keats’s odes and 1912's S") == {"mar", "moon", "keat", "ode", "1912", "s"}


def test_relevance_counts_the_title_and_the_span_only() -> None:
    told = claim("Ada wrote long letters")
    there = passage("She wrote letters. It was long ago.", "Ada")
    first, second = sentence_spans(there.text)
    assert relevance(told, there, first) == pytest.approx(3 / 4)
    assert relevance(told, there, second) == pytest.approx(2 / 4)
    assert relevance(claim("is the"), there, first) == 0.0
    assert topicality(told, there) == pytest.approx(3 / 4)
    assert topicality(told, passage("")) == 0.0


def test_a_premise_is_led_by_the_title_where_it_does_not_begin_with_it() -> None:
    assert titled("Ada", "Ada wrote.") == "Ada wrote."
    assert titled("Ada", "She wrote.") == "Ada. She wrote."
    assert titled("", "She wrote.") == "She wrote."
    assert titled("Ada Inc.", "It wrote.") == "Ada Inc. It wrote."
    assert premise(passage("It rained. She wrote.", "Ada"), Span(11, 21)) == "Ada. She wrote."


def test_the_premises_are_windows_then_sentences_and_each_once() -> None:
    there = passage(TEXT)
    windows = Windows(size=6, overlap=0, most=1, sentences=1)
    chosen = choose_premises(claim("four eight nine seven"), there, windows)
    assert [s.of(TEXT) for s in chosen] == ["Seven eight nine."]
    chosen = choose_premises(claim("three four eight"), there, Windows(size=6, overlap=0, most=0, sentences=2))
    assert [s.of(TEXT) for s in chosen] == [
        "One two three. Four five six.",
        "Seven eight nine.",
        "One two three.",
        "Four five six.",
    ]
    alone = choose_premises(claim("one"), passage("One two three."), Windows())
    assert [s.of("One two three.") for s in alone] == ["One two three."]
    none = choose_premises(claim("one"), there, Windows(size=6, overlap=0, sentences=0))
    assert [s.of(TEXT) for s in none] == ["One two three. Four five six.", "Seven eight nine."]


def test_the_most_relevant_spans_stay_in_the_order_of_the_text() -> None:
    there, spans = passage(TEXT), sentence_spans(TEXT)
    best = most_relevant(claim("seven eight one"), there, spans, 2)
    assert [s.of(TEXT) for s in best] == ["One two three.", "Seven eight nine."]
    assert most_relevant(claim("seven"), there, spans, 3) == spans
    assert most_relevant(claim("seven"), there, spans, 0) == spans


def test_a_document_speaks_of_a_claim_from_the_floor_and_near_the_best_on() -> None:
    assert topical_enough(0.4, 0.4, Windows()) and not topical_enough(0.39, 0.39, Windows())
    assert topical_enough(0.75, 1.0, Windows()) and not topical_enough(0.74, 1.0, Windows())
    assert topical_enough(0.0, 1.0, Windows(floor=0.0))
    assert not topical_enough(0.2, 1.0, Windows(floor=0.1))


TOLD = claim("the museum opened in Paris")


def opinion(text: str, label: Label, p: float, weight: float = 0.5, near: float = 0.0) -> Opinion:
    return Opinion(passage(text), None, candidates=((label, Candidate(Span(0, len(text)), p, weight, near)),))


def test_the_surer_side_decides_and_support_needs_more_than_half() -> None:
    for_it, against = (
        opinion(TOLD.text, Label.SUPPORTED, 0.9),
        opinion("The museum opened in Rome.", Label.REFUTED, 0.8),
    )
    found = sides_of(TOLD, [against, for_it])
    assert (found.label, found.quoted and found.quoted.index) == (Label.SUPPORTED, 1)
    assert sides_of(TOLD, [opinion(TOLD.text, Label.SUPPORTED, 0.75), against]).label is Label.REFUTED
    assert sides_of(TOLD, [opinion(TOLD.text, Label.SUPPORTED, SUPPORTS)]).label is Label.SUPPORTED
    assert sides_of(TOLD, [opinion(TOLD.text, Label.SUPPORTED, 0.69)]).label is Label.NOT_ENOUGH_EVIDENCE
    assert sides_of(TOLD, []).quoted is None


@pytest.mark.parametrize(("mine", "other"), [("P200", "P300"), ("p200", "p300"), ("pump A", "pump B"), ("b-C", "b-D")])
def test_what_is_said_of_another_of_its_kind_contradicts_nothing(mine: str, other: str) -> None:
    told, for_it = (claim(f"the {mine} holds 30 litres"), opinion(f"The {mine} holds 30 litres.", Label.SUPPORTED, 0.8))
    for name in (mine, other):
        found = sides_of(told, [for_it, opinion(f"The {name} holds 20 litres.", Label.REFUTED, 0.9)])
        assert (found.against is not None) is (name == mine)


def test_another_of_its_kind_contradicts_where_nothing_is_told_of_the_claimed_one() -> None:
    opinions = [
        opinion("It holds 30 litres.", Label.SUPPORTED, 0.8),
        opinion("The P300 holds 9.", Label.REFUTED, 0.9, near=0.5),
    ]
    assert sides_of(claim("the P200 holds 30 litres"), opinions).against is not None


def test_what_is_about_something_else_contradicts_nothing() -> None:
    assert sides_of(TOLD, [opinion("No museums were inaugurated.", Label.REFUTED, 0.85, near=0.1)]).against is not None
    half = opinion("The red tank burst.", Label.REFUTED, 0.8)
    assert sides_of(claim("the red tank holds water"), [half]).against is not None
    assert sides_of(claim("It is."), [half]).against is None
    assert sides_of(TOLD, [opinion("Rain fell in Rome.", Label.REFUTED, 0.99)]).against is None
    assert sides_of(TOLD, [opinion("No museums were inaugurated.", Label.REFUTED, 0.9, near=0.3)]).against is not None
    assert sides_of(TOLD, [opinion("No museums were inaugurated.", Label.REFUTED, 0.9, near=0.05)]).against is None
    assert sides_of(TOLD, [opinion("No museums were inaugurated.", Label.REFUTED, 0.8, near=0.3)]).against is None
    assert sides_of(TOLD, [opinion("Rain fell.", Label.SUPPORTED, 0.99)]).label is Label.SUPPORTED


@pytest.mark.parametrize(("probability", "against"), [(0.9, True), (0.8, False)])
def test_words_in_another_form_are_about_it_where_the_contradiction_is_loud(probability: float, against: bool) -> None:
    told = opinion("There is no parking at the harbour.", Label.REFUTED, probability)
    assert (sides_of(claim("Visitors can park at the harbour."), [told]).against is not None) is against


def test_another_number_is_no_word_that_is_missing() -> None:
    told = opinion("Price: Per adult: €940.", Label.REFUTED, 0.9)
    assert sides_of(claim("An adult pays 520 euros."), [told]).against is not None
    assert sides_of(claim("An adult pays for release 5.1."), [told]).against is None


@pytest.mark.parametrize(
    ("one", "other", "conflict"),
    [
        ("The tank holds 20 litres.", "The tank holds 30 litres.", True),
        ("The tank holds 20 litres.", "The tank holds 30 litres when full.", True),
        ("The old tank holds 20 litres.", "The Mini tank holds 30 litres.", False),
        ("The tank holds 20 litres.", "In 2019 the tank held 30 litres.", False),
        ("The tank holds 20 litres.", "The tank of the smaller second model here holds 30 litres.", False),
        ("The tank holds 20 litres.", "The tank holds 20 litres.", False),
        ("The tank holds 20 litres.", "The tank today reportedly holds 30 litres.", True),
        ("The tank today reportedly holds 20 litres.", "The tank holds 30 litres.", True),
        ("The tank holds 20 litres.", "The tank does not hold 30 litres.", False),
        ("The tank holds 20 litres and weighs 5 kg.", "The tank holds 30 litres and weighs 6 kg.", False),
        ("The price of gas rose.", "The price of gas fell.", True),
    ],
)
def test_two_values_of_one_thing_are_a_conflict(one: str, other: str, conflict: bool) -> None:
    told = claim(one)
    opinions = [opinion(one, Label.SUPPORTED, 0.95), opinion(other, Label.REFUTED, 0.9)]
    assert in_conflict(told, opinions, sides_of(told, opinions)) is conflict


@pytest.mark.parametrize(
    ("told", "one", "other"),
    [
        ("The tank holds water.", "The tank holds 20 litres of water.", "The tank holds 30 litres of water."),
        ("The tank holds 20 litres.", "The tank holds enough water.", "The tank holds 30 litres of water."),
        ("The tank holds 20 litres.", "The tank holds 30 litres of water.", "The tank holds 30 litres of water."),
        (
            "The tank holds 20 litres.",
            "The tank of the smaller model outside holds 20 litres.",
            "The tank holds 30 litres.",
        ),
        ("The pump moves 20 litres.", "Pump A moves 20 litres.", "Pump B moves 30 litres."),
    ],
)
def test_two_values_that_are_not_of_what_is_claimed_are_no_conflict(told: str, one: str, other: str) -> None:
    opinions = [opinion(one, Label.SUPPORTED, 0.95), opinion(other, Label.REFUTED, 0.9)]
    found = sides_of(claim(told), opinions)
    assert found.against is not None and not in_conflict(claim(told), opinions, found)


@pytest.mark.parametrize(
    "text",
    [
        "## Full-time staff\n\nThey receive 30 days.\n\n## Part-time staff\n\nThey receive 20 days.",
        "For members:\n- They receive 30 days.\n\nFor guests:\n- They receive 20 days.",
    ],
)
def test_what_is_said_under_two_headings_is_no_conflict(text: str) -> None:
    first, second = (span for span in sentence_spans(text) if "They" in span.of(text))
    quotes = ((Label.SUPPORTED, Candidate(first, 0.9, 0.5)), (Label.REFUTED, Candidate(second, 0.9, 0.5, 0.5)))
    told, opinions = claim("They receive 30 days."), [Opinion(passage(text), None, candidates=quotes)]
    found = sides_of(told, opinions)
    assert found.support and found.against and not in_conflict(told, opinions, found)
    assert not any(in_conflict(told, opinions, one) for one in (Sides(None, found.against), Sides(found.support, None)))


@pytest.mark.parametrize("settled", [{Label.SUPPORTED}, {Label.REFUTED}, {Label.SUPPORTED, Label.REFUTED}])
def test_what_settles_a_claim_both_ways_is_a_conflict_in_other_words_too(settled: set[Label]) -> None:
    texts = {Label.SUPPORTED: "The tank holds 20 litres.", Label.REFUTED: "The tank is always quite empty."}
    opinions = []
    for label, text in texts.items():
        said = Entailment(*map(float, SETTLED[label])) if label in settled else None
        quote = Candidate(Span(0, len(text)), 0.97, 0.5, 0.5, entailment=said)
        opinions.append(Opinion(passage(text), None, candidates=((label, quote),)))
    told = claim("The tank holds 20 litres.")
    assert in_conflict(told, opinions, sides_of(told, opinions)) is (len(settled) == 2)


def a_quote(weight: float) -> Quoted:
    return Quoted(0, Candidate(Span(0, 9), 0.9, weight))


def test_the_stronger_side_settles_the_label() -> None:
    strong, weak = a_quote(0.8), a_quote(0.5)
    assert settle(0.9, True, Sides(strong, weak)) == (Label.SUPPORTED, strong)
    assert settle(0.9, True, Sides(strong, a_quote(0.8)))[0] is Label.SUPPORTED
    assert settle(0.8, True, Sides(weak, strong)) == (Label.REFUTED, strong)
    assert settle(0.9, True, Sides(weak, strong)) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert settle(0.9, False, Sides(strong, None)) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert settle(0.5, True, Sides(None, weak)) == (Label.REFUTED, weak)
    assert settle(0.5, True, Sides(None, None)) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert settle(CLEARLY_FACTUAL, False, Sides(None, strong))[0] is Label.NOT_ENOUGH_EVIDENCE
    assert settle(0.84, False, Sides(None, strong))[0] is Label.REFUTED
    assert settle(0.5, False, Sides(weak, a_quote(0.5)))[0] is Label.NOT_ENOUGH_EVIDENCE


def test_a_claim_that_could_not_be_judged_keeps_what_was_read() -> None:
    seen = Evidence(TOLD.id, passage(TEXT), Span(0, 3), Entailment(0.1, 0.8, 0.1))
    evidence, beliefs = (seen,) * 2, (Belief(0, 0.5, 1.0, 2.0),)
    verdict = failed(TOLD, "broken", Cost(passages=2), evidence, beliefs)
    assert (verdict.label, verdict.score, verdict.error) == (Label.FAILED, 0.5, "broken")
    assert (verdict.evidence, verdict.beliefs, verdict.cost) == (evidence, beliefs, Cost(passages=2))
