"""``code_interpreter``: runs Python of a checked text in the sandbox, with its own tests or the examples it is given."""

from __future__ import annotations

import builtins
import doctest
import re
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from localcheck.agent.tools import code_examples
from localcheck.agent.tools.code_examples import Example
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered, strings
from localcheck.agent.tools.excerpts import cut, goes_on, lacking
from localcheck.agent.tools.sandbox import Outcome, choose, run_python
from localcheck.agent.tools.sandbox import harness as sandbox_harness
from localcheck.agent.tools.sandbox.program import Choice
from localcheck.agent.tools.stated_output import ENDLESS, around, judged_output, label_of, shown_behind, speaks
from localcheck.errors import SandboxError, ToolError
from localcheck.text.patterns import regex
from localcheck.types import Label

MOST_EXAMPLES = 12
_LACKING = frozenset({"EOFError", "URLError", "HTTPError", "gaierror", "herror", "TclError"})
"""Names of errors, beside those of the operating system, of a program that gets no input, network or screen."""
_OUTSIDE = regex(
    r"\b(?:argv|argparse|getopt|stdin|environ|getenv|socket|urllib|http)\b|\b(?:open|input|read_text|read_bytes)\("
)
"""What a program that asks for something from outside has in it."""
_ASKED_FOR = regex(r"\b(?:argv|stdin|environ|getenv|parse_args)\b|\binput\(")
"""In the line that failed: it read what nobody gave."""
_ERROR = regex(r"^(?:\w+\.)*(\w+)(?::.*)?$", re.MULTILINE)
_LINE = regex(r'^  File "program\.py", line (\d+)', re.MULTILINE)
_VARIES = regex(
    r"\brandom\b|\btime\.|\b(?:now|today|utcnow|id|hash)\(|\b(?:uuid\d?|secrets|urandom|getpid|platform|version)\b|\b0x[\da-f]"
)
"""In a program, an input or an output: it need not be the same the next time."""
LIMITS = {
    "time": ("does not end within the time limit", ENDLESS),
    "output": ("prints more than is read", ENDLESS),
    "memory": ("needs more memory than it is given", "MemoryError"),
}
"""What stops a program here, in words, and the failure that it is. None of them refutes it: elsewhere it may go on."""
OPEN = "left open: the text around it speaks of an error or of another Python"
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def code_interpreter(*, sandbox: Choice = "auto") -> DescribedTool:
    """Python in a sandbox. ``sandbox`` chooses the isolation; ``none`` runs without, for users who insist."""

    def run(arguments: Arguments) -> ToolResult:
        code, question, context = (str(arguments.get(name, "")) for name in ("code", "question", "context"))
        return _run(code, question, context, code_examples.needed(code, context), sandbox)

    return DescribedTool(
        "code_interpreter",
        "Runs Python code without network and with limits, with its own assertions, or with the examples of its "
        "docstrings and of the question; says whether it does what it should.",
        strings("code", "question", "context"),
        ("code",),
        run,
        _rule,
        priority=80,
    )


def _run(code: str, question: str, context: str, before: str, sandbox: Choice) -> ToolResult:
    """``before``: code of the same text (``context``) that this code builds on, run in front of it."""
    typed, said = code_examples.is_session(code), around(code, context)
    try:
        tried = code_examples.session(code) if typed else []
    except ValueError as error:
        return answered("code_interpreter", f"not run: this is no session as doctest reads it ({error})")
    if not typed and not code_examples.parses(code):
        return _failing(_syntax_error(code), "SyntaxError", said, cut(code))
    program = "" if typed else code
    if goes_on(f"{before}\n{program}") and label_of(ENDLESS, said) is Label.REFUTED:
        return answered("code_interpreter", "not run: it goes on until somebody stops it")
    own = code_examples.tests_itself(program)
    if not typed and not own:
        tried = code_examples.examples(program, question)[:MOST_EXAMPLES]
    program = f"{before}\n{program}"
    word = secrets.token_hex(8)
    try:
        outcome = run_python(_harnessed(program, tried, typed, word), choose(sandbox), name="harness.py")
    except SandboxError as error:
        raise ToolError(f"code_interpreter: {error.message}", error.hint) from error
    if outcome.status != "ended" or outcome.code:
        return _failed(outcome, program, before, said)
    told = {(what, number): text for what, number, text in _told(outcome.stdout, word)}
    if ("end", 0) not in told:
        return answered("code_interpreter", "not run to its end: the code ends itself before that")
    right, line = (None, "") if typed or before else judged_output(code, context, _printed(outcome.stdout, word), _same)
    if right is False and not _VARIES.search(program):
        label = Label.REFUTED if label_of("AssertionError", said) is Label.REFUTED else Label.NOT_ENOUGH_EVIDENCE
        return answered("code_interpreter", line if label is Label.REFUTED else f"{line}; {OPEN}", label)
    if any(e.value for e in tried):
        return _compared(tried, told, program, said)
    return _ran(own, line if right else "")


def _ran(own: bool, printed: str) -> ToolResult:
    """The result for code that runs and has no examples: by its ``own`` assertions, or as it ``printed`` what the text says."""
    if own:
        return answered("code_interpreter", "the code runs, and all its own assertions hold", Label.SUPPORTED)
    if printed:
        return answered("code_interpreter", printed, Label.SUPPORTED)
    return answered("code_interpreter", "the code runs without an error; it has no test and no example to try")


