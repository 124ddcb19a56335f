"""A name and what it is, with a dash or a colon between them, as a sentence: "Nile – a river in Africa". Pure."""

from __future__ import annotations

import re

from localcheck.claims.rules import verbs
from localcheck.claims.rules.grammar import has_clause
from localcheck.claims.rules.wording import ADVERB, CONJUNCTION, DETERMINER, PREPOSITION, SUBORDINATOR
from localcheck.text.headings import is_numbered
from localcheck.text.irregular_verbs import PARTICIPLE
from localcheck.text.label_forms import NO_FACTS
from localcheck.text.lexicon import WORDS, word_set
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex

_LINE = regex(r"(?P<name>[^:–—→]{2,60}?)(?P<mark>\s*:| [–—→-]+) ?(?P<what>[A-Za-z].{5,})", re.DOTALL)
_ONE_OF_A_KIND = word_set(
    "capital first last second third only main official king queen president founder author inventor discoverer birthplace"
)
"""Words that take "the"."""
_SAID = word_set(
    "yes no not none see only in it he she they this that which who about over under more less up all some most many"
)
_STATES = word_set("common rare present absent new old free open closed important optional required available included")
_HELPS = verbs.BE | verbs.HAVE | word_set("can could may might must shall should will would cannot")
_BEHIND_KIND = PREPOSITION | word_set("and or who that which where")
_ARTICLE = word_set("a an the")
_NO_VERB = PREPOSITION | DETERMINER | ADVERB | SUBORDINATOR | CONJUNCTION | _SAID | verbs.AUXILIARY
"""What a task does not begin with."""
_DONE = verbs.PARTICIPLE_AFTER_BE | word_set("born founded painted composed invented discovered")
_ABSTRACT = regex(r"[A-Z]\w+(?:ance|ence|tion|sion|ment|ness|ship|hood|ery|ism)", re.ASCII)
"""A noun that is a label, and no name: "Disappearance: went missing in 1926"."""
_SUPERLATIVE = regex(r"[a-z]{3,}est")


def defined(line: str, bare: bool = False) -> str:
    """The sentence that a name with its definition says; empty for other lines. ``bare``: also of one without an article.

    >>> defined("Mount Everest – the highest mountain in the world"), defined("**Nile**: longest river in Africa")
    ('Mount Everest is the highest mountain in the world.', '')
    >>> defined("Nile: longest river in Africa"), defined("Marie Curie – discovered radium and polonium")
    ('Nile is the longest river in Africa.', 'Marie Curie discovered radium and polonium.')
    >>> defined("Warning: the server is down")
    ''
    """
    found = _LINE.fullmatch(line.strip())
    if found is None:
        return ""
    name = re.sub(r"\s*\([^()]*\)$", "", found["name"].strip())
    what = found["what"].strip().rstrip(".")
    named = may_be_name(name) and len(name.split()) <= 6 and not (_ABSTRACT.fullmatch(name) or is_numbered(name))
    if not named or has_clause(what) or is_task(what) or _may_state(what) or name.lower() in NO_FACTS:
        return ""
    first = what.split(" ", 1)[0]
    word = first.lower()
    rest = what[len(first) :]
    if word in _ARTICLE:
        return f"{name} is {word}{rest}."
    if word in _ONE_OF_A_KIND or _SUPERLATIVE.fullmatch(word):
        return f"{name} is the {word}{rest}."
    if rest and (verbs.is_past(word) or word in _HELPS or verbs.is_third_person(word)):
        return f"{name} {'was ' if _passive(word, rest) else ''}{word}{rest}."
    if (
        bare
        and (word == first or (first.isupper() and len(first) > 1))
        and _is_kind(name.lower(), what.lower().split())
    ):
        return f"{name} is {'an' if first[0] in 'aeiou' else 'a'} {what}."
    return ""


def _may_state(what: str) -> bool:
    """Whether words that begin as a sentence does may be one, though its verb is not known to be none: "The pump failed …"."""
    words = what.split()
    verb = next((w for w in words[2:] if w in verbs.AUXILIARY | SUBORDINATOR or verbs.is_past(w)), "")
    return words[0] in ("The", "A", "An") and verb not in SUBORDINATOR | {""}


def _is_kind(name: str, what: list[str]) -> bool:
    """Whether lower-case words say what one thing is, "river in Africa", "poet and painter", and are no list ("heartburn,
    nausea"), no several ("two teachers"), and not said of a state ("Rare", "Removed").
    """
    ends = (i for i, word in enumerate(what) if word in _BEHIND_KIND or word.endswith(","))
    end = next(ends, len(what) - 1)
    head = what[end - 1] if what[end] in _BEHIND_KIND else what[end].rstrip(",")
    many = head.endswith("s") and not head.endswith(("ss", "us", "is"))
    said = (
        what[0] in PREPOSITION | _SAID
        or what[0] in WORDS
        or name in _STATES
        or verbs.is_past(name)
        or name in PARTICIPLE
    )
    return 0 < end < len(what) - 1 and not (many or said) and not what[end].endswith(",")


def is_task(what: str) -> bool:
    """Whether what stands behind a name or a label is something to do: "fix the bug", "contact Brightwell", not "star in Lyra".

    >>> is_task("fix the bug by Friday"), is_task("review Tom's draft"), is_task("star in Lyra"), is_task("in the west")
    (True, True, False, False)
    """
    verb, _, rest = what.partition(" ")
    if not verb.islower() or verb in _NO_VERB or verbs.is_past(verb) or verbs.may_be_third_person(verb):
        return False
    known = verbs.is_base(verb) or verb in ("contact", "email", "phone")
    return rest.split(" ", 1)[0] in DETERMINER or (known and rest[:1].isupper())


def _passive(word: str, rest: str) -> bool:
    """Whether a form is a participle: "founded in 1976", "written by Orwell"."""
    after = rest.split(maxsplit=1)[:1]
    return word in _DONE and bool(after) and after[0].lower() in PREPOSITION
