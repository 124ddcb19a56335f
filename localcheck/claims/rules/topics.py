"""What each sentence of a document is about: the document's entity, or that of its own paragraph where that names another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from localcheck.claims.rules import entities
from localcheck.claims.rules.checkable import are_listed, greeting
from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.han_names import han_subject
from localcheck.claims.rules.kinds import CALLINGS, THINGS, called_before, declared
from localcheck.claims.rules.pronouns import FEMALE, MALE, THING, goes_on_with, pronoun_of
from localcheck.claims.rules.sections import below, paragraphs_of, parts_of, runs, section, telling_words
from localcheck.claims.rules.subject_names import subject_name
from localcheck.claims.rules.unnamed import of_paragraph
from localcheck.text.han import has_han
from localcheck.text.hyphens import composed
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.subjects import UNNAMED, common_subject
from localcheck.text.words import words
from localcheck.types import Document, Sentence

FEW = 3
"""Parts below which a text's entity is taken as found."""
NEARLY_ALL = 0.7
"""Share of a text's sentences from which on it keeps to one thing."""
_DONE_TO = regex(
    r" (?:(?:had|has|later|once|then|also) )?[a-z]+ (him|her(?= (?:the|an?|to|in|at|as|for|from|with)\b|[.,;]|$))(?!\w)"
)
"""Behind a name, what is done to somebody else."""
_LOOKED_BACK = 60
"""Sentences before a surname that may have the full name."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Sentences that follow one another, and what their pronouns may mean."""

    sentences: range
    """Their places among the document's sentences."""
    entity: Entity | None
    """What they are about; None where no name stands out."""
    titled: bool
    """Whether the document's title says so."""
    passing: bool = False
    """Whether they begin with somebody whom the text does not introduce: what names nothing may be about another thing."""
    sure: int = 0
    """The place of the first sentence that may be about something else, in a text that keeps to one thing; else 0."""


def topics(document: Document, sentences: Sequence[Sentence], texts: Sequence[str]) -> Iterator[Topic]:
    """The document's sentences, paragraph by paragraph; ``texts`` are the sentences without markup.

    The document's entity is that of every paragraph that does not begin by saying who or what another one is ("Niels Bohr was
    a Danish physicist"), or, where no title names the entity, with another subject that the next sentence goes on with. A text
    without a title is taken apart within its paragraphs as well, where a sentence has a new name for its subject; what begins
    with a pronoun goes on with the entity before it. Of a list of statements without full stops each line is a paragraph.
    "Great question!" before all that is about nothing.
    """
    begin = greeting(texts)
    body = document.text[sentences[begin].span.start :] if begin else document.text
    whole = entities.find_entity(composed(body), document.title, texts[begin:])
    titled = whole is not None and whole.article not in ("a", "an") and _is_title(whole.name, document.title)
    if whole and has_han(whole.name):
        yield from _han_topics(document, sentences, texts, whole, titled)
        return
    if whole and not (titled or whole.forms):
        whole = None  # named first, and "he" and "she" are others, too
    if begin:
        yield Topic(range(begin), None, titled=False)
    plain = list(paragraphs_of(document.text, sentences, "\n" if are_listed(texts) else "\n\n", begin))
    told = [texts[p.start : p.stop] for x in plain for p in parts_of(x, texts)]
    if whole and not titled and not _spoken_of(whole, told):
        whole = None
    walk = _Walk(texts, whole, titled)
    for paragraph in plain if titled else runs(plain, texts, several=whole is None):
        for place, part in enumerate((paragraph,) if titled else parts_of(paragraph, texts)):
            yield walk.topic(part, begins=place == 0)


