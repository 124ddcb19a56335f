"""Splits one sentence into the facts that it coordinates, without a language model.

Each piece is a sentence of its own, made from words of the sentence (and at most a copula, or the past of an -ing form).
When a reading is not sure, the sentence stays whole: a missed split costs resolution, a wrong one invents a claim.
Measured in docs/claims.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from localcheck.claims.rules import unsure, verbs, wording
from localcheck.claims.rules.asides import Piece, aside_pieces
from localcheck.claims.rules.grammar import Clause, find_clause, main_clause
from localcheck.claims.rules.reduced import told_apart
from localcheck.claims.rules.wording import Token
from localcheck.text.irregular_verbs import INTRANSITIVE, PARTICIPLE, PAST, is_participle
from localcheck.text.lexicon import listed, word_set
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital
from localcheck.types import Span

SPLIT = "split from its sentence"
HEDGES = listed("pieces.hedges")
"""Adverbs that may be meant for each of several verbs."""
_JOINED = word_set("and but while whereas though although")
_OF_ALL = wording.ATTITUDE | {"between", "both", "either"}
"""Behind it, a conjunction joins no facts."""
_INVERTING = word_set("not never nor neither seldom rarely scarcely")
"""At the beginning, the verb stands behind them, before its subject: "Not only did he win"."""
_TOLD = regex(
    r"(?:In|According to) (?:(?:the|this|his|her|their|its|one|a|an|some|\w+['’]s) )?(?:[\w-]+ )?"
    r"(?:novels?|films?|movies?|books?|story|stories|legends?|myths?|mythology|tradition|folklore|fairy tales?|tales?"
    r"|plays?|series|games?|dreams?|episodes?|poems?|comics?|rumou?rs?|theory|critics|opponents|prosecutors)\b[^,]*,"
)
"""Behind it, what follows is told of a story, or by somebody only."""
_CONDITION = regex(
    r"(?:In|On|At|During|For|Under|Without|Within|Among|Between|Outside|Inside|Upon)\b"
    r"(?! (?:addition|fact|general|particular|contrast|total|reality|essence|short|summary|turn|all|response|recent|\d{4}"
    r"|example|instance|present|first|last|the (?:one|other) hand|top of)\b)[^,]*,"
)
"""Before a verb of the present, when, where or for whom something is so: "On Mondays, the museum is closed"."""
_WHEN = regex(
    r"(?:When(?:ever)?|While|Until|As (?:soon|long) as|Because|Since(?![^,]*\d)|Given|Now that|(?:Due|Owing|Thanks) to"
    r"|Unlike|Like|Compared (?:to|with)|Contrary to)\b[^,]*,"
)
"""Before a subject, on what occasion, for what reason or unlike whom it did all that is said of it: "When the house was shut
up, a crowd came and set …"."""

_BORN = regex(
    rf"\s*Born (?:(?P<name>[{CAPITAL}][\w'’.-]+(?: [{CAPITAL}][\w'’.-]+){{1,5}}) (?=(?:in|on|at|to|near) ))?"
    r"(?P<how>[^;:()]{2,120}),\s*"
)
"""Before a subject, by what name, and how, where, when or to whom that was born."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A place where a further fact begins."""

    at: int
    """Token before which the first fact ends (the comma or conjunction)."""
    start: int
    """First token of the further fact."""
    clause: Clause | None
    """Its own subject and verb; None when it shares the subject."""
    auxiliary: str = ""
    """A form of "be" to repeat before a participle."""


@lru_cache(maxsize=2048)  # an edited text is split again with each check; most of its sentences are as they were
def split_claims(sentence: str) -> tuple[Piece, ...]:
    """The facts of ``sentence`` in order, at least one; spans point into ``sentence``."""
    whole = (Piece(sentence, Span(0, len(sentence))),)
    tokens = wording.tokenize(sentence)
    if len(tokens) < 6 or sentence.rstrip()[-1:] in "?:" or any(t.depth for t in tokens[-2:] if t.word):
        return whole
    main = None if tokens[0].lower in _INVERTING else main_clause(tokens)
    if main is None:
        return _apart(sentence, tokens) or whole
    if born := _BORN.fullmatch(sentence[: tokens[main.start].span.start]):
        who = f"{_subject(sentence, tokens, main)} was born"
        told = [Piece(_closed(f"{who} {born[x]}", "."), Span(*born.span(x)), SPLIT) for x in ("name", "how") if born[x]]
        rest = (
            Piece(with_capital(p.text), Span(born.end() + p.span.start, born.end() + p.span.end), SPLIT)
            for p in split_claims(sentence[born.end() :])
        )
        return *told, *rest
    cuts = [] if _framed(sentence, tokens, main) else _cuts(tokens, main)
    if _WHEN.match(sentence[: tokens[main.start].span.start].lstrip()):
        cuts = [cut for cut in cuts if cut.clause]
    pieces = _assemble(sentence, tokens, main, cuts)
    return tuple(pieces) if len(pieces) > 1 else _apart(sentence, tokens) or whole


