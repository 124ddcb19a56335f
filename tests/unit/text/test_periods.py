"""Dates to the day, the month or the year, and dates in file names."""

from __future__ import annotations

from datetime import date

import pytest

from localcheck.text.periods import in_name, last_day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2018", date(2018, 12, 31)),
        ("2020-02", date(2020, 2, 29)),
        ("2018-06-01", date(2018, 6, 1)),
        ("2018-06-01T10:00:00Z", date(2018, 6, 1)),
        ("", None),
        ("18", None),
        ("2018-13", None),
        ("2018-02-30", None),
        ("2018-00", None),
        ("June 2018", None),
        ("20181", None),
    ],
)
def test_the_last_day_that_is_meant(text: str, day: date | None) -> None:
    assert last_day(text) == day


@pytest.mark.parametrize(
    ("name", "dated"),
    [
        ("enwiki-20260101-pages-articles.xml.bz2", "2026-01-01"),
        ("notes 2024-03-09.jsonl", "2024-03-09"),
        ("enwiki_2018_15k.wikiextractor.txt.xz", "2018"),
        ("wiki.2019", "2019"),
        ("p000000010p000030302.bz2", ""),
        ("enwiki-20261399.bz2", ""),
        ("from_1999_to_2005.jsonl", ""),
        ("room2018b.jsonl", ""),
        ("articles.jsonl", ""),
    ],
)
def test_the_date_in_the_name_of_a_file(name: str, dated: str) -> None:
    assert in_name(name) == dated
