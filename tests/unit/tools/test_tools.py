"""The other tools without a model: lengths, dates, word problems, code blocks, the toolbox."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.agent.arithmetic.formula import shown
from localcheck.agent.arithmetic.word_problems import against_question, is_problem
from localcheck.agent.reflection import Quantity, quantities_in
from localcheck.agent.tools.calculator import calculator
from localcheck.agent.tools.calendar import WEEKDAYS, calendar, without_weekday
from localcheck.agent.tools.code_examples import code_blocks, examples, needed
from localcheck.agent.tools.code_interpreter import code_interpreter
from localcheck.agent.tools.dates import dates
from localcheck.agent.tools.described import DescribedTool, Toolbox, Unit, answered
from localcheck.agent.tools.get_answer import get_answer
from localcheck.agent.tools.letters import letter_count
from localcheck.agent.tools.word_count import asked_length, counted, fits, word_count
from localcheck.errors import ToolError
from localcheck.registry import TOOLS
from localcheck.types import Label, Span


def unit(text: str, question: str = "", whole: bool = False) -> Unit:
    return Unit(text, 0, Span(0, len(text)), question, text, whole, last=True)


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)), st.integers(0, 5000))
def test_days_between_any_two_dates(first: date, days: int) -> None:
    second = min(first + timedelta(days=days), date(2999, 12, 31))
    gap = (second - first).days
    for written in ("{0:%Y}-{0:%m}-{0:%d}", "{0.year}年{0.month}月{0.day}日"):
        question = f"从{written.format(first)}到{written.format(second)}共有多少天？"
        assert calendar()({"sentence": str(gap), "question": question}).label is Label.SUPPORTED
        assert calendar()({"sentence": str(gap + 1), "question": question}).label is Label.REFUTED


@given(st.dates(date(1753, 1, 1), date(2999, 12, 31)), st.sampled_from(WEEKDAYS))
def test_weekdays_agree_with_the_standard_library(day: date, name: str) -> None:
    said = f"{day.day} {day:%B} {day.year:04} was a {name}."
    wanted = Label.SUPPORTED if WEEKDAYS[day.weekday()] == name else Label.REFUTED
    assert calendar()({"sentence": said}).label is wanted


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("4 July 1776", date(1776, 7, 4)),
        ("July 4th, 1776", date(1776, 7, 4)),
        ("the 4th of July 1776", date(1776, 7, 4)),
        ("1776-07-04", date(1776, 7, 4)),
        ("4.7.1776", date(1776, 7, 4)),
        ("１７７６年７月４日", date(1776, 7, 4)),
        ("二〇二四年二月二十九日", date(2024, 2, 29)),
        ("30 February 2024", None),
    ],
)
def test_dates_as_people_write_them(text: str, day: date | None) -> None:
    from localcheck.agent.tools.dates import plain_dates

    assert [d.day for d in dates(plain_dates(text))] == [day]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1900 was a leap year.", Label.REFUTED),
        ("2000年是闰年。", Label.SUPPORTED),
        ("1900 was not a leap year.", Label.SUPPORTED),
        ("There are 30 days between 1 January 2024 and 31 January 2024.", Label.SUPPORTED),
        ("29 February 2023 was a Wednesday.", Label.REFUTED),
        ("He was born on 4 July 1776.", Label.NOT_ENOUGH_EVIDENCE),
        ("The year 2024 isn't a leap year.", Label.REFUTED),
        ("Every fourth year is a leap year, but 2100 is not.", Label.NOT_ENOUGH_EVIDENCE),
        ("Three days after 1 May 2020 was a Monday.", Label.SUPPORTED),
        ("2 weeks before 1 May 2020 was a Saturday.", Label.REFUTED),
        ("A few days after 1 May 2020 was a Monday.", Label.NOT_ENOUGH_EVIDENCE),
        # Texts give dates before 1753 by the old calendar or by the new one.
        ("The Battle of Hastings, on 14 October 1066, was a Saturday.", Label.NOT_ENOUGH_EVIDENCE),
        ("Charles I was executed on Tuesday, 30 January 1649.", Label.NOT_ENOUGH_EVIDENCE),
        ("He was born on 29 February 1500.", Label.NOT_ENOUGH_EVIDENCE),
        ("1500 was a leap year.", Label.NOT_ENOUGH_EVIDENCE),
        ("He was born on 29 February 1501.", Label.REFUTED),
        # A number of days or the name of a day that belongs to something else.
        ("Between 1 March 2021 and 30 March 2021 he worked 15 days.", Label.NOT_ENOUGH_EVIDENCE),
        ("He was ill for 3 days between 1 May 2020 and 20 May 2020.", Label.NOT_ENOUGH_EVIDENCE),
        ("从2024年1月1日到2024年1月31日，他请了3天假。", Label.NOT_ENOUGH_EVIDENCE),
        ("The Sunday Times appeared on 20 November 1822.", Label.NOT_ENOUGH_EVIDENCE),
        ("Tuesday Weld was born on 27 August 1943.", Label.NOT_ENOUGH_EVIDENCE),
        ("The Black Friday sale began on 28 November 2024.", Label.NOT_ENOUGH_EVIDENCE),
        ("《星期三周刊》创刊于2024年5月2日。", Label.NOT_ENOUGH_EVIDENCE),
        ("He wrote to her on 7 May 2025 and again on the Monday after.", Label.NOT_ENOUGH_EVIDENCE),
        ("The report of 7 May 2025 is published every Monday.", Label.NOT_ENOUGH_EVIDENCE),
        ("2024年5月1日，他每周五去上课。", Label.NOT_ENOUGH_EVIDENCE),
        ("2025 follows a leap year.", Label.NOT_ENOUGH_EVIDENCE),
        ("There is no 31 June 2023 in any calendar.", Label.NOT_ENOUGH_EVIDENCE),
        ("没有2023年2月30日这一天。", Label.NOT_ENOUGH_EVIDENCE),
        ("On Monday, 6 May 2025, he wrote.", Label.REFUTED),
        ("7 May 2025 fell on a Monday.", Label.REFUTED),
        ("The trip lasted from 3 May 2024 to 10 May 2024, 9 days in all.", Label.REFUTED),
        ("2024年10月1日是周三。", Label.REFUTED),
        ("The Blitz lasted 57 days, from 7 September 1940 to 2 November 1940.", Label.NOT_ENOUGH_EVIDENCE),
        ("The offer runs from 1 March 2024 to 31 March 2024, 31 days in total.", Label.NOT_ENOUGH_EVIDENCE),
        ("The Blitz lasted 56 days, from 7 September 1940 to 2 November 1940.", Label.SUPPORTED),
        ("The Blitz lasted 58 days, from 7 September 1940 to 2 November 1940.", Label.REFUTED),
        ("展览从2024年3月1日到2024年3月31日，历时31天。", Label.NOT_ENOUGH_EVIDENCE),
        ("There are 32 days from 1 March 2024 to 1 April 2024.", Label.REFUTED),
        ("2024年3月1日与2024年4月1日相差32天。", Label.REFUTED),
        ("会议从2024年5月6日（星期二）开到2024年5月8日（星期三）。", Label.REFUTED),
        ("会议从2024年5月6日（星期一）开到2024年5月8日（星期三）。", Label.SUPPORTED),
        ("It runs from Monday, 6 May 2024 to Friday, 8 May 2024.", Label.REFUTED),
        ("The Sunday Times of 20 November 2022 and 28 November 2022 said so.", Label.NOT_ENOUGH_EVIDENCE),
        ("On 3 May 2024 he left; on Monday he came, and on 9 May 2024 he went.", Label.NOT_ENOUGH_EVIDENCE),
        ("2023年2月有29天。", Label.REFUTED),
        ("2024年全年共有366天。", Label.SUPPORTED),
        ("June has 31 days.", Label.REFUTED),
        ("There are 365 days in 2024.", Label.REFUTED),
        ("There are 29 days in February 2024.", Label.SUPPORTED),
        ("2024年4月有20天。", Label.NOT_ENOUGH_EVIDENCE),
        ("February has 28 days.", Label.NOT_ENOUGH_EVIDENCE),
        ("April had 30 days of rain.", Label.NOT_ENOUGH_EVIDENCE),
        # What is computed, dialled or numbered is no date that the calendar lacks.
        ("1200 - 50 - 50 = 1100.", Label.NOT_ENOUGH_EVIDENCE),
        ("So 1500 / 15 / 20 = 5.", Label.NOT_ENOUGH_EVIDENCE),
        ("1200 - 2 - 30 = 1168.", Label.NOT_ENOUGH_EVIDENCE),
        ("The rest is 3000 - 1200 - 2 - 30 = 1768.", Label.NOT_ENOUGH_EVIDENCE),
        ("Call 1800-22-45.", Label.NOT_ENOUGH_EVIDENCE),
        ("The deadline is 2023-02-30.", Label.REFUTED),
        ("The deadline is 2023年13月45日.", Label.REFUTED),
    ],
)
def test_statements_about_the_calendar(text: str, label: Label) -> None:
    assert calendar()({"sentence": text}).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("22 weeks and 2 days", Label.SUPPORTED),
        ("22 weeks and 3 days", Label.REFUTED),
        ("It is 22 weeks.", Label.SUPPORTED),
        ("a little over 5 months", Label.NOT_ENOUGH_EVIDENCE),
        ("157天（含首尾）", Label.SUPPORTED),
        ("157 days, both days included", Label.SUPPORTED),
        ("157 days", Label.REFUTED),
    ],
)
def test_a_span_may_be_told_in_weeks_or_with_both_ends(answer: str, label: Label) -> None:
    question = "How many days are there from 2024-01-01 to 2024-06-05?"
    assert calendar()({"sentence": answer, "question": question}).label is label


def test_a_weekday_is_taken_out_of_a_fact() -> None:
    assert without_weekday("Apollo 11 landed on 20 July 1969, a Sunday.") == "Apollo 11 landed on 20 July 1969."
    assert without_weekday("He came on Sunday.") == ""
    assert without_weekday("100 days after 1 May 2020 is a Sunday.") == ""


@pytest.mark.parametrize(
    ("question", "number", "kind", "unit_"),
    [
        ("请用200字描述户外活动。", 200, "exactly", "字"),
        ("用五百字描述", 500, "exactly", "字"),
        ("写一篇不少于800字的作文", 800, "least", "字"),
        ("请用不超过１００字介绍", 100, "most", "字"),
        ("Write an essay of about 1,200 words.", 1200, "about", "words"),
        ("Describe it in no more than 50 words.", 50, "most", "words"),
        ("Describe it in fewer than 50 words.", 49, "most", "words"),
        ("请写超过200字的短文", 201, "least", "字"),
        ("用200个汉字描述", 200, "exactly", "字"),
        ("Write 80 to 120 words.", 120, "between", "words"),
        ("写200-300字的短文", 300, "between", "字"),
        ("Write not more than 50 words about Paris.", 50, "most", "words"),
        ("Describe Paris in below 50 words.", 49, "most", "words"),
        ("Describe Paris in words not exceeding 50 words.", 50, "most", "words"),
        ("Write not less than 50 words about Paris.", 50, "least", "words"),
        ("Write at least 100 but no more than 150 words.", 150, "between", "words"),
        ("Summarise the following 500 word article in 10 words.", 10, "exactly", "words"),
        ("Describe it in 12 characters.", 12, "exactly", "characters"),
    ],
)
def test_lengths_that_questions_ask_for(question: str, number: int, kind: str, unit_: str) -> None:
    length = asked_length(question)
    assert length is not None
    assert (length.number, length.kind, length.unit) == (number, kind, unit_)


def test_questions_that_ask_for_no_length() -> None:
    assert asked_length("How many words has the Chinese language?") is None
    assert asked_length("Write a story with two words in bold.") is None
    assert asked_length("Explain two words: apple and pear.") is None
    assert asked_length("Describe the 500 words of basic English.") is None
    assert asked_length("Write two paragraphs of 100 words each.") is None
    assert asked_length("Write a poem with 4 lines of 5 words.") is None
    assert asked_length("Write three bullets of at most 15 words.") is None
    assert asked_length("写三段，每段100字") is None
    assert asked_length("翻译这20个字") is None
    assert asked_length("“中国”两字怎么写？") is None
    assert asked_length("Describe 4 characters from the novels of Dickens.") is None
    assert asked_length("Explain why 'strengths' has only one vowel among 9 characters.") is None
    assert asked_length("介绍三字经") is None and asked_length("介绍一下四字成语") is None


def test_a_chinese_length_has_both_its_ends() -> None:
    asked = asked_length("请用不少于100字、不超过200字描述四季。")
    assert asked is not None and (asked.low, asked.number, asked.unit) == (100, 200, "字")
    assert not fits(asked, counted("春" * 300)) and fits(asked, counted("春" * 150))


def test_words_of_every_script_are_counted() -> None:
    assert counted("Москва столица великой России").words == 4
    assert counted("Η Αθήνα είναι μεγάλη").words == counted("서울은 한국의 수도 이다").words == 4
    assert counted("हिन्दी में पाँच शब्द लिखो").words == 5
    assert counted("می‌خواهم بروم").words == counted("co\u00adoperate now").words == 2
    assert counted(unicodedata.normalize("NFD", "naïve café")) == counted("naïve café")


@pytest.mark.parametrize(("words", "kept"), [(79, False), (80, True), (120, True), (121, False)])
def test_a_range_of_lengths_is_kept_between_its_ends(words: int, kept: bool) -> None:
    asked = asked_length("Write between 80 and 120 words.")
    assert asked is not None and fits(asked, counted("cat " * words)) is kept


@given(st.text(alphabet="春夏秋冬，。 \n", max_size=60))
def test_a_chinese_text_keeps_the_length_it_has(text: str) -> None:
    length = len(text.strip())
    if length:
        asked = asked_length(f"请用{length}字描述四季。")
        assert asked is not None
        assert fits(asked, counted(text))


def test_word_count_by_the_question_and_by_the_papers_arguments() -> None:
    tool = word_count()
    assert tool.rule(unit("夏天很热", "请用4字描述夏天", whole=True)) is not None
    assert tool.rule(unit("夏天很热", "请用4字描述夏天")) is None
    assert tool({"text": "one two three", "length": 3}).label is Label.SUPPORTED
    assert tool({"text": "one two three", "length": 4}).label is Label.REFUTED


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        ("25*2/2结果是多少", "结果是25。", True),
        ("What is 12 * 12?", "It is 142.", False),
        ("三百二十乘以五是多少？", "1600", True),
        ("1.5万加2500是多少？", "17500", True),
        ("What is 20% of 150 euros?", "35 euros", False),
        ("What is 25 * 40?", "1001", False),
        ("28.7*0.15等于多少？", "4.315", False),
        ("28.7*0.15等于多少？", "4.31", True),
        ("What is 22 / 7?", "3.14", True),
        ("Who was first?", "Anna.", None),
        ("What is 6 times 7?", "43", False),
        # Another number of the answer may be the result.
        ("What is 15 + 27?", "The answer is 42, as you learn in grade 2.", None),
        ("What is 2^10?", "2^10 is 1024, because it doubles 10 times.", None),
        ("Compute 45 - 18.", "45 - 18 = 27. Let me know if you have 1 more question!", None),
        ("What is 15 + 27?", "The answer is 43, as you learn in grade 2.", False),
        ("17 ÷ 5 = ?", "17 ÷ 5 = 3 remainder 2", True),
        ("What is 7 / 3?", "2 remainder 1", True),
        ("17÷5等于多少？", "商是3，余数是2。", True),
        ("17÷5等于多少？", "商是3，余数是1。", None),
        ("How much is 1/3 of 100, rounded?", "33", None),
        # Something else is asked of the formula, or it is a part of a problem: nothing is said.
        ("18*50，积的末尾有多少个0．", "2", None),
        ("920减去630与45的商，差是多少？", "906", None),
        ("一个数的(2/5)是80，这个数是多少．", "200", None),
        ("(3/4)升=多少毫升．", "750", None),
        ("How many digits has 12 * 12?", "3", None),
        ("3(3/4)-1是多少？", "2.75", None),  # three and three quarters
        ("甲乙合修一条公路，甲单独修要10天，乙单独修要12天，同时修要多少天？", "60/11天", None),
        ("A book has 240 pages. I read 40% and then 35%. How many pages are left?", "60", None),
        ("Tom had 8 apples and bought 5. How many has he?", "He has 8.", None),
        ("What is 100 - 20%?", "80", None),
        ("What is 5 minus 8?", "minus 3", True),
        ("What is 5 - 8?", "It is negative 4.", False),
        ("What is 1000 * 1000?", "1 million", None),
        ("What is 2 * 3 m?", "6 m", True),
    ],
)
def test_results_against_the_formula_of_the_question(question: str, answer: str, right: bool | None) -> None:
    assert against_question(question, answer).right is right


def test_code_is_found_in_fences_and_without() -> None:
    fenced = "Look:\n\n```python\nprint(1)\n```\nand ```x``` ends."
    assert [(b.code, b.language) for b in code_blocks(fenced)] == [("print(1)\n", "python")]
    bare = "Here it is.\n\ndef f(x):\n    return x\n\nIt returns 3 + 4 = 8."
    (block,) = code_blocks(bare)
    assert block.span.of(bare) == "def f(x):\n    return x"
    broken = "def f(x):\n    return x +\n    # nothing\n"
    assert [b.language for b in code_blocks(broken)] == ["python"]
    assert code_blocks("He will import goods from China. The class of 1990 met.") == []


def test_what_a_block_builds_on_stands_before_it() -> None:
    fence = "```"
    codes = ["import math as m\n", "def f(x):\n    return m.floor(x)\n", "print(f(2.5))\n", "print(3)\n", "f = 1\n"]
    text = "\n\n".join(f"Text.\n\n{fence}python\n{code}{fence}" for code in codes)
    assert needed(codes[2], text) == "import math as m\n\ndef f(x):\n    return m.floor(x)\n"
    assert [needed(code, text) for code in (codes[0], codes[3], "print(f(1))\n", "f(")] == ["", "", "", ""]
    chosen = code_interpreter().rule(replace(unit(f"{fence}python\n{codes[2]}{fence}"), document=text))
    assert chosen == {"code": codes[2], "question": "", "context": text}


def test_examples_come_from_docstrings_and_the_question() -> None:
    code = 'def f(x):\n    """Twice.\n\n    >>> f(2)\n    4\n    f(3) ==> 6\n    """\n    return 2 * x\n'
    found = [(e.call, e.value) for e in examples(code, "f(5) returns 10.\ng(1) = 2\nf(x) = y")]
    assert found == [("f(2)", "4"), ("f(3)", "6"), ("f(5)", "10")]
    assert examples(f"async {code}") == []  # a call of it gives no result yet
    area = 'def area(r):\n    """Of a circle.\n\n    >>> round(area(1), 2)\n    3.14\n    >>> print(area(0))\n    0\n    """\n'
    assert [(e.call, e.value) for e in examples(f"{area}    return 3.1416 * r**2\n")] == [("round(area(1), 2)", "3.14")]


def test_a_call_that_does_not_fit_is_an_error_with_the_place() -> None:
    with pytest.raises(ToolError, match="length"):
        word_count()({"text": "a", "length": "three"})
    with pytest.raises(ToolError, match="text"):
        word_count()({})
    box = Toolbox({"get_answer": get_answer()}, {"translate": "needs a language model"})
    with pytest.raises(ToolError, match="unknown tool"):
        box.call("get_anser", {})
    with pytest.raises(ToolError, match="needs a language model"):
        box.call("translate", {})


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("杭州很美。", "请用五六十字介绍杭州。"),
        ("So 1000^64 * 1000^64 = 5.", ""),
        ("There are 5.", f"How many atoms are 1e400 and 5 and {'9' * 500} of them?"),
        (f"Pi is 3.{'1' * 500}.", "What is 3 + 4?"),
        ("99999 days before 1 May 150 was a Monday.", ""),
        ("二〇二四年二三十月一日 是星期一", ""),
        (f"From 2024-01-01 to 2024-01-02 there are {'9' * 5000} days.", ""),
    ],
)
def test_no_number_of_a_text_ends_a_check(text: str, question: str) -> None:
    tools = {t.name: t for t in (calculator(), calendar(), word_count())}
    for one in (unit(text, question), unit(text, question, whole=True)):
        if (chosen := Toolbox(tools).choose(one)) is not None:
            assert tools[chosen[0]](chosen[1]).text
    assert quantities_in(text) is not None and is_problem(question) in (True, False)


def test_the_roots_of_those() -> None:
    assert shown(Fraction(10) ** 400) == shown(-(Fraction(10) ** 400)) == "a very large number"
    assert shown(Fraction(2) ** 300) == "2.037035976e+90"
    assert quantities_in(f"3.{'1' * 500} and 5") == {Quantity(Fraction(5), "")}
    assert is_problem("How many are 1e400 and 5 and 6?") and not is_problem("How many are 1e400 and 5?")
    late = calendar()({"sentence": "99999 days before 1 May 150 was a Monday."})
    assert late.label is Label.NOT_ENOUGH_EVIDENCE


def test_a_number_that_leaves_open_what_is_meant_is_none() -> None:
    for asked in ("请用五六十字介绍杭州。", "写三四百字", "写五六字", "写几十字", "写十五六字"):
        assert asked_length(asked) is None, asked
    for written, number in {"一千二百": 1200, "两百": 200, "五十": 50, "一百零五": 105, "百二十": 120}.items():
        asked_for = asked_length(f"写{written}字")
        assert asked_for is not None and asked_for.number == number
    assert [w.day for w in dates("二〇二四年十二月三十一日，二〇二四年十五六月一日")] == [date(2024, 12, 31)]


def test_a_tool_that_stumbles_says_so_and_is_not_chosen() -> None:
    def stumbles(given: object) -> object:
        raise OverflowError("too large")

    tool = DescribedTool("odd", "Odd.", {"text": {"type": "string"}}, (), stumbles, stumbles)  # type: ignore[arg-type]
    assert Toolbox({"odd": tool}).choose(unit("text")) is None
    with pytest.raises(ToolError, match=r"odd: internal error: .*too large"):
        tool({"text": "x"})


def test_a_tool_of_ones_own_is_one_file_and_is_chosen() -> None:
    def run(arguments: object) -> object:
        return answered("shout", "LOUD", Label.REFUTED)

    shout = DescribedTool(
        "shout",
        "Says whether a text shouts.",
        {"text": {"type": "string"}},
        ("text",),
        run,  # type: ignore[arg-type]
        lambda u: {"text": u.text} if u.text.isupper() else None,
        priority=99,
    )
    box = Toolbox({"shout": shout, "get_answer": get_answer()})
    assert box.choose(unit("THIS IS LOUD")) == ("shout", {"text": "THIS IS LOUD"})
    assert box.choose(unit("this is not")) is None


def test_every_registered_tool_describes_itself() -> None:
    for name in ("calculator", "calendar", "code_interpreter", "get_answer", "word_count"):
        tool = TOOLS.load(name)()
        assert tool.name == name
        assert tool.summary
        assert set(tool.required) <= set(tool.schema["properties"])


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ('The letter "r" appears 2 times in the word "strawberry".', Label.REFUTED),
        ('The letter r appears three times in "strawberry".', Label.SUPPORTED),
        ('There are **3** "r"s in the word **strawberry**.', Label.SUPPORTED),
        ("'strawberry' has two r's.", Label.REFUTED),
        ('The word "strawberry" has 10 letters.', Label.SUPPORTED),
        ('The word "banana" contains 4 vowels.', Label.REFUTED),
        ('The sentence "The cat sat on the mat" contains 6 words.', Label.SUPPORTED),
        ("“strawberry”中有2个字母r。", Label.REFUTED),
        ('"banana"这个单词里一共有6个字母。', Label.SUPPORTED),
        ('There are two t\'s in "letter" and four e\'s in "between".', Label.REFUTED),
        ('There are two t\'s in "letter" and three e\'s in "between".', Label.SUPPORTED),
        ("\"Mississippi\" contains four s's and three p's.", Label.REFUTED),
        ('The word "queue" has five letters, three of them vowels.', Label.REFUTED),
        ('The word "queue" has five letters, four of which are vowels.', Label.SUPPORTED),
        ('The speech "I have a dream" contains 1667 words.', None),
        ('The word "banana" has no vowels.', Label.REFUTED),
        ('"strength" has one vowel.', Label.SUPPORTED),
        ("The word strawberry has 3 meanings.", None),
        ('The name "Einstein" occurs 3 times in the article.', None),
        ("There are 26 letters in the English alphabet.", None),
        ('The word "naïve" has 3 vowels.', Label.SUPPORTED),
        ('The letter e appears once in the word "café".', Label.SUPPORTED),
    ],
)
def test_letters_and_words_of_what_is_quoted_are_counted(sentence: str, label: Label | None) -> None:
    tool = letter_count()
    if label is None:
        assert tool.chosen(unit(sentence)) is None
    else:
        assert tool.chosen(unit(sentence)) == {"sentence": sentence, "question": ""}
        assert tool({"sentence": sentence}).label is label


@pytest.mark.parametrize(
    ("question", "answer", "label"),
    [
        ("How many r's are in strawberry?", "There are 2 r's in strawberry.", Label.REFUTED),
        ("How many times does the letter r appear in 'strawberry'?", "Three.", Label.SUPPORTED),
        ('How many letters are in the word "banana"?', "It has 5 letters.", Label.REFUTED),
        ("How many vowels are in English?", "There are five vowels.", None),
        ("How many letters are in the alphabet?", "There are 26 letters.", None),
        ("How many r's are in strawberry?", "Between 2 and 4.", None),
        ("How many r's are in strawberry?", "No, there are 2.", Label.REFUTED),
    ],
)
def test_a_short_answer_on_letters_is_read_with_its_question(question: str, answer: str, label: Label | None) -> None:
    tool, asked = letter_count(), unit(answer, question)
    arguments = tool.chosen(asked)
    assert (arguments is None) == (label is None)
    assert arguments is None or tool(arguments).label is label


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("There are 240 grams in 2.4 kg.", Label.REFUTED),
        ("There are 60 minutes in an hour.", Label.SUPPORTED),
        ("There are about 62 miles in 100 km.", Label.SUPPORTED),
        ("3小时20分钟等于180分钟。", Label.REFUTED),
        ("1 hour 30 minutes is 90 minutes.", Label.SUPPORTED),
        ("48的四分之三是32。", Label.REFUTED),
        ("五分之二加上五分之一等于五分之三。", Label.SUPPORTED),
        ("200的百分之五点五是11。", Label.SUPPORTED),
        ("三亿减去一亿二千万等于一亿八千万。", Label.SUPPORTED),
        ("两万五加一万五等于四万。", Label.SUPPORTED),
        ("7 / 2 = 3 R1.", Label.SUPPORTED),
        ("7 / 2 = 3 remainder 2.", Label.REFUTED),
        ("12,5 + 1 = 13,5.", Label.NOT_ENOUGH_EVIDENCE),
        ("1.000 + 500 = 1.500.", Label.NOT_ENOUGH_EVIDENCE),
        ("12,5 + 1 = 14,5.", Label.REFUTED),
        ("6022727 ÷ 12 = 501894.25", Label.REFUTED),
        ("5x3=15,5x4=20,5x5=24.", Label.REFUTED),
        ("There are 164 hours in a week.", Label.REFUTED),
        ("There are 7,200 seconds in 2 hours (2 × 60 × 60 = 7,200).", Label.SUPPORTED),
        ("7/8 = 0.875 = 85.7%.", Label.REFUTED),
        ("7/8 = 0.875 = 87.5%.", Label.SUPPORTED),
        ("2/3 = 0.667 = 66.7%.", Label.SUPPORTED),
        ("A 15% tip on $64 is $8.60.", Label.REFUTED),
        ("15% of €64 is €9.60.", Label.SUPPORTED),
        ("2 lb 8 oz = 40 oz.", Label.SUPPORTED),
        ("1 mile + 1 km = 3 km.", Label.REFUTED),
        ("$5 + 50 cents = $5.50.", Label.NOT_ENOUGH_EVIDENCE),
        ("£5 + €3 = 8.", Label.NOT_ENOUGH_EVIDENCE),
        ("5 kg + 3 m = 8.", Label.NOT_ENOUGH_EVIDENCE),
        ("€5 + 3 euros = €8.", Label.SUPPORTED),
        ("60 km/h × 2 h + 30 km = 150 km.", Label.SUPPORTED),
        ("365 days × 24 hours = 8,760 hours.", Label.SUPPORTED),
        ("24 hours × 60 minutes = 1,450 minutes.", Label.NOT_ENOUGH_EVIDENCE),
        ("5 GB / 100 Mbit/s = 400 s.", Label.NOT_ENOUGH_EVIDENCE),
        ("4 × 250 MB = 1 GB.", Label.NOT_ENOUGH_EVIDENCE),
        ("3 kW × 30 min = 1.5 kWh.", Label.NOT_ENOUGH_EVIDENCE),
        ("12 × 99 cents = $11.88.", Label.NOT_ENOUGH_EVIDENCE),
        ("4 × 250 MB = 1,100 MB.", Label.REFUTED),
        ("5 boxes × 6 eggs = 31 eggs.", Label.REFUTED),
        ("4 boxes × 6 = 25 bottles.", Label.REFUTED),
        ("12 × $0.99 = $13.", Label.REFUTED),
        ("It is not true that 3 + 4 = 7.", Label.NOT_ENOUGH_EVIDENCE),
        ("A common mistake is to think that 1/2 + 1/3 = 2/5.", Label.NOT_ENOUGH_EVIDENCE),
        ("3+4=8 是错误的。", Label.NOT_ENOUGH_EVIDENCE),
        ("In binary, 1 + 1 = 10, and 9 + 5 = 2 (mod 12).", Label.NOT_ENOUGH_EVIDENCE),
        ("A triangle with base 8 cm and height 5 cm has 8 * 5 / 2 = 21 cm2.", Label.REFUTED),
        ("2 + 3 = 5, see https://example.org/?a=3+4=8 and www.b.org/x=1+1=3.", Label.SUPPORTED),
        ("There are 12 players in 2 teams.", None),
        ("He ran 5 km 3 min faster.", None),
    ],
)
def test_quantities_as_people_write_them(sentence: str, label: Label | None) -> None:
    tool = calculator()
    assert (tool.chosen(unit(sentence)) is None) == (label is None)
    if label is not None:
        assert tool({"sentence": sentence}).label is label


@pytest.mark.parametrize(("day", "label"), [("Thursday", Label.SUPPORTED), ("Monday", Label.REFUTED)])
def test_a_weekday_that_was_asked_for_may_stand_behind_an_apposition(day: str, label: Label) -> None:
    said = f"November 9, 1989, the day the Berlin Wall fell, was a {day}."
    asked = {"sentence": said, "question": "What day of the week was 9 November 1989?"}
    assert calendar()(asked).label is label
    assert calendar()({"sentence": said}).label is Label.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("```python\nprint(1 + 1)\n```\n\nOutput:\n\n```\n2\n```", Label.SUPPORTED),
        ("```python\nprint(1 + 1)\n```\n\nThis prints `3`.", Label.REFUTED),
        ("```python\nprint(1 + 1)\n```\n**Output**: `2`", Label.SUPPORTED),
        ("```python\nprint(1 + 1)\n```\n\nThe output is 3.", Label.REFUTED),
        ("```python\nprint(1 + 1)\n```\n\nThis prints 2. Then it ends.", Label.SUPPORTED),
        ("```python\nprint('Total:', 1 + 1)\n```\n\nIt prints 2.", Label.NOT_ENOUGH_EVIDENCE),
        ("```python\nprint(1 + 1)\n```\n\nIt prints 3 numbers.", Label.NOT_ENOUGH_EVIDENCE),
        ("```python\nprint('a')\nprint('b')\n```\n输出结果为：\n```\na\nc\n```", Label.REFUTED),
        ("```python\nprint('a')\nprint('b')\n```\nThis prints `b`.", Label.NOT_ENOUGH_EVIDENCE),
        ("```python\nprint('ab'[::-1])  # ba\n```", Label.SUPPORTED),
        ("```python\nprint('ab'[::-1])  # reversed\n```", Label.NOT_ENOUGH_EVIDENCE),
        ("```python\nprint('ab'[::1])  # Output: ba\n```", Label.REFUTED),
        ("```python\nprint(1 + 1)  # 2\nprint(2 * 3)  # 5\n```", Label.REFUTED),
        ("```python\nprint(1 + 1)  # 2\nprint(1 / 3)  # 0.333\nprint('x')  # the end\n```", Label.SUPPORTED),
        ("```python\nprint(4 + 1)  # 1\nprint(2 * 3)  # 2\n```", Label.NOT_ENOUGH_EVIDENCE),
        ("```python\nprint(sorted([(2, 'b'), (1, 'a')]))  # Output: [(1, 'a'), (2, 'b')]\n```", Label.SUPPORTED),
        ("```python\nimport random\nprint(random.random())\n```\nOutput:\n```\n0.5\n```", Label.NOT_ENOUGH_EVIDENCE),
        ("```python\nprint(1 / 0)\n```\nOutput:\n```\nZeroDivisionError: division by zero\n```", Label.SUPPORTED),
    ],
)
def test_what_a_program_prints_is_held_against_what_the_text_shows(text: str, label: Label) -> None:
    tool = code_interpreter()
    arguments = tool.chosen(replace(unit(code_blocks(text)[0].span.of(text)), document=text))
    assert arguments is not None
    assert tool(arguments).label is label


@pytest.mark.parametrize(
    ("rows", "label"),
    [
        (("Rent | 800", "Food | 350", "Transport | 120", "Total | 1,370"), Label.REFUTED),
        (("Rent | $800", "Food | $350.50", "**Total** | **$1,150.50**"), Label.SUPPORTED),
        (("房租 | 800元", "伙食 | 350元", "合计 | 1250元"), Label.REFUTED),
        (("A | 33.3", "B | 33.3", "C | 33.3", "Total | 100.0"), None),
        (("A (about) | 3", "B | 4", "Total | 8"), None),
        (("Rent | 800", "Subtotal | 800", "Food | 20", "Total | 820"), None),
        (("A | 50%", "B | 60%", "Total | 100%"), None),
        (("A | 5 kg", "B | 2 m", "Total | 8"), None),
        (("Rent | 800", "Total | 900"), None),
        (("Income | 2,000", "Rent | -800", "Total | 1,200"), Label.SUPPORTED),
        (("Rent | 800", "Food | 350", "Transport | 1,370"), None),
    ],
)
def test_the_total_of_a_table_is_held_against_its_rows(rows: tuple[str, ...], label: Label | None) -> None:
    table = "\n".join(["| Item | Cost |", "|---|---|", *(f"| {row} |" for row in rows)])
    total, tool = f"| {rows[-1]} |", calculator()
    assert (tool.chosen(replace(unit(total), document=table)) is None) == (label is None)
    if label is not None:
        assert tool({"sentence": total, "context": table}).label is label


@pytest.mark.parametrize(("second", "label"), [("70", Label.SUPPORTED), ("60", None)])
def test_the_same_total_below_two_tables_is_told_where_it_is_right_or_wrong_in_both(
    second: str, label: Label | None
) -> None:
    head, total = "| Item | Cost |\n|---|---|\n", "| Total | 100 |"
    tables = f"{head}| a | 40 |\n| b | 60 |\n{total}\n\n{head}| a | 30 |\n| b | {second} |\n{total}"
    arguments = calculator().chosen(replace(unit(total), document=tables))
    assert (arguments and calculator()(arguments).label) is label


@pytest.mark.parametrize(
    ("question", "number", "kind"),
    [
        ("Write a sentence of exactly ten words about the sea.", 10, "exactly"),
        ("Summarize it in no more than twenty-five words.", 25, "most"),
        ("Write a fifty-word summary.", 50, "exactly"),
        ("Describe it in about two hundred words.", 200, "about"),
    ],
)
def test_a_length_may_be_told_in_words(question: str, number: int, kind: str) -> None:
    found = asked_length(question)
    assert found is not None and (found.number, found.kind, found.unit) == (number, kind, "words")


@pytest.mark.parametrize("shown", ["hello", "Name | Age", "55", "[1, 2]", "print(1)"])
def test_an_output_that_a_text_shows_is_no_program(shown: str) -> None:
    text = f"```python\nprint(open('data.txt').read())\n```\n\nOutput:\n\n```\n{shown}\n```"
    first, second = code_blocks(text)
    assert (first.language, second.language) == ("python", "")
    assert code_interpreter().chosen(replace(unit(second.span.of(text)), document=text)) is None


def test_a_leap_year_may_be_named_twice() -> None:
    assert calendar()({"sentence": "2024年是闰年，因为2024能被4整除。"}).label is Label.SUPPORTED
    assert calendar()({"sentence": "1900 was a leap year, because 1900 is divisible by 4."}).label is Label.REFUTED
