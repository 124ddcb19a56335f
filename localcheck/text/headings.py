"""Headings: what the lines below one are about. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.text.lexicon import HEADINGS, listed, word_set
from localcheck.text.names import NAME, may_be_name, without_parenthesis, without_possessive
from localcheck.text.patterns import regex
from localcheck.types import Span

SYMBOLS = regex(r"^[^\w(\"“'‘*$€£+-]+(?=\w)|[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Emoji and other symbols: "📍 Location: …"."""
ABOUT = regex(
    r"(?:(?:here (?:are|is) )?(?:some |the |a )?(?:key|quick|basic|fun|main|important|interesting|brief)? ?"
    r"(?:facts?|information|details|overview|profile|summary|timeline|biography|history|life|quiz)"
    r"(?: and figures)? (?:about|on|of|for)|[^:]{0,60}\babout|who (?:was|is)|what (?:was|is)) (?P<name>.+)",
    re.IGNORECASE,
)
_IN_SHORT = regex(
    r"(?:,? (?:at a glance|in (?:brief|short|a nutshell|numbers|figures)|step by step|explained))+$", re.IGNORECASE
)
_PARTS = regex(r"\s*:\s+|\s+[–—|-]+\s+|['’]s (?=(?:life|timeline|biography|key|career|profile)\b)", re.IGNORECASE)
"""What parts a heading: "Element card: Gold", "Gold – Key Facts"."""
LABELLED = regex(r".+?(?::| [–—-]+) \S.*", re.DOTALL)
_SECTIONS = HEADINGS | listed("headings.sections")
"""Words of headings that continue what the heading above them named."""
_FACTS = listed("headings.facts")
"""Words of a heading's part over lines with facts."""
_MARKED = regex(r"#{1,6}\s|=+[^=]+=+$")
"""Marks of a heading in Markdown and in wiki text."""
_ITEM = regex(r"[-*+•‣◦▪–]\s|\(?\d{1,3}[.)、]")
_ENDED = regex(r"[.!?;,。！？；，][\"'”’»)\]*_]*$")
_ROOM = 12
"""Characters of a line beside a heading's words: its number, and marks of bold print."""
_FEW = 4
"""Words of such a part at most."""
_NOBODY = listed("headings.nobody")
"""Words of headings over lines that are each about something else."""
_KINDS = listed("headings.kinds")
"""Words that are, alone or with those below, such a heading: "People and Places"."""
_COUNTED = listed("headings.counted")
"""What is counted in headings and labels."""
_BESIDE_KINDS = word_set("and the of other more some our famous notable important great well-known")


_ANNOUNCED = regex(
    r"(?:overview|summary|biography|profile|timeline|introduction|history|look|facts|information|details|account|outline)"
    rf" (?:of|about|on|at|to) (?:the (?:life|career|work|history)(?: and \w+)? of )?(?:the )?(?P<name>{NAME.pattern})"
    r"(?=[:.!]?$|,|:| [(–—]|['’]s? (?:life|career|work|history|timeline|key)\b"
    r"| (?:and|as|from|in|including|that|which|who|with)\b(?! [A-Z]))"
)
"""What a chatbot says that it tells of: "Here's an overview of Johann Sebastian Bach's life:"."""
_FIRST = 3
"""Sentences of an answer in which it is said."""
_TURNING_TO = regex(
    r"(?:visiting|exploring|discover(?:ing)?|understanding|explaining|introducing|meet|welcome to|getting to know|explore"
    rf"|(?:an? |the )?(?:\w+ )?(?:guide|introduction) to|all about|about) (?:the )?(?P<name>{NAME.pattern})",
    re.IGNORECASE,
)
"""A title that says what a text does with what it is about: "Visiting Iceland"."""


def title_of(title: str, texts: Sequence[str]) -> str:
    """The title of a text, or what its first sentences say that it is about, where it has none, or only a section's: "Early
    Life".

    >>> title_of("Early Life", ["Sure!", "Here's a short biography of Ada Lovelace:", "Early Life", "She was born in 1815."])
    'Ada Lovelace'
    >>> title_of("", ["Here's a quick look at Ada Lovelace and why she still matters:"])
    'Ada Lovelace'
    >>> title_of("Visiting Iceland", []), title_of("Meet the Parents", ["Meet the Parents is a film."])
    ('Iceland', 'Meet the Parents')
    """
    if title and not is_section(title):
        turned = _TURNING_TO.fullmatch(title)
        of_a_work = any(title in text and title != text.strip() for text in texts)
        return turned["name"] if turned and may_be_name(turned["name"]) and not of_a_work else title
    found = next((found for text in texts[:_FIRST] if (found := _ANNOUNCED.search(text))), None)
    return without_possessive(found["name"]).rstrip(".") if found else title


