"""What two places need is written in one of them."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_options_that_two_commands_share_are_written_once() -> None:
    places = defaultdict(list)
    for file in sorted((ROOT / "localcheck" / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "click.option":
                places[ast.unparse(node)].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not {option: lines for option, lines in places.items() if len(lines) > 1}


OF_ALL = ("JSON = Any\n", 'regex(r"[0-9a-f]{64}")', 'regex("[\\ud800-\\udfff]")', '[\\0\\ud800-\\udfff]")')
"""What has one place: ``types.JSON``, ``text.patterns.SHA256``, ``text.inert.HALF`` and ``text.inert.writable``."""


@pytest.mark.parametrize("said", OF_ALL)
def test_what_many_need_is_written_once(said: str) -> None:
    files = (ROOT / "localcheck").rglob("*.py")
    assert len([file for file in files if said in file.read_text(encoding="utf-8")]) == 1
