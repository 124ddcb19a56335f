"""The document's entity, and its name in the place of pronouns and bare definite references ("the city").

A replacement is made only at the subject of a sentence, and only while the last subject of the same kind in the
paragraph was the entity. When another candidate stood in between, the sentence keeps its pronoun.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.text.grammar import DETERMINER, Clause, Token, main_clause, tokenize

_NAME = re.compile(
    r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]*)(?:(?:\s+(?:of|de|da|di|du|van|von|der|den|la|le|the|al|el|bin|ibn|y|and)){0,2}\s+[A-ZÀ-ÖØ-Þ][\w.'’-]*)*"
)
_HAN_SUBJECT = re.compile(r"([\u4e00-\u9fff·]{2,14}?)(?=[（(，,]|是|为|于|在|出生|成立|位于|\d)")


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|-lrb-.*?-rrb-)\s*")
_MALE, _FEMALE, _THING = ("he", "his", "him"), ("she", "her", "hers"), ("it", "its")
_NOT_NAMES = _words(
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
_CALLINGS = _words(
    " ".join(KINDS_OF[key] for key in ("scientist", "author", "artist", "musician", "politician", "player"))
) | _words(
    "lawyer judge actor actress engineer explorer philosopher soldier businessman teacher historian economist inventor"
)
_PERSON_WORDS = _words(
    "father mother brother sister wife husband son daughter uncle aunt cousin parents grandfather grandmother friend teacher"
    " student king queen emperor president man woman boy girl colleague rival partner successor predecessor assistant"
    " doctor professor captain general boss mentor critic critics"
)
_EXPLETIVE = re.compile(
    r"It (?:is|was|has been|had been|will be|would be|seems|appears|took|takes|became|remains)\s+"
    r"(?:\w+ly\s+|not\s+|also\s+|often\s+|now\s+|still\s+)*"
    r"(?:(?:in|on|at|during|only|not until|until|because|here|there|by|for|to|from|through|with)\b.*\bthat\b"
    r"|(?:that|known|believed|said|thought|possible|impossible|clear|unclear|likely|unlikely|important|estimated|reported|"
    r"rumou?red|difficult|easy|hard|necessary|true|common|worth|time|\w+ (?:years|months|days|hours)|assumed|argued|claimed|"
    r"suggested|believed|recommended|essential|unknown|noteworthy|interesting|raining|snowing)\b)"
    r"|It (?:seems|appears|rained|snowed|follows)\b",
    re.IGNORECASE,
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
        return self.pronouns in (_MALE, _FEMALE) or (not self.pronouns and bool(self.kinds & _CALLINGS))

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
    totals: dict[tuple[str, ...], int] = {
        forms: sum(counts[form] for form in forms) for forms in (_MALE, _FEMALE, _THING)
    }
    first = next((s for s in sentences if name.split()[-1] in s and _predicate_words(s)), "")
    return Entity(name, _pronouns_of(totals), _predicate_words(first))


def _pronouns_of(totals: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """The pronouns of the document's entity: those of one sex, or "it" where no person is spoken of."""
    he, she, it = totals[_MALE], totals[_FEMALE], totals[_THING]
    if he >= 3 * she and he > 0:
        return _MALE
    if she >= 3 * he and she > 0:
        return _FEMALE
    return _THING if it and not he + she else ()


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
    counts = Counter(word for name in _NAME.findall(text) for word in set(name.split()) if word not in _NOT_NAMES)
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
    return text if match and text.split()[0] not in _NOT_NAMES else ""


