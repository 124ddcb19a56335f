"""``code_interpreter``: runs Python of a checked text in the sandbox, with its own tests or the examples it is given."""

from __future__ import annotations

import builtins
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress

from localcheck.agent.tools.code_examples import (
    Example,
    examples,
    is_session,
    needed,
    parses,
    python_blocks,
    session,
    tests_itself,
)
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered
from localcheck.agent.tools.sandbox import Outcome, choose, run_python
from localcheck.agent.tools.sandbox.isolation import Choice
from localcheck.errors import SandboxError, ToolError
from localcheck.system.jsontext import NotJson, parse
from localcheck.types import Label

MOST_EXAMPLES = 12
_LACKING = frozenset({"EOFError", "URLError", "HTTPError", "gaierror", "herror", "TclError"})
"""Names of errors, beside those of the operating system, of a program that gets no input, network or screen."""
_OUTSIDE = re.compile(
    r"\b(?:argv|argparse|getopt|stdin|environ|getenv|socket|urllib|http)\b|\b(?:open|input|read_text|read_bytes)\("
)
"""What a program that asks for something from outside has in it."""
_ASKED_FOR = re.compile(r"\b(?:argv|stdin|environ|getenv|parse_args)\b|\binput\(")
"""In the line that failed: it read what nobody gave."""
_ERROR = re.compile(r"^(?:\w+\.)*(\w+)(?::.*)?$", re.MULTILINE)
_LINE = re.compile(r'^  File "program\.py", line (\d+)', re.MULTILINE)
_HARNESS = """

def _localcheck_examples():
    import json, sys
    for number, (call, value) in enumerate(json.loads({pairs!r})):
        if not value:
            exec(compile(call + "\\n", "program.py", "single"), globals())
            continue
        found = eval(call)
        if found is None and value != "None":
            continue
        wanted = eval(value)
        same = found == wanted or repr(found) == value
        close = isinstance(found, float) and isinstance(wanted, (int, float))
        close = close and abs(found - wanted) <= 1e-6 * max(1, abs(wanted))
        sys.stdout.write("\\n{nonce} " + json.dumps([number, bool(same or close), repr(found)[:200]]) + "\\n")

_localcheck_examples()
"""


def code_interpreter(*, sandbox: Choice = "auto") -> DescribedTool:
    """Python in a sandbox. ``sandbox`` chooses the isolation; ``none`` runs without, for users who insist."""

    def run(arguments: Arguments) -> ToolResult:
        code, question, context = (str(arguments.get(name, "")) for name in ("code", "question", "context"))
        return _run(code, question, needed(code, context), sandbox)

    return DescribedTool(
        "code_interpreter",
        "Runs Python code without network and with limits, with its own assertions, or with the examples of its "
        "docstrings and of the question; says whether it does what it should.",
        {"code": {"type": "string"}, "question": {"type": "string"}, "context": {"type": "string"}},
        ("code",),
        run,
        _rule,
        priority=80,
    )


def _run(code: str, question: str, before: str, sandbox: Choice) -> ToolResult:
    """``before``: code of the same text that this code builds on, run in front of it."""
    typed = is_session(code)
    try:
        tried = session(code) if typed else []
    except ValueError as error:
        return answered("code_interpreter", f"not run: this is no session as doctest reads it ({error})")
    if not typed and not parses(code):
        return answered("code_interpreter", _syntax_error(code), Label.REFUTED)
    program = "" if typed else code
    own = tests_itself(program)
    if not typed and not own:
        tried = examples(program, question)[:MOST_EXAMPLES]
    program = f"{before}\n{program}"
    nonce = secrets.token_hex(8)
    try:
        outcome = run_python(program + (_harness(tried, nonce) if tried else ""), choose(sandbox))
    except SandboxError as error:
        raise ToolError(f"code_interpreter: {error.message}", error.hint) from error
    if outcome.status != "ended" or outcome.code:
        return _failed(outcome, program, before)
    if own:
        return answered("code_interpreter", "the code runs, and all its own assertions hold", Label.SUPPORTED)
    if not any(e.value for e in tried):
        return answered("code_interpreter", "the code runs without an error; it has no test and no example to try")
    return _compared(tried, outcome, nonce)


