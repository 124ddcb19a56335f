"""Skips a module of tests whose libraries are missing, without loading them: every worker collects every module."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def needs(*libraries: str, reason: str) -> None:
    """To be called at the top of a module of tests, before anything of ``libraries`` is imported."""
    for library in libraries:
        parent = library.partition(".")[0]
        if find_spec(parent) is None or find_spec(library) is None:
            pytest.skip(reason, allow_module_level=True)
