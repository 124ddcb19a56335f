"""Windows, relevance, guards and quotes, by numbers that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.errors import NLIError
from localcheck.judging.lockstep import drive
from localcheck.judging.quotes import Quote, strongest_quote
from localcheck.judging.settle import CLEARLY_FACTUAL, decide, failed, settle
from localcheck.judging.spans import content_words, premise, relevance, sentence_spans, titled
from localcheck.judging.weigh import (
    Weighed,
    Windows,
    choose_premises,
    guarded,
    most_relevant,
    overruled,
    passage_windows,
    score_spans,
    silent,
    speaks_of,
    topicality,
    weigh,
)
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
    assert speaks_of(0.4, 0.4, Windows()) and not speaks_of(0.39, 0.39, Windows())
    assert speaks_of(0.75, 1.0, Windows()) and not speaks_of(0.74, 1.0, Windows())
    assert speaks_of(0.0, 1.0, Windows(floor=0.0))
    assert not speaks_of(0.2, 1.0, Windows(floor=0.1))


ROW = np.array([0.8, 0.1, 0.1])


def test_a_missing_name_halves_an_entailment_and_a_missing_number_leaves_a_fifth() -> None:
    kept = guarded(ROW, "He was born in Paris.", "Ada Lovelace was born in Paris.", 0.5)
    assert kept == pytest.approx([0.8 * 0.5**2, 0.1 + 0.8 * 0.75, 0.1])
    kept = guarded(ROW, "It opened.", "It opened in 1912.", 0.9)
    assert kept == pytest.approx([0.16, 0.74, 0.1])
    kept = guarded(ROW, "It opened.", "Paris opened in 1912.", 0.9)
    assert kept == pytest.approx([0.08, 0.82, 0.1])


def test_another_number_for_the_same_thing_contradicts() -> None:
    assert guarded(ROW, "It opened in 1913.", "It opened in 1912.", 0.5) == pytest.approx([0.16, 0.1, 0.74])
    assert guarded(ROW, "It opened in 1913.", "It opened in 1912.", 0.49) == pytest.approx([0.16, 0.74, 0.1])
    assert guarded(ROW, "In 1913 it rained.", "Paris opened.", 0.9) == pytest.approx([0.4, 0.5, 0.1])


def test_a_premise_with_every_word_of_the_claim_does_not_contradict_it() -> None:
    row = np.array([0.2, 0.1, 0.7])
    assert guarded(row, "the museum opened", "the museum opened", 1.0) == pytest.approx([0.2, 0.8, 0.0])
    assert guarded(row, "the museum never opened", "the museum opened", 1.0) == pytest.approx(row)
    assert guarded(row, "the museum opened", "the museum opened", 0.99) == pytest.approx(row)


WINDOW, FIRST, SECOND = Span(0, 20), Span(0, 9), Span(10, 20)
SPANS = (WINDOW, FIRST, SECOND)


def rows(*scores: tuple[float, float, float]) -> np.ndarray:
    return np.array(scores)


def test_a_window_does_not_entail_what_a_surer_sentence_inside_contradicts() -> None:
    scores = rows((0.8, 0.1, 0.1), (0.05, 0.05, 0.9), (0.1, 0.8, 0.1))
    found = overruled(SPANS, scores, np.array([1.0, 0.5, 0.5]))
    assert found[0] == pytest.approx([0.0, 0.1, 0.9])
    assert found[1:] == pytest.approx(scores[1:])
    assert overruled(SPANS, scores, np.array([1.0, 0.49, 0.5]))[0] == pytest.approx(scores[0])


def test_a_sentence_with_nearly_all_words_overrules_a_surer_window_unless_another_entails() -> None:
    scores = rows((0.9, 0.05, 0.05), (0.2, 0.2, 0.6), (0.1, 0.8, 0.1))
    assert overruled(SPANS, scores, np.array([1.0, 0.75, 0.5]))[0] == pytest.approx([0.0, 0.05, 0.95])
    assert overruled(SPANS, scores, np.array([1.0, 0.74, 0.5]))[0] == pytest.approx(scores[0])
    rival = rows((0.9, 0.05, 0.05), (0.2, 0.2, 0.6), (0.7, 0.2, 0.1))
    assert overruled(SPANS, rival, np.array([1.0, 0.75, 0.5]))[0] == pytest.approx(rival[0])
    half = rows((0.9, 0.05, 0.05), (0.2, 0.3, 0.5), (0.1, 0.8, 0.1))
    assert overruled(SPANS, half, np.array([1.0, 0.75, 0.5]))[0] == pytest.approx(half[0])


def test_a_span_that_only_touches_the_window_overrules_nothing() -> None:
    spans = (Span(0, 10), Span(5, 15))
    scores = rows((0.5, 0.4, 0.1), (0.0, 0.1, 0.9))
    assert overruled(spans, scores, np.array([1.0, 1.0])) == pytest.approx(scores)


def test_scores_are_guarded_only_where_the_windows_say_so() -> None:
    there, told = passage("It opened in 1913."), claim("It opened in 1912.")
    nli, spans = TableNLI({}, (0.8, 0.1, 0.1)), sentence_spans("It opened in 1913.")
    share = np.array([1.0])
    plain = drive(nli, score_spans(told, there, spans, share, Windows(guard=False)))
    assert plain == pytest.approx(rows((0.8, 0.1, 0.1)))
    held = drive(nli, score_spans(told, there, spans, share, Windows()))
    assert held == pytest.approx(rows((0.16, 0.1, 0.74)))


def test_the_telling_span_is_shown_and_the_support_is_the_highest_entailment() -> None:
    text, told = "Cats sleep all day. Dogs bark at night.", claim("dogs bark at night")
    table = {
        ("Cats sleep all day.", told.text): (0.6, 0.3, 0.1),
        ("Dogs bark at night.", told.text): (0.5, 0.3, 0.2),
        (text, told.text): (0.1, 0.8, 0.1),
    }
    found = drive(TableNLI(table), weigh(told, passage(text), Windows(guard=False)))
    assert found.support == pytest.approx(0.6)
    assert found.evidence.window.of(text) == "Dogs bark at night."
    assert found.evidence.entailment == Entailment(0.5, 0.3, 0.2)
    assert found.relevance == pytest.approx([1.0, 0.0, 1.0])
    against = {("Cats sleep all day.", told.text): (0.0, 0.1, 0.9), ("Dogs bark at night.", told.text): (0.3, 0.6, 0.1)}
    found = drive(TableNLI(against), weigh(told, passage(text), Windows(guard=False)))
    assert found.evidence.window.of(text) == "Dogs bark at night."


def test_a_silent_document_keeps_its_source_and_not_its_text() -> None:
    found = silent(claim("x"), passage("much text", "Title"))
    assert found.evidence == Evidence("0.0", passage("", "Title"), Span(0, 0), Entailment(0.0, 1.0, 0.0))
    assert found.support == 0.0 and found.spans == ()
    assert drive(TableNLI({}), weigh(claim("x"), passage(""), Windows())).evidence.passage.text == ""


TOLD = claim("the museum opened in Paris")
FACTS = "The museum opened in Paris. The museum opened in Rome. Rain fell."


def weighed(*scores: tuple[float, float, float], text: str = FACTS, told: Claim = TOLD) -> Weighed:
    spans = sentence_spans(text)
    there = passage(text)
    share = np.array([relevance(told, there, s) for s in spans])
    return Weighed(Evidence(told.id, there, spans[0], Entailment(*scores[0])), spans, np.array(scores), share)


QUIET = (0.1, 0.8, 0.1)


def quote(found: list[Weighed], column: int, told: Claim = TOLD, most: int = 3) -> Quote | None:
    return drive(TableNLI({}), strongest_quote(told, found, column, Windows(guard=False), most))


def test_quotes_are_ranked_by_probability_times_relevance() -> None:
    found = quote([weighed((0.7, 0.2, 0.1), (0.9, 0.1, 0.0), (0.99, 0.01, 0.0))], 0)
    assert found is not None and found.evidence.quote == "The museum opened in Paris."
    assert (found.probability, found.weight) == pytest.approx((0.7, 0.7))
    assert found.evidence.quote_span == Span(0, 27) == found.evidence.window
    assert found.evidence.entailment == Entailment(0.7, 0.2, 0.1)
    assert quote([weighed((0.5, 0.4, 0.1), QUIET, QUIET)], 0) is not None
    assert quote([weighed((0.49, 0.41, 0.1), QUIET, QUIET)], 0) is None


def test_the_passage_of_the_quote_is_named() -> None:
    found = quote([weighed(QUIET, QUIET, QUIET), weighed((0.6, 0.3, 0.1), QUIET, QUIET)], 0)
    assert found is not None and found.index == 1


def test_what_speaks_clearly_less_of_the_claim_contradicts_nothing() -> None:
    told = claim("the old museum opened its doors")
    close = weighed(QUIET, text="The old museum opened its doors.", told=told)
    less = weighed((0.0, 0.1, 0.9), text="The museum opened.", told=told)
    least = weighed((0.0, 0.1, 0.9), text="The old museum opened.", told=told)
    assert quote([less], 2, told) is not None
    assert quote([close, less], 2, told) is None
    assert quote([close, least], 2, told) is not None
    far = weighed((0.0, 0.1, 0.9), text="A museum burned.", told=told)
    assert quote([far], 2, told) is None
    assert quote([weighed((0.9, 0.1, 0.0), text="A museum burned.", told=told), close], 0, told) is not None


def test_only_so_many_spans_are_tried() -> None:
    found = [weighed((0.0, 0.4, 0.6), QUIET, QUIET), weighed((0.0, 0.1, 0.9), QUIET, QUIET)]
    best = quote(found, 2, most=1)
    assert best is not None and best.index == 1
    assert quote(found, 2, most=0) is None


def test_a_window_is_narrowed_to_the_sentence_that_carries_it() -> None:
    text = "Rain fell. The museum opened in Paris."
    span = Span(0, len(text))
    one = Weighed(
        Evidence(TOLD.id, passage(text), span, Entailment(0.9, 0.1, 0.0)), (span,), rows((0.9, 0.1, 0.0)), np.ones(1)
    )
    table = {("Rain fell.", TOLD.text): (0.2, 0.7, 0.1), ("The museum opened in Paris.", TOLD.text): (0.8, 0.1, 0.1)}
    found = drive(TableNLI(table), strongest_quote(TOLD, [one], 0, Windows(guard=False)))
    assert found is not None and found.evidence.quote == "The museum opened in Paris."
    assert (found.probability, found.weight) == pytest.approx((0.8, 0.8))
    assert found.evidence.entailment == Entailment(0.9, 0.1, 0.0) and found.evidence.window == span
    nobody = {("The museum opened in Paris.", TOLD.text): (0.49, 0.41, 0.1)}
    assert drive(TableNLI(nobody), strongest_quote(TOLD, [one], 0, Windows(guard=False))) is None


def a_quote(weight: float) -> Quote:
    return Quote(0, weighed(QUIET, QUIET, QUIET).evidence, 0.9, weight)


def test_the_stronger_side_settles_the_label() -> None:
    strong, weak = a_quote(0.8), a_quote(0.5)
    assert settle(0.9, True, strong, weak) == (Label.SUPPORTED, strong)
    assert settle(0.9, True, strong, a_quote(0.8))[0] is Label.SUPPORTED
    assert settle(0.8, True, weak, strong) == (Label.REFUTED, strong)
    assert settle(0.9, True, weak, strong) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert settle(0.9, False, strong, None) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert settle(0.5, True, None, weak) == (Label.REFUTED, weak)
    assert settle(0.5, True, None, None) == (Label.NOT_ENOUGH_EVIDENCE, None)
    assert settle(CLEARLY_FACTUAL, False, None, strong)[0] is Label.NOT_ENOUGH_EVIDENCE
    assert settle(0.84, False, None, strong)[0] is Label.REFUTED
    assert settle(0.5, False, weak, a_quote(0.5))[0] is Label.NOT_ENOUGH_EVIDENCE


def test_the_deciding_evidence_carries_the_quote() -> None:
    found = [weighed(QUIET, QUIET, QUIET), weighed((0.9, 0.1, 0.0), QUIET, QUIET)]
    settled = drive(TableNLI({}), decide(TOLD, found, 0.9, True, Windows(guard=False)))
    assert (settled.label, settled.best) == (Label.SUPPORTED, 1)
    assert [e.quote for e in settled.evidence] == ["", "The museum opened in Paris."]
    settled = drive(TableNLI({}), decide(TOLD, found[:1], 0.9, True, Windows(guard=False)))
    assert (settled.label, settled.best, len(settled.evidence)) == (Label.NOT_ENOUGH_EVIDENCE, None, 1)
    against = [weighed((0.0, 0.1, 0.9), QUIET, QUIET)]
    settled = drive(TableNLI({}), decide(TOLD, against, 0.3, True, Windows(guard=False)))
    assert (settled.label, settled.best) == (Label.REFUTED, 0)


def test_a_claim_that_could_not_be_judged_keeps_what_was_read() -> None:
    evidence, beliefs = (weighed(QUIET, QUIET, QUIET).evidence,) * 2, (Belief(0, 0.5, 1.0, 2.0),)
    verdict = failed(TOLD, NLIError("broken"), evidence, beliefs)
    assert (verdict.label, verdict.score, verdict.error) == (Label.FAILED, 0.5, "broken")
    assert (verdict.evidence, verdict.beliefs, verdict.cost) == (evidence, beliefs, Cost(passages=2))
