"""Claims without a language model (port ``Extractor``): whole sentences, or sentences split and made self-contained.

A frame around a statement ("I think that …", "…, right?") is no part of the claim (``frames``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.claims.rules.checkable import FRAGMENT, OPINION, are_listed, why_not_checkable
from localcheck.claims.rules.entities import without_own_label
from localcheck.claims.rules.frames import without_frames
from localcheck.claims.rules.labelled import without_label
from localcheck.claims.rules.last_subject import any_lost, leaves_open, of_its_subject, of_last_subject
from localcheck.claims.rules.mentions import subject_of
from localcheck.claims.rules.openers import of_claims_before
from localcheck.claims.rules.opinions import goes_on, without_praise
from localcheck.claims.rules.pieces import Piece, split_claims
from localcheck.claims.rules.pronouns import goes_on_with
from localcheck.claims.rules.references import Memory, References, Rewritten
from localcheck.claims.rules.restated import STATED, described, is_heading, restated
from localcheck.claims.rules.several import meant_by_they
from localcheck.claims.rules.subject_names import subject_name
from localcheck.claims.rules.surroundings import CODE, where_not_checked
from localcheck.claims.rules.timelines import with_its_date
from localcheck.claims.rules.told_before import before, of_many, of_that_name, told_before
from localcheck.claims.rules.topics import Topic, means, topics
from localcheck.text import hyphens
from localcheck.text.han import NO_BREAK, has_han, joined
from localcheck.text.headings import title_of
from localcheck.text.language import detect
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex
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
    rf"^\s*(?:{_ITEM}|{_PICTURES})|(?<!`)`(?P<code>(?=\S)[^`\n]{{1,200}}(?<=\S))`(?!`)|\*{{2,3}}|\*(?! [\d(])|__|`+"
    r"|!?\[(?=[^\]\n]*\]\()|\]\([^()\s]*\)|(?<=\S)\[[a-z]\](?!\w)|\[(?:\^?\d{1,3}|(?:note|nb) \d{1,2}"
    r"|[Cc]itation needed)\]|(?<=[.!?,;)”\"])[¹²³⁴-⁹⁰]+|[\n\r\t\f\v\u3000]"
)
_IN_BRACKETS = regex(r"(\s*)[(（]([^()（）]*[.!。！])[)）](\s*)")
LOOKED_BACK, _MANY = 3, 40
"""Sentences before one that are read to know what a word of it means, and the claims among which theirs are."""
BESIDE = "the whole sentence, beside the claims that it was split into"


class SentenceClaims:
    """Makes every sentence one claim, without changing its words."""

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """One claim per sentence; questions, headings and the like are marked."""
        claims: list[Claim] = []
        surroundings = where_not_checked(document.text, sentences)
        texts = [_tidy(_bare(sentence.text)) for sentence in sentences]
        listed = are_listed(texts)
        for sentence, text in zip(sentences, texts, strict=True):
            reason = _reason(text, document.title, surroundings.get(sentence.index, ""), listed)
            about = document.title if not reason and stands_in(text) and may_be_name(document.title) else ""
            claims.append(Claim(f"{sentence.index}.0", sentence.index, text, sentence.span, not reason, reason, about))
        return claims


class RuleClaims:
    """Splits sentences into single facts and puts the subject's name in the place of its pronouns.

    English sentences are split and resolved; in Chinese only pronouns are replaced. ``own``: a sentence that was split is
    a claim as well, beside its parts, with the same pronouns replaced.
    """

    def __init__(self, own: bool = False) -> None:
        self._own = own

    def cost(self) -> Cost:
        """Nothing: no language model is asked."""
        return Cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """At least one claim for every sentence, in order. Other languages get one claim per sentence as it stands."""
        if detect(document.text) not in ("en", "zh", "und"):
            return SentenceClaims().extract(document, sentences)
        masked = [_bare(sentence.text) for sentence in sentences]
        tidy = [_tidy(text) for text in masked]
        document = replace(document, title=title_of(document.title, tidy))
        surroundings, listed = where_not_checked(document.text, sentences), are_listed(tidy)
        said, many = (
            restated(tidy, document.title or described(tidy)),
            meant_by_they(document.title, document.text, tidy),
        )
        claims: list[Claim] = []
        for topic in topics(document, sentences, tidy):
            references = References(topic.entity, many)
            for i in topic.sentences:
                around = surroundings.get(sentences[i].index, "")
                if i in said and not around:
                    claims.extend(_restated(sentences[i], said[i], document.text))
                    references.rewrite(said[i])  # whom or what it is about counts for the next sentence
                    continue
                found = self._claims(document, sentences[i], masked[i], topic, references, around, listed)
                if many and (topic.entity is None or topic.entity.name.lower() == many):
                    found = [of_many(claim, many) for claim in found]
                earlier = [tidy[j] for j in before(document.text, sentences, i)]
                found = [of_last_subject(of_that_name(c, topic.entity, earlier), topic.entity, earlier) for c in found]
                last = [] if topic.titled else _alone(claims, i, len(earlier))
                found = [of_claims_before(claim, last, topic.entity) for claim in found]
                claims.extend(told_before(found, tidy[i], earlier))
        return claims

    def _claims(
        self,
        document: Document,
        sentence: Sentence,
        text: str,
        topic: Topic,
        references: References,
        around: str,
        listed: bool,
    ) -> list[Claim]:
        """The claims of one sentence, each with what it is about where its words do not say so."""
        before, text = references.state, without_own_label(text, topic.entity)
        found = list(_claims_of(document, sentence, text, references, around, listed))
        if self._own and len(found) > 1:
            found.append(_own_claim(sentence, text, references, before))
        sure = topic.titled or sentence.index < topic.sure
        return [
            replace(claim, about=_about(claim.text, topic, before, sure)) if claim.checkable else claim
            for claim in found
        ]


def _alone(claims: Sequence[Claim], sentence: int, most: int) -> list[Claim]:
    """The claims of the sentences right before one, back to the first that has another number of claims than one."""
    found: list[Claim] = []
    for at in range(sentence - 1, sentence - 1 - min(most, LOOKED_BACK), -1):
        said = [claim for claim in claims[-_MANY:] if claim.sentence == at]
        if len(said) != 1:
            break
        found = [*said, *found]
    return found


def _about(claim: str, topic: Topic, before: Memory, sure: bool) -> str:
    """What a claim is about where its words do not say so; ``before``: what was remembered ahead of its sentence; ``sure``:
    whether no other name can be what it is about.
    """
    if topic.entity is None or (topic.either and stands_in(claim)):
        return ""
    passing = topic.passing and not means(topic.entity, claim)
    rival, other = (before.rival or passing) and not sure, before.other and not sure
    another = before.another and goes_on_with(claim.split(" ", 1)[0]) in topic.entity.forms
    return subject_of(claim, topic.entity, rival or another, other or another)


def _claims_of(
    document: Document, sentence: Sentence, masked: str, references: References, surroundings: str, listed: bool
) -> Iterator[Claim]:
    """The claims of one sentence; ``masked`` has its markup blanked, character for character."""
    reason = _reason(_tidy(masked), document.title, surroundings, listed)
    if not reason and sentence.text.lstrip().startswith("#") and not has_han(masked) and is_heading(_tidy(masked)):
        reason = FRAGMENT  # "## 2.4.0 (2025-02-11)"
    whole = (Piece(masked, Span(0, len(masked))),)
    pieces = split_claims(masked)
    tells = len(pieces) > 1 and not all(goes_on(_tidy(piece.text)) for piece in pieces)
    partly = reason == OPINION and not surroundings and tells
    if reason and not partly:
        if reason in (OPINION, "a question"):
            references.rewrite(_tidy(masked))  # its wording stays, but whom it names counts for the next sentence
        yield _claim(sentence, 0, whole[0], Rewritten(_tidy(masked), ""), reason)
        return
    state, tidy = references.state, [_tidy(piece.text) for piece in pieces]
    rewritten = [references.rewrite(text) for text in tidy]
    if any_lost(tidy, rewritten) or leaves_open([new.text for new in rewritten]):
        references.state, uncut = state, _tidy(masked)
        told = references.rewrite(uncut)  # in any case: whom the sentence names counts for the next one
        rewritten = of_its_subject(uncut, tidy, references)
        if not rewritten or leaves_open([new.text for new in rewritten]):
            pieces, rewritten = whole, [told]
    for index, (piece, new) in enumerate(zip(pieces, rewritten, strict=True)):
        why = OPINION if partly and len(pieces) > 1 and goes_on(_tidy(piece.text)) else ""
        yield _claim(sentence, index, piece, new, why)


def _restated(sentence: Sentence, said: str, text: str) -> Iterator[Claim]:
    """The claims of a line in another form, from the sentence that it says; each has the whole line as its place."""
    for index, piece in enumerate(split_claims(said)):
        words = with_its_date(_tidy(piece.text), said)
        name = subject_name(words)
        about = name if name in text else ""
        yield Claim(f"{sentence.index}.{index}", sentence.index, words, sentence.span, note=STATED, about=about)


def _own_claim(sentence: Sentence, masked: str, references: References, before: Memory) -> Claim:
    """The whole sentence as a claim; whom its pronouns mean is what was known ``before`` it."""
    after, references.state = references.state, before
    new = references.rewrite(_tidy(masked))
    references.state = after
    claim = _claim(sentence, 0, Piece(masked, Span(0, len(masked)), BESIDE), new, "")
    return replace(claim, id=f"{sentence.index}{OWN}")


def _reason(text: str, title: str, surroundings: str, listed: bool) -> str:
    """Why a sentence is no claim; code is code, whatever stands in it."""
    return CODE if surroundings == CODE else why_not_checkable(text, title, listed) or surroundings


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


def rules() -> RuleClaims:
    """``--claims rules``."""
    return RuleClaims()


def rules_and_sentence() -> RuleClaims:
    """``--claims rules+sentence``."""
    return RuleClaims(own=True)


def sentences() -> SentenceClaims:
    """``--claims sentences``."""
    return SentenceClaims()
