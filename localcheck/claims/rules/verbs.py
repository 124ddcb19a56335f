"""English verbs as far as the claim splitter needs them: which word is a finite verb, and the past of an -ing form.

A word list written for this project, not a part-of-speech tagger: a verb that is missing here costs a split, never a
broken sentence.
"""

from __future__ import annotations

from localcheck.text.irregular_verbs import PAST, ROWS, regular_past
from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex

REGULAR = word_set("""
abandon absorb accept accompany achieve acquire act adapt add adopt advance advise affect agree aim allow announce apply
appear appoint approach approve argue arrest arrive assassinate assist attack attempt attend attract author avoid award
base battle believe belong border call campaign capture carry cause celebrate change chronicle claim climb coach
collaborate collapse collect combine command commission compete complete compose comprise concentrate conclude conduct
confirm connect conquer consider consist construct contain continue contribute control convert convict cooperate
coordinate cover create criticize cross crown dance date debut decide declare decline dedicate defeat defend define
deliver demonstrate deny depict derive describe design destroy detail determine develop devote die direct disappear
discover discuss display divide divorce document dominate donate draft earn edit educate elect emerge emigrate employ
enable encourage end engage enjoy enlist enroll ensure enter entitle establish evolve examine execute exhibit exist
expand experience explain explore express extend fail feature fill film finance finish flow focus follow force form
formulate found function gain gather generate govern graduate guide handle happen head help hire host house identify
illustrate immigrate implement improve include increase influence inherit initiate inspire install instruct intend
introduce invade invent invest investigate invite involve issue join kill lack land last launch lecture link list live
locate maintain manage mark marry master measure mention merge migrate move murder name narrate negotiate nominate note
observe obtain occupy occur offer open operate oppose orchestrate orbit order organize originate overlook own paint
participate pass patent perform persuade photograph pioneer place plan play portray possess predict prepare present
preserve preside prevent print produce promote propose protect prove provide publish pursue qualify raise range rank
reach receive record recruit reduce refer reflect refuse reform regard reign reject relate release relocate remain
remember remove rename renovate replace report represent require rescue research reside resign resist resolve respond
restore result retain retire return reveal review revise rule score secure select separate serve settle shape share sign
span specialize sponsor stage star start state stay step stop straddle stretch study style submit succeed suffer suggest
supervise supply support surrender surround survive teach tend test testify top tour trace train transfer transform
translate travel treat try turn unify use vary view visit volunteer vote vow walk want warn wed weigh welcome widen witness
work worship yield
""")

SAME_AS_NOUN = word_set(
    "cast cut hit put set read quit spread let left found felt led shot saw spoke rose bore fell lay bit lead thought"
    " bound ground wound dealt fed bent split shut burst"
)
"""Pasts that are as often something else: they need an object or a preposition after them."""
BE = word_set("is are was were")
HAVE = word_set("has have had")
MODAL = word_set("will would can could may might must shall should did does do cannot")
AUXILIARY = BE | HAVE | MODAL
_THIRD_ENDING = regex(r"[a-z]+[^su\W]s")
_BASES = REGULAR | {row[0] for row in ROWS} | {"cost", "need"}
_NOUN_OR_VERB = word_set(
    "works plays studies stars records hits shows films leads runs covers features awards houses forms results ranges"
    " sets calls claims costs marks names notes offers orders plans places reports rules signs stages states tests"
    " turns uses views visits votes witnesses researches masters links lists heads guides focuses figures falls ends"
    " documents details dates dances debuts drafts commissions campaigns battles attacks advances acts lectures issues"
    " measures needs reviews supports tours trains moves cases causes changes controls experiences functions influences"
    " passes patents photographs promises reforms returns shares spans supplies transfers struggles steps walks wins"
)
NAMING = word_set(
    "named renamed called declared appointed elected crowned dubbed titled retitled considered made given awarded"
)
"""Verbs whose passive may be followed by a noun phrase: "was founded in 1998 and renamed the ..."."""
ADJECTIVAL = word_set(
    "related applied used limited associated mixed advanced combined detailed increased reduced united organized armed"
    " allied renowned celebrated experienced distinguished accomplished talented noted respected gifted educated skilled"
    " developed established continued extended improved isolated married aged varied complicated sophisticated unified"
    " sacred beloved acclaimed esteemed dedicated devoted retired animated recorded printed written unwritten frozen"
)
"""-ed forms that are as often adjectives: verbs only with an object-like word after them."""
PARTICIPLE_AFTER_BE = word_set(
    "raised educated buried named promoted knighted elected appointed awarded inducted ordained nominated drafted called"
    " considered described known located situated used based released published directed produced destroyed rebuilt"
    " built written designed killed executed imprisoned arrested convicted sentenced crowned murdered assassinated"
    " baptized baptised brought made held taken given shown sold seen won recorded translated adapted completed"
    " accused acquitted banned charged deported deposed dismissed exiled expelled freed inaugurated jailed pardoned sworn"
    " wounded"
)


_NOT_ED = word_set(
    "hundred need indeed speed seed breed feed bleed exceed proceed succeed embed bed shed red sacred naked"
)


def _ing(base: str) -> set[str]:
    """Spellings of the -ing form of ``base``."""
    if base.endswith("ie"):
        return {base[:-2] + "ying"}
    if base.endswith("e") and not base.endswith("ee"):
        return {base[:-1] + "ing"}
    doubled = base + base[-1] + "ing" if len(base) > 2 and base[-1] in "bdglmnprt" and base[-2] in "aeiou" else ""
    return {base + "ing", doubled} - {""}


_NOT_PARTICIPIAL = word_set(
    "including following using regarding considering basing lying planning stopping ranging consisting comprising"
    " stretching extending spanning"
)
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
