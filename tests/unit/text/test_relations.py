"""Who did what to whom, superlatives and their ranks, and years within an interval: what is decided without a model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.agreement import agreeing
from localcheck.text.values.differences import differences
from localcheck.text.values.ranks import outranked, ranks, told_as_ahead
from localcheck.text.values.relations import borne_out, exchanged
from localcheck.text.values.told_relations import told
from localcheck.text.values.undated import within_an_interval

TUTOR = "Alexander the Great. The philosopher Aristotle was his tutor until he was 16."
WATERLOO = "Napoleon. After his defeat in the Battle of Waterloo the British sent him away."


@pytest.mark.parametrize(
    ("claim", "premise", "held"),
    [
        ("Alexander the Great taught Aristotle.", TUTOR, False),
        ("Aristotle taught Alexander.", TUTOR, True),
        ("Napoleon lost the Battle of Waterloo.", WATERLOO, True),
        ("Napoleon won the Battle of Waterloo.", WATERLOO, False),
        ("Napoleon lost the Battle of Waterloo.", "In the Battle of Waterloo Napoleon was defeated by Blücher.", True),
        ("Napoleon won the Battle of Waterloo.", "In the Battle of Waterloo Napoleon was defeated by Blücher.", False),
        ("The capital of Alabama is Birmingham.", "Montgomery is the capital of Alabama.", False),
        ("Montgomery is the capital of Alabama.", "Alabama. The capital of Alabama is Montgomery.", True),
        ("Eide was nursed by Kovalenko.", "Dmitri Kovalenko nursed Marcus Eide back to health.", True),
        ("Marcus Eide nursed Dmitri Kovalenko.", "Dmitri Kovalenko nursed Marcus Eide back to health.", False),
        ("Adams succeeded Jefferson.", "Thomas Jefferson succeeded John Adams in 1801.", False),
        ("Fenwick succeeded Marsh.", "Helen Marsh took over from Robert Fenwick on 1 July.", False),
        ("Marsh succeeded Fenwick.", "Helen Marsh took over from Robert Fenwick on 1 July.", True),
        ("Plato taught Aristotle.", "Aristotle studied under Plato in Athens.", True),
        ("Aristotle taught Plato.", "Aristotle was a student of Plato.", False),
        ("England is north of Scotland.", "Scotland lies to the north of England.", False),
        ("The capital of Australia is Sydney.", "Australia. Its capital is Canberra, its largest city Sydney.", False),
        ("Canberra is Australia's capital.", "Australia. Its capital is Canberra, its largest city Sydney.", True),
        ("Ada taught Augustus.", "Ada. One of her tutors was the mathematician Augustus De Morgan.", False),
        ("The book was written by Orwell.", "In 1945 Orwell wrote Animal Farm.", None),
        ("Ada was the son of Byron.", "Ada was the daughter of Byron.", None),
        ("Napoleon bought Louisiana from Spain.", "Napoleon. In 1803 he sold Louisiana to the United States.", False),
        ("Nightingale taught her father Latin.", "Florence Nightingale. Her father taught her Latin and Greek.", False),
        ("Ada admired Byron.", "Byron admired Ada.", None),
        ("Ada did not teach Byron.", "Byron taught Ada.", None),
        ("Wilbur Wright taught Ada.", "Ada taught Joseph Wright.", None),
        ("Ada painted Byron.", "Byron smiled. Ada painted.", None),
        ("Ada taught Byron.", "The sun shone.", None),
        ("Alexander taught Aristotle.", "Alexander the Great. He met Aristotle, his tutor, in Mieza.", False),
        ("Brahe worked as Kepler's assistant in Prague.", "Tycho Brahe. He worked with Kepler, his assistant.", False),
        ("Kepler was Brahe's assistant.", "Tycho Brahe. His young assistant, Johannes Kepler, used the data.", True),
        ("Socrates was a student of Plato.", "Socrates' student, Plato, wrote dialogues.", False),
        ("Leonidas was the tutor of Alexander.", "Alexander. He met Aristotle, his tutor Leonidas, and a slave.", True),
    ],
)
def test_a_relation_is_held_against_another(claim: str, premise: str, held: bool | None) -> None:
    assert (borne_out(claim, premise), exchanged(claim, premise)) == (held is True, held is False)


@pytest.mark.parametrize("verb", ["defeated", "painted", "taught", "replaced", "beat", "bought", "nursed"])
def test_both_voices_say_the_same_and_the_exchange_the_reverse(verb: str) -> None:
    done = {"beat": "beaten"}.get(verb, verb)
    active, passive = f"Ada {verb} Byron.", f"Byron was {done} by Ada."
    for one in (active, passive):
        assert borne_out(one, active) and borne_out(one, passive)
        assert exchanged(one, f"Byron {verb} Ada.") and exchanged(one, f"Ada was {done} by Byron.")


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_held_against_any_other(claim: str, premise: str) -> None:
    assert not (borne_out(claim, premise) and exchanged(claim, premise))
    outranked(claim, premise)


def test_a_pronoun_without_a_title_names_nobody() -> None:
    assert not told("The philosopher Aristotle was his tutor.")


AFTER_BERLIN = "It is the second-largest city in Germany, after Berlin."


@pytest.mark.parametrize(
    ("claim", "premise", "ahead"),
    [
        ("Berlin is the largest city in Germany.", AFTER_BERLIN, True),
        ("Munich is the largest city in Germany.", AFTER_BERLIN, False),
        ("Berlin is the third-largest city in Germany.", AFTER_BERLIN, False),
        ("Berlin is the oldest city in Germany.", AFTER_BERLIN, False),
        ("Hamburg is ahead of Berlin, as the largest city in Germany.", AFTER_BERLIN, False),
        ("Berlin is the largest city in Germany.", "After Berlin, it is the largest city in Germany.", False),
    ],
)
def test_what_another_comes_after_is_ahead(claim: str, premise: str, ahead: bool) -> None:
    assert told_as_ahead(claim, premise) is ahead


@pytest.mark.parametrize(
    ("claim", "premise", "differs"),
    [
        ("The Danube is the longest river in Europe.", "It is the second-longest river in Europe.", True),
        ("It is the second-largest city.", "It is the largest city of the state.", True),
        ("Berlin is the largest city in Germany.", AFTER_BERLIN, False),
        ("The largest city in Germany is Berlin.", AFTER_BERLIN, False),
        ("Munich is the largest city in Germany.", AFTER_BERLIN, True),
        ("Delhi is the largest city.", "It is the third-largest city, after Tokyo and Delhi.", False),
        ("Delhi is the largest city.", "It is the third-largest city, after Tokyo and Shanghai.", True),
        ("It is the biggest city in Texas.", "It is the largest city in Texas.", False),
        ("It is the largest city in Texas.", "It is the second-largest city in the South and the largest in Texas.", False),
        ("It is the largest city in Texas.", "It is the second-largest city in the South.", False),
        ("It is the largest city.", "It is one of the largest cities.", False),
        ("Saturn is the second-largest planet.", "The two largest planets are Jupiter and Saturn.", False),
        ("It is not the largest city.", "It is the second-largest city.", False),
        ("It is the oldest city.", "It is the second-largest city.", False),
        ("It is the most populous state.", "It is the third most populous state.", True),
    ],
)  # fmt: skip
def test_ranks(claim: str, premise: str, differs: bool) -> None:
    assert outranked(claim, premise) is differs
    assert ranks(claim)


def test_a_rank_is_named_as_the_difference() -> None:
    found = differences("The Danube is the longest river.", "The Danube is the second-longest river.")
    assert [(d.claim, d.source) for d in found] == [("longest", "second-longest")]


def test_a_year_within_an_interval() -> None:
    wall = "The wall divided the city from 1961 to 1989."
    assert within_an_interval("The wall fell in 1989.", wall) and within_an_interval("It stood in 1970.", wall)
    assert within_an_interval("The wall fell in 1989.", "It stood from 13 August 1961 until 9 November 1989.")
    assert not within_an_interval("The wall fell in 1990.", wall)
    assert not within_an_interval("She was born in 1970.", wall)
    assert not within_an_interval("The wall stood from 1961 to 1970.", wall)


def test_the_row_follows_what_was_decided() -> None:
    row = np.array([0.9, 0.05, 0.05])
    reverse = agreeing(row, TUTOR, "Alexander the Great taught Aristotle.", 0.6)
    assert reverse.argmax() == 2 and reverse.sum() == pytest.approx(1)
    against = np.array([0.02, 0.02, 0.96])
    assert agreeing(against, WATERLOO, "Napoleon lost the Battle of Waterloo.", 0.7).argmax() == 0
    freud = "Sigmund Freud. In 1938 Freud left Vienna for London. Sigmund Freud died in London on 23 September 1939."
    stayed = agreeing(against, freud, "Sigmund Freud stayed in Vienna until his death in London.", 0.7)
    assert stayed.argmax() == 2, "the verb is another"
    chaplin = "Charlie Chaplin. He received an honorary Academy Award in 1972 and was knighted in 1975."
    for when in ("was knighted before he", "had already been knighted when he"):
        before = agreeing(against, chaplin, f"Charlie Chaplin {when} received an Academy Award.", 0.7)
        assert before.argmax() == 1, "when is not compared"
    wall = "The wall divided the city from 1961 to 1989."
    assert agreeing(against, wall, "The wall fell in 1989.", 0.7).argmax() == 1


def test_two_that_and_joins_are_one_doer() -> None:
    premise = "RMS Titanic. The shipyard Harland and Wolff built the Titanic in Belfast for the White Star Line."
    assert borne_out("The Titanic was built by the shipyard Harland and Wolff in Belfast.", premise)
    assert borne_out("The Titanic was built by Wolff & Harland.", premise)
    assert not borne_out("The Titanic was built by Vickers and Wolff.", premise)
    assert not exchanged("Pierre Curie taught Marie.", "Pierre and Marie Curie taught Irene.")


def test_the_day_of_something_else_contradicts_less() -> None:
    sank = "The Titanic sank on 15 April 1912 after she had hit an iceberg."
    doubted = agreeing(np.array([0.1, 0.1, 0.8]), sank, "The Titanic hit an iceberg on 14 April 1912.", 0.7)
    assert doubted[2] < 0.2 and doubted.argmax() == 1
    for claim in ("The Titanic sank on 14 April 1912.", "The Olympic hit an iceberg on 14 April 1912."):
        assert agreeing(np.array([0.1, 0.1, 0.8]), sank, claim, 0.7)[2] >= 0.8
