"""The learned evidence score, step by step: what is read of a document, what that is worth, what is quoted."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.evaluate.fitting import SURE, with_stated
from localcheck.judging.agreement import agreeing
from localcheck.judging.evidence.choose import Choice, choose
from localcheck.judging.evidence.features import NOTHING, aboutness, bearing, features, states
from localcheck.judging.evidence.learned import Learned, best_quote
from localcheck.judging.evidence.read import NEUTRAL, Read, Reading, read
from localcheck.judging.evidence.score import from_json, to_json
from localcheck.judging.opinion import Candidate, Opinion
from localcheck.judging.spans import placed_premise, relevance, sentence_spans
from localcheck.judging.together import drive
from localcheck.ports import FloatArray
from localcheck.stats.bayes import Likelihoods
from localcheck.text.names import without_parenthesis
from localcheck.types import Claim, Entailment, Label, Passage, Source, Span
from tests.unit.evidence_models import HERE, MODEL, TEXT, THERE, TOLD, claim

LETTERS = claim("Ada Lovelace wrote letters")


def test_a_title_loses_its_last_parenthesis() -> None:
    bare = [without_parenthesis(title) for title in ("Commodore (rank)", "A (b) c", "A (b) (c)")]
    assert bare == ["Commodore", "A (b) c", "A (b)"]


def found(
    alone: list[tuple[float, float, float]],
    text: str = TEXT,
    title: str = "Ada Lovelace",
    told: Claim = LETTERS,
    **more: object,
) -> Read:
    spans = sentence_spans(text)[: len(alone)]
    rows = np.array(alone).reshape(len(alone), 3)
    passage = Passage(title, text, HERE)
    shares = np.array([relevance(told, passage, span) for span in spans])
    read_ = Read(passage, spans, np.full(len(alone), 0.5), shares, 0.0, rows, (), np.empty((0, 3)), NEUTRAL)
    return replace(read_, **more)  # type: ignore[arg-type]


def test_the_features_of_a_document() -> None:
    told = LETTERS
    alone = [(0.8, 0.1, 0.1), (0.2, 0.2, 0.6)]
    row = features(told, found(alone, relevance=np.array([0.6, 0.2]), together=np.array([0.5, 0.3, 0.2])))
    # the second sentence has 2 of 4 words by the title
    sure = [np.log(0.8 / 0.2) / 7, np.log(0.6 / 0.4) / 7]
    assert row == pytest.approx([0.75 * 0.7 + 0.25 * -0.4, 0.3, 0.8 - 0.6, 0.8 - 0.6, 0.8 - 0.3, *sure, 1.0, 1.0])
    within = features(told, found(alone, within=np.array([(0.9, 0.0, 0.1)])))
    assert within[3] == pytest.approx(0.8) and within[5] == pytest.approx(np.log(9) / 7) and within[6] == 0.0
    assert features(told, found([])).tolist() == [0.0] * 5 + [-1.0, -1.0, 0.0, 0.0]
    extreme = features(told, found([(1.0, 0.0, 0.0)], relevance=np.array([0.0])))
    assert extreme[5:].tolist() == [1.0, -1.0, 1.0, 1.0]
    elsewhere = found([(0.1, 0.8, 0.1)], "Rain fell on the letters.", "Rain")
    assert features(told, elsewhere)[7] == 0.0
    joined = features(told, found([(0.1, 0.8, 0.1)], together=np.array([0.7, 0.2, 0.1])))
    assert joined[5] == pytest.approx(np.log(0.7 / 0.3) / 7)


def test_how_far_a_document_is_about_the_claim() -> None:
    told = LETTERS
    quiet = [(0.0, 1.0, 0.0)]
    assert aboutness(told, found(quiet), 0.3) == 1.0
    assert aboutness(told, found(quiet, title="Ada Byron"), 0.0) == pytest.approx(1 / 3)
    assert aboutness(told, found(quiet, title="Rain"), 0.5) == pytest.approx(0.25)
    assert aboutness(told, found(quiet, "Ada Smith wrote.", "Rain"), 0.8) == pytest.approx(0.5**4 * 0.64)
    crew = replace(claim("The crew landed near Ada"), about="Rain")
    assert aboutness(crew, found(quiet, title="Rain (weather)"), 0.1) == 1.0, "not about Ada"
    nameless = claim("letters were found")
    assert aboutness(nameless, found(quiet, title="Letters (post)"), 0.1) == 1.0
    assert aboutness(nameless, found(quiet, title="Rain"), 0.5) == 0.25


def test_what_a_document_says_bears_on_a_claim_for_each_of_three_reasons() -> None:
    told = claim("Ada Lovelace wrote letters to Machu Picchu")
    quiet = [(0.0, 1.0, 0.0)]
    assert bearing(told, found(quiet), 1.0) == 1.0
    assert bearing(told, found(quiet, title="Rain"), 0.0) == 0.0
    assert bearing(told, found(quiet, title="Rain"), 0.25) == 0.25
    titled, close = found(quiet, title="Machu Picchu"), found(quiet, title="Rain", closest=0.95)
    assert bearing(told, titled, 0.0) == pytest.approx(0.3)
    assert bearing(told, found(quiet, title="The Machu Picchu (city)"), 0.0) == pytest.approx(0.3)
    assert bearing(told, found(quiet, title="Picchu Machu"), 0.0) == 0.0
    assert bearing(told, close, 0.0) == pytest.approx(0.4)
    assert bearing(told, found(quiet, title="Rain", closest=0.65), 0.0) == pytest.approx(0.2)
    assert bearing(told, replace(titled, closest=1.0), 0.5) == pytest.approx(1 - 0.5 * 0.7 * 0.6)


def test_what_is_read_of_a_document() -> None:
    nli = Asked()
    told = Reading(sentences=2, windows=1, together=2)
    got = drive(nli, read(TOLD, THERE, None, Choice(), told))
    spans = sentence_spans(TEXT)
    best = choose(TOLD, THERE, None, Choice(), 2).places
    assert got.spans == tuple(spans[i] for i in best) and got.passage == THERE
    assert got.shares.tolist() == [relevance(TOLD, THERE, span) for span in got.spans]
    first = best[0]
    wide = Span(spans[first - 1].start, spans[first + 1].end)
    assert got.windows == (wide,) and got.within.shape == (1, 3) and got.alone.shape == (2, 3)
    title = "Ada Lovelace (writer). "
    joined = " ".join(spans[i].of(TEXT) for i in sorted(best))
    texts = [spans[i].of(TEXT) for i in best] + [wide.of(TEXT), joined]
    assert nli.asked == [(title + t, TOLD.text) for t in texts]
    assert got.together.shape == (3,)


def test_a_year_that_a_sentence_does_not_name_is_no_contradiction() -> None:
    said, rest = "Ada Lovelace wrote letters in 1843.", "Ada Lovelace wrote letters."
    text = "Ada Lovelace wrote letters. Ada Lovelace sang in 1840. Ada Lovelace never wrote."
    rows = {}
    for sentence, dated, undated in (
        ("Ada Lovelace wrote letters.", (0.1, 0.1, 0.8), (0.9, 0.05, 0.05)),
        ("Ada Lovelace sang in 1840.", (0.0, 0.2, 0.8), (0.9, 0.05, 0.05)),
        ("Ada Lovelace never wrote.", (0.0, 0.1, 0.9), (0.0, 0.1, 0.9)),
    ):
        rows |= {(sentence, said): dated, (sentence, rest): undated}
    reading = Reading(sentences=3, windows=0, together=1)
    got = drive(TableNLI(rows, (0.1, 0.8, 0.1)), read(claim(said), Passage("", text, HERE), None, Choice(), reading))
    kept = {span.of(text): row for span, row in zip(got.spans, got.alone, strict=True)}
    assert kept["Ada Lovelace wrote letters."][2] == pytest.approx(0.8 * 0.1), (
        "it says the rest, and nothing of the year"
    )
    assert kept["Ada Lovelace sang in 1840."][2] >= 0.8, "it names a year"
    assert kept["Ada Lovelace never wrote."][2] == pytest.approx(0.9), "it contradicts the rest too"


class Asked(TableNLI):
    """Keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__({}, (0.5, 0.3, 0.2))
        self.asked: list[tuple[str, str]] = []

    def entail(self, pairs):  # type: ignore[no-untyped-def]
        self.asked += pairs
        return super().entail(pairs)


