"""Who did what to whom in real sentences: what is told, in which voice, and what follows for the labels."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from training import pairs as p
from training.articles import Article
from training.contrast import voices

MOE = Article("Karl Moen", ("Karl Moen (born 1888) was a painter from Odense.",), (0,))
HARBOUR = Article("Aarhus Harbour", ("Aarhus Harbour is a harbour.",), (0,))


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("In 1931, Moen painted Erik Lund in the town hall.", ("In 1931, ", "Karl Moen", "painted", "Erik Lund")),
        ("He was invited by Erik Lund, who paid well.", ("", "Erik Lund", "invited", "Karl Moen")),
        ("Anders Holm was beaten by Erik Lund in the race.", ("", "Erik Lund", "beat", "Anders Holm")),
        ("The Vandals besieged Hippo in the spring.", ("", "The Vandals", "besieged", "Hippo")),
        ("They painted Erik Lund in the town hall.", None),
        ("The list included Erik Lund, a painter.", None),
        ("Moen painted Karl Moen in 1931.", None),
        ("The painter was tired.", None),
    ],
)
def test_what_a_sentence_tells(sentence: str, told: tuple[str, str, str, str] | None) -> None:
    assert voices.told(MOE, sentence) == told


def test_a_pronoun_in_an_article_on_a_thing_names_nobody() -> None:
    assert voices.told(HARBOUR, "He painted Erik Lund in the town hall.") is None


def drawn(sentence: str, article: Article = MOE) -> dict[int, set[str]]:
    """Hypotheses of many draws by label."""
    found: dict[int, set[str]] = defaultdict(set)
    for seed in range(60):
        for one in voices.exchanged(article, sentence, random.Random(seed)):
            assert one.premise.startswith(article.title)
            found[one.label].add(one.hypothesis)
    return found


def test_both_voices_say_the_same_and_the_exchange_does_not() -> None:
    found = drawn("Anders Holm defeated Erik Lund in the race.")
    assert found[p.ENTAILMENT] == {"Anders Holm defeated Erik Lund.", "Erik Lund was defeated by Anders Holm."}
    assert found[p.CONTRADICTION] == {"Erik Lund defeated Anders Holm.", "Anders Holm was defeated by Erik Lund."}
    assert found[p.NEUTRAL]
    assert not any("defeated" in text for text in found[p.NEUTRAL])


def test_what_may_go_both_ways_is_never_called_false() -> None:
    assert p.CONTRADICTION not in drawn("Anders Holm admired Erik Lund in those years.")
    married = drawn("Anders Holm married Erika Lund in 1920.")
    assert p.CONTRADICTION not in married
    assert "Erika Lund married Anders Holm." in married[p.ENTAILMENT]


def test_what_stood_before_the_subject_may_stay() -> None:
    texts = set().union(*drawn("In 1931, the Vandals besieged Hippo in the spring.").values())
    assert "In 1931, the Vandals besieged Hippo." in texts
    assert "The Vandals besieged Hippo." in texts
    assert "Hippo was besieged by the Vandals." in texts
    assert "The Vandals were besieged by Hippo." in texts
