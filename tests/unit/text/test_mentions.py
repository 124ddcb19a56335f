"""References that are not the subject: replaced where nothing else can be meant, kept everywhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.claims.rules.entities import find_entity, possessive
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.claims.rules.references import References
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

EINSTEIN = ["Albert Einstein was a physicist.", "He was born in Ulm.", "He died in 1955."]
CURIE = ["Marie Curie was a physicist.", "She was born in Warsaw."]
TITANIC = ["The Titanic was a British ship.", "She was built in Belfast.", "The Titanic had three engines."]
MARS = ["Mars is a planet.", "Its colour is red."]
EIFFEL = ["The Eiffel Tower is a tower in Paris.", "It is made of iron."]


def rewrite(text: list[str], title: str = "") -> list[str]:
    references = References(find_entity(" ".join(text), title, text))
    return [references.rewrite(sentence).text for sentence in text]


@pytest.mark.parametrize(
    ("text", "sentence", "wanted"),
    [
        (EINSTEIN, "There he met his wife.", "There Albert Einstein met his wife."),
        (EINSTEIN, "Eight years later he moved to Bern.", "Eight years later Albert Einstein moved to Bern."),
        (EINSTEIN, "About 3 days earlier, he had left.", "About 3 days earlier, Albert Einstein had left."),
        (EINSTEIN, "The next year Einstein won a prize.", "The next year Albert Einstein won a prize."),
        (EINSTEIN, "Later that year he was ill.", "Later that year Albert Einstein was ill."),
        (EINSTEIN, "Eight years later she moved to Bern.", "Eight years later she moved to Bern."),
        (EINSTEIN, "Eight years later Besso moved to Bern.", "Eight years later Besso moved to Bern."),
        (
            EINSTEIN,
            "During World War I Einstein lived in Berlin.",
            "During World War I Albert Einstein lived in Berlin.",
        ),
        (TITANIC, "The ship sank in 1912.", "The Titanic sank in 1912."),
        (TITANIC, "The ship's engines were strong.", "The Titanic's engines were strong."),
        (TITANIC, "In 1912 she sank.", "In 1912 the Titanic sank."),
        (MARS, "Viking 1 landed on the planet in 1976.", "Viking 1 landed on Mars in 1976."),
        (MARS, "The core of the planet is hot.", "The core of Mars is hot."),
        (EINSTEIN, "The letter made him famous.", "The letter made Albert Einstein famous."),
        (CURIE, "The Academy rejected her in 1911.", "The Academy rejected Marie Curie in 1911."),
        (EIFFEL, "Workers painted it in 1968.", "Workers painted the Eiffel Tower in 1968."),
        (EIFFEL, "Lifts carry people up the tower.", "Lifts carry people up the Eiffel Tower."),
    ],
)
def test_replaced(text: list[str], sentence: str, wanted: str) -> None:
    assert rewrite([*text, sentence])[-1] == wanted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (EINSTEIN, "Niels Bohr praised his work."),
        (CURIE, "The Academy rejected her work in 1911."),
        (EINSTEIN, "Niels Bohr said that he admired him."),
        (EINSTEIN, "The critic published his notes."),
        (EINSTEIN, "When Bohr came to Berlin, he was ill."),
        (CURIE, "Some people knew hers."),
        (CURIE, "The prize made her famous."),
        (TITANIC, "The ship Carpathia came."),
        (TITANIC, "The ship of the line came."),
        (TITANIC, "The ship that came was small."),
        (MARS, "Venus is the planet of love."),
        (MARS, "Venus is bright, and the planet is hot."),
        (EIFFEL, "The mayor of Lyon rebuilt it."),
        (EIFFEL, "Lyon's mayor rebuilt it."),
        (EIFFEL, "Victor Lustig tried to sell it in 1925."),
        (EIFFEL, "Victor Lustig bought a car and sold it."),
        (EIFFEL, "The tower in Pisa leans."),
    ],
)
def test_kept(text: list[str], sentence: str) -> None:
    assert rewrite([*text, sentence])[-1] == sentence


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("The Carpathia reached the Titanic.", "The ship saved 705 people."),
        ("Another ship came.", "The ship was small."),
        ("Two ships came.", "The ship was small."),
    ],
)
def test_another_ship(before: str, sentence: str) -> None:
    assert rewrite([*TITANIC, before, sentence])[-1] == sentence


def test_he_moved_to_another_city() -> None:
    assert rewrite(["Paris is a city.", "He moved to Rome.", "The city is old."], "Paris")[-1] == "The city is old."


def test_her_husband_is_no_rival_but_her_sister_is() -> None:
    text = [*CURIE, "Her husband Pierre was a professor.", "She took over his chair.", "Her sister came.", "She left."]
    assert rewrite(text)[2:] == [
        "Marie Curie's husband Pierre was a professor.",
        "Marie Curie took over his chair.",
        "Marie Curie's sister came.",
        "She left.",
    ]


@pytest.mark.parametrize(
    ("title", "text", "name", "article"),
    [
        ("Alan Turing and the birth of computing", ["Alan Turing was born in London.", "He died."], "Alan Turing", ""),
        ("Turing's legacy", ["Alan Turing was born in London.", "Turing died."], "Alan Turing", ""),
        ("Life And Death Of Marie Curie", CURIE, "Marie Curie", ""),
        ("The Eiffel Tower: a briefing", EIFFEL, "Eiffel Tower", "the"),
        ("The night the Titanic went down", TITANIC, "Titanic", "the"),
        ("Mars, our red neighbour", MARS, "Mars", ""),
        ("A winter in Paris", EINSTEIN, "Albert Einstein", ""),
        ("Albert Einstein", ["Einstein was a physicist.", "He died."], "Albert Einstein", ""),
        ("Albert Einstein", ["He was a physicist.", "He died."], "Albert Einstein", ""),
        ("Apollo 11", ["It flew to the Moon.", "The crew came back."], "Apollo 11", ""),
        ("RMS Titanic", TITANIC, "Titanic", "the"),
    ],
)
def test_under_a_headline_the_subject_that_the_text_names_most_is_the_entity(
    title: str, text: list[str], name: str, article: str
) -> None:
    entity = find_entity("\n\n".join([title, *text]), title, [title, *text])
    assert entity is not None
    assert (entity.name, entity.article) == (name, article)


@pytest.mark.parametrize(
    "title", ["Early Life", "Biography", "meeting notes", "What he did", "", "Notes on Albert Einstein"]
)
def test_a_heading_names_nobody(title: str) -> None:
    text = ["He was a physicist.", "He died."]
    assert find_entity("\n\n".join([title, *text]), title, [title, *text]) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            ["Apollo 11 was the first mission to the Moon.", "It was launched from Florida.", "The Moon is far."],
            "Apollo 11",
        ),
        (["Ada Byron was a mathematician.", "She met Charles Babbage.", "Babbage built engines."], "Ada Byron"),
        (["Hamlet is a play by Shakespeare.", "He wrote it in 1600.", "Shakespeare was born in Stratford."], None),
        (["Apollo 11 was led by Armstrong.", "It flew.", "Armstrong came from Ohio."], None),
        (["Paris is the capital of France.", "London is a city.", "London is old."], None),
    ],
)
def test_the_first_sentence_says_what_it_is_and_the_second_goes_on_with_a_pronoun(
    text: list[str], name: str | None
) -> None:
    entity = find_entity(" ".join(text), "", text)
    assert (entity.name if entity else None) == name


@pytest.mark.parametrize("title", ["How it works", "Family history", "energy", "A very long headline indeed"])
def test_it_does_not_stand_for_a_headline(title: str) -> None:
    text = ["It is measured in joules.", "A fast car has more."]
    assert find_entity("\n\n".join([title, *text]), title, [title, *text]) is None


def abouts(title: str, text: str) -> list[str]:
    document = Document("d", f"{title}\n\n{text}" if title else text, title)
    claims = RuleClaims().extract(document, split_sentences(document.text))
    return [claim.about for claim in claims if claim.checkable]


def test_a_claim_whose_subject_is_no_name_is_about_what_the_document_is() -> None:
    text = "Apollo 11 flew to the Moon. The lunar module was called Eagle. The crew landed in the Pacific. It was a success."
    assert abouts("Apollo 11", text) == ["", "Apollo 11", "Apollo 11", "Apollo 11"]
    assert abouts("Apollo 11", "Apollo 11 flew to the Moon. Michael Collins stayed in orbit.") == ["", ""]
    assert abouts("Apollo 11", "Apollo 11 flew to the Moon. Rain fell on Apollo 11 that day.") == ["", ""]


def test_a_kind_that_the_text_uses_for_nothing_else_means_it_whoever_was_spoken_of() -> None:
    text = "Jupiter is a planet. Galileo Galilei discovered its moons. The planet takes twelve years. It has rings."
    assert abouts("", text) == ["", "", "Jupiter", ""]
    assert abouts("", text.replace("It has", "Saturn is another planet. The planet has"))[-1] == "Saturn"


def test_any_one_of_a_kind_is_not_what_was_spoken_of() -> None:
    text = "Stena Line is a ferry company. It was founded in 1962. A car ticket costs 420 kroner. A cabin sleeps four."
    assert abouts("", text) == ["", "", "", ""]
    assert abouts("", f"{text} A rival bought it.")[-1] == "Stena Line"
    assert abouts("Stena Line", text)[2] == "Stena Line"


def test_a_sentence_as_it_stands_is_about_the_title_where_it_begins_with_a_pronoun() -> None:
    text = "Ada Lovelace\n\nShe was born in London. Rain fell."
    found = SentenceClaims().extract(Document("d", text, "Ada Lovelace"), split_sentences(text))
    assert [c.about for c in found if c.checkable] == ["Ada Lovelace", ""]


def test_other_languages_are_about_nothing() -> None:
    assert set(abouts("爱因斯坦", "爱因斯坦出生于德国乌尔姆。巴黎是法国的首都。他是一位物理学家。")) == {""}


def test_a_sentence_s_own_claim_is_about_the_same_as_its_parts() -> None:
    text = "Apollo 11\n\nApollo 11 flew to the Moon. The crew returned to Earth and landed in the Pacific."
    document = Document("d", text, "Apollo 11")
    found = RuleClaims(own=True).extract(document, split_sentences(text))
    assert [c.about for c in found if c.sentence == found[-1].sentence] == ["Apollo 11"] * 3


def test_without_a_title_that_ends_where_another_name_is_spoken_of() -> None:
    text = "DNA carries instructions. DNA is a molecule. The four bases are known."
    assert abouts("", text) == ["", "", "DNA"]
    assert abouts("", f"{text} RNA is another molecule. The bases are read.")[-1] == "RNA"
    assert abouts("", "The crew landed in the Pacific.") == [""]


PASTEUR = "Louis Pasteur was a chemist. He was born in Dole. "


def test_words_that_name_nobody_may_lead_to_the_pronoun_that_a_claim_is_about() -> None:
    text = f"{PASTEUR}His father was a tanner. In 1865 he moved on. At school he did not shine. When he came back, he rested."
    assert abouts("", text)[3:] == ["Louis Pasteur"] * 3


@pytest.mark.parametrize(
    ("told", "about"),
    [
        ("The place became a Catholic school, and the laboratory was in Strasbourg.", "Louis Pasteur"),
        ("The laboratory belonged to the École Normale.", "Louis Pasteur"),
        ("The couple met Marie Laurent.", "Louis Pasteur"),
        ("The critics admired Joseph Lister.", ""),
        ("The school sent for King Leopold.", ""),
    ],
)
def test_only_a_name_that_a_man_may_have_is_a_rival_of_he(told: str, about: str) -> None:
    assert abouts("", f"{PASTEUR}His father was a tanner. {told} In 1865 he moved on.")[-1] == about


def test_genitives() -> None:
    assert [possessive(n) for n in ("Ada", "Mars", "John Keats", "Alan Hopkins", "the United States")] == [
        "Ada's",
        "Mars's",
        "John Keats's",
        "Alan Hopkins'",
        "the United States'",
    ]


WORDS = st.sampled_from(
    "The the ship Titanic She she it It his her him was built in on of and , . who Ada Lovelace When There a".split()
)


@given(st.lists(st.lists(WORDS, max_size=12).map(" ".join), max_size=5))
def test_nothing_but_references_is_replaced(rest: list[str]) -> None:
    text = [*TITANIC, *rest]
    references = References(find_entity(" ".join(text), "", text))
    for sentence in text:
        found = references.rewrite(sentence)
        assert (found.text == sentence) == (not found.note)
        gone = {part.split(" → ")[0].lower() for part in found.note.split("; ") if part}
        assert gone <= {"she", "it", "her", "its", "the ship", "the titanic", "titanic", "lovelace", "he", "his", "him"}


@pytest.mark.parametrize("word", ["of", "that", "who", "which", "whose", "where", "called", "named"])
def test_a_kind_that_is_told_more_of_is_another(word: str) -> None:
    sentence = f"Viking 1 saw the planet {word} the gods lived."
    assert rewrite([*MARS, sentence])[-1] == sentence