def test_windows_end_with_the_text_and_an_empty_document_asks_for_nothing() -> None:
    text = "Ada Lovelace wrote letters. Rain fell."
    got = drive(Asked(), read(claim("Ada Lovelace wrote letters"), Passage("", text, HERE), None, Choice(), Reading()))
    assert got.windows[0] == Span(0, len(text)) and len(got.windows) == 2
    nli = Asked()
    none = drive(nli, read(TOLD, Passage("A", "", HERE), None, Choice(), Reading()))
    assert nli.asked == [] and none.spans == () and none.together.tolist() == [0.0, 1.0, 0.0]
    assert (none.closest, none.alone.shape, none.within.shape, none.windows) == (0.0, (0, 3), (0, 3), ())
    assert none.relevance.shape == (0,)


def test_without_more_said_five_sentences_and_two_windows_are_read_of_sixteen() -> None:
    assert Reading() == Reading(sentences=5, windows=2, together=3)
    got = drive(Asked(), read(TOLD, THERE, None, Choice(), Reading()))
    assert (len(got.spans), len(got.windows)) == (5, 2)


def test_numbers_are_compared_in_everything_that_is_read() -> None:
    text = "It opened in 1913 there."
    got = drive(Asked(), read(claim("It opened in 1912 there."), Passage("", text, HERE), None, Choice(), Reading()))
    assert got.alone[0] == pytest.approx([0.1, 0.3, 0.6]) == got.together
    assert agreeing(np.array([0.5, 0.3, 0.2]), "1 2", "1 3 4 5", 0.5) == pytest.approx([0.02, 0.3, 0.68])
    assert agreeing(np.array([0.5, 0.3, 0.2]), "1 2", "1 3", 0.49) == pytest.approx([0.1, 0.7, 0.2])
    assert agreeing(np.array([0.5, 0.3, 0.2]), "1", "1 3", 0.9) == pytest.approx([0.1, 0.7, 0.2])


