"""Tables behind ``text.tokens``: what is peeled off a word, what is split inside it, what is never split.

The rules are those of spaCy's English tokenizer (MIT licence, Explosion AI), which the published SelfCheckGPT n-gram
code uses; here they are written as rules and word lists, so that no model and no foreign library is needed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from localcheck.text.patterns import regex

_PUNCTUATION = r"… …… , : ; \! \? ¿ ؟ ¡ \( \) \[ \] \{ \} < > _ # \* & 。 ？ ！ ， 、 ； ： ～ · । ، ۔ ؛ ٪".split()
_QUOTES = r"""\' " ” “ ` ‘ ´ ’ ‚ , „ » « 「 」 『 』 （ ） 〔 〕 【 】 《 》 〈 〉 ⟦ ⟧""".split()
_ELLIPSES = [r"\.\.+", "…"]
_CURRENCY = r"\$ £ € ¥ ฿ US\$ C\$ A\$ ₽ ﷼ ₴ [₠-₿]".split()
_UNITS = (
    "km km² km³ m m² m³ dm dm² dm³ cm cm² cm³ mm mm² mm³ ha µm nm yd in ft kg g mg µg t lb oz m/s km/h kmh mph hPa Pa "
    "mbar mb MB kb KB gb GB tb TB T G M K %"
).split()
_HYPHENS = "- – — -- --- —— ~".split()

_CLITICS = {
    "i": "m ma ll ll've d d've ve",
    "you": "ll ll've d d've ve re",
    "he": "ll ll've d d've s",
    "she": "ll ll've d d've s",
    "it": "ll ll've d d've s",
    "we": "ll ll've d d've ve re",
    "they": "ll ll've d d've ve re",
    **dict.fromkeys("who what when where why how there that".split(), "s ll ll've re ve d d've"),
    "this": "s ll ll've ve d d've",
    **dict.fromkeys(("these", "those"), "ll ll've re ve d d've"),
    **dict.fromkeys("could might must should would".split(), "ve"),
}
"""Words with the clitics that are split off, with and without the apostrophe (he'll, hell)."""
_NEGATED_VE = "ca could do does did had may might must need ought sha should wo would".split()
_NEGATED = "ai are is was were have has dare".split()
_NOT_CLITICS = set("Ill ill Its its Hell hell Shell shell Shed shed were Were Well well Whore whore".split())

_CLITIC_PARTS = {"ma": ("'m", "a"), "n't": ("n't",), "n't've": ("n't", "'ve")}

_WHOLE = (
    "\\t \\n — ' \\\") <space> '' C++ doin doin' Doin Doin' goin goin' Goin Goin' nothin nothin' Nothin Nothin' nuthin "
    "nuthin' Nuthin Nuthin' ol ol' Ol Ol' somethin somethin' Somethin Somethin' em 'em ll 'll nuff 'nuff 'S 's ‘S ‘s "
    "and/or w/o 're 'Cause 'cause 'cos 'Cos 'coz 'Coz 'cuz 'Cuz 'bout ma'am Ma'am o'clock O'clock lovin' Lovin' lovin "
    "Lovin havin' Havin' havin Havin 'd "
    "Mt. Ak. Ala. Apr. Ariz. Ark. Aug. Calif. Colo. Conn. Dec. Del. Feb. Fla. Ga. Ia. Id. Ill. Ind. Jan. Jul. Jun. "
    "Kan. Kans. Ky. La. Mar. Mass. Mich. Minn. Miss. N.C. N.D. N.H. N.J. N.M. N.Y. Neb. Nebr. Nev. Nov. Oct. Okla. "
    "Ore. Pa. S.C. Sep. Sept. Tenn. Va. Wash. Wis. a.m. Adm. Bros. co. Co. Corp. D.C. Dr. e.g. E.g. E.G. Gen. Gov. "
    "i.e. I.e. I.E. Inc. Jr. Ltd. Md. Messrs. Mo. Mont. Mr. Mrs. Ms. p.m. Ph.D. Prof. Rep. Rev. Sen. St. vs. v.s. "
    "a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t. u. v. w. x. y. z. ä. ö. ü. "
    ":) :-) :)) :-)) :))) :-))) (: (-: =) (= :] :-] [: [-: [= =] :o) (o: :} :-} 8) 8-) (-8 ;) ;-) (; (-; :( :-( :(( "
    ":-(( :((( :-((( ): )-: =( >:( :') :'-) :'( :'-( :/ :-/ =/ =| :| :-| ]= =[ :1 :P :-P :p :-p :O :-O :o :-o :0 :-0 "
    ":() >:o :* :-* :3 :-3 =3 >: :-> :> :X :-X :x :-x :D :-D ;D ;-D =D xD XD xDD XDD 8D 8-D ^_^ ^__^ ^___^ >.< >.> <.< "
    "._. ;_; -_- -__- v.v V.V v_v V_V o_o o_O O_o O_O 0_o o_0 0_0 o.O O.o O.O o.o 0.0 o.0 0.o @_@ <3 <33 <333 </3 "
    "(^_^) (-_-) (._.) (>_<) (*_*) (¬_¬)"
).split()
"""Abbreviations, initials, dropped letters and emoticons that stay one token."""

_SPLIT = (
    "y' all|y all|how 'd 'y|How 'd 'y|not 've|not ve|Not 've|Not ve|can not|Can not|gon na|Gon na|got ta|Got ta|let 's|"
    "Let 's|c'm on|C'm on"
).split("|")

