"""Makes claims from facts beside the verb phrase: appositives, relative clauses, life dates, participles, lists of callings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.claims.rules import verbs, wording
from localcheck.claims.rules.grammar import Clause
from localcheck.claims.rules.wording import Token
from localcheck.text.irregular_verbs import INTRANSITIVE, PARTICIPLE
from localcheck.text.lexicon import MONTH_NAME, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import a_or_an, is_plural
from localcheck.types import Span


@dataclass(frozen=True, slots=True)
class Piece:
    """One fact of a sentence."""

    text: str
    span: Span
    """Where in the sentence its own words stand (without a repeated subject)."""
    note: str = ""
    """How it was made; empty for a sentence that stays whole."""


_Found = tuple[Span, list[Piece]]
"""What is taken out of a piece, and the facts that it tells."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a sentence: a clause, up to the token ``end``, and who or what its subject is."""

    sentence: str
    tokens: list[Token]
    clause: Clause
    end: int
    subject: str

    @property
    def verb(self) -> str:
        """The finite verb."""
        return self.tokens[self.clause.verb].text

    @property
    def copula(self) -> str:
        """ "was" or "is", in the tense of the clause."""
        present = self.verb in ("is", "has", "are", "have", "does", "can", "will")
        return "is" if present or not (self.verb in verbs.AUXILIARY or verbs.is_past(self.verb)) else "was"

    @property
    def last(self) -> Span:
        """Its last token."""
        return self.tokens[self.end - 1].span

    @property
    def stop(self) -> int:
        """End of its words, before its final mark."""
        return self.last.start if self.last.of(self.sentence) in ".!?。" else self.last.end

    @property
    def is_a(self) -> bool:
        """Whether it says of one what kind that is: "X was a footballer"."""
        at = self.clause.verb + 1
        return self.verb in ("is", "was") and at < self.end and self.tokens[at].lower in ("a", "an")

    def fact(self, told: str, span: Span, how: str) -> Piece:
        """What is told of its subject."""
        return Piece(f"{self.subject} {told}", span, how)


_DATE = rf"(?:c\. ?|ca\. ?)?(?:{MONTH_NAME} \d{{1,2}}, \d{{4}}|\d{{1,2}} {MONTH_NAME},? \d{{4}}|\d{{4}})"
_PLACE = r"(?:\s+in [^()–—;]{2,60}?)?"
_LIFE = regex(rf"\s*\(\s*(?:[Bb]orn )?(?P<born>{_DATE}){_PLACE}\s*(?:[–—-]|--)\s*(?P<died>{_DATE}){_PLACE}\s*\)")
_BORN = regex(rf"\s*\(\s*[Bb]orn (?:on |in )?(?P<born>{_DATE}){_PLACE}\s*\)")
_FOR_A_TIME = word_set("old aged then still already now currently both all each")
"""Words of what is so at the time of the main clause, or of several."""
_WHEN = word_set("earlier later before after afterwards ago")
"""What an aside ends with that only says when: "a century earlier"."""
_NOT_DONE = word_set("given compared come become gone been followed")
"""Participles that are often said of no subject: "given the weather"."""
_AFTER_DONE = word_set("by in at on near while when after before during from between")
_LASTING = word_set("based located situated known called used found led owned run inhabited surrounded named")
"""What is still so, beside a verb of the present."""
_SAID_OF_ALL = {"leading": {"to"}, "bringing": {"to"}, "making": {"it", "him", "her", "them"}}
"""What follows participles whose subject is all that was said before: ", leading to her death"."""
_OF_ALL = word_set("meaning giving causing allowing enabling resulting")
"""Participles whose subject that mostly is: ", meaning that it stays"."""
_CALLING = regex(r"(?:(?:an?|the)\s+)?(?P<noun>[a-z][a-z-]*(?: [a-z][a-z-]*){0,2})$")
_ENDS_AS_CALLING = regex(
    r"(?:or|er|ist|ian|man|woman|ess|ant|eer|ive|ect|ef|et|ic|ee|judge|nurse|host|guard|monk|priest|bishop|king|queen)$"
)


def aside_pieces(
    sentence: str, tokens: list[Token], clause: Clause, first: int, end: int, subject: str, *, shared: bool
) -> tuple[str, list[Piece]]:
    """The piece ``tokens[first:end]`` without the facts beside its verb, and those; empty where there are none."""
    piece = _Piece(sentence, tokens, clause, end, subject)
    found = [] if shared else [one for one in (_life_dates(piece), _in_subject(piece)) if one]
    if behind := _after_verb(piece):
        found.append(behind)
    if not found:
        return "", []
    rest = _without(sentence, Span(tokens[first].span.start, piece.last.end), [cut for cut, _ in found])
    return rest, [fact for _, facts in found for fact in facts]


