"""Entity-answer matching: what is the same name, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.aliases import aliases_of, answer_names, subject_of
from localcheck.text.matching import alike, published_em, published_qg, same_entity, same_name, stated_percent

SAME = [
    ("Maximilian II Emanuel, Elector of Bavaria", "Max Emanuel, Elector of Bavaria"),
    ("Samuel D. Waksal", "Sam Waksal"),
    ("J. Robert Oppenheimer", "Julius Robert Oppenheimer"),
    ("Trofim Lysenko", "Lysenko"),
    ("MeatballWiki", "Meatball Wiki"),
    ("Saint Piran", "St. Piran"),
    ("Emperor Ōjin", "Emperor Ojin"),
    ("Sprague–Grundy theorem", "Sprague-Grundy theorem"),
    ("Cape Dezhnev", "Dezhnev Cape"),
    ("Racing de Ferrol", "Racing Club de Ferrol"),
    ("Bioterrorism", "Biological terrorism"),
    ("World Health Organization", "WHO"),
    ("Pope Benedict VII", "Benedict VII"),
    ("Aquatic ape hypothesis", "Aquatic ape theory"),
    ("Trofim Lysenko", "Lysenko"),
    ("trofim lysenko", "Lysenko"),
    ("Geoffrey Plantagenet, Count of Anjou", "Geoffrey V, Count of Anjou"),
]
OTHER = [
    ("Pope Boniface V", "Boniface IV"),
    ("Gödel's completeness theorem", "Gödel's incompleteness theorems"),
    ("Alexander I of Epirus", "Epirus"),
    ("Pierre-Auguste Renoir", "Claude Monet"),
    ("Pope Callixtus II", "Pope Urban II"),
    ("Mantophasmatidae", "Mantophasmatodea"),
    ("Battle of Lesnaya", "Battle of Poltava"),
    ("Emperor Richū", "Emperor Tenmu"),
    ("Ghent", "Gent University Hospital of Flanders"),
    ("Schoolkids Oz", "Oz"),
    ("Bergamot orange", "orange"),
    ("Battle of Lesnaya", "Battle"),
]


@pytest.mark.parametrize(("entity", "name"), SAME)
def test_one_entity_under_two_names(entity: str, name: str) -> None:
    assert same_entity(aliases_of(entity), f"{name}.").matched


@pytest.mark.parametrize(("entity", "name"), OTHER)
def test_two_entities_with_names_alike(entity: str, name: str) -> None:
    match = same_entity(aliases_of(entity), f"{name}.")
    assert not match.matched
    assert name in match.how


def test_the_passage_tells_other_names() -> None:
    passage = "Datura stramonium, also known as Jimsonweed, is a plant. It is commonly called thorn apple by some."
    aliases = aliases_of("Datura stramonium", passage)
    assert [a.name for a in aliases] == ["Datura stramonium", "Jimsonweed"]
    assert (
        same_entity(aliases, "Jimsonweed.").how == "the answer contains 'Jimsonweed' (also known as, says the passage)"
    )


def test_redirects_of_an_index_are_names_too() -> None:
    assert not same_entity(aliases_of("Pelagius of Asturias"), "Pelayo.").matched
    assert same_entity(aliases_of("Pelagius of Asturias", more=["Don Pelayo"]), "Pelayo.").matched


def test_parentheses_are_dropped_and_abbreviations_in_them_kept() -> None:
    aliases = aliases_of("European Strategic Programme (ESPRIT)")
    assert [a.name for a in aliases] == ["European Strategic Programme", "ESPRIT"]
    assert [a.name for a in aliases_of("Rhea (bird)")] == ["Rhea"]


def test_a_title_that_is_no_name_stands_for_its_subject() -> None:
    assert same_entity(aliases_of("History of Jordan"), "Jordan matches the requirements 100%").matched


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("The entity that matches the requirements 100% is Jocasta.", "Jocasta"),
        ("The entity that matches the requirements is the Trade Language, which meets 100%.", "Trade Language"),
        ("Wilfred Owen matches all 13 requirements.", "Wilfred Owen"),
        ("Entity: Amoeba\n\nPercentage of requirements met: 100%", "Amoeba"),
        ("Laurent series - 100%", "Laurent series"),
        ('The novel is called "The Diamond Age" by Neal Stephenson.', "The Diamond Age"),
    ],
)
def test_names_are_found_in_answers(answer: str, name: str) -> None:
    assert name in answer_names(answer)


def test_a_description_is_no_name() -> None:
    answer = "To break through the German Winter Line and to advance further into the Italian mainland towards Rome"
    assert answer_names(answer) == []


@pytest.mark.parametrize("answer", ["It is not Jocasta but Merope.", "Unlike Jocasta, Merope meets 100% of them."])
def test_a_name_put_aside_is_not_named(answer: str) -> None:
    assert not same_entity(aliases_of("Jocasta"), answer).matched


def test_a_match_below_the_percentage_is_none() -> None:
    aliases = aliases_of("Jocasta")
    assert same_entity(aliases, "Jocasta meets 87.5% of the requirements.", 80).matched
    refused = same_entity(aliases, "Jocasta meets 60% of the requirements.", 80)
    assert not refused.matched
    assert "60%" in refused.how


@pytest.mark.parametrize(
    ("answer", "percent"),
    [("about 87.5 %", 87.5), ("meets all eight", 100.0), ("meets all except one", None), ("", None)],
)
def test_stated_percentages(answer: str, percent: float | None) -> None:
    assert stated_percent(answer) == percent


def test_published_rules_keep_their_letter() -> None:
    assert published_qg("Weta (band)", "The band weta.")
    assert not published_qg("Saint Piran", "St. Piran.")
    assert published_em("Oz", "Oz meets all of it")
    assert not published_em("Oz", "The wizard of oz meets all of it")
    assert published_em("Jocasta", "Jocasta, 80%")
    assert not published_em("Jocasta", "Jocasta, 80%", 90)
    assert not published_em("Jocasta", "Jocasta meets 87.5% of it")


@pytest.mark.parametrize(
    ("passage", "subject"),
    [
        ("Ada Lovelace (1815–1852) was an English mathematician.", "Ada Lovelace"),
        ("Piran, also known as Perran, is a saint.", "Piran"),
        ("Long ago and far away there came one who had no verb", ""),
        ("", ""),
    ],
)
def test_the_subject_of_a_passage(passage: str, subject: str) -> None:
    assert subject_of(passage) == subject


NAMES = st.text(min_size=1, max_size=40)


@given(NAMES, NAMES)
def test_any_two_texts_can_be_compared(entity: str, answer: str) -> None:
    same_entity(aliases_of(entity, answer), answer, 80)
    published_em(entity, answer)
    assert isinstance(same_name(entity, answer), str)


@given(st.from_regex(r"[A-Z][a-z]{4,9} [A-Z][a-z]{4,9}", fullmatch=True))
def test_every_name_is_its_own(name: str) -> None:
    assert same_entity(aliases_of(name), name).matched


@given(st.text(min_size=1, max_size=12), st.text(min_size=1, max_size=12))
def test_spelling_is_symmetric(left: str, right: str) -> None:
    assert alike(left, right) == alike(right, left)
