"""Tests for localcheck.text.values.status: what a premise does not contradict although a claim denies something."""

from __future__ import annotations

import pytest

from localcheck.text.values.status import still_so


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("The command has not been removed yet.", "The command still works, but prints a warning.", True),
        ("The post isn't filled yet.", "The post will be filled in May.", True),
        ("The command has not been removed yet.", "The command was removed in May.", False),
        ("The command has not been removed yet.", "It still prints, but has been removed.", False),
        ("The command has not been removed.", "The command still works.", False),
        ("It does not work yet.", "It still does not work.", False),
        ("It was not yet independent when it came out.", "It ultimately led to independence in 1917.", True),
        ("It was not yet independent when it came out.", "In 1917 it declared itself independent.", True),
        ("It was not yet independent when it came out.", "It had been independent since 1800.", False),
        ("He was not yet king when he married.", "He was already king.", False),
        ("In 1502 he was not yet king when he married.", "He became king in 1500.", False),
        ("He was not yet rich when he came.", "He came from Rome.", False),
        ("It has not been built yet.", "It was eventually built.", False),
        ("No booking is needed for yoga.", "A booking is needed only for boxing.", True),
        ("A deposit is not required for students.", "A deposit is required only for guests.", True),
        ("No booking is needed for boxing.", "A booking is needed only for boxing.", False),
        ("A booking is needed for yoga.", "A booking is needed only for boxing.", False),
    ],
)
def test_a_denial_is_left_open_by_what_is_still_so(claim: str, premise: str, said: bool) -> None:
    assert still_so(claim, premise) is said
