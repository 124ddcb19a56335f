"""What a text says of a run of its code: what the code prints, that it raises an error or does not end, that it is not for this
Python.

The paragraph before the code, the one behind it and the comments in it are read. Code that fails as the text says confirms
the text; code of which the text only says that something is wrong with it is left open.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from localcheck.agent.tools.code_examples import SHOWN, calls, literals, python_blocks
from localcheck.text.patterns import regex
from localcheck.types import Label

Same = Callable[[str, str], bool]
_BLOCK = regex(
    rf"\s*(?:[#*_ ]{{0,8}}{SHOWN}[*_]{{0,3}}[:：]?[*_]{{0,3}}[ \t]*\n\s*(?:```|~~~)[a-z]*"
    r"|(?:```|~~~)(?:output|console|text|plaintext))"
    r"[ \t]*\n(?P<said>[^`~]*?)\n?(?:```|~~~)",
    re.IGNORECASE,
)
_INLINE = regex(
    rf"\s*[#*_]{{0,4}}{SHOWN}[*_]{{0,3}}[:：]?[*_]{{0,3}} ?(?:`(?P<said>[^`\n]+)`\s*(?:[.。]|\n|$)"
    r"|(?P<number>-?\d+(?:\.\d+)?)(?:[.。]?\s*$|[.。]?\s*\n|[.。]\s))",
    re.IGNORECASE,
)
"""What stands between marks of code, or a number alone: "The output is 5."."""
_COMMENT = regex(r"#\s*(?P<how>(?:outputs?|prints?|result|输出)\s*[:：]?|->|=>|→)?\s*(?P<said>.*)", re.IGNORECASE)


def judged_output(code: str, text: str, printed: str, same: Same) -> tuple[bool | None, str]:
    """Does ``code``, a block of ``text``, print what the text says? None where it says nothing; and a line for a person.

    ``same`` compares what was printed with what is said.
    """
    printed = printed.strip()
    if not printed:
        return None, ""
    if said := shown_behind(code, text):
        right = same(printed, said) or printed == said.strip("'\"")
        one_of_several = "\n" in printed and "\n" not in said
        if not right and (one_of_several or (literals(said) is not None and literals(printed) is None)):
            return None, ""  # one line of several is told, or the value in "Total: 6"
        return right, _line(printed, said, right)
    return _by_comments(code, printed.splitlines(), same)


def _line(printed: str, said: str, right: bool) -> str:
    first, second = (" / ".join(text.splitlines()) for text in (printed, said))
    return f"the code prints {first}, as the text says" if right else f"the code prints {first}; the text says {second}"


def shown_behind(code: str, text: str) -> str:
    """The output that ``text`` shows right behind the block ``code``; empty where it shows none."""
    end = next((block.span.end for block in python_blocks(text) if block.code == code), None)
    found = None if end is None else _BLOCK.match(text, end) or _INLINE.match(text, end)
    return found[found.lastgroup or 0].strip() if found else ""


def _by_comments(code: str, printed: list[str], same: Same) -> tuple[bool | None, str]:
    """The same by the comments behind the lines that print, where each of these prints one line: ``print(1 + 1)  # 2``."""
    lines = code.splitlines()
    rows = [s for s in ast.parse(code).body if isinstance(s, ast.Expr) and calls(s.value, ("print",))]
    if len(rows) != len(printed):
        return None, ""
    outcomes: list[tuple[bool, str]] = []
    others: list[str] = []
    for row, found in zip(rows, printed, strict=True):
        behind = lines[(row.end_lineno or 1) - 1].encode()[row.end_col_offset or 0 :].decode()
        comment = _COMMENT.search(behind)
        if comment is None or not (said := comment["said"].strip()):
            continue
        right = same(found.strip(), said) or found.strip() == said.strip("'\"")
        line = _line(found.strip(), said, right)
        if right or comment["how"]:
            outcomes.append((right, line))
        elif _other_value(found.strip(), said):  # any other comment explains the line, or numbers it
            others.append(line)
    if any(right for right, _ in outcomes):
        outcomes += [(False, line) for line in others]
    wrong = next((line for right, line in outcomes if not right), "")
    return (None, "") if not outcomes else (not wrong, wrong or outcomes[0][1])


def _other_value(printed: str, said: str) -> bool:
    """Are they two values of one kind that differ, also where ``said`` is rounded?"""
    if (both := literals(printed, said)) is None:
        return False
    first, second = both
    if isinstance(first, float) and isinstance(second, float):
        return abs(first - second) > 10.0 ** -len(said.rpartition(".")[2])
    return type(first) is type(second) and first != second


