"""Names of a claim that a quote lacks, each with the one that stands in its place. Pure.

Which part of a quote speaks of what a claim says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from localcheck.text.facts import Stated, stated
from localcheck.text.lexicon import FUNCTION_WORDS
from localcheck.text.names import name_words, without_possessive
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.compare import compare
from localcheck.text.words import Variant, folded, matches
from localcheck.types import Span

MOST_WORDS = 6
"""A longer run of other words is another sentence, and names no difference."""
LONGEST_ROLE = 40
"""Characters before a name that are looked at."""
_NO_NAMES = ENGLISH | FUNCTION_WORDS | {"do"}
"""Words that begin a sentence and are no names: "Do not …"."""
_NEXT = regex(r"\s+([a-z]\w*)")
_PLACED = frozenset("in at on to from near into of".split())
"""Words before a name that say where or whence."""
_BEFORE = regex(r"([\w'’-]+) (?:(?:the|a|an|its|his|her|their|first|last|second|third) ){0,2}$")
"""The word before a name, articles aside."""
_NATION = regex(r"(?:ish|ese|ian|ean|can|man|French|Dutch|Greek|Czech|Swiss|Thai)$")
"""Ends of the words for those who come from somewhere."""


def other_names(claim: str, quote: str, title: str, alone: bool) -> Iterator[tuple[Stated, Stated | None]]:
    """Names of the claim that the quote lacks, each with the name that stands in its place; that of its subject comes last.

    ``alone``: where nothing else differs, the only strange name of the quote is taken to be it, wherever it stands.
    """
    missing, strange = _lacking(claim, f"{quote} {title}"), _lacking(quote, f"{claim} {title}")
    for name in sorted(missing, key=lambda s: s.span.start == 0):
        rival = _rival(name, strange, claim, quote, alone)
        strange = [s for s in strange if s is not rival]
        if rival or not _goes_without_saying(name, claim, title):
            yield name, rival


def _goes_without_saying(name: Stated, claim: str, title: str) -> bool:
    """Whether a name that the quote lacks is the subject's in more words, or the nationality that stands before it: nothing is
    said of it. "Johann Carl Friedrich Gauss" is Carl Friedrich Gauss, a "German mathematician".
    """
    longer = len(title.split()) > 1 and title in name.text
    return longer or (not name.before and _describes(name, claim))


def _lacking(text: str, other: str) -> list[Stated]:
    there = {w.removesuffix("s") for w in folded(other)}
    own = name_words(text)  # without "Changing" of "Changing the password"
    told = (s for s in stated(text) if s.kind == "name" and s.text.lower() not in _NO_NAMES)
    names = (part for s in told for part in _parted(s, other))
    return [
        s
        for s in names
        if (len(s.text.split()) > 1 or without_possessive(s.text).lower().rstrip(".") in own)
        and s.text not in other
        and not {w.removesuffix("s") for w in folded(without_possessive(s.text))} <= there
    ]


def _parted(name: Stated, other: str) -> list[Stated]:
    """Two names that "and" joins, each by itself, where the other text has one of them: "Ganymede and Titan"."""
    first, joined, second = name.text.partition(" and ")
    if not joined or (first not in other and second not in other):
        return [name]
    start = name.span.end - len(second)
    return [
        replace(name, text=first, span=Span(name.span.start, name.span.start + len(first))),
        replace(name, text=second, span=Span(start, name.span.end), before="and"),
    ]


def _rival(name: Stated, strange: Sequence[Stated], claim: str, quote: str, alone: bool) -> Stated | None:
    """The name of the quote in the place of ``name``: in the same gap, behind the same word, or (``alone``) the only one.

    A person is not in the place of a nationality: "Albert Einstein" is no difference to "an English scientist".
    """
    role, there = _role(name.span, claim), is_placed(name.span, claim)
    alike = [s for s in strange if _describes(s, quote) == _describes(name, claim)]
    strange = [s for s in alike if is_placed(s.span, quote) == there]
    for mine, other in gaps(claim, quote):
        if name.span in mine and len(other.of(quote).split()) <= MOST_WORDS:
            inside = [s for s in strange if s.span in other]
            if len(inside) == 1:
                return inside[0]
    same = [s for s in strange if role and _role(s.span, quote) == role]
    if len(same) == 1:
        return same[0]
    return strange[0] if alone and len(alike) == len(strange) == 1 and not _quoted(strange[0], quote) else None


def is_placed(part: Span, text: str) -> bool:
    """Whether a part of ``text`` says where or whence: it is no difference to who did it.

    >>> is_placed(Span(12, 19), "She won the Olympics"), is_placed(Span(21, 29), "She ran at the first Olympics")
    (False, True)
    """
    return _role(part, text) in _PLACED


def _role(part: Span, text: str) -> str:
    """The word that a part of ``text`` stands behind, articles aside: ``of`` for "of the first Olympics"."""
    before = _BEFORE.search(text, max(0, part.start - LONGEST_ROLE), part.start)
    return before[1].lower() if before else ""


def _quoted(name: Stated, text: str) -> bool:
    """Whether a name stands in quotation marks: it is a word for something, and in nobody's place."""
    return text[: name.span.start].removesuffix("The ").endswith(('"', "“", "«", "„"))


def _describes(name: Stated, text: str) -> bool:
    """True if a name is used as an adjective ("an English physicist", "she was Polish"), and refers to nobody itself."""
    following = _NEXT.match(text, name.span.end)
    noun = following is not None and following.group(1) not in ENGLISH
    if name.before in ("a", "an") and noun:
        return True
    return _NATION.search(name.text) is not None and (
        noun or name.before in ("a", "an", "is", "was", "are", "were", "the")
    )


def gaps(claim: str, quote: str) -> Iterator[tuple[Span, Span]]:
    """Runs of words that stand in each other's place."""
    mine, other = (list(matches(text, Variant.WITH_TAILS)) for text in (claim, quote))
    blocks = SequenceMatcher(
        None, [m.group().lower() for m in mine], [m.group().lower() for m in other], autojunk=False
    )
    for tag, a, b, c, d in blocks.get_opcodes():
        if tag == "replace":
            yield Span(mine[a].start(), mine[b - 1].end()), Span(other[c].start(), other[d - 1].end())


_JOINED = regex(r"; |,? and |, but |, while ")
"""Between two clauses, or two things."""


def nearest(
    claim: str, parts: Sequence[Span], quote: str, words_of: Callable[[str], set[str]] | None = None
) -> Span | None:
    """The one part of the quote that shares most words with the claim, names apart; None where several do."""
    words_of = words_of or _small_words
    words = words_of(claim)
    shared = [len(words & words_of(part.of(quote))) for part in parts]
    most = max(shared, default=0)
    return parts[shared.index(most)] if len(parts) > 1 and shared.count(most) == 1 else None


def _small_words(text: str) -> set[str]:
    found = (m.group() for m in matches(text, Variant.WITH_TAILS))
    return {word for small in found if small[:1].islower() for word in folded(small)} - ENGLISH


def rivals_near(claim: str, quote: str) -> Iterator[tuple[Span, Span]]:
    """The numbers in the place of the claim's in the one clause of the quote that shares most words with it: when the office
    closes, of "opens at 7:30 and closes at 19:00".
    """
    ends = [0, *(m.end() for m in _JOINED.finditer(quote)), len(quote)]
    clauses = [Span(start, end) for start, end in pairwise(ends)]
    if near := nearest(claim, clauses, quote, lambda text: set(folded(text)) - ENGLISH):
        for mine, other in compare(claim, near.of(quote)).rivals:
            yield mine, Span(near.start + other.start, near.start + other.end)
