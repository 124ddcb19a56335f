"""A subject that has no name: "The giant panda lives", "A black hole is". Pure."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import KIN, MEN, WOMEN, word_set
from localcheck.text.patterns import regex

_SURE = "is|was|has|had|does|did|can|could|will|would|may|might|must"
_WORD = rf"(?!(?:{_SURE})\b)[a-z][a-z-]*"
_SUBJECT = regex(
    rf"(?P<article>The|An?) (?P<noun>(?:[A-Z][a-z]+ )?(?:{_WORD} ){{0,2}}?{_WORD}) (?:(?:[a-z]+ly|also|still|never|first) )?"
    rf"(?:(?:{_SURE})\b|(?:{'|'.join(sorted(PAST))}|[a-z]+ed|[a-z]+[^su\W]s)\b"
    rf"(?! (?:{_SURE}|are|were|have|do|[a-z]+ed)\b))"
)
"""An article, up to three words, perhaps behind one with a capital ("The Arctic fox"), and a verb; what another verb follows
is no verb, but a noun: "The fuel cells are"."""
_PLURAL = regex(r"[^siu]s$")
_NO_ONE_THING = word_set(
    "of in on at by for from with to and or than other same new old only own first second third next last former latter"
    " into through across over under along between during against"
    " whole best most more many few number group lot rest word name term idea"
)
"""Words of a subject that is a part of something else, or that was spoken of before."""

UNNAMED = (
    KIN
    | MEN
    | WOMEN
    | word_set(
        "person child baby victim doctor professor student author patient suspect driver owner couple family crowd army police"
        " government court council committee commission party parliament ministry department office board union association"
        " institute institution foundation society community population people staff management public media press report study"
        " survey article paper document text law bill act rule decision agreement contract project plan programme program"
        " scheme campaign mission expedition operation attack raid siege conflict crisis disaster accident crash fire flood"
        " storm earthquake explosion event incident ceremony meeting conference election trial case investigation show series"
        " episode album record track single video exhibition competition contest tournament match race season league final"
        " place site area location zone street square park garden house room hall apartment estate farm factory mill shop"
        " store restaurant cafe market mall venue facility complex website page app device model product service system version"
        " edition brand label design result effect answer question problem reason cause story plot theory effort attempt move"
        " change concept tradition custom practice process method approach work job task time day year script"
        " book novel film movie play song game band team club company firm school university museum church bridge tower"
        " building city town village country state region island river lake mountain ship train station airport newspaper"
        " magazine war battle festival prize organisation organization"
    )
)
"""Nouns that stand for something with a name of its own, which the text does not tell, or that are different each time."""


@dataclass(frozen=True, slots=True)
class CommonSubject:
    """What a sentence is about, where that has no name."""

    noun: str
    """Without its article: "giant panda"."""
    article: str
    """In small letters."""


def common_subject(sentence: str) -> CommonSubject | None:
    """The subject of a sentence that is an article and a noun without a name, in the singular; None for any other.

    >>> common_subject("The giant panda lives in China.").noun, common_subject("The pandas of China live there.")
    ('giant panda', None)
    >>> common_subject("The divers found a wreck."), common_subject("The lens was ground.").noun
    (None, 'lens')
    """
    found = _SUBJECT.match(sentence)
    if found is None or _NO_ONE_THING & {*found["noun"].split()}:
        return None
    if _PLURAL.search(found["noun"]) and found.group().split()[-1] not in ("is", "was", "has", "does"):
        return None
    return CommonSubject(found["noun"], found["article"].lower())
