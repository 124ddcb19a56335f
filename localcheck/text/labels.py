"""A label and its value as a statement: "Capital: Paris" under the heading "France" says that the capital of France is Paris.

Labels of a list are known; under a heading that names something other short ones are read as well, but for those that tell
nothing of it ("Note: …", "From: …"). Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.dated_labels import (
    PREPOSITIONS,
    age_at,
    leading_time,
    opens_with_when,
    spelled,
    when_and_where,
    where,
)
from localcheck.text.irregular_verbs import INTRANSITIVE, PARTICIPLE, PAST, is_participle
from localcheck.text.label_forms import LABELS, NO_FACTS, UNITS, prize
from localcheck.text.lexicon import in_order, listed, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import a_or_an, with_capital

_LINE = regex(r"(?P<label>[A-Za-z][A-Za-z'’ ()/&-]{1,40}?)\s*(?::| [–—→-]) ?(?=\S)(?P<value>.+)", re.DOTALL)
_OF = regex(r"(?P<label>[A-Za-z][a-z ]+?) (?:of|in) (?P<who>(?:the )?[A-Z\d].*)")
_UNCOUNTED = "|".join(in_order("labels.uncounted"))
"""Words with an s that are amounts or verbs: "Sales: 150" is no count of sales."""
COUNTED = regex(rf"(?:number of )?(?P<what>(?:[a-z]+ ){{0,2}}(?!(?:{_UNCOUNTED})$)[a-z]{{3,}}(?<!ic)(?<![isu])s)")
NUMBER = regex(r"(?:about |around |approximately |over |more than )?\d[\d,.]*(?: (?:million|billion))?")
BARE = regex(r"[-–−+]?\d[\d.,]*(?: ?[–-] ?\d[\d.,]*)?")
"""A number, or a range of two, without a unit."""
_WITH_UNIT = regex(r"(?P<name>[^()\[\]]*[^()\[\] ]) ?[(\[](?P<unit>[^()\[\]\d]{1,24})[)\]]")
_SO_LONG = regex(r"\d+-[a-z]+ [a-z]")
"""What a thing has or gets, and is not: "Frames: 10-year warranty"."""
_SCALES = word_set("thousand thousands million millions billion billions")
SIZES = ("high", "long", "deep", "wide", "area of {what}")
_MORE_OF_SIZE = regex(r", (?=[a-z]).*$", re.DOTALL)
"""What follows a size: "1,470 m, which makes it the deepest lake"."""
_SENTENCES = regex(r"[a-z)][.!?] +[A-Z]")
_PASTS = rf"(?:[a-z]+ed|{'|'.join(sorted(PAST))})"
_VERB_VALUE = regex(rf"{_PASTS}\b|never (?:{'|'.join(sorted(PAST - PARTICIPLE))})\b")
"""A value that is told of the subject itself: "Disappearance: went missing in 1926"."""
_PEOPLE = regex(r"[A-Z]\w+(?:[ei]an|[cm]an|ish|ese|ch)|Greek|Swiss|Thai|Arab|Iraqi|Israeli")
_SMALL = ("About", "Around", "Approximately", "Over", "The", "A", "An")
_COLUMN = regex(r" \((?:details?|values?|info(?:rmation)?|descriptions?|answers?)\)(?=\.?$)", re.IGNORECASE)
"""The name of a table's second column, which says nothing."""
_OBJECT = regex(r" (?:(?:the|an?|his|her|its)\b|[A-Z])")
"""Behind a verb: what was done to something else, "Revoked the Edict of Nantes: 1685"."""
_DOES = listed("labels.does")
"""Labels that say when something was done to their subject, or what their subject did it to."""
_FINDS = word_set("founded established discovered invented")
_THING = regex(r"(?:the|an?|that|his|her|its) |[\"“'‘«]")
"""What a value of ``_DOES`` that is done something to begins with."""
_SMALL_FIRST = regex(r"[a-z-]+ [A-Z]")
"""A place, as "rural Kentucky"."""
_TIMES = regex(r"(?:once|twice|never|\w+ times)\b")
_CALLING = word_set("made named proclaimed granted given elected appointed crowned renamed awarded called")
"""Participles that another noun may follow: "made capital: 1850"."""
_PRONOUN = regex(r"\b(?:he|she|it|they|him|her|them)\b")
_THIRD = listed("labels.third")
_BEFORE_A_NAME = word_set("president prime king queen nobel")
"""First words of labels that a name may follow: "Prime Minister"."""
_OFFICES = word_set("president prime king queen chancellor emperor empress pope governor mayor senator leader member")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line that says what something has."""

    label: str
    """In small letters."""
    value: str
    who: str
    """What the label itself says that it is of ("Capital of France: …"); empty where a heading has to say it."""


def read_label(line: str, anything: bool = False) -> Labelled | None:
    """A line that begins with a label of the list, or that counts something ("Moons: 2"); None for other lines.

    ``anything``: with a label that is not in the list as well, where it and the value are short.

    >>> read_label("Official language: French").value, read_label("Capital of Peru: Lima").who, read_label("Note: see below")
    ('French', 'Peru', None)
    """
    found = _LINE.fullmatch(line.strip())
    if found is None or len(found["value"]) > 200:
        return None
    name, value = with_unit(re.sub(r"\(s\)", "", found["label"]), _COLUMN.sub("", found["value"].strip()))
    if not BARE.fullmatch(value):  # "Population (2020): 5" must not say less
        name = re.sub(r"\([^()]*\)", "", name)
    name = " ".join(name.replace("&", "and").split())
    whole = _OF.fullmatch(name)
    if whole and whole["label"].lower() in _OFFICES and spelled(value):
        return Labelled(_lower(name), value, "")
    if whole and whole["label"].lower() in LABELS:
        return Labelled(whole["label"].lower(), value, whole["who"])
    label = name.lower()
    known = label in LABELS or (COUNTED.fullmatch(label) and NUMBER.fullmatch(value.rstrip(".")))
    if known:
        return Labelled(label, value, "")
    return Labelled(_lower(name), value, "") if anything and _may_be_label(name, value) else None


def with_unit(name: str, value: str) -> tuple[str, str]:
    """A label without the unit in its brackets and its value with it, where that is a number without one; else as they are.

    >>> with_unit("Weight (kg)", "3.5"), with_unit("Revenue (EUR million)", "12"), with_unit("Share (%)", "5")
    (('Weight', '3.5 kg'), ('Revenue', '12 million EUR'), ('Share', '5%'))
    >>> with_unit("Population (2020)", "540"), with_unit("Weight (kg)", "3 kg")
    (('Population (2020)', '540'), ('Weight (kg)', '3 kg'))
    """
    found, number = _WITH_UNIT.fullmatch(name.strip()), value.rstrip(".")
    if found is None or not BARE.fullmatch(number):
        return name, value
    words = found["unit"].removeprefix("in ").replace(" of ", " ").split()
    scales = [word.lower().rstrip("s") for word in words if word.lower() in _SCALES]
    names = " ".join(word for word in words if word.lower() not in _SCALES)
    if names.lower() not in UNITS and (names or not scales):
        return name, value
    names = re.sub(r"(?<=\w{2})s$", "", names) if number == "1" else names
    return found["name"], f"{number}%" if names == "%" else " ".join(filter(None, (number, *scales, names)))


def _may_be_label(name: str, value: str) -> bool:
    """Whether words that are in no list may be a label of what a heading names: few, and no name by themselves."""
    words = name.split()
    short = len(words) <= 6 and len(value.split()) <= 16 and not _SENTENCES.search(value)
    small = words[0].lower() in _BEFORE_A_NAME or all(not w[:1].isupper() for w in words[1:2])
    return short and small and re.sub("['’]s$", "", words[0].lower()) not in NO_FACTS and not _SO_LONG.match(value)


def statement(line: Labelled, who: str, person: bool = False) -> str:
    """What the line says of ``who``, as a sentence. ``person``: it is somebody, who founds and is not founded.

    >>> statement(Labelled("born", "14 March 1879, Ulm", ""), "Albert Einstein")
    'Albert Einstein was born on 14 March 1879 in Ulm.'
    >>> statement(Labelled("depth", "1,470 m, more than all others", ""), "Tanganyika")
    'Tanganyika is 1,470 m deep, more than all others.'
    >>> statement(Labelled("occupation", "Physicist", ""), "Albert Einstein"), statement(Labelled("moons", "2", ""), "Mars")
    ('Albert Einstein was a physicist.', 'Mars has 2 moons.')
    """
    value = _within(line.value.strip().rstrip("."))
    counted = COUNTED.fullmatch(line.label)
    if counted and NUMBER.fullmatch(value):
        what = counted["what"]
        return f"{with_capital(who)} has {value} {what.removesuffix('s') if value == '1' else what}."
    form = LABELS.get(line.label)
    if form is None:
        return f"{with_capital(_of_any(line.label, value, who))}."
    if _acts_on(line.label, line.value.strip(), person):
        return f"{with_capital(who)} {line.label} {value}."
    plural = line.label.endswith("s") and not line.label.endswith("ss")
    more = _MORE_OF_SIZE.search(value) if form.endswith(SIZES) else None
    value = value[: more.start()] if more else value
    told = form.format(
        label=line.label,
        who=who,
        what=value,
        when=when_and_where(value) + (age_at(value) if "died" in form else ""),
        where=where(value),
        to=_to(value),
        prize=prize(line.label, value),
        a=_with_article(value),
        **{"is": "are" if plural else "is"},
    )
    return f"{with_capital(told)}{more.group() if more else ''}."


def _within(value: str) -> str:
    """A value inside a sentence: "About 60 metres" and "Discovery of the neutron" begin in small letters there.

    >>> _within("Discovery of the neutron"), _within("Marie and Pierre Curie"), _within("Physics")
    ('discovery of the neutron', 'Marie and Pierre Curie', 'Physics')
    """
    first, _, rest = value.partition(" ")
    plain = re.sub(r"\([^()]*\)", "", rest)
    titled = any(word[:1].isupper() for word in plain.split()) and not plain.startswith(("of ", "to ", "in ", "for "))
    common = rest[:1].islower() and not rest.startswith(("and ", "or ")) and first.isalpha() and not titled
    if first in _SMALL or (common and first[1:].islower() and not _PEOPLE.fullmatch(first)):
        return f"{first.lower()} {rest}"
    return value


def _acts_on(label: str, value: str, person: bool) -> bool:
    """Whether a value is what the subject did something to: "Invented: pasteurization", but not "Founded: Seattle"."""
    if label not in _DOES or opens_with_when(value):
        return False
    found = label in _FINDS and value[:1].islower() and not _SMALL_FIRST.match(value)
    return person or found or _THING.match(value) is not None


def _to(value: str) -> str:
    """Whom somebody was married to, and when: "to Marie Laurent", "in 1849 to Marie Laurent", "twice"."""
    if _TIMES.match(value):
        return value
    when, somebody = leading_time(value.removeprefix("in "))
    if when:
        return f"{when} to {somebody.removeprefix('to ')}" if somebody else when
    return value if value.startswith("to ") else f"to {value}"


def _of_any(label: str, value: str, who: str) -> str:
    """What a label that is in no list says with its value: a verb is said of ``who``, a noun is something that they have.

    >>> _of_any("connects", "Paris and Lyon", "The line"), _of_any("construction began", "1961", "the wall")
    ('The line connects Paris and Lyon', 'the construction of the wall began in 1961')
    >>> _of_any("president of Peru", "1994–1999", "Toledo"), _of_any("company he co-founded", "Apple", "Steve Jobs")
    ('Toledo was president of Peru from 1994 to 1999', 'the company Steve Jobs co-founded is Apple')
    >>> _of_any("entered service", "1976", "Concorde"), _of_any("estimated cost", "$3 million", "the bridge")
    ('Concorde entered service in 1976', 'the estimated cost of the bridge is $3 million')
    """
    first, last = label.split()[0], label.split()[-1]
    when = spelled(value)
    if _VERB_VALUE.match(value):
        return f"{who} {value}"
    if label.startswith("nobel"):
        return f"{who} received {prize(label, value)}"
    if first in _THIRD:
        return f"{who} {label} {value}"
    if first != last and when and last in PAST:
        return f"the {label.removesuffix(last).strip()} of {who} {last} {when}"
    if first.endswith("ed") and _OBJECT.match(label[len(first) :]):
        return f"{who} {label} {when or value}"
    if is_participle(first):
        behind = label.split()[1:2]
        passive = first not in INTRANSITIVE and (not behind or behind[0] in PREPOSITIONS or first in _CALLING)
        if passive or when:
            return f"{who} {'was ' * passive}{label} {when or value}"
    if when and first in _OFFICES:
        return f"{who} was {label} {when}"
    if pronoun := _PRONOUN.search(label):
        return f"the {label[: pronoun.start()]}{who}{label[pronoun.end() :]} is {value}"
    return has(label, value, who)


def has(label: str, value: str, who: str) -> str:
    """A label that is a noun, with what it is of ``who``."""
    plural = label.endswith("s") and not label.endswith("ss")
    return f"the {label} of {who} {'are' if plural else 'is'} {value}"


def _lower(name: str) -> str:
    """A label inside a sentence: "Largest island" begins in small letters there, "EU member" does not."""
    return name if name[1:2].isupper() else f"{name[:1].lower()}{name[1:]}"


def _with_article(value: str) -> str:
    """ "Physicist" as "a physicist"; a name and what has an article stay.

    >>> _with_article("Painter and sculptor"), _with_article("American actor"), _with_article("the first emperor")
    ('a painter and sculptor', 'an American actor', 'the first emperor')
    """
    first, rest = value.split(" ", 1)[0], value.partition(" ")[2]
    if first.lower() in ("a", "an", "the"):
        return value[:1].lower() + value[1:]
    small = first if rest[:1].isupper() or first.lower().endswith(("an", "ish", "ese", "ch")) else first.lower()
    return f"{a_or_an(first)} {small}{' ' + rest if rest else ''}"
