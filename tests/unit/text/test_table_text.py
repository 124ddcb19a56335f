"""Tables as sentences: with and without a header, with labels, signs, titles, periods and units."""

from __future__ import annotations

import pytest

from localcheck.text.table_header import is_header
from localcheck.text.table_text import sentences, spread


def told(*rows: str, marked: bool | None = None) -> list[str]:
    """The rows, written with | between their cells, as they are told."""
    return list(sentences(([cell.strip() for cell in row.split("|")] for row in rows), marked))


def test_two_columns_without_a_header_are_labels_with_their_values() -> None:
    assert told("Chair | Ines Baumann", "Treasurer | Tobias Krell") == [
        "Chair: Ines Baumann",
        "Treasurer: Tobias Krell",
    ]
    assert told("Rent | €1,250", "Landlord | Fairview Ltd") == ["Rent: €1,250", "Landlord: Fairview Ltd"]


@pytest.mark.parametrize(
    "rows",
    [
        ("Active substance | paracetamol", "Manufacturer | Norda Pharma"),
        ("Landlord | Fairview Ltd", "Tenant | Dana Whitlock"),
        ("Name | Anna Berg", "Department | Finance"),
        ("Name | Anna Berg", "Hobbies | chess"),
        ("Rent | EUR 549 | EUR 729", "Deposit | EUR 900 | EUR 999"),
        ("Anna | AB 123 | B2", "Ben | CD 456 | A1"),
        ("Product | Kettle X200", "Power | 2000 W"),
        ("Start date | immediately", "Duration | 24 months"),
    ],
)
def test_labels_are_no_header(rows: tuple[str, str]) -> None:
    first, second = ([cell.strip() for cell in row.split("|")] for row in rows)
    assert not is_header(first, second)


@pytest.mark.parametrize(
    "rows",
    [
        ("Country | Capital", "Albania | Tirana"),
        ("Year | Best Picture", "1994 | Forrest Gump"),
        ("Item | Price (€)", "Kettle | 49.90"),
        ("Tariff | Monthly fee", "Plus | €19.99"),
        ("Mountain | First ascent", "K2 | 1954"),
        ("Property | Value", "Capital | Paris"),
    ],
)
def test_a_first_row_that_names_kinds_of_things_is_a_header(rows: tuple[str, str]) -> None:
    first, second = ([cell.strip() for cell in row.split("|")] for row in rows)
    assert is_header(first, second)


def test_what_the_file_says_of_its_header_counts() -> None:
    assert told("Peak | Range", "Lhotse | Himalaya") == ["Peak: Range", "Lhotse: Himalaya"]
    assert told("Peak | Range", "Lhotse | Himalaya", marked=True) == ["The range of Lhotse is Himalaya."]
    assert told("Country | Capital", "Albania | Tirana", marked=False) == ["Country: Capital", "Albania: Tirana"]


def test_a_question_beside_its_answer_is_followed_by_it() -> None:
    assert told("Question | Answer", "May I take it? | No.") == ["May I take it? No."]


def test_signs_are_what_they_mean_and_a_dash_is_nothing() -> None:
    assert told("Feature | Basic | Pro", "Offline mode | ✗ | ✓", "Support | — | ☑️") == [
        "The offline mode of Basic is no. The offline mode of Pro is yes.",
        "The support of Pro is yes.",
    ]
    assert told("Name | Remote | Admin", "Ann | TRUE | FALSE") == ["The remote of Ann is yes. The admin of Ann is no."]


def test_parts_of_years_are_names_of_columns() -> None:
    assert told(" | Q1 2026 | Q2 2026", "Orders | 1,204 | 1,377") == [
        "The value of Orders in Q1 2026 is 1,204. The value of Orders in Q2 2026 is 1,377."
    ]
    assert told(" | 2025 | Plan 2026", "Rent | 96 | 108") == [
        "The value of Rent in 2025 is 96. The value of Rent in Plan 2026 is 108."
    ]
    assert told("Segment | H1 2026 £m", "Frozen | 214.5") == ["The value of Frozen in H1 2026 is £214.5 million."]


def test_a_unit_in_place_of_the_first_name_is_that_of_amounts_alone() -> None:
    assert told("(in £ million) | 2026 | 2025", "Revenue | 412.6 | 389.1", "Employees | 2,310 | 2,275") == [
        "The value of Revenue in 2026 is £412.6 million. The value of Revenue in 2025 is £389.1 million.",
        "The value of Employees in 2026 is 2,310. The value of Employees in 2025 is 2,275.",
    ]


def test_a_single_cell_above_a_header_is_a_title() -> None:
    assert told("Budget 2026 | |", "Cost centre | Plan | Actual", "IT | 480 | 456") == [
        "Budget 2026",
        "The plan of IT is 480. The actual value of IT is 456.",
    ]


def test_a_cell_over_several_rows_stands_in_each() -> None:
    rows = [[("A", 1), ("B", 3)], [("C", 2)], [], [("D", 1), ("E", 1)]]
    assert spread(rows) == [["A", "B"], ["C", "B"], ["C", "B"], ["D", "E"]]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("Claim | Source", "Mars has two moons. | p. 4"), ["Mars has two moons.\np. 4"]),
        (("claim | label", "Mars has two moons | true"), ["Mars has two moons.\ntrue"]),
        (("id | statement | by", "7 | Mars has two moons | Ann"), ["Mars has two moons.\n7 | Ann"]),
        (("# | Text", "7 | Mars has two moons."), ["Mars has two moons."]),
        (("id | name | mass", "7 | Mars | 1"), ["The name for id 7 is Mars. The mass for id 7 is 1."]),
    ],
)
def test_statements_below_each_other_are_said_as_they_are(rows: tuple[str, ...], expected: list[str]) -> None:
    assert told(*rows) == expected


def test_sentences_beside_each_other_do_not_run_into_a_sign() -> None:
    assert told("Checked facts |", "Mars has two moons. | Venus has no moon. It is hot.")[1:] == [
        "Mars has two moons.\nVenus has no moon. It is hot."
    ]


def test_a_question_stays_with_its_answers() -> None:
    assert told("Question | Answer | Page", "Is it free of charge? | No. | 4") == [
        "The Answer of Is it free of charge? is No. The Page of Is it free of charge? is 4."
    ]
