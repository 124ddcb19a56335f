"""What a runtime provides for the ports of a method."""

from __future__ import annotations

from pathlib import Path

import pytest

from localcheck.errors import UsageError
from localcheck.run.runtime import PROVIDED, Runtime, open_runtime
from localcheck.settings import Settings


def test_every_port_names_what_a_runtime_has() -> None:
    assert not [name for name in PROVIDED.values() if not hasattr(Runtime, name)]


def test_a_port_that_nothing_provides_is_named(home: Path) -> None:
    with open_runtime(Settings()) as runtime, pytest.raises(UsageError, match="nothing provides Path"):
        runtime.provide(Path)
