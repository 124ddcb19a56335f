"""Code that is part of a program, or runs until somebody stops it: that it fails says nothing about the program. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from localcheck.agent.tools.code_examples import calls, names, parses
from localcheck.text.patterns import regex

_UNKNOWN = regex(r"NameError: name '(\w+)' is not defined")
_AROUND = regex(r"SyntaxError: '(?:return|yield|await|break|continue)' (?:outside|not properly in)")
_LEFT_OUT = regex(r"^[ \t]*(?:\.\.\.|…)[ \t]*,?[ \t]*(?:#.*)?$", re.MULTILINE)
_BEGINS_INSIDE = regex(r"\s*\n?(?:[ \t]+\S|(?:else|elif|except|finally|case)\b)")
_OF_A_SHELL = regex(r"^(?:[!%]\w|%%|\$ )", re.MULTILINE)
_SIGNATURE = regex(r"(?:@[^\n]*\n)*(?:async )?(?:def|class) ")
_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_ENDS = (ast.Break, ast.Return, ast.Raise, ast.Yield)


def lacking(code: str, error: str) -> str:
    """Why code that runs into this error is an excerpt; empty where it may be wrong itself.

    >>> error = "NameError: name 'y' is not defined"
    >>> lacking("x = y", error), lacking("x = y; y = 1", error)
    ('nothing defines y', '')
    """
    unknown = _UNKNOWN.match(error)
    if unknown and unknown[1] not in names(code)[1]:
        return f"nothing defines {unknown[1]}"
    return "it lacks the function or the loop around it" if _AROUND.match(error) else ""


def cut(code: str) -> str:
    """Why code that is not valid Python is an excerpt; empty where it may be meant as a whole program.

    >>> cut("else:\\n    x = 1"), cut("def f(x: int) -> str"), cut("print 1")
    ('it lacks its beginning', 'it lacks the body of its last line', '')
    """
    if _OF_A_SHELL.search(code):
        return "it is for a notebook or a shell"
    if _LEFT_OUT.search(code):
        return "... stands for what it leaves out"
    if _BEGINS_INSIDE.match(code):
        return "it lacks its beginning"
    signature = code.rstrip()
    header = signature.endswith(":") or _SIGNATURE.match(code)
    if header and parses(f"{signature.removesuffix(':')}: ..."):
        return "it lacks the body of its last line"
    return ""


def goes_on(code: str) -> bool:
    """Does a program run into a loop without a way out, itself or in a function that it calls, as one does that waits for
    requests?

    >>> goes_on("while True:\\n    serve()"), goes_on("while True:\\n    if done(): break")
    (True, False)
    """
    program = ast.parse(code)
    functions = (node for node in program.body if isinstance(node, ast.FunctionDef))
    endless = {function.name for function in functions if any(map(_without_end, _run_with(function)))}
    return any(_without_end(node) or calls(node, endless) for node in _run_with(program))


def _without_end(node: ast.AST) -> bool:
    if not isinstance(node, ast.While) or not isinstance(node.test, ast.Constant) or not node.test.value:
        return False
    return not any(isinstance(part, _ENDS) or _exits(part) for part in ast.walk(node))


def _run_with(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a program or a function does: not what the functions in it do."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, _LATER)]


def _exits(node: ast.AST) -> bool:
    match node:
        case ast.Name("exit" | "quit") | ast.Attribute(attr="exit" | "_exit" | "abort" | "kill"):
            return True
    return False
