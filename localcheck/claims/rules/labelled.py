"""A label before a whole sentence, as in the lists of assistants: "**Size:** It covers half of the island.".

The label is blanked, character for character, so that places in the text stay; the sentence says the same without it. A label
that denies its sentence ("Myth: …") and a name that its sentence goes on about ("Neptune: It is …") stay. Pure.
"""

from __future__ import annotations

from localcheck.claims.rules import verbs
from localcheck.claims.rules.grammar import has_clause, main_clause
from localcheck.claims.rules.wording import DETERMINER, Token, is_finite, tokenize
from localcheck.text.headings import is_section
from localcheck.text.impersonal import is_impersonal
from localcheck.text.label_forms import LABELS, NO_FACTS
from localcheck.text.lexicon import STAND_INS, listed, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import is_plural

_LABEL = regex(
    r"\s*(?P<label>[A-Z][A-Za-z'’&/-]*(?: [A-Za-z'’&/-]+){0,4}) {0,4}(?::| [–—-]) +"
    r"(?=[A-Z\d\"“])(?P<value>(?:(?! [–—-] ).)+[.!][\"”)]?\s*)"
)
_NUMBERED = regex(r"\s*(?:Step|Fact|Point|Reason|Example|Stage|Phase|Part|Tip) {1,3}\d{1,2}\s*(?::| [–—-]) +(?=[A-Z])")
"""What only counts what a text tells: "Step 2: In 1871 Bell moved …"."""
_ITSELF = regex(
    r"(?P<label>[A-Z][\w'’-]*(?: [\w'’-]+){1,4}) ?(?::|[–—-]) (?P<it>This|These|They|It) (?P<rest>(?P<verb>[a-z]+)\b.+)"
)
"""A label, and a sentence that begins with a pronoun for it: "Calvin cycle: This takes place in the stroma."."""
_DENIES = listed("labelled.denies")
"""Words of labels whose sentence is not said to be so."""
_ABSTRACT = tuple("ion ment ity ness ship ence ance ing ism ics ure logy phy dom hood".split())
"""Ends of nouns that are seldom what "it" stands for below them: "Colonisation", "Independence"."""
_BEFORE = STAND_INS | word_set("the this these that those")
"""What begins with one of them may be about its label: "Paris: The city has …"."""
_IN_LABELS = frozenset(word for label in LABELS for word in label.split() if len(word) > 3)
"""Words of labels that say in what regard something is told."""
_ASPECTS = listed("labelled.aspects")
"""Nouns for a side of something: "Cultural impact: It inspired …" is about what had it."""
_RELATIVE = word_set("who which that whose where when because")
_MANY = word_set("species people men women children fish sheep")


def without_label(text: str) -> str:
    """``text`` with the label before its sentence blanked, as long as before; else unchanged.

    >>> without_label("Size: It covers half of the island.").strip(), without_label("Neptune: It is blue.")
    ('It covers half of the island.', 'Neptune: It is blue.')
    """
    if (counted := _NUMBERED.match(text)) and is_sentence(text[counted.end() :]):
        return " " * counted.end() + text[counted.end() :]
    found = _LABEL.fullmatch(text)
    if found is None or {*found["label"].lower().split()} & _DENIES or has_clause(found["label"]) or of_its_label(text):
        return text
    stands_in = found["value"].split()[0].strip('"“').lower() in _BEFORE
    if not is_sentence(found["value"]) or (stands_in and not _is_topic(found["label"])):
        return text
    if _of_many(found["value"].split()) and not _is_regard(found["label"]):
        return text  # "Divergent boundaries: Plates move apart"
    return " " * found.start("value") + found["value"]


def of_its_label(text: str) -> str:
    """The sentence behind a label that begins with a pronoun for it, with the label in its place; empty for any other.

    >>> of_its_label("Light reactions: These occur in the membranes."), of_its_label("Surface area: It covers 300 hectares.")
    ('Light reactions occur in the membranes.', '')
    """
    tidy = " ".join(text.split())
    found = _ITSELF.fullmatch(tidy)
    if found is None or is_impersonal(tidy[found.start("it") :]):
        return ""
    label, verb, many = found["label"], found["verb"], found["it"] in ("These", "They")
    *_, last = label.split()
    known = (
        verb in verbs.AUXILIARY or verbs.is_past(verb) or (verbs.is_base if many else verbs.may_be_third_person)(verb)
    )
    regard = _is_regard(label) or is_section(last) or {*label.lower().split()} & (_IN_LABELS | _ASPECTS)
    sure = found["it"] in ("This", "These") or not regard
    said = known and sure and last.islower() and is_plural(last) == many and last not in found["rest"].lower()
    return f"{'' if many else 'The '}{label} {found['rest']}" if said else ""


def _is_topic(label: str) -> bool:
    """Whether a label says in what regard something is told, and not of what: "Size", "Early life", "Independence"."""
    return _is_regard(label) or (" " in label and label.split()[-1].islower())


def _is_regard(label: str) -> bool:
    words = label.lower().split()
    abstract = words[-1].removesuffix("s").endswith(_ABSTRACT)
    return label.lower() in LABELS or words[0] in NO_FACTS or is_section(label) or abstract


def _of_many(words: list[str]) -> bool:
    """Whether a sentence tells of many of a kind without a name, and perhaps only in the case that its label names."""
    first = words[0].lower()
    many = len(first) > 3 and first.isalpha() and is_plural(first) and "".join(words[1:2]).islower()
    return many or first in ("one", "some", "many", "most", "few", "people")


def begins_as_sentence(text: str) -> bool:
    """Whether a value begins with a capital as the subject of a sentence does: "The pump …", "Waters rise …"."""
    words = text.split()
    return words[0] in ("The", "A", "An") or (words[0][0].isupper() and _of_many(words))


def is_sentence(text: str) -> bool:
    """Whether words have a subject and a verb of their own, which no "which" leads in.

    >>> is_sentence("More than half of it is found here."), is_sentence("Leaves, which are eaten at night.")
    (True, False)
    """
    tokens = tokenize(text.strip())
    if tokens and tokens[0].lower in verbs.AUXILIARY:
        return False  # "May lower the risk."
    if main_clause(tokens) is not None:
        return True
    whole = text.rstrip('"”) \n').endswith((".", "!"))
    return whole and any(_states(tokens, at) for at in range(1, len(tokens)))


def _states(tokens: list[Token], at: int) -> bool:
    word, before = tokens[at].lower, tokens[at - 1].lower
    if tokens[at].depth or any(token.lower in _RELATIVE for token in tokens[:at]):
        return False
    if word in verbs.AUXILIARY:
        return True
    many = (before.endswith("s") and not before.endswith("ss")) or before in _MANY
    past = is_finite(tokens, at, sure_subject=tokens[0].lower in ("the", "it", "its", "he", "she", "they"))
    behind = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    does = not many and verbs.may_be_third_person(word) and behind in DETERMINER  # "the male incubates the egg"
    return past or does or (many and verbs.is_base(word))
