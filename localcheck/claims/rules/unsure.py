"""Where it is not sure whose a further verb or clause of a sentence is, or what it says by itself. Pure."""

from __future__ import annotations

from localcheck.claims.rules import verbs
from localcheck.claims.rules.grammar import PREPOSITION, QUANTIFIER, SUBJECT_PRONOUN, Clause, Token, is_finite
from localcheck.text.lexicon import word_set

_HOW_MANY = QUANTIFIER - {"every", "only", "nobody", "nothing", "no"} | word_set("both all one others")
_OTHERS = SUBJECT_PRONOUN - {"it", "you"} | {"–", "—"}
"""What a second clause begins with."""
_NO_MORE = word_set("not too either also as well still never")


def means_those_before(tokens: list[Token], clause: Clause) -> bool:
    """Whether a subject says only how many of those named before: "neither has a moon", "both of them have rings"; or what
    only those before tell: "nothing happened", "nobody else did".
    """
    after = tokens[clause.start + 1].lower if clause.start + 1 < len(tokens) else ""
    behind = tokens[clause.start + 2].lower if clause.start + 2 < len(tokens) else ""
    alone = clause.head_end - clause.start == 1 or (after == "of" and behind in ("them", "these"))
    first = tokens[clause.start].lower
    empty = (first == "nothing" and after in ("happened", "changed")) or (first == "nobody" and after == "else")
    return empty or (alone and first in _HOW_MANY)


def leaves_out(tokens: list[Token], verb: int) -> bool:
    """Whether what an auxiliary says is left out, as it was said before: ", but they are not", "and so did Norway"."""
    behind = [token.lower for token in tokens[verb + 1 :] if token.word]
    done = tokens[verb].text in ("do", "does", "did") and behind and behind[0] in PREPOSITION  # "Turin did in 2006"
    return bool(done) or (tokens[verb].text in verbs.AUXILIARY and {*behind} <= _NO_MORE)


def has_a_clause(tokens: list[Token], verb: int, at: int) -> bool:
    """Whether a second subject with a verb stands between a verb and a conjunction, whose further verb may be its own: "stood
    as the engineers came and went".
    """
    for i in range(verb + 1, at):
        word, kind = tokens[i].lower, tokens[i - 1].lower == "such" or tokens[i + 1].lower in ("a", "an")
        led = word in ("before", "after", "until", "since") or (word == "as" and not kind)
        if tokens[i].depth:
            continue
        if word in _OTHERS or (led and any(is_finite(tokens, k, sure_subject=False) for k in range(i + 2, at))):
            return True
    return False
