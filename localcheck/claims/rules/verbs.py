"""English verbs as far as the claim splitter needs them: which word is a finite verb, and the past of an -ing form.

A word list written for this project, not a part-of-speech tagger: a verb that is missing here costs a split, never a
broken sentence.
"""

from __future__ import annotations

from localcheck.text.irregular_verbs import PAST, ROWS, regular_past
from localcheck.text.lexicon import listed, word_set
from localcheck.text.patterns import regex

REGULAR = listed("verbs.regular")

SAME_AS_NOUN = listed("verbs.same_as_noun")
"""Pasts that are as often something else: they need an object or a preposition after them."""
BE = word_set("is are was were")
HAVE = word_set("has have had")
MODAL = word_set("will would can could may might must shall should did does do cannot")
AUXILIARY = BE | HAVE | MODAL
_THIRD_ENDING = regex(r"[a-z]+[^su\W]s")
_BASES = REGULAR | {row[0] for row in ROWS} | {"cost", "need"}
_NOUN_OR_VERB = listed("verbs.noun_or_verb")
NAMING = listed("verbs.naming")
"""Verbs whose passive may be followed by a noun phrase: "was founded in 1998 and renamed the ..."."""
ADJECTIVAL = listed("verbs.adjectival")
"""-ed forms that are as often adjectives: verbs only with an object-like word after them."""
PARTICIPLE_AFTER_BE = listed("verbs.participle_after_be")


_NOT_ED = listed("verbs.not_ed")


def _ing(base: str) -> set[str]:
    """Spellings of the -ing form of ``base``."""
    if base.endswith("ie"):
        return {base[:-2] + "ying"}
    if base.endswith("e") and not base.endswith("ee"):
        return {base[:-1] + "ing"}
    doubled = base + base[-1] + "ing" if len(base) > 2 and base[-1] in "bdglmnprt" and base[-2] in "aeiou" else ""
    return {base + "ing", doubled} - {""}


_NOT_PARTICIPIAL = listed("verbs.not_participial")
PAST_OF_ING: dict[str, str] = {
    **{ing: regular_past(base, ing == base + base[-1] + "ing") for base in sorted(REGULAR) for ing in _ing(base)},
    **{ing: row[1] for row in ROWS for ing in _ing(row[0])},
}
"""``winning -> won``, ``publishing -> published``."""
for _word in _NOT_PARTICIPIAL:
    PAST_OF_ING.pop(_word, None)


def is_base(word: str) -> bool:
    """Whether ``word`` is the base form of a known verb (go, publish)."""
    return word in _BASES


def is_third_person(word: str) -> bool:
    """Whether ``word`` is the -s form of a known verb (goes, publishes)."""
    if not word.endswith("s") or word.endswith("ss"):
        return False
    stems = {word[:-1], word[:-2] if word.endswith("es") else word[:-1]}
    if word.endswith("ies"):
        stems.add(word[:-3] + "y")
    return not _BASES.isdisjoint(stems)


def may_be_third_person(word: str) -> bool:
    """Whether a word ends as the third person does, known as a verb or not: "supplies", but not "class" or "bus"."""
    return _THIRD_ENDING.fullmatch(word) is not None


def is_noun_too(word: str) -> bool:
    """Whether an -s form is as often a plural noun (works, plays)."""
    return word in _NOUN_OR_VERB


def is_past(word: str) -> bool:
    """Whether ``word`` can be a past: irregular, or ending in -ed."""
    return word in PAST or (word.endswith("ed") and len(word) > 3 and word not in _NOT_ED)
