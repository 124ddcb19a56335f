"""Lines of a text that say something in another form than a sentence, each as the sentence that it says. Pure.

Answers of language models are full of them: facts under a heading, timelines, definitions, questions with answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules.answers import answered
from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.claims.rules.definitions import defined
from localcheck.claims.rules.grammar import main_clause, tokenize
from localcheck.claims.rules.timelines import dated, is_dated
from localcheck.text.dated_labels import spelled
from localcheck.text.labels import read_label, statement
from localcheck.text.lexicon import HEADINGS, word_set
from localcheck.text.names import may_be_name, without_parenthesis

STATED = "said in full: its line is a label, a date, a definition or an answer"
_SYMBOLS = re.compile(r"^[^\w(\"“'‘*$€£+-]+(?=\w)|[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Emoji and other symbols: "📍 Location: …"."""
_ABOUT = re.compile(
    r"(?:(?:here (?:are|is) )?(?:some |the |a )?(?:key|quick|basic|fun|main|important|interesting|brief)? ?"
    r"(?:facts?|information|details|overview|profile|summary|timeline|biography|history|life|quiz)"
    r"(?: and figures)? (?:about|on|of|for)|about|who (?:was|is)|what (?:was|is)) (?P<name>.+)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?::| [–—-]+|['’]s)\s+(?:an? |the )?(?:\w+ ){0,2}"
    r"(?:facts?|timeline|overview|profile|life|biography|summary|glance|quiz|information|history|guide|briefing|report|introduction|review|study|story)\b.*",
    re.IGNORECASE,
)
"""What follows the name in a heading: "Gold – Key Facts"."""
_LABELLED = re.compile(r".+?(?::| [–—-]+) \S.*", re.DOTALL)
_LONGEST = 9
"""Words of a heading at most."""
_SECTIONS = HEADINGS | word_set(
    "geography economy politics government demographics culture climate sport sports career discoveries inventions awards works"
    " books films music science key quick basic fun main interesting facts fact timeline key-facts figures data statistics info"
    " information answers questions quiz faq definitions glossary comparison table dates physical characteristics features"
    " family marriage personal general political scientific major important achievements contributions language languages"
)
"""Words of headings that go on with what the heading above them named."""
_NOBODY = word_set(
    "definitions terms vs versus comparison compared round faq quiz questions glossary to glance countries elements"
)
"""Words of headings over lines that are each about something else."""


def restated(texts: Sequence[str], title: str) -> dict[int, str]:
    """Place of a line among ``texts``, the sentences of a text without markup, -> the sentence that it says.

    ``title``: of the document; it is what a line without a subject of its own is about until a heading names something else.

    >>> restated(["France", "Capital: Paris", "Who wrote Hamlet?", "Shakespeare"], "")
    {1: 'The capital of France is Paris.', 3: 'Shakespeare wrote Hamlet.'}
    """
    found: dict[int, str] = {}
    who, listing = named(title) or "", False
    for i, line in enumerate(texts):
        text = " ".join(_SYMBOLS.sub(" ", line).split())
        before = texts[i - 1].strip() if i else ""
        if text.casefold() == title.strip().casefold():
            continue
        if not before.endswith(("?", "？")) and is_heading(text):
            if not listing:
                who = who if goes_on(text) else named(text)
                listing = text.endswith(":") and goes_on(text)  # "Awards:", and what they are
        elif said := _said(text, before, who):
            found[i], listing = said, False
        else:
            listing = False
    return found


def _said(text: str, before: str, who: str) -> str:
    """The sentence that a line says; empty where it is a sentence already, or says nothing by itself."""
    if before.endswith(("?", "？")):
        return answered(before, text)
    if is_dated(text):
        return dated(text, who)
    label = read_label(text)
    if label is None and (why_not_checkable(text) or not main_clause(tokenize(text))) and (told := defined(text)):
        return told
    label = label or (read_label(text, anything=True) if who and not _states(text) else None)
    about = label.who or who if label else ""
    return statement(label, about) if label and about else ""


def _states(text: str) -> bool:
    """Whether what stands before a colon is a sentence: "DNA contains four bases: …", but not "Work began: 1961"."""
    told, mark, value = text.partition(":")
    return bool(mark) and spelled(value.strip()) is None and main_clause(tokenize(told)) is not None


def is_heading(text: str) -> bool:
    """Whether a line may be a heading: short, without a finite verb and without the end of a sentence."""
    text = _AFTER.sub("", text.rstrip(": "))
    short = 0 < len(text.split()) <= _LONGEST and not text.endswith((".", "!", "?", ";", ","))
    return (
        short
        and not _LABELLED.fullmatch(text)
        and bool(_ABOUT.fullmatch(text.rstrip(": ")) or main_clause(tokenize(text)) is None)
    )


def goes_on(heading: str) -> bool:
    """Whether a heading leaves what the lines below it are about as it was: "Early Life", "Key facts"."""
    heading = _AFTER.sub("", re.sub(r"^\d{1,3}[.)] ", "", heading.rstrip(": ")))
    words = {w.lower().strip(",:&") for w in heading.split()}
    return words <= _SECTIONS or (bool(words & HEADINGS) and not _ABOUT.fullmatch(heading))


def named(heading: str) -> str:
    """What a heading says that the lines below it are about; empty for one without a name.

    >>> named("Key facts about Albert Einstein"), named("Albert Einstein (1879–1955)"), named("Space exploration")
    ('Albert Einstein', 'Albert Einstein', '')
    """
    text = " ".join(_SYMBOLS.sub(" ", heading).split()).strip("#*_ ")
    text = _AFTER.sub("", re.sub(r"^\d{1,3}[.)] ", "", text.rstrip(": ")))
    if about := _ABOUT.fullmatch(text):
        text = about["name"].rstrip("?")
    text = without_parenthesis(text).removeprefix("the ")
    words = {w.lower().strip(",:&.") for w in text.split()}
    name = may_be_name(text) and not _LABELLED.fullmatch(text)
    return text if name and not goes_on(text) and not words & _NOBODY else ""
