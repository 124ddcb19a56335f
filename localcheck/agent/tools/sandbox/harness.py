"""Runs a program of a checked text, then its examples, and says what came out. Sent into the sandbox as text; no other modules.

The program may replace every function of every module, and end the process where it likes. So what is needed after it is kept
in local names before it runs; each line that is said begins with a word that the program does not know; and what would show
it the frames of this code, where that word stands, is refused. Values leave as literals, and are compared outside.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

REFUSED = "localcheck: a checked program may not look into its interpreter"
LONGEST = 2000
"""Characters of a value or an output that are told; of a longer one it is told that there is one."""
DEEPEST = 20
_FRAMES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame", "__closure__"})
_EVENTS = frozenset(
    "sys._getframe sys._current_frames sys._current_exceptions sys.settrace sys.setprofile sys.monitoring.register_callback"
    " gc.get_objects gc.get_referrers gc.get_referents ctypes.dlopen os.symlink os.link".split()
)
_MODULES = frozenset({"ctypes", "_ctypes", "_signal", "_testcapi", "_testinternalcapi"})


def guard() -> list[bool]:
    """Refuse, until the list that is returned is emptied, what gives a program the frames or the memory of its interpreter.

    A ``ValueError``, which the standard library expects where there are no frames (``namedtuple``, ``enum``).
    """
    on, frames, events, modules, kind, texts = [True], _FRAMES, _EVENTS, _MODULES, type, (str, bytes)

    def hook(event: str, given: tuple[Any, ...]) -> None:
        refused = event in events
        if event == "object.__getattr__":
            refused = given[1] in frames
        elif event == "import":
            refused = given[0] in modules
        elif event == "open" and kind(given[0]) in texts:  # an open file may be given as its number
            parts = given[0].split("/") if kind(given[0]) is texts[0] else given[0].decode("latin-1").split("/")
            refused = "proc" in parts or "mem" in parts
        if refused and on:
            raise ValueError(REFUSED)

    def no_signal(number: int, handler: object) -> None:
        raise ValueError(REFUSED)  # a handler is given a frame

    def no_trace(function: object) -> None:
        """Nothing is traced; ``doctest`` only puts back what was there."""

    for module in (signal, sys.modules["_signal"]):
        vars(module)["signal"] = no_signal
    vars(sys)["settrace"] = no_trace
    sys.addaudithook(hook)
    return on


def literals() -> Callable[[Any], bool]:
    """Says of a value whether it is made of nothing but what Python writes as literals."""
    scalars, rows, pairs = (int, float, complex, bool, str, bytes, type(None)), (list, tuple, set, frozenset), dict
    kind, every, deepest = type, all, DEEPEST

    def literal(value: Any, depth: int = 0) -> bool:
        if depth > deepest:
            return False
        if kind(value) in rows:
            return every(literal(item, depth + 1) for item in value)
        if kind(value) is pairs:
            return literal([*value.keys(), *value.values()], depth + 1)
        return kind(value) in scalars

    return literal


def main(program: str, calls: list[str], typed: bool, word: str) -> None:
    """Run ``program``, and then ``calls``: inputs of a session (``typed``), or expressions."""
    build, run, evaluate, show, say, size, longest = compile, exec, eval, repr, os.write, len, LONGEST
    system, output, buffered, each = sys, sys.stdout, io.StringIO, enumerate(calls)

    def tell(what: str, number: int, text: str) -> None:
        say(1, f"\n{word} {what} {number} {show(text) if size(text) <= longest else ''}\n".encode())

    on, literal = guard(), literals()
    space = {"__name__": "__main__", "__builtins__": __builtins__}
    try:
        run(build(program, "program.py", "exec", 0, True), space)
        for number, call in each:
            system.stdout = buffer = buffered()
            code = build(call + "\n", "program.py", "single" if typed else "eval", 0, True)
            value = run(code, space) if typed else evaluate(code, space)
            system.stdout = output
            if value is None:
                tell("printed", number, buffer.getvalue())
            elif literal(value):
                tell("value", number, show(value))
    except BaseException:
        on.clear()  # what prints the error looks at frames too
        raise
    tell("end", 0, "")
