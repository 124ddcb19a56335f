"""Lines of a text that say something in another form than a sentence, each as the sentence that it says. Pure.

Answers of language models are full of them: facts under a heading, timelines, definitions, questions with answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules.answers import answered
from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.claims.rules.definitions import defined
from localcheck.claims.rules.first_names import pronoun_of
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
    r"(?: and figures)? (?:about|on|of|for)|[^:]{0,60}\babout|who (?:was|is)|what (?:was|is)) (?P<name>.+)",
    re.IGNORECASE,
)
_IN_SHORT = re.compile(
    r"(?:,? (?:at a glance|in (?:brief|short|a nutshell|numbers|figures)|step by step|explained))+$", re.IGNORECASE
)
_PARTS = re.compile(r"\s*:\s+|\s+[–—|-]+\s+|['’]s (?=(?:life|timeline|biography|key|career|profile)\b)", re.IGNORECASE)
"""What parts a heading: "Element card: Gold", "Gold – Key Facts"."""
_ASKED = re.compile(r"(?i:(when|where|who won|winner))\?")
"""Questions that are labels: "When? 18 June 1815" under "Battle of Waterloo"."""
_ASIDE = re.compile(r"\([^()]*\)")
_LABELLED = re.compile(r".+?(?::| [–—-]+) \S.*", re.DOTALL)
_BORN = re.compile(r"(?:date of )?(?:born|birth|died|death)(?: date)?\s*:", re.IGNORECASE)
_BEFORE_CLAUSE = re.compile(r"(?:today|now|nowadays|currently|later|then)\s+", re.IGNORECASE)
_LONGEST = 9
"""Words of a heading at most."""
_SECTIONS = HEADINGS | word_set(
    "geography economy politics government demographics culture climate sport sports career discoveries inventions awards works"
    " books films music science key quick basic fun main interesting facts fact timeline key-facts figures data statistics info"
    " information answers questions quiz faq definitions glossary comparison table dates physical characteristics features"
    " bio biography card profile country element film city animal book person sheet file mission at a in of and short brief"
    " family marriage personal general political scientific major important achievements contributions language languages"
)
"""Words of headings that go on with what the heading above them named."""
_FACTS = word_set(
    "facts fact timeline bio biography profile card overview glance summary quiz information info data sheet guide briefing"
    " report introduction review notes history life story chronology milestones file"
)
"""Words of a heading's part over lines with facts."""
_FEW = 4
"""Words of such a part at most."""
_NOBODY = word_set(
    "definitions terms vs versus comparison compared round faq quiz questions glossary countries elements flashcards cards"
)
"""Words of headings over lines that are each about something else."""


def restated(texts: Sequence[str], title: str) -> dict[int, str]:
    """Place of a line among ``texts``, the sentences of a text without markup, -> the sentence that it says.

    ``title``: of the document; it is what a line without a subject of its own is about until a heading names something else.

    >>> restated(["France", "Capital: Paris", "Who wrote Hamlet?", "Shakespeare"], "")
    {1: 'The capital of France is Paris.', 3: 'Shakespeare wrote Hamlet.'}
    """
    found: dict[int, str] = {}
    who, listing, born = named(title) or "", False, False
    for i, line in enumerate(texts):
        text = " ".join(_SYMBOLS.sub(" ", line).split())
        before = texts[i - 1].strip() if i else ""
        if text.casefold() == title.strip().casefold():
            continue
        if not before.endswith(("?", "？")) and is_heading(text):
            if not listing:
                who, born = (who, born) if goes_on(text) else (named(text), False)
                listing = text.endswith(":") and goes_on(text)  # "Awards:", and what they are
            continue
        born = born or _BORN.match(text) is not None
        if said := _said(text, before, who, born or bool(pronoun_of(who))):
            found[i], listing = said, False
        else:
            listing = False
    return found


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
    if label is None and (why_not_checkable(text) or not main_clause(tokenize(text))) and (told := defined(text)):
        return told
    label = label or (read_label(text, anything=True) if who and not _states(text) else None)
    if label is None or _is_sentence(label.value):  # "Career: She joined …"
        return ""
    about = label.who or who
    return statement(label, about, person) if about else ""


def _is_sentence(value: str) -> bool:
    """Whether what stands behind a label has a subject and a verb of its own: "she joined …", "today it is …"."""
    plain = _ASIDE.sub("", value)
    return any(main_clause(tokenize(text)) is not None for text in (plain, _BEFORE_CLAUSE.sub("", plain, count=1)))


def _states(text: str) -> bool:
    """Whether what stands before a colon is a sentence: "DNA contains four bases: …", but not "Work began: 1961"."""
    told, mark, value = text.partition(":")
    return bool(mark) and spelled(value.strip()) is None and main_clause(tokenize(told)) is not None


def is_heading(text: str) -> bool:
    """Whether a line may be a heading: short, without a finite verb and without the end of a sentence; one in two parts only
    where one of them says that facts follow ("Gold – Key Facts").
    """
    text = text.rstrip(": ")
    if not 0 < len(text.split()) <= _LONGEST or text.rstrip('"”’)').endswith((".", "!", "?", ";", ",")):
        return False
    parts = _parts(text)
    if len(parts) > 1 or _LABELLED.fullmatch(text):
        return len(parts) > 1 and any(_says_that_facts_follow(part) for part in parts)
    return bool(_ABOUT.fullmatch(text)) or main_clause(tokenize(text)) is None


def goes_on(heading: str) -> bool:
    """Whether a heading leaves what the lines below it are about as it was: "Early Life", "Key facts"."""
    words = [_small(part) for part in _parts(heading.rstrip(": "))]
    if any(part & _NOBODY for part in words):
        return False
    if _ABOUT.fullmatch(heading.rstrip(": ")) or any(not part <= _SECTIONS | HEADINGS for part in words[1:]):
        return False
    return words[0] <= _SECTIONS or (len(words) == 1 and bool(words[0] & HEADINGS))


def named(heading: str) -> str:
    """What a heading says that the lines below it are about; empty for one without a name.

    >>> named("Key facts about Albert Einstein"), named("Albert Einstein (1879–1955)"), named("Space exploration")
    ('Albert Einstein', 'Albert Einstein', '')
    >>> named("Element card: Gold"), named("Brazil at a glance"), named("The Berlin Wall: what happened when")
    ('Gold', 'Brazil', 'Berlin Wall')
    """
    text = " ".join(_SYMBOLS.sub(" ", heading).split()).strip("#*_ ").rstrip(": ")
    if _LABELLED.fullmatch(text) and not any(_says_that_facts_follow(part) for part in _parts(text)):
        return ""
    for part in _parts(text):
        if about := _ABOUT.fullmatch(part):
            part = about["name"].rstrip("?")
        part = re.sub(r"^[Tt]he ", "", without_parenthesis(_IN_SHORT.sub("", part)))
        if may_be_name(part) and not _small(part) <= _SECTIONS and not _small(part) & _NOBODY:
            return part
    return ""


def _parts(heading: str) -> list[str]:
    """The parts of a heading, without a number before it."""
    return [part for part in _PARTS.split(re.sub(r"^\d{1,3}[.)] ", "", heading)) if part]


def _small(part: str) -> set[str]:
    return {w.lower().strip(",:&.!") for w in part.split()} - {""}


def _says_that_facts_follow(part: str) -> bool:
    few = len(part.split()) <= _FEW and bool(_small(part) & _FACTS)
    return few or part.lower().startswith(("what happened", "who ", "what "))