def _predicate_words(sentence: str) -> frozenset[str]:
    """Lower-case words after "is a", up to a preposition: what the sentence calls its subject."""
    match = re.search(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+([^.;]*)", sentence)
    if match is None:
        return frozenset()
    words = re.split(r"\b(?:in|of|from|who|which|that|for|by|with|at|on|to)\b", match.group(1))[0]
    return frozenset(re.findall(r"\b[a-z]{3,}\b", words))


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A sentence after replacement."""

    text: str
    note: str
    """How it was rewritten; empty when it was not."""


class References:
    """Follows the subjects of a paragraph and rewrites sentences in document order."""

    def __init__(self, entity: Entity | None, names: frozenset[str] = frozenset()) -> None:
        self._entity = entity
        self._names = names
        self._clear = True
        self._new_thing = False

    @property
    def state(self) -> tuple[bool, bool]:
        """What is remembered of the paragraph: set it back to try another reading."""
        return self._clear, self._new_thing

    @state.setter
    def state(self, value: tuple[bool, bool]) -> None:
        self._clear, self._new_thing = value

    def new_paragraph(self) -> None:
        """Forget who was spoken of, but not the document's entity."""
        self._clear, self._new_thing = True, False

    def rewrite(self, sentence: str) -> Rewritten:
        """``sentence`` with its subject named, when the reference is sure; then its subject is the last one."""
        entity = self._entity
        if entity is None:
            return Rewritten(sentence, "")
        if re.search(r"[\u4e00-\u9fff]", entity.name):
            return self._rewrite_han(sentence, entity)
        tokens = tokenize(sentence)
        clause = main_clause(tokens)
        if clause is None:
            own = sentence.startswith(entity.name)
            self._clear = own or (self._clear and not _mentions_other_person(tokens, entity))
            return Rewritten(sentence, "")
        reference = self._reference(sentence, tokens, clause, entity)
        self._remember(tokens, clause, entity, refers=reference is not None)
        if reference is None:
            return Rewritten(sentence, "")
        start, end, replacement = reference
        if sentence[start:end] == replacement:
            return Rewritten(sentence, "")
        text = sentence[:start] + replacement + sentence[end:]
        return Rewritten(text, f"{sentence[start:end]} → {replacement}")

    def _reference(
        self, sentence: str, tokens: list[Token], clause: Clause, entity: Entity
    ) -> tuple[int, int, str] | None:
        """(start, end, replacement) when the subject refers to the entity."""
        first = tokens[clause.start]
        word, possessive = first.lower, f"{entity.name}'" if entity.name.endswith("s") else f"{entity.name}'s"
        start, end = first.span.start, first.span.end
        subject = sentence[start : tokens[clause.head_end - 1].span.end]
        if subject.startswith(entity.name):
            return start, start + len(entity.name), entity.name
        if entity.surname and first.text == entity.surname and clause.head_end - clause.start == 1:
            return (start, end, entity.name) if entity.surname not in self._names else None
        if not self._clear or not entity.pronouns:
            return None
        if word == entity.pronouns[0] and clause.head_end - clause.start == 1:
            doubtful = word == "it" and (_EXPLETIVE.match(sentence[start:]) or self._new_thing)
            return None if doubtful else (start, end, entity.name)
        if word == entity.pronouns[1] and clause.head_end - clause.start >= 2:
            return None if word == "its" and self._new_thing else (start, end, possessive)
        if (
            word == "the"
            and clause.head_end - clause.start == 2
            and _may_be_called(entity, tokens[clause.start + 1].lower)
        ):
            return start, tokens[clause.start + 1].span.end, entity.name
        return None

    def _remember(self, tokens: list[Token], clause: Clause, entity: Entity, *, refers: bool) -> None:
        """Whether the subject of this sentence leaves the entity as the only candidate of its kind."""
        subject = tokens[clause.start : clause.head_end]
        possessive = subject[0].lower in (*_MALE, *_FEMALE, *_THING, "their") and len(subject) > 1
        if entity.person:
            other = not refers and _is_other_person(subject, entity)
            relative = possessive and any(t.lower in _PERSON_WORDS for t in subject)
            if refers and not relative:
                self._clear = True
            elif other or relative:
                self._clear = False
            return
        self._clear = (refers and not possessive) or (
            self._clear and subject[0].lower in ("it", "there", "they", "he", "she")
        )
        copula = tokens[clause.verb].lower in ("is", "was", "are", "were") and _plain_copula(tokens, clause)
        self._new_thing = not copula and any(t.lower in ("a", "an") for t in tokens[clause.verb + 1 :])

    def _rewrite_han(self, sentence: str, entity: Entity) -> Rewritten:
        match = re.match(r"\s*(他|她|它)(?!们)", sentence)
        named = sentence.lstrip().startswith(entity.name)
        if match is None or not self._clear:
            self._clear = named or (self._clear and match is not None)
            return Rewritten(sentence, "")
        return Rewritten(entity.name + sentence[match.end() :], f"{match.group(1)} → {entity.name}")


def _plain_copula(tokens: list[Token], clause: Clause) -> bool:
    after = tokens[clause.verb + 1].lower if clause.verb + 1 < len(tokens) else ""
    return after in DETERMINER or after in ("one", "also")


def _may_be_called(entity: Entity, noun: str) -> bool:
    return noun in entity.kinds or bool(entity.kinds & set(KINDS_OF.get(noun, "").split()))


def _is_other_person(subject: list[Token], entity: Entity) -> bool:
    """Whether a subject could be a person who is not the entity."""
    if subject[0].lower in ("he", "she", "they", "who"):
        return True
    if any(t.lower in _PERSON_WORDS for t in subject):
        return True
    own = set(entity.name.split())
    words = [t.text for t in subject if t.text[:1].isupper() and t.text not in _NOT_NAMES]
    return bool(words) and not own & set(words) and subject[0].lower not in ("the", "his", "her", "its")


def _mentions_other_person(tokens: list[Token], entity: Entity) -> bool:
    own = set(entity.name.split())
    names = [t.text for t in tokens if t.text[:1].isupper() and t.text not in _NOT_NAMES and t.text not in own]
    return len(names) >= 1
