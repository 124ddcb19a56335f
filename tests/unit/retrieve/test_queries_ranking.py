"""Claims as queries, names in them, and the order of what was found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.sources import queries
from localcheck.sources.articles import BASE, LONGER, REDIRECT, TITLE, Named, name_key
from localcheck.sources.index_retriever import IndexRetriever
from localcheck.sources.queries import Name, is_disambiguation, snippet
from localcheck.text.words import folded
from localcheck.types import Claim, Document, Passage, Source, Span
from localcheck.types.infos import IndexInfo


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Škoda's café_bar 1867", ["skoda", "s", "cafe", "bar", "1867"]),
        ("Skłodowska Straße Ærø", ["sklodowska", "strasse", "aero"]),
        ("中国人 ½", ["中国人", "1", "2"]),
    ],
)
def test_words_are_folded(text: str, expected: list[str]) -> None:
    assert folded(text) == expected


def test_stop_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert queries.build("The river is in the north of the country.").terms == ("river", "north", "country")
    assert queries.build("To be or not to be").terms == ("to", "be", "or", "not")
    assert queries.build("") == queries.Query((), ())


@pytest.mark.parametrize(
    ("claim", "wanted", "unwanted"),
    [
        (
            "The University of Oxford was founded in 1096.",
            ["the university of oxford", "university of oxford", "oxford"],
            ["the"],
        ),
        ("Leonardo da Vinci painted it.", ["leonardo da vinci", "leonardo", "vinci"], []),
        ("Marie Curie's husband died.", ["marie curie"], ["died"]),
        ("J. R. R. Tolkien wrote The Hobbit.", ["j r r tolkien", "the hobbit"], []),
        ("In 1903 he met Henri Becquerel in Paris.", ["henri becquerel", "paris"], ["he", "in"]),
        ("The speed of light is constant.", ["speed of light"], []),
        ("Kangaroos and berries are here.", ["kangaroo", "kangaroos"], []),
        ("O'Brien's law holds.", ["obriens law"], []),
        ("In July 1885 Louis Pasteur cured a boy.", ["louis pasteur"], ["july", "july 1885"]),
        ("On 4 July 1776 it was signed.", [], ["july", "4 july", "july 1776"]),
        ("By September more than 7,000 people died.", [], ["september"]),
        ("July is named after Julius Caesar.", ["july"], []),
        ("In June Carter found the tomb.", ["june carter"], ["june"]),
    ],
)
def test_names_are_found(claim: str, wanted: list[str], unwanted: list[str]) -> None:
    keys = [n.key for n in queries.names(claim)]
    assert set(wanted) <= set(keys)
    assert not set(unwanted) & set(keys)


@pytest.mark.parametrize(
    ("claim", "known", "wanted"),
    [
        ("Elizabeth I was the aunt of Henry VIII.", ["henry viii"], ["elizabeth i"]),
        ("Elizabeth I was the aunt of Henry VIII.", ["elizabeth i"], []),
        ("Manchester United is based in England.", ["manchester", "england"], ["manchester united"]),
        ("The Godfather Part II was snubbed.", ["godfather"], ["the godfather part ii"]),
        ("Godfather was snubbed by Robert De Niro.", [], []),
        ("He met Robert Rodriguez.", [], ["robert rodriguez"]),
        ("In 1903 he had met Robert Rodriguez.", [], []),
        ("Musical theatre is loud.", [], []),
    ],
)
def test_names_are_cut_short_where_no_article_has_them(claim: str, known: list[str], wanted: list[str]) -> None:
    assert queries.cut_short(queries.names(claim), known) == wanted


def test_a_title_that_only_begins_with_the_name_gains_but_does_not_lead() -> None:
    name = Name("elizabeth i", 0, 2, proper=True)
    found = queries.merge([(1, 10.0), (2, 0.5)], [name], [Named("elizabeth i", 2, LONGER)], 5)
    assert found == [(1, 10.0), (2, pytest.approx(0.5 + 10.0 * 0.9))]


@pytest.mark.parametrize(
    ("title", "text", "lists"),
    [
        ("Mary", "Mary may refer to:", True),
        ("Seal", "Seal most commonly refers to:\n\nSeal may also refer to:", True),
        ("Giovanni Arduino", "Giovanni Arduino is the name of:", True),
        ("Commodore", "Commodore generally refers to Commodore (rank), a naval rank. It may also refer to:", True),
        ("Atom (disambiguation)", "An atom is a unit of matter.", True),
        ("水星", "水星可以指：", True),
        ("水星 (消歧義)", "水星是八大行星之一。", True),
        ("Reference work", "A reference work is a book to which one can refer for information.", False),
        ("Taxonomy", "Taxonomy can mean either of two concepts:\nThe first.", False),
        ("Drug", "A drug may refer to: see below. It is a substance.", False),
        ("Late", "x" * 400 + "\nLate may refer to:", False),
    ],
)
def test_pages_that_only_list_are_told_by_their_first_lines(title: str, text: str, lists: bool) -> None:
    assert is_disambiguation(title, text) is lists


@given(st.text(max_size=400))
def test_any_text_makes_a_bounded_query(text: str) -> None:
    built = queries.build(text)
    assert len(built.terms) <= queries.MAX_WORDS
    assert all(n.key == name_key(n.key) and 1 <= n.length <= queries.MAX_NAME for n in built.names)


def test_the_subject_comes_first_and_bonuses_order_the_rest() -> None:
    names = [Name("marie curie", 0, 2), Name("curie", 1, 1), Name("warsaw", 5, 1)]
    named = [Named("marie curie", 1, TITLE), Named("curie", 2, TITLE), Named("warsaw", 3, REDIRECT)]
    ranked = queries.merge([(4, 10.0), (1, 8.0), (3, 7.0)], names, named, 10)
    assert [article for article, _ in ranked] == [1, 3, 4, 2]


def test_a_word_of_a_longer_name_is_not_the_subject() -> None:
    names = {n.key: n for n in queries.names("During the Second World War, Alan Turing worked.")}
    assert names["second"].part and not names["alan turing"].part
    named = [Named("second", 1, TITLE), Named("alan turing", 2, TITLE)]
    assert next(iter(queries.merge([(1, 5.0), (2, 4.0)], list(names.values()), named, 5)))[0] == 2


def test_the_words_tell_a_plural_title_from_its_singular() -> None:
    """As in "Algorithms is a journal" (its title has a parenthesis) and "Algorithms are procedures"."""
    names = [Name("algorithm", 0, 1), Name("algorithms", 0, 1)]
    named = [Named("algorithm", 1, TITLE), Named("algorithms", 2, BASE)]
    assert queries.merge([(1, 4.0), (2, 9.0)], names, named, 5)[0][0] == 2
    assert queries.merge([(1, 9.0), (2, 9.0)], names, named, 5)[0][0] == 1
    both = [*named, Named("algorithms", 3, TITLE)]
    assert queries.merge([(1, 1.0), (2, 9.0), (3, 2.0)], names, both, 5)[0][0] == 3, "a whole title before a bare one"


def test_without_hits_names_still_find() -> None:
    assert [a for a, _ in queries.merge([], [Name("x", 0, 1)], [Named("x", 7, BASE)], 5)] == [7]
    assert queries.merge([], [], [], 5) == []


hits = st.lists(st.tuples(st.integers(1, 30), st.floats(0.01, 50)), max_size=20, unique_by=lambda h: h[0])


@given(
    hits,
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 30), st.integers(0, 2)), max_size=10),
    st.integers(1, 20),
)
def test_order_is_sound(found: list[tuple[int, float]], raw: list[tuple[str, int, int]], limit: int) -> None:
    names = [Name("a", 0, 2), Name("b", 1, 1), Name("c", 9, 1)]
    ranked = queries.merge(found, names, [Named(*r) for r in raw], limit)
    assert len(ranked) <= limit and len({a for a, _ in ranked}) == len(ranked)
    assert [s for _, s in ranked] == sorted((s for _, s in ranked), reverse=True)
    assert {a for a, _ in ranked} <= {a for a, _ in found} | {r[1] for r in raw}


def test_a_snippet_is_cut_around_the_words_asked_for() -> None:
    text = "Filler words here. " * 50 + "The Vistula flows through Warsaw. " + "More filler. " * 50
    found = snippet(text, "Warsaw stands on the Vistula.")
    assert "Vistula flows through Warsaw" in found and found.startswith("… ") and found.endswith(" …")
    assert snippet("Short.", "x") == "Short."
    assert snippet("", "x") == ""


@pytest.mark.parametrize("query", ["P57 warranty", "pressure of the pump P57", "warranty of P57 in Norway"])
def test_a_snippet_of_a_table_shows_the_row_that_is_asked_for(query: str) -> None:
    """It showed the first rows, which have the words of the title, or ended before the row."""
    rows = (
        f"The pressure of P{i} is {i} bar. The warranty of P{i} is {i} months. It is from Norway." for i in range(90)
    )
    found = snippet("Pump list in Norway\n\n" + "\n\n".join(rows), query, title="Pump list in Norway")
    assert "The pressure of P57 is 57 bar. The warranty of P57 is 57 months." in found


def test_a_text_that_tells_of_a_name_without_an_article_comes_before_those_that_share_its_words() -> None:
    names = queries.names("The Charles Bridge is old.")
    assert [n for n, _ in queries.merge([(1, 10.0), (2, 6.0), (3, 4.0)], names, [], 3)] == [1, 2, 3]
    assert [n for n, _ in queries.merge([(1, 10.0), (2, 6.0), (3, 4.0)], names, [], 3, {2: 1})] == [2, 1, 3]
    assert [n for n, _ in queries.merge([(1, 10.0), (2, 6.0), (3, 5.9)], names, [], 3, {2: 1, 3: 2})] == [3, 2, 1]


class Shelf:
    """Articles of which none has a name that is asked for, and an engine that ranks them as they stand."""

    def __init__(self, *texts: str) -> None:
        self.texts, self.read = texts, 0

    def search(self, terms: tuple[str, ...], limit: int) -> list[tuple[int, float]]:
        return [(i, 20.0 - i) for i in range(len(self.texts))]

    def named(self, keys: list[str]) -> list[Named]:
        return []

    longer = named

    def alike(self, keys: list[str], near: object) -> list[Named]:
        return []

    def passage(self, number: int, index: str, rank: int, score: float) -> Passage:
        self.read += 1
        return Passage(f"T{number}", self.texts[number], Source("wiki", "shelf"), rank, score)


def test_only_a_name_that_no_article_has_is_looked_for_in_the_texts() -> None:
    shelf = Shelf("Charles saw a bridge.", "Another bridge.", "In 1357 he began the Charles Bridge.")
    retriever = IndexRetriever(IndexInfo("shelf", "memory", 3), shelf, shelf)  # type: ignore[arg-type]
    assert next(retriever.search("The Charles Bridge is old.")).title == "T2"
    shelf.read = 0
    assert next(retriever.search("Bridges are old.")).title == "T0" and shelf.read == 1


class CountedWords(Shelf):
    """An engine that ranks articles by how many of the words they have."""

    def search(self, terms: tuple[str, ...], limit: int) -> list[tuple[int, float]]:
        found = ((i, float(sum(term in text.lower() for term in terms))) for i, text in enumerate(self.texts))
        return sorted((hit for hit in found if hit[1]), key=lambda hit: -hit[1])[:limit]


def test_what_the_sentences_around_a_claim_ask_for_comes_before_what_shares_a_word_with_it() -> None:
    shelf = CountedWords(
        "The queen reigned in the 15th century.", "Chess has a board, a queen, rooks, pawns.", "A rook is a bird."
    )
    retriever = IndexRetriever(IndexInfo("shelf", "memory", 3), shelf, shelf)  # type: ignore[arg-type]
    said = "The queen got her powers in the 15th century."
    text = f"Chess is old. Rooks and pawns stand on the board. {said} The board of chess is square."
    claim = Claim("0.0", 2, said, Span(text.index(said), text.index(said) + len(said)))
    assert next(retriever.search(said)).title == "T0"
    assert next(retriever.evidence(Document("d", said), replace(claim, span=Span(0, len(said))))).title == "T0"
    assert next(retriever.evidence(Document("d", text), claim)).title == "T1"
    several = text.replace("board", "bird").replace("Chess is old.", "It rained.")
    assert next(retriever.search_among(said, several.split(". "))).title == "T0", "nothing is asked for together"
