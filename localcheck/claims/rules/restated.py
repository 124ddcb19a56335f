"""Lines of a text that say something in another form than a sentence, each as the sentence that it says. Pure.

Answers of language models are full of them: facts under a heading, timelines, definitions ("Nile – a river in Africa"),
questions with answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules import verbs
from localcheck.claims.rules.answers import answered
from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.claims.rules.grammar import has_clause
from localcheck.claims.rules.headless import opens_as_done, with_subject
from localcheck.claims.rules.labelled import begins_as_sentence, is_sentence, of_its_label
from localcheck.claims.rules.pronouns import pronoun_of
from localcheck.claims.rules.timelines import dated
from localcheck.claims.rules.wording import ADVERB, CONJUNCTION, DETERMINER, PREPOSITION, SUBORDINATOR
from localcheck.text.dated_labels import spelled
from localcheck.text.headings import (
    ABOUT,
    LABELLED,
    SYMBOLS,
    is_numbered,
    keeps_subject,
    named,
    parts,
    says_that_facts_follow,
)
from localcheck.text.impersonal import is_impersonal
from localcheck.text.label_forms import NO_FACTS
from localcheck.text.labels import read_label, statement
from localcheck.text.lexicon import listed, word_set
from localcheck.text.names import NAME, may_be_name
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in
from localcheck.text.words import is_plural

STATED = "said in full: its line is a label, a date, a definition, an answer or a row of a table"
_ASKED = regex(r"(?i:(when|where|who won|winner))\?")
"""Questions that are labels: "When? 18 June 1815" under "Battle of Waterloo"."""
_ASIDE = regex(r"\([^()]*\)")
_BORN = regex(r"(?:date of )?(?:born|birth|died|death)(?: date)?\s*:", re.IGNORECASE)
_NOW = regex(r"^(?:today|now|currently|later|then) ", re.IGNORECASE)
_OF = "'s"
_SAME = regex(r"\b(?:her|his|him|its|it)\b")
"""What leaves the subject as it was: "Here are some facts about her:"."""
_MARK = regex(r":| [–—-]+ ")
_IT = regex(r"(It|Its) (?=[a-z])")
_IS_DESCRIBED = regex(rf"(?P<name>{NAME.pattern})(?: \([^()]*\))? (?:is|was) (?:an?|the|one of) [a-zA-Z]")
_FIRST = 4
"""Sentences of a text, one of which is its first statement."""
_LONGEST = 9
"""Words of a heading at most."""


def restated(texts: Sequence[str], title: str) -> dict[int, str]:
    """Place of a line among ``texts``, the sentences of a text without markup, -> the sentence that it says.

    ``title``: of the document; it is what a line without a subject of its own is about until a heading names something else.

    >>> restated(["France", "Capital: Paris", "Who wrote Hamlet?", "Shakespeare"], "")
    {1: 'The capital of France is Paris.', 3: 'Shakespeare wrote Hamlet.'}
    """
    found: dict[int, str] = {}
    who, listing, born = named(title) or "", False, False
    titled = who
    below = facts = False  # below a heading that is not the title's; and nothing but its facts between
    for i, line in enumerate(texts):
        text = " ".join(SYMBOLS.sub(" ", line).split())
        before = texts[i - 1].strip() if i else ""
        if text.casefold() == title.strip().casefold():
            continue
        if who and (told := with_subject(text, who)):
            found[i], listing = told, False
            continue
        if not before.endswith(("?", "？")) and is_heading(text):
            if not listing:
                kept = keeps_subject(text) or opens_as_done(text) or _SAME.search(text)
                who, born = (who, born) if kept else (named(text), False)
                below = who not in ("", titled)
                facts = below and not titled
                listing = text.endswith(":") and keeps_subject(text)  # "Awards:", and what they are
            continue
        if facts and not pronoun_of(who) and (it := _IT.match(text)) and not is_impersonal(text):
            found[i], listing = f"{who}{it[1][2:] and _OF} {text[it.end() :]}", False
            continue
        born = born or _BORN.match(text) is not None
        if said := _said(text, before, who, born or bool(pronoun_of(who))):
            found[i], listing, facts = said, False, below
        else:
            listing = below = facts = False
    return found


def described(texts: Sequence[str]) -> str:
    """The name of what the first statement of a text says what it is; empty where it does not begin so.

    >>> described(["Sure!", "Marie Tharp (1920–2006) was an American geologist."]), described(["He was a geologist."])
    ('Marie Tharp', '')
    """
    first = next((text for text in texts[:_FIRST] if not why_not_checkable(text)), "")
    found = _IS_DESCRIBED.match(first)
    return found["name"] if found and may_be_name(found["name"]) and not stands_in(first) else ""


def _said(text: str, before: str, who: str, person: bool) -> str:
    """The sentence that a line says of ``who``, somebody or something; empty where it is a sentence already, or says nothing by
    itself.
    """
    if before.endswith(("?", "？")):
        asked = _ASKED.fullmatch(before)
        if asked and who:
            label = read_label(f"{asked[1]}: {text}")
            return statement(label, who) if label else ""
        return answered(before, text)
    if (told := dated(text, who)) is not None:
        return told
    if told := of_its_label(text):
        return told
    label = read_label(text)
    alone = not who or bool(why_not_checkable(text)) or not has_clause(text)
    if label is None and alone and (told := defined(text, bare=not who)):
        return told
    label = label or (read_label(text, anything=True) if who and not _states(text) else None)
    if label is None or is_task(label.value) or _is_clause(label.value):  # "Career: She joined …"
        return ""
    about = label.who or who
    return statement(label, about, person) if about else ""


def _is_clause(value: str) -> bool:
    """Whether what stands behind a label has a subject and a verb of its own: "she joined …", "today it is …"."""
    plain = _ASIDE.sub("", value)
    told = begins_as_sentence(value) and is_sentence(value)  # "Water – The pump failed in May and was repaired."
    return told or has_clause(plain) or has_clause(_NOW.sub("", plain))


def _states(text: str) -> bool:
    """Whether what stands before a colon or a dash is a sentence: "DNA contains four bases: …", but not "Work began: 1961"."""
    told, *value = _MARK.split(text, maxsplit=1)
    return value != [] and spelled(value[0].strip()) is None and has_clause(told)


def is_heading(text: str) -> bool:
    """Whether a line may be a heading: short, without a finite verb and without the end of a sentence; one in two parts only
    where one of them says that facts follow ("Gold – Key Facts").
    """
    text = text.rstrip(": ")
    if not 0 < len(text.split()) <= _LONGEST or text.rstrip('"”’)').endswith((".", "!", "?", ";", ",")):
        return False
    found = parts(text)
    if len(found) > 1 or LABELLED.fullmatch(text):
        return len(found) > 1 and any(says_that_facts_follow(part) for part in found)
    return bool(ABOUT.fullmatch(text)) or not has_clause(text)


_LINE = regex(r"(?P<name>[^:–—→]{2,60}?)(?P<mark>\s*:| [–—→-]+) ?(?P<what>[A-Za-z].{5,})", re.DOTALL)
_ONE_OF_A_KIND = listed("restated.one_of_a_kind")
"""Words that take "the"."""
_SAID = listed("restated.said")
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
    no_name = not named or opens_as_done(name) or name.lower() in NO_FACTS
    if no_name or is_task(what) or _is_clause(f"{what}."):
        return ""
    first = what.split(" ", 1)[0]
    word = first.lower()
    rest = what[len(first) :]
    if word in _ARTICLE:
        return f"{name} is {word}{rest}."
    if word in _ONE_OF_A_KIND or _SUPERLATIVE.fullmatch(word):
        return f"{name} is the {word}{rest}."
    if rest and not what.endswith("?") and (verbs.is_past(word) or word in _HELPS or verbs.is_third_person(word)):
        return f"{name} {'was ' if _passive(word, rest) else ''}{word}{rest}."
    if bare and (word == first or (first.isupper() and len(first) > 1)) and _is_kind(what.lower().split()):
        return f"{name} is {'an' if first[0] in 'aeiou' else 'a'} {what}."
    return ""


def _is_kind(what: list[str]) -> bool:
    """Whether lower-case words say what one thing is, "river in Africa", "poet and painter", and are no list ("heartburn,
    nausea"), no several ("teachers").
    """
    ends = (i for i, word in enumerate(what) if word in _BEHIND_KIND or word.endswith(","))
    end = next(ends, len(what) - 1)
    head = what[end - 1] if what[end] in _BEHIND_KIND else what[end].rstrip(",")
    said = what[0] in PREPOSITION | _SAID
    return 0 < end < len(what) - 1 and not (is_plural(head) or said) and not what[end].endswith(",")


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
