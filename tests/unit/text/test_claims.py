"""The splitter: sure facts apart, everything else whole; on any text its spans stay inside the sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.claims.rules.extract import RuleClaims
from localcheck.claims.rules.pieces import split_claims
from localcheck.claims.rules.wording import is_finite, tokenize
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

SPLIT = {
    "Weta was a New Zealand rock band formed in 1995.": [
        "Weta was a New Zealand rock band.",
        "Weta was formed in 1995.",
    ],
    "Padstow is a small town located on the north coast of Cornwall.": [
        "Padstow is a small town.",
        "Padstow is located on the north coast of Cornwall.",
    ],
    "Warhol was born on August 6, 1928, in Pittsburgh, Pennsylvania.": [
        "Warhol was born on August 6, 1928.",
        "Warhol was born in Pittsburgh, Pennsylvania.",
    ],
    "Weishaupt died in Gotha on 18 November 1830.": ["Weishaupt died in Gotha.", "Weishaupt died on 18 November 1830."],
    "The DX 60 weighs 46 kg and costs EUR 999.": ["The DX 60 weighs 46 kg.", "The DX 60 costs EUR 999."],
    "The kettle weighs 1.2 kg and costs 49 euros.": ["The kettle weighs 1.2 kg.", "The kettle costs 49 euros."],
    "Ada was born in London in 1815 and died in Marylebone in 1852.": [
        "Ada was born in London in 1815.",
        "Ada died in Marylebone in 1852.",
    ],
    "Albert Einstein, a German physicist, developed the theory of relativity and won the Nobel Prize.": [
        "Albert Einstein developed the theory of relativity.",
        "Albert Einstein was a German physicist.",
        "Albert Einstein won the Nobel Prize.",
    ],
    "In 1905, Einstein published four papers, moved to Bern and won a prize.": [
        "In 1905, Einstein published four papers.",
        "Einstein moved to Bern.",
        "Einstein won a prize.",
    ],
    "Archie Baird (1890–1962) was a Scottish footballer who played for Rangers.": [
        "Archie Baird was a Scottish footballer.",
        "Archie Baird was born in 1890.",
        "Archie Baird died in 1962.",
        "Archie Baird played for Rangers.",
    ],
    "Peter Breen (born October 28, 1965) is an American politician.": [
        "Peter Breen is an American politician.",
        "Peter Breen was born on October 28, 1965.",
    ],
    "Ada Lovelace (1815-1852) was the first programmer.": [
        "Ada Lovelace was the first programmer.",
        "Ada Lovelace was born in 1815.",
        "Ada Lovelace died in 1852.",
    ],
    "John Reynolds was an English lawyer, judge, and author.": [
        "John Reynolds was an English lawyer.",
        "John Reynolds was a judge.",
        "John Reynolds was an author.",
    ],
    "Ada was born in Warsaw and won two prizes.": ["Ada was born in Warsaw.", "Ada won two prizes."],
    "He was born in Norwich and raised in Norfolk.": ["He was born in Norwich.", "He was raised in Norfolk."],
    "He made over 200 appearances for the club, winning two Scottish titles.": [
        "He made over 200 appearances for the club.",
        "He won two Scottish titles.",
    ],
    "The tower has a defensive wall and the roof is made of concrete.": [
        "The tower has a defensive wall.",
        "The roof is made of concrete.",
    ],
    "He met Bohr in 1920; they became friends.": ["He met Bohr in 1920.", "They became friends."],
    "When the copyright expired, the church persuaded Congress and won; the bill was supported by two aides.": [
        "When the copyright expired, the church persuaded Congress and won.",
        "The bill was supported by two aides.",
    ],
    "Bach, a composer of cantatas, fugues, and Masses, died in 1750.": [
        "Bach died in 1750.",
        "Bach was a composer of cantatas, fugues, and Masses.",
    ],
    "Marie Curie, who was born in Warsaw, discovered polonium.": [
        "Marie Curie discovered polonium.",
        "Marie Curie was born in Warsaw.",
    ],
    "Matthews Arena, located in Boston, is the oldest arena.": [
        "Matthews Arena is the oldest arena.",
        "Matthews Arena is located in Boston.",
    ],
    "The bones, found in Bavaria in 1861, are rare.": [
        "The bones are rare.",
        "The bones were found in Bavaria in 1861.",
    ],
    "The walls are white; and the roof is made of tiles.": ["The walls are white.", "The roof is made of tiles."],
    "It was released on May 18, 2017 and was written by Gomez.": [
        "It was released on May 18, 2017.",
        "It was written by Gomez.",
    ],
    "A mill called the Thomas Mill was built in 1865 and remained there.": [
        "A mill called the Thomas Mill was built in 1865.",
        "A mill called the Thomas Mill remained there.",
    ],
    "The brothers flew; Marie Curie won the prize and moved to Paris.": [
        "The brothers flew.",
        "Marie Curie won the prize.",
        "Marie Curie moved to Paris.",
    ],
    "Push-button phones, introduced in 1963, replaced dials.": [
        "Push-button phones replaced dials.",
        "Push-button phones were introduced in 1963.",
    ],
    "The hotel opened in 1912 and has 300 rooms.": ["The hotel opened in 1912.", "The hotel has 300 rooms."],
    "Work was completed in 1913; the bridge opened on 4 May 1913 and was closed from 1940 to 1945.": [
        "Work was completed in 1913.",
        "The bridge opened on 4 May 1913.",
        "The bridge was closed from 1940 to 1945.",
    ],
}
WHOLE = [
    "Edmund Hillary, a beekeeper from New Zealand, and Tenzing Norgay, a Sherpa, were the first on its summit.",
    "The ship of Columbus, who came from Genoa, sank near Haiti.",
    "A ship, built in Belfast, sank in 1912.",
    "Anna Gottlieb, who was 17 years old, sang Pamina.",
    "Some painters, who lived in Paris, were poor.",
    "Einstein moved to Bern in 1902, worked at the patent office.",
    "He wrote the book in 1920, sold the house.",
    "She was born.",
    "The post was created in 1880 and held two years later.",
    "He said that the earth was flat and moved to London.",
    "If he was born in Ulm and moved to Bern, he was Swiss.",
    "Einstein might have been born in Ulm and moved to Bern.",
    "She studied pure and applied mathematics at the university.",
    "He writes books and plays for the theatre.",
    "The company was founded in 1998 under another name and renamed Emergent Solutions in 2004.",
    "Some birds swim under water and were seen in Norway.",
    "The treaty between France and Spain was signed in 1659.",
    "He is the man who was born in Rome and died in Paris.",
    "Was he born in Ulm and did he die in Bern?",
    "Construction of a church was completed, the building was remodeled in 1975 and serves as a place of worship.",
    "He did not graduate from the college and moved to Bern.",
    "He didn't graduate from the college and moved to Bern.",
    "When the first house was shut up, an angry crowd broke the door open and set it on fire.",
    "Because the river flooded, the mayor closed the bridge and opened the school.",
    "Since the river had flooded, the mayor closed the bridge and opened the school.",
    "Until 1990, the museum belonged to the city and charged no fee.",
    "Unlike Mercury, Venus has a thick atmosphere, but neither has a moon.",
    "Saturn lies behind Jupiter, and both have rings and were seen in ancient times.",
    "Mars has two moons, and each of them is small.",
    "They are often called bears, but they are not.",
    "Sweden joined the EU in 1995, but Norway did not.",
    "The bridge opened in 1912 and closed in 1990 was replaced.",
    "The bridge over the river opened in 1912",
    "The meeting of the board closed at 8.40 p.m.",
    "Her life was marred by drugs, leading to her death at the age of 26.",
    "The mural was defaced by a paintball gun, resulting in a restoration.",
    "Dortmund faced Bayern, giving the club its title.",
    "The mission was founded in 1817 as a hospital, making it the first one.",
    "According to Smith, Jesus was a magus, and his work was suppressed by James.",
    "Many left in 2008 as the club cut all ties with Newton Abbot and moved across Devon to Torquay.",
    "The prince lived there – three houses were built and can be seen from the street.",
    '"Don Giovanni", which premiered in 1787, and "The Magic Flute", written in 1791, are among his operas.',
    "爱因斯坦1879年出生于德国乌尔姆，1955年逝世于普林斯顿。",
]


@pytest.mark.parametrize("sentence", SPLIT)
def test_coordinated_facts_are_split(sentence: str) -> None:
    assert [p.text for p in split_claims(sentence)] == SPLIT[sentence]


@pytest.mark.parametrize("sentence", WHOLE)
def test_in_doubt_the_sentence_stays_whole(sentence: str) -> None:
    assert [p.text for p in split_claims(sentence)] == [sentence]


def test_a_comma_after_the_last_conjunction_does_not_split() -> None:
    sentence = "In 1905, Einstein published four papers, moved to Bern and won a prize, died in 1955."
    assert [p.text for p in split_claims(sentence)] == [
        "In 1905, Einstein published four papers.",
        "Einstein moved to Bern.",
        "Einstein won a prize, died in 1955.",
    ]


def test_a_piece_keeps_the_place_of_its_words() -> None:
    sentence = "Ada was born in London in 1815 and died in Marylebone in 1852."
    assert [p.span.of(sentence) for p in split_claims(sentence)] == [
        "Ada was born in London in 1815",
        "died in Marylebone in 1852.",
    ]


VOCABULARY = """Ada Lovelace He It the a an town was is had born died won moved opened and but , ; . ( ) 1815 1852 who which
winning in of London " – because not also"""
WORDS = st.lists(st.sampled_from(VOCABULARY.split()), max_size=40).map(" ".join)
SUBJECTS = "Ada Lovelace|He|The old town|Bach, a composer,|Ada Lovelace (1815–1852)|In 1905, Einstein|Some birds"
CLAUSES = (
    " was born in London in 1815| died in Marylebone| won two prizes| moved to Paris| was a writer of plays| has 300 rooms"
    "| did not marry| said that it was old| is the largest one| was renamed in 1852"
)
LINKS = " and|,|, and|; she|, but|, who|, winning a prize,| because he"
COORDINATED = st.builds(
    lambda subject, clause, more: subject + clause + "".join(link + further for link, further in more) + ".",
    st.sampled_from(SUBJECTS.split("|")),
    st.sampled_from(CLAUSES.split("|")),
    st.lists(st.tuples(st.sampled_from(LINKS.split("|")), st.sampled_from(CLAUSES.split("|"))), max_size=3),
)
"""Two in five of them are split; of ``WORDS`` hardly any are."""
ADDED = frozenset("was were is are born died in on won a an".split())
"""Words that a piece may have beside those of its sentence."""