URL = regex(
    r"(?:(?:[\w+\-.]{2,})://)?(?:\S+(?::\S*)?@)?"
    r"(?:(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.\d{1,3}){3}"
    r"|(?:(?:[A-Za-z0-9\u00a1-\uffff][A-Za-z0-9\u00a1-\uffff_-]{0,62})?[A-Za-z0-9\u00a1-\uffff]\.)+(?:[a-zß-öø-ÿ]{2,63}))"
    r"(?::\d{2,5})?(?:[/?#]\S*)?"
)
"""A whole word that is a web or mail address stays one token."""


_LETTERS = ("Ll", "Lu", "Lo")
"""Unicode categories of the letters that take part in the rules."""


class Patterns(NamedTuple):
    """The compiled rules."""

    prefix: re.Pattern[str]
    """Matched at the start of what is left of a word."""
    suffix: re.Pattern[str]
    """Searched at its end."""
    infix: re.Pattern[str]
    """Split points inside what remains."""


@cache
def patterns() -> Patterns:
    """Compile the prefix, suffix and infix rules (once, at first use)."""
    lower, upper, alpha = _letters("Ll"), _letters("Lu"), _letters("")
    icons = f"[{_ranges(lambda c: unicodedata.category(c) == 'So')}\U0001f000-\U0001faff]"
    quotes = "".join(_QUOTES)
    ends = [*_PUNCTUATION, *_ELLIPSES, *_QUOTES, icons]
    prefixes = ["§", "%", "=", "—", "–", r"\+(?![0-9])", *_PUNCTUATION, *_ELLIPSES, *_QUOTES, *_CURRENCY, icons]
    suffixes = [
        *[*ends, "'s", "'S", "’s", "’S", "—", "–", r"(?<=[0-9])\+", r"(?<=°[FfCcKk])\."],
        rf"(?<=[0-9])(?:{'|'.join(_CURRENCY)})",
        rf"(?<=[0-9])(?:{'|'.join(_UNITS)})",
        rf"(?<=[0-9{lower}%²\-\+{''.join(_PUNCTUATION)}{quotes}|])\.",
        rf"(?<=[{upper}][{upper}])\.",
    ]
    infixes = [
        *[*_ELLIPSES, icons, r"(?<=[0-9])[+\-\*^](?=[0-9-])"],
        rf"(?<=[{lower}{quotes}])\.(?=[{upper}{quotes}])",
        rf"(?<=[{alpha}]),(?=[{alpha}])",
        rf"(?<=[{alpha}0-9])(?:{'|'.join(_HYPHENS)})(?=[{alpha}])",
        rf"(?<=[{alpha}0-9])[:<>=/](?=[{alpha}])",
    ]
    ending = "|".join(f"{s}$" for s in suffixes)
    return Patterns(re.compile("|".join(prefixes)), re.compile(ending), re.compile("|".join(infixes)))


@cache
def specials() -> dict[str, tuple[str, ...]]:
    """Words with a fixed split, with straight and with curly apostrophes."""
    table: dict[str, tuple[str, ...]] = {word: (word,) for word in _WHOLE}
    for word, clitics in _CLITICS.items():
        for clitic in clitics.split():
            _add(table, word, clitic)
    for word in _NEGATED_VE:
        _add(table, word, "n't")
        _add(table, word, "n't've")
    for word in _NEGATED:
        _add(table, word, "n't")
    for pieces in _SPLIT:
        table[pieces.replace(" ", "")] = tuple(pieces.split())
    for hour in range(1, 13):
        for half in ("a.m.", "am", "p.m.", "pm"):
            table[f"{hour}{half}"] = (str(hour), half)
    for unit in "cfkCFK":
        table[f"°{unit}."] = ("°", unit, ".")
    table.update({k.replace("'", "’"): tuple(p.replace("'", "’") for p in v) for k, v in table.items() if "'" in k})
    return table


def _add(table: dict[str, tuple[str, ...]], word: str, clitic: str) -> None:
    """Enter ``word`` + ``clitic`` in lower and title case, with and without apostrophes."""
    parts: tuple[str, ...] = _CLITIC_PARTS.get(clitic) or tuple(f"'{part}" for part in clitic.split("'"))
    for stem in (word, word.title()):
        for split in (parts, tuple(p.replace("'", "") for p in parts)):
            whole = stem + "".join(split)
            if whole not in _NOT_CLITICS:
                table[whole] = (stem, *split)


def _letters(category: str) -> str:
    """A character-class body: letters of ``category`` and those of scripts without case; every letter for ``""``."""
    return _ranges(lambda c: c.isalpha() and unicodedata.category(c) in ((category, "Lo") if category else _LETTERS))


@cache
def _code_points() -> tuple[str, ...]:
    return tuple(chr(i) for i in range(0x21, 0xD800))


def _ranges(keep: Callable[[str], bool]) -> str:
    """The characters that ``keep`` accepts as ``a-z`` style ranges."""
    found: list[list[int]] = []
    for char in _code_points():
        if keep(char):
            if found and ord(char) == found[-1][1] + 1:
                found[-1][1] += 1
            else:
                found.append([ord(char), ord(char)])
    return "".join(f"{re.escape(chr(a))}-{re.escape(chr(b))}" for a, b in found)