ENDLESS = "endless"
"""The failure of code that does not end; any other is told by the name of its error."""
NEAR = 400
"""Characters before and behind the code that are read."""
_SAID_BESIDE = regex(r"#+([^\n]*)")
_OUTPUT = regex(r"(?:```|~~~)(?:text|output|console|plaintext|)\n")
"""Begins a block that shows what the code gives."""
_SENTENCE_END = regex(r"[.!?;](?=\s|\Z)|\n")
_QUOTES = str.maketrans("", "", '`*"“”~')
_DENIED = regex(r"(?:\b(?:not|never|no longer|no|without|avoids?|prevents?|instead of)|n['’]t)\s+(?:\w+\s+)?\Z", re.I)
"""Before what is announced: it does not happen."""
_CONDITION = regex(r"\b(?:if|when|where|unless|for|on|while)\b", re.IGNORECASE)
"""Behind it: it happens with other input, perhaps."""
_VERB = (
    r"\b(?:rais(?:es?|ed|ing)|thr(?:ows?|own|ew)|gives?|causes?|fails?|crash(?:es)?|ends?|results?|produces?|triggers?|gets?|"
    r"stops?|exits?|leads?|is|see)\b[^\n]{0,40}?"
)
_ENDLESS = regex(
    r"\b(?:infinite(?:ly)?|forever|endless(?:ly)?|without end|never[- ]ending|(?:never|not|n['’]t) (?:ever )?"
    r"(?:ends?|stops?|terminates?|halts?|finish(?:es)?|returns?))\b",
    re.IGNORECASE,
)
_SOMETHING_WRONG = regex(
    r"\b(?:errors?|exceptions?|traceback|fails?|crash(?:es)?|broken|bug(?:s|gy)?|incorrect|invalid|out of memory|"
    r"(?:not|n['’]t|cannot) (?:work|run|compile|parse))\b",
    re.IGNORECASE,
)
_NAMED = regex(r"\w(?:Error|Exception|Iteration|Interrupt|Exit)\b")
_MENDED = regex(r"\b(?:fix\w*|correct(?:ed|s)|handl\w*|catch\w*|repaired|safe(?:ly)?)\b", re.IGNORECASE)
_OTHER_PYTHON = regex(r"\bPython ?2(?:\.\d+)?\b", re.IGNORECASE)


def around(code: str, text: str) -> str:
    """The comments of ``code``, and what stands in ``text`` right before and behind its block, a line for each."""
    said = [comment.strip() for comment in _SAID_BESIDE.findall(code)]
    span = next((block.span for block in python_blocks(text) if block.code == code), None)
    if span is not None:
        before = text[max(0, span.start - NEAR) : span.start].rstrip().rsplit("\n\n", 1)[-1]
        behind = text[span.end : span.end + NEAR].lstrip().split("\n\n", 1)[0].rstrip()
        said.append("" if "```" in before else before)
        said.append(behind if _OUTPUT.match(behind) or not ("```" in behind or behind.endswith(":")) else "")
        said.append(shown_behind(code, text))
    return "\n".join(" ".join(part.split()) for part in said if part)


def speaks(said: str) -> bool:
    """True if ``said`` may announce anything."""
    return any(pattern.search(said) for pattern in (_ENDLESS, _SOMETHING_WRONG, _OTHER_PYTHON, _NAMED))


def label_of(failure: str, said: str) -> Label:
    """What the ``failure`` of code, the name of an error or ``ENDLESS``, says of its text: supported where the text announces
    this very failure, open where it says that something is wrong or that the failure happens with other input, else refuted.
    """
    if failure != ENDLESS and _OTHER_PYTHON.search(said):
        return Label.NOT_ENOUGH_EVIDENCE
    name = rf"\b{re.escape(failure)}\b"
    happens = rf"{name}[^\n]{{0,20}}?\b(?:raised|thrown|occurs?)\b"
    told = rf"\A\W*{name}:|{_VERB}{name}|{happens}|\btraceback\b[^\n]{{0,{NEAR}}}?{name}"
    stated = _ENDLESS if failure == ENDLESS else re.compile(told, re.IGNORECASE)
    open_ = False
    for sentence in _SENTENCE_END.split(said.translate(_QUOTES)):
        if (found := stated.search(sentence)) and not _DENIED.search(sentence, 0, found.start()):
            if not _CONDITION.search(sentence, found.end()):
                return Label.SUPPORTED
            open_ = True
        elif (found := _SOMETHING_WRONG.search(sentence)) and failure != ENDLESS:
            denied = _DENIED.search(sentence, 0, found.start()) or _MENDED.search(sentence)
            open_ = open_ or not (denied or _CONDITION.search(sentence, found.end()))
    return Label.NOT_ENOUGH_EVIDENCE if open_ else Label.REFUTED