class _Walk:
    """Goes through the parts of a text, and keeps in mind what it spoke of last."""

    def __init__(self, texts: Sequence[str], whole: Entity | None, titled: bool) -> None:
        self._texts, self._whole, self._titled = texts, whole, titled
        self._sure = _kept_to(whole, texts) if whole and not titled else 0
        self._common = {word for text in texts for word in words(text) if word.islower()}
        self._last, self._heading, self._passing = whole, "", False

    def topic(self, part: range, begins: bool) -> Topic:
        """What the next part is about; ``begins``: whether a paragraph begins with it."""
        texts, whole, titled = self._texts[part.start : part.stop], self._whole, self._titled
        before = None if begins else self._last
        if len(part) == 1:
            self._read_heading(texts[0])
        own, last = self._own(part, texts, before), self._last
        goes_on = not titled and _goes_on(texts[0], last)
        if own:
            self._passing = _in_passing(own, texts[0], later=last is not None or not begins)
        else:
            self._passing = self._passing and goes_on
        open_still = not titled and ((len(part) == 1 and last is not whole) or " " in self._heading)
        now = own or (last if goes_on else None if open_still else whole)
        if len(part) > 1 or own or name_words(texts[0]):
            self._last = now
        sure = self._sure if now is whole else 0
        return Topic(part, now, titled and own is None, self._passing, sure)

    def _read_heading(self, text: str) -> None:
        found = section(text, self._heading)
        if found != self._heading:
            of_title = self._whole and self._titled and telling_words(found) & telling_words(self._whole.name)
            self._heading = "" if of_title else found
            self._last = self._last if self._titled or " " not in found else None

    def _own(self, part: range, texts: Sequence[str], before: Entity | None) -> Entity | None:
        """What a part itself says that it is about; None where that is what was spoken of."""
        whole, last = self._whole, self._last
        earlier = " ; ".join(self._texts[max(0, part.start - _LOOKED_BACK) : part.start])
        own = self._named(texts, before, earlier)
        if before is None and self._heading and (named := below(self._heading, texts)):
            own = own or named
        if own is None and before is None and not self._titled:
            own = entities.unnamed(of_paragraph(texts, sure=whole is None))
        if own is None and whole is None:
            own = entities.of_label(texts[0])
        if own and last and " and " not in last.name and telling_words(own.name) < telling_words(last.name):
            return replace(last, forms=own.forms or last.forms)  # "Gutenberg", after "Johannes Gutenberg"
        return own

    def _named(self, texts: Sequence[str], before: Entity | None, earlier: str) -> Entity | None:
        """The entity of sentences whose first one has its name for a subject; None where that is ``whole``, the document's.

        One sentence alone has no pronoun that could mean it. ``before``: what the same paragraph spoke of before; ``earlier``:
        what stands before these sentences.
        """
        whole = self._whole
        name = subject_name(texts[0]) if len(texts) > 1 else ""
        if not name or (whole and telling_words(name) & telling_words(whole.name)):
            return None
        then = 2 if len(texts) > 2 and texts[1].startswith(("That ", "This ")) else 1
        forms = goes_on_with(texts[then])
        if before is not None and forms in before.forms and _of_another(name, forms, texts[0]):
            return before  # "Max Planck let her attend. A year later she …"
        several = (
            " and " in name or {name.lower(), name.lower().removesuffix("s")} & self._common
        )  # or as "a snowmobile" elsewhere
        if not _introduced(name, texts[0]):
            documents = whole is not None and (self._titled or not forms or means(whole, texts[0]))
            if documents or (forms and _another_within(name, forms, texts[0])) or several:
                return None
        entity = entities.find_entity(" ".join(texts), name, texts)
        if entity is None or entity.name != name:
            return None
        if not forms:
            return entity
        if entities.of_other_sex(name, forms, entity.kinds, texts[0], earlier):
            left = tuple(own for own in entity.forms if own != forms)
            sure = forms == THING or entities.own_pronoun(name, earlier)
            return replace(entity, forms=left or (entities.OTHER_FORMS[forms] if sure else ()))
        somebody = forms == THING and not entity.kinds and {MALE, FEMALE} & {*map(goes_on_with, texts[1:])}
        if somebody or _either(name, forms, entity, before):
            return replace(entity, forms=())  # "It won a prize. She …"; "Labour has 403 seats. He …", the one before
        if forms in entity.forms:
            return entity
        return replace(entity, forms=() if entity.forms else (forms,))  # "It became his trademark": neither is sure


def _han_topics(
    document: Document, sentences: Sequence[Sentence], texts: Sequence[str], whole: Entity, titled: bool
) -> Iterator[Topic]:
    """A Chinese text, taken apart before each paragraph that begins with another name, unless a title says what it is about.

    Any sentence with another subject ends the pronouns of an entity, here as within a paragraph.
    """
    start, entity = 0, whole
    for paragraph in () if titled else paragraphs_of(document.text, sentences, "\n"):
        own = texts[paragraph.start : paragraph.stop]
        name = han_subject(own[0])
        if name and name not in entity.name and entity.name not in name:
            if paragraph.start > start:
                yield Topic(range(start, paragraph.start), entity, titled)
            start, entity = paragraph.start, entities.find_entity("".join(own), "", own) or entity
    yield Topic(range(start, len(sentences)), entity, titled)


def _spoken_of(entity: Entity, parts: Sequence[Sequence[str]]) -> bool:
    """Whether two of a text's parts, and three of ten, name the entity or have a pronoun or a noun for it: a text about one
    thing after another is not about the one that it names first. A pronoun behind another subject means that one.
    """
    having = sum(_has(entity, part) for part in parts)
    return len(parts) < FEW or (having > 1 and 10 * having > 3 * len(parts))


