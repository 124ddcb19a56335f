"""Escape attempts: every one of them must fail, with the machine unharmed. Small numbers, hard limits."""

from __future__ import annotations

import os
import textwrap
import time
from functools import cache
from pathlib import Path

import pytest

from localcheck.agent.tools.code_interpreter import code_interpreter
from localcheck.agent.tools.described import Unit
from localcheck.agent.tools.sandbox import Isolation, Limits, Outcome, choose, run_python
from localcheck.agent.tools.sandbox.program import _problem
from localcheck.agent.tools.stated_output import around, label_of
from localcheck.errors import SandboxError
from localcheck.types import Label, Span

SMALL = Limits(wall_seconds=6, cpu_seconds=3, memory_bytes=128 * 1024 * 1024, processes=5)


BOTH = ("namespaces", "bubblewrap")
"""bubblewrap as root too, which ``choose`` refuses because only the number of processes is unbounded."""


@cache
def problem(name: str) -> str:
    """Why this isolation does not work here. A process finds that out: not while tests are collected."""
    return _problem(Isolation(name))


@pytest.fixture(scope="module")
def some_isolation() -> None:
    """Skips where none is possible."""
    if all(map(problem, BOTH)):
        pytest.skip("no isolation is possible here: no user namespaces, no bubblewrap")


needs_isolation = pytest.mark.usefixtures("some_isolation")


@pytest.fixture(params=BOTH)
def isolation(request: pytest.FixtureRequest) -> Isolation:
    if why := problem(request.param):
        pytest.skip(f"{request.param}: {why}")
    return Isolation(request.param)


def run(code: str, isolation: Isolation, limits: Limits = SMALL) -> Outcome:
    return run_python(textwrap.dedent(code), isolation, limits)


@needs_isolation
def test_a_program_runs_and_its_output_comes_back(isolation: Isolation) -> None:
    done = run("import sys; print('é', 6 * 7); print('err', file=sys.stderr); sys.exit(3)", isolation)
    assert (done.status, done.code, done.stdout, done.stderr) == ("ended", 3, "é 42\n", "err\n")
    assert done.isolation == isolation.name


