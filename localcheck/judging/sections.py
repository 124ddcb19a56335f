"""The headings above a sentence, without which it does not say of what it is: "Python 3.9 is no longer supported" below
"## 4.2.0". Pure.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from localcheck.judging.leads import leads
from localcheck.text.headings import is_above_text
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import folded
from localcheck.types import Span

_MARKS = regex(r"(?P<depth>#{1,6}) |(?P<rule>=+)(?=[^=]+=+$)")
_NUMBER = regex(r"^(?:§ ?)?\d{1,2}(?:\.\d{1,2}){0,2}[.)]? +(?=[^\W\d_])")
_BREAK = regex(r"\n[ \t]*(?:-{3,}|_{3,}|\*{3,})[ \t]*(?:\n|$)")
"""A line that ends a part of a text, as between e-mails."""
_RULE = "-_* \t\r\n"
"""What such a line has; it stands at the end or the beginning of a sentence."""
_BULLET = regex(r"^[-*+•‣◦▪–·] +")
_CODE = regex(r"\d[\w.,:/-]*\w|\d")
_EARLIER = regex(r"\b(?:before|until|prior to|up to|older than) (?:(?:version|release) )?\d\S*", re.IGNORECASE)
"""What was so before a version is not what its section tells."""
_LINKED = regex(r"^\[(?P<name>[^\[\]]+)\](?:\([^()]*\))?")
"""The name of a heading that is a link, too: "[4.2.0] - 2026-09-14"."""
_BEHIND = regex(r" [–—|-]+ | ?[(\[]")
_LABEL = regex(r"[-*+•‣◦▪–·_ ]*(?P<label>[^\W\d_][^:.;\n]{1,40}):[*_]{0,3} ")
_APART = regex(r"[ \r]*\n[ \r]*\n")
_QUALIFIED = regex(r"[,(–—|]")
_LETTER = regex(r"(?<=\w )[A-Z]\b")
FEW = 8
"""Words of a line without marks that may be a heading."""
UNMARKED = 7
"""Depth of a heading without marks: below all that have some."""


@lru_cache(maxsize=512)
def sections(text: str) -> Mapping[int, tuple[str, ...]]:
    """Where sentences begin that stand below headings, with these, outermost first, without their marks and numbers. "# Title"
    above all of the text is none of them.

    >>> text = "# Changes\\n\\n## 4.2.0\\n- Python 3.9 is gone.\\n\\n## 4.1.0\\n- It is faster."
    >>> [*sections(text).values()]
    [('4.2.0',), ('4.1.0',)]
    """
    found: dict[int, tuple[str, ...]] = {}
    above: list[tuple[int, str]] = []
    places = sentence_places(text)
    depths = _depths(text, places)
    title = depths[:1] == [1] and depths.count(1) == 1
    end = 0
    for span, depth in zip(places[title:], depths[title:], strict=True):
        said = span.of(text)
        if _BREAK.search(text, end, span.end - len(said.lstrip(_RULE))):
            above = []
        end = span.start + len(said.rstrip(_RULE))
        if depth:
            above = [*(one for one in above if one[0] < depth), (depth, _bare(said))]
        elif above:
            found[span.start] = tuple(heading for _, heading in above)
    return MappingProxyType(found)


def in_its_section(text: str, span: Span, said: str, claim: str) -> str:
    """``said``, which is what stands at ``span``, behind those of its headings that say what the claim names and it does not
    ("the rent"), or that a code of the claim tells from others of the text ("4.2.0").

    >>> text = "## 4.2.0\\n- Python 3.9 is gone.\\n\\n## 4.1.0\\n- It is faster."
    >>> in_its_section(text, Span(9, 30), "- Python 3.9 is gone.", "Version 4.1.0 needs Python 3.10.")
    '4.2.0: Python 3.9 is gone.'
    """
    headings = sections(text).get(span.start, ())
    wanted = _words(claim) - _words(said)
    numbered = not _numbers(text).isdisjoint(_CODE.findall(_EARLIER.sub("", claim)))
    led = [one if wanted & _words(one) else _name(one) * bool(numbered and _codes(one)) for one in headings]
    led = [one.rstrip(":") for one in led if not said.startswith(one)]
    return ": ".join([*led, _BULLET.sub("", said, count=1)]) if led else said


@lru_cache(maxsize=1024)
def of_other_sections(text: str, claim: str) -> frozenset[int]:
    """Where sentences begin that stand below another heading than the one that the claim names, which has a sentence like it:
    what adults pay below "Summer season", of a claim about the winter season. So it is of a label: "Lunch: trout", of dinner.

    >>> text = "Winter season\\nAdults pay 12 euros. Bikes are free.\\n\\nSummer season\\nAdults pay 18 euros. Dogs do not."
    >>> [text[at : at + 14] for at in of_other_sections(text, "In winter adults pay 18 euros.")]
    ['Adults pay 18 ']
    """
    said, found = _telling(claim), set[int]()
    for above, under in _siblings(text).items():
        having: dict[str, set[frozenset[str]]] = defaultdict(set)
        for heading in under:
            for word in heading:
                having[word].add(heading)
        for one in (heading for heading in under if heading & said):
            # what another heading lacks of this one, the claim has: the others have the rest
            rivals = set(under).intersection(*(having[word] for word in one - said))
            rivals = {its for its in rivals if _is_named(one, its, said)}
            found |= _like(under[one], [own for its in rivals for own in under[its] if not one & own.words], len(above))
    return frozenset(found)


def _like(those: Sequence[_Placed], ones: Sequence[_Placed], above: int) -> set[int]:
    """Where those of ``ones`` begin that tell the same as one of ``those`` of another thing: they have the same label, or more
    than half of their words; or both have a label of their own behind as many headings.
    """
    if not ones:
        return set()
    labels = {one.label for one in those if one.label}
    labelled = any(one.label and len(one.path) == above + 1 for one in those)
    told: dict[str, set[frozenset[str]]] = defaultdict(set)
    for one in those:
        for word in one.words:
            told[word].add(one.words)
    alike: dict[frozenset[str], bool] = {}
    for words in {own.words for own in ones}:
        shared = Counter(its for word in words for its in told.get(word, ()))
        alike[words] = any(3 * often > len(words) + len(its) for its, often in shared.items())
    return {
        own.start
        for own in ones
        if alike[own.words] or own.label in labels or (labelled and own.label and len(own.path) == above + 1)
    }


@dataclass(frozen=True, slots=True)
class _Placed:
    """A sentence below headings, a line that leads it in, or with a label of its own."""

    path: tuple[str, ...]
    """All these, outermost first."""
    label: str
    start: int
    words: frozenset[str]
    """Of the sentence."""


@lru_cache(maxsize=512)
def _siblings(text: str) -> Mapping[tuple[str, ...], Mapping[frozenset[str], list[_Placed]]]:
    """Sentences by the headings that they share and by what tells the next one from others. What stands twice below a
    heading is no label but a speaker: "Customer: …".
    """
    headed, led = sections(text), leads(text)
    spans = sentence_places(text)
    paths = [(*headed.get(span.start, ()), *filter(None, (led.get(span.start),))) for span in spans]
    labels = [one["label"] if (one := _LABEL.match(span.of(text))) else "" for span in spans]
    often = Counter(zip(paths, labels, strict=True))
    found: dict[tuple[str, ...], dict[frozenset[str], list[_Placed]]] = defaultdict(lambda: defaultdict(list))
    for span, path, label in zip(spans, paths, labels, strict=True):
        own = label if often[path, label] == 1 else ""
        placed = _Placed((*path, *filter(None, (own,))), own, span.start, _words(span.of(text)))
        for depth, heading in enumerate(placed.path):
            found[placed.path[:depth]][_telling(heading)].append(placed)
    return MappingProxyType(found)


def _is_named(one: frozenset[str], its: frozenset[str], said: frozenset[str]) -> bool:
    """Whether words name one of two headings: they have all that tells it from the other, and nothing of that one's own."""
    return bool(one - its) and one - its <= said and not (its - one) & said


