"""Closed forms that settle a claim, exclude it, or tell that a premise says nothing of it, without a model. Pure.

The tables say which rules there are, and what follows where one of them is true of a claim and a premise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from localcheck.text.facts import Says
from localcheck.text.values.agents import of_the_other_agent
from localcheck.text.values.besides import told_besides
from localcheck.text.values.both_told import both_told, told_in_turn
from localcheck.text.values.changes import before_a_change, shifted, trend
from localcheck.text.values.charged import charged
from localcheck.text.values.classes import of_another_class
from localcheck.text.values.contracts import of_the_other_side
from localcheck.text.values.denials import denied, differing
from localcheck.text.values.excepted import of_the_excepted, otherwise_for_some
from localcheck.text.values.frequency import otherwise_often
from localcheck.text.values.intended import only_intended
from localcheck.text.values.makers import of_anothers_work
from localcheck.text.values.memberships import of_other_bodies
from localcheck.text.values.missing import told_before
from localcheck.text.values.on_days import on_its_days, on_other_days
from localcheck.text.values.open_days import open_days
from localcheck.text.values.opening import weekly
from localcheck.text.values.opposites import opposed
from localcheck.text.values.places import of_no_birthplace, of_no_continent, of_their_kin
from localcheck.text.values.ranks import of_another_kind, outranked, told_as_ahead
from localcheck.text.values.relations import borne_out, of_other_kin
from localcheck.text.values.respective import of_another_portion, of_the_other
from localcheck.text.values.rests import rest_of_a_whole
from localcheck.text.values.roles import in_a_role
from localcheck.text.values.scorelines import by_the_score
from localcheck.text.values.sought import only_wished
from localcheck.text.values.table_rows import listed, of_another_band, of_another_row
from localcheck.text.values.timed import in_those_years
from localcheck.text.values.timetabled import timetabled
from localcheck.text.values.uncompared import told_no_difference, uncompared
from localcheck.text.values.undated import lasting_within, within_an_interval
from localcheck.text.values.unlimited import differently_limited
from localcheck.text.values.within import out_of_season
from localcheck.types import Label

Rule = Callable[[str, str], bool]
"""Whether something is true of a claim and a premise."""
Telling = Callable[[str, str], Says | None]
"""What a premise says of a claim."""


def _opposite(claim: str, premise: str) -> bool:
    """True for the opposite of a word; but who lost to Douglas says that Douglas won, and who left says what stayed, and an
    exception from what is prohibited is allowed.
    """
    return opposed(claim, premise) and not holds((borne_out, rest_of_a_whole, otherwise_for_some), claim, premise)


SETTLING: tuple[Telling, ...] = (
    in_those_years,
    of_another_class,
    both_told,
    told_in_turn,
    listed,
    of_the_excepted,
    weekly,
    open_days,
    on_its_days,
    trend,
    shifted,
    in_a_role,
    timetabled,
    charged,
    by_the_score,
)
"""Rules, of which the first that says something of a claim and a premise decides, also where it says "unsaid"."""
SILENT: tuple[Rule, ...] = (
    uncompared,
    of_another_band,
    of_another_row,
    of_other_bodies,
    only_intended,
)
"""Rules that are true where a premise says nothing of a claim."""
EXCLUDING: tuple[Rule, ...] = (
    _opposite,
    outranked,
    denied,
    differing,
    of_the_other,
    otherwise_often,
    of_the_other_side,
    of_the_other_agent,
    only_wished,
    of_another_portion,
    before_a_change,
    differently_limited,
    on_other_days,
)
"""Rules that are true where a claim and a premise cannot both be true."""
OF_ANOTHER: tuple[Rule, ...] = (
    of_another_kind,
    of_anothers_work,
    lambda claim, premise: of_another_class(claim, premise) == "unsaid",
)
"""Rules that are true where a premise says it of something else."""
NOT_AGAINST: tuple[Rule, ...] = (
    of_no_continent,
    of_their_kin,
    rest_of_a_whole,
    of_other_kin,
    told_as_ahead,
    told_no_difference,
    told_besides,
    told_before,
    out_of_season,
)
"""Rules that are true where a reader finds a contradiction that is none."""
LEFT_OPEN: tuple[Rule, ...] = (
    of_no_birthplace,
    within_an_interval,
    lasting_within,
    otherwise_for_some,
)
"""Rules that are true where a premise leaves a claim open, so that a reader's contradiction counts for little."""


def holds(rules: tuple[Rule, ...], claim: str, premise: str) -> bool:
    """Whether one of the rules is true of a claim and a premise."""
    return any(rule(claim, premise) for rule in rules)


@lru_cache(maxsize=4096)  # asked of a sentence before and after it is read
def settled(claim: str, premise: str) -> Label | None:
    """The label of a claim that a premise settles without a model and without doubt; None where a model has to read it.

    The years of a life or a war settle what only says in which years that was, a definition says what something is not, and an
    exception what is otherwise of the excepted.

    >>> settled("Ada Lovelace died in the 1850s.", "Ada Lovelace (1815–1852) was an English mathematician.")
    <Label.SUPPORTED: 'supported'>
    """
    told = next((told for rule in SETTLING if (told := rule(claim, premise)) is not None), None)
    return {"borne out": Label.SUPPORTED, "contradicted": Label.REFUTED}.get(told or "")


def says_it_of_another(claim: str, premise: str) -> bool:
    """True if the premise has the claim's words and says nothing of it: of another doer, thing or place, or only as a plan."""
    return not borne_out(claim, premise) and holds(OF_ANOTHER, claim, premise)
