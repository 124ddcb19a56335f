"""Which paragraphs and items belong together, and whom or what those below a heading are about: "Emanuel Lasker" above "Lasker
held the title …". Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from localcheck.claims.rules.entities import Entity, find_entity, is_somebody
from localcheck.claims.rules.headless import opens_as_done
from localcheck.claims.rules.pronouns import HONORIFICS, goes_on_with, pronoun_of
from localcheck.claims.rules.restated import is_heading
from localcheck.claims.rules.subject_names import subject_name
from localcheck.text.headings import keeps_subject, named
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import words
from localcheck.types import Sentence

_OF_PEOPLE = frozenset("He She His Her".split())
_OF_THINGS = frozenset("It They Its Their That This".split())


def section(line: str, before: str) -> str:
    """Whom or what the heading that a line is names, for the paragraphs below it; for another line what was so ``before``."""
    if not is_heading(line) or opens_as_done(line) or keeps_subject(line):
        return before
    return named(line)


def below(heading: str, texts: Sequence[str]) -> Entity | None:
    """The entity that a heading names for a paragraph that has its last word, or goes on with the pronoun of its first name."""
    last = heading.split()[-1]
    spoken = any(last in words(text) for text in texts)
    own = (pronoun_of(heading),) if " " in heading and pronoun_of(heading) else ("nobody",)
    somebody = any(goes_on_with(text)[:1] == own for text in texts)
    found = find_entity(" ".join(texts), heading, texts) if spoken or somebody else None
    return found if found and found.name in heading else None


def runs(paragraphs: Iterable[range], texts: Sequence[str], *, several: bool) -> list[range]:
    """Paragraphs, as the items of a list are, of one sentence each are one as long as each begins with a pronoun: "Tea comes
    from China." and "It is hot.". In a text about ``several`` one after another, one that begins with "He" goes on, too.
    """
    found: list[range] = []
    alone = False
    for paragraph in paragraphs:
        lone = len(paragraph) == 1
        first = texts[paragraph.start].split(" ", 1)[0]
        goes_on = first in _OF_THINGS or (first in _OF_PEOPLE and found and subject_name(texts[found[-1].start]))
        said = texts[paragraph.start - 1] if found and several and first in _OF_PEOPLE else ""
        name = subject_name(said)
        goes_on_about = name and said.endswith(".") and (pronoun_of(name) or is_somebody(name, said))
        if found and ((alone and lone and goes_on) or goes_on_about):
            found[-1] = range(found[-1].start, paragraph.stop)
        else:
            found.append(paragraph)
        alone = lone
    return found


def paragraphs_of(text: str, sentences: Sequence[Sentence], gap: str = "\n\n", first: int = 0) -> Iterator[range]:
    """The sentences of a text between its gaps, by their places, from the ``first`` one on."""
    if not sentences:
        return
    gaps = [i for i, (a, b) in enumerate(pairwise(sentences), 1) if gap in text[a.span.end : b.span.start]]
    for start, stop in pairwise([first, *(i for i in gaps if i > first), len(sentences)]):
        yield range(start, stop)


def parts_of(paragraph: range, texts: Sequence[str]) -> Iterator[range]:
    """A paragraph, taken apart before each sentence whose subject is a name that shares no word with the one before."""
    start, named = paragraph.start, frozenset[str]()
    for i in paragraph:
        subject = telling_words(subject_name(texts[i]))
        if subject and not subject & named:
            if i > start:
                yield range(start, i)
                start = i
            named = subject
    yield range(start, paragraph.stop)


def telling_words(name: str) -> frozenset[str]:
    """The words of a name that tell it from another: not "of", not "Mrs."."""
    return frozenset(w for w in name.split() if w.lower() not in ENGLISH and w.rstrip(".") not in HONORIFICS)
