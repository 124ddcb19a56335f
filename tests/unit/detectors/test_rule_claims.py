"""The extractors without a language model: ids, spans, marks, and rewriting over a whole document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.claims.rules.kinds import declared
from localcheck.ports import Extractor
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document


def claims(text: str, title: str = "", extractor: Extractor | None = None) -> list[Claim]:
    return (extractor or RuleClaims()).extract(Document("t", text, title), split_sentences(text))


def test_claims_are_split_and_stand_on_their_own() -> None:
    text = "Ada Lovelace was a mathematician. She was born in London and died in Marylebone."
    found = claims(text)
    assert [(c.id, c.text) for c in found] == [
        ("0.0", "Ada Lovelace was a mathematician."),
        ("1.0", "Ada Lovelace was born in London."),
        ("1.1", "Ada Lovelace died in Marylebone."),
    ]
    assert found[2].span.of(text) == "died in Marylebone."
    assert found[2].note == "split from its sentence; She → Ada Lovelace"


def test_a_split_that_would_lose_its_subject_is_taken_back() -> None:
    text = "Albert Einstein was a physicist. Einstein saw Bohr in 1920, and they became friends."
    assert [c.text for c in claims(text)][1:] == ["Albert Einstein saw Bohr in 1920, and they became friends."]
    met = [c.text for c in claims(text.replace("saw", "met"))][1:]
    assert met == ["Albert Einstein met Bohr in 1920.", "Albert Einstein and Bohr became friends."]


def test_markup_goes_from_the_wording_and_stays_in_the_span() -> None:
    text = "- **Ada Lovelace** was born in [London](https://example.org) and died\nin `Marylebone`."
    found = claims(text)
    assert [c.text for c in found] == ["Ada Lovelace was born in London.", "Ada Lovelace died in Marylebone."]
    assert found[1].span.of(text) == "died\nin `Marylebone`."


@pytest.mark.parametrize("pictures", ["\U0001f600 ", "\U0001f389", "✅ ", "⚠️ \U0001f389 "])
def test_pictures_before_a_sentence_do_not_keep_its_pronoun(pictures: str) -> None:
    found = claims(f"Marie Curie was born in Warsaw in 1867. {pictures}She won two Nobel Prizes.")
    assert [c.text for c in found][1:] == ["Marie Curie won two Nobel Prizes."]


@pytest.mark.parametrize("text", ["♀ is the symbol of Venus.", "\U0001f602 was the word of the year 2015."])
def test_a_picture_that_a_sentence_is_about_stays(text: str) -> None:
    assert [c.text for c in claims(text)] == [text]


def test_the_mark_of_a_footnote_is_no_part_of_it() -> None:
    (found,) = claims("[^1]: Ada Lovelace was born in London.")
    assert found.text == "Ada Lovelace was born in London."


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("a. Glucose has six carbon atoms.", "Glucose has six carbon atoms."),
        ("(iii) Ada is buried in Hucknall.", "Ada is buried in Hucknall."),
        ("2.1 The bridge was repaired in 2020.", "The bridge was repaired in 2020."),
        ("– Ada was born in London.", "Ada was born in London."),
        ("- [x] Rust is open source.", "Rust is open source."),
        ("² The museum closed in 2025.", "The museum closed in 2025."),
        ("The museum closed in 2025.²", "The museum closed in 2025."),
        ("(The Danube rises in the Black Forest.)", "The Danube rises in the Black Forest."),
        ("A: The bridge was built in 1932.", "The bridge was built in 1932."),
        ("（一）故宫建于1420年。", "故宫建于1420年。"),
        ("① 天坛建于1420年。", "天坛建于1420年。"),
        ("答：长江全长6300公里。", "长江全长6300公里。"),
        ("爱因斯坦提出了相\n对论，于1933年\r\n移居美国。", "爱因斯坦提出了相对论，于1933年移居美国。"),
        ("The Act ([2004] EWCA Civ 12) covers 5 m².", "The Act ([2004] EWCA Civ 12) covers 5 m²."),
        ("A. Einstein was born in Ulm.", "A. Einstein was born in Ulm."),
        ("三、四月的北京多风。", "三、四月的北京多风。"),
    ],
)
def test_marks_around_a_sentence_are_no_part_of_its_claim(sentence: str, claim: str) -> None:
    (found,) = claims(sentence)
    assert found.text == claim
    assert found.span.of(sentence) == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "请假申请须提前三天提交。",
        "别墅位于海边。",
    ],
)
def test_what_only_looks_like_an_instruction_is_a_claim(sentence: str) -> None:
    assert [claim.note for claim in claims(sentence)] == [""]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Preheat the oven to 250 °C (fan 230 °C).", "an instruction"),
        ("Bake for 20 minutes, until the tops are dark.", "an instruction"),
        ("Visit https://example.org for more.", "an instruction"),
        ("See Smith v. Jones, para. 34.", "an instruction"),
        ("If you have any questions, do not hesitate to write to me.", "an instruction"),
        ("I hope this is of some use.", "addressed to the reader"),
        ("Have a nice day.", "addressed to the reader"),
        ("Here is the answer.", "addressed to the reader"),
        ("Here is what I have for the music round.", "addressed to the reader"),
        ("Here’s what I found", "addressed to the reader"),
        ("Here is a short overview of Louis Pasteur.", "addressed to the reader"),
        ("Here are some key facts about the Danube.", "addressed to the reader"),
        ("Below is a brief biography of Marie Curie.", "addressed to the reader"),
        ("This essay is about Iceland.", "addressed to the reader"),
        ("Good luck with your project!", "addressed to the reader"),
        ("Best regards, Anna", "addressed to the reader"),
        ("Who was Ada Lovelace?", "a question"),
        ("谁是爱因斯坦？", "a question"),
        ("I think the tower is beautiful.", "an opinion"),
        ("Paris is a very beautiful city.", "an opinion"),
        ("Arguably, it was beautiful.", "an opinion"),
        ("Please read the manual.", "an instruction"),
        ("Consider the following example.", "an instruction"),
        ("You should visit the tower.", "an instruction"),
        ("You can also try the lift.", "an instruction"),
        ("After two days you could try again.", "an instruction"),
        ("You could also add a little salt, but only at the end.", "an instruction"),
        ("We can help you with that.", "an instruction"),
        ("You must see the museum.", "an instruction"),
        ("This means that you should call us.", "an instruction"),
        ("请提前三天提交申请。", "an instruction"),
        ("You may also want to try the soup.", "an instruction"),
        ("One must admit that it is old.", "an instruction"),
        ("# Early life", "a heading or a fragment"),
        ("Early life", "a heading or a fragment"),
        ("Sure! Here is a summary.", "addressed to the reader"),
        ("https://example.org/a", "no words to check"),
    ],
)
def test_what_asserts_nothing_is_marked(sentence: str, reason: str) -> None:
    found = claims(sentence)[0]
    assert not found.checkable
    assert found.note == reason


@pytest.mark.parametrize(
    "sentence",
    [
        "Never again did England suffer such an outbreak.",
        "Never before had a woman won the prize.",
        "Never in her life did she leave Paris.",
        "Never married, she lived in Paris.",
        "Never shy, he became a singer in 1950.",
        "We can trace the origins of the city to 1150.",
        "Here is the church where he was buried.",
        "Here is an overview of Pasteur, who was born in 1822.",
        "This book is about Iceland.",
    ],
)
def test_a_statement_that_begins_like_an_instruction_or_a_greeting_is_checked(sentence: str) -> None:
    assert [(claim.text, claim.checkable) for claim in claims(sentence)] == [(sentence, True)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Berlin ist groß.",
        "Marte es rojo.",
        "Mars est rouge.",
        "Marte è rosso.",
        "Marte é vermelho.",
        "Mars jest czerwony.",
        "월은 행성이다.",
        "المريخ أحمر.",
        "چاند گول ہے۔",
        "मंगल लाल है।",
        "Марс красный.",
        "Ο Άρης κόκκινος.",
        "つきはあかい。",
    ],
)
def test_a_short_sentence_of_another_language_is_no_fragment(sentence: str) -> None:
    """Rules for English called it one, so a text of such sentences passed; now its language is the reason."""
    assert all(claim.checkable for claim in claims(sentence))


@pytest.mark.parametrize(
    "fragment",
    [
        "Civil war.",
        "Victorian era.",
        "Rio de Janeiro.",
        "Smith et al.",
        "Great news.",
        "Red hat.",
        "Leonardo da Vinci.",
        "Москва",
        "월은 행성",
        "Ελλάδα",
        "π.",
        "Greek letter α.",
        "Berlin, die Stadt",
    ],
)
def test_names_and_labels_stay_fragments(fragment: str) -> None:
    assert [claim.note for claim in claims(fragment)] == ["a heading or a fragment"]


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("I think the tower is tall.", "The tower is tall."),
        ("In my opinion, the tower is tall.", "The tower is tall."),
        ("Arguably, he was the best player.", "He was the best player."),
        ("我认为他是最好的。", "他是最好的。"),
    ],
)
def test_what_an_opinion_says_of_the_world_is_a_claim(sentence: str, claim: str) -> None:
    (found,) = claims(sentence)
    assert found.checkable and found.text == claim


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Paris is a beautiful city in Germany.", "Paris is a city in Germany."),
        ("Ada was an amazing chemist from Italy.", "Ada was a chemist from Italy."),
        ("It is a wonderful Italian kettle.", "It is an Italian kettle."),
        ("It is a beautiful and old town on the Vltava.", "It is an old town on the Vltava."),
        ("It is one of the most fascinating halls of Madrid.", "It is one of the halls of Madrid."),
        ("It is the most beautiful city in Italy.", "It is a city in Italy."),
        ("They are lovely towns in Italy.", "They are towns in Italy."),
        ("It was a terrible winter in which 3,000 people died.", "It was a winter in which 3,000 people died."),
        ("It is a wonderful lid made of plastic.", "It is a lid made of plastic."),
        ("Rome is arguably the largest city in Germany.", "Rome is arguably the largest city in Germany."),
        ("It is lovely because it is made in China.", "It is lovely because it is made in China."),
        ("柏林是法国一座非常美丽的城市。", "柏林是法国一座非常美丽的城市。"),
    ],
)
def test_what_stands_beside_praise_is_a_claim_without_it(sentence: str, claim: str) -> None:
    (found,) = claims(sentence)
    assert found.checkable and found.text == claim


@pytest.mark.parametrize(
    "sentence",
    [
        "It is a lovely place for a walk.",
        "It is a wonderful book that everyone should read.",
        "I like it because it is so quiet.",
        "I love Paris.",
        "It was an amazing day, and we loved it.",
        "The food was awful and the staff were terrible.",
        "It is so boring that I left.",
        "这本书非常精彩。",
    ],
)
def test_pure_opinion_is_no_claim(sentence: str) -> None:
    (found,) = claims(sentence)
    assert not found.checkable and found.note == "an opinion"


def test_a_part_of_a_sentence_beside_an_opinion_is_a_claim() -> None:
    found = claims("It is lovely, and it is made in China.")
    assert [(c.text, c.checkable) for c in found] == [("It is lovely.", False), ("It is made in China.", True)]
    (whole,) = claims("The kettle is lovely, and it is made in China.")
    assert whole.checkable, "a sentence whose parts cannot be read alone"


@pytest.mark.parametrize(
    "sentence",
    [
        "Work began in 1905.",
        "The tower is 330 m tall.",
        "Study of the sea began in 1872.",
        "He wrote the beautiful song in 1990.",
        "Born in London, she was a mathematician.",
        "Population: 2,102,650",
        "You can see Neptune without a telescope.",
        "You may bring your dog.",
        "You must not take it with aspirin.",
        "You have to pay customs duties.",
        "You need to cancel in writing.",
        "No one may enter without a ticket.",
        "You can check in at noon.",
        "You can call support on Sundays.",
        "You can use the breakfast buffet for free.",
        'Edward Albee wrote "Who\'s Afraid of Virginia Woolf?"',
        "Leonardo was born in Vinci in 1452 (or 1453?)",
        "Set in 1920s Chicago, the film follows three dancers.",
        "Heat waves in 2003 killed 70,000 people.",
        "Confucius (孔子) was a philosopher of the sixth century.",
        "CEO是Elon Musk。",
        "Venus rotates backwards.",
    ],
)
def test_what_can_be_checked_is_not_marked(sentence: str) -> None:
    assert claims(sentence)[0].checkable


def test_the_title_is_no_claim() -> None:
    text = "The life of Ada Lovelace\n\nShe was born in London."
    assert [c.checkable for c in claims(text, "The life of Ada Lovelace")] == [False, True]


def test_other_languages_keep_their_sentences() -> None:
    text = "Die Stadt wurde im Jahr 1200 gegründet und ist die Hauptstadt des Landes. Sie liegt an einem Fluss."
    assert [c.text for c in claims(text)] == [s.text for s in split_sentences(text)]


def test_whole_sentences_stay_as_they_are() -> None:
    text = "Ada was born in London and died in Marylebone. She wrote."
    assert [c.text for c in claims(text, extractor=SentenceClaims())] == [s.text for s in split_sentences(text)]


SENTENCES = (
    *(
        "Ada Lovelace was a mathematician.",
        "She was born in London and died in 1852.",
        "He met Bohr, who left.",
        "\n\n",
    ),
    *(
        "# Life",
        "It is old.",
        "- **item** one",
        "他是。",
        "?",
        "“Quote.”",
        "\ud800",
        "The city (1815–1852) was a town, and it won.",
    ),
)
DOCUMENTS = st.lists(st.sampled_from(SENTENCES), max_size=8).map(" ".join)


@given(DOCUMENTS | st.text(max_size=200))
def test_every_sentence_has_claims_inside_it(text: str) -> None:
    sentences = split_sentences(text)
    found = claims(text)
    assert sorted({c.sentence for c in found}) == [s.index for s in sentences]
    assert len({c.id for c in found}) == len(found)
    assert [c.sentence for c in found] == sorted(c.sentence for c in found)
    for claim in found:
        home = sentences[claim.sentence].span
        assert home.start <= claim.span.start <= claim.span.end <= home.end
        assert claim.text == " ".join(claim.text.split())


@pytest.mark.parametrize(
    ("name", "sentence", "kinds"),
    [
        ("Ada", "Ada was an English mathematician and writer.", {"mathematician", "writer"}),
        ("Paris", "Paris is the capital and largest city of France.", {"capital", "city"}),
        ("Ada", "Ada was the daughter of Lord Byron.", set()),
        ("Ada", "Ada was an artist and the eldest daughter of Lord Byron.", {"artist"}),
        ("Model", "Model is the T-3000 of a series.", set()),
        ("Eiffel Tower", "Eiffel Tower is in Paris.", {"tower"}),
        ("Ada", "Byron was a poet.", set()),
    ],
)
def test_what_an_entity_is_said_to_be(name: str, sentence: str, kinds: set[str]) -> None:
    assert declared(name, [sentence]) == kinds


def test_a_text_about_one_thing_after_another_is_about_none_of_them() -> None:
    halley = "Edmond Halley was an English astronomer."
    several = [
        "The first heart transplant took place in Cape Town.",
        halley,
        "The first steam engine stood in England.",
    ]
    assert [c.about for c in claims("\n\n".join(several))] == ["", "", ""]
    one = [
        "Apollo 11 was a spaceflight.",
        "It began in 1969.",
        "The flight took eight days.",
        "The crew landed in the sea.",
    ]
    for gap in (" ", "\n\n"):
        assert [c.about for c in claims(gap.join(one))] == ["", "", "Apollo 11", "Apollo 11"]
        assert claims(gap.join(one))[1].text == "Apollo 11 began in 1969."


@pytest.mark.parametrize("extractor", [RuleClaims(), SentenceClaims()])
def test_lines_without_full_stops_are_statements_where_half_of_them_have_a_plain_verb(extractor: Extractor) -> None:
    lines = [
        "Koalas live mainly on fish",
        "The bat is a mammal",
        "Giant pandas mostly eat bamboo",
        "Mars has two moons",
    ]
    found = claims("\n".join(lines), extractor=extractor)
    assert [(c.text, c.checkable, c.about) for c in found] == [(line, True, "") for line in lines]
    assert [c.checkable for c in claims("Koalas live mainly on fish", extractor=extractor)] == [True]


@pytest.mark.parametrize("extractor", [RuleClaims(), SentenceClaims()])
def test_lines_without_full_stops_are_headings_beside_sentences_and_in_outlines(extractor: Extractor) -> None:
    found = claims("Food of the koalas in Australia\n\nKoalas eat leaves.", extractor=extractor)
    assert [c.checkable for c in found] == [False, True]
    outline = "Early life of the painter\nTravels in the far north\nThe war was lost\nLater years in the south"
    assert [c.checkable for c in claims(outline, extractor=extractor)] == [False, False, True, False]