def _kept_to(entity: Entity, texts: Sequence[str]) -> int:
    """The place of the first sentence with another name for its subject, in a text of which nearly all sentences have a thing's
    name, its pronoun or a noun for it, and none speaks of a person; 0 for another text.
    """
    if entity.forms != (THING,) or len(texts) < FEW:
        return 0
    people = {form for forms in (MALE, FEMALE) for form in forms}
    said = [_with_small(text) for text in texts]
    wanted = telling_words(entity.name) | entity.pronouns | entity.kinds
    if any(people & some for some in said) or sum(bool(wanted & some) for some in said) < NEARLY_ALL * len(texts):
        return 0
    others = (i for i, text in enumerate(texts) if subject_name(text) not in ("", entity.name))
    return next(others, len(texts))


def _is_title(name: str, title: str) -> bool:
    """Whether a title names an entity: "Gregor Mendel", as well of Gregor Johann Mendel."""
    ends = {name.split()[0], name.split()[-1]}
    return name in title or (len(ends) > 1 and ends == {*title.split()[:1], *title.split()[-1:]})


def _has(entity: Entity, part: Sequence[str]) -> bool:
    """Whether a part names the entity, or has what may stand for it and no other subject, with a name or without one."""
    name, thing = telling_words(entity.name), common_subject(part[0])
    subject = telling_words(subject_name(part[0]))
    other = bool(subject) and not subject & name
    if thing is not None and thing.noun.split()[-1] not in entity.kinds | UNNAMED | THINGS:
        other = True  # "The guitar has six strings. It …"
    wanted = name if other else name | entity.pronouns | entity.kinds
    return any(wanted & _with_small(text) for text in part)


def _another_within(name: str, forms: tuple[str, ...], sentence: str) -> bool:
    """Whether a sentence has one of these pronouns for another than its subject: "Themistius says that he …", "Einstein called
    her …"; "she" within a sentence about Ada Lovelace is hers.
    """
    own = " " in name and pronoun_of(name) == forms[0]
    return _of_another(name, forms, sentence) or (not own and forms[0] in _with_small(sentence))


def _of_another(name: str, forms: tuple[str, ...], sentence: str) -> bool:
    """Whether one of these pronouns cannot mean the subject of a sentence: what that does to "her", and any "her" of a man."""
    done = _DONE_TO.search(sentence)
    of_another = done is not None and done[1] == forms[2] and sentence[: done.start()].endswith(name)
    other_sex = forms != THING and pronoun_of(name) not in ("", forms[0])
    return of_another or (other_sex and not _with_small(sentence).isdisjoint(forms))


def _either(name: str, forms: tuple[str, ...], entity: Entity, before: Entity | None) -> bool:
    """Whether a pronoun may as well mean whom the paragraph was about before: a name of one word may be no person's, and
    behind Mary Anning one whose first name is not known is not the next "she".
    """
    if before is None or forms == THING:
        return False
    first = pronoun_of(before.name) == forms[0]
    known = (" " in name and not first) or entity.kinds & CALLINGS or pronoun_of(name)
    return (forms in before.forms or (not before.forms and first)) and not known


def means(entity: Entity, sentence: str) -> bool:
    """Whether a word of a sentence may mean the entity: "Verrocchio taught him"."""
    return bool((telling_words(entity.name) | entity.pronouns) & _with_small(sentence))


def _introduced(name: str, sentence: str) -> bool:
    """Whether a sentence says who or what a name is: "… was a physicist", "… was born in Ulm"; or has it for a
    label: "Lasker: He kept …".
    """
    labelled = sentence.startswith((f"{name}: ", f"{name} – ", f"{name} — ", f"{name} - "))
    said = any(f"{name} {told}" in sentence for told in ("was born", "is another", "was another"))
    return labelled or said or bool(declared(name, [sentence]))


def _in_passing(entity: Entity, sentence: str, *, later: bool) -> bool:
    """Whether a sentence names somebody without saying who that is: "Daniel Defoe had been a child then"; or, where the text
    spoke of something else before (``later``), something.
    """
    unknown = not entity.forms and " " in entity.name
    somebody = entity.person or unknown or bool(pronoun_of(entity.name))
    return (somebody or later) and (called_before(sentence)[0] > 0 or not _introduced(entity.name, sentence))


def _goes_on(text: str, entity: Entity | None) -> bool:
    """Whether a sentence begins with a pronoun that may mean the entity, or has a part of its name for a subject."""
    first = text.split(maxsplit=1)[:1]
    if entity is None or not first:
        return False
    if any(first[0].lower() in forms[:2] for forms in entity.forms):
        return True
    named = telling_words(subject_name(text))
    return bool(named) and named <= telling_words(entity.name)


def _with_small(text: str) -> set[str]:
    """The words of a text as they stand, and in small letters."""
    return {form for word in words(text) for form in (word, word.lower())}