def _apart(sentence: str, tokens: list[Token]) -> tuple[Piece, ...]:
    """The two sides of a semicolon that stand each by itself, or what is told in two ways; none for any other sentence."""
    sides = tuple(Piece(_closed(half.of(sentence), "."), half, SPLIT) for half in unsure.halves(sentence, tokens))
    return sides or tuple(Piece(text, span, SPLIT) for text, span in told_apart(sentence))


def _framed(sentence: str, tokens: list[Token], main: Clause) -> bool:
    """Whether words before the main verb say of all that follows when, where or by whom it is said to be so."""
    if {token.lower for token in tokens[main.head_end : main.verb + 1]} & HEDGES:
        return True
    opening = sentence[: tokens[main.start].span.start].lstrip()
    verb = tokens[main.verb].text
    present = not verbs.is_past(verb) and verb not in ("was", "were", "had", "did", "could", "would")
    told = opening.startswith("According to ") or _TOLD.match(opening)
    return bool(told or (present and _CONDITION.match(opening)))


def _cuts(tokens: list[Token], main: Clause) -> list[_Cut]:
    """Where further facts begin after the main verb, up to the first doubt."""
    cuts: list[_Cut] = []
    verb, unread = main.verb, False
    at = verb + 1
    while at < len(tokens):
        token = tokens[at]
        subject = (cuts[-1].clause if cuts and cuts[-1].clause else main).start
        be = cuts[-1].auxiliary if cuts else ""
        cut = _cut_at(tokens, at, verb, subject, be) if token.depth == 0 else None
        if cut is not None and cut.clause is not None and unsure.means_those_before(tokens, cut.clause):
            break
        if cut is None and token.text == "," and token.depth == 0 and _own_clause(tokens, at + 1, strict=False):
            break  # a comma splice: whose verb phrases follow is not sure
        if token.text == ":" and not token.depth and tokens[at + 1].span.start > token.span.end:
            break  # behind it somebody else may be the subject
        unread = unread or (cut is None and token.text == ";")
        if cut is not None and unread:
            break  # of a clause that is not read
        if cut is not None and (at - verb >= 2 or token.text == ";"):
            cuts.append(cut)
            verb = cut.clause.verb if cut.clause else wording.adverbs_from(tokens, cut.start)
            at = verb
        at += 1
    return _without_lone_commas(tokens, cuts)


def _cut_at(tokens: list[Token], at: int, verb: int, subject: int, be: str) -> _Cut | None:
    """The cut at a comma, semicolon or conjunction, when what follows surely is a fact of its own; ``be``: what the participle
    before it had.
    """
    token = tokens[at]
    start = at + 1
    comma = token.text == ","
    joined = start < len(tokens) and tokens[start].lower in _JOINED
    if token.text in (",", ";") and joined:
        start += 1
    elif token.text not in (",", ";") and token.lower not in ("and", "but"):
        return None
    words = {t.lower for t in tokens[verb:at] if t.text != "May"}
    if words & _OF_ALL or any(word.endswith(("n't", "n’t")) for word in words):
        return None
    conjunction = tokens[start - 1].lower
    subordinate = bool(words & wording.SUBORDINATOR)
    clause = _own_clause(tokens, start, strict=not (comma and start > at + 1) and token.text != ";")
    if clause is not None and (start > at + 1 or token.text == ";" or not comma):
        return None if subordinate and not comma and token.text != ";" else _Cut(at, start, clause)
    if subordinate or unsure.is_a_degree(tokens, subject) or unsure.shares_its_object(tokens, at, verb):
        return None
    if unsure.has_a_clause(tokens, verb, at) or conjunction in _JOINED - {"and", "but"} | {";"}:
        return None
    return _shared_subject(tokens, at, start, verb, be)


def _own_clause(tokens: list[Token], start: int, *, strict: bool) -> Clause | None:
    """A clause with its own subject at ``start``; without a comma only after a pronoun or before an auxiliary."""
    first = wording.adverbs_from(tokens, start)
    if first >= len(tokens) or tokens[first].lower in wording.SUBORDINATOR | wording.PREPOSITION:
        return None
    if wording.is_finite(tokens, first, sure_subject=True):
        return None
    clause = find_clause(tokens, first, limit=14)
    if clause is None or unsure.leaves_out(tokens, clause.verb) or unsure.may_be_nouns(tokens, clause):
        return None
    pronoun = tokens[first].lower in wording.SUBJECT_PRONOUN and clause.verb - first <= 3
    named = tokens[first].lower in wording.DETERMINER or tokens[first].text[0].isupper()
    sure = pronoun or (named and clause.aside is None and tokens[clause.verb].text in verbs.AUXILIARY)
    return clause if sure or not strict else None