def test_log_odds_and_their_symbols() -> None:
    row = np.array([0.25, 9, 9, 9, 9])
    assert MODEL.log_odds(row) == 0.5 and MODEL.symbol(row) == 2
    assert replace(MODEL, weights=(0.0,) * 7 + (2.0,)).log_odds(np.array([9.0] * 7 + [0.5])) == 1.25
    assert MODEL.symbol(np.array([0.24, 0, 0, 0, 0])) == 1 and MODEL.symbol(np.array([-0.76, 0, 0, 0, 0])) == 0


def test_a_page_found_for_the_claim_that_says_nothing_speaks_against_it_and_an_article_does_not() -> None:
    web = replace(MODEL, weights=(0.0,) * 7 + (1.0,), bias=-0.75)
    assert web.silence == 0 and MODEL.silence is None
    told = claim("Ada Lovelace wrote letters")
    rain, nothing = Passage("Rain", "It fell all day.", HERE), Passage("Rain", " ", HERE)
    for model, page, symbol in ((web, rain, 0), (web, nothing, None), (MODEL, rain, None)):
        opinion = drive(Asked(), Learned(model).weigh(told, page))
        assert (opinion.symbol, opinion.candidates) == (symbol, ())
        assert opinion.silent == (symbol == 0)
    lasting = drive(Asked(), Learned(replace(web, yields=False)).weigh(told, rain))
    assert (lasting.symbol, lasting.silent) == (0, False)
    assert from_json(to_json(replace(web, yields=False))).yields is False and "yields" in to_json(web)