def _harness(tried: list[Example], nonce: str) -> str:
    return _HARNESS.format(pairs=json.dumps([[e.call, e.value] for e in tried]), nonce=nonce)


def _compared(tried: list[Example], outcome: Outcome, nonce: str) -> ToolResult:
    rows = list(_rows(outcome.stdout, nonce, len(tried)))
    lines = [
        f"{tried[i].call} gives {found}" + (", as its example says" if same else f"; its example says {tried[i].value}")
        for i, same, found in rows
    ]
    wrong = next((line for line, row in zip(lines, rows, strict=True) if not row[1]), None)
    if not rows:
        return answered("code_interpreter", "the code ended before its examples were tried")
    label = Label.REFUTED if wrong else Label.SUPPORTED
    return answered("code_interpreter", "\n".join(lines), label, wrong or lines[0])


def _rows(stdout: str, nonce: str, count: int) -> Iterator[tuple[int, bool, str]]:
    """What the harness has printed. The program may have found the nonce: a line that the harness did not write is ignored."""
    for line in stdout.split("\n"):
        if not line.startswith(nonce):
            continue
        with suppress(NotJson):
            match parse(line[len(nonce) :]):
                case [int(number), bool(same), str(found)] if 0 <= number < count:
                    yield number, same, found


def _failed(outcome: Outcome, code: str, before: str) -> ToolResult:
    failed = [int(line) for line in _LINE.findall(outcome.stderr)]
    if before and (outcome.status != "ended" or (failed and failed[0] <= before.count("\n") + 1)):
        return answered("code_interpreter", "not run: the code of this text that it builds on fails")
    limits = {
        "time": "the code does not end within the time limit",
        "output": "the code prints without end",
        "memory": "the code needs more memory than it is given",
    }
    if outcome.status in limits:
        return answered("code_interpreter", limits[outcome.status], Label.REFUTED)
    error = _last_error(outcome)
    if error.startswith(("ModuleNotFoundError", "ImportError")):
        return answered("code_interpreter", f"not run: the sandbox has the standard library only ({error})")
    if _lacks(outcome, code):
        return answered(
            "code_interpreter", f"not run to its end: the sandbox gives no input, network or files ({error})"
        )
    return answered("code_interpreter", f"the code fails: {error}", Label.REFUTED)


def _lacks(outcome: Outcome, code: str) -> bool:
    """Did the program fail for want of what the sandbox does not give? That says nothing about the program."""
    if any(_lacking(name) for name in _ERROR.findall(outcome.stderr)):  # also one that it turned into another error
        return True
    failed = _LINE.findall(outcome.stderr)
    if not failed:  # it ended itself, as by its usage
        return bool(_OUTSIDE.search(code))
    lines = code.splitlines()
    last = int(failed[-1])
    return 0 < last <= len(lines) and _ASKED_FOR.search(lines[last - 1]) is not None


def _lacking(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return name in _LACKING or (isinstance(kind, type) and issubclass(kind, OSError))


def _last_error(outcome: Outcome) -> str:
    lines = [line for line in outcome.stderr.strip().splitlines() if line.strip()]
    failed = next((line.strip() for line in reversed(lines) if line.startswith("    ") and "^" not in line), "")
    last = lines[-1] if lines else f"exit code {outcome.code}"
    return f"{last} ({failed})" if failed and last.startswith("AssertionError") else last


def _syntax_error(code: str) -> str:
    try:
        compile(code, "program.py", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f" in line {error.lineno}" if isinstance(error, SyntaxError) else ""
        return f"the code is not valid Python: {getattr(error, 'msg', error)}{where}"
    return "the code is not valid Python"


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for a unit that is a block of Python; else None."""
    blocks = python_blocks(unit.text)
    if unit.whole or not blocks:
        return None
    arguments = {"code": blocks[0].code, "question": unit.question}
    return {**arguments, "context": unit.document} if needed(blocks[0].code, unit.document) else arguments
