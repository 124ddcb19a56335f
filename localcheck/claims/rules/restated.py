"""Lines of a text that say something in another form than a sentence, each as the sentence that it says. Pure.

Answers of language models are full of them: facts under a heading, timelines, definitions, questions with answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules.answers import answered
from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.claims.rules.definitions import defined, is_task
from localcheck.claims.rules.grammar import has_clause
from localcheck.claims.rules.headless import opens_as_done, with_subject
from localcheck.claims.rules.labelled import begins_as_sentence, is_sentence
from localcheck.claims.rules.pronouns import pronoun_of
from localcheck.claims.rules.timelines import dated, is_dated
from localcheck.text.dated_labels import spelled
from localcheck.text.headings import ABOUT, LABELLED, SYMBOLS, keeps_subject, named, parts, says_that_facts_follow
from localcheck.text.impersonal import is_impersonal
from localcheck.text.labels import read_label, statement
from localcheck.text.names import NAME, may_be_name
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in

STATED = "said in full: its line is a label, a date, a definition or an answer"
_ASKED = regex(r"(?i:(when|where|who won|winner))\?")
"""Questions that are labels: "When? 18 June 1815" under "Battle of Waterloo"."""
_ASIDE = regex(r"\([^()]*\)")
_BORN = regex(r"(?:date of )?(?:born|birth|died|death)(?: date)?\s*:", re.IGNORECASE)
_BEFORE_CLAUSE = regex(r"(?:today|now|nowadays|currently|later|then)\s+", re.IGNORECASE)
_SOMEBODY = regex(r"\b(?:he|she|they) [a-z]")
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
    if is_dated(text):
        return dated(text, who)
    label = read_label(text)
    if label is None and not who and (told := defined(text, bare=True)):
        return told
    if label is None and (why_not_checkable(text) or not has_clause(text)) and (told := defined(text)):
        return told
    label = label or (read_label(text, anything=True) if who and not _states(text) else None)
    if label is None or is_task(label.value) or _is_clause(label.value):  # "Career: She joined …"
        return ""
    about = label.who or who
    return statement(label, about, person) if about else ""


def _is_clause(value: str) -> bool:
    """Whether what stands behind a label has a subject and a verb of its own: "she joined …", "today it is …"."""
    plain = _ASIDE.sub("", value)
    begun = _BEFORE_CLAUSE.sub("", plain, count=1)
    told = begins_as_sentence(value) and is_sentence(value)  # "Water – The pump failed in May and was repaired."
    return told or _SOMEBODY.search(value) is not None or has_clause(plain) or has_clause(begun)


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
