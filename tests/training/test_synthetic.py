"""The synthetic pair generator: its promises, on a few small articles."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training import articles as a
from training import falsify, lexicon, makers, synthetic
from training import pairs as p
from training import true_claims as claims
from training.decontaminate import keys_of

LEAD = "Ada Quill ({born} – 3 June 1876) was an English physician, author and early student of river fevers."
LINES = [
    LEAD.format(born="12 May 1820"),
    "She was born in Romsey, Hampshire, the daughter of John Quill, a minister. She was educated at home by her father. "
    "In 1840, she moved to London with her brother Henry. She studied medicine at University College for three years.",
    "Quill published her first book in 1851 and received the gold medal of the society. The book was translated into French "
    "by Marie Dubois in 1853. She travelled to Berlin, where she met several famous chemists. The journey cost 40 pounds.",
    "After the war, she returned to London and founded a hospital for sailors. The hospital had 120 beds and two kitchens. "
    "She married Thomas Reed, a merchant from Bristol, in 1862. She died in London after a short illness.",
]  # fmt: skip


def person(name: str = "Ada Quill") -> a.Article:
    """A small biography."""
    return a.article(name, [line.replace("Ada Quill", name) for line in LINES])


@cache
def made(seed: int = 1, count: int = 300, style: makers.Style = makers.REWORDED) -> list[p.Pair]:
    """Many pairs of two biographies."""
    return list(synthetic.make_pairs([person(), person("Ben Stone")], seed, 1, count, style))


def words(text: str) -> set[str]:
    """The words of a text in lower case."""
    return set(re.findall(r"\w+", text.lower()))


ADDED = words(
    " ".join(new for pair in lexicon.PARAPHRASES for new in pair)
    + " ".join(w for pair in lexicon.NUMBER_WORDS for w in pair)
)
FUNCTION = words("is was in on and while born died passed away the a an s")


def test_the_same_seed_gives_the_same_pairs_and_another_seed_others() -> None:
    assert made() == made.__wrapped__()
    assert made(1) != made(2)


@pytest.mark.parametrize("style", makers.STYLES.values(), ids=makers.STYLES)
def test_every_label_occurs_often(style: makers.Style) -> None:
    labels = [pair.label for pair in made(style=style)]
    assert min(labels.count(label) for label in range(4)) > 10


@pytest.mark.parametrize("style", makers.STYLES.values(), ids=makers.STYLES)
def test_what_an_entailed_claim_says_stands_in_its_premise(style: makers.Style) -> None:
    for pair in made(style=style):
        if pair.label == p.ENTAILMENT:
            new = words(pair.hypothesis) - words(pair.premise) - ADDED - FUNCTION - words("Ada Quill Ben Stone")
            assert not new, (pair, new)


@pytest.mark.parametrize("style", makers.STYLES.values(), ids=makers.STYLES)
def test_a_contradiction_differs_from_what_the_article_says(style: makers.Style) -> None:
    true = " ".join(LINES)
    for pair in made(style=style):
        if pair.label == p.CONTRADICTION:
            window = re.sub("^(?:Ada Quill|Ben Stone): ", "", pair.premise).replace("Ben Stone", "Ada Quill")
            assert pair.hypothesis.replace("Ben Stone", "Ada Quill") not in true or window not in true


def test_the_claim_alone_does_not_give_the_label_away() -> None:
    """Falsified claims are neutral where the window is silent; true ones are contradicted by a falsified window."""
    true = words(" ".join(LINES)) | ADDED | FUNCTION | words("Ada Quill Ben Stone")
    pairs = made(count=800)
    assert any(x.label == p.CONTRADICTION and words(x.hypothesis) <= true for x in pairs)
    assert any(x.label == p.NEUTRAL and "1" in x.hypothesis and not words(x.hypothesis) <= true for x in pairs)


def test_a_claim_taken_out_of_its_window_is_not_left_standing_there() -> None:
    for pair in made():
        if pair.label == p.NEUTRAL:
            assert pair.hypothesis not in pair.premise


@pytest.mark.parametrize("title", ["Ada Quill", "ada quill", "Ada Quill (physician)"])
def test_articles_about_evaluated_entities_are_never_used(title: str) -> None:
    held = keys_of([], [], ["Ada Quill"])
    assert not a.usable(title, held)
    assert a.usable("Ada Quilling", held)


@pytest.mark.parametrize("title", ["List of rivers", "Outline of physics", "Mercury (disambiguation)"])
def test_lists_are_not_articles(title: str) -> None:
    assert not a.usable(title, keys_of([]))


def test_pronouns_become_the_title() -> None:
    assert claims.resolve("He was born in Rome.", "Leo Marks") == "Leo Marks was born in Rome."
    assert claims.resolve("His father died.", "Leo Marks") == "Leo Marks' father died."
    assert claims.resolve("Hershel was born.", "Leo Marks") == "Hershel was born."


@pytest.mark.parametrize(
    ("way", "before", "after"),
    [
        (claims.moved_adverbial, "In 1840, she moved to London.", "She moved to London in 1840."),
        (claims.moved_adverbial, "She moved to London in 1840.", "In 1840, she moved to London."),
        (claims.apposition, "John Reed, a merchant, went to sea.", "John Reed was a merchant."),
        (
            claims.main_clause,
            "She travelled from Rome to Berlin, where she met many chemists.",
            "She travelled from Rome to Berlin.",
        ),
        (claims.without_brackets, "Rome (Italian: Roma) is a city.", "Rome is a city."),
        (claims.activated, "The hospital was founded by Ada Quill in 1860.", "Ada Quill founded the hospital in 1860."),
        (claims.unlinked, "However, the plan failed.", "The plan failed."),
    ],
)
def test_ways_to_shorten_and_turn_a_sentence(way: object, before: str, after: str) -> None:
    assert callable(way) and way(before) == after


def test_dates_are_put_the_other_way_round() -> None:
    match = claims._FULL_DATE.search("born on 12 May 1820")
    assert match and claims.redated(match) == "May 12, 1820"


@given(st.integers(0, 10_000))
def test_a_falsified_claim_is_another_claim(seed: int) -> None:
    rng = random.Random(seed)
    article = person()
    known = falsify.details(article.sentences)
    text = claims.claim(rng.choice(article.sentences), article.title, rng)
    wrong = falsify.falsify(text, known, rng)
    assert wrong is None or wrong != text


@given(st.text(), st.integers(0, 99))
def test_no_text_makes_the_generator_fail(text: str, seed: int) -> None:
    rng = random.Random(seed)
    known = falsify.details([text])
    claim = claims.claim(text or "x", "Title", rng)
    falsify.falsify(claim, known, rng, times=2)
    assert a.split(text) or not text.strip()


def test_an_article_is_read_as_the_right_one() -> None:
    assert a.split('He met Dr. Reed. "It rained." J. R. Smith left. Then he went home.') == [
        "He met Dr. Reed.", '"It rained."', "J. R. Smith left.", "Then he went home.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fixed"), [("He was a engineer.", "He was an engineer."), ("She was an doctor.", "She was a doctor.")]
)
def test_the_article_agrees_with_a_swapped_word(text: str, fixed: str) -> None:
    assert falsify._article(text, text.rindex(" ") + 1) == fixed