def test_a_model_that_does_not_fit_together_is_refused() -> None:
    with pytest.raises(ValueError, match="5 or 8 weights are needed"):
        replace(MODEL, weights=(1.0,))
    for edges in ((0.5, -0.5), (), (0.1, 0.2, 0.3)):
        with pytest.raises(ValueError, match="edges in ascending order are needed"):
            replace(MODEL, edges=edges)
    with pytest.raises(ValueError, match="5 numbers are needed for what may be quoted against"):
        replace(MODEL, against=(1.0,))


@pytest.mark.parametrize(
    ("against", "quoted"),
    [
        ((), True),
        ((-2.0, 1.0, 0.0, 0.0, 0.0), False),
        ((-1.0, 1.0, 0.0, 0.0, 0.0), True),
        ((1.0, 0.0, 0.0, 0.0, -0.4), False),
    ],
    ids=["no rule", "too quiet", "loud enough", "too long a claim"],
)
def test_only_what_contradicts_plainly_is_quoted_against_a_claim(against: tuple[float, ...], quoted: bool) -> None:
    held = found([(0.1, 0.1, 0.8), (0.6, 0.3, 0.1)], relevance=np.array([0.4, 0.3]))
    seen = Learned(replace(MODEL, against=against)).opinion(claim("Ada Lovelace wrote letters"), held)
    assert (seen.quote(Label.REFUTED) is not None) is quoted
    assert seen.quote(Label.SUPPORTED) is not None and seen.symbol == MODEL.symbol(
        features(claim("Ada Lovelace wrote letters"), held)
    )


def test_an_opinion_shows_the_most_telling_sentence_and_its_quotes() -> None:
    told = claim("Ada Lovelace wrote letters")
    alone = [(0.6, 0.3, 0.1), (0.1, 0.1, 0.8), (0.2, 0.7, 0.1)]
    held = found(alone, relevance=np.array([0.9, 0.3, 0.0]))
    seen = Learned(MODEL).opinion(told, held)
    assert seen.window == held.spans[0] and seen.entailment == Entailment(0.6, 0.3, 0.1)
    assert seen.symbol == MODEL.symbol(features(told, held)) and seen.support == 0.6
    supported, refuted = seen.quote(Label.SUPPORTED), seen.quote(Label.REFUTED)
    assert supported is not None and refuted is not None
    assert (supported.span, supported.probability, supported.weight) == (held.spans[0], 0.6, pytest.approx(0.6 * 1.15))
    assert (refuted.span, refuted.weight) == (held.spans[1], pytest.approx(0.8 * 0.55))
    beside = found(alone, relevance=np.array([0.9, 0.1, 0.0]))
    assert best_quote(beside, Label.REFUTED) is None, "something else of the same subject is no quote against the claim"
    unsure = found(alone, relevance=np.array([0.4, 0.1, 0.0]))
    assert best_quote(unsure, Label.REFUTED) is not None
    assert refuted.near == 0.3
    quiet = Learned(MODEL).opinion(told, found([(0.1, 0.47, 0.43), (0.1, 0.9, 0.0), (0.1, 0.9, 0.0)]))
    assert quiet.quote(Label.REFUTED) is not None, "what the belief says need not be said as loudly by a sentence"
    assert best_quote(found([(0.1, 0.47, 0.43)]), Label.REFUTED) is None, "where nothing else vouches for it"
    assert Learned(MODEL).opinion(told, found([])) == Opinion(Passage("Ada Lovelace", TEXT, HERE), None)
    sure = Learned(MODEL).opinion(told, found(alone, relevance=np.array([0.1, 0.9, 0.0])))
    assert sure.window == held.spans[1]


@pytest.mark.parametrize(("entailed", "near", "quoted"), [(0.45, 0.4, False), (0.55, 0.4, True), (0.45, 0.6, True)])
def test_what_is_hardly_entailed_and_not_plainly_about_it_supports_nothing(
    entailed: float, near: float, quoted: bool
) -> None:
    read = found([(entailed, 0.4, 0.0)], relevance=np.array([near]))
    seen = Learned(MODEL).opinion(claim("Ada Lovelace wrote letters"), read)
    assert (seen.quote(Label.SUPPORTED) is not None) is quoted
    against = found([(0.0, 0.4, entailed)], relevance=np.array([near]))
    assert Learned(MODEL).opinion(claim("Ada Lovelace wrote letters"), against).quote(Label.REFUTED) is not None


