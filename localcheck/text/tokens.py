"""Word tokens as the published SelfCheckGPT n-gram code sees them (spaCy's English rules, ``text.token_rules``).

White space separates words; then punctuation is peeled off both ends, fixed words are taken whole or split in their
fixed way, and what is left is split at hyphens, slashes and the like between letters. A run of white space beyond a
single blank is a token of its own, as in spaCy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.han import HAN
from localcheck.text.patterns import regex
from localcheck.text.token_rules import URL, patterns, specials

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