def _without(sentence: str, body: Span, removed: list[Span]) -> str:
    """The text of ``body`` with the removed spans left out."""
    kept, at = "", body.start
    for span in sorted(removed, key=lambda s: s.start):
        kept += sentence[at : span.start]
        at = max(at, span.end)
    return re.sub(r"\s+([.,;])", r"\1", kept + sentence[at : body.end])


def _life_dates(piece: _Piece) -> _Found | None:
    """ "Ada Lovelace (1815-1852) was a ..." -> born in 1815, died in 1852; names of two words and more only."""
    tokens, clause = piece.tokens, piece.clause
    area = piece.sentence, tokens[clause.start].span.start, tokens[clause.verb].span.start
    match = _LIFE.search(*area) or _BORN.search(*area)
    names = [w for w in re.split(r"[\s,]+", piece.subject) if w[:1].isupper()]
    person = len(names) >= 2 and piece.verb in ("is", "was") and names[0].lower() not in wording.DETERMINER
    if match is None or not person:
        return None
    facts = []
    for group, date in match.groupdict().items():
        preposition = "on" if re.search(rf"{MONTH_NAME} \d|\d {MONTH_NAME}", date) else "in"
        did = {"born": "was born", "died": "died"}[group]
        told = f"{did} {preposition} {date}"
        facts.append(piece.fact(told, Span(*match.span(group)), "from the life dates in brackets"))
    return Span(*match.span()), facts


def _in_subject(piece: _Piece) -> _Found | None:
    """ "X, a German physicist, developed Y", "X, who lived in Bonn, …", "X, built in 1900, …"."""
    tokens, clause = piece.tokens, piece.clause
    if clause.aside is None:
        return None
    start, end = clause.aside
    inner = tokens[start:end]
    whole = Span(tokens[start].span.start, tokens[end - 1].span.end)
    if len(inner) < 2 or tokens[clause.start].lower in wording.QUANTIFIER:
        return None
    told = _told_between_commas(piece, inner, start, whole.of(piece.sentence))
    cut = Span(tokens[start - 1].span.start, tokens[end].span.end)
    return (cut, [piece.fact(told[0], whole, told[1])]) if told else None


def _told_between_commas(piece: _Piece, inner: list[Token], start: int, said: str) -> tuple[str, str] | None:
    """What the words between two commas, ``said``, tell of the subject before them, and how; None where that is not sure."""
    tokens, clause = piece.tokens, piece.clause
    words = {token.lower for token in tokens[clause.start : clause.head_end]}
    if inner[0].lower in ("a", "an", "the") and inner[-1].lower not in _WHEN and not _doubtful(inner):
        return f"{piece.copula} {said}", "from an appositive"
    if tokens[clause.start].lower in ("a", "an") or {token.lower for token in inner} & _FOR_A_TIME:
        return None
    if not words & wording.PREPOSITION and inner[0].lower in ("who", "which") and not _doubtful(inner[1:]):
        finite = wording.is_finite(tokens, wording.adverbs_from(tokens, start + 1), sure_subject=True)
        return (said[inner[1].span.start - inner[0].span.start :], "from a relative clause") if finite else None
    if "of" not in words and _is_done(inner) and not _doubtful(inner[2:]):
        return f"{_be_done(piece, inner)} {said}", "from a participle"
    return None


def _be_done(piece: _Piece, inner: list[Token]) -> str:
    """The form of "be" before a participle: what has a year is over, "based in Paris" lasts beside a verb of the present."""
    lasts = inner[0].lower in _LASTING and piece.copula == "is" and not any(t.text.isdigit() for t in inner)
    last = piece.subject.split()[-1]
    if piece.verb in ("are", "were", "have") or (last.islower() and is_plural(last)):
        return "were"
    return "is" if lasts else "was"


def _is_done(inner: list[Token]) -> bool:
    """Whether words between commas say what was done to the subject: "built in 1900", "written while he was ill"."""
    word = inner[0].text
    done = word in PARTICIPLE or (word.endswith("ed") and word not in verbs.ADJECTIVAL | INTRANSITIVE)
    return done and word not in _NOT_DONE and inner[1].lower in _AFTER_DONE