def test_a_window_is_quoted_only_where_no_sentence_serves() -> None:
    wide = Span(0, 59)
    silent = found([(0.49, 0.5, 0.01)], windows=(wide,), within=np.array([(0.7, 0.2, 0.1)]))
    quote = best_quote(silent, Label.SUPPORTED)
    assert quote is not None and quote.span == wide
    assert best_quote(silent, Label.REFUTED) is None
    exact = found([(0.5, 0.5, 0.0)], windows=(wide,), within=np.array([(0.7, 0.2, 0.1)]))
    quote = best_quote(exact, Label.SUPPORTED)
    assert quote is not None and quote.span == exact.spans[0]


def test_a_document_without_a_word_of_the_claim_is_not_read() -> None:
    nli = Asked()
    seen = drive(nli, Learned(MODEL).weigh(TOLD, Passage("Fog", "Snow fell.", HERE)))
    assert seen == Opinion(Passage("Fog", "Snow fell.", HERE), None) and nli.asked == []
    assert drive(nli, Learned(MODEL).weigh(TOLD, Passage("London", "Snow fell.", HERE))).symbol is not None
    assert drive(nli, Learned(MODEL).weigh(TOLD, Passage("Fog", "London.", HERE))).symbol is not None


def test_a_quote_is_about_the_claim_and_speaks_for_its_side_most() -> None:
    rows = [(0.1, 0.2, 0.7), (0.0, 0.4, 0.6)]
    first, second = sentence_spans(TEXT)[:2]
    best = best_quote(found(rows, relevance=np.array([0.5, 0.4])), Label.REFUTED)
    assert best is not None and best.span == first and best.probability == 0.7
    best = best_quote(found(rows, relevance=np.array([0.01, 0.4])), Label.REFUTED)
    assert best is not None and best.span == second, "a person would hardly quote the first"
    assert best_quote(found(rows), Label.SUPPORTED) is None
    even = found([(0.5, 0.0, 0.5)])
    assert best_quote(even, Label.SUPPORTED) is None is best_quote(even, Label.REFUTED)


def test_a_window_is_no_quote_against_what_a_sentence_in_it_says() -> None:
    first, second, third = sentence_spans(TEXT)[:3]
    window, behind = Span(first.start, second.end), Span(second.start, third.end)

    def against(alone: list[tuple[float, float, float]], near: float = 0.4, window: Span = window) -> Candidate | None:
        relevance = np.array([near, 0.1])
        one = found(alone, relevance=relevance, windows=(window,), within=np.array([(0.05, 0.05, 0.9)]))
        return best_quote(one, Label.REFUTED)

    silent = against([(0.3, 0.5, 0.2), (0.0, 1.0, 0.0)])
    assert silent is not None and silent.span == window
    around = against([(0.3, 0.5, 0.2), (0.0, 1.0, 0.0)], near=0.9)
    assert around is not None and around.span == window, (
        "the sentence plainly about it and the one behind it say so together"
    )
    assert against([(0.3, 0.5, 0.2), (0.0, 1.0, 0.0)], near=0.9, window=behind) is None, (
        "a sentence plainly about it is not against it"
    )
    assert against([(0.66, 0.04, 0.3), (0.0, 1.0, 0.0)]) is None
    assert against([(0.0, 1.0, 0.0), (0.66, 0.04, 0.3)]) is None


