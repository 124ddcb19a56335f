"""All rows of a test in one item: each is tried, and told apart when it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rows import in_one


@pytest.mark.parametrize("sign", ["+", "-"])
@pytest.mark.parametrize(("first", "second"), [(1, 2), pytest.param(3, 3, id="same"), (5, 5)], ids=str)
def they_differ(sign: str, first: int, second: int) -> None:
    assert first != second, sign


@pytest.mark.parametrize("missing", [True, False])
def one_is_not_here(missing: bool) -> None:
    if missing:
        pytest.skip("it is not here")


@pytest.mark.parametrize("where", ["here", "there"])
def of_a_folder(where: str, tmp_path: Path) -> None:
    pass


@pytest.mark.parametrize("value", [1, pytest.param(2, marks=pytest.mark.xfail)])
def with_a_mark(value: int) -> None:
    pass


@pytest.mark.parametrize("value", (value for value in (1, 2)))
def once(value: int) -> None:
    pass


@pytest.mark.slow
@pytest.mark.parametrize("value", [1, 2])
def slow(value: int) -> None:
    pass


@pytest.mark.parametrize("value", [1, 2])
async def waiting(value: int) -> None:
    pass


def test_every_row_is_tried_and_those_that_fail_are_told() -> None:
    together = in_one(they_differ)
    assert together is not None
    with pytest.raises(AssertionError, match="4 of 6 rows") as raised:
        together()
    told = str(raised.value)
    for number in (3, 5):
        for sign in "+-":
            row = {"first": number, "second": number, "sign": sign}
            assert f"{row!r}: AssertionError: {sign}\nassert {number} != {number}" in told


def test_a_row_that_is_skipped_is_told() -> None:
    together = in_one(one_is_not_here)
    assert together is not None
    with pytest.raises(pytest.skip.Exception, match="1 of 2 rows: it is not here"):
        together()


def test_what_needs_more_than_its_rows_stays_as_it_is() -> None:
    assert [in_one(test) for test in (of_a_folder, with_a_mark, once, slow, waiting)] == [None] * 5
    assert list(once.pytestmark[0].args[1]) == [1, 2]  # type: ignore[attr-defined]
