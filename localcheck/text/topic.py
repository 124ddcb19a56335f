"""What a paragraph is about, where no title says so: the subject of its first sentence, if the others go on with that. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from localcheck.text.impersonal import is_impersonal
from localcheck.text.lexicon import word_set
from localcheck.text.sentences import blocks, split_sentences
from localcheck.text.subjects import UNNAMED, common_subject, stands_in, subject
from localcheck.text.words import words
from localcheck.types import Sentence

GOING_ON = 0.3
"""Share of a paragraph's other sentences from which on they go on with the subject of its first one."""
FEWEST = 3
"""Sentences behind the first one that it takes to say what a whole text is about."""
_FOR_IT = word_set("he she it his her its him himself herself itself")


def topic_of(text: str, at: int) -> str:
    """What the paragraph is about that has the place ``at``, as a title would say it; empty where that is not plain, and in the
    first sentence of a paragraph.

    >>> text = "The giant panda lives in China. It eats bamboo. The cubs are small. Few zoos have it."
    >>> topic_of(text, 33), topic_of(text, 3), topic_of("Rome lies on the Tiber. Oslo is in Norway.", 26)
    ('Giant panda', '', '')
    """
    return next((topic for begin, end, topic in _topics(text) if begin <= at < end), "")


@lru_cache(maxsize=16)  # asked for each claim of a text
def _topics(text: str) -> tuple[tuple[int, int, str], ...]:
    """Where in a text which topic holds: behind the sentence that begins it."""
    found: list[tuple[int, int, str]] = []
    sentences = split_sentences(text)
    whole = _whole(sentences)
    for block in blocks(text):
        for part in _parts([s for s in sentences if block.start <= s.span.start < block.end]):
            name, rest = _subject(part[0].text), part[1:]
            if name and rest and _kept_to(name, rest):
                found.append((rest[0].span.start, rest[-1].span.end, name))
            elif whole and part[-1].index > whole[0]:
                found.append((part[0].span.start, part[-1].span.end, whole[1]))
    return tuple(found)


def _whole(sentences: Sequence[Sentence]) -> tuple[int, str] | None:
    """The first statement of a text with a subject, and that, where the others go on with it, and no more of them have another
    subject; None where they do not.
    """
    told = [s for s in sentences if not s.text.endswith(("!", ":", "?"))]
    at, name = next(((i, name) for i, s in enumerate(told) if (name := _subject(s.text))), (0, ""))
    rest = told[at + 1 :]
    others = sum(bool(_subject(s.text)) and not _goes_on(name, s.text, before_names=True) for s in rest)
    kept = len(rest) >= FEWEST and len(rest) - others >= others and _kept_to(name, rest)
    return (told[at].index, name) if name and kept else None


def _kept_to(name: str, sentences: Sequence[Sentence]) -> bool:
    """Whether sentences go on with what one before them names."""
    return sum(_goes_on(name, s.text, before_names=True) for s in sentences) >= GOING_ON * len(sentences)


def _parts(sentences: list[Sentence]) -> Iterator[list[Sentence]]:
    """A paragraph, taken apart before each sentence that says nothing of what was spoken of and whose own subject the next
    sentence begins with a pronoun for.
    """
    start = 0
    for i, sentence in enumerate(sentences[:-1]):
        if i > start and stands_in(sentences[i + 1].text) and not stands_in(sentence.text):
            name, other = _subject(sentences[start].text), _subject(sentence.text)
            if other and not _goes_on(name, sentence.text, before_names=False):
                yield sentences[start:i]
                start = i
    if sentences:
        yield sentences[start:]


def _subject(sentence: str) -> str:
    """The first subject, with a capital: a noun that needs no name, or a name as it is written."""
    if stands_in(sentence):
        return ""
    thing = common_subject(sentence)
    if thing and thing.noun.split()[-1] not in UNNAMED:
        return thing.noun[0].upper() + thing.noun[1:]
    name = subject(sentence)
    if not name or (len(name) == 1 and name[0] in UNNAMED):
        return ""
    found = re.search(r"\W+".join(map(re.escape, name)) + r"(?: \d{1,4}\b)?", sentence, re.IGNORECASE)
    return found.group() if found else ""


def _goes_on(name: str, sentence: str, *, before_names: bool) -> bool:
    """Whether a sentence has a word of the name, or what may stand for it: "it", "the city". ``before_names``: before any
    other name.
    """
    own = {word.lower() for word in words(name) if len(word) > 3 or word.isupper()}
    said = words(sentence)
    if not own.isdisjoint(word.lower() for word in said):
        return True
    other = next((i for i, word in enumerate(said) if i and word[0].isupper()), None) if before_names else None
    before = [word.lower() for word in said[:other]]
    called = any(one == "the" and noun in UNNAMED for one, noun in pairwise(before))
    return called or not (is_impersonal(sentence) or _FOR_IT.isdisjoint(before))