@given(COORDINATED | WORDS | st.text(max_size=150))
def test_pieces_are_sentences_with_spans_inside(sentence: str) -> None:
    pieces = split_claims(sentence)
    assert pieces
    for piece in pieces:
        assert 0 <= piece.span.start <= piece.span.end <= len(sentence)
        if len(pieces) > 1:
            assert piece.text[-1] in ".!?。！"
            assert piece.text[0] == piece.text[0].upper()
            assert set(piece.text.lower().split()) - ADDED


@pytest.mark.parametrize(
    "sentence", [*SPLIT, "The bridge opened in 1912.", "The old mill closed in 1990 after the war."]
)
def test_a_sentence_cut_off_anywhere_is_a_claim(sentence: str) -> None:
    words = sentence.rstrip(".").split()
    for end in range(1, len(words) + 1):
        text = " ".join(words[:end])
        assert RuleClaims().extract(Document("text", text), split_sentences(text)), text


@given(COORDINATED | WORDS)
def test_no_word_is_invented_but_copulas_and_pasts(sentence: str) -> None:
    words = set(re.findall(r"\w+", sentence.lower()))
    for piece in split_claims(sentence):
        assert set(re.findall(r"\w+", piece.text.lower())) <= words | ADDED


@pytest.mark.parametrize("word", ["who", "that", "which"])
def test_a_relative_clause_is_about_what_the_subject_was(word: str) -> None:
    found = [p.text for p in split_claims(f"Ada was a writer {word} invented the engine.")]
    assert found == ["Ada was a writer.", "Ada invented the engine."]