def _harnessed(program: str, tried: list[Example], typed: bool, word: str) -> str:
    """What is sent into the sandbox: it runs the program, and then the examples, without what they should give."""
    source = Path(sandbox_harness.__file__).read_text(encoding="utf-8")
    return f"{source}\n\nmain({program!r}, {[e.call for e in tried]!r}, {typed!r}, {word!r})\n"


def _told(stdout: str, word: str) -> Iterator[tuple[str, int, str]]:
    """What the harness has said: what kind of thing it tells, of which example, and the text; empty where that was too long."""
    for line in stdout.split("\n"):
        match = re.match(rf"{word} (\w+) (\d{{1,9}}) (.*)", line)
        if match and (said := code_examples.literals(match[3] or "''")):  # else the harness did not write the line
            yield match[1], int(match[2]), str(said[0])


def _printed(stdout: str, word: str) -> str:
    """What the program itself printed, without the lines of the harness."""
    return "\n".join(line for line in stdout.split("\n") if not line.startswith(word))


def _compared(tried: list[Example], told: Mapping[tuple[str, int], str], program: str, said: str) -> ToolResult:
    lines: list[str] = []
    wrong, open_ = "", ""
    for number, example in enumerate(tried):
        if not example.value:
            continue
        found = told.get(("value", number)) or told.get(("printed", number), "").strip()
        same = _same(found, example.value) if found else None
        if not same and any(_VARIES.search(text) for text in (program, example.call, example.value)):
            same = None
        if same is None:
            open_ = open_ or f"{example.call} gives nothing that can be compared with {example.value}"
            continue
        compared = ", as its example says" if same else f"; its example says {example.value}"
        lines.append(f"{example.call} gives {found}{compared}")
        wrong = wrong or ("" if same else lines[-1])
    if wrong and label_of("AssertionError", said) is not Label.REFUTED:
        return answered("code_interpreter", "\n".join([f"{wrong}; {OPEN}", *lines]))
    if wrong:
        return answered("code_interpreter", "\n".join(lines), Label.REFUTED, wrong)
    if open_:
        return answered("code_interpreter", "\n".join([open_, *lines]))
    return answered("code_interpreter", "\n".join(lines), Label.SUPPORTED)


def _same(found: str, wanted: str) -> bool:
    """Are two outputs the same, as doctest compares them, or the values that they stand for?"""
    if doctest.OutputChecker().check_output(f"{wanted}\n", f"{found}\n", _FLAGS):
        return True
    if (both := code_examples.literals(found, wanted)) is None:
        return False
    first, second = both
    if isinstance(first, float) and isinstance(second, int | float):
        return abs(first - second) <= 1e-6 * max(1, abs(second))
    return bool(first == second)


def _failed(outcome: Outcome, code: str, before: str, said: str) -> ToolResult:
    failed = [int(line) for line in _LINE.findall(outcome.stderr)]
    if before and (outcome.status != "ended" or (failed and failed[0] <= before.count("\n") + 1)):
        return answered("code_interpreter", "not run: the code of this text that it builds on fails")
    if outcome.status in LIMITS:
        what, failure = LIMITS[outcome.status]
        return _failing(f"not run to its end: the code {what}", failure, said, "elsewhere it may go on")
    error = _last_error(outcome)
    if sandbox_harness.REFUSED in outcome.stderr:
        return answered("code_interpreter", "not run to its end: the code looks into the interpreter that runs it")
    if error.startswith(("ModuleNotFoundError", "ImportError")):
        return answered("code_interpreter", f"not run: the sandbox has the standard library only ({error})")
    if _lacks(outcome, code):
        return answered(
            "code_interpreter", f"not run to its end: the sandbox gives no input, network or files ({error})"
        )
    return _failing(f"the code fails: {error}", error.partition(":")[0].rpartition(".")[2], said, lacking(code, error))


def _failing(what: str, failure: str, said: str, excused: str) -> ToolResult:
    """The result for code that fails: it confirms a text that says so. ``excused``: why that says nothing of other texts."""
    label = label_of(failure, said)
    if excused and label is Label.REFUTED:
        return answered("code_interpreter", f"{what}; left open: {excused}")
    told = {Label.SUPPORTED: ", as the text says", Label.NOT_ENOUGH_EVIDENCE: f"; {OPEN}"}.get(label, "")
    return answered("code_interpreter", f"{what}{told}", label)


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
        where = f" in line {line}" if (line := getattr(error, "lineno", None)) else ""
        return f"the code is not valid Python: {getattr(error, 'msg', error)}{where}"
    return "the code is not valid Python"


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for a unit that is a block of Python; else None."""
    blocks = code_examples.python_blocks(unit.text)
    programs = {block.code.strip() for block in code_examples.python_blocks(unit.document or unit.text)}
    if unit.whole or not blocks or blocks[0].code.strip() not in programs:
        return None  # alone it may look like a program that the text shows as an output
    arguments = {"code": blocks[0].code, "question": unit.question}
    code, text = blocks[0].code, unit.document
    told = code_examples.needed(code, text) or shown_behind(code, text) or speaks(around(code, text))
    return {**arguments, "context": unit.document} if told else arguments
