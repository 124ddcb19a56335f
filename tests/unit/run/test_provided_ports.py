"""What a runtime provides for the ports of a method."""

from __future__ import annotations

from pathlib import Path

import pytest

from localcheck.agent.tools.described import Toolbox
from localcheck.backends.translation import Translators
from localcheck.errors import UsageError
from localcheck.judging.evidence.beside import Beside
from localcheck.run.runtime import PROVIDED, Runtime, open_runtime
from localcheck.settings import Settings

STARTER = Settings(nli="starter-nli")


def test_every_port_names_what_a_runtime_has() -> None:
    assert not [name for name in PROVIDED.values() if not hasattr(Runtime, name)]


def test_a_port_that_nothing_provides_is_named(home: Path) -> None:
    with open_runtime(Settings()) as runtime, pytest.raises(UsageError, match="nothing provides Path"):
        runtime.provide(Path)


def test_what_judges_beside_a_given_text_has_the_score_of_its_model(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Beside] = []
    monkeypatch.setattr("localcheck.agent.tools.match.Beside", lambda *ports: given.append(Beside(*ports)) or given[-1])
    with open_runtime(STARTER) as runtime:
        by_citations = runtime.beside()
        assert by_citations.score is not None and by_citations.score.nli_sha256 == runtime.nli_sha256()
        assert by_citations.consultant is None, "no language model was asked for"
        runtime.provide(Toolbox)
        assert given == [by_citations], "the tool of the agent has the same"
        assert runtime.wanted(Translators), "its models are looked for when it is used"
