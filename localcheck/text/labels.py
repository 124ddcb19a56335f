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
from localcheck.text.irregular_verbs import PARTICIPLE, PAST
from localcheck.text.label_forms import LABELS, NO_FACTS, UNITS
from localcheck.text.lexicon import COUNT_WORDS, word_set
from localcheck.text.patterns import regex

_LINE = regex(r"(?P<label>[A-Za-z][A-Za-z'’ ()/&-]{1,40}?)\s*(?::| [–—→-]) ?(?=\S)(?P<value>.+)", re.DOTALL)
_OF = regex(r"(?P<label>[A-Za-z][a-z ]+?) (?:of|in) (?P<who>(?:the )?[A-Z\d].*)")
_PRIZE = regex(r"Nobel (?:Peace )?Prize", re.IGNORECASE)
_YEAR = regex(r",? ?\(?(?:in )?\b((?:1[89]|20)\d\d)\b\)?[,: –—-]*")
_FIELDS = "Physics|Chemistry|Literature|Peace|Medicine|Economics|Physiology or Medicine"
_FIELD = regex(rf"(?:in )?({_FIELDS})", re.IGNORECASE)
_FIELD_YEAR = regex(rf"(?P<field>{_FIELDS}) \((?P<year>\d{{4}})\)")
_UNCOUNTED = (
    "maths|news|sales|earnings|savings|costs|expenses|profits|losses|revenues|wages|taxes|fees|assets|funds|opens|closes"
    "|departs|arrives|starts|ends|begins|leaves"
)
"""Words with an s that are amounts or verbs: "Sales: 150" is no count of sales."""
_COUNTED = regex(rf"(?:number of )?(?P<what>(?:[a-z]+ ){{0,2}}(?!(?:{_UNCOUNTED})$)[a-z]{{3,}}(?<!ic)(?<![isu])s)")
_NUMBER = regex(r"(?:about |around |approximately |over |more than )?\d[\d,.]*(?: (?:million|billion))?")
_BARE = regex(r"[-–−+]?\d[\d.,]*(?: ?[–-] ?\d[\d.,]*)?")
"""A number, or a range of two, without a unit."""
_WITH_UNIT = regex(r"(?P<name>[^()\[\]]*[^()\[\] ]) ?[(\[](?P<unit>[^()\[\]\d]{1,24})[)\]]")
_SCALES = word_set("thousand thousands million millions billion billions")
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
_SIZES = ("high", "long", "deep", "wide", "area of {what}")
_MORE_OF_SIZE = regex(r", (?=[a-z]).*$", re.DOTALL)
"""What follows a size: "1,470 m, which makes it the deepest lake"."""
_SENTENCES = regex(r"[a-z)][.!?] +[A-Z]")
_PASTS = rf"(?:[a-z]+ed|{'|'.join(sorted(PAST))})"
_VERB_VALUE = regex(rf"{_PASTS}\b|never (?:{'|'.join(sorted(PAST - PARTICIPLE))})\b")
"""A value that is told of the subject itself: "Disappearance: went missing in 1926"."""
_DID_SOMETHING = regex(rf"{_PASTS} (?:the|an?|his|her|its|their) ")
"""The same where a time or a place is expected: "Education: failed his first exam"."""
_PEOPLE = regex(r"[A-Z]\w+(?:[ei]an|[cm]an|ish|ese|ch)|Greek|Swiss|Thai|Arab|Iraqi|Israeli")
_SMALL = ("About", "Around", "Approximately", "Over", "The", "A", "An")
_COLUMN = regex(r" \((?:details?|values?|info(?:rmation)?|descriptions?|answers?)\)(?=\.?$)", re.IGNORECASE)
"""The name of a table's second column, which says nothing."""
_OBJECT = regex(r" (?:(?:the|an?|his|her|its)\b|[A-Z])")
"""Behind a verb: what was done to something else, "Revoked the Edict of Nantes: 1685"."""
_DOES = word_set(
    "founded established formed built constructed completed opened inaugurated released published discovered invented"
    " launched signed"
)
"""Labels that say when something was done to their subject, or what their subject did it to."""
_FINDS = word_set("founded established discovered invented")
_THING = regex(r"(?:the|an?|that|his|her|its) |[\"“'‘«]")
"""What a value of ``_DOES`` that is done something to begins with."""
_SMALL_FIRST = regex(r"[a-z-]+ [A-Z]")
"""A place, as "rural Kentucky"."""
_LAST_TIME = regex(r"(?P<what>[^\d()]+?)(?:,? \((?P<inside>[^()]+)\)|, (?P<year>\d{3,4}))")
_TIMES = regex(r"(?:once|twice|never|\w+ times)\b")
_CALLING = word_set("made named proclaimed granted given elected appointed crowned renamed awarded called")
"""Participles that another noun may follow: "made capital: 1850"."""
_MORE_OF_PRIZE = ("for ", "with ", "shared ", "jointly ", "together ")
_COUNT = regex(rf"({COUNT_WORDS}|\d{{1,2}})\b(?! [A-Z])", re.IGNORECASE)
_PRONOUN = regex(r"\b(?:he|she|it|they|him|her|them)\b")
_THIRD = word_set(
    "connects dissolves contains borders covers crosses includes flows features produces orbits uses links separates spans"
    " holds houses joins serves supplies surrounds overlooks hosts grows feeds lives needs lacks becomes reaches protects"
)
_OFFICES = word_set("president prime king queen chancellor emperor empress pope governor mayor senator leader member")
_VOWEL = regex(r"[aeiou]", re.IGNORECASE)


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
    if not _BARE.fullmatch(value):  # "Population (2020): 5" must not say less
        name = re.sub(r"\([^()]*\)", "", name)
    name = " ".join(name.replace("&", "and").split())
    whole = _OF.fullmatch(name)
    if whole and whole["label"].lower() in _OFFICES and spelled(value):
        return Labelled(_lower(name), value, "")
    if whole and whole["label"].lower() in LABELS:
        return Labelled(whole["label"].lower(), value, whole["who"])
    label = name.lower()
    known = label in LABELS or (_COUNTED.fullmatch(label) and _NUMBER.fullmatch(value.rstrip(".")))
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
    if found is None or not _BARE.fullmatch(number):
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
    small = all(not w[:1].isupper() for w in words[1:2]) or words[0].lower() in (
        "president",
        "prime",
        "king",
        "queen",
        "nobel",
    )
    return short and small and words[0].lower() not in NO_FACTS


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
    counted = _COUNTED.fullmatch(line.label)
    if counted and _NUMBER.fullmatch(value):
        what = counted["what"]
        return f"{_upper(who)} has {value} {what.removesuffix('s') if value == '1' else what}."
    form = LABELS.get(line.label)
    if form is None:
        return f"{_upper(_of_any(line.label, value, who))}."
    if _acts_on(line.label, line.value.strip(), person):
        return f"{_upper(who)} {line.label} {_at_last(value)}."
    if ("{when}" in form or "{where}" in form) and _DID_SOMETHING.match(value):
        return f"{_upper(who)} {value}."
    plural = line.label.endswith("s") and not line.label.endswith("ss")
    more = _MORE_OF_SIZE.search(value) if form.endswith(_SIZES) else None
    value = value[: more.start()] if more else value
    told = form.format(
        label=line.label,
        who=who,
        what=value,
        when=when_and_where(value) + (age_at(value) if "died" in form else ""),
        where=where(value),
        to=_to(value),
        prize=_prize(line.label, value),
        a=_with_article(value),
        **{"is": "are" if plural else "is"},
    )
    return f"{_upper(told)}{more.group() if more else ''}."


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
        return f"{_upper(who)} {line.label} at {value}."
    form = LABELS.get(line.label, "{who} is in {what}" if line.label in _VERBS else "")
    if (_COUNTED.fullmatch(line.label) and _NUMBER.fullmatch(value)) or (told and _worded(line.label, form, value)):
        return statement(line, who)
    amount = value[:1].isdigit() and (line.label == "actual" or (line.label.endswith("ed") and " " not in line.label))
    return f"{_upper(_has(f'{line.label} value' if amount else line.label, value, who))}."


