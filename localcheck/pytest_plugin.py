"""The pytest plugin: models that stay open for all tests of a session. Loading it imports nothing of localcheck's work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from localcheck.api import Checker


@pytest.fixture(scope="session")
def localcheck_checker() -> Iterator[Checker]:
    """A checker with the method ``faithfulness`` and the other settings as usual; give it to ``assert_supported``.

    It holds answers against ``context``: without one, every claim lacks evidence.
    """
    from dataclasses import replace

    from localcheck.api import Checker, usual_settings

    with Checker(replace(usual_settings(), detector="faithfulness")) as checker:
        yield checker
