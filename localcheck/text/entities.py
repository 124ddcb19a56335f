"""What a document is about: its title where the text mentions it, or else its dominant name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.text.grammar import main_clause, tokenize
from localcheck.text.verbs import word_set

_NAME = re.compile(
    r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]*)(?:(?:\s+(?:of|de|da|di|du|van|von|der|den|la|le|the|al|el|bin|ibn|y|and)){0,2}\s+[A-ZÀ-ÖØ-Þ][\w.'’-]*)*"
)
_HAN_SUBJECT = re.compile(r"([\u4e00-\u9fff·]{2,14}?)(?=[（(，,]|是|为|于|在|出生|成立|位于|\d)")


_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|-lrb-.*?-rrb-)\s*")
MALE, FEMALE, THING = ("he", "his", "him"), ("she", "her", "hers"), ("it", "its")
NOT_NAMES = word_set(
    "The A An In On At By For From He She It They We I You His Her Its Their This That These Those After Before During"
    " When While Although However As If Since Born One Two Both Many Most Some January February March April May June July"
    " August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday There Here Also"
    " But And Or So Then Today According With Under Early Later Life Career Works See Notes References"
)
KINDS_OF = {
    "scientist": "physicist chemist biologist astronomer mathematician geologist botanist naturalist zoologist scientist",
    "author": "writer novelist poet author essayist playwright journalist biographer",
    "writer": "writer novelist poet author essayist playwright",
    "artist": "painter sculptor artist printmaker illustrator photographer",
    "musician": "composer singer pianist musician violinist guitarist songwriter",
    "politician": "politician president senator statesman chancellor minister",
    "player": "player footballer cricketer pitcher quarterback striker",
    "city": "city capital metropolis",
    "town": "town",
    "country": "country state nation republic kingdom",
    "company": "company corporation firm manufacturer retailer",
    "organization": "organization organisation agency charity",
    "film": "film movie",
    "book": "book novel",
    "song": "song single",
}
"""Bare definite reference -> words for the entity in its first sentence that it may stand for."""
_CALLINGS = word_set(
    " ".join(KINDS_OF[key] for key in ("scientist", "author", "artist", "musician", "politician", "player"))
) | word_set(
    "lawyer judge actor actress engineer explorer philosopher soldier businessman teacher historian economist inventor"
)


@dataclass(frozen=True, slots=True)
class Entity:
    """What a document is about."""

    name: str
    """As it is written into claims."""
    pronouns: tuple[str, ...]
    """The pronouns that may stand for it; empty when that is not known."""
    kinds: frozenset[str] = frozenset()
    """Nouns that its first sentence calls it (city, company, physicist)."""

    @property
    def person(self) -> bool:
        """Whether it is referred to by "he" or "she", or has a calling."""
        return self.pronouns in (MALE, FEMALE) or (not self.pronouns and bool(self.kinds & _CALLINGS))

    @property
    def possessive(self) -> str:
        """The name with its genitive."""
        return f"{self.name}'" if self.name.endswith("s") else f"{self.name}'s"

    @property
    def surname(self) -> str:
        """Last word of the name of a person of two words and more."""
        words = self.name.split()
        return words[-1] if self.person and len(words) > 1 and words[-1][0].isupper() else ""


def find_entity(text: str, title: str, sentences: Sequence[str]) -> Entity | None:
    """The entity of a document: its title where the text mentions it, or else the dominant name."""
    name = _title_in(text, title) or _han_name(sentences) or _dominant(text, sentences)
    if not name:
        return None
    counts = Counter(word.lower() for word in re.findall(r"[A-Za-z]+", text))
    if re.search(r"[\u4e00-\u9fff]", name):
        counts.update({"he": text.count("他") - text.count("他们"), "she": text.count("她"), "it": text.count("它")})
    totals: dict[tuple[str, ...], int] = {forms: sum(counts[form] for form in forms) for forms in (MALE, FEMALE, THING)}
    first = next((s for s in sentences if name.split()[-1] in s and _predicateword_set(s)), "")
    return Entity(name, _pronouns_of(totals), _predicateword_set(first))


def _pronouns_of(totals: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """The pronouns of the document's entity: those of one sex, or "it" where no person is spoken of."""
    he, she, it = totals[MALE], totals[FEMALE], totals[THING]
    if he >= 3 * she and he > 0:
        return MALE
    if she >= 3 * he and she > 0:
        return FEMALE
    return THING if it and not he + she else ()


def _title_in(text: str, title: str) -> str:
    """The title as the text writes it, without brackets; empty when the text does not mention it."""
    bare = _BRACKETS.sub(" ", title).strip(" #*_\"'")
    bare = re.sub(r"\s*,.*$", "", bare) or bare
    if not bare or len(bare) > 80:
        return ""
    match = re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text, re.IGNORECASE)
    if match:
        found = match.group()
        return found if found[0].isupper() or not found[0].isascii() or bare[0].islower() else bare
    words = bare.split()
    if len(words) < 2:
        return ""
    loose = re.search(
        rf"(?<!\w){re.escape(words[0])}(?: [\w.'’-]+){{1,3}} {re.escape(words[-1])}(?!\w)", text, re.IGNORECASE
    )
    if loose and all(word[0].isupper() for word in loose.group().split()):
        return loose.group()
    last = re.search(rf"(?<!\w){re.escape(words[-1])}(?!\w)", text)
    return bare if last and bare[0].isupper() else ""


def _han_name(sentences: Sequence[str]) -> str:
    match = _HAN_SUBJECT.match(sentences[0].strip()) if sentences else None
    name = match.group(1) if match else ""
    return name if name and name[0] not in "他她它这那在当从我你的" else ""


def _dominant(text: str, sentences: Sequence[str]) -> str:
    """The subject of the first sentence that has a name for a subject, when no other name is as frequent."""
    subject = next((name for name in map(_subject_name, sentences[:3]) if name), "")
    if not subject:
        return ""
    counts = Counter(word for name in _NAME.findall(text) for word in set(name.split()) if word not in NOT_NAMES)
    parts = [word for word in subject.split() if word[0].isupper()]
    best_other = max((n for word, n in counts.items() if word not in parts), default=0)
    return subject if max(counts[word] for word in parts) >= best_other else ""


def _subject_name(sentence: str) -> str:
    """The proper name that is the subject of ``sentence``; empty when its subject is none."""
    tokens = tokenize(sentence)
    clause = main_clause(tokens)
    if clause is None:
        return ""
    text = _BRACKETS.sub(" ", sentence[tokens[clause.start].span.start : tokens[clause.head_end - 1].span.end]).strip()
    match = _NAME.fullmatch(text)
    return text if match and text.split()[0] not in NOT_NAMES else ""


def _predicateword_set(sentence: str) -> frozenset[str]:
    """Lower-case words after "is a", up to a preposition: what the sentence calls its subject."""
    match = re.search(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+([^.;]*)", sentence)
    if match is None:
        return frozenset()
    words = re.split(r"\b(?:in|of|from|who|which|that|for|by|with|at|on|to)\b", match.group(1))[0]
    return frozenset(re.findall(r"\b[a-z]{3,}\b", words))
