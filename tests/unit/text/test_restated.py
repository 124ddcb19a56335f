"""Facts in other forms than sentences, as answers of language models have them: labels, timelines, definitions, quizzes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.claims.rules.answers import answered
from localcheck.claims.rules.extract import RuleClaims
from localcheck.claims.rules.headless import with_subject
from localcheck.claims.rules.labelled import without_label
from localcheck.claims.rules.restated import STATED, restated
from localcheck.ingest.documents.markup import markdown
from localcheck.ingest.documents.read import from_text
from localcheck.text.labels import read_label
from localcheck.text.sentences import split_sentences
from localcheck.text.table_text import sentences as of_table
from localcheck.types import Document


def claims(text: str) -> dict[str, str]:
    """The checkable claims of a text, each under the words of its line."""
    document = from_text(text)
    sentences = split_sentences(document.text)
    found = RuleClaims().extract(document, sentences)
    return {claim.span.of(document.text).removeprefix("- "): claim.text for claim in found if claim.checkable}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Capital: Lima", "The capital of Peru is Lima."),
        ("Official languages: Spanish and Quechua", "The official languages of Peru are Spanish and Quechua."),
        ("Population: About 34 million", "Peru has a population of about 34 million."),
        ("Location – the west of South America", "Peru is in the west of South America."),
        ("Highest mountain: Huascarán", "The highest mountain of Peru is Huascarán."),
        ("Independence day: 28 July", "The independence day of Peru is 28 July."),
        ("Regions: 25", "Peru has 25 regions."),
        ("UN member: since 1945", "The UN member of Peru is since 1945."),
        ("Borders: Chile, Bolivia and Brazil", "Peru borders Chile, Bolivia and Brazil."),
    ],
)
def test_a_label_says_something_of_what_the_heading_names(line: str, said: str) -> None:
    assert claims(f"Peru\n\n{line}\n\n")[line] == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Born: 14 March 1879, Ulm", "Albert Einstein was born in Ulm."),
        ("Date of death: April 18, 1955 (aged 76)", "Albert Einstein died on April 18, 1955, aged 76."),
        ("Died: 18 April 1955, of an aneurysm", "Albert Einstein died of an aneurysm on 18 April 1955."),
        (
            "Died: 18 April 1955 (at the age of 76), Princeton",
            "Albert Einstein died on 18 April 1955 in Princeton, aged 76.",
        ),
        ("Born: 14 March 1879 (aged 76)", "Albert Einstein was born on 14 March 1879."),
        ("Occupation: Physicist", "Albert Einstein was a physicist."),
        ("Known for: Theory of relativity", "Albert Einstein is known for theory of relativity."),
        ("Notable works: Relativity, Ether", "The works of Albert Einstein include Relativity, Ether."),
        ("Nobel Prize: Physics, 1921", "Albert Einstein received the Nobel Prize in Physics in 1921."),
        (
            "Nobel Prize: Physics, 1921, for his work on light",
            "Albert Einstein received the Nobel Prize in Physics in 1921, for his work on light.",
        ),
        (
            "Nobel Prizes: two, one in physics and one in literature",
            "Albert Einstein received two Nobel Prizes, one in physics and one in literature.",
        ),
        (
            "Nobel Prizes: Physics 1921, Peace 1930",
            "Albert Einstein received the Nobel Prize in Physics in 1921, the Nobel Prize in Peace in 1930.",
        ),
        (
            "Awards: Nobel Prize in Physics (1921) and the Copley Medal",
            "Albert Einstein received the Nobel Prize in Physics (1921) and the Copley Medal.",
        ),
        ("Nobel Prizes: none", "Albert Einstein received no Nobel Prize."),
        ("Wife: Mileva Marić", "Albert Einstein was married to Mileva Marić."),
        ("Married: 1903, to Mileva Marić", "Albert Einstein was married in 1903 to Mileva Marić."),
        ("Married: twice", "Albert Einstein was married twice."),
        ("Buried: under the institute", "Albert Einstein was buried under the institute."),
        ("Studied: at the ETH in Zurich", "Albert Einstein studied at the ETH in Zurich."),
        ("Invented: refrigerators", "Albert Einstein invented refrigerators."),
        ("Discovered: that light has particles", "Albert Einstein discovered that light has particles."),
        ("Founded: The Institute (1933)", "Albert Einstein founded the Institute (1933)."),
        ("Published: “Relativity”, 1916", "Albert Einstein published “Relativity”, 1916."),
        ("Published: over 300 papers", "Albert Einstein published over 300 papers."),
        ("Published: in 1905", "Albert Einstein was published in 1905."),
        ("Disappearance: went missing in 1926", "Albert Einstein went missing in 1926."),
        ("Company he founded: none", "The company Albert Einstein founded is none."),
        ("President of the society: 1930–1933", "Albert Einstein was president of the society from 1930 to 1933."),
        ("1905 – Publishes four papers", "Albert Einstein published four papers in 1905."),
        ("1879: Born in Ulm", "Albert Einstein was born in Ulm in 1879."),
        ("1933: He moves to Princeton", "In 1933, Albert Einstein moved to Princeton."),
    ],
)
def test_of_somebody_labels_say_what_he_did_and_when(line: str, said: str) -> None:
    assert claims(f"## Albert Einstein – Key Facts\n\n- {line}\n")[line] == said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is younger, Ada or Ben?", "Ada"),
        ("What animated movie about birds features Ada?", "Birds"),
        ("When was Ada born?", "The man who built the engine"),
    ],
)
def test_what_a_question_and_its_answer_do_not_plainly_say_is_no_claim(question: str, answer: str) -> None:
    assert not answered(question, answer)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Lived: 1912–1954", "Concorde lived from 1912 to 1954."),
        ("Nobel Peace Prize: 1993", "Concorde received the Nobel Peace Prize in 1993."),
        ("Founded: Seattle", "Concorde was founded in Seattle."),
        ("Founded: rural Kentucky", "Concorde was founded in rural Kentucky."),
        ("Founded: the French state", "Concorde founded the French state."),
        ("Discovered: in 1898", "Concorde was discovered in 1898."),
        ("Published: The Times, 1890", "Concorde was published in the Times, 1890."),
        ("Built: 1965–1979, mostly by hand", "Concorde was built from 1965 to 1979, mostly by hand."),
        ("Built: mostly by hand", "Concorde was built mostly by hand."),
        (
            "Opened: 27 May 1937, after four years of work",
            "Concorde was opened on 27 May 1937 after four years of work.",
        ),
        ("Completed: late 1932", "Concorde was completed in late 1932."),
        ("Location: Under the bay", "Concorde is under the bay."),
        ("Entered service: 21 January 1976", "Concorde entered service on 21 January 1976."),
        ("Named after: the treaty", "Concorde was named after the treaty."),
        ("Estimated cost: £70 million", "The estimated cost of Concorde is £70 million."),
        ("Last flight: never flew again", "Concorde never flew again."),
        ("Toll: today it is collected in one direction", "Toll: today it is collected in one direction"),
    ],
)
def test_a_value_stands_behind_its_label_as_english_has_it(line: str, said: str) -> None:
    assert claims(f"# Concorde\n\n- {line}\n")[line] == said


def test_somebody_of_a_text_with_a_birth_is_not_founded() -> None:
    text = "# Pasteur\n\n- Born: 1822\n- Founded: Institut Pasteur\n"
    assert claims(text)["Founded: Institut Pasteur"] == "Pasteur founded Institut Pasteur."
    assert (
        claims(text.replace("Born", "Opened"))["Founded: Institut Pasteur"]
        == "Pasteur was founded in Institut Pasteur."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1969 – Apollo 11 lands on the Moon", "In 1969, Apollo 11 landed on the Moon."),
        ("20 July 1969: The lander touches the ground", "On 20 July 1969, the lander touches the ground."),
        ("1066: Battle of Hastings", "The Battle of Hastings took place in 1066."),
        ("6 June 1944 – Allied troops land in Normandy", "On 6 June 1944, Allied troops landed in Normandy."),
        ("1914–1918: The war rages across Europe", "From 1914 to 1918, the war rages across Europe."),
        ("1903: The Wright brothers fly", "In 1903, the Wright brothers flew."),
        ("2002–2007: PhD in Biochemistry, University of Bonn", "2002–2007: PhD in Biochemistry, University of Bonn"),
        ("2015–present: Professor of Biology, ETH Zurich", "2015–present: Professor of Biology, ETH Zurich"),
    ],
)
def test_a_line_of_a_timeline_is_told_in_the_past(line: str, said: str) -> None:
    assert claims(f"Timeline\n\n{line}\n\nThat is all there is.")[line] == said


def test_each_fact_of_a_dated_line_keeps_its_date() -> None:
    line = "1903: Panama declares independence; the treaty is signed"
    found = RuleClaims().extract(Document("text", f"Timeline\n\n{line}"), split_sentences(f"Timeline\n\n{line}"))
    assert [claim.text for claim in found][1:] == [
        "In 1903, Panama declared independence.",
        "In 1903, the treaty was signed.",
    ]


def test_it_below_a_heading_over_facts_is_what_the_heading_names() -> None:
    lake = "1. **Lake Victoria**\n- Maximum depth: 80 m, on average less\n- It is old.\n- Its water is fresh."
    text = f"The largest lakes:\n\n{lake}"
    assert list(claims(text).values()) == [
        "Lake Victoria is 80 m deep, on average less.",
        "Lake Victoria is old.",
        "Lake Victoria's water is fresh.",
    ]
    assert "Lake Victoria is old." in claims(f"# Uganda\n\nUganda is a state.\n\n{lake}").values()
    assert "Uganda is old." in claims("# Uganda\n\nUganda is a state.\n\n## Kampala City\n\nIt is old.").values()


@pytest.mark.parametrize(
    ("heading", "line", "said"),
    [
        ("Experience", "Languages: English and Hindi", "The languages of Anita Rao are English and Hindi."),
        ("Features", "Includes a mug and a lid", "Anita Rao includes a mug and a lid."),
        ("Wildlife", "**Turtles** – Six species come to the reef.", "Six species come to the reef."),
        ("Effects", "**Coffee:** May cause insomnia; can stain teeth.", "Coffee may cause insomnia; can stain teeth."),
        (
            "Life",
            "**Water** – The pump failed in May and was repaired.",
            "Water – The pump failed in May and was repaired.",
        ),
        ("Kinds", "**Spring tides:** Waters rise and flood it.", "Spring tides: Waters rise and flood it."),
        ("Log", "What's in the box: a press and 50 filters.", "What's in the box: a press and 50 filters."),
        ("Career", "Died in 2006 (aged 86) in Bern", "Anita Rao died in 2006 (aged 86) in Bern."),
        ("Life", "He has three siblings – Rita, Philip and Tami.", "He has three siblings – Rita, Philip and Tami."),
        ("Life", "**Breeding:** The male incubates the egg for 65 days.", "The male incubates the egg for 65 days."),
    ],
)
def test_lines_below_the_heading_of_a_section(heading: str, line: str, said: str) -> None:
    found = claims(f"# Anita Rao\n\n## {heading}\n\n{line}\n\nLet the dough rise for eight hours.")
    assert list(found.values()) == [said]


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("Who wrote Hamlet?", "William Shakespeare", "William Shakespeare wrote Hamlet."),
        ("Who is the author of Dune?", "Frank Herbert", "Dune was written by Frank Herbert."),
        ("What is the capital of Peru?", "Lima", "The capital of Peru is Lima."),
        ("What is the largest planet?", "Jupiter", "The largest planet is Jupiter."),
        (
            "When was the Battle of Waterloo fought?",
            "18 June 1815",
            "The Battle of Waterloo was fought on 18 June 1815.",
        ),
        ("In which year did the Titanic sink?", "1912", "The Titanic sank in 1912."),
        ("Where was Mozart born?", "Salzburg", "Mozart was born in Salzburg."),
        ("Where was Bell born?", "He was born in Edinburgh.", "Bell was born in Edinburgh."),
        ("How many moons does Mars have?", "Two", "Mars has two moons."),
        ("How many hearts does an octopus have?", "Three", "An octopus has three hearts."),
        ("What does the heart pump?", "Blood", "The heart pumps Blood."),
        ("What do pandas mainly eat?", "bamboo", "Pandas mainly eat bamboo."),
        ("When do bears hibernate?", "In winter", "Bears hibernate in winter."),
        ("How many points does a goal give?", "It gives two points.", "A goal gives two points."),
        ("Where did that happen?", "It happened in Boston.", "It happened in Boston."),
        ("What did the baskets look like?", "They were peach baskets.", "They were peach baskets."),
        ("How long did the war last?", "Four years", "The war lasted four years."),
        ("What is the shape of the molecule?", "It is a double helix.", "The shape of the molecule is a double helix."),
        ("Which country won the cup in 1998?", "France", "France won the cup in 1998."),
        ("What does DNA stand for?", "deoxyribonucleic acid", "DNA stands for deoxyribonucleic acid."),
    ],
)
def test_a_question_and_its_answer_are_one_claim(question: str, answer: str, said: str) -> None:
    for text in (f"**Q: {question}**\n\nA: {answer}\n", f"1. {question} {answer}\n"):
        assert said in claims(text).values()


@pytest.mark.parametrize(
    "text",
    [
        "Note: the server is down",
        "Peru\n\nNote: see the last page",
        "DNA contains four bases: adenine, thymine, guanine and cytosine.",
        "Peru\n\nDNA contains four bases: adenine, thymine, guanine and cytosine.",
        "Marie Curie\n\nCareer: She joined the university in 1906.",
        "Marie Curie\n\nDiscovery: Radium was found in 1898.",
        "What do you mean? I love this kettle.",
        "Is it raining? Yes, it is.",
        "From: Bob\nSubject: Lunch\nDate: 3 May",
        "The Eiffel Tower: a briefing\n\nIt was built in 1889.",
        "Capital: Paris",
    ],
)
def test_what_is_a_sentence_or_says_nothing_of_anything_stays_as_it_is(text: str) -> None:
    sentences = [s.text for s in split_sentences(text)]
    assert restated(sentences, from_text(text).title) == {}


@pytest.mark.parametrize("heading", ["People", "Places", "Famous bridges", "People and places", "Other Cities"])
def test_a_heading_over_several_things_is_not_what_a_label_is_about(heading: str) -> None:
    """ "Capital: Lima" below "People" became "The capital of People is Lima."."""
    assert restated(["Reader", heading, "Capital: Lima"], "Reader") == {}
    assert restated(["Reader", heading, "Peru", "Capital: Lima"], "Reader") == {3: "The capital of Peru is Lima."}


def test_a_heading_names_what_follows_until_another_one_does() -> None:
    text = "# France\n\nCapital: Paris\n\n## Geography\n\nLargest city: Lyon\n\n## Space travel of all countries\n\nMoons: 2\n"
    said = claims(text)
    assert said["Largest city: Lyon"] == "The largest city of France is Lyon."
    assert said["Moons: 2"] == "Moons: 2"


def test_each_line_of_a_paragraph_of_labels_stays_a_line_in_markdown() -> None:
    read = markdown("## Peru\n\n**Capital:** Lima\n**Currency:** Sol\n\nA soft\nbreak.\n")
    assert read.text == "Peru\n\nCapital: Lima\nCurrency: Sol\n\nA soft break."


def test_a_claim_says_that_it_was_put_into_a_sentence_and_what_it_is_about() -> None:
    document = from_text("Peru\n\nCapital: Lima\n")
    (claim,) = [c for c in RuleClaims().extract(document, split_sentences(document.text)) if c.checkable]
    assert claim.note == STATED
    assert claim.span.of(document.text) == "Capital: Lima"


def test_a_table_may_have_its_labels_in_the_first_column() -> None:
    rows = [("Feature", "Everest", "Kilimanjaro"), ("Height", "8,849 m", "5,895 m"), ("Continent", "Asia", "Africa")]
    assert list(of_table(rows)) == [
        "Everest is 8,849 m high. Kilimanjaro is 5,895 m high.",
        "Everest is in Asia. Kilimanjaro is in Africa.",
    ]


@given(st.lists(st.text(max_size=60), max_size=6), st.text(max_size=20))
def test_any_lines_can_be_read(lines: list[str], title: str) -> None:
    said = restated(lines, title)
    assert all(0 <= at < len(lines) and told.endswith(".") for at, told in said.items())


@given(st.text(max_size=80))
def test_any_line_may_be_asked_for_its_label(line: str) -> None:
    label = read_label(line, anything=True)
    assert label is None or (label.label and label.value)


@pytest.mark.parametrize(
    "line",
    ["Tom Okafor: fix the login bug by 17 October", "Tom Okafor: contact Brightwell", "All: attend the next meeting"],
)
def test_a_task_is_nothing_that_somebody_is(line: str) -> None:
    found = RuleClaims().extract(Document("d", text := f"Luis Ortega\n\n- {line}"), split_sentences(text))
    assert STATED not in {claim.note for claim in found}, found


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            ["Segment | 2024 | 2025 (plan)", "Europe | 150 | 171"],
            "The value of Europe in 2024 is 150. The value of Europe in 2025 (plan) is 171.",
        ),
        (
            ["Revenue (EUR million) | 2023 | 2024", "Asia | 9 | 12"],
            "The value of Asia in 2023 is 9 million EUR. The value of Asia in 2024 is 12 million EUR.",
        ),
        (
            ["Country | Population (millions) | Area (km²)", "Norland | 5.4 | 120"],
            "Norland has a population of 5.4 million. Norland has an area of 120 km².",
        ),
        (
            ["Product | Weight (kg) | Warranty (months)", "Alpha | 3.5 | 1"],
            "The weight of Alpha is 3.5 kg. The warranty of Alpha is 1 month.",
        ),
        (
            ["Town | Population (2020) | Fund (k)", "Ulm | 540 | 20"],
            "The Population (2020) of Ulm is 540. The Fund (k) of Ulm is 20.",
        ),
        (
            ["Role | Leave days | Office", "Director | 32 | Bonn"],
            "Director has 32 leave days. The office of Director is Bonn.",
        ),
        (
            [" | Population | Capital", "Peru | 34 million | Lima"],
            "Peru has a population of 34 million. The capital of Peru is",
        ),
        (
            ["Item | Planned (EUR) | Released", "Servers | 2000 | 1,200"],
            "The planned value of Servers is 2000 EUR. The released value of Servers is 1,200.",
        ),
        (
            ["Event | Date | Venue", "Review | 5 April 2027 | Bonn"],
            "The date of Review is 5 April 2027. The venue of Review is Bonn.",
        ),
        (
            ["Firm | Partner | Completed", "Acme | Bolt | 80%"],
            "The partner of Acme is Bolt. The completed value of Acme is 80%.",
        ),
        (["Name | Born | Died", "Ann | 1950, Ulm | –"], "Ann was born in 1950 in Ulm."),
        (
            ["Tool | Brought by | Stored", "attrs | the base | 3"],
            "Attrs was brought by the base. The stored value of attrs is 3.",
        ),
        (["Pupil | Maths | Physics", "Bob | 1 | 4"], "The maths of Bob are 1. The physics of Bob are 4."),
        (["Train | Departs | Arrives", "IC 5 | 11:33 | 13:38"], "IC 5 departs at 11:33. IC 5 arrives at 13:38."),
        (["Day | Opens | Closes", "Sunday | closed | closed"], "The opens of Sunday are closed. The closes of Sunday"),
        (["型号 | 功率 | 价格", "X3 | 45瓦 | 300元"], "型号X3的功率是45瓦。 型号X3的价格是300元。"),
    ],
)
def test_a_table_says_no_more_than_its_cells_do(rows: list[str], said: str) -> None:
    (told,) = of_table([cell.strip() for cell in row.split(" | ")] for row in rows)
    assert told.startswith(said)


@pytest.mark.parametrize(
    "rows", [["Ada | 1815 | 1852", "Bob | 1816 | 1853"], ["Oslo | 2024 | 2025", "Rome | 2023 | 2024"]]
)
def test_rows_of_years_are_no_header(rows: list[str]) -> None:
    assert list(of_table(row.split(" | ") for row in rows)) == rows


def test_a_label_keeps_the_unit_in_its_brackets() -> None:
    said = claims("# Norland\n\nPopulation (millions): 5.4\nLength (km): 120\n")
    assert said["Population (millions): 5.4"] == "Norland has a population of 5.4 million."
    assert said["Length (km): 120"] == "Norland is 120 km long."


@pytest.mark.parametrize(
    ("line", "who", "said"),
    [
        ("Founded in 1976", "Apple", "Apple was founded in 1976."),
        ("Published poems", "Kasparov", ""),
        ("Lost to Karpov", "Kasparov", ""),
        ("Won the title", "Kasparov", "Kasparov won the title."),
        ("Based on a novel, the film won a prize.", "Kasparov", ""),
        ("Founded in 1919, the team currently plays in Spain.", "Racing", ""),
        ("Born in Baku, he moved.", "Ada", ""),
        ("Includes a mug", "AeroPress", "AeroPress includes a mug."),
        ("Let the dough rise for eight hours", "Pizza", ""),
        ("Requires a key", "Requirements", ""),
        ("Was he happy?", "Kasparov", ""),
        ("Had a dog", "Kasparov", ""),
    ],
)
def test_a_line_without_a_subject_is_said_of_the_heading_where_it_is_sure_who_did_it(
    line: str, who: str, said: str
) -> None:
    assert with_subject(line, who) == said


@pytest.mark.parametrize(
    "line",
    [
        "Paris: The city is large.",
        "Critics: A law is bad.",
        "Myth: The wall is seen from the Moon.",
        "Capital: Paris, on the Seine.",
    ],
)
def test_a_label_that_denies_or_names_is_no_label_before_a_sentence(line: str) -> None:
    assert without_label(line) == line


def test_what_a_thing_has_is_not_what_it_is() -> None:
    assert restated(["Halden Cycles", "Frames: 10-year warranty"], "Halden Cycles") == {}


def test_a_text_without_a_title_is_about_what_its_first_statement_describes() -> None:
    found = claims(
        "Marie Tharp was a geologist. Here are some facts about her:\n\n**Career**\n- 1948: Joined Columbia\n- Died in Nyack"
    )
    assert list(found.values())[1:] == ["Marie Tharp joined Columbia in 1948.", "Marie Tharp died in Nyack."]
