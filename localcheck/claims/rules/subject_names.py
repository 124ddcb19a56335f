"""The name of what a text is about: its title where the text mentions it, else the subject that it names most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.kinds import CALLINGS, THINGS, called_before, declared
from localcheck.claims.rules.unnamed import PEOPLE
from localcheck.claims.rules.wording import tokenize
from localcheck.text.headings import is_section, named
from localcheck.text.lexicon import OPENING_WORDS, listed, word_set
from localcheck.text.names import NAME, may_be_name, names
from localcheck.text.patterns import regex

_BRACKETS = regex(r"\s*(?:\([^()]*\)|-lrb-.*?-rrb-)\s*")
LABEL = regex(rf"({NAME.pattern})(?::| [–—-]) (?P<pronoun>[Hh]e|[Ss]he|[Ii]t|[Hh]is|[Hh]er|[Ii]ts) ")
"""A name that its sentence goes on about: "Emanuel Lasker – he kept the title"."""
_NICKNAME = regex(r"(?<=\w) [\"“][A-Z][\w.]*[\"”](?= [A-Z])")
_APPOSITION = regex(rf"({NAME.pattern}(?:{_NICKNAME.pattern} [A-Z][\w’'-]*)?), (?:the|an?|who|born)\b")
_BESIDE_NAME = regex(r" and (?:his|her) .*$| (?:him|her|it)self$")
_QUALIFIED = regex(r"^(?:The )?(?:[a-z]{3,}ed|new|old|modern|original|famous|legendary|mighty) (?=[A-Z])")
SPECIES = regex(r"[A-Z][a-z]+(?:us|is|um|a|o|ys|ops) (?:[a-z]{2,}(?:us|is|um|ens|ii|ae)|rex|leo|coli)")
"""A name in Latin of an animal, a plant or a germ: "Tyrannosaurus rex"."""
_PARTICLES = word_set("de da di du van von der den la le al el bin ibn y of")
OPENER = regex(r"(?:(It|Its)|He|She|His|Her)\b")
_MANY = word_set("Women Men Children People")
_OF_SOMEBODY = regex(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b")
_NOBODY = listed("subject_names.nobody")
_PROCESS = regex(
    r"(?:[A-Z][a-z]{3,}[ts]ion|Work|Filming|Building|Fishing|Mining|Farming|Printing|Shooting|Training|Testing|Trade|Traffic"
    r"|Research|Sale|Breakfast|Lunch|Dinner|Access|Entry|Parking|Employment|Development|Treatment|Recruitment)s?(?: \d+)?"
)
"""What goes on, and is the name of nothing: "Construction began"."""


def as_line(line: str) -> str:
    """A line as it is compared with a title."""
    return " ".join(line.split()).strip(" #*_=\"'").casefold()


def without_title(text: str, title: str) -> str:
    """The text without the lines that are its title."""
    below = "\n".join(line for line in text.split("\n") if as_line(line) != as_line(title))
    return below if below.strip() else text


def titled(body: str, title: str, sentences: Sequence[str], han: str) -> str:
    """The title, or what it names, where the text is about that; ``han``: the subject of a Chinese text. Empty otherwise."""
    whole = _title_in(body, title, sentences) or han or _title_meant(title, sentences)
    return whole or _title_in(body, named(title), sentences)


def _title_in(body: str, title: str, sentences: Sequence[str]) -> str:
    """The title as the text writes it, without brackets; empty when the text does not mention it as a name."""
    bare = _bare_title(title)
    if not bare or len(bare) > 80:
        return ""
    words = bare.split()
    named = all(w[0].isupper() or w in _PARTICLES or not w[0].isascii() for w in words)
    match = re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", body, re.IGNORECASE)
    if match:
        found = match.group()
        opens = any(re.match(rf"(?:the )?{re.escape(bare)}\b", s.strip(), re.IGNORECASE) for s in sentences)
        if named or opens or found[0].isupper():
            return found if found[0].isupper() or not found[0].isascii() or bare[0].islower() else bare
        return ""
    if len(words) < 2 or not (named or bare.islower()):
        return ""
    loose = re.search(
        rf"(?<!\w){re.escape(words[0])}(?: [\w.'’-]+){{1,3}} {re.escape(words[-1])}(?!\w)", body, re.IGNORECASE
    )
    if loose and all(word[0].isupper() for word in loose.group().split()):
        return loose.group()
    return ""


def _title_meant(title: str, sentences: Sequence[str]) -> str:
    """The title, where it is a name and the text begins with a pronoun for it ("He was born …") or with its last word ("Turing
    was …"); empty otherwise. A heading ("Early life") is no name.
    """
    bare = _bare_title(title)
    if not sentences or not may_be_name(bare):
        return ""
    if OPENER.match(sentences[0].lstrip()):
        return bare
    person = not sentences[0].startswith("The ") and _OF_SOMEBODY.search(" ".join(sentences))
    subject = subject_name(sentences[0]) if person else ""
    longer = {*bare.split()} <= {word.strip('"“”') for word in subject.split()}  # Patricia Lee "Patti" Smith
    return bare if longer or (subject and subject == bare.split()[-1]) else ""


def _bare_title(title: str) -> str:
    """The title without marks, brackets and what follows a comma."""
    bare = _BRACKETS.sub(" ", title).strip(" #*_\"'")
    return re.sub(r"\s*,.*$", "", bare) or bare


def untitled(body: str, sentences: Sequence[str]) -> str:
    """The subject that a text without such a title is about; empty where none stands out."""
    return _dominant(body, sentences) or _defined(sentences)


def _dominant(body: str, sentences: Sequence[str]) -> str:
    """The subject of the first sentence that has a name for a subject, when no other name is as frequent."""
    subject = next((name for name in map(subject_name, sentences[:3]) if name), "")
    several = " and " in subject and re.search(rf"{re.escape(subject)} (?:are|were|have)\b", body)
    return _called(subject, body) if subject and not several and _frequent(body, subject) else ""


def _called(name: str, body: str) -> str:
    """A name with a nickname as the text writes it shortly, where it does.

    >>> _called('William "Ben" Bova', "Ben Bova wrote novels."), _called('William "Ben" Bova', "Bova wrote novels.")
    ('Ben Bova', 'William "Ben" Bova')
    """
    nickname = _NICKNAME.search(name)
    short = f"{nickname.group()[2:-1]} {name.split()[-1]}" if nickname else name
    return short if short in body else name


def _frequent(body: str, name: str) -> bool:
    """Whether no other name of the text is more frequent."""
    words = (word.rstrip(".") for found in names(body) for word in found.split())  # a name may run on: "Armstrong. He"
    counts = Counter(word for word in words if word not in OPENING_WORDS)
    parts = [word for word in name.split() if word[0].isupper()]
    return max(counts[w] for w in parts) >= max((n for w, n in counts.items() if w not in parts), default=0)


def _defined(sentences: Sequence[str]) -> str:
    """The subject of a first sentence that says what it is ("Apollo 11 was the first …"), if the second one begins with a
    pronoun for it; "he" and "she" only where the first names a calling, for in "Hamlet is a play by Shakespeare. He …" another
    is meant.
    """
    name = subject_name(sentences[0]) if len(sentences) > 1 else ""
    says = rf"(?:The )?{re.escape(name)}(?:\s*\([^()]*\))?\s+(?:is|was|are|were)\s+(?:an?|the|one of)\b"
    pronoun = OPENER.match(sentences[1].lstrip()) if name else None
    if pronoun is None or not re.match(says, sentences[0].lstrip()):
        return ""
    person = bool(declared(name, sentences[:1]) & CALLINGS)
    return name if person != bool(pronoun[1]) else ""


@lru_cache(maxsize=2048)  # whose subject it is is asked where a text is taken apart, and for each of its parts
def subject_name(sentence: str) -> str:
    """The proper name that is the subject of ``sentence``, without "The"; empty when its subject is none.

    >>> subject_name("Marie Curie and her husband Pierre discovered radium in 1898.")
    'Marie Curie'
    >>> subject_name("Faraday, a smith's son, left school.")
    'Faraday'
    """
    if (labelled := LABEL.match(sentence)) and not is_section(labelled[1]):
        return labelled[1]
    tokens = tokenize(sentence)
    clause = main_clause(tokens)
    if clause is None:
        said_more_of = _APPOSITION.match(sentence)
        return said_more_of[1] if said_more_of and said_more_of[1].split()[0] not in OPENING_WORDS else ""
    text = _BRACKETS.sub(" ", sentence[tokens[clause.start].span.start : tokens[clause.head_end - 1].span.end]).strip()
    text = text[called_before(text)[0] :]
    if text.startswith("The ") and tokens[clause.verb].lower not in ("are", "were", "have"):
        text = text.removeprefix("The ")
    text = _BESIDE_NAME.sub("", _QUALIFIED.sub("", text))
    match = NAME.fullmatch(re.sub(r" \d{1,4}$", "", _NICKNAME.sub("", text))) or SPECIES.fullmatch(text)  # Apollo 11
    if _PROCESS.fullmatch(text) and not re.match(r".{0,40}? (?:is|was) (?:an?|the)\b", sentence):
        return ""
    people = text in _MANY or (
        text.endswith("s") and text[:-1].lower() in CALLINGS | PEOPLE
    )  # "Critics praised it. He was proud."
    first = re.split("['’]", text.split()[0])[0] if match else ""  # "It" of "It's"
    return text if match and first not in OPENING_WORDS | _NOBODY and not people else ""


def article_of(body: str, name: str) -> str:
    """The article that most mentions of the name have: "the", or "The" where it is a part of the name; mostly none."""
    called = any(kind in THINGS for kind in re.findall(rf"\b[Tt]he (\w+) {re.escape(name)}(?!\w)", body))
    mentions = len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w| [A-Z])", body)) - called
    before = re.findall(rf"(?:(\S) )?\b([Tt]he) {re.escape(name)}(?!\w| [A-Z])", body)
    if not mentions or 2 * len(before) <= mentions:
        return ""
    inside = [word for mark, word in before if mark and mark not in ".!?"]
    return "The" if inside and "the" not in inside else "the"
