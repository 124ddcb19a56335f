"""What a cell of a table says of its row, by the name of its column: "Founded", not "Director", is what happened. Pure."""

from __future__ import annotations

import re

from localcheck.text.dated_labels import (
    PREPOSITIONS,
    leading_time,
    opens_with_when,
    spelled,
)
from localcheck.text.irregular_verbs import PARTICIPLE, PAST
from localcheck.text.label_forms import LABELS
from localcheck.text.labels import BARE, COUNTED, NUMBER, SIZES, Labelled, begun, has, statement
from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex

_CLOCK = regex(r"\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?", re.IGNORECASE)
_RUNS = word_set("departs arrives opens closes starts ends begins leaves")
"""Names of columns that hold a time of day."""
_VERBS = word_set(
    "connects dissolves contains includes produces separates serves surrounds overlooks lacks becomes reaches"
)
"""Those of ``_THIRD`` that are no nouns as well, as "uses" and "features" are."""
_SAYS_NOTHING = word_set("– — - n/a none no yes unknown tbd tba ? open pending ongoing never")
_TALLIED = word_set("opened completed finished started ended signed launched closed")
"""Labels whose number may be a year or a count: "Completed: 2000"."""
_SIZED = regex(r"\D{0,12}\d[\d.,]* ?[a-zA-Z′″]", re.DOTALL)


def of_cell(line: Labelled, who: str) -> str:
    """What a cell of a table says of its row ``who``, and no more: a column's name is a noun unless it surely is none, and
    what has a date may still be to come.

    >>> of_cell(Labelled("director", "Ann", ""), "Sales"), of_cell(Labelled("date", "5 April 2027", ""), "Review")
    ('The director of Sales is Ann.', 'The date of Review is 5 April 2027.')
    >>> of_cell(Labelled("founded", "1912", ""), "Pirna AG"), of_cell(Labelled("departs", "11:33", ""), "IC 5")
    ('Pirna AG was founded in 1912.', 'IC 5 departs at 11:33.')
    """
    value = line.value.strip().rstrip(".")
    told = value.lower() not in _SAYS_NOTHING
    if line.label in _RUNS and _CLOCK.fullmatch(value):
        return f"{begun(who)} {line.label} at {value}."
    form = LABELS.get(line.label, "{who} is in {what}" if line.label in _VERBS else "")
    if (COUNTED.fullmatch(line.label) and NUMBER.fullmatch(value)) or (told and _worded(line.label, form, value)):
        return statement(line, who)
    amount = value[:1].isdigit() and (line.label == "actual" or (line.label.endswith("ed") and " " not in line.label))
    return f"{begun(has(f'{line.label} value' if amount else line.label, value, who))}."


def _worded(label: str, form: str, value: str) -> bool:
    """Whether the form of a label surely fits a cell under it: "Founded", not "Director" or "Partner", and no bare amounts."""
    last = label.split()[-1]
    if "{when}" in form:
        when, rest = leading_time(value)
        dated = spelled(value) is not None or (when and (rest[:1].isupper() or opens_with_when(rest)))
        amount = BARE.fullmatch(value) is not None and (label in _TALLIED or spelled(value) is None)
        return (last.endswith("ed") or last in PARTICIPLE or last in PAST) and bool(dated) and not amount
    if any(size in form for size in SIZES):
        return _SIZED.match(value) is not None
    if "population" in form:
        return value[:1].isdigit()
    if not form:
        return last == "by" and (label.split()[0].endswith("ed") or label.split()[0] in PARTICIPLE)
    plain = form.startswith(("The ", "the ")) or label in _VERBS or label in ("continent", "located")
    return plain or (last in (*PREPOSITIONS, "by", "of", "to", "as") and not BARE.fullmatch(value))
