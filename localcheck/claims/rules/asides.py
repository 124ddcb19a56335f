"""Makes claims from facts beside the verb phrase: appositives, relative clauses, life dates, participles, lists of callings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.claims.rules import verbs, wording
from localcheck.claims.rules.grammar import Clause
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.wording import Token
from localcheck.text.irregular_verbs import PARTICIPLE
from localcheck.text.lexicon import MONTH_NAME, word_set
from localcheck.text.patterns import regex
from localcheck.types import Span

Fact = tuple[str, Span, str]
"""Wording, place in the sentence, how it was made."""
Found = tuple[list[Span], list[Fact]]
"""What is taken out of a sentence, and the facts that it tells."""


@dataclass(frozen=True, slots=True)
class Asides:
    """What was taken out of one piece."""

    rest: str
    """The piece without the asides; empty when nothing was taken out."""
    facts: tuple[Fact, ...] = ()


_DATE = rf"(?:c\. ?|ca\. ?)?(?:{MONTH_NAME} \d{{1,2}}, \d{{4}}|\d{{1,2}} {MONTH_NAME},? \d{{4}}|\d{{4}})"
_PLACE = r"(?:\s+in [^()–—;]{2,60}?)?"
_LIFE = regex(rf"\s*\(\s*(?:[Bb]orn )?(?P<born>{_DATE}){_PLACE}\s*(?:[–—-]|--)\s*(?P<died>{_DATE}){_PLACE}\s*\)")
_BORN = regex(rf"\s*\(\s*[Bb]orn (?:on |in )?(?P<born>{_DATE}){_PLACE}\s*\)")
_FOR_A_TIME = word_set("old aged then still already now currently both all each")
"""Words of what is so at the time of the main clause, or of several."""
_WHO_IS = regex(r"the ((?:[A-Z][a-z]+ (?:[a-z]+ )?)?([a-z]+))")
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


def aside_pieces(
    sentence: str, tokens: list[Token], clause: Clause, first: int, end: int, subject: str, *, shared: bool
) -> Asides:
    """Facts beside the verb of the piece ``tokens[first:end]``, and the piece without them."""
    facts: list[Fact] = []
    removed: list[Span] = []
    if not shared:
        for taken, found in (
            _life_dates(sentence, tokens, clause, subject),
            _in_subject(sentence, tokens, clause, subject),
        ):
            facts.extend(found)
            removed.extend(taken)
    taken, found = _after_verb(sentence, tokens, clause, end, subject)
    if not found and not facts:
        return Asides("")
    removed.extend(taken)
    facts.extend(found)
    return Asides(_without(sentence, Span(tokens[first].span.start, tokens[end - 1].span.end), removed), tuple(facts))


def _without(sentence: str, body: Span, removed: list[Span]) -> str:
    """The text of ``body`` with the removed spans left out."""
    kept, at = "", body.start
    for span in sorted(removed, key=lambda s: s.start):
        kept += sentence[at : span.start]
        at = max(at, span.end)
    return re.sub(r"\s+([.,;])", r"\1", kept + sentence[at : body.end])


def _copula(tokens: list[Token], clause: Clause) -> str:
    """ "was" or "is", in the tense of the clause."""
    verb = tokens[clause.verb].text
    present = verb in ("is", "has", "are", "have", "does", "can", "will") or not (
        verb in verbs.AUXILIARY or verbs.is_past(verb)
    )
    return "is" if present else "was"


def _life_dates(sentence: str, tokens: list[Token], clause: Clause, subject: str) -> Found:
    """ "Ada Lovelace (1815-1852) was a ..." -> born in 1815, died in 1852; names of two words and more only."""
    area = Span(tokens[clause.start].span.start, tokens[clause.verb].span.start)
    match = _LIFE.search(sentence, area.start, area.end) or _BORN.search(sentence, area.start, area.end)
    names = [w for w in re.split(r"[\s,]+", subject) if w[:1].isupper()]
    person = (
        len(names) >= 2 and tokens[clause.verb].text in ("is", "was") and names[0].lower() not in wording.DETERMINER
    )
    following = tokens[clause.verb + 1].lower if clause.verb + 1 < len(tokens) else ""
    dated = match is not None and re.search(MONTH_NAME, match.group("born")) is not None
    if match is None or not person or not (dated or following in ("a", "an", "the")):
        return [], []
    facts: list[Fact] = []
    for group, verb in (("born", "was born"), ("died", "died")):
        date = match.groupdict().get(group)
        if date:
            preposition = "on" if re.search(rf"{MONTH_NAME} \d|\d {MONTH_NAME}", date) else "in"
            span = Span(*match.span(group))
            facts.append((f"{subject} {verb} {preposition} {date}", span, "from the life dates in brackets"))
    return [Span(*match.span())], facts


def _in_subject(sentence: str, tokens: list[Token], clause: Clause, subject: str) -> Found:
    """ "X, a German physicist, developed Y", "X, who lived in Bonn, …", "X, built in 1900, …"."""
    if clause.aside is None or subject.lower() in wording.SUBJECT_PRONOUN:
        return [], []
    start, end = clause.aside
    inner = tokens[start:end]
    whole = Span(tokens[start].span.start, tokens[end - 1].span.end)
    taken = [Span(tokens[start - 1].span.start, tokens[end].span.end)]
    if len(inner) < 2 or tokens[clause.start].lower in wording.QUANTIFIER:
        return [], []
    words = {token.lower for token in tokens[clause.start : clause.head_end]}
    certain = tokens[clause.start].lower not in ("a", "an") and not {token.lower for token in inner} & _FOR_A_TIME
    if inner[0].lower in ("a", "an", "the") and not _doubtful(inner):
        if any(wording.is_finite(tokens, at, sure_subject=False) for at in range(start, end)):
            return [], []
        return taken, [
            (f"{subject} {_copula(tokens, clause)} {_one_of(whole.of(sentence))}", whole, "from an appositive")
        ]
    if certain and not words & wording.PREPOSITION and inner[0].lower in ("who", "which") and not _doubtful(inner[1:]):
        if not wording.is_finite(tokens, wording.adverbs_from(tokens, start + 1), sure_subject=True):
            return [], []
        told = sentence[inner[1].span.start : whole.end]
        return taken, [(f"{subject} {told}", whole, "from a relative clause")]
    if certain and "of" not in words and _is_done(inner) and not _doubtful(inner[2:]):
        return taken, [
            (f"{subject} {_be_done(tokens, clause, inner)} {whole.of(sentence)}", whole, "from a participle")
        ]
    return [], []


def _one_of(called: str) -> str:
    """ "The English crime writer" between commas is an English crime writer; "the first pope" and "the king of Spain" stay."""
    found = _WHO_IS.fullmatch(called)
    return f"{'an' if found[1][0].lower() in 'aeiou' else 'a'} {found[1]}" if found and found[2] in CALLINGS else called


def _be_done(tokens: list[Token], clause: Clause, inner: list[Token]) -> str:
    """The form of "be" before a participle: what has a year is over, "based in Paris" lasts beside a verb of the present."""
    lasts = inner[0].lower in _LASTING and _copula(tokens, clause) == "is" and not any(t.text.isdigit() for t in inner)
    head = tokens[clause.start : clause.head_end]
    stop = next((at for at, token in enumerate(head) if at and token.lower in wording.PREPOSITION), len(head))
    noun = head[stop - 1].text
    plural = (noun.islower() or stop < len(head)) and noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    many = tokens[clause.verb].text in ("are", "were", "have") or (
        plural and tokens[clause.verb].text not in verbs.AUXILIARY
    )
    return {(True, False): "is", (True, True): "are", (False, True): "were"}.get((lasts, many), "was")


def _is_done(inner: list[Token]) -> bool:
    """Whether words between commas say what was done to the subject: "built in 1900", "written while he was ill"."""
    word = inner[0].text
    done = word in PARTICIPLE or (word.endswith("ed") and word not in verbs.ADJECTIVAL | verbs.INTRANSITIVE)
    return done and word not in _NOT_DONE and inner[1].lower in _AFTER_DONE


def _doubtful(tokens: list[Token]) -> bool:
    return any(
        (t.lower in wording.SUBORDINATOR | wording.ATTITUDE and t.text != "May") or t.text == ";" for t in tokens
    )


def _after_verb(sentence: str, tokens: list[Token], clause: Clause, end: int, subject: str) -> Found:
    """A relative clause on the predicate noun, a final participle, a list of callings; the first that is sure."""
    body = tokens[clause.verb : end]
    if len(body) < 4 or _doubtful([t for t in body if t.lower not in ("who", "that", "which")]):
        return [], []
    for finder in (_predicate_relative, _participle, _callings):
        taken, facts = finder(sentence, tokens, clause, end, subject)
        if facts:
            return taken, facts
    return [], []


def _predicate_relative(sentence: str, tokens: list[Token], clause: Clause, end: int, subject: str) -> Found:
    """ "X was a footballer who played for Y": the predicate noun is the subject, so the relative clause is about it."""
    verb = clause.verb
    if tokens[verb].text not in ("is", "was") or verb + 1 >= end or tokens[verb + 1].lower not in ("a", "an"):
        return [], []
    for at in range(verb + 3, min(end - 2, verb + 14)):
        token = tokens[at]
        if token.lower in wording.PREPOSITION or token.depth or token.text == ";":
            return [], []
        if token.lower in ("who", "that", "which"):
            nested = any(t.lower in wording.SUBORDINATOR for t in tokens[at + 1 : end])
            if nested or not wording.is_finite(tokens, at + 1, sure_subject=True):
                return [], []
            before = at - 1 if tokens[at - 1].text == "," else at
            span = Span(token.span.start, tokens[end - 1].span.end)
            cut = Span(tokens[before - 1].span.end, _stop(sentence, tokens, end))
            text = f"{subject} {sentence[tokens[at + 1].span.start : span.end]}"
            return [cut], [(text, span, "from a relative clause")]
    return [], []


def _stop(sentence: str, tokens: list[Token], end: int) -> int:
    """End of the words of a piece, before its final mark."""
    last = tokens[end - 1]
    return last.span.start if last.text in ".!?。" else last.span.end


def _participle(sentence: str, tokens: list[Token], clause: Clause, end: int, subject: str) -> Found:
    """ "..., winning the prize" after a past main verb -> "X won the prize"."""
    verb = tokens[clause.verb].text
    if not (verbs.is_past(verb) or verb in ("was", "were", "had")):
        return [], []
    for at in range(clause.verb + 2, end - 2):
        if tokens[at].text != "," or tokens[at].depth or tokens[at + 1].text not in verbs.PAST_OF_ING:
            continue
        word, after = tokens[at + 1].text, tokens[at + 2].lower
        of_all = word in _OF_ALL or after in _SAID_OF_ALL.get(word, ())
        if of_all or after in wording.ADVERB or not _one_participle(tokens, clause.verb, at, end):
            return [], []
        span = Span(tokens[at + 1].span.start, tokens[end - 1].span.end)
        text = f"{subject} {verbs.PAST_OF_ING[word]} {sentence[tokens[at + 2].span.start : span.end]}"
        return [Span(tokens[at].span.start, _stop(sentence, tokens, end))], [(text, span, "from a participle")]
    return [], []


def _one_participle(tokens: list[Token], verb: int, at: int, end: int) -> bool:
    """Whether nothing but the words of one participial phrase follows ``at``, and no second clause comes before it."""
    spliced = any(t.lower in wording.SUBJECT_PRONOUN - {"you"} and t.text.islower() for t in tokens[verb + 1 : at])
    further = any((t.text in (",", ";") and t.depth == 0) or t.text in verbs.PAST_OF_ING for t in tokens[at + 2 : end])
    return not spliced and not further


def _callings(sentence: str, tokens: list[Token], clause: Clause, end: int, subject: str) -> Found:
    """ "X was an English lawyer, judge, and author" -> a judge, an author; the first calling keeps its adjectives."""
    verb = clause.verb
    if tokens[verb].text not in ("is", "was") or verb + 1 >= end or tokens[verb + 1].lower not in ("a", "an"):
        return [], []
    start = tokens[verb + 1].span.start
    stop = _stop(sentence, tokens, end)
    items = _listed(sentence, start, stop)
    if len(items) < 2:
        return [], []
    facts: list[Fact] = []
    for text, span in items[1:]:
        match = _CALLING.match(text)
        if match is None or not re.search(
            r"(?:or|er|ist|ian|man|woman|ess|ant|eer|ive|ect|ef|et|ic|ee|judge|nurse|host|guard|monk|priest|bishop|king|queen)$",
            match["noun"],
        ):
            return [], []
        article = "an" if match["noun"][0] in "aeiou" else "a"
        facts.append((f"{subject} {tokens[verb].text} {article} {match['noun']}", span, "from a list of callings"))
    return [Span(items[0][1].end, stop)], facts


def _listed(sentence: str, start: int, stop: int) -> list[tuple[str, Span]]:
    """The items of "a, b, and c" between two offsets; none when a conjunction does not close the list."""
    area = sentence[start:stop]
    separators = list(re.finditer(r"\s*,\s*(?:and\s+)?|\s+and\s+", area))
    if not separators or "and" not in separators[-1].group() or any("and" in m.group() for m in separators[:-1]):
        return []
    edges = [0, *(edge for m in separators for edge in m.span()), len(area)]
    spans = [Span(start + a, start + b) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [(span.of(sentence).strip(), span) for span in spans]