def _telling(text: str) -> frozenset[str]:
    """The words of a heading, and the letters that tell one thing from the next: "Cabin A"."""
    return frozenset(word for word in _words(text) if len(word) > 1) | frozenset(_LETTER.findall(text))


def _depths(text: str, places: Sequence[Span]) -> list[int]:
    """How deep each sentence is as a heading. A line with an empty one below it is one if the text has several with more below
    them, or where it is a name, which says what the text is about: "Agnes Whitlow, 1934–2026".
    """
    depths = [_depth(text, span) for span in places]
    loose = [i for i, span in enumerate(places) if depths[i] == UNMARKED and _APART.match(text, span.end)]
    over = [i for i in loose if not any(depths[i + 1 : i + 2]) and not _BREAK.match(text, places[i].end + 1)]
    kept = over if len(over) > 1 else [i for i in over if _is_name(places[i].of(text))]
    return [depth * (i not in loose or i in kept) for i, depth in enumerate(depths)]


def _is_name(line: str) -> bool:
    name = _QUALIFIED.split(line, maxsplit=1)[0].strip()
    return " " in name and may_be_name(name) and not any(char.isdigit() for char in name)


def _depth(text: str, span: Span) -> int:
    """How deep a heading is, 1 for the outermost; 0 for what is none."""
    said = span.of(text)
    if marks := _MARKS.match(said):
        return len(marks["depth"] or marks["rule"])
    alone = span.start < 3 or text.endswith(("\n\n", "\r\n\r\n"), 0, span.start)
    above = (alone or _NUMBER.match(said)) and text[span.end : span.end + 2].strip(" \r").startswith("\n")
    few = len(said.split()) <= FEW and "\n" not in said and ":" not in said
    return UNMARKED if few and above and is_above_text(span, text) else 0


def _bare(heading: str) -> str:
    return _NUMBER.sub("", _LINKED.sub(r"\g<name>", heading.strip("#=*_ \t")), count=1).strip("*_ ")


def _name(heading: str) -> str:
    """A heading without what stands behind its first part: the "4.2.0" of "4.2.0 – 14 September 2026"."""
    return _BEHIND.split(heading, maxsplit=1)[0]


def _codes(heading: str) -> frozenset[str]:
    return frozenset(_CODE.findall(_name(heading)))


@lru_cache(maxsize=512)
def _numbers(text: str) -> frozenset[str]:
    """The codes of all headings of a text."""
    return frozenset(code for path in sections(text).values() for heading in path for code in _codes(heading))


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in folded(text) if word not in ENGLISH and not word.isdigit())
