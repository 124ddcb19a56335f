"""Numbers of others, where several sentences are read as one."""

from __future__ import annotations

import pytest

from localcheck.text.values.compare import compare


@pytest.mark.parametrize(
    ("claim", "rival"),
    [
        ("The Falcons won by three points.", False),
        ("The Giants are three points ahead.", True),
        ("They won by three points.", True),
        ("The Falcons were founded in 1990.", True),
    ],
)
def test_a_number_of_somebody_else_is_no_other_number(claim: str, rival: bool) -> None:
    said = "The Falcons climb to the sixth place this week. The Giants, founded in 1980, stay first, two points ahead."
    assert bool(compare(claim, said).rivals) is rival