def test_what_an_article_says_word_for_word_is_nearly_certain() -> None:
    told = claim("Rain fell in London.")
    stated = features(told, found([(0.2, 0.7, 0.1)], "Rain fell in London, and snow too.", "London"))
    near = features(told, found([(0.2, 0.7, 0.1)], "Rain fell in London in May.", "London"))
    assert states(stated) and not states(near) and not states(np.array(NOTHING))
    counted = Likelihoods((0.3, 0.7), (0.7, 0.3))
    table = with_stated(counted, np.array([True, False, False, False]))
    model = replace(MODEL, edges=(0.0,), likelihoods=table)
    assert model.symbol(stated) == 2 and model.symbol(near) in (0, 1)
    assert table.log_ratios()[2] == pytest.approx(np.log(SURE)) and sum(table.factual) == pytest.approx(1)
    assert from_json(to_json(model)) == model


def test_a_stronger_reader_is_shown_what_is_about_something_that_the_claim_names() -> None:
    told = claim("Amelia Earhart disappeared in 1937")
    alone = [(0.2, 0.2, 0.6)]
    for title, text, shown in (
        ("Agatha Christie", "She disappeared in 1926.", 0),
        ("Amelia Earhart", "She disappeared in 1937.", 1),
        ("Howland Island", "Amelia Earhart disappeared near it in 1937.", 1),
    ):
        assert len(Learned(MODEL).opinion(told, found(alone, text=text, title=title, told=told)).shown) == shown
    invented = claim("Bill Gates invented the World Wide Web")
    named = found(alone, text="Tim Berners-Lee invented it in 1989.", title="World Wide Web")
    assert len(Learned(MODEL).opinion(invented, named).shown) == 1
    many = [(0.2, 0.6, 0.2)] * 4
    text = "It is old. It is new. It is tall. It is wide."
    opinion = Learned(MODEL).opinion(told, found(many, text=text, relevance=np.array([0.3, 0.4, 0.2, 0.9])))
    assert opinion.near == pytest.approx(0.4), "of those that are shown"


def test_a_claim_that_denies_something_is_read_as_it_stands() -> None:
    never = "The Titanic never reached New York."
    passage = Passage("RMS Titanic", "The Titanic sank on the way.", HERE)
    nli = TableNLI({("RMS Titanic. The Titanic sank on the way.", never): (0.7, 0.2, 0.1)})
    found = drive(nli, read(claim(never), passage, None, Choice(), Reading(sentences=2, windows=0)))
    assert found.alone.tolist() == [pytest.approx([0.7, 0.2, 0.1])]


def test_what_was_once_so_does_not_contradict_that_it_is_no_longer() -> None:
    claimed = "The wall no longer stands."
    passage = Passage("Wall", "The wall was a barrier. The wall is a monument.", HERE)
    against = (0.0, 0.1, 0.9)
    nli = TableNLI(
        {("Wall. The wall was a barrier.", claimed): against, ("Wall. The wall is a monument.", claimed): against}
    )
    found = drive(nli, read(claim(claimed), passage, None, Choice(), Reading(sentences=2, windows=0)))
    rows = {span.of(passage.text): row for span, row in zip(found.spans, found.alone.tolist(), strict=True)}
    assert rows["The wall was a barrier."] == pytest.approx([0.0, 1.0, 0.0])
    assert rows["The wall is a monument."] == pytest.approx([0.0, 0.1, 0.9])


@pytest.mark.parametrize(("claimed", "against"), [("Two nights cost £190.", 0.0), ("Two nights cost £180.", 0.9)])
def test_of_a_given_text_no_sentence_contradicts_a_number_that_another_one_makes_up(
    claimed: str, against: float
) -> None:
    passage = Passage("", "A dog costs £12 for all nights. One of the nights costs £95 in a double room.", HERE)
    nli = TableNLI({("A dog costs £12 for all nights.", claimed): (0.0, 0.1, 0.9)})
    reading = Reading(sentences=2, windows=0, given=True)
    found = drive(nli, read(claim(claimed), passage, None, Choice(), reading))
    rows = {span.of(passage.text): row for span, row in zip(found.spans, found.alone.tolist(), strict=True)}
    assert rows["A dog costs £12 for all nights."][2] == pytest.approx(against)