@needs_isolation
def test_home_and_secrets_are_not_there(isolation: Isolation, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hush")
    os.environ["LOCALCHECK_TEST_SECRET"] = "hush"
    try:
        done = run(
            f"""
            import os, pathlib
            for place in ({str(secret)!r}, {str(Path.home() / ".ssh")!r}, "/etc/shadow", "/etc/passwd", "/sys", "/var"):
                try:
                    print(os.listdir(place) if os.path.isdir(place) else open(place).read())
                except OSError as error:
                    print(type(error).__name__)
            first = open("/proc/self/environ").read() if os.path.exists("/proc/self") else ""
            print("hush" in str(os.environ), "hush" in first)
            """,
            isolation,
        )
    finally:
        del os.environ["LOCALCHECK_TEST_SECRET"]
    assert done.stdout.split() == ["FileNotFoundError"] * 6 + ["False", "False"]


@needs_isolation
def test_there_is_no_network(isolation: Isolation) -> None:
    done = run(
        """
        import socket
        for address in (("192.0.2.1", 80), ("127.0.0.1", 22)):
            try:
                socket.create_connection(address, 2)
            except OSError as error:
                print("refused")
        print(sorted(name for _, name in socket.if_nameindex()))
        """,
        isolation,
    )
    assert done.stdout.splitlines() == ["refused", "refused", "['lo']"]


@needs_isolation
def test_the_system_is_read_only_and_tmp_is_private(isolation: Isolation, tmp_path: Path) -> None:
    done = run(
        f"""
        import os
        for place in ("/usr/x", "/x", "/bin/x", os.path.dirname(os.__file__) + "/x", {str(tmp_path / "x")!r}):
            try:
                open(place, "w")
                print("written", place)
            except OSError as error:
                print("refused")
        open("/tmp/mine", "w").write("a")
        print(os.listdir("/tmp"))
        """,
        isolation,
    )
    assert done.stdout.splitlines() == ["refused"] * 5 + ["['mine']"]
    assert not Path("/tmp/mine").exists()


@needs_isolation
def test_symlinks_and_proc_lead_nowhere(isolation: Isolation, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hush")
    done = run(
        f"""
        import os
        os.symlink({str(tmp_path / "secret")!r}, "/tmp/link")
        tries = ["/tmp/link", "/proc/1/root{tmp_path}/secret", "/proc/self/root{tmp_path}/secret",
                 "/proc/1/cwd/../..{tmp_path}/secret", "/old{tmp_path}/secret", "/proc/sysrq-trigger", "/proc/kcore"]
        for place in tries:
            try:
                print("open", place, open(place, "r+b").read(4))
            except OSError:
                print("refused")
        for level in range(12):
            os.chdir("..")
        print(os.path.exists("{tmp_path}"))
        """.replace("{tmp_path}", str(tmp_path)),
        isolation,
    )
    assert done.stdout.splitlines() == ["refused"] * 7 + ["False"]


@needs_isolation
def test_nobody_outside_can_be_signalled(isolation: Isolation) -> None:
    done = run(
        f"""
        import os, signal
        try:
            os.kill({os.getpid()}, signal.SIGTERM)
            print("killed")
        except OSError as error:
            print(type(error).__name__)
        seen = [int(name) for name in os.listdir("/proc") if name.isdigit()] if os.path.exists("/proc") else []
        print(max(seen, default=1) < 50)
        """,
        isolation,
    )
    assert done.stdout.splitlines() == ["ProcessLookupError", "True"]


@needs_isolation
def test_no_capability_and_no_way_to_gain_one(isolation: Isolation) -> None:
    done = run(
        """
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        lines = dict(line.split(":", 1) for line in open("/proc/self/status")) if os.path.exists("/proc/self") else {}
        print(int(lines.get("CapEff", "0"), 16), int(lines.get("CapBnd", "0"), 16), lines.get("NoNewPrivs", "1").strip())
        print(os.getuid() != 0, libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), libc.setuid(0))
        """,
        isolation,
    )
    assert done.stdout.splitlines() == ["0 0 1", "True -1 -1"]


@needs_isolation
def test_an_endless_loop_is_stopped(isolation: Isolation) -> None:
    began = time.monotonic()
    assert run("while True: pass", isolation, Limits(wall_seconds=20, cpu_seconds=1)).status == "time"
    assert run("import time; time.sleep(60)", isolation, Limits(wall_seconds=1.5)).status == "time"
    assert time.monotonic() - began < 15


@needs_isolation
def test_memory_is_bounded(isolation: Isolation) -> None:
    assert run("x = bytearray(400_000_000); print(len(x))", isolation).status == "memory"
    filled = run(
        """
        try:
            with open("/tmp/big", "wb") as f:
                for _ in range(64):
                    f.write(bytes(1_000_000))
            print("written")
        except OSError as error:
            print("refused")
        """,
        isolation,
    )
    assert filled.stdout in ("refused\n", "")


@needs_isolation
def test_output_is_bounded(isolation: Isolation) -> None:
    done = run("while True: print('x' * 1000)", isolation)
    assert done.status == "output"
    assert len(done.stdout) <= SMALL.output_bytes


@needs_isolation
def test_processes_are_bounded_and_die_with_the_program() -> None:
    isolation = choose("auto")
    marker = f"localcheck-left-over-{os.getpid()}"
    done = run(
        f"""
        import os, time
        marker = {marker!r}
        started = 0
        for _ in range(20):
            try:
                child = os.fork()
            except OSError:
                break
            if child == 0:
                os.setsid()
                time.sleep(30)
                os._exit(0)
            started += 1
        print(started, flush=True)
        """,
        isolation,
    )
    assert int(done.stdout) < 8
    time.sleep(0.3)
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if marker.encode() in _read(p)]
    assert left == []


def test_root_is_refused_a_sandbox_that_does_not_bound_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork bomb under bubblewrap, chosen by root in the settings, made 20,000 processes before its ten seconds were over."""
    from localcheck.agent.tools.sandbox import program as module

    monkeypatch.setattr(module.os, "getuid", lambda: 0)
    monkeypatch.setattr(module, "_problem", lambda isolation: "")
    choose.cache_clear()
    try:
        assert choose("auto").name == "namespaces"
        with pytest.raises(SandboxError, match="cannot bound the number of processes") as refused:
            choose("bubblewrap")
        assert "ordinary user" in refused.value.hint
        choose.cache_clear()
        monkeypatch.setattr(module.os, "getuid", lambda: 1000)
        assert choose("auto").name == choose("bubblewrap").name == "bubblewrap"
    finally:
        choose.cache_clear()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_without_isolation_code_is_refused_unless_the_user_insists(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from localcheck.agent.tools.sandbox import program as module

    choose.cache_clear()
    monkeypatch.setattr(module, "_problem", lambda isolation: "not possible here")
    monkeypatch.setattr(module.os, "getuid", lambda: 1000)
    try:
        with pytest.raises(SandboxError, match="cannot be run safely") as caught:
            choose("auto")
        assert "bubblewrap" in caught.value.hint
        assert choose("none").name == "none"
    finally:
        choose.cache_clear()
    done = run_python("print(1 + 1)", choose("none"), SMALL)
    assert (done.stdout, done.isolation) == ("2\n", "none")


@needs_isolation
@pytest.mark.parametrize(
    ("code", "label", "says"),
    [
        (
            "def f(x):\n    return x\n\ndef check(g):\n    assert g(1) == 1\n\ncheck(f)\n",
            Label.SUPPORTED,
            "assertions hold",
        ),
        ("def f(x):\n    return x\n\nassert f(1) == 2\n", Label.REFUTED, "AssertionError"),
        ('def f(x):\n    """\n    >>> f(2)\n    4\n    """\n    return x\n', Label.REFUTED, "its example says 4"),
        ("def f(x):\n    return x +\n", Label.REFUTED, "not valid Python"),
        ("...\nresult = compute(3)\n...\n", Label.NOT_ENOUGH_EVIDENCE, "left open: nothing defines compute"),
        ("print(math.sqrt(4))\n", Label.NOT_ENOUGH_EVIDENCE, "left open: nothing defines math"),
        (">>> len(rows)\n3\n", Label.NOT_ENOUGH_EVIDENCE, "left open: nothing defines rows"),
        ("print(total)\ntotal = 1\n", Label.REFUTED, "NameError"),
        ("return x + 1\n", Label.NOT_ENOUGH_EVIDENCE, "the function or the loop around it"),
        ("    x = 1\n    print(x)\n", Label.NOT_ENOUGH_EVIDENCE, "lacks its beginning"),
        ("def f(x: int) -> int\n", Label.NOT_ENOUGH_EVIDENCE, "lacks the body of its last line"),
        ("x = {'a': 1,\n     ...\n}\n", Label.NOT_ENOUGH_EVIDENCE, "stands for what it leaves out"),
        ("!pip install numpy\nimport numpy\n", Label.NOT_ENOUGH_EVIDENCE, "for a notebook or a shell"),
        ("import surely_not_installed\n", Label.NOT_ENOUGH_EVIDENCE, "standard library only"),
        ("print('hello')\n", Label.NOT_ENOUGH_EVIDENCE, "no test"),
        ("while True: print(1)\n", Label.NOT_ENOUGH_EVIDENCE, "goes on until somebody stops it"),
        ("try:\n    while 1:\n        serve()\nexcept KeyboardInterrupt: pass\n", Label.NOT_ENOUGH_EVIDENCE, "goes on"),
        ("def main():\n    while True:\n        n = 1\nmain()\n", Label.NOT_ENOUGH_EVIDENCE, "goes on until"),
        ("def serve():\n    while True:\n        n = 1\nassert 1 + 1 == 2\n", Label.SUPPORTED, "assertions hold"),
        (f"x = {' + '.join(['1'] * 1500)}\nassert x == 1500\n", Label.SUPPORTED, "assertions hold"),
        ("for i in range(50_000): print(i)\n", Label.NOT_ENOUGH_EVIDENCE, "prints more than is read"),
        ("x = [0] * 10**9\n", Label.NOT_ENOUGH_EVIDENCE, "more memory than it is given"),
        (
            ">>> x = 3\n>>> for i in range(2):\n...     x += i\n...\n>>> x\n4\n",
            Label.SUPPORTED,
            "x gives 4, as its example says",
        ),
        (">>> sum(range(10))\n44\n", Label.REFUTED, "gives 45; its example says 44"),
        (">>> print('a')\nb\n>>> object()\n<object object at 0x7f>\n", Label.REFUTED, "its example says b"),
        (
            ">>> object()\n<object object at 0x7f>\n>>> 1 + 1\n2\n",
            Label.NOT_ENOUGH_EVIDENCE,
            "nothing that can be compared",
        ),
        (">>> print(2 + 2)\n5\n>>> 1 + 1\n2\n", Label.REFUTED, "print(2 + 2) gives 4; its example says 5"),
        (">>> print('x', 2)\nx 2\n>>> {'b': 1, 'a': 2}\n{'a': 2, 'b': 1}\n", Label.SUPPORTED, "as its example says"),
        (">>> import random\n>>> print(random.random())\n0.5\n", Label.NOT_ENOUGH_EVIDENCE, "can be compared"),
        ('def f(x):\n    """\n    >>> f(2)\n    4\n    """\n    print(2 * x)\n', Label.SUPPORTED, "f(2) gives 4"),
        (
            ">>> int('a')\nTraceback (most recent call last):\n  ...\nValueError: bad\n",
            Label.NOT_ENOUGH_EVIDENCE,
            "no example",
        ),
        (">>>1 + 1\n2\n", Label.NOT_ENOUGH_EVIDENCE, "no session as doctest reads it"),
    ],
)
def test_the_code_interpreter_says_what_happened(code: str, label: Label, says: str) -> None:
    result = code_interpreter()({"code": code})
    assert result.label is label
    assert says in result.text
    assert result.line in result.text


FENCE = "```"
CODE = {
    "ValueError": "int('x')\n",
    "endless": "while True:\n    pass\n",
    "SyntaxError": "print 1\n",
    "": "int('x')  # ValueError: x\n",
}


@pytest.mark.parametrize(
    ("failure", "before", "behind", "label"),
    [
        ("ValueError", "See:", "This raises a `ValueError`, since it is no number.", Label.SUPPORTED),
        (
            "ValueError",
            "See:",
            f"{FENCE}\nTraceback (most recent call last):\nValueError: bad\n{FENCE}",
            Label.SUPPORTED,
        ),
        ("", "See:", "So it goes.", Label.SUPPORTED),
        ("ValueError", "The following code does not work:", "", Label.NOT_ENOUGH_EVIDENCE),
        ("ValueError", "It raises a ValueError for words.", "", Label.NOT_ENOUGH_EVIDENCE),
        ("ValueError", "It never raises a ValueError.", "", Label.REFUTED),
        ("ValueError", "This raises a TypeError.", "", Label.REFUTED),
        ("ValueError", "Here is the fixed version of the buggy code:", "", Label.REFUTED),
        ("ValueError", "See:", "This one raises a ValueError:", Label.REFUTED),
        ("SyntaxError", "In Python 2 you write:", "", Label.NOT_ENOUGH_EVIDENCE),
        ("SyntaxError", "In Python you write:", "", Label.REFUTED),
        ("endless", "This loop runs forever:", "", Label.SUPPORTED),
        ("endless", "It does not run forever.", "", Label.REFUTED),
    ],
)
def test_code_that_fails_as_the_text_around_it_says_is_not_refuted(
    failure: str, before: str, behind: str, label: Label
) -> None:
    code = CODE[failure]
    text = f"This is broken.\n\n{before}\n\n{FENCE}python\n{code}{FENCE}\n\n{behind or 'So on.'}\n\nIt is broken."
    assert label_of(failure or "ValueError", around(code, text)) is label


@needs_isolation
def test_the_code_interpreter_reads_what_the_text_announces() -> None:
    tool = code_interpreter()
    for failure, said in (("ValueError", "It raises a ValueError."), ("SyntaxError", "This is a SyntaxError.")):
        block = f"{FENCE}python\n{CODE[failure]}{FENCE}"
        text = f"See:\n\n{block}\n\n{said}"
        arguments = tool.rule(Unit(block, 0, Span(6, 6 + len(block)), document=text))
        assert arguments == {"code": CODE[failure], "question": "", "context": text}
        found = tool(arguments)
        assert found.label is Label.SUPPORTED and found.line.endswith(", as the text says")
        assert tool({"code": CODE[failure]}).label is Label.REFUTED


@needs_isolation
@pytest.mark.parametrize(
    ("first", "label"),
    [("def add(a, b):\n    return a + b\n", Label.SUPPORTED), (">>> def add(a, b):\n...     return a + b\n", Label.SUPPORTED),
     ("def add(a, b):\n    return a - b\n", Label.REFUTED), ("def sub(a, b):\n    return a - b\n", Label.NOT_ENOUGH_EVIDENCE),
     ("open('x.csv')\ndef add(a, b):\n    return a + b\n", Label.NOT_ENOUGH_EVIDENCE),
     ("while True:\n    add = 1\n", Label.NOT_ENOUGH_EVIDENCE)],
)  # fmt: skip
def test_a_block_of_code_builds_on_those_before_it(first: str, label: Label) -> None:
    fence = "```"
    second = "assert add(2, 3) == 5\n"
    text = f"Define it:\n\n{fence}python\n{first}{fence}\n\nUse it:\n\n{fence}python\n{second}{fence}\n"
    assert code_interpreter()({"code": second, "context": text}).label is label


WRONG = '''def mul(a, b):
    """
    >>> mul(2, 3)
    7
    """
    return a * b
'''


@needs_isolation
@pytest.mark.parametrize(
    "code",
    [
        WRONG + "import json\ndumps = json.dumps\njson.dumps = lambda x, *a, **k: dumps([x[0], True, x[2]])\n",
        WRONG + "import builtins, os\nbuiltins.repr = lambda x: '7'\nos.write = lambda fd, x: 0\n",
        WRONG + "_localcheck_examples = main = lambda *a: None\n",
        WRONG.replace("return a * b", "return Always()")
        + "class Always:\n    def __eq__(self, o):\n        return True\n",
        WRONG.replace("return a * b", "return Seven(a * b)") + "class Seven(int):\n    __repr__ = lambda self: '7'\n",
        "import sys\ndef add(a, b):\n    return a - b\nsys.exit(0)\nassert add(1, 2) == 3\n",
        "import os\nos._exit(0)\nassert 1 == 2\n",
        "assert 1 == 1\nraise SystemExit\nassert 1 == 2\n",
        "assert True\ndef add(a, b):\n    return a - b\n",
        "import sys\n" + WRONG + "print(sys._getframe(1).f_locals)\n",
        "import __main__\n" + WRONG + "print(vars(__main__).keys())\n",
        "import gc\n" + WRONG + "print(gc.get_objects())\n",
        WRONG + "open('/proc/self/mem', 'rb')\n",
        WRONG + "import signal\nsignal.signal(signal.SIGALRM, print)\n",
        WRONG + "def g():\n    yield\ng().gi_frame.f_back\n",
        WRONG + "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    error.__traceback__.tb_frame\n",
    ],
)
def test_a_program_does_not_answer_for_what_runs_it(code: str) -> None:
    result = code_interpreter()({"code": code})
    assert result.label is not Label.SUPPORTED, result.text
    assert "gives 7" not in result.text


@needs_isolation
@pytest.mark.parametrize(
    "code",
    [
        "from collections import namedtuple\nP = namedtuple('P', 'x y')\nassert P(1, 2).x == 1\n",
        "import enum\nE = enum.Enum('E', 'A B')\nassert E.A.value == 1\n",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\nassert P() == P(1)\n",
        "import asyncio\nasync def f():\n    return 1\nassert asyncio.run(f()) == 1\n",
        "import typing, functools, socket, argparse, subprocess, logging\nassert functools.reduce(int.__add__, [1, 2]) == 3\n",
        "def f():\n    '>>> f()\\n1'\n    return 1\nimport doctest\ndoctest.testmod()\nassert f() == 1\n",
        "from __future__ import annotations\nassert 1\nassert __name__ == '__main__' and 1 + 1 == 2\n",
    ],
)
def test_what_guards_the_harness_is_in_nobodys_way(code: str) -> None:
    assert code_interpreter()({"code": code}).label is Label.SUPPORTED


@needs_isolation
@pytest.mark.parametrize(
    "code",
    [
        "name = input('Your name? ')",
        "import urllib.request\nurllib.request.urlopen('http://example.org')",
        "import socket\nsocket.getaddrinfo('example.org', 80)",
        "import socket\nsocket.create_connection(('192.0.2.1', 80), 2)",
        "print(open('data.csv').read())",
        "open('/out.txt', 'w')",
        "import sys\nprint(sys.argv[1])",
        "import sys\nnumber = int(sys.stdin.readline())",
        "import os\nprint(os.environ['API_KEY'])",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('x')\np.parse_args()",
        "try:\n    open('data.csv')\nexcept OSError as error:\n    raise ValueError('no data') from error",
        "try:\n    open('data.csv')\nexcept OSError:\n    raise SystemExit('no data')",
        "import sys\nif len(sys.argv) < 2:\n    sys.exit('usage: program FILE')",
    ],
)
def test_what_the_sandbox_does_not_give_says_nothing_about_the_program(code: str) -> None:
    found = code_interpreter()({"code": code})
    assert found.label is Label.NOT_ENOUGH_EVIDENCE, found.text
    assert "the sandbox gives no input, network or files" in found.text


@needs_isolation
@pytest.mark.parametrize("code", ["import sys\nprint([1, 2][3])", "raise SystemExit(125)", "x = {}\nx['a']"])
def test_a_program_that_fails_by_itself_is_wrong(code: str) -> None:
    assert code_interpreter()({"code": code}).label is Label.REFUTED


@needs_isolation
def test_a_program_that_writes_as_the_sandbox_does_is_a_program(isolation: Isolation) -> None:
    code = (
        "import sys; print('localcheck-sandbox: x', file=sys.stderr); print('bwrap: y', file=sys.stderr); sys.exit(1)"
    )
    assert run(code, isolation).code == 1
    assert run(code.replace("localcheck-sandbox: x", "bwrap: x").replace("exit(1)", "exit(0)"), isolation).code == 0
