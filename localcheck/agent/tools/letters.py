"""``letter_count``: letters, vowels and words of a quoted word or sentence, counted and held against what a text says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from localcheck.agent.arithmetic.numerals import numeral
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, strings, told
from localcheck.agent.tools.word_count import counted
from localcheck.text.lexicon import SMALL, number_told
from localcheck.text.patterns import regex

NAME = "letter_count"
_N = rf"(?P<n>\d{{1,4}}|{'|'.join(SMALL)}|once|twice|no)"
_TIMES = {"no": 0, "once": 1, "twice": 2}
_Q = r"[\"'“”‘’`*_]{0,4}"
_KIND = r"(?:\w+ )?(?:word|name|sentence|phrase|string)"
_WORD = (
    rf"(?:the {_KIND} {_Q}(?P<bare>[^\W\d_]+){_Q}"
    rf"|(?<!\w)[\"“‘`'](?P<quoted>[^\"“”`\n]{{1,300}}?)[\"”’`'])"
)
"""A word that is named as one, or anything in quotation marks."""
_OF = rf"(?:the )?(?P<kind>{_KIND},? )?\*{{0,2}}{_WORD}\*{{0,2}}"
_LETTER = rf"letters? {_Q}[a-z]{_Q}(?:['’]?s)?(?!\w)|{_Q}[a-z]{_Q}['’]?s(?!\w)"
_ONE_LETTER = rf"(?P<what>{_LETTER})"
_WHAT = rf"(?P<what>{_LETTER}|letters?|vowels?|consonants?|words?|characters?)(?!\w)"
_FORMS = (
    regex(
        rf"(?:letter )?(?P<what>{_Q}[a-z]{_Q}) (?:appears|occurs|is used|shows up) (?:exactly )?{_N}(?: times?)? in {_OF}",
        re.I,
    ),
    regex(rf"there (?:are|is) (?:exactly |a total of )?\*{{0,2}}{_N}\*{{0,2}} {_WHAT}(?: letters)? in {_OF}", re.I),
    regex(
        rf"{_OF} (?:has|contains|consists of|is made up of) (?:exactly |a total of )?\*{{0,2}}{_N}\*{{0,2}} {_WHAT}",
        re.I,
    ),
    regex(
        r"[\"“‘`'](?P<quoted>[a-z]{2,40})[\"”’`'](?:这个)?(?:单词|词)?(?:中|里面?)?(?:一共|共|总共)?(?:有|含有?|出现了?)"
        rf"(?P<n>\d{{1,3}}|[一二两三四五六七八九十]{{1,3}})个(?P<what>字母(?:{_Q}[a-z]{_Q}(?![a-z]))?|{_Q}[a-z]{_Q}(?![a-z])|元音字母|辅音字母)",
        re.I,
    ),
)
_MORE = regex(
    rf",?(?: and| with)? (?:exactly )?{_N} (?:of (?:them|these|which)(?: are)? )?{_WHAT}(?!\w)(?: letters)?(?: in {_OF})?",
    re.I,
)
"""What goes on behind one of these: of the same word, or of the one that it names."""
_ASKED = (
    regex(
        rf"how many (?:times (?:does|do|is) (?:the letter )?(?P<times>{_Q}[a-z]{_Q}) (?:appear|occur|used)|{_ONE_LETTER})"
        rf"[^?]{{0,30}}? in (?:the (?:\w+ )?word )?{_Q}(?P<bare>[a-z]{{3,40}}){_Q}\s*\?",
        re.I,
    ),
    regex(
        r"how many (?P<what>letters|vowels|consonants)[^?]{0,30}? in "
        rf"(?:the (?:\w+ )?word {_Q}|[\"“‘`'])(?P<bare>[a-z]{{3,40}}){_Q}\s*\?",
        re.I,
    ),
)
"""A question that a short answer ("There are 3.") leaves the word to. "How many vowels are in English?" asks of a language."""
_SHORT = 12
"""Words of such an answer, at most."""
_ANY_NUMBER = regex(rf"\b(?!no\b){_N}\b", re.I)
_VOWELS = "aeiou"
_OF_TEXTS = ("words", "characters")


def letter_count() -> DescribedTool:
    """How often a letter stands in a word, and how many letters, vowels or words something has."""
    return DescribedTool(
        NAME,
        "Counts the letters, vowels or words of a quoted word or sentence, or how often a letter stands in it, and compares "
        "with what a sentence says.",
        strings("sentence", "question"),
        ("sentence",),
        _run,
        _rule,
        priority=70,
    )


def _run(arguments: Arguments) -> ToolResult:
    found = list(_statements(str(arguments["sentence"]), str(arguments.get("question", ""))))
    return told(NAME, found, "no count of letters or words that can be told")


def _statements(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    """What a sentence says of letters and words, each with a line and whether it is right."""
    own = list(_in_full(sentence))
    yield from own or _in_short(sentence, question)


def _in_short(sentence: str, question: str) -> Iterator[tuple[str, bool]]:
    """The same of a short answer to a question that names the word."""
    asked = next(filter(None, (form.search(question) for form in _ASKED)), None)
    numbers = [match["n"] for match in _ANY_NUMBER.finditer(sentence)]
    if asked is None or len(numbers) != 1 or len(sentence.split()) > _SHORT:
        return
    yield _told(asked.groupdict().get("times") or asked["what"], asked["bare"], _number(numbers[0].lower()))


def _told(what: str, word: str, said: int) -> tuple[str, bool]:
    name, ways = _counts(what, word)
    return f"“{word}” has {' or '.join(map(str, sorted(ways)))} {name}; the text says {said}", said in ways


def _in_full(sentence: str) -> Iterator[tuple[str, bool]]:
    text = unicodedata.normalize("NFKC", sentence)
    for form in _FORMS:
        for first in form.finditer(text):
            of = first
            match: re.Match[str] | None = first
            while match is not None:
                of = match if _word(match) else of
                yield from _counted(match, of)
                match = _MORE.match(text, match.end())


def _word(match: re.Match[str]) -> str:
    found = match.groupdict()
    return found.get("bare") or found.get("quoted") or ""


def _counted(match: re.Match[str], of: re.Match[str]) -> Iterator[tuple[str, bool]]:
    """What ``match`` says of the word that ``of`` names."""
    named, word = of.groupdict(), _word(of)
    name, ways = _counts(match["what"], word)
    titled = name in _OF_TEXTS and not (named.get("kind") or named.get("bare"))
    if ways and not titled:  # the speech "I have a dream" has more words than its title
        yield _told(match["what"], word, _number(match["n"].lower()))


def _counts(what: str, word: str) -> tuple[str, set[int]]:
    """What is counted, and how many of it the word has; two numbers where both ways of counting are usual."""
    plain = re.sub(r"[\"'“”‘’`*_]|字母(?=.)", "", what.lower()).strip()
    letters = [c for c in word.lower() if c.isalpha()]
    bare = [unicodedata.normalize("NFD", c)[0] for c in letters]
    vowels = sum(c in _VOWELS for c in bare)
    match plain:
        case "letters" | "letter" | "字母":
            return "letters", {len(letters)}
        case "vowels" | "vowel" | "元音字母":
            return "vowels", {vowels, vowels + letters.count("y")}
        case "consonants" | "consonant" | "辅音字母":
            return "consonants", {len(letters) - vowels, len(letters) - vowels - letters.count("y")}
        case "words" | "word":
            return "words", {counted(word).words, len(word.split())}
        case "characters" | "character":
            counts = counted(word)
            return "characters", {counts.characters, counts.printed, len(letters)}
    letter = plain.removeprefix("letters").removeprefix("letter").strip()[:1]
    return f"{letter!r}", {letters.count(letter), bare.count(letter)} if letter else set()


def _number(text: str) -> int:
    if text in _TIMES:
        return _TIMES[text]
    return numeral(text) if re.match(r"[一-龥]", text) else number_told(text)


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for a unit that says how many letters or words something in it has; else None."""
    if unit.whole or next(_statements(unit.text, unit.question), None) is None:
        return None
    return {"sentence": unit.text, "question": unit.question}
