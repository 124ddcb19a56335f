"""A line without its subject, under a heading that is it: "Born in Baku" under "Garry Kasparov". Pure."""

from __future__ import annotations

from localcheck.claims.rules import verbs
from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.wording import DETERMINER, PREPOSITION, SUBJECT_PRONOUN, is_finite, tokenize
from localcheck.text.headings import LABELLED
from localcheck.text.irregular_verbs import INTRANSITIVE, PARTICIPLE, PAST_ONLY
from localcheck.text.words import is_plural

_SUBJECT = DETERMINER | SUBJECT_PRONOUN
_OBJECT = DETERMINER - {"all", "both", "another"} | {"only", "about", "over", "up", "more", "less"}
_DONE = verbs.PARTICIPLE_AFTER_BE | verbs.NAMING - {"made", "given"} | {"born", "educated", "founded", "found"}


def with_subject(text: str, who: str) -> str:
    """What a line that begins with a verb of the past says of ``who``; empty for any other line, and where it is not sure
    whether ``who`` did it or it was done to them.

    >>> with_subject("Born in Baku", "Kasparov"), with_subject("Became champion in 1985", "Kasparov")
    ('Kasparov was born in Baku.', 'Kasparov became champion in 1985.')
    """
    tokens = tokenize(text)
    if len(tokens) < 3 or not tokens[0].text[0].isupper() or LABELLED.fullmatch(text):
        return ""
    verb, after = tokens[0].lower, tokens[1].lower
    inner = [at for at in range(2, len(tokens)) if not tokens[at].depth]
    led = any(
        tokens[at - 1].text == "," and tokens[at].lower in _SUBJECT for at in inner
    )  # "Founded in 1919, the team …"
    own = led or main_clause(tokens) or any(is_finite(tokens, at, sure_subject=True) for at in inner)
    if verb in verbs.AUXILIARY | {"did"} or text.rstrip().endswith("?") or own:
        return ""
    behind = after in PREPOSITION | {"on"}
    if after == "by" and opens_as_done(verb):
        be = "was "
    elif verb in PAST_ONLY - PARTICIPLE or (verb in INTRANSITIVE and behind):
        be = ""
    elif verb in _DONE and (behind or (verb in verbs.NAMING and after not in DETERMINER)):
        be = "was "
    elif (verb in PAST_ONLY or verb.endswith("ed") or _does(verb, after, who)) and (
        after in _OBJECT or (verbs.is_third_person(verb) and not tokens[1].text[0].islower())
    ):
        be = ""
    else:
        return ""
    told = f"{verb}{text.strip()[len(verb) :]}".rstrip(". ")
    return f"{who} {be}{told}."


def _does(verb: str, after: str, who: str) -> bool:
    """Whether a line says what something does: "Includes a mug", "Weighs only 326 g"; not "Books 1 to 4", nor "Requires a key"
    under "Requirements".
    """
    if " " not in who and is_plural(who):
        return False
    return verbs.is_third_person(verb) and (after in DETERMINER or not verbs.is_noun_too(verb))


def opens_as_done(line: str) -> bool:
    """Whether a line begins with a past or a participle, as no name does: "Shipped on 3 May"."""
    first = line.split(" ", 1)[0].lower()
    return verbs.is_past(first) or first in PARTICIPLE
