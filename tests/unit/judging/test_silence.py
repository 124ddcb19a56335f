"""Pages that say nothing count against a claim only while no page speaks for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.judging.opinion import Candidate, Opinion
from localcheck.judging.precedence import CLEARLY, SPEAKS, believed, counting, overruled
from localcheck.judging.sequential import asks_about_last
from localcheck.stats.bayes import Costs, Likelihoods, Policy
from localcheck.types import Label, Passage, Source, Span

TABLE = Likelihoods((0.1, 0.2, 0.7), (0.5, 0.3, 0.2))
RATIOS = TABLE.log_ratios()
HERE = Source("web", "x")
SEEN = st.lists(st.tuples(st.sampled_from([None, 0, 1, 2]), st.booleans()), max_size=8)


def opinion(symbol: int | None, silent: bool = False) -> Opinion:
    return Opinion(Passage("T", "text", HERE), symbol, silent=silent and symbol is not None)


@given(SEEN)
def test_what_speaks_always_counts_and_silence_until_something_speaks_for_the_claim(
    seen: list[tuple[int | None, bool]],
) -> None:
    symbols, silent = [s for s, _ in seen], [quiet for _, quiet in seen]
    counts = counting(symbols, silent, RATIOS)
    found = any(s is not None and RATIOS[s] >= SPEAKS for s in symbols)
    for (symbol, quiet), counted in zip(seen, counts, strict=True):
        assert counted == (symbol is not None and not (quiet and found and RATIOS[symbol] < 0))


@given(SEEN)
def test_a_page_that_speaks_for_the_claim_never_lowers_the_belief(seen: list[tuple[int | None, bool]]) -> None:
    policy = Policy(TABLE, Costs())
    read = [opinion(*one) for one in seen]
    before, after = believed(read, policy, ()), believed([*read, opinion(2)], policy, ())
    assert after.p_factual >= before.p_factual - 1e-12 and after.step == len(read) + 1


def test_a_page_of_rubbish_before_the_page_that_says_it_changes_nothing() -> None:
    policy = Policy(TABLE, Costs())
    says, rubbish = opinion(2), opinion(0, silent=True)
    alone = believed([says], policy, ()).p_factual
    assert believed([rubbish], policy, ()).p_factual < 0.5
    assert np.isclose(believed([rubbish, says], policy, ()).p_factual, alone)
    assert np.isclose(believed([says, rubbish], policy, ()).p_factual, alone)
    denies = replace(rubbish, silent=False)
    assert believed([denies, says], policy, ()).p_factual < alone, "but a page that denies it counts"


def test_what_speaks_against_a_claim_without_a_quote_does_not_count_behind_a_quote_for_it() -> None:
    policy = Policy(TABLE, Costs())
    quotes = {label: (label, Candidate(Span(0, 4), 0.9, 0.9)) for label in (Label.SUPPORTED, Label.REFUTED)}
    says = replace(opinion(2), candidates=(quotes[Label.SUPPORTED],))
    denies = replace(opinion(0), candidates=(quotes[Label.REFUTED],))
    alone = believed([says], policy, ()).p_factual
    assert believed([says, opinion(0)], policy, ()).p_factual == alone
    assert believed([opinion(0), says], policy, ()).p_factual < alone, "the first is what the claim is about"
    assert believed([replace(denies, barred=True), says], policy, ()).p_factual == alone, "it is about something else"
    assert believed([denies, says], policy, ()).p_factual < alone
    assert believed([opinion(0), opinion(2)], policy, ()).p_factual < alone
    assert believed([opinion(0)], policy, ()).p_factual < 0.5


def test_a_language_model_is_not_asked_about_a_page_that_moves_no_belief_or_is_about_something_else() -> None:
    second = Likelihoods((0.01, 0.04, 0.95), (0.95, 0.04, 0.01))
    policy = Policy(TABLE, Costs(28, 28, 1, 8), second=second, c_consult=0.01)
    says, rubbish = opinion(2), replace(opinion(0, silent=True), shown=(Span(0, 4),), near=0.2)
    spoken, far = replace(rubbish, silent=False), replace(rubbish, silent=False, near=0.05)
    for read, asks in (([says, rubbish], False), ([rubbish], True), ([says, spoken], True), ([says, far], False)):
        assert policy.asks(believed(read, policy, ()))
        assert asks_about_last(read, believed(read, policy, ()), policy, ()) is asks


@pytest.mark.parametrize(
    ("against", "told", "quoted", "order", "by"),
    [
        (-2 * CLEARLY, CLEARLY, True, ("b", "a"), ["b", ""]),
        (-2 * CLEARLY, CLEARLY, True, ("a", "b"), ["", "a"]),
        (-2 * CLEARLY - 0.01, CLEARLY, True, ("b", "a"), ["", "a"]),
        (-2 * CLEARLY, CLEARLY, True, ("c",), ["", ""]),
        (-2 * CLEARLY, CLEARLY, False, ("b", "a"), ["", ""]),
        (-2 * CLEARLY, 0.0, True, ("b", "a"), ["", ""]),
        (2 * CLEARLY, CLEARLY, True, ("b", "a"), ["", ""]),
        (2 * CLEARLY, 0.0, True, ("a", "b"), ["", ""]),
        (-CLEARLY, None, True, ("a", "b"), ["", ""]),
    ],
)
def test_which_source_overrules_which(
    against: float, told: float | None, quoted: bool, order: tuple[str, ...], by: list[str]
) -> None:
    quote = Candidate(Span(0, 4), 0.9, 0.9)
    quotes = tuple((label, quote) for label in (Label.SUPPORTED, Label.REFUTED))
    one, other = (replace(opinion(0), passage=Passage("T", "text", Source("index", name))) for name in "ab")
    ratios = np.array([against, told or 0.0])
    one = replace(one, candidates=quotes)
    other = replace(other, symbol=None if told is None else 1, candidates=quotes if quoted else ())
    assert overruled([one, other], ratios, order) == by
    assert overruled([one, replace(other, passage=one.passage)], ratios, order) == ["", ""], "one source"
