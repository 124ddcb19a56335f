"""Sentences: boundaries on hand-made cases, and the promises about offsets on any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.sentences import LONGEST, sentence_places, split_sentences

ENGLISH = [
    ["Dr. J. R. R. Tolkien met Mr. C. S. Lewis in Oxford.", "They talked for hours."],
    ["The U.S. Senate passed the bill.", "It was signed on Jan. 5, 1990."],
    ["He moved to the U.S. in 1933.", "He died there."],
    ["Pi is about 3.14159.", "E is about 2.718."],
    ['He said, "Do not go."', "Then he left."],
    ["It opened at 5 p.m. on Friday.", "Doors closed at 11 p.m.", "Nobody stayed."],
    ["Is it true?", "Yes!", "It is."],
    ["See Fig. 3 and Sec. 2.1 for details.", "The results of Smith et al. (2004) agree."],
    ["The company, Apple Inc., was founded in 1976.", "Its founder was Steve Jobs."],
    ["Martin Luther King Jr. was born in Atlanta.", "He was a minister."],
    ["This is e.g. a test, i.e. an example.", "Another follows."],
    ["Visit www.example.com for more.", "Or mail a.b@example.org."],
    ["Vol. 2, pp. 34-56 contains the proof.", "Q.E.D. is written at the end."],
    ["(This is a parenthetical sentence.)", "This is not."],
    ["George W. Bush was president.", "His father was George H. W. Bush."],
    ["In the 2nd ed. of the book, this changed.", "The 3rd kept it."],
    ["He paused... and then went on.", "Nobody spoke."],
    ["Yahoo! was founded in 1994.", "It is based in Sunnyvale."],
    ["She studied biology.", "Ms. Lowell died in 2024."],
    ["The grant was received.", "Cllr. Patel asked for the 2nd Bn. Royal Welch Fusiliers."],
    ["See para. 34 and Sect. 3.2.", "The village, pop. 5,000, is small."],
    ["It was cold at 6 a.m.", "It is 5 km. long and cost €3.4bn. in 2020.", "Add 1 tbsp. cornflour."],
    ["Train EC 212 dep. 8:02, arr. Villach 9:07.", "It is full."],
    ["Der 2. Weltkrieg endete 1945.", "Im 19. Jahrhundert malte er."],
    ["Papst Johannes Paul II. besuchte Polen.", "Er blieb acht Tage."],
    ["Mme. Curie est née en 1867.", "Elle vit Avda. Sol."],
    ["Er war im Jahr 12.", "Danach kam Anna."],
    ["Who's Afraid of Virginia Woolf? is a play.", "Jeopardy! was a show.", "Is it?", "He left."],
    ["It passes Vienna and Belgrade…", "Its name is Latin."],
    ["The cloth is 70 metres long.[^1]", "It is kept in Bayeux.²", "It was made in 1077.[2][3]", "Then it was lost."],
    [
        "The club opened on 3 May.",
        "Tom Hill fell ill.",
        "Ada told me.",
        "Émile said no.",
        "It has no. 7 on it.",
        "May. J. May left.",
    ],
    ['"He told me."', "Isaac paints (Bob, too, etc.)", "Tom calls it art.", "Ada agrees.", "See art. 4 of it."],
    ["The bolt measures 5 mm.", "Tom takes 10 min.", "Walking is healthy.", "Bring tents, maps, etc.", "Tom is here."],
    ["**Memory safety.**", "Rust has no garbage collector."],
]
CHINESE = [
    ["爱因斯坦1879年出生于德国乌尔姆。", "他是一位物理学家。"],
    ["「はい。」と言った。", "彼は行った。"],
    ["他问:“你去哪里？”", "我没有回答！"],
    ["圆周率约为3.14159。", "这是无理数。"],
    ["从2024年1月1日起共有59天。", "1900年是闰年。"],
    ["他说：“对。”", "2019年他走了！", "3天后回来了。"],
    ["北京（首都）是中国的城市。", "人口超过2000万；面积很大。"],
    ["苹果公司（Apple Inc.）成立于1976年。", "总部在加州。"],
    ["其营收为3833亿美元。", "iPhone 15于2023年发布。", "eBay是公司。"],
    ["『真的嗎？！』她問。", "她说“好！”，然后走了。", "《为什么？》是书。", "《你好！》2021年上映。"],
]


def texts(text: str) -> list[str]:
    return [s.text for s in split_sentences(text)]


@pytest.mark.parametrize("sentences", ENGLISH)
def test_english_boundaries(sentences: list[str]) -> None:
    assert texts(" ".join(sentences)) == sentences


@pytest.mark.parametrize("sentences", CHINESE)
def test_chinese_boundaries(sentences: list[str]) -> None:
    assert texts("".join(sentences)) == sentences


def test_headings_items_and_rows_are_their_own_sentences() -> None:
    text = "# Marie Curie\nShe was born in Warsaw\n\n- first item\n- second item\n1. third\n| a | b |\n| 1 | 2 |\n"
    assert texts(text) == [
        "# Marie Curie",
        "She was born in Warsaw",
        "- first item",
        "- second item",
        "1. third",
        "| a | b |",
        "| 1 | 2 |",
    ]


def test_a_wrapped_line_stays_in_its_sentence() -> None:
    text = "Marie Curie was a physicist who conducted pioneering research\non radioactivity. She was\nborn in Warsaw."
    assert texts(text) == [text[:79], text[80:]]


def test_a_short_title_line_is_not_joined_to_the_paragraph() -> None:
    assert texts("Early life\nMarie was born in Warsaw, in what was then the Kingdom of Poland.")[0] == "Early life"


def test_symbols_alone_join_the_sentence_before() -> None:
    assert texts("One.\n\n***\n\nTwo.") == ["One.\n\n***", "Two."]
    assert texts("--- ...") == ["--- ..."]


@pytest.mark.parametrize("nothing", ["", " ", "\n\n\t\r\n"])
def test_nothing_has_no_sentences(nothing: str) -> None:
    assert split_sentences(nothing) == ()


def test_a_text_without_full_stops_is_cut() -> None:
    pieces = split_sentences("word " * 5_000)
    assert len(pieces) > 10
    assert max(len(s.text) for s in pieces) <= LONGEST


ANY = st.text(max_size=300) | st.lists(
    st.sampled_from(
        [*"aB .!?\n\r\t\"'()[]#*-|>1", "Dr. ", "e.g. ", "。", "“", "”", "\u3000", "\u2028", "\ud800", "中"]
    ),
    max_size=120,
).map("".join)


@given(ANY)
def test_spans_are_ordered_disjoint_exact_and_cover_everything(text: str) -> None:
    sentences = split_sentences(text)
    covered = set()
    last = 0
    for index, sentence in enumerate(sentences):
        assert sentence.index == index
        assert sentence.span.of(text) == sentence.text
        assert sentence.text == sentence.text.strip() != ""
        assert sentence.span.start >= last
        last = sentence.span.end
        covered.update(range(sentence.span.start, last))
    assert all(char.isspace() or at in covered for at, char in enumerate(text))


def test_a_no_at_the_beginning_is_an_answer_and_no_number() -> None:
    found = [s.text for s in split_sentences("No. Relivon is a drug. It is in No. Ten.", "en")]
    assert found == ["No.", "Relivon is a drug.", "It is in No. Ten."]


def test_a_unit_of_one_letter_ends_a_sentence() -> None:
    def texts(text: str) -> list[str]:
        return [s.text for s in split_sentences(text, "en")]

    assert texts("The pump weighs 2500 g. Costs were halved.") == ["The pump weighs 2500 g.", "Costs were halved."]
    assert texts("It is 5 m. Then it ends.") == ["It is 5 m.", "Then it ends."]
    assert texts("In 1990 J. Smith wrote it.") == ["In 1990 J. Smith wrote it."]
    for unit in ("100 km/h", "25 m/s", "5 mg/l", "3 m³/s", "100 W", "1,000 N", "50 J", "5 A", "300 K"):
        first, second = f"It is {unit}.", "Marie Curie was born in Paris."
        assert texts(f"{first} {second}") == [first, second]
    for end in (
        "The number is n",
        "We divide by y",
        "It follows that y = 2x",
        "The slope of a + b",
        "a density of 5 g/cm",
    ):
        assert texts(f"{end}. Then it stops.") == [f"{end}.", "Then it stops."]
    assert texts("So 7! = 5040. That is large.") == ["So 7! = 5040.", "That is large."]
    for name in ("It dates to c. AD 500.", "Work by v. Neumann stands.", "It was Roe v. Wade."):
        assert texts(name) == [name]
    for name in ("It was in 1912 W. Smith built it.", "See page 5 J. Smith wrote.", "By 1950 A. Miller knew."):
        assert len(texts(name)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "一、万里长城很长\n二、故宫在北京",
        "（一）长城很长\n（二）故宫在北京",
        "（1）长城很长\n（2）故宫在北京",
        "1、甲很高\n2、乙很高",
    ],
)
def test_items_with_chinese_numbers_are_sentences_of_their_own(text: str) -> None:
    assert [sentence.text for sentence in split_sentences(text)] == text.split("\n")


def test_lines_without_a_stop_that_begin_with_a_capital_are_rows() -> None:
    rows = ["Mount Kenya is the highest mountain in Kenya", "It is an extinct volcano", "E-mail: a.b@example.org"]
    assert texts("\n".join(rows)) == rows
    wrapped = "The tower, which was designed by the engineer\nGustave Eiffel and built in two years, stands in\nParis."
    assert texts(wrapped) == [wrapped]


@pytest.mark.parametrize(
    "lines",
    [
        [
            "2003–2007 PhD at the ETH Zurich",
            "2007–2015 Research associate at the Max Planck Institute in Mülheim (Ruhr).",
        ],
        [
            "THE HISTORY AND THE ORIGINS OF COFFEE IN ETHIOPIA AND YEMEN",
            "Coffee is native to Ethiopia and grows there.",
        ],
        [
            "Adults: day ticket £7.50, two hours £5.00, ten visits £45.00",
            "Children (4 to 15 years): day ticket £4.00, two hours £2.80, ten visits £25.00",
            "**Under 4:** free of charge, but only together with an adult or an older child",
        ],
        ["2.1 The bridge was repaired.", "2.2 The clerk asked for the grant."],
        ["i. She had three children.", "ii. She died of cancer.", "iii. She is buried in Hucknall."],
        ["[1] Smith, Oxford 1999, page 3", "[2] Jones, Leeds 2001, page 4."],
        ["① 天坛建于1420年。", "② 故宫建于1420年。"],
        ["Dear all,", "The meeting on Monday is cancelled."],
        ["## 2. Trains and flights", "Employees travel in second class."],
        [
            "Common: headache, wind",
            "Rare: blurred vision, joint pain",
            "Stop at once and see a doctor if your tongue swells.",
        ],
    ],
)
def test_dated_lines_headings_in_capitals_sections_and_items_are_apart(lines: list[str]) -> None:
    assert texts("\n".join(lines)) == lines


def test_a_number_at_the_beginning_of_a_wrapped_line_is_no_section() -> None:
    text = "In the year of the great flood the village of Little Wenham paid\n2.5 Million pounds for the bridge over the river."
    assert texts(text) == [text]


def test_a_ruler_ends_a_sentence_and_an_initial_does_not() -> None:
    assert texts("He wrote in the reign of Elizabeth I. Karl Marx came later.") == [
        "He wrote in the reign of Elizabeth I.",
        "Karl Marx came later.",
    ]
    assert len(texts("She met the poet Walter I. Smith in Leeds.")) == 1
    assert len(texts("It was built at the end of World War I. Polish mathematicians broke it.")) == 2


@pytest.mark.parametrize(("opened", "closed"), ['""', "()", "“”"])
def test_a_mark_that_is_closed_far_away_leaves_the_sentences_of_a_long_line_apart(opened: str, closed: str) -> None:
    said = [f"The house number {n} is yellow and stands in the north of the town." for n in range(60)]
    said = [f"He said {opened}hello.", *said, f"It was large{closed} then."]
    assert texts(" ".join(said)) == said


@pytest.mark.parametrize("mark", ["“", "`", "' "])
def test_a_long_block_is_cut_in_parts_and_not_within_sentences(mark: str) -> None:
    text = mark * 30_000 + " It ends here. " + "Ada was born in 1815. She died in London. " * 600
    said = [span.of(text) for span in sentence_places(text)]
    assert said[-1200:] == ["Ada was born in 1815.", "She died in London."] * 600
