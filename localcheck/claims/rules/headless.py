"""A line without its subject, under a heading that is it: "Born in Baku" under "Garry Kasparov". Pure."""

from __future__ import annotations

from localcheck.claims.rules import verbs
from localcheck.claims.rules.grammar import ADVERB, DETERMINER, PREPOSITION, tokenize
from localcheck.text.headings import LABELLED
from localcheck.text.irregular_verbs import PAST_ONLY

_DONE = verbs.PARTICIPLE_AFTER_BE | verbs.NAMING - {"made", "given"} | {"born", "educated", "founded"}


def with_subject(text: str, who: str) -> str:
    """What a line that begins with a verb of the past says of ``who``; empty for any other line, and where it is not sure
    whether ``who`` did it or it was done to them.

    >>> with_subject("Born in Baku", "Kasparov"), with_subject("Became champion in 1985", "Kasparov")
    ('Kasparov was born in Baku.', 'Kasparov became champion in 1985.')
    >>> with_subject("Founded in 1976", "Apple"), with_subject("Published poems", "Kasparov")
    ('Apple was founded in 1976.', '')
    >>> with_subject("Was he happy?", "Kasparov"), with_subject("Had a dog", "Kasparov")
    ('', '')
    """
    tokens = tokenize(text)
    if len(tokens) < 3 or not tokens[0].text[0].isupper() or LABELLED.fullmatch(text):
        return ""
    verb, after = tokens[0].lower, tokens[1].lower
    if verb in verbs.AUXILIARY | {"did"} or text.rstrip().endswith("?"):
        return ""
    behind = after in PREPOSITION | {"on"}
    if verb in PAST_ONLY or (verb in verbs.INTRANSITIVE and behind):
        be = ""
    elif verb in _DONE and (behind or (verb in verbs.NAMING and after not in DETERMINER)):
        be = "was "
    elif verbs.is_past(verb) and (after in DETERMINER - {"all", "both", "another"}) and after not in ADVERB:
        be = ""
    else:
        return ""
    told = f"{verb}{text.strip()[len(verb) :]}".rstrip(". ")
    return f"{who} {be}{told}."