def _worded(label: str, form: str, value: str) -> bool:
    """Whether the form of a label surely fits a cell under it: "Founded", not "Director" or "Partner", and no bare amounts."""
    last = label.split()[-1]
    if "{when}" in form:
        when, rest = leading_time(value)
        dated = spelled(value) is not None or (when and (rest[:1].isupper() or opens_with_when(rest)))
        amount = _BARE.fullmatch(value) is not None and (label in _TALLIED or spelled(value) is None)
        return (last.endswith("ed") or last in PARTICIPLE or last in PAST) and bool(dated) and not amount
    if any(size in form for size in _SIZES):
        return _SIZED.match(value) is not None
    if "population" in form:
        return value[:1].isdigit()
    if not form:
        return last == "by" and (label.split()[0].endswith("ed") or label.split()[0] in PARTICIPLE)
    plain = form.startswith(("The ", "the ")) or label in _VERBS or label in ("continent", "located")
    return plain or (last in (*PREPOSITIONS, "by", "of", "to", "as") and not _BARE.fullmatch(value))


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


def _at_last(value: str) -> str:
    """A value with its preposition before a time at its end: "Études sur le Vin, 1866" as "Études sur le Vin in 1866"."""
    found = _LAST_TIME.fullmatch(value)
    when = found and spelled(found["inside"] or found["year"])
    return f"{found['what']} {when}" if found and when else value


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
        return f"{who} received {_prize(label, value)}"
    if first in _THIRD:
        return f"{who} {label} {value}"
    if first != last and when and last in PAST:
        return f"the {label.removesuffix(last).strip()} of {who} {last} {when}"
    if first.endswith("ed") and _OBJECT.match(label[len(first) :]):
        return f"{who} {label} {when or value}"
    if first.endswith("ed") or first in PARTICIPLE:
        behind = label.split()[1:2]
        passive = not behind or behind[0] in PREPOSITIONS or first in _CALLING
        if passive or when:
            return f"{who} {'was ' * passive}{label} {when or value}"
    if when and first in _OFFICES:
        return f"{who} was {label} {when}"
    if pronoun := _PRONOUN.search(label):
        return f"the {label[: pronoun.start()]}{who}{label[pronoun.end() :]} is {value}"
    return _has(label, value, who)