@pytest.mark.parametrize(
    "thing",
    ["the town", "Bohr", "12 towns", "him", "them", "it", "himself", "herself", "itself", "themselves", "that"],
)
def test_a_past_form_with_an_object_is_a_verb(thing: str) -> None:
    """ "Used" may be an adjective; before what it has done something to, it is the verb of its clause."""
    assert is_finite(tokenize(f"used {thing} there"), 0, sure_subject=False)
    assert not is_finite(tokenize("used there"), 0, sure_subject=True)


@pytest.mark.parametrize("opening, closing", [("(", ")"), ("[", "]"), ('"', '"'), ("``", "''")])
def test_brackets_and_quotation_marks_stand_outside_of_what_they_enclose(opening: str, closing: str) -> None:
    tokens = tokenize(f"a {opening} b ( c ) {closing} d")
    assert [t.depth for t in tokens] == [0, 0, 1, 1, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("participle", "past"),
    [
        ("writing songs", "wrote songs"),
        ("marrying Ada", "married Ada"),
        ("agreeing a deal", "agreed a deal"),
        ("joining the army", "joined the army"),
        ("planning the town", None),
        ("opposing the king", "opposed the king"),
        ("opening the school", "opened the school"),
    ],
)
def test_a_final_participle_is_told_in_the_past(participle: str, past: str | None) -> None:
    sentence = f"He moved to Rome, {participle}."
    told = ["He moved to Rome.", f"He {past}."] if past else [sentence]
    assert [p.text for p in split_claims(sentence)] == told