def named(heading: str) -> str:
    """What a heading says that the lines below it are about; empty for one without a name.

    >>> named("Key facts about Albert Einstein"), named("Albert Einstein (1879–1955)"), named("Space exploration")
    ('Albert Einstein', 'Albert Einstein', '')
    >>> named("Element card: Gold"), named("Brazil at a glance"), named("The Berlin Wall: what happened when")
    ('Gold', 'Brazil', 'Berlin Wall')
    """
    text = " ".join(SYMBOLS.sub(" ", heading).split()).strip("#*_ ").rstrip(": ")
    if LABELLED.fullmatch(text) and not any(says_that_facts_follow(part) for part in parts(text)):
        return ""
    for part in parts(text):
        if about := ABOUT.fullmatch(part):
            part = about["name"].rstrip("?")
        part = re.sub(r"^[Tt]he ", "", without_parenthesis(_IN_SHORT.sub("", part)))
        if may_be_name(part) and not _small(part) <= _SECTIONS and not _of_several(part):
            return part
    return ""


def keeps_subject(heading: str) -> bool:
    """Whether a heading leaves what the lines below it are about as it was: "Early Life", "Key facts"."""
    found = parts(heading.rstrip(": "))
    words = [_small(part) for part in found]
    if any(map(_of_several, found)):
        return False
    if ABOUT.fullmatch(heading.rstrip(": ")) or any(not part <= _SECTIONS | HEADINGS for part in words[1:]):
        return False
    return words[0] <= _SECTIONS or (len(words) == 1 and bool(words[0] & HEADINGS))


def is_section(heading: str) -> bool:
    """Whether all words of a heading or a label are such as continue what was named before: "Early life", "Size"."""
    return _small(heading) <= _SECTIONS | HEADINGS


def is_numbered(heading: str) -> bool:
    """Whether a heading or a label counts: "Chapter 3", "Room 38".

    >>> is_numbered("Room 38"), is_numbered("Table Mountain"), is_numbered("Apollo 11")
    (True, False, False)
    """
    return heading.split()[0].lower() in _COUNTED and any(char.isdigit() for char in heading)


def _of_several(part: str) -> bool:
    """Whether lines below a heading are each about something else: "Countries", "People", "Famous Bridges"."""
    words = _small(part)
    return bool(words & _NOBODY) or (bool(words & _KINDS) and words <= _KINDS | _BESIDE_KINDS)


def parts(heading: str) -> list[str]:
    """The parts of a heading, without a number before it."""
    return [part for part in _PARTS.split(re.sub(r"^\d{1,3}[.)] ", "", heading)) if part]


def is_above_text(span: Span, text: str) -> bool:
    """Whether the words of ``text`` at ``span`` stand as a heading does: marked as one, at the end of a line with a colon, or
    alone on a line without a full stop or a label, with other words below; among the items of a list nothing does.

    >>> is_above_text(Span(0, 8), "Warranty\\nIt lasts two years."), is_above_text(Span(0, 4), "Yes. It lasts two years.")
    (True, False)
    """
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    line, below = (text[start:], "") if end < 0 else (text[start:end], text[end:].lstrip())
    line = line.strip()
    if _MARKED.match(line) or line.endswith((":", "：")):
        return True
    ended = _ENDED.search(line) or len(line) > len(span.of(text)) + _ROOM or not below
    labelled = LABELLED.fullmatch(line) and not any(says_that_facts_follow(part) for part in parts(line))
    return not (ended or labelled or (_ITEM.match(line) and (not line[0].isdigit() or _ITEM.match(below))))


def _small(part: str) -> set[str]:
    return {w.lower().strip(",:&.!") for w in part.split()} - {""}


def says_that_facts_follow(part: str) -> bool:
    """Whether a heading's part says that facts follow: "Key Facts", "What happened when"."""
    few = len(part.split()) <= _FEW and bool(_small(part) & _FACTS)
    return few or part.lower().startswith(("what happened", "who ", "what "))
