"""Word tokens as the published SelfCheckGPT n-gram code sees them (spaCy's English rules, ``text.token_rules``).

White space separates words; then punctuation is peeled off both ends, fixed words are taken whole or split in their
fixed way, and what is left is split at hyphens, slashes and the like between letters. A run of white space beyond a
single blank is a token of its own, as in spaCy.

Tables behind ``text.tokens``: what is peeled off a word, what is split inside it, what is never split.

The rules are those of spaCy's English tokenizer (MIT licence, Explosion AI), which the published SelfCheckGPT n-gram
code uses; here they are written as rules and word lists, so that no model and no foreign library is needed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from localcheck.text.han import HAN
from localcheck.text.lexicon import in_order
from localcheck.text.patterns import regex

LONGEST_WORD = 500
"""A longer run without white space is cut, so that the time stays linear in the text."""
LONGEST_SUFFIX = 40
"""Characters at the end of a word where a suffix is looked for: a row of dots longer than this is cut."""
LONGEST_JOIN = 6
"""Pieces that one fixed word can have been taken apart into."""

_RUNS = regex(r"\s+|\S+")
_CHARACTERS = regex(rf"\s+|[{HAN}]|[^\s{HAN}]+")


def word_tokens(text: str, by_character: bool = False) -> list[str]:
    """The tokens of ``text`` in order. Concatenated they give ``text`` without its single blanks.

    ``by_character``: each Chinese character is one, as by default in spaCy's Chinese rules; for Chinese texts, which have no
    spaces.

    >>> word_tokens("He didn't leave the U.S. (1990-2005).")
    ['He', 'did', "n't", 'leave', 'the', 'U.S.', '(', '1990', '-', '2005', ')', '.']
    >>> word_tokens("她生于1867年。", by_character=True)
    ['她', '生', '于', '1867', '年', '。']
    """
    tokens: list[str] = []
    for chunk in _chunks(text, _CHARACTERS if by_character else _RUNS):
        if chunk.isspace():
            tokens.append(chunk)
            continue
        for start in range(0, len(chunk), LONGEST_WORD):
            tokens.extend(_word(chunk[start : start + LONGEST_WORD]))
    return tokens


def _chunks(text: str, runs: re.Pattern[str]) -> Iterator[str]:
    """Split at white space. A single blank after a run of text is dropped; all other white space is a piece of its own."""
    for found in runs.finditer(text):
        run = found[0]
        if run[0] == " " and found.start() > 0:
            run = run[1:]
        if run:
            yield run


@lru_cache(maxsize=65_536)
def _word(word: str) -> tuple[str, ...]:
    """Split one run of text: peel affixes, then look for a fixed word, an address, or split points inside."""
    prefixes: list[str] = []
    suffixes: list[str] = []
    core = word
    while core and core not in specials():
        peeled = _peel(core, prefixes, suffixes)
        if peeled == core:
            break
        core = peeled
    return tuple(_rejoin([*prefixes, *_core(core), *reversed(suffixes)]))


def _peel(core: str, prefixes: list[str], suffixes: list[str]) -> str:
    """Take one prefix and one suffix off ``core``; a fixed word that appears on the way stops the peeling."""
    rules, fixed = patterns(), specials()
    found = rules.prefix.match(core)
    before = found.end() if found else 0
    if before and core[before:] in fixed:
        prefixes.append(core[:before])
        return core[before:]
    found = rules.suffix.search(core[max(before, len(core) - LONGEST_SUFFIX) :])
    after = len(found.group()) if found else 0
    if after and core[:-after] in fixed:
        suffixes.append(core[-after:])
        return core[:-after]
    if before:
        prefixes.append(core[:before])
    if after and before + after <= len(core):
        suffixes.append(core[len(core) - after :])
        core = core[: len(core) - after]
    return core[before:]


def _core(core: str) -> list[str]:
    """What is left after peeling, split as a fixed word or at its split points."""
    if not core:
        return []
    if core in specials():
        return list(specials()[core])
    if URL.fullmatch(core):
        return [core]
    pieces: list[str] = []
    start = 0
    for match in patterns().infix.finditer(core):
        if match.start() == 0:
            continue
        pieces += [piece for piece in (core[start : match.start()], match.group()) if piece]
        start = match.end()
    return pieces + ([core[start:]] if start < len(core) else [])


def _rejoin(pieces: list[str]) -> list[str]:
    """Fixed words that peeling took apart (``St`` ``.`` before a letter, two straight apostrophes) are put back."""
    joined: list[str] = []
    at = 0
    while at < len(pieces):
        for end in range(min(len(pieces), at + LONGEST_JOIN), at, -1):
            whole = "".join(pieces[at:end])
            if end == at + 1 or whole in specials():
                joined += [whole] if end == at + 1 else specials()[whole]
                at = end
                break
    return joined


_PUNCTUATION = r"… …… , : ; \! \? ¿ ؟ ¡ \( \) \[ \] \{ \} < > _ # \* & 。 ？ ！ ， 、 ； ： ～ · । ، ۔ ؛ ٪".split()
_QUOTES = r"""\' " ” “ ` ‘ ´ ’ ‚ , „ » « 「 」 『 』 （ ） 〔 〕 【 】 《 》 〈 〉 ⟦ ⟧""".split()
_ELLIPSES = [r"\.\.+", "…"]
_CURRENCY = r"\$ £ € ¥ ฿ US\$ C\$ A\$ ₽ ﷼ ₴ [₠-₿]".split()
_UNITS = in_order("tokens.units")
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

_WHOLE = in_order("tokens.whole")
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
    lower, upper, alpha = _ranges("lo"), _ranges("uo"), _ranges("luo")  # letters of scripts without case are both
    icons = f"[{_ranges('s')}\U0001f000-\U0001faff]"
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


@cache
def _kinds() -> str:
    """For each character up to the surrogates the small letter of its Unicode category, where it takes part in the rules."""
    letters = {"Ll": "l", "Lu": "u", "Lo": "o", "So": "s"}
    return "".join([letters.get(unicodedata.category(chr(i)), " ") for i in range(0xD800)])


def _ranges(kinds: str) -> str:
    """The body of a character class: the characters of these kinds, as ``a-z`` style ranges."""
    found = re.finditer(f"[{kinds}]+", _kinds())
    return "".join(f"{re.escape(chr(run.start()))}-{re.escape(chr(run.end() - 1))}" for run in found)
