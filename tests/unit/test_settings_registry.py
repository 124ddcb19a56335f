"""Settings, registry, errors, network: the small contracts that every command stands on."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Literal

import pytest

from localcheck import network, settings
from localcheck.errors import BadSetting, LocalcheckError, NetworkRefused, UnknownName
from localcheck.ports import NLI
from localcheck.registry import DETECTORS, convert, options_for, parameters, ports


def test_typed_values_win_over_environment_over_file(tmp_path: Path) -> None:
    file = tmp_path / "localcheck.toml"
    file.write_text('index = "file"\nllm = "file"\nnli = "file"\n[detector.bayes-sequential]\nk = 3\n')
    found = settings.load(file, {"LOCALCHECK_LLM": "env", "LOCALCHECK_NLI": "env"}, {"nli": "typed", "index": None})
    assert (found.index, found.llm, found.nli) == ("file", "env", "typed")
    assert found.detector_options("bayes-sequential") == {"k": 3}


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ('indx = "x"', "unknown setting"),
        ("threads = true", "not a whole number"),
        ("seed = 1.9", "1.9 is not a whole number"),
        ("seed = inf", "not a whole number"),
        ("samples = 0", "less than 1"),
        ("samples = -1", "less than 1"),
        ('network = "perhaps"', "not true or false"),
        ("= 3", "localcheck.toml"),
        ("nli = 3", "is not a text"),
    ],
)
def test_bad_settings_name_file_and_key(tmp_path: Path, toml: str, says: str) -> None:
    file = tmp_path / "localcheck.toml"
    file.write_text(toml)
    with pytest.raises((BadSetting, UnknownName), match=says) as caught:
        settings.load(file, {})
    assert caught.value.exit_code == 2


def test_unknown_names_answer_with_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        DETECTORS.load("selfcheck-nly")
    assert "selfcheck-nli" in caught.value.hint


def sample(
    *, nli: NLI, k: int = 3, mode: Literal["a", "b"] = "a", share: float | None = None, on: bool = False
) -> None:
    """A factory for these tests."""


def test_the_signature_is_the_schema() -> None:
    assert [p.name for p in parameters(sample)] == ["k", "mode", "share", "on"]
    assert list(ports(sample)) == ["nli"]
    assert options_for(sample, {"k": "7", "on": "yes", "share": "0.5"}, "sample") == {
        "k": 7, "mode": "a", "share": 0.5, "on": True,
    }  # fmt: skip
    assert options_for(sample, {"share": "none"}, "sample")["share"] is None


@pytest.mark.parametrize(("word", "means"), [("on", True), ("off", False), ("yes", True), ("NO", False), ("1", True)])
def test_options_and_settings_read_the_same_truth_values(word: str, means: bool) -> None:
    assert options_for(sample, {"on": word}, "sample")["on"] is means
    assert settings.load(None, {"LOCALCHECK_CACHE": word}).cache is means


def test_settings_are_kept_as_json_and_read_again() -> None:
    made = settings.with_options(settings.Settings(nli="other", samples=3), "fixed-k", {"k": 3, "guard": False})
    table = json.loads(json.dumps(settings.as_table(made)))
    assert settings.from_table(table) == made
    assert settings.from_table({**table, "of_a_later_version": 1}) == made


@pytest.mark.parametrize("given", [{"k": "x"}, {"mode": "c"}, {"kk": 1}, {"on": "maybe"}, {"k": 1.5}])
def test_bad_options_are_usage_errors(given: dict[str, object]) -> None:
    with pytest.raises(LocalcheckError) as caught:
        options_for(sample, given, "sample")
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", DETECTORS.names())
def test_every_default_is_valid_by_its_own_annotation(name: str) -> None:
    for p in parameters(DETECTORS.load(name)):
        if p.default is not None and not isinstance(p.default, type):
            assert convert(p, str(p.default), name) == p.default


def test_the_guard_refuses_and_counts() -> None:
    network.install()
    before = network.attempts()
    with socket.socket() as s, pytest.raises(NetworkRefused):
        s.connect(("192.0.2.1", 80))
    with pytest.raises(NetworkRefused):
        socket.getaddrinfo("example.org", 80)
    assert network.attempts() == before + 2


def test_loopback_is_this_machine() -> None:
    network.install()
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
    assert network.is_local("localhost")
    assert network.is_local("::1")
    assert network.is_local("127.8.9.1")
    assert not network.is_local("10.0.0.1")
    assert not network.is_local("localhost.example.org")
