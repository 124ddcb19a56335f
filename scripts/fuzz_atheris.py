"""One target of tests/fuzz by coverage: ``python scripts/fuzz_atheris.py "document docx" -runs=100000``. Needs atheris."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "fuzz"))
with atheris.instrument_imports(include=["localcheck"]):
    from fuzz_targets import targets, tolerated
from hypothesis import given

known = targets()
name = sys.argv[1] if len(sys.argv) > 1 else ""
if name not in known:
    sys.exit(f"give a target: {', '.join(known)}")


@given(known[name].inputs)
def run(value: object) -> None:
    tolerated(known[name].call, value)


atheris.Setup([sys.argv[0], *sys.argv[2:]], run.hypothesis.fuzz_one_input)
atheris.Fuzz()
