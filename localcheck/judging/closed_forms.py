"""Closed forms that settle a claim, exclude it, or tell that a premise says nothing of it, without a model. Pure."""

from __future__ import annotations

from collections.abc import Callable

from localcheck.text.positive import was_until
from localcheck.text.values.both_told import both_told
from localcheck.text.values.classes import of_another_class
from localcheck.text.values.comparisons import uncompared
from localcheck.text.values.contracts import of_the_other_side
from localcheck.text.values.denials import (
    but_for_some,
    denied,
    of_all_not_only,
    of_the_excepted,
    other_survivors,
    otherwise_for_some,
)
from localcheck.text.values.doers import another_did
from localcheck.text.values.flows import flowing
from localcheck.text.values.frequency import otherwise_often
from localcheck.text.values.from_the_end import otherwise_from_the_end
from localcheck.text.values.lifetimes import in_the_new_calendar
from localcheck.text.values.listed import only_beside_it
from localcheck.text.values.missing import of_the_opposite_rest
from localcheck.text.values.nearby import only_near
from localcheck.text.values.offices import of_another_office
from localcheck.text.values.opening import otherwise_open
from localcheck.text.values.opposites import opposed, seen_from_the_other
from localcheck.text.values.phases import of_no_such_end, on_the_other_side_of_death, other_phase
from localcheck.text.values.places import only_named_so
from localcheck.text.values.portions import of_another_portion
from localcheck.text.values.predating import predating
from localcheck.text.values.ranks import not_the_first, of_another_kind, outranked
from localcheck.text.values.relations import borne_out, told_otherwise
from localcheck.text.values.respective import of_the_other
from localcheck.text.values.routes import before_a_change, reversed_way
from localcheck.text.values.says import Says
from localcheck.text.values.shares import mostly
from localcheck.text.values.status import failed, undone
from localcheck.text.values.successors import another_pair
from localcheck.text.values.superlatives import first_of_a_people, leads
from localcheck.text.values.timed import in_those_years
from localcheck.text.values.trends import trend
from localcheck.text.values.weekly import weekly
from localcheck.types import Label


def settled(claim: str, premise: str) -> Label | None:
    """The label of a claim that a premise settles without a model and without doubt; None where a model has to read it.

    The years of a life or a war settle what only says in which years that was, a definition says what something is not, and a
    percentage whether it is most or what is so of the rest, a list what is older than what, and an exception what is otherwise
    of the excepted.

    >>> settled("Ada Lovelace died in the 1850s.", "Ada Lovelace (1815–1852) was an English mathematician.")
    <Label.SUPPORTED: 'supported'>
    """
    told = next((told for rule in SETTLING if (told := rule(claim, premise)) is not None), None)
    return {"borne out": Label.SUPPORTED, "contradicted": Label.REFUTED}.get(told or "")


def _from_the_other_side(claim: str, premise: str) -> Says | None:
    """Whether the claim follows from what the premise says of another: it comes second after this one, or lies south of it."""
    return "borne out" if leads(claim, premise) or seen_from_the_other(claim, premise) else None


SETTLING: tuple[Callable[[str, str], Says | None], ...] = (
    in_those_years,
    of_another_class,
    mostly,
    predating,
    both_told,
    of_the_excepted,
    _from_the_other_side,
    of_the_opposite_rest,
    weekly,
    flowing,
    trend,
)
"""Rules, of which the first that says something of a claim and a premise decides, also where it says "unsaid"."""


def _not_so(claim: str, premise: str) -> bool:
    return predating(claim, premise) == "unsaid" or flowing(claim, premise) == "unsaid"


def unsaid(claim: str, premise: str) -> bool:
    """True if a premise says nothing of a claim, whatever a model sees."""
    return any(rule(claim, premise) for rule in SILENT)


SILENT: tuple[Callable[[str, str], bool], ...] = (
    _not_so,
    uncompared,
    in_the_new_calendar,
    another_pair,
    first_of_a_people,
)
"""Rules that are true of a claim and a premise that says nothing of it."""


def excludes(claim: str, premise: str) -> bool:
    """True if one of the two says the opposite of the other in a closed form."""
    return any(rule(claim, premise) for rule in EXCLUDING)


def _opposite(claim: str, premise: str) -> bool:
    """True for the opposite of a word; but who lost to Douglas says that Douglas won, and who left says what stayed, and an
    exception from what is prohibited is allowed.
    """
    if not opposed(claim, premise) or borne_out(claim, premise):
        return False
    return not of_the_opposite_rest(claim, premise) and not otherwise_for_some(claim, premise)


def _ranked_otherwise(claim: str, premise: str) -> bool:
    return outranked(claim, premise) is not None


def _in_the_other_phase(claim: str, premise: str) -> bool:
    return other_phase(claim, premise) == "contradicted"


EXCLUDING: tuple[Callable[[str, str], bool], ...] = (
    _opposite,
    _ranked_otherwise,
    denied,
    was_until,
    but_for_some,
    of_all_not_only,
    other_survivors,
    otherwise_open,
    of_the_other,
    reversed_way,
    before_a_change,
    failed,
    otherwise_often,
    _in_the_other_phase,
    of_the_other_side,
    on_the_other_side_of_death,
    otherwise_from_the_end,
    of_another_portion,
)
"""Rules that are true of a claim and a premise that cannot both be true."""


def says_it_of_another(claim: str, premise: str) -> bool:
    """True if the premise has the claim's words and says nothing of it: of another doer, thing or place, or only as a plan."""
    return not borne_out(claim, premise) and any(rule(claim, premise) for rule in OF_ANOTHER)


def _of_the_other_phase_only(claim: str, premise: str) -> bool:
    return other_phase(claim, premise) == "unsaid"


def _says_no_kind_of_it(claim: str, premise: str) -> bool:
    return of_another_class(claim, premise) == "unsaid"


OF_ANOTHER: tuple[Callable[[str, str], bool], ...] = (
    another_did,
    of_another_office,
    only_near,
    told_otherwise,
    of_another_kind,
    not_the_first,
    undone,
    _of_the_other_phase_only,
    _says_no_kind_of_it,
    only_named_so,
    only_beside_it,
    of_no_such_end,
)
"""Rules that are true of a claim and a premise that has its words and says it of something else."""