def _doubtful(tokens: list[Token]) -> bool:
    doubts = wording.SUBORDINATOR | wording.ATTITUDE
    return any((t.lower in doubts and t.text != "May") or t.text == ";" for t in tokens)


def _after_verb(piece: _Piece) -> _Found | None:
    """A relative clause on the predicate noun, a final participle, a list of callings; the first that is sure."""
    body = piece.tokens[piece.clause.verb : piece.end]
    if len(body) < 4 or _doubtful([t for t in body if t.lower not in ("who", "that", "which")]):
        return None
    return _predicate_relative(piece) or _participle(piece) or _callings(piece)


def _predicate_relative(piece: _Piece) -> _Found | None:
    """ "X was a footballer who played for Y": the predicate noun is the subject, so the relative clause is about it."""
    tokens, verb = piece.tokens, piece.clause.verb
    for at in range(verb + 3, min(piece.end - 2, verb + 14)) if piece.is_a else ():
        token = tokens[at]
        if token.lower in wording.PREPOSITION or token.depth or token.text == ";":
            return None
        if token.lower in ("who", "that", "which"):
            nested = any(t.lower in wording.SUBORDINATOR for t in tokens[at + 1 : piece.end])
            if nested or not wording.is_finite(tokens, at + 1, sure_subject=True):
                return None
            before = at - 1 if tokens[at - 1].text == "," else at
            span = Span(token.span.start, piece.last.end)
            told = piece.sentence[tokens[at + 1].span.start : span.end]
            cut = Span(tokens[before - 1].span.end, piece.stop)
            return cut, [piece.fact(told, span, "from a relative clause")]
    return None


def _participle(piece: _Piece) -> _Found | None:
    """ "..., winning the prize" after a past main verb -> "X won the prize"."""
    tokens = piece.tokens
    if not (verbs.is_past(piece.verb) or piece.verb in ("was", "were", "had")):
        return None
    for at in range(piece.clause.verb + 2, piece.end - 2):
        if tokens[at].text != "," or tokens[at].depth or tokens[at + 1].text not in verbs.PAST_OF_ING:
            continue
        word, after = tokens[at + 1].text, tokens[at + 2].lower
        of_all = word in _OF_ALL or after in _SAID_OF_ALL.get(word, ())
        if of_all or after in wording.ADVERB or not _one_participle(tokens, piece.clause.verb, at, piece.end):
            return None
        span = Span(tokens[at + 1].span.start, piece.last.end)
        told = f"{verbs.PAST_OF_ING[word]} {piece.sentence[tokens[at + 2].span.start : span.end]}"
        return Span(tokens[at].span.start, piece.stop), [piece.fact(told, span, "from a participle")]
    return None


def _one_participle(tokens: list[Token], verb: int, at: int, end: int) -> bool:
    """Whether nothing but the words of one participial phrase follows ``at``, and no second clause comes before it."""
    spliced = any(t.lower in wording.SUBJECT_PRONOUN - {"you"} and t.text.islower() for t in tokens[verb + 1 : at])
    further = any((t.text == "," and t.depth == 0) or t.text in verbs.PAST_OF_ING for t in tokens[at + 2 : end])
    return not spliced and not further


def _callings(piece: _Piece) -> _Found | None:
    """ "X was an English lawyer, judge, and author" -> a judge, an author; the first calling keeps its adjectives."""
    if not piece.is_a:
        return None
    items = _listed(piece.sentence, piece.tokens[piece.clause.verb + 1].span.start, piece.stop)
    facts = []
    for text, span in items[1:]:
        found = _CALLING.match(text)
        if found is None or not _ENDS_AS_CALLING.search(found["noun"]):
            return None
        facts.append(
            piece.fact(f"{piece.verb} {a_or_an(found['noun'])} {found['noun']}", span, "from a list of callings")
        )
    return (Span(items[0][1].end, piece.stop), facts) if facts else None


def _listed(sentence: str, start: int, stop: int) -> list[tuple[str, Span]]:
    """The items of "a, b, and c" between two offsets; none when a conjunction does not close the list."""
    area = sentence[start:stop]
    separators = list(re.finditer(r"\s*,\s*(?:and\s+)?|\s+and\s+", area))
    if not separators or "and" not in separators[-1].group() or any("and" in m.group() for m in separators[:-1]):
        return []
    edges = [0, *(edge for m in separators for edge in m.span()), len(area)]
    spans = [Span(start + a, start + b) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [(span.of(sentence).strip(), span) for span in spans]
