"""The parts of the app that know nothing of Textual: layout, place in the document, charts, comparison, preferences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui_examples import BOUNDARIES, DOCUMENT, INFO, LINES, SENTENCES, TEXT, VERDICTS

from localcheck.settings import Settings, load, with_options
from localcheck.store import Action, Decision, Review, RunState
from localcheck.store.reviews import curated
from localcheck.types import Belief, Document, Label, Sentence, Span
from localcheck_tui import remembered
from localcheck_tui.marks import label_text, plain_reason
from localcheck_tui.reading import Reading, place_named
from localcheck_tui.safe_text import cells, one_line, shown
from localcheck_tui.screens.open import alike, completed
from localcheck_tui.screens.runs import compare
from localcheck_tui.widgets.belief_plot import LAST, NO_CURVE, NOT_CHECKED, chart, legend, stopped
from localcheck_tui.widgets.document_view import MARK, mark, wrap
from localcheck_tui.widgets.evidence_panel import evidence_text, quote_text
from localcheck_tui.widgets.key_bar import bar, hints
from localcheck_tui.widgets.run_bar import status_text

texts = st.text(
    st.one_of(st.characters(exclude_categories=("Cs",)), st.sampled_from(" \n漢字\u0301\u202e\x1bשa")), max_size=200
)


def width(line: str) -> int:
    return sum(1 if c == MARK else cells(c) for c in line)


@given(texts)
def test_what_is_shown_has_the_same_length_and_no_controls(text: str) -> None:
    safe = shown(text)
    assert len(safe) == len(text)
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 for c in safe)
    assert not {"\u202e", "\u2066", "\u200f", "\u200d"} & set(safe)


@given(texts, st.integers(4, 60))
def test_lines_fit_and_lose_nothing_but_spaces(text: str, columns: int) -> None:
    safe = shown(text)
    lines = wrap(safe, columns)
    pieces = [safe[a:b] for a, b in zip(lines.starts, lines.stops, strict=True)]
    assert all(width(piece) <= columns for piece in pieces)
    assert "".join(pieces).replace(" ", "") == safe.replace(" ", "").replace("\n", "")
    assert list(lines.starts) == sorted(lines.starts)


def test_words_are_kept_whole_where_they_fit() -> None:
    text = "one two three four"
    lines = wrap(text, 9)
    assert [text[a:b] for a, b in zip(lines.starts, lines.stops, strict=True)] == ["one two", "three", "four"]
    wide = "漢字 かな"
    lines = wrap(wide, 5)
    assert [wide[a:b] for a, b in zip(lines.starts, lines.stops, strict=True)] == ["漢字", "かな"]


@given(st.lists(st.text("abc 漢", min_size=1, max_size=20), min_size=1, max_size=8), st.integers(6, 40))
def test_every_sentence_is_found_at_its_marks(parts: list[str], columns: int) -> None:
    text, sentences = "", []
    for i, part in enumerate(parts):
        sentences.append(Sentence(i, Span(len(text), len(text) + len(part)), part))
        text += part + " "
    marked = mark(text, sentences)
    assert marked.text.count(MARK) == len(sentences)
    lines = wrap(marked.text, columns)
    for i, start in enumerate(marked.starts):
        assert marked.sentence_at(start) == i
        line = lines.at(start)
        assert lines.starts[line] <= start < max(lines.stops[line], start + 1)


def test_a_character_that_stands_for_the_mark_here_is_text_in_a_document() -> None:
    marked = mark(f"An icon: {MARK}x.", (Sentence(0, Span(0, 12), f"An icon: {MARK}x."),))
    assert marked.text == f"{MARK}\u00a0An icon: \ufffdx."


def reading(blind: bool = False) -> Reading:
    made = Reading(DOCUMENT, SENTENCES, blind=blind)
    made.take(VERDICTS)
    return made


def decision(claim: str, label: Label | None) -> Decision:
    action = Action.SKIP if label is None else Action.OVERRIDE
    return Decision(1, 1, claim, Review(action, label), 1, "")


def test_the_gravest_claim_labels_its_sentence_and_the_reviewer_s_word_goes_first() -> None:
    made = reading()
    assert [made.label_of(i) for i in range(5)] == [
        Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE, None, Label.SUPPORTED,
    ]  # fmt: skip
    made.curations["1.1"] = curated([decision("1.1", Label.SUPPORTED)])
    assert made.label_of(1) is Label.SUPPORTED


def test_blind_hides_until_decided_and_walks_the_undecided() -> None:
    made = reading(blind=True)
    assert made.label_of(1) is None and made.wanted(0)
    made.decisions["0.0"] = decision("0.0", Label.SUPPORTED)
    assert made.label_of(0) is Label.SUPPORTED and not made.wanted(0)
    for claim in ("1.0", "1.1"):
        made.decisions[claim] = decision(claim, Label.REFUTED)
    assert made.label_of(1) is Label.REFUTED and not made.wanted(1), "it is decided, though flagged"


@given(st.lists(st.sampled_from(["next", "previous", "claim", "back", "first", "undecided"]), max_size=30))
def test_no_walk_leaves_the_document(moves: list[str]) -> None:
    made = reading()
    for move in moves:
        match move:
            case "next":
                made.go_to(made.sentence + 1)
            case "previous":
                made.go_to(made.sentence - 1)
            case "claim":
                made.step_claim(1)
            case "back":
                made.step_claim(-1)
            case "first":
                made.go_to(0)
            case "undecided":
                made.go_to_claim(made.next_undecided() or "0.0")
        assert 0 <= made.sentence < 5
        assert made.current is not None and made.current.claim.sentence == made.sentence


def test_claims_are_walked_over_the_ends_of_sentences_both_ways() -> None:
    made = reading()
    there = []
    for _ in range(5):
        made.step_claim(1)
        there.append(made.current.claim.id)  # type: ignore[union-attr]
    back = []
    for _ in range(5):
        made.step_claim(-1)
        back.append(made.current.claim.id)  # type: ignore[union-attr]
    assert there == ["1.0", "1.1", "2.0", "3.0", "4.0"]
    assert back == ["3.0", "2.0", "1.1", "1.0", "0.0"]


def test_a_claim_that_is_judged_before_the_current_one_moves_nothing() -> None:
    """Claims are judged side by side: the second of a sentence may come first, and a key on its way is meant for it."""
    made = Reading(DOCUMENT, SENTENCES)
    made.add(VERDICTS[2])
    made.go_to(1)
    made.add(VERDICTS[1])
    assert made.current == VERDICTS[2]
    made.step_claim(-1)
    assert made.current == VERDICTS[1]


def test_a_filter_asks_for_words_labels_states_and_sources() -> None:
    made = reading()
    assert made.matches("is:refuted") == [1]
    assert made.matches("is:supported she") == [1, 4], "a label of any of its claims"
    assert made.matches("in:curie is:open") == made.matches("is:nothing") == []
    made.decisions["0.0"] = decision("0.0", Label.SUPPORTED)
    assert made.matches("is:decided") == [0], "nobody decided about the sentence that cannot be checked"
    assert 0 not in made.matches("is:undecided")


def test_a_filter_calls_a_claim_what_it_is_counted_as() -> None:
    made = reading()
    assert made.matches("is:open") == made.matches("is:not_enough") == [2]
    assert made.matches("is:unchecked") == [3]
    made.curations["3.0"] = curated([decision("3.0", Label.REFUTED)])
    assert made.counts()[1] == len(made.matches("is:refuted")) == 2, "a person took the question for a claim"
    assert made.matches("is:unchecked") == []


def test_search_finds_sentences_without_regard_to_case() -> None:
    assert reading().matches("SHE") == [1, 3, 4]
    assert reading().matches("") == []


def test_a_search_goes_over_the_ends_of_lines() -> None:
    text = "She lived in\n  Paris."
    made = Reading(Document("a", text), (Sentence(0, Span(0, len(text)), text),))
    assert made.matches("in  paris") == [0]


beliefs = st.lists(
    st.builds(Belief, st.integers(0, 20), st.floats(0, 1), st.floats(0, 99), st.floats(0, 99)), max_size=30
)


@given(beliefs, st.integers(1, 90), st.integers(1, 20))
def test_a_chart_fills_its_size_for_any_beliefs(steps: list[Belief], columns: int, rows: int) -> None:
    drawn = chart(steps, BOUNDARIES, columns, rows)
    assert len(drawn) == max(rows, 2)
    assert {len(row) for row in drawn} == {max(columns, 12)}


def test_a_higher_belief_has_a_higher_bar() -> None:
    heights = []
    for p in (0.05, 0.4, 0.95):
        drawn = chart([Belief(0, p, 1.0, 2.0)], (), 20, 8)
        heights.append(sum(row[4][1] == LAST for row in drawn))
    assert heights == sorted(heights) and heights[0] < heights[-1]


def test_evidence_of_which_no_sentence_comes_close_says_so_instead_of_an_empty_quote() -> None:
    item = replace(VERDICTS[0].evidence[0], quote="", window=Span(0, 0))
    told = str(quote_text(VERDICTS[0], item))
    assert told == "no sentence of this article comes close"


def test_why_it_stopped_counts_what_was_saved() -> None:
    told = stopped(VERDICTS[0], 10)
    assert told == "2 documents read · another would hardly change the answer · 8 saved"
    assert stopped(VERDICTS[3], 10) == NO_CURVE
    unchecked = replace(VERDICTS[3], claim=replace(VERDICTS[3].claim, checkable=False))
    assert stopped(unchecked, 10) == NOT_CHECKED
    last = replace(VERDICTS[0], beliefs=(Belief(3, 0.9, 5.0, float("inf")),))
    assert stopped(last, 3) == "3 documents read · that is the limit"
    assert "cost" not in told + stopped(last, 3)
    alone = replace(VERDICTS[0], beliefs=(Belief(1, 0.4, 8.0, 6.0),))
    assert stopped(alone, 3) == "1 document read", "no other was found: none was saved"


def test_bars_have_the_titles_of_their_documents() -> None:
    assert legend(VERDICTS[0]) == "1 Pierre Curie · 2 Marie Curie"
    numbers = "".join(character for character, _ in chart(VERDICTS[0].beliefs, (), 30, 8)[-1])
    assert numbers.split() == ["1", "2"]
    assert legend(VERDICTS[3]) == ""


def test_the_pane_opens_where_the_reason_points() -> None:
    """Without a quote, at the closest sentence that the reason names; and that sentence comes first."""
    near = replace(VERDICTS[0].evidence[1], quote="", quote_span=Span(0, 0), window=Span(41, 84))
    said = "She was born in Warsaw on 7 November 1867."
    reason = f"no sentence supports the claim; closest sentence: “{said}” (Marie Curie); read 2"
    verdict = replace(
        VERDICTS[0],
        label=Label.NOT_ENOUGH_EVIDENCE,
        best=None,
        rationale=reason,
        evidence=(VERDICTS[0].evidence[0], near),
    )
    assert place_named(verdict) == 1
    assert evidence_text(verdict, 1, hidden=False).plain.startswith(
        "closest  She was born in Warsaw on 7 November 1867."
    )
    assert "the closest stands in Marie Curie; read 2" in plain_reason(reason)
    assert place_named(replace(verdict, rationale="no document matches")) == 0


def test_evidence_begins_with_the_quote_and_reads_on_to_the_end_of_the_article() -> None:
    told = evidence_text(VERDICTS[0], 1, hidden=False).plain
    assert told.startswith("⟦She was born in Warsaw on 7 November 1867.⟧")
    assert told.endswith("at the Sancellemoz sanatorium in Passy.")
    assert "⟦…⟧" in told, "the quote's place in its context, without saying it twice"
    assert "Warsaw" not in evidence_text(VERDICTS[0], 0, hidden=False, missing="").plain
    absent = evidence_text(replace(VERDICTS[3], evidence=()), 0, hidden=False, missing="Lionel Messi")
    assert absent.plain == "no article about Lionel Messi in this index"
    foreign = replace(VERDICTS[3], evidence=(), claim=replace(VERDICTS[3].claim, checkable=True, about="长江"))
    for why, said in (
        ("no document matches", "no article about 长江 in this index"),
        ("not checked: language 'zh'", "no evidence was"),
    ):
        assert evidence_text(replace(foreign, rationale=why), 0, hidden=False).plain.startswith(said)


def test_only_refuted_and_open_claims_have_a_colour() -> None:
    words = {v.label: str(label_text(v).spans) for v in VERDICTS}
    assert "supported" not in words[Label.SUPPORTED].split("Span")[-1], "the word is plain; only its tick is green"
    assert "label-refuted" in words[Label.REFUTED]


@given(st.lists(st.text("ab-", min_size=1, max_size=6), min_size=1, max_size=4))
def test_what_names_share_is_a_beginning_of_each_and_the_longest(names: list[str]) -> None:
    shared = alike(names)
    assert all(name.startswith(shared) for name in names)
    assert len({name[: len(shared) + 1] for name in names}) > 1 or any(len(name) == len(shared) for name in names)


def test_a_typed_path_is_completed_as_far_as_it_is_clear(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    for name in ("report-1.txt", "report-2.txt"):
        (tmp_path / "reports" / name).touch()
    assert completed(f"{tmp_path}/rep") == f"{tmp_path}/reports/"
    assert completed(f"{tmp_path}/reports/r") == f"{tmp_path}/reports/report-"
    assert completed(f"{tmp_path}/reports/x") == f"{tmp_path}/reports/x"
    assert completed("") == "" and completed("/no/such/place/x") == "/no/such/place/x"


def test_the_line_of_keys_says_what_applies_now() -> None:
    reading = Reading(DOCUMENT, SENTENCES, INFO, 1, state=RunState.FINISHED)
    reading.take(VERDICTS)
    reading.go_to(0)
    said = [h.words for h in hints(reading)]
    assert said[:3] == ["accept", "own label", "skip"] and "undo" not in said
    title = replace(VERDICTS[0], claim=replace(VERDICTS[0].claim, checkable=False))
    reading.add(title)
    assert "accept" not in [h.words for h in hints(reading)], "the machine gave it no label"
    reading.add(VERDICTS[0])
    reading.running = True
    assert [h.words for h in hints(reading)][:2] == ["pause", "cancel the run"]
    reading.running, reading.blind = False, True
    assert "accept" not in [h.words for h in hints(reading)], "a hidden verdict cannot be accepted"
    assert [h.words for h in hints(Reading(DOCUMENT))][-2:] == ["open", "runs"]
    assert bar(hints(reading), 30).cell_length <= 30 and bar(hints(reading), 30).plain.endswith("? help")


def test_a_comparison_pairs_equal_claims_and_keeps_the_others() -> None:
    changed = replace(VERDICTS[0], label=Label.REFUTED)
    other = replace(VERDICTS[1], claim=replace(VERDICTS[1].claim, text="Something else."))
    pairs = compare(VERDICTS[:2], [changed, other])
    assert [(p.first is not None, p.second is not None, p.differs) for p in pairs] == [
        (True, True, True), (True, False, True), (False, True, True),
    ]  # fmt: skip
    assert not any(p.differs for p in compare(VERDICTS, VERDICTS))


plain = st.one_of(st.integers(-99, 99), st.booleans(), st.none(), st.text("abc", max_size=5), st.floats(-9, 9))


@given(
    st.builds(
        Settings,
        detector=st.sampled_from(["bayes-sequential", "greybox"]),
        index=st.text("abc-", max_size=9),
        network=st.booleans(),
        threads=st.integers(0, 8),
    ),
    st.dictionaries(st.sampled_from(["k", "policy", "c_miss"]), plain, max_size=3),
)
def test_saved_settings_come_back(
    tmp_path_factory: pytest.TempPathFactory, made: Settings, options: dict[str, object]
) -> None:
    chosen = with_options(made, "greybox", options)
    path = tmp_path_factory.mktemp("settings") / "localcheck.toml"
    remembered.save(chosen, path)
    back = load(path, environment={})
    assert replace(back, options=()) == replace(chosen, options=(), network=False), "the network is for this session"
    assert back.detector_options("greybox") == {k: "none" if v is None else v for k, v in options.items()}


def test_saved_tables_of_risk_classes_can_be_read_again(tmp_path: Path) -> None:
    """They were written as lists, and no command could read the file then."""
    path = tmp_path / "localcheck.toml"
    remembered.save(Settings(risk={"law": {"class": "high", "threshold": 0.9}}), path)
    assert load(path, environment={}).risk_table() == {"law": {"class": "high", "threshold": 0.9}}


def test_an_unwritable_settings_file_is_an_error(tmp_path: Path) -> None:
    from localcheck.errors import LocalcheckError

    (tmp_path / "file").write_text("")
    with pytest.raises(LocalcheckError):
        remembered.save(Settings(), tmp_path / "file" / "localcheck.toml")


def test_one_line_is_one_line() -> None:
    assert one_line("a\n b\tc\x1b[0m") == "a b c␛[0m"
    assert LINES[0] in TEXT


def test_a_run_that_goes_on_says_how_far_it_is_also_where_the_number_of_claims_is_not_known() -> None:
    made = Reading(DOCUMENT, SENTENCES, running=True, began=(100.0, 0))
    assert made.of == "?" and made.expected is None
    made.add(VERDICTS[0])
    assert "1/≈5 20% 8 s left" in status_text(made, 102.0).plain
    for verdict in VERDICTS[1:4]:
        made.add(verdict)
    assert "4/≈7 57%" in status_text(made, 108.0).plain, "of five sentences three are through"
    made.total = 6
    assert "4/6 67% 4 s left" in status_text(made, 108.0).plain
