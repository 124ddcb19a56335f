"""What a text says that the code in it prints: in a block or in words behind it, or in comments on its lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from localcheck.agent.tools.code_examples import SHOWN, python_blocks
from localcheck.text.patterns import regex

Same = Callable[[str, str], bool]
_BLOCK = regex(
    rf"\s*(?:[#*_ ]{{0,8}}{SHOWN}[*_]{{0,3}}[:：]?[*_]{{0,3}}[ \t]*\n\s*(?:```|~~~)[a-z]*"
    r"|(?:```|~~~)(?:output|console|text|plaintext))"
    r"[ \t]*\n(?P<said>[^`~]*?)\n?(?:```|~~~)",
    re.IGNORECASE,
)
_INLINE = regex(
    rf"\s*[#*_]{{0,4}}{SHOWN}[*_]{{0,3}}[:：]?[*_]{{0,3}} ?`(?P<said>[^`\n]+)`\s*(?:[.。]|\n|$)", re.IGNORECASE
)
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
        if not right and "\n" in printed and "\n" not in said:
            return None, ""  # one line of several is told
        return right, _line(printed, said, right)
    return _by_comments(code, printed.splitlines(), same)


def _line(printed: str, said: str, right: bool) -> str:
    first, second = (" / ".join(text.splitlines()) for text in (printed, said))
    return f"the code prints {first}, as the text says" if right else f"the code prints {first}; the text says {second}"


def shown_behind(code: str, text: str) -> str:
    """The output that ``text`` shows right behind the block ``code``; empty where it shows none."""
    end = next((block.span.end for block in python_blocks(text) if block.code == code), None)
    found = None if end is None else _BLOCK.match(text, end) or _INLINE.match(text, end)
    return found["said"].strip() if found else ""


def _by_comments(code: str, printed: list[str], same: Same) -> tuple[bool | None, str]:
    """The same by the comments behind the lines that print, where each of these prints one line: ``print(1 + 1)  # 2``."""
    lines = code.splitlines()
    rows = [statement for statement in ast.parse(code).body if _prints(statement)]
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
    try:
        first, second = ast.literal_eval(printed), ast.literal_eval(said)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return False
    if isinstance(first, float) and isinstance(second, float):
        return abs(first - second) > 10.0 ** -len(said.rpartition(".")[2])
    return type(first) is type(second) and first != second


def _prints(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(ast.Call(ast.Name("print"))):
            return True
    return False
