"""Targets of tests/fuzz by coverage. Needs atheris; options are libFuzzer's.

python scripts/fuzz_atheris.py "document docx" -runs=100000
python scripts/fuzz_atheris.py all -max_total_time=60      (each target in a process of its own; exit code 1 when one failed)
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "fuzz"))
with atheris.instrument_imports(include=["localcheck"]):
    from fuzz_targets import targets, tolerated
from hypothesis import given

known = targets()


def fuzz(name: str) -> None:
    """Fuzz one target; does not return."""

    @given(known[name].inputs)
    def run(value: object) -> None:
        tolerated(known[name].call, value)

    atheris.Setup([sys.argv[0], *sys.argv[2:]], run.hypothesis.fuzz_one_input)
    atheris.Fuzz()


def fuzz_all() -> int:
    """Fuzz every target, each in a child, so that the code is instrumented once. Returns the number that failed."""
    failed = 0
    for name in known:
        print(f"== {name}", flush=True)
        child = os.fork()
        if child == 0:
            fuzz(name)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        failed += code != 0
        print(f"== {name}: {'ok' if code == 0 else f'FAILED ({code})'}", flush=True)
    return failed


wanted = sys.argv[1] if len(sys.argv) > 1 else ""
if wanted == "all":
    sys.exit(1 if fuzz_all() else 0)
if wanted not in known:
    sys.exit(f"give all or a target: {', '.join(known)}")
fuzz(wanted)
