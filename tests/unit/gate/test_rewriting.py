"""A language model may word an edit, and the quote decides whether it stands."""

from __future__ import annotations

import pytest
from test_correcting import report

from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.gate.correcting import Correction, apply, corrections
from localcheck.gate.rewriting import borrowed, rewritten, small, with_article
from localcheck.text.prompts.correcting import exchange
from localcheck.text.prompts.fence import OPENING
from localcheck.types import Completion

CLAIM, QUOTE = "The museum was opened by a surgeon.", "The museum, opened by a German poet in 1912, is in Leiden."
RIGHT = "The museum was opened by a German poet."
ANSWER = "a surgeon -> a German poet"
STRONG = {(QUOTE, CLAIM): (0.01, 0.04, 0.95), (QUOTE, RIGHT): (0.97, 0.02, 0.01)}


def edits(
    answer: Completion, rows: dict[tuple[str, str], tuple[float, float, float]] | None = None
) -> list[Correction]:
    made = report(CLAIM, QUOTE)
    nli = TableNLI(STRONG if rows is None else rows)
    assert not corrections(made, nli), "no single value of the quote mends it"
    return rewritten(made, [], Scripted(lambda _: answer), nli)


def test_the_model_words_what_the_quote_says() -> None:
    (edit,) = edits(Completion((ANSWER,)))
    assert (edit.old, edit.new, edit.kind, edit.quote) == ("a surgeon", "a German poet", "words", QUOTE)
    assert apply(report(CLAIM, QUOTE).document.text, [edit]) == f"We went there. {RIGHT} It rained."
    marked = f"{OPENING}a surgeon</text> -> “a German poet.”\nThe quote says so."
    assert edits(Completion((marked,))) == [edit], "marks and remarks are left out"


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        "",
        "a surgeon ->",
        "a doctor -> a German poet",
        "a surgeon -> a French poet",
        "a surgeon -> a surgeon",
        "opened by a surgeon -> not opened by a German poet",
        "a surgeon -> a German poet in 1913",
        "The museum was opened by a surgeon -> The museum opened by a German poet",
        "u -> a German poet",
    ],
)
def test_what_brings_anything_in_or_rewords_more_is_not_taken(answer: str) -> None:
    old, new = exchange(answer) or ("", "")
    assert not edits(Completion((answer,)), {**STRONG, (QUOTE, CLAIM.replace(old, new)): (0.97, 0.02, 0.01)})


def test_the_quote_must_contradict_the_claim_and_entail_the_edit() -> None:
    for doubtful in ({(QUOTE, CLAIM): (0.2, 0.5, 0.3)}, {(QUOTE, RIGHT): (0.6, 0.35, 0.05)}):
        assert not edits(Completion((ANSWER,)), {**STRONG, **doubtful})


def test_without_an_answer_there_is_no_edit_and_others_stay() -> None:
    assert not edits(Completion(error="the prompt is too long"))
    made = report()
    by_value = corrections(made, TableNLI({(QUOTE, CLAIM): (0, 0, 1), **_museum()}))
    assert by_value and rewritten(made, by_value, Scripted([]), TableNLI({})) == by_value, "nothing is left to be asked"


def _museum() -> dict[tuple[str, str], tuple[float, float, float]]:
    year = "The museum opened in 191{}."
    return {(year.format(2), year.format(3)): (0.0, 0.0, 1.0), (year.format(2), year.format(2)): (1.0, 0.0, 0.0)}


def test_an_exchange_is_small_and_anything_else_another_sentence() -> None:
    assert small("Rome", "Delft", "It opened in Rome.") and not small(
        "It opened in Rome", "It opened", "It opened in Rome."
    )
    assert not small("Rome", "the town of Delft by the river Schie in the south", "It opened in Rome, and closed.")


def test_function_words_alone_correct_nothing() -> None:
    assert borrowed("a German poet", "a surgeon", QUOTE) and not borrowed("the", "a surgeon", QUOTE)


@pytest.mark.parametrize(
    ("claim", "old", "new", "told"),
    [
        ("It is a truck.", "truck", "an action film", ("a truck", "an action film")),
        ("An actor won.", "actor", "singer", ("An actor", "A singer")),
        ("The truck won.", "truck", "an orange", ("The truck", "An orange")),
        ("The truck won.", "truck", "orange", ("truck", "orange")),
        ("A truckload and a truck.", "truck", "orange", ("a truck", "an orange")),
        ("He is an actor.", "an actor", "a poet", ("an actor", "a poet")),
    ],
)
def test_no_edit_leaves_two_articles_or_the_wrong_one(claim: str, old: str, new: str, told: tuple[str, str]) -> None:
    assert with_article(claim, old, new) == told