def test_a_pronoun_far_from_its_verb_may_be_no_subject() -> None:
    assert len(split_claims("The king ruled Norway and then she moved to Rome.")) == 2
    assert len(split_claims("Ada lived in Rome and they later often secretly visited the city.")) == 1


def test_a_passive_is_not_told_in_the_active() -> None:
    for whole in (
        "The abbey was founded in 1900, renamed a college.",
        "The house was bought in 1900 and renamed the park.",
    ):
        assert [p.text for p in split_claims(whole)] == [whole]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("It whistles.", ""),
        ("She chairs.", ""),
        ("It whistles", "a heading or a fragment"),
        ("Great results.", "a heading or a fragment"),
        ("Its wheels.", "a heading or a fragment"),
    ],
)
def test_two_words_may_be_a_statement(sentence: str, why: str) -> None:
    assert why_not_checkable(sentence) == why


@pytest.mark.parametrize("after", ["in", "by", "at", "to", "as", "on", "from", "into"])
def test_a_passive_is_shared_by_two_participles(after: str) -> None:
    found = [p.text for p in split_claims(f"He was born in Norwich and raised {after} Norfolk.")]
    assert found == ["He was born in Norwich.", f"He was raised {after} Norfolk."]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Tesla never married.", ""),
        ("Bach married twice.", ""),
        ("Newton married late.", ""),
        ("Married women.", "a heading or a fragment"),
        ("Never married.", "a heading or a fragment"),
        ("A married woman", "a heading or a fragment"),
    ],
)
def test_that_somebody_married_is_a_statement(sentence: str, why: str) -> None:
    assert why_not_checkable(sentence) == why


REASONS = (
    *("no words to check", "a table row", "a question", "addressed to the reader"),
    *("an opinion", "an instruction", "a heading or a fragment"),
)


@given(st.text(max_size=12))
def test_any_line_is_checkable_or_says_why_not(line: str) -> None:
    why = why_not_checkable(line)
    assert why in ("", *REASONS)
    assert why == "no words to check" or any(char.isalnum() for char in line)


def test_marks_around_a_letter_are_a_fragment() -> None:
    assert why_not_checkable("÷_蚬") == "a heading or a fragment"


def test_a_sentence_of_another_script_is_no_heading_for_want_of_a_full_stop() -> None:
    for sentence in (
        "เชียงใหม่อยู่ทางเหนือของประเทศไทย",
        "Волга впадает в Каспийское море",
        "Երևանը Հայաստանի մայրաքաղաքն է։",
    ):
        assert why_not_checkable(sentence) == "", sentence
    assert why_not_checkable("История города") == why_not_checkable("ประวัติ") == "a heading or a fragment"


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("`2 ** 8` is 256.", "2 ** 8 is 256."),
        ("`**kwargs` collects **all** keyword arguments.", "**kwargs collects all keyword arguments."),
        ("The pattern `*.py` matches *Python* files.", "The pattern *.py matches Python files."),
        ("`hello' and **then** `bye' were his words.", "hello' and then bye' were his words."),
    ],
)
def test_asterisks_within_code_are_no_emphasis(sentence: str, claim: str) -> None:
    (found,) = RuleClaims().extract(Document("d", sentence), split_sentences(sentence))
    assert found.text == claim
