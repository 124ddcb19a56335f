"""What pages and reports say in words of README's table follows from its figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from localcheck.reports.trust import COUNTED

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    name: " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split()) for name in ("limits.md", "questions.md")
}
FEVER, MISLEADING, OTHER_WORDS, UNSEEN = "470 claims", "82 claims", "800 in other words", "**200 of two more"
QUICK, CAREFUL = 0, 1


def figures(row: str, effort: int) -> tuple[float, float]:
    """(right, wrong) of a row of the table, in a hundred of all claims."""
    (line,) = [line for line in README.splitlines() if line.startswith(f"| {row}")]
    right, wrong = re.findall(r"(\d+\.\d) / (\d+\.\d)", line)[effort]
    return float(right), float(wrong)


def right_of_settled(*counted: tuple[tuple[float, float], int]) -> int:
    """Of a hundred verdicts that settle a claim, how many are right: ``((right, wrong), claims)`` each."""
    right = sum(share[0] * n for share, n in counted)
    return round(100 * right / (right + sum(share[1] * n for share, n in counted)))


def shares(effort: int) -> tuple[int, int]:
    """Where the evidence is in the index, and in other words than the evidence."""
    told = right_of_settled((figures(FEVER, effort), 470), (figures(MISLEADING, effort), 82))
    return told, right_of_settled((figures(OTHER_WORDS, effort), 800))


@pytest.mark.parametrize(("reader", "effort"), [("nli:starter-nli", QUICK), ("nli:starter-nli+careful-nli", CAREFUL)])
def test_a_report_says_what_was_counted(reader: str, effort: int) -> None:
    assert tuple(map(int, re.findall(r"(\d\d) of 100", COUNTED[reader]))) == shares(effort)


def test_the_small_reader_is_told_beside_what_both_reach() -> None:
    assert "({} and {} with careful-nli".format(*shares(CAREFUL)) in COUNTED["nli:starter-nli"]


def test_pages_say_what_was_counted() -> None:
    assert tuple(map(int, re.findall(r"(\d\d) of 100", PAGES["questions.md"]))) == shares(CAREFUL)
    settled = {effort: round(sum(figures(OTHER_WORDS, effort))) for effort in (QUICK, CAREFUL)}
    right = {effort: shares(effort)[1] for effort in (QUICK, CAREFUL)}
    assert (
        f"settle {settled[CAREFUL]} in a hundred, and {right[CAREFUL]} of a hundred of these verdicts"
        in PAGES["limits.md"]
    )
    assert f"with the small one alone it is {settled[QUICK]} and {right[QUICK]}." in PAGES["limits.md"]


def test_one_in_how_many_verdicts_is_wrong() -> None:
    right, wrong = figures(UNSEEN, CAREFUL)
    words = dict(enumerate("ten eleven twelve thirteen fourteen fifteen sixteen".split(), 10))
    assert f"one in {words[round((right + wrong) / wrong)]} of these verdicts" in " ".join(README.split())
