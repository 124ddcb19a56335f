"""Python in a text: where it stands, and the examples by which it can be tested."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from localcheck.text.fences import fences
from localcheck.text.patterns import regex
from localcheck.types import Span

_BEGINS = regex(r"(?:from\s+[\w.]+\s+import\s|import\s+\w|def\s+\w+\s*\(|class\s+\w+|@\w+|async\s+def\s)")
_PROMPT = regex(r"^\s*>>>\s?(.+)$")
_ARROW = regex(
    r"^\s*[-*•]?\s*(?:>>>\s*)?(?P<call>[A-Za-z_]\w*\(.*\))"
    r"\s*(?:==>|=>|->|➞|→|==|=|returns?|should return|返回|应该返回)\s*(?P<value>\S.*?)\s*$"
)
NEAR = 100
"""Characters before a block in which its announcement is looked for."""
SHOWN = (
    r"(?:(?:the |this |it |expected |sample |program(?:['’]s)? |script(?:['’]s)? |code(?:['’]s)? |will |would ){0,4}"
    r"(?:outputs?|prints?|displays?)(?: (?:is|will be|would be|looks like|the following|should be)){0,2}"
    r"|输出(?:结果)?(?:为|是)?|(?:运行|打印)结果(?:为|是)?|打印出?)"
)
"""The words with which a text shows what code prints, a pattern."""
_LEADS_IN = regex(rf"(?:^|\n)[#*_ ]{{0,8}}{SHOWN}[*_]{{0,3}}[:：]?[*_]{{0,3}}\s*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of code in a text."""

    span: Span
    """With its fence."""
    code: str
    language: str
    """As the fence says; ``python`` for code without a fence that parses as Python."""


@dataclass(frozen=True, slots=True)
class Example:
    """A call and what it should give, both Python expressions; or an input of a session and what is shown below it."""

    call: str
    value: str
    """Empty where the call is only run: an input of a session without an output."""


def code_blocks(text: str) -> list[Block]:
    """Fenced blocks, or stretches of lines that are Python definitions."""
    fenced = []
    for fence in fences(text):
        code, before = fence.body.of(text), text[max(0, fence.span.start - NEAR) : fence.span.start]
        fenced.append(Block(fence.span, code, fence.language or _guessed(code, before)))
    return fenced or list(_bare(text))


def _guessed(code: str, before: str) -> str:
    """The language of a block that states none; words, numbers and what is shown as an output are no program."""
    if _LEADS_IN.search(before):
        return ""
    return "python" if is_session(code) or (parses(code) and _does_something(code)) else ""


def _does_something(code: str) -> bool:
    """Is there more in it than expressions that call nothing, such as ``hello`` or ``Name | Age``?"""
    program = ast.parse(code)
    calls = any(isinstance(node, ast.Call) for node in ast.walk(program))
    return calls or not all(isinstance(statement, ast.Expr) for statement in program.body)


def python_blocks(text: str) -> list[Block]:
    """The blocks that are Python, programs and sessions of the interpreter."""
    return [b for b in code_blocks(text) if b.language in ("python", "py", "python3", "pycon")]


def is_session(code: str) -> bool:
    """Is this what somebody typed into the interpreter (``>>> 1 + 1``), with its output?"""
    return code.lstrip().startswith(">>>")


def session(code: str) -> list[Example]:
    """The inputs of a session in their order. Raises ``ValueError`` for one that ``doctest`` cannot read."""
    return [
        Example(e.source.rstrip(), e.want.strip())
        for e in doctest.DocTestParser().get_examples(code)
        if e.exc_msg is None
    ]


def needed(code: str, text: str) -> str:
    """The Python of ``text`` before its block ``code`` that binds names which the block uses and does not define."""
    blocks = [b.code for b in python_blocks(text)]
    kept: list[str] = []
    missing = names(_program(code))[0]
    for earlier in reversed(blocks[: blocks.index(code)] if code in blocks else ()):
        program = _program(earlier)
        used, bound = names(program)
        if missing & bound:
            kept.insert(0, program)
            missing = (missing - bound) | used
    return "\n".join(kept)


