"""Why a sentence asserts nothing that evidence could decide: questions, instructions, opinions, headings, small talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from localcheck.claims.rules import verbs, wording
from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.opinions import is_opinion
from localcheck.claims.rules.wording import Token
from localcheck.text.han import is_han
from localcheck.text.headings import is_numbered
from localcheck.text.language import scripts
from localcheck.text.lexicon import COUNT_WORDS, listed, word_set
from localcheck.text.patterns import regex

_HERE_IS = (
    r"(?:here(?:['’]s| is| are)|(?:below|the following) (?:is|are)) (?:[\w-]+ ){0,3}"
    r"(?:answers?|summary|overview|list|details|information|facts|biography|introduction|outline|timeline|profile|look|i found)"
    r"(?: (?:to|for|about|of|on|at)(?: (?!who\b|whose\b|which\b|that\b|where\b|when\b)[^\s,;:]+){1,8})?[.:!]?$"
    r"|this (?:essay|article|text|post|summary|overview|answer|document) is (?:about|on)(?: [^\s,;:]+){1,8}$"
)
_FAREWELL = (
    r"(?:have|wishing you|i wish you) an? (?:very |really )?(?:nice|good|great|lovely|wonderful|pleasant)"
    r" (?:rest|day|week|weekend|evening|time|trip)\b|good luck\b(?! (?:charm|was|is|brought|had)\b)"
    r"|(?:(?:best|kind|warm) regards|sincerely|yours (?:truly|sincerely|faithfully))\b"
)
_TALK = regex(
    r"(?:sure|certainly|of course|absolutely)[!,.]|here(?:['’]s| is| are)(?:\b.*:$| what (?:i|we|you)\b[^:]*$)"
    r"|i hope (?:this|that)\b|let me know\b|feel free\b|as an ai\b|i(?:'m| am) (?:sorry|happy|glad)\b"
    r"|thank you\b|thanks\b|you['’]re welcome\b"
    rf"|{_HERE_IS}|{_FAREWELL}|好的[，。！]|当然[，。！]|希望.{{0,8}}帮助",
    re.IGNORECASE,
)
_LIMITED = rf".*(?:\d|\b(?:within|until|at any time|for free|free of charge|without|between|only|{COUNT_WORDS})\b)"
"""What tells under what terms something is possible, which is no advice: "You can choose between two plans"."""
_HOW = r"(?:\w+ly |also |always |even |just |still )?"
_ADVICE = regex(
    r"\b(?:you|we|one) (?:should|could|ought to)\b|\bwe (?:must|may|need to|have to)\b"
    rf"|\b(?:you|one) (?:must|may|need to|have to) {_HOW}"
    r"(?:admit|agree|argue|ask|assume|conclude|consider|enjoy|expect|find|imagine|infer|know|like|notice|prefer|recall|remember"
    r"|say|see|think|try|understand|visit|want|wish|wonder|be (?:aware|interested|surprised|tempted|thinking|wondering)"
    r"|have (?:heard|noticed|read|seen))\b"
    r"|\bwe can\b(?! (?:\w+ly |also |still )?(?:date|detect|hear|measure|observe|see|trace)\b)"
    r"|^(?:please|let's|let us|do not|don't)\b|^(?:if|when|before|after|should) you\b.*, (?:please|do not|don['’]t|just)\b"
    rf"|\b(?:you|one) can {_HOW}(?:consider|enjoy)\b"
    rf"|\b(?:you|one) can {_HOW}(?:add|ask|check(?! (?:in|out)\b)|choose|click|contact|pick|press|start|try)\b(?!{_LIMITED})",
    re.IGNORECASE,
)
"""Advice, and no statement of what is possible ("You can see it without a telescope"), allowed or demanded ("You may bring your
dog", "You must cancel in writing").
"""
_HAN_OPINION = regex(
    r"我(?:认为|觉得|想|相信|喜欢|希望)|在我看来|个人认为|(?:非常|真|太|十分)(?:美丽|漂亮|好看|精彩|有趣)"
)
_HAN_TELLS = regex(r"\d|位于|来自|[建产造]于|制造|生产|首都|国(?!家|人)")
"""What a Chinese sentence tells beside an opinion: a number, an origin, a country."""
_HAN_ADVICE = regex(r"^(?:请(?![假柬帖愿求示])|让我们|不要|别(?![墅名人处称]))|你(?:应该|可以|必须|需要)")
_TABLE = regex(r"^\s*\||\s\|\s")
_ASKED = word_set("what how why")
_ASKS = regex(r"[?？]([\"'”’»)\]）」』》]*)$")
_OPENER = {'"': '"', "'": " '", **dict(zip("”’»)]）」』》", "“‘«([（「『《", strict=True))}
_BIDS = listed("checkable.bids")
"""Verbs that instructions begin with. What is a participle as well ("Set in Rome, the film …") is none of them."""
_OBJECT = wording.DETERMINER | word_set("sure it them yourself")
"""What follows any verb of an instruction."""
_BIDS_ALWAYS = listed("checkable.bids_always")
"""Verbs that are no nouns: with one of them no statement begins."""
_BIDS_SOMEWHERE = word_set("go listen look refer return speak stay stop store switch talk turn wait walk watch work")
"""Verbs that are nouns as well, before a preposition or an -ing form."""
_BID_OF = _OBJECT | listed("checkable.bid_of")
"""What follows one of ``_BIDS``."""
_FINAL = regex(r"[.!?。！？…।۔։።။།][\"'”’»)\]】]*$")
_FULL_STOP = regex(r"[.。।۔։።။།][\"'”’»)\]】]*$")
_IS_ELSEWHERE = listed("checkable.is_elsewhere")
"""Verbs like "is" and "has" of other languages in Latin letters, but for those that are a word of English or part of a name."""
FOREIGN_LETTERS = 3
"""A sentence in another script has more of its letters: fewer are a sign or a label."""
LONGEST_LABEL = 20
"""The same for one without a full stop, which Thai does not have."""
OPINION, INSTRUCTION, FRAGMENT = "an opinion", "an instruction", "a heading or a fragment"


@lru_cache(maxsize=2048)  # an edited text is split again with each check; most of its sentences are as they were
def why_not_checkable(sentence: str, title: str = "", listed: bool = False) -> str:
    """One line that says why ``sentence`` is not checkable; empty when it is. ``listed``: it is one of ``are_listed``."""
    text = sentence.strip()
    if _says_nothing(text):
        return "no words to check"
    if title and text.casefold().rstrip(".") == title.strip().casefold() and not _headline(text):
        return "the title"
    if _TABLE.search(text):
        return "a table row"
    if asks(text):
        return "a question"
    if _TALK.match(text):
        return "addressed to the reader"
    if is_han(text):
        return _han_reason(text)
    if is_opinion(text):
        return OPINION
    if _ADVICE.search(text) or _imperative(text):
        return INSTRUCTION
    return _fragment(text, listed)


def greeting(texts: Sequence[str]) -> int:
    """How many of a text's first sentences are exclamations that say nothing; 0 where nothing follows them.

    >>> greeting(["Great question!", "Bats are mammals."]), greeting(["Bats fly at night!", "They eat."]), greeting(["Sure!"])
    (1, 0, 0)
    """
    return next((i for i, text in enumerate(texts) if not (text.endswith("!") and why_not_checkable(text))), 0)


def _says_nothing(text: str) -> bool:
    """Whether a text is an address, or has no word."""
    return re.search(r"[^\W_]", text) is None or re.fullmatch(r"(?:https?://|www\.)\S+", text) is not None


def are_listed(sentences: Sequence[str]) -> bool:
    """Whether a text is a list of statements without full stops, one a line: none of its lines has one, and half of them have a
    plain verb. Then the others are no headings: "Koalas live mainly on fish". A lone line is a statement, too.
    """
    if any(_FINAL.search(sentence.strip()) for sentence in sentences):
        return False
    return (
        len(sentences) == 1 or 2 * sum(not why_not_checkable(sentence) for sentence in sentences) >= len(sentences) > 0
    )


def _headline(title: str) -> bool:
    """Whether a title is a sentence of its own, and not a noun with what was done or a clause behind it.

    >>> [_headline(t) for t in ("Bees needed water", "Countries visited by Darwin", "The night the Titanic went down", "Bees")]
    [True, False, False, False]
    """
    tokens = wording.tokenize(title)
    clause = main_clause(tokens)
    if clause is None or clause.verb + 1 == len(tokens) or tokens[clause.verb + 1].lower == "by":
        return False
    subject = tokens[clause.start : clause.head_end]
    before = wording.PREPOSITION | wording.CONJUNCTION | wording.DETERMINER
    return not any(
        one.word and one.lower not in before and after.lower in ("a", "an", "the") for one, after in pairwise(subject)
    )


def asks(text: str) -> bool:
    """Whether a sentence ends as a question: what it only names ("wrote “Who's Afraid?”", "(or 1453?)") is none."""
    mark = _ASKS.search(text)
    if mark is None:
        return re.search(r"[吗呢][？?。]?$", text) is not None
    opener = text.rfind(_OPENER[mark[1][-1]], 0, mark.start()) if mark[1] else 0
    return opener <= 0 or text[:opener].rstrip().endswith((",", ":", "，", "："))


def _han_reason(text: str) -> str:
    if _HAN_OPINION.search(text) and not _HAN_TELLS.search(text):
        return OPINION
    if _HAN_ADVICE.search(text):
        return INSTRUCTION
    bare = not _FINAL.search(text) and len(text) <= 15 and not re.search(r"[是为在于有被，]|\d", text)
    return FRAGMENT if bare else ""


def _imperative(text: str) -> bool:
    """Begins with the base form of a verb and an object or an adverb, and has no subject before a finite verb."""
    tokens = wording.tokenize(text)
    if len(tokens) < 2 or not _bids(tokens[0].lower, tokens[1]):
        return False
    return main_clause(tokens) is None


def _bids(verb: str, after: Token) -> bool:
    if verb in _BIDS and (after.lower in _BID_OF or after.text.isdigit() or verb in ("see", "mix")):
        return True
    somewhere = after.lower in wording.PREPOSITION | wording.ADVERB | {"below", "above"} or after.lower.endswith("ing")
    if after.word and (verb in _BIDS_ALWAYS or (verb in _BIDS_SOMEWHERE and somewhere)):
        return True
    return verbs.is_base(verb) and after.lower in _OBJECT


def _states_shortly(words: Sequence[Token]) -> bool:
    """Whether the second word may be a verb of the present: "Venus rotates backwards.", "Plants need water."."""
    subject, *rest = [word.text for word in words if word.text not in ("never", "always", "often", "rarely", "also")]
    verb = rest[0] if rest else ""
    plural = subject.endswith("s") and verbs.is_base(verb)
    return plural or verbs.may_be_third_person(verb)


def _is_foreign(text: str, words: Sequence[Token]) -> bool:
    """Whether a sentence is in another script, or has a verb of another language in its middle: no rule for English holds."""
    letters, ended = scripts(text), _FULL_STOP.search(text) is not None
    if letters.total() - letters["LATIN"] > max(letters["LATIN"], FOREIGN_LETTERS if ended else LONGEST_LABEL):
        return True
    return ended and any(word.text in _IS_ELSEWHERE for word in words[1:-1])


def _fragment(text: str, listed: bool) -> str:
    """Headings and labels: short, no finite verb, no full stop, no figure."""
    if text.endswith((":", "：")):
        return FRAGMENT
    tokens = wording.tokenize(text)
    words = [t for t in tokens if t.word]
    if _is_foreign(text, words):
        return ""  # whoever judges it says that its language is not covered
    if not words or words[0].text in verbs.AUXILIARY:
        return FRAGMENT  # "are in the last three months of pregnancy."
    behind = range(wording.adverbs_from(tokens, 0) + 1, len(tokens))
    if words[0].lower in _ASKED and not listed and not _FINAL.search(text):
        return FRAGMENT  # "What vaccines have achieved"
    finite = any(wording.is_finite(tokens, at, sure_subject=True) for at in behind)
    first = re.sub(r"['’]s$", "", words[0].lower)
    shortest = 3 if first in wording.SUBJECT_PRONOUN or _states_shortly(words) else 4
    shortest -= first != words[0].lower  # "It's hot."
    if len(words) == 2 and first in wording.SUBJECT_PRONOUN and _states_shortly(words) and _FINAL.search(text):
        return ""  # "It whistles."
    if finite or ((listed or _FINAL.search(text)) and len(words) >= shortest) or len(words) > 12:
        return ""
    figures = any(t.text[0].isdigit() for t in words)
    if figures and (len(words) > 2 or ":" in text) and not is_numbered(text):
        return ""
    return FRAGMENT