def _shared_subject(tokens: list[Token], at: int, start: int, verb: int, be: str) -> _Cut | None:
    """A further verb phrase of the same subject: "... and died in Bonn"."""
    head = wording.adverbs_from(tokens, start)
    if head >= len(tokens):
        return None
    word, main = tokens[head].text, tokens[verb].text
    after = tokens[head + 1].lower if head + 1 < len(tokens) else ""
    if main in verbs.BE and _passive(tokens, verb, at):
        be = main
    if be and _is_done(word, after, tokens[verb + 1 : at]):
        return _Cut(at, start, None, auxiliary=be)
    if not wording.is_finite(tokens, head, sure_subject=True) or head + 1 >= len(tokens) or not tokens[head + 1].word:
        return None
    if verbs.is_past(word) and word not in verbs.AUXILIARY:
        passive = bool(be) or (main in verbs.HAVE and _passive(tokens, verb, at))
        past = main in verbs.BE | verbs.HAVE | {"did"} or verbs.is_past(main)
        objective = after in wording.DETERMINER or (word in PAST and unsure.counted(tokens, head + 1))
        active = _surely_active(word, objective, passive=passive, bare_comma=tokens[start - 1].text == ",")
        if not past or not active or unsure.continues_a_participle(tokens, verb, at):
            return None
    return _Cut(at, start, None)


def _is_done(word: str, after: str, before: list[Token]) -> bool:
    """Whether a participle goes on with what is done to a subject: "was born in Rome and raised in Bonn", "was written by Ada
    and edited by Ben"; not where both have one agent: "was written and edited by Ben".
    """
    known = word in verbs.PARTICIPLE_AFTER_BE and after in ("in", "by", "at", "to", "as", "on", "from", "into")
    done = after == "by" and is_participle(word)
    return known or (done and any(token.lower in wording.PREPOSITION for token in before))


def _surely_active(word: str, with_object: bool, *, passive: bool, bare_comma: bool) -> bool:
    """Whether a past form has the subject for its agent: not "was founded and renamed", not ", founded with help"."""
    if word in INTRANSITIVE or (word in PAST and word not in PARTICIPLE):
        return True
    if passive and (word in verbs.NAMING or not with_object):
        return False
    if bare_comma and not with_object:
        return False
    return word in PAST or word in _REGULAR_PASTS or with_object


_REGULAR_PASTS = frozenset(verbs.PAST_OF_ING.values())


def _passive(tokens: list[Token], verb: int, end: int) -> bool:
    """Whether the verb phrase from ``verb`` is "was ...-ed", "was born" or "has been ...-ed"."""
    following = wording.adverbs_from(tokens, verb + 1)
    if following < end and tokens[following].text == "been":
        following = wording.adverbs_from(tokens, following + 1)
    return following < end and is_participle(tokens[following].text)


def _without_lone_commas(tokens: list[Token], cuts: list[_Cut]) -> list[_Cut]:
    """Cuts at a bare comma stand only inside a list of verb phrases that a conjunction closes."""
    kept: list[_Cut] = []
    closed = False
    for cut in reversed(cuts):
        closed = closed or tokens[cut.at].text != "," or cut.start > cut.at + 1
        if closed:
            kept.append(cut)
    return kept[::-1]


def _assemble(sentence: str, tokens: list[Token], main: Clause, cuts: list[_Cut]) -> list[Piece]:
    """The pieces between the cuts, each with its subject, and the facts in asides."""
    final = "." if sentence.rstrip()[-1:] not in "。！!" else sentence.rstrip()[-1]
    ends = [cut.at for cut in cuts] + [len(tokens)]
    subject = _subject(sentence, tokens, main)
    pieces: list[Piece] = []
    for index, end in enumerate(ends):
        cut = cuts[index - 1] if index else None
        first = cut.start if cut else 0
        clause = (cut.clause if cut else main) or Clause(main.start, main.head_end, wording.adverbs_from(tokens, first))
        if cut and cut.clause:
            subject = _subject(sentence, tokens, cut.clause)
        body = Span(tokens[first].span.start, tokens[end - 1].span.end)
        opening = f"{subject} " + (f"{cut.auxiliary} " if cut.auxiliary else "") if cut and not cut.clause else ""
        rest, facts = aside_pieces(sentence, tokens, clause, first, end, subject, shared=bool(opening))
        text = opening + (rest or body.of(sentence))
        note = SPLIT if cuts or facts else ""
        pieces.append(Piece(_closed(text, final), body, note))
        pieces.extend(replace(fact, text=_closed(fact.text, ".")) for fact in facts)
    return pieces


def _subject(sentence: str, tokens: list[Token], clause: Clause) -> str:
    """The bare subject, without what stands in brackets."""
    text = sentence[tokens[clause.start].span.start : tokens[clause.head_end - 1].span.end]
    return re.sub(r"\s*[(\[][^()\[\]]*[)\]]", "", text).strip()


def _closed(text: str, final: str) -> str:
    """``text`` with a capital and one final mark."""
    bare = text.strip().rstrip(",;:")
    bare = bare if bare[-1:] in ".!?。！" else bare + final
    return with_capital(bare)