def _program(code: str) -> str:
    """A block as a program that runs; empty if it is none."""
    if not is_session(code):
        return code if parses(code) else ""
    try:
        program = "\n".join(e.call for e in session(code))
    except ValueError:
        return ""
    return program if parses(program) else ""


def names(program: str) -> tuple[set[str], set[str]]:
    """The names that a program uses and does not define, and those that it binds."""
    used, defined, assigned = set[str](), set[str](), set[str]()
    for node in ast.walk(ast.parse(program)):
        match node:
            case ast.Name(name, ast.Load()):
                used.add(name)
            case ast.Name(name):
                assigned.add(name)
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                defined.add(name)
            case ast.alias(name, given):
                defined.add((given or name).partition(".")[0])
    return used - defined, defined | assigned


def _bare(text: str) -> Iterator[Block]:
    """From the first line that begins code to the last with which it still parses, when it defines something."""
    lines = text.splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if _BEGINS.match(line)]
    if not starts or not any(line.startswith(("def ", "class ", "async def ")) for line in lines):
        return
    first = starts[0]
    last = next(
        (n for n in range(len(lines), first, -1) if lines[n - 1].strip() and parses("".join(lines[first:n]))), first
    )
    rest = [line for line in lines[last:] if line.strip()]
    if last == first or _mostly_code(rest):  # what follows is code as well: it does not parse
        last = len(lines)
    code = "".join(lines[first:last])
    if parses(code) or _mostly_code(lines[first:last]):
        start = sum(map(len, lines[:first]))
        yield Block(Span(start, start + len(code.rstrip())), code, "python")


def _mostly_code(lines: list[str]) -> bool:
    """Does a stretch that does not parse look like code all the same? Then it is code with a syntax error."""
    filled = [line for line in lines if line.strip()]
    indented = sum(line[0] in " \t@#" or bool(_BEGINS.match(line)) for line in filled)
    return bool(filled) and indented >= 0.6 * len(filled)


def parses(code: str) -> bool:
    """Is this Python?"""
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def tests_itself(code: str) -> bool:
    """Does the program assert something when it runs: at its top level, or in a function that it calls there? ``assert True``
    asserts nothing.
    """
    tree = ast.parse(code)
    asserting = {f.name for f in tree.body if isinstance(f, ast.FunctionDef) and any(_asserts(n) for n in ast.walk(f))}
    return any(_asserts(s) or (isinstance(s, ast.Expr) and calls(s.value, asserting)) for s in tree.body)


def calls(node: ast.AST, functions: Collection[str]) -> bool:
    """Is this a call of one of these functions, by its name?"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def _asserts(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant)


def examples(code: str, question: str = "") -> list[Example]:
    """Calls of functions that ``code`` defines, with their results, from its docstrings and from the question."""
    tree = ast.parse(code)
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    texts = [ast.get_docstring(f) or "" for f in functions] + [question]
    names = {f.name for f in functions if not isinstance(f, ast.AsyncFunctionDef)}  # a call of one gives no result yet
    found = [e for text in texts for e in (*_prompted(text), *_arrows(text)) if _usable(e, names)]
    return list(dict.fromkeys(found))


def _prompted(text: str) -> Iterator[Example]:
    """``>>> call`` and the line below it, as doctest has them."""
    lines = text.splitlines()
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        match = _PROMPT.match(line)
        if match and following.strip() and not _PROMPT.match(following):
            yield Example(match.group(1).strip(), following.strip())


def _arrows(text: str) -> Iterator[Example]:
    """``call == value``, ``call ➞ value``, ``call returns value``."""
    for line in text.splitlines():
        if (match := _ARROW.match(line)) is not None:
            yield Example(match["call"], match["value"].split(" #")[0].rstrip(" .。"))


def _usable(example: Example, names: set[str]) -> bool:
    """Does the expression call a known function, and is the value a literal? What ``print`` shows is no value."""
    try:
        call = ast.parse(example.call, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    called = {n.func.id for n in ast.walk(call) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return bool(called & names) and "print" not in called and literals(example.value) is not None


def literals(*texts: str) -> tuple[Any, ...] | None:
    """The values that are written in ``texts`` as Python writes them; None where one of them is no literal."""
    try:
        return tuple(ast.literal_eval(text) for text in texts)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None
