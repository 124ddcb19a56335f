"""Claims without a language model (port ``Extractor``): whole sentences, or sentences split and made self-contained.

A frame around a statement ("I think that …", "…, right?") is no part of the claim (``frames``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.claims.rules.answers import asked_about
from localcheck.claims.rules.asides import Piece
from localcheck.claims.rules.checkable import FRAGMENT, OPINION, are_listed, why_not_checkable
from localcheck.claims.rules.entities import without_own_label
from localcheck.claims.rules.frames import without_frames
from localcheck.claims.rules.labelled import without_label
from localcheck.claims.rules.last_subject import any_lost, leaves_open, of_its_subject, of_last_subject
from localcheck.claims.rules.mentions import subject_of
from localcheck.claims.rules.opinions import goes_on, without_praise
from localcheck.claims.rules.pieces import split_claims
from localcheck.claims.rules.pronouns import goes_on_with
from localcheck.claims.rules.references import Memory, References, Rewritten
from localcheck.claims.rules.restated import STATED, described, is_heading, restated
from localcheck.claims.rules.several import meant_by_they
from localcheck.claims.rules.subject_names import subject_name
from localcheck.claims.rules.surroundings import CODE, TABLE_ROW, where_not_checked
from localcheck.claims.rules.tables import COLUMNS, rows
from localcheck.claims.rules.timelines import with_its_date
from localcheck.claims.rules.told_before import before, of_many, of_that_name, told_before
from localcheck.claims.rules.topics import Topic, means, topics
from localcheck.ports import Progress
from localcheck.text import hyphens
from localcheck.text.han import NO_BREAK, has_han, joined
from localcheck.text.headings import title_of
from localcheck.text.language import detect
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.subjects import stands_in
from localcheck.types import OWN, Claim, Cost, Document, Sentence, Span

_ITEM = (
    r"\[\^[^\]\n]+\]:\s+|#{1,6}\s+|>\s+|[-*+•‣◦▪–]\s+(?:\[[ xX]\]\s+)?|\(?\d{1,3}[.)]\s+|[¹²³⁴-⁹⁰]+\s+"
    r"|\(?(?:[a-z]|[ivx]{2,5})[.)]\s+(?=[A-Z\"“*_])|\(?[A-Z]\)\s+|\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=[\"“]?[A-Z][a-z]{2})"
    r"|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|[一二三四五六七八九十]{1,3}、(?![一二三四五六七八九十])|\d{1,3}、|[①-⑳]\s*|A(?:nswer)?:\s+|答[:：]\s*"
)
"""What marks an item, a footnote, a quoted line, a section or an answer at the beginning of a line."""
_PICTURE = r"\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50"
_PICTURES = rf"[{_PICTURE}][{_PICTURE}\uFE0F\u200D ]{{0,12}}(?=[\"“]?[A-Z])"
"""Pictures before a sentence; one that the sentence itself is about stands before a verb ("♀ is the symbol of Venus")."""
_MARKUP = regex(
    rf"^\s*(?:{_ITEM}|{_PICTURES})|(?<!`)`(?P<code>(?=\S)[^`\n]{{1,200}}(?<=\S))`(?!`)|\*{{2,3}}|\*(?! [\d(])|(?<=[^\W\d])\*"
    r"|__|`+|!?\[(?=[^\]\n]*\]\()|\]\([^()\s]*\)|(?<=\S)\[[a-z]\](?!\w)|\[(?:\^?\d{1,3}|(?:note|nb) \d{1,2}"
    r"|[Cc]itation needed)\]|(?<=[.!?,;)”\"])[¹²³⁴-⁹⁰]+|[\n\r\t\f\v\u3000]"
)
_ANY_ONE = regex(r"An? [a-z]")
"""Any one of a kind: no thing that was spoken of, unless the sentence has its pronoun, too."""
_OF_THE_FIRST, _GENITIVE = regex(r"(?:It|He|She|(?P<of>Its|His|Her))(?= [a-z])"), "'s"
_IN_BRACKETS = regex(r"(\s*)[(（]([^()（）]*[.!。！])[)）](\s*)")
TOLD_AFTER = 200
"""Sentences after which is told how far the splitting is."""
BESIDE = "the whole sentence, beside the claims that it was split into"


class _Text:
    """A document on its way to claims: what its sentences say, and what stands around them."""

    def __init__(self, document: Document, sentences: Sequence[Sentence]) -> None:
        self.text, self.title, self.sentences = document.text, hyphens.composed(document.title), sentences
        self.bare = [_bare(sentence.text) for sentence in sentences]
        """The sentences with their markup blanked, character for character."""
        self.tidy = [_tidy(text) for text in self.bare]
        self._around, self._listed = where_not_checked(document.text, sentences), are_listed(self.tidy)
        self._rows = {i: said for i, said in rows(self.tidy).items() if self.around(i) == TABLE_ROW}
        self._named: dict[str, int] = {}
        """A name -> the first sentence that has its last word."""

    def said(self) -> dict[int, str]:
        """Place of a line that is no sentence -> what it says, where the text has it for its own."""
        told = restated(self.tidy, self.title or described(self.tidy))
        own = {i: said for i, said in told.items() if not self.around(i)}
        return own | {i: said for i, said in self._rows.items() if said}

    def has_named(self, name: str, at: int) -> bool:
        """Whether a name stands in a sentence or in one before it, whole or its last word alone."""
        if name not in self._named:
            last = name.split()[-1]
            self._named[name] = next((i for i, said in enumerate(self.tidy) if last in said), len(self.tidy))
        return self._named[name] <= at

    def around(self, at: int) -> str:
        """Why a sentence is not checked where it stands; empty where nothing speaks against it."""
        return self._around.get(self.sentences[at].index, "")

    def reason(self, at: int, said: str) -> str:
        """Why what a sentence says is no claim; code is code, whatever stands in it, and columns have names."""
        around = COLUMNS if at in self._rows else self.around(at)
        return around if around in (CODE, COLUMNS) else why_not_checkable(said, self.title, self._listed) or around


class SentenceClaims:
    """Makes every sentence one claim, without changing its words."""

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """One claim per sentence; questions, headings and the like are marked."""
        claims: list[Claim] = []
        text = _Text(document, sentences)
        for at, (sentence, said) in enumerate(zip(sentences, text.tidy, strict=True)):
            reason = text.reason(at, said)
            about = text.title if not reason and stands_in(said) and may_be_name(text.title) else ""
            claims.append(Claim(f"{sentence.index}.0", sentence.index, said, sentence.span, not reason, reason, about))
        return claims


class RuleClaims:
    """Splits sentences into single facts and puts the subject's name in the place of its pronouns.

    English sentences are split and resolved; in Chinese only pronouns are replaced. ``own``: a sentence that was split is
    a claim as well, beside its parts, with the same pronouns replaced. ``tell`` is called with the sentences that were split
    so far, and with all, of a text that takes long.
    """

    def __init__(self, own: bool = False, tell: Progress | None = None) -> None:
        self._own, self._tell = own, tell

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """At least one claim for every sentence, in order. Other languages get one claim per sentence as it stands."""
        if detect(document.text) not in ("en", "zh", "und"):
            return SentenceClaims().extract(document, sentences)
        text = _Text(document, sentences)
        # beside a context both are read together
        asked = "" if document.context else asked_about(hyphens.composed(document.prompt))
        text.title = title_of(text.title, text.tidy) or asked
        said = text.said()
        many = meant_by_they(text.title, text.text, [said for said in text.tidy if not why_not_checkable(said)])
        claims, whole = list[Claim](), hyphens.composed(text.text)
        for topic in topics(replace(document, title=text.title), sentences, text.tidy):
            references = References(topic.entity, many)
            for i in topic.sentences:
                if self._tell and i % TOLD_AFTER == 0 and len(sentences) > TOLD_AFTER:
                    self._tell(i, len(sentences))
                if i in said:
                    claims.extend(_restated(sentences[i], said[i], whole))
                    references.rewrite(said[i])  # whom or what it is about counts for the next sentence
                    continue
                found = self._claims(text, i, topic, references)
                if many and (topic.entity is None or topic.entity.name.lower() == many):
                    found = [of_many(claim, many) for claim in found]
                earlier = [text.tidy[j] for j in before(text.text, sentences, i)]
                found = [of_last_subject(of_that_name(c, topic.entity, earlier), topic.entity, earlier) for c in found]
                claims.extend(told_before(found, text.tidy[i], earlier))
        return claims

    def _claims(self, text: _Text, at: int, topic: Topic, references: References) -> list[Claim]:
        """The claims of one sentence, each with what it is about where its words do not say so."""
        sentence, before = text.sentences[at], references.state
        said = without_own_label(text.bare[at], topic.entity)
        found = list(_claims_of(text, at, said, references))
        if self._own and len(found) > 1:
            found.append(_own_claim(sentence, said, references, before))
        if topic.entity is None or not (topic.titled or text.has_named(topic.entity.name, at)):
            return found
        sure = topic.titled or sentence.index < topic.sure
        return [
            replace(claim, about=_about(claim.text, topic, before, sure)) if claim.checkable else claim
            for claim in found
        ]


def _about(claim: str, topic: Topic, before: Memory, sure: bool) -> str:
    """What a claim is about where its words do not say so; ``before``: what was remembered ahead of its sentence; ``sure``:
    whether no other name can be what it is about.
    """
    if topic.entity is None or (not sure and _ANY_ONE.match(claim) and not means(topic.entity, claim)):
        return ""  # "A car ticket costs 420 kroner."
    passing = topic.passing and not means(topic.entity, claim)
    rival, other = (before.rival or passing) and not sure, before.other and not sure
    another = before.another and goes_on_with(claim.split(" ", 1)[0]) in topic.entity.forms
    return subject_of(claim, topic.entity, rival or another, other or another)


def _claims_of(text: _Text, at: int, bare: str, references: References) -> Iterator[Claim]:
    """The claims of one sentence; ``bare`` is what it says in its places."""
    sentence, said = text.sentences[at], _tidy(bare)
    reason = text.reason(at, said)
    if not reason and sentence.text.lstrip().startswith("#") and not has_han(bare) and is_heading(said):
        reason = FRAGMENT  # "## 2.4.0 (2025-02-11)"
    whole = (Piece(bare, Span(0, len(bare))),)
    pieces = split_claims(bare)
    tells = len(pieces) > 1 and not all(goes_on(_tidy(piece.text)) for piece in pieces)
    partly = reason == OPINION and not text.around(at) and tells
    if reason and not partly:
        if reason in (OPINION, "a question"):
            references.rewrite(said)  # its wording stays, but whom it names counts for the next sentence
        yield _claim(sentence, 0, whole[0], Rewritten(said, ""), reason)
        return
    state, tidy = references.state, [_tidy(piece.text) for piece in pieces]
    rewritten = [references.rewrite(text) for text in tidy]
    if any_lost(tidy, rewritten) or leaves_open([new.text for new in rewritten]):
        references.state = state
        told = references.rewrite(said)  # in any case: whom the sentence names counts for the next one
        rewritten = of_its_subject(said, tidy, references)
        if not rewritten or leaves_open([new.text for new in rewritten]):
            pieces, rewritten = whole, [told]
    for index, (piece, new) in enumerate(zip(pieces, rewritten, strict=True)):
        why = OPINION if partly and len(pieces) > 1 and goes_on(_tidy(piece.text)) else ""
        yield _claim(sentence, index, piece, new, why)


def _restated(sentence: Sentence, said: str, text: str) -> Iterator[Claim]:
    """The claims of a line in another form, from the sentences that it says; each has the whole line as its place. A pronoun
    with which a further one begins means the first one's name.
    """
    first = ""
    for index, piece in enumerate(piece for one in split_sentences(said) for piece in split_claims(one.text)):
        words = with_its_date(_tidy(piece.text), said)
        if first and (found := _OF_THE_FIRST.match(words)):
            words = f"{first}{_GENITIVE if found['of'] else ''}{words[found.end() :]}"
        name = subject_name(words)
        first = first or (name if said.startswith(name) else "")
        about = name if name in text else ""
        yield Claim(f"{sentence.index}.{index}", sentence.index, words, sentence.span, note=STATED, about=about)


def _own_claim(sentence: Sentence, masked: str, references: References, before: Memory) -> Claim:
    """The whole sentence as a claim; whom its pronouns mean is what was known ``before`` it."""
    after, references.state = references.state, before
    new = references.rewrite(_tidy(masked))
    references.state = after
    note = f"{BESIDE}; {new.note}" if new.note else BESIDE
    return Claim(f"{sentence.index}{OWN}", sentence.index, new.text, sentence.span, note=note)


def _claim(sentence: Sentence, index: int, piece: Piece, new: Rewritten, reason: str) -> Claim:
    return Claim(
        id=f"{sentence.index}.{index}",
        sentence=sentence.index,
        text=new.text,
        span=Span(sentence.span.start + piece.span.start, sentence.span.start + piece.span.end),
        checkable=not reason,
        note="; ".join(note for note in (piece.note, new.note, reason) if note),
    )


def _bare(text: str) -> str:
    """What a sentence says, without markup, brackets around all of it, a label before it ("Size: It covers …"), a frame
    ("I think that …") and praise beside a fact, in its places.
    """
    inside = _IN_BRACKETS.fullmatch(masked := _masked(text))
    text = f"{inside[1]} {inside[2]} {inside[3]}" if inside else masked
    return without_praise(without_frames(without_label(text)))


def _masked(text: str) -> str:
    """``text`` with Markdown marks (`2 ** 8` has none) and line breaks replaced by as many spaces, or joiners inside Chinese,
    and with words in one piece that a line end cuts: offsets stay.
    """
    return _MARKUP.sub(lambda m: f" {m['code']} " if m["code"] else " " * len(m[0]), joined(hyphens.in_place(text)))


def _tidy(text: str) -> str:
    """One line, single spaces, no space before a mark or where a Chinese line was broken."""
    return re.sub(r"\s+([.,;:!?])(?=\s|$)", r"\1", " ".join(text.replace(NO_BREAK, "").split()))


def rules(*, tell: Progress | None = None) -> RuleClaims:
    """``--claims rules``."""
    return RuleClaims(tell=tell)


def rules_and_sentence(*, tell: Progress | None = None) -> RuleClaims:
    """``--claims rules+sentence``."""
    return RuleClaims(own=True, tell=tell)


def sentences() -> SentenceClaims:
    """``--claims sentences``."""
    return SentenceClaims()