def _has(label: str, value: str, who: str) -> str:
    """A label that is a noun, with what it is of ``who``."""
    plural = label.endswith("s") and not label.endswith("ss")
    return f"the {label} of {who} {'are' if plural else 'is'} {value}"


def _lower(name: str) -> str:
    """A label inside a sentence: "Largest island" begins in small letters there, "EU member" does not."""
    return name if name[1:2].isupper() else f"{name[:1].lower()}{name[1:]}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _with_article(value: str) -> str:
    """ "Physicist" as "a physicist"; a name and what has an article stay.

    >>> _with_article("Painter and sculptor"), _with_article("American actor"), _with_article("the first emperor")
    ('a painter and sculptor', 'an American actor', 'the first emperor')
    """
    first, rest = value.split(" ", 1)[0], value.partition(" ")[2]
    if first.lower() in ("a", "an", "the"):
        return value[:1].lower() + value[1:]
    small = first if rest[:1].isupper() or first.lower().endswith(("an", "ish", "ese", "ch")) else first.lower()
    return f"{'an' if _VOWEL.match(first) else 'a'} {small}{' ' + rest if rest else ''}"


def _prize(label: str, value: str) -> str:
    """ "Nobel Prize: Physics, 1921" as "the Nobel Prize in Physics in 1921"; nothing of the value is left out.

    >>> _prize("nobel prizes", "two, one in physics and one in chemistry"), _prize("nobel prize", "Physics 1903, Peace 1911")
    ('two Nobel Prizes, one in physics and one in chemistry', 'the Nobel Prizes in Physics 1903, Peace 1911')
    """
    named = label.startswith("nobel")
    if not (named or _PRIZE.match(value)):
        return value
    if named and value.lower() in ("none", "no", "never"):
        return "no Nobel Prize"
    if named and (count := _COUNT.match(value)) and "peace" not in label:
        return f"{count[1]} Nobel Prize{'s' * (count[1].lower() not in ('1', 'one'))}{value[count.end() :]}"
    several = list(_FIELD_YEAR.finditer(value))
    if len(several) > 1 and not re.search(r"\w", re.sub(r"\band\b", "", _FIELD_YEAR.sub("", value))):
        return " and ".join(f"the Nobel Prize in {m['field']} in {m['year']}" for m in several)
    if "peace" in label:
        if year := _YEAR.match(value):
            return f"the Nobel Peace Prize in {year[1]}, {value[year.end() :]}".rstrip(", ")
        return f"the {label} {value}"
    year, field = _YEAR.search(value), _FIELD.search(value)
    if field is None:
        return f"the {value}" if _PRIZE.match(value) else f"the Nobel Prize in {value}"
    name = "the Nobel Peace Prize" if field[1].lower() == "peace" else f"the Nobel Prize in {field[1]}"
    short = f"{name} in {year[1]}" if year else name
    left = _besides(value)
    if not left or left.startswith(_MORE_OF_PRIZE):
        return f"{short} {left}".rstrip()
    many = "s" * (len(_FIELD.findall(value)) > 1)
    return f"the {value}" if _PRIZE.match(value) else f"the Nobel Prize{many} in {value.removeprefix('in ')}"


def _besides(value: str) -> str:
    """What a value says besides a prize, its field and its year."""
    for pattern in (_PRIZE, _FIELD, _YEAR):
        value = pattern.sub(" ", value, count=1)
    return " ".join(value.split()).strip(" ,;()–—-")