class Careful:
    """Hears half of what leads an ask; the rest keeps silent."""

    def __init__(self) -> None:
        self.asks: list[list[str]] = []

    def read_spans(self, asks: Sequence[Sequence[tuple[str, str]]]) -> list[FloatArray]:
        """The first sentence supports, alone only; whatever is more than a sentence contradicts."""
        self.asks += [[premise for premise, _ in ask] for ask in asks]
        alone = all(len(ask) == 1 for ask in asks)
        return [np.array([(0.9, 0.1, 0.0) if alone else (0.3, 0.4, 0.3) for _ in ask]) for ask in asks]


@pytest.mark.parametrize("alone", [False, True])
def test_the_sentence_that_would_be_quoted_is_asked_for_by_itself(alone: bool) -> None:
    model = Careful()
    told, passage = claim("Ada Lovelace sent letters"), Passage("Ada Lovelace", TEXT, HERE)
    one = drive(model, read(told, passage, None, Choice(), Reading(by_two=alone)))  # type: ignore[arg-type]
    assert len(model.asks) == 1 + alone and max(one.alone[:, 0]) == pytest.approx(0.9 if alone else 0.3)
    assert not alone or model.asks[1] == [model.asks[0][0]], "the loudest, once, though it is loudest either way"


class Quick:
    """Hears a window that holds the sentence about water, and that sentence only where it is asked for without windows."""

    def __init__(self) -> None:
        self.asks: list[list[str]] = []

    def read_spans(self, asks: Sequence[Sequence[tuple[str, str]]]) -> list[FloatArray]:
        """What leads is heard, as by a cascade."""
        self.asks += [[premise for premise, _ in ask] for ask in asks]
        few = all(len(ask) < 4 for ask in asks)
        heard = [[WATER in p and (few or p != WATER) for p, _ in ask] for ask in asks]
        return [np.array([(0.9, 0.1, 0.0) if one else (0.1, 0.9, 0.0) for one in ask]) for ask in heard]


WATER = "You may drink water until two hours before."
BEFORE = (
    f"Do not eat for six hours before you arrive. {WATER} Phone us if you take warfarin.\n\nLeave your ring at home."
)


@pytest.mark.parametrize("given", [False, True])
def test_where_only_a_window_of_a_given_text_speaks_its_sentences_are_asked_for_too(given: bool) -> None:
    model, told = Quick(), claim("Water is allowed until two hours before.")
    reading = Reading(windows=4, by_two=True, given=given)
    found = drive(model, read(told, Passage("", BEFORE, HERE), None, Choice(), reading))  # type: ignore[arg-type]
    assert bool(max(found.alone[:, 0]) > 0.5) is given
    assert not given or len(model.asks[0]) == len(set(model.asks[0])), "what stands there twice is asked for once"


@pytest.mark.parametrize(
    ("claim", "premise", "against"),
    [
        ("Half of the patients are mistaken.", "About ten per cent of the patients report an allergy.", False),
        ("The crew survived.", "The crew died.", False),
        ("Switzerland joined the United Nations in 1990.", "Switzerland joined the United Nations in 2002.", True),
        ("Napoleon defeated Blücher.", "Blücher defeated Napoleon.", True),
    ],
)
def test_what_only_doubts_is_not_believed_against_two_readers_that_agree(
    claim: str, premise: str, against: bool
) -> None:
    sure = np.array([0.95, 0.03, 0.02])
    one, two = (agreeing(sure, premise, claim, 1.0, by_two=by_two) for by_two in (False, True))
    assert one[0] < 0.5, "beside one reader the rule lowers it"
    assert bool(two[2] > 0.5) is against
    unsure = np.array([0.7, 0.2, 0.1])
    assert agreeing(unsure, premise, claim, 1.0, by_two=True)[0] < 0.5


def test_a_given_text_is_read_as_it_looks() -> None:
    text = "Present: José Álvarez, Hélène Müller. José will paint the gate."
    for form in ("NFC", "NFD"):
        given = Passage("", unicodedata.normalize(form, text), Source("context", "context", "1"))
        (*_, last) = sentence_spans(given.text)
        assert placed_premise(given, last, "José Álvarez will paint the gate.") == "José Álvarez will paint the gate."
