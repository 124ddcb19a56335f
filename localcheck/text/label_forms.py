"""What labels say: "Capital: …" that the capital of something is …, "Died: …" when and where somebody died. Data only.

Awards as the value of a label: "Nobel Prize: Physics, 1921" is "the Nobel Prize in Physics in 1921".
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import COUNT_WORDS, listed, rows
from localcheck.text.patterns import regex

"""A form a line: the sentence, and behind the bar the labels that say it, in small letters.

``{who}`` is what a heading names, ``{what}`` the value, ``{when}`` a time and a place with their prepositions, ``{where}`` a
place, ``{to}`` to whom and when, ``{a}`` a kind with its article, ``{prize}`` an award; ``{is}`` is "are" for a label that ends
with an s.
"""
LABELS = {
    label.strip(): form.strip()
    for form, labels in (row.split("|") for row in rows("label_forms"))
    for label in labels.split(",")
}
"""A label -> its form."""
NO_FACTS = listed("label_forms.no_facts")
"""First words of labels that say nothing of what a heading names."""
UNITS = listed("label_forms.units") | {*rows("label_forms.units_of_two_words")}
"""Units, in small letters, that a number can have behind it; no letters that may mean something else, as "(k)" and "(s)"."""


_FIELDS = "Physics|Chemistry|Literature|Peace|Medicine|Economics|Physiology or Medicine"
_FIELD_YEAR = regex(rf"(?P<field>{_FIELDS})(?:,? \((?P<year>\d{{4}})\)|,? (?P<bare>\d{{4}}))", re.IGNORECASE)
_COUNT = regex(rf"({COUNT_WORDS}|\d{{1,2}})\b(?! [A-Z])", re.IGNORECASE)


def prize(label: str, value: str) -> str:
    """ "Nobel Prize: Physics, 1921" as "the Nobel Prize in Physics in 1921"; nothing of the value is left out.

    >>> prize("nobel prizes", "two, one in physics and one in chemistry"), prize("nobel prize", "Physics (1903)")
    ('two Nobel Prizes, one in physics and one in chemistry', 'the Nobel Prize in Physics in 1903')
    >>> prize("Nobel Peace Prize", "1993"), prize("awards", "Nobel Prize in Physics (1921)"), prize("awards", "many")
    ('the Nobel Peace Prize in 1993', 'the Nobel Prize in Physics (1921)', 'many')
    """
    label = label.lower()
    if not label.startswith("nobel"):
        return f"the {value}" if value.startswith("Nobel ") else value
    if value.lower() in ("none", "no", "never"):
        return "no Nobel Prize"
    if count := _COUNT.match(value):
        return f"{count[1]} Nobel Prize{'s' * (count[1].lower() not in ('1', 'one'))}{value[count.end() :]}"
    told = _FIELD_YEAR.sub(lambda m: f"the Nobel Prize in {m['field']} in {m['year'] or m['bare']}", value)
    return told if told != value else f"the Nobel {'Peace ' * ('peace' in label)}Prize in {value.removeprefix('in ')}"
