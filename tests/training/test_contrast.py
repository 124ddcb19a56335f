"""Minimal pairs: those that programs make, those that were written by hand, and that the two have nothing in common."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from training import pairs as p
from training.articles import Article
from training.contrast import corpus, draw
from training.contrast.dress import dress, lowered
from training.contrast.figures import by_kind, read
from training.contrast.frames import Drawn, Frame, adds, frames, triples
from training.contrast.words import MADE, amount, fill, lists
from training.decontaminate import keys_of

KINDS = {
    "converse", "symmetric", "roles", "contrast", "order", "member", "negation", "quantifier", "bound", "time", "status",
    "cause", "place", "attribute", "topic",
}  # fmt: skip
NOTHING = keys_of([])
GRANT = Article(
    "Grant Aven",
    tuple(
        f"{text}."
        for text in (
            "Grant Aven was a painter from Odense who travelled widely in the north",
            "The second-largest picture was sold without a frame to a museum in 1931",
            "Aven lived in the house by the harbour from 1910 to 1924 with his sister",
            "In 1931 Karl Moe defeated Erik Lund in the race for the chair of the union",
            "Critics failed to see the merit of his later work until the show in Aarhus",
            "More than 40 pictures hang in the town hall of the harbour district today",
            "The exhibition of 1952 was opened by a minister and drew large crowds daily",
        )
    ),
    (0, 0, 1, 1, 2, 2, 3),
)


@pytest.fixture(scope="module")
def made() -> list[Drawn]:
    """Triples of every frame."""
    rng = random.Random(3)
    return [one for frame in frames() for _ in range(12) for one in triples(frame, rng)]


def test_every_kind_of_the_development_pairs_has_frames(made: list[Drawn]) -> None:
    assert {frame.kind for frame in frames()} == KINDS == {row.kind for row in read()}
    assert {drawn.label for drawn in made} == {p.ENTAILMENT, p.NEUTRAL, p.CONTRADICTION}


def test_no_slot_is_left_open_and_no_hypothesis_is_its_premise(made: list[Drawn]) -> None:
    assert not [d for d in made if "{" in d.premise + d.hypothesis]
    assert not [d for d in made if d.premise == d.hypothesis]


def frame_of(says: dict[str, Sequence[str]], rules: tuple[tuple[str, str, int], ...]) -> Frame:
    """A small frame about two teams."""
    return Frame("converse", {"a": "team", "b": "team", "y": "year"}, says, rules)


def test_exchanged_slots_say_the_opposite() -> None:
    frame = frame_of({"win": ["{a} beat {b}."]}, (("win", "~win", p.CONTRADICTION),))
    (drawn,) = triples(frame, random.Random(1))
    first, second = re.fullmatch(r"(.+) beat (.+)\.", drawn.premise).groups()  # type: ignore[union-attr]
    assert drawn.hypothesis.lower() == f"{second} beat {first}.".lower()
    assert drawn.label == p.CONTRADICTION


def test_what_goes_beyond_the_premise_is_not_entailed() -> None:
    frame = frame_of({"win": ["{a} beat {b}."], "when": ["{a} beat {b} in {y}."]}, (("win", "when", p.ENTAILMENT),))
    assert [drawn.label for drawn in triples(frame, random.Random(1))] == [p.NEUTRAL]
    assert not adds("{a} beat {b}.", "In {y}, {a} beat {b}.", frame)


def test_slots_are_distinct_and_numbers_ascend() -> None:
    for seed in range(50):
        values = fill(
            {"a": "city", "b": "city", "l": "number", "m": "number", "c": "citypart"}, ["l", "m"], random.Random(seed)
        )
        assert values["a"] != values["b"]
        assert amount(values["l"]) <= amount(values["m"])
        assert values["c.in"] != values["c.out"]


def test_a_premise_is_dressed_as_the_product_reads_it() -> None:
    drawn = Drawn("converse", "Ajax beat Celtic.", "Celtic lost to Ajax.", p.ENTAILMENT, "Celtic", "")
    dressed = {dress(drawn, ["Rain fell."], random.Random(seed)) for seed in range(60)}
    assert "Celtic. Ajax beat Celtic." in dressed
    assert "Ajax beat Celtic." in dressed
    assert all("Ajax beat Celtic." in text for text in dressed)
    assert lowered("The end.") == "the end."
    assert lowered("Ajax won.") == "Ajax won."


def test_a_word_of_a_real_sentence_is_changed() -> None:
    said = [d for seed in range(8) for d in corpus.changed(GRANT, GRANT.sentences[1], random.Random(seed))]
    wrong = [d for d in said if d.label == p.CONTRADICTION]
    assert any("The largest picture" in d.hypothesis for d in wrong)
    assert any("with a frame" in d.hypothesis for d in wrong)
    assert all(d.premise.startswith("Grant Aven. ") for d in said)


def test_roles_in_a_real_sentence_are_exchanged() -> None:
    right, wrong = corpus.exchanged(GRANT, GRANT.sentences[3], random.Random(2))
    assert (right.label, wrong.label) == (p.ENTAILMENT, p.CONTRADICTION)
    assert {right.hypothesis, wrong.hypothesis} <= {
        "Karl Moe defeated Erik Lund.", "Erik Lund was defeated by Karl Moe.", "Erik Lund lost to Karl Moe.",
        "Erik Lund defeated Karl Moe.", "Karl Moe was defeated by Erik Lund.", "Karl Moe lost to Erik Lund.",
    }  # fmt: skip
    assert right.hypothesis != wrong.hypothesis


def test_years_of_an_interval() -> None:
    for seed in range(30):
        for drawn in corpus.intervals(GRANT, GRANT.sentences[2], random.Random(seed)):
            word, year = re.search(r"(in|until) (\d{4})", drawn.hypothesis).groups()  # type: ignore[union-attr]
            inside = 1910 < int(year) < 1924 if word == "in" and "beginning" not in drawn.hypothesis else None
            holds = inside if inside is not None else int(year) in (1910, 1924)
            assert (drawn.label == p.ENTAILMENT) is holds, drawn


def test_other_sentences_are_silent() -> None:
    found = [d for seed in range(6) for d in corpus.elsewhere(GRANT, range(7), GRANT, random.Random(seed))]
    assert found
    assert {d.label for d in found} == {p.NEUTRAL}


def test_a_draw_is_the_same_for_its_seed_and_balanced() -> None:
    first, second = (draw.mixed([GRANT] * 3, NOTHING, 1500, 7) for _ in range(2))
    assert first == second
    assert first != draw.mixed([GRANT] * 3, NOTHING, 1500, 8)
    assert len(first) == 1500 == len(set(first)) + sum(n - 1 for n in Counter(first).values())
    shares = Counter(pair.label for pair in first)
    assert all(0.22 < shares[label] / 1500 < 0.45 for label in range(3)), shares
    assert {pair.source for pair in first} == {draw.SOURCE}


def test_what_is_held_out_is_not_drawn() -> None:
    some = draw.mixed([], NOTHING, 40, 7)
    held = keys_of(some[:10])
    assert not [pair for pair in draw.mixed([], held, 40, 7) if held.holds(pair)]


def test_the_hypothesis_alone_tells_little() -> None:
    """The commonest words of hypotheses come with every label: what is learnt must be read from the premise."""
    labels: dict[str, Counter[int]] = defaultdict(Counter)
    for pair in draw.mixed([], NOTHING, 6000, 7):
        for word in set(pair.hypothesis.lower().rstrip(".").split()):
            labels[word][pair.label] += 1
    common = [counts for counts in labels.values() if counts.total() >= 100]
    assert len(common) > 30
    assert np.mean([max(counts.values()) / counts.total() for counts in common]) < 0.6


# The pairs that were written by hand


def test_development_pairs_are_three_hundred_and_balanced() -> None:
    rows = read()
    assert len(rows) == 300
    assert len({(r.premise, r.hypothesis) for r in rows}) == 300
    labels, kinds = Counter(r.label for r in rows), Counter(r.kind for r in rows)
    assert min(labels.values()) >= 85
    assert min(kinds.values()) >= 18


PLAIN = re.compile(r"[A-Za-zÀ-ž]+")
STARTS = re.compile(r"(?:^|[.;:] )\W*(\w+)")


def names_in(text: str) -> set[str]:
    """Capitalised words that do not begin a sentence."""
    first = set(STARTS.findall(text))
    return {w for w in PLAIN.findall(text) if w[0].isupper() and (w not in first or text.count(w) > 1) and len(w) > 3}


def test_development_pairs_name_nothing_that_training_names() -> None:
    words = {
        name for kind in lists().values() if isinstance(kind, list) for value in kind for name in PLAIN.findall(value)
    }
    words = {w for w in words if w[0].isupper()} - {"Olympic", "Lake", "Order", "Prize", "Zealand"}
    shared = {w for row in read() for w in names_in(f"{row.premise} {row.hypothesis}") & words}
    assert not shared
    assert MADE


def skeleton(text: str) -> str:
    """A sentence with its names, numbers and slots masked."""
    text = re.sub(r"\{\w[\w.]*\}|\d[\d,]*|\b[A-ZÀ-Ž]\w+(?: [A-ZÀ-Ž]\w+)*", "_", text)
    return " ".join(re.findall(r"\w+", text.lower()))


def test_development_pairs_share_no_template_with_training() -> None:
    patterns = set()
    for frame in frames():
        for sentences in frame.says.values():
            for sentence in sentences:
                for row in frame.rows:
                    patterns.add(skeleton(re.sub(r"\{(\d)\}", lambda m, row=row: row[int(m[1])], sentence)))
    shared = [r for r in read() if skeleton(r.hypothesis) in patterns or skeleton(r.premise) in patterns]
    assert not [(r.premise, r.hypothesis) for r in shared]


VERBAL = {"converse", "symmetric", "roles"}


def stems(text: str) -> set[str]:
    """The first five letters of the words of a text that are not names and not common."""
    return {w.lower()[:5] for w in PLAIN.findall(text) if len(w) > 3}


def test_verbs_of_the_relations_are_others_than_in_training() -> None:
    """Where the verb makes the relation, the words of the rows and those of the development hypotheses are disjoint."""
    trained = {s for f in frames() if f.kind in VERBAL for row in f.rows for word in row for s in stems(word)}
    trained -= stems("with from that have common there together back than over")
    shared = {s for r in read() if r.kind in VERBAL for s in stems(r.hypothesis) & trained}
    assert not shared


def test_figures_by_kind() -> None:
    def score(texts: Sequence[tuple[str, str]]) -> np.ndarray:
        return np.array([[0.7, 0.2, 0.1]] * len(texts))

    *_, total = by_kind(score, read())
    assert total.kind == "all"
    assert total.n == 300
    assert total.accuracy == pytest.approx(1 / 3, abs=0.02)
    assert total.auc == pytest.approx(0.5)
