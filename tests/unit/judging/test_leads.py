"""Items of lists come with the lines that lead them in."""

from __future__ import annotations

import pytest

from localcheck.judging.leads import item_behind, leads
from localcheck.judging.spans import as_read, relevance, sentence_spans
from localcheck.types import Claim, Passage, Source, Span


def read(text: str) -> list[str]:
    """Every sentence of a text as it is read."""
    return [as_read(text, span) for span in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "The following are not covered:\n- damage by animals\n- loss of keys",
            "The following are not covered: loss of keys.",
        ),
        ("We do not cover:\n\nloss of keys\n\ndamage by animals", "We do not cover damage by animals."),
        ("We do not cover:\n\nLoss of keys.\n\nDamage by animals.", "We do not cover: Damage by animals."),
        ("**We do not cover:**\n\n* Loss of keys", "We do not cover: Loss of keys."),
        ("The tenant must not:\n1. keep pets;\n2. smoke in the flat;", "The tenant must not smoke in the flat."),
        ("Do not use this medicine if:\n• you are pregnant\n• you are ill", "Do not use this medicine if you are ill."),
        (
            "Do not take Dolorane\n- if you are allergic to aspirin,",
            "Do not take Dolorane if you are allergic to aspirin.",
        ),
        ("What we do not accept\n\nCheques\n\nCash", "We do not accept: Cash."),
        ("D. What we do not pay for\n- special food\n- travel costs", "We do not pay for travel costs."),
        ("4. What your insurer does not cover\n\n(a) war\n(b) theft", "Your insurer does not cover theft."),
        ("What is not covered?\n\n- war\n- theft", "What is not covered? theft."),
        ("We do not cover:\n- loss of:\n  - keys\n  - bags", "We do not cover: loss of bags."),
        ("We do not cover:\n- loss of:\n  - keys\n- war", "We do not cover war."),
        ("Not covered are\n(a) the following:\n(i) keys\n(b) war", "Not covered are war."),
        ("The following are covered:\n(a) fire;\nbut not:\n(b) theft.", "The following are covered: but not theft."),
        ("Adults\n- 2 tablets\n\nChildren\n- at most 1 tablet", "Children: at most 1 tablet."),
        ("## Full-time\n\nThey get 30 days.\n\n## Part-time\n\nThey get 20 days.", "Part-time: They get 20 days."),
        ("It is not true that:\n\nThe keys were lost.", "It is not true that: The keys were lost."),
    ],
)
def test_an_item_is_read_with_the_line_that_leads_it_in(text: str, last: str) -> None:
    assert read(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "We do not cover:\n- war\n\nWe cover fire.",
        "We do not cover:\n- war\n\n## Cover",
        "We do not cover:\n- war\n\n1. What we cover",
        "You must not:\n1. smoke\n2. sing\n\n5. Repairs",
        "We do not cover:\n\nloss of keys\n\nCover abroad",
        "We do not cover: war.\n\nFire",
        "Dear Ms Smith:\n\nThe rent is €5.",
        "Pros:\n\nThe lamp is light.",
        "Loss of keys\n\nDamage",
        "## Which plan is right for me?\n\n| | Solo |\n|---|---|\n| Price | £6 |\n\n**Can I change it?**\n\nIt is easy.",
        "Booking no. 88-4107 · 2 adults\n\nBus at 9:00",
        "Attended: Ann Lee\nNot there: Bob Ray (on leave)\n\nRelease 5.0",
    ],
)
def test_what_stands_behind_a_list_is_not_led_in(text: str) -> None:
    span = sentence_spans(text)[-1]
    assert as_read(text, span) == span.of(text)


def test_a_list_without_an_end_is_read_in_a_moment() -> None:
    text = "We do not cover:\n" + "- loss of keys\n" * 20_000
    assert len(leads(text)) == 20_000


def test_what_leads_in_counts_as_words_of_the_item() -> None:
    passage = Passage("", "The tenant must not:\n- smoke", Source("context", "context", "1"))
    claim = Claim("0.0", 0, "The tenant must not smoke.", Span(0, 26))
    assert relevance(claim, passage, sentence_spans(passage.text)[1]) == 1.0


def test_a_full_sentence_keeps_its_colon() -> None:
    assert item_behind("Please note:", "- Dogs are not allowed.") == "Please note: Dogs are not allowed."


def test_lines_that_lead_in_one_another_are_few() -> None:
    text = "(a) loss of:\n1. keys:\n" * 5_000
    assert max(map(len, leads(text).values())) < 100
