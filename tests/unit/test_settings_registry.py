"""Settings, registry, errors, network: the small contracts that every command stands on."""

from __future__ import annotations

import json
import math
import socket
from pathlib import Path
from typing import Any, Literal, get_args

import pytest

from localcheck import settings
from localcheck.agent.tools.described import Toolbox
from localcheck.agent.tools.sandbox.program import Choice
from localcheck.backends.translation import Translators
from localcheck.errors import BadSetting, LocalcheckError, MissingResource, NetworkRefused, UnknownName
from localcheck.judging.evidence.fusing import Fusion
from localcheck.judging.evidence.score import EvidenceModel, Tables
from localcheck.ports import LLM, NLI, Retriever
from localcheck.registry import DETECTORS, Registry, load_settings
from localcheck.settings.ranges import Range
from localcheck.settings.signatures import convert, options_for, parameters, ports
from localcheck.stats.bayes import Likelihoods
from localcheck.store.agent_memory import AgentMemory
from localcheck.system import network


@pytest.mark.parametrize(
    "given", [NLI, LLM, Retriever, Likelihoods, EvidenceModel, Tables, Fusion, Toolbox, AgentMemory, Translators]
)
def test_what_compose_provides_is_no_option(given: type) -> None:
    def factory(*, first: object, second: object = None, k: int = 1) -> None:
        """A method that needs one and can do without another."""

    factory.__annotations__ = {"first": given, "second": given | None, "k": int}
    assert ports(factory) == {"first": (given, True), "second": (given, False)}
    assert [p.name for p in parameters(factory)] == ["k"]


def test_typed_values_win_over_environment_over_file(tmp_path: Path) -> None:
    file = tmp_path / "localcheck.toml"
    file.write_text('index = "file"\nllm = "file"\nnli = "file"\n[detector.bayes-sequential]\nk = 3\n')
    found = settings.load(file, {"LOCALCHECK_LLM": "env", "LOCALCHECK_NLI": "env"}, {"nli": "typed", "index": None})
    assert (found.index, found.llm, found.nli) == ("file", "env", "typed")
    assert found.detector_options("bayes-sequential") == {"k": 3}


def test_an_empty_variable_is_not_set_and_a_file_may_begin_with_a_mark(tmp_path: Path) -> None:
    file = tmp_path / "localcheck.toml"
    file.write_text('index = "mine"\nthreads = 3\n', encoding="utf-8-sig")
    empty = {f"LOCALCHECK_{name}": "" for name in ("INDEX", "THREADS", "CACHE", "LLM")}
    found = settings.load(file, empty)
    assert (found.index, found.threads, found.cache, found.llm) == ("mine", 3, True, "")


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ('indx = "x"', "unknown setting"),
        ("threads = true", "not a whole number"),
        ("seed = 1.9", "1.9 is not a whole number"),
        ("seed = inf", "not a whole number"),
        ("samples = 0", "must be a whole number, 1 to 1000"),
        ("samples = -1", "must be a whole number, 1 to 1000"),
        ('network = "perhaps"', "not true or false"),
        ("= 3", "localcheck.toml"),
        ("[detector.fused]\nk = 1979-05-27", "localcheck.toml: detector.fused: no option is a date"),
        ("[detector.fused]\nk = nan", "localcheck.toml: detector.fused: no option is a date"),
        ("nli = 3", "is not a text"),
        ('effort = "fast"', "localcheck.toml: effort: 'fast' is not one of quick, careful, thorough"),
        ('sandbox = "jail"', "localcheck.toml: sandbox: 'jail' is not one of auto, bubblewrap, namespaces, none"),
    ],
)
def test_bad_settings_name_file_and_key(tmp_path: Path, toml: str, says: str) -> None:
    file = tmp_path / "localcheck.toml"
    file.write_text(toml)
    with pytest.raises((BadSetting, UnknownName), match=says) as caught:
        settings.load(file, {})
    assert caught.value.exit_code == 2


def test_an_unknown_option_of_a_method_that_is_not_used_is_named_too(tmp_path: Path) -> None:
    file = tmp_path / "localcheck.toml"
    file.write_text("[detector.bayes-sequential]\nc-miss = 28.0\n[detector.fused]\nkk = 3\n")
    with pytest.raises(UnknownName, match=r"unknown option of fused with a table in .*'kk'"):
        load_settings(file, {"detector": "all-false"})
    file.write_text("[detector.bayes-sequential]\nc-miss = 28.0\n[detector.fused]\nk = 3\n")
    assert load_settings(file, {"detector": "all-false"}).detector_options("fused") == {"k": 3}


@pytest.mark.parametrize("variable", ["LOCALCHECK_EFFORT", "LOCALCHECK_SANDBOX", "LOCALCHECK_SEED"])
def test_a_bad_variable_is_named(variable: str) -> None:
    with pytest.raises(BadSetting, match=f"environment variable {variable}: "):
        settings.load(None, {variable: "fast"})
    assert get_args(Choice) == settings.SANDBOXES
    assert settings.load(None, given={"effort": ""}).effort == ""


@pytest.mark.parametrize(
    ("row", "says", "hint"),
    [
        ('class = "hgh"', "unknown class of [risk.law] in {file} 'hgh'", "did you mean high?"),
        ('class = "auto"', "unknown class of [risk.law] in {file} 'auto'", "known: critical, high, low, medium, none"),
        ('strategy = ["skip"]', "unknown strategy of [risk.law] in {file}", "did you mean skip?"),
        ("threshhold = 0.9", "unknown key of [risk.law] in {file} 'threshhold'", "did you mean threshold?"),
        ("threshold = 7", "{file}: risk.law.threshold: 7 is not a number from 0 to 1", "for example threshold = 0.9"),
    ],
)
def test_a_bad_table_of_a_risk_class_is_met_when_the_file_is_read(
    tmp_path: Path, row: str, says: str, hint: str
) -> None:
    """It was met when the first check was ruled on: its verdict was lost, and no file was named."""
    file = tmp_path / "localcheck.toml"
    file.write_text(f"[risk.law]\n{row}\n")
    with pytest.raises((BadSetting, UnknownName)) as caught:
        settings.load(file, {})
    assert caught.value.message.startswith(says.format(file=file)) and caught.value.hint == hint
    file.write_text('[risk.law]\nclass = "high"\nthreshold = 1\n')
    assert settings.load(file, {}).risk_table() == {"law": {"class": "high", "threshold": 1}}


@pytest.mark.parametrize(
    ("toml", "variable"),
    [
        ("network = true", "LOCALCHECK_NETWORK"),
        ('network = "on"', "LOCALCHECK_NETWORK"),
        ("private_addresses = true", "LOCALCHECK_PRIVATE_ADDRESSES"),
        ('sandbox = "none"', "LOCALCHECK_SANDBOX"),
        ('brave_url = "https://elsewhere.example"', "LOCALCHECK_BRAVE_URL"),
    ],
)
def test_a_file_lowers_no_guard(tmp_path: Path, toml: str, variable: str) -> None:
    """A settings file lies in a home, and a home may be a stranger's: one line of it opened the network, and ran code of
    checked texts outside the sandbox.
    """
    file = tmp_path / "localcheck.toml"
    file.write_text(toml)
    with pytest.raises(BadSetting, match="a settings file may not set it") as caught:
        settings.load(file, {})
    assert caught.value.hint
    value = "none" if "SANDBOX" in variable else "true"
    assert settings.lowers(settings.load(None, {variable: value}), variable.removeprefix("LOCALCHECK_").lower())
    assert settings.load(None, {}, {"network": True}).network
    file.write_text('network = false\nprivate_addresses = false\nsandbox = "namespaces"')
    assert settings.load(file, {}).sandbox == "namespaces"


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
    made = settings.with_options(settings.Settings(nli="other", samples=3), "fixed-k", {"k": 3, "sentences": 3})
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


SEQUENTIAL = "bayes-sequential"
BAD_OPTIONS = [
    *((SEQUENTIAL, o) for o in ("group=0", "group=-1", "k=0", "k=-3", "k=1000000000", "c_miss=nan", "c_miss=-1")),
    *((SEQUENTIAL, o) for o in ("c_false_alarm=inf", "c_retrieve=-0.5", "c_retrieve=nan", "prior=0", "prior=1.5")),
    *((SEQUENTIAL, o) for o in ("prior=nan", "window=-5", "window=0", "overlap=-1", "at_least=-1")),
    *((SEQUENTIAL, o) for o in ("sentences=-1", "max_windows=-1", f"k={'9' * 5000}", "c_miss=1e999")),
    *(("fixed-k", o) for o in ("k=0", "group=0", "sentences=-1")),
    *(("selfcheck-nli", o) for o in ("samples=0", "samples=-1", "window=0", "seed=-1")),
    *(("selfcheck-ngram", o) for o in ("n=0", "n=-1", "seed=4294967296")),
    *(("selfcheck-qa", o) for o in ("questions=0", "beta=1", "threshold=-0.1", "threshold=nan")),
    ("selfcheck-bertscore", "baseline=1"),
    ("reverse-em", "percent=101"),
    ("lm-vs-lm", "rounds=0"),
]


@pytest.mark.parametrize(("name", "option"), BAD_OPTIONS, ids=lambda v: v[:24])
def test_options_out_of_their_range_are_usage_errors(name: str, option: str) -> None:
    """``-o group=0`` once gave "PASS, no claims", and a cost of NaN was accepted."""
    key, _, value = option.partition("=")
    with pytest.raises(BadSetting) as caught:
        options_for(DETECTORS.load(name), {key: value}, name)
    assert key in caught.value.message and len(caught.value.message) < 200


@pytest.mark.parametrize(
    ("key", "value"),
    [("samples", -1), ("samples", 0), ("threads", -1), ("seed", -1), ("seed", 1.9), ("seed", 2**32), ("context", 0),
     ("batch_size", -4), ("gpu_layers", -2), ("samples", float("inf")), ("seed", "9" * 5000), ("seed", 10**400)],
    ids=lambda value: str(value)[:16],
)  # fmt: skip
def test_settings_out_of_their_range_are_usage_errors(key: str, value: object) -> None:
    with pytest.raises(BadSetting):
        settings.load(environment={}, given={key: value})
    with pytest.raises(BadSetting, match=key):
        settings.Settings(**{key: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"options": {"k": 1}}, "options: must hold tables by name"),
        ({"options": {"nonsense": 5}}, "options: must hold tables by name"),
        ({"options": (("k", 1),)}, "options: must hold tables by name"),
        ({"options": ["k=1"]}, "options: must hold tables by name"),
        ({"options": 5}, "options: must hold tables by name"),
        ({"risk": {"law": "high"}}, "risk: must hold tables by name"),
        ({"index": ["starter"]}, "is not a text"),
        ({"cache": "no"}, "cache: 'no' is not true or false"),
        ({"effort": "fast"}, "effort: 'fast' is not one of quick"),
    ],
)
def test_settings_of_another_form_are_usage_errors(given: dict[str, Any], says: str) -> None:
    """Options of another form were not used, without a word, or ended in an error of Python."""
    with pytest.raises(BadSetting, match=says) as caught:
        settings.Settings(**given)
    assert caught.value.hint


def test_options_may_be_given_as_tables() -> None:
    given = settings.Settings(options={"fixed-k": {"k": 3}}, risk={"law": {"class": "high"}})
    assert given == settings.Settings(options=(("fixed-k", (("k", 3),)),), risk=(("law", (("class", "high"),)),))
    assert given.detector_options("fixed-k") == {"k": 3} and hash(given)
    more = settings.with_options(given, "fixed-k", {"sentences": 2})
    assert more.option_table() == {"fixed-k": {"k": 3, "sentences": 2}}
    other = settings.with_options(
        settings.with_options(settings.Settings(), "fixed-k", {"sentences": 2}), "fixed-k", {"k": 3}
    )
    assert other.digest() == settings.with_options(settings.Settings(), "fixed-k", {"k": 3, "sentences": 2}).digest()


OWN = [n for n in DETECTORS.names() if DETECTORS.entries()[n].target.startswith("localcheck.")]


@pytest.mark.parametrize("name", [n for n in OWN if n not in {"agent", "fused"}])
def test_every_number_says_its_range(name: str) -> None:
    for p in parameters(DETECTORS.load(name)):
        assert p.range is not None or p.annotation in (bool, str) or p.choices, p.name


def test_ranges_are_shown() -> None:
    shown = {p.name: p.wanted for p in parameters(DETECTORS.load(SEQUENTIAL))}
    assert shown["k"] == "int, 1 to 100" and shown["prior"] == "float, between 0 and 1"
    assert shown["c_miss"] == "float, more than 0"


def test_no_range_holds_infinity_or_nan() -> None:
    for numbers in (Range(), Range(0), Range(None, 0), Range(0, 1), Range(0, inside=True)):
        assert not any(odd in numbers for odd in (math.inf, -math.inf, math.nan, 10**400, -(10**400)))


def test_the_numbers_of_runs_are_listed_as_they_come_and_none_is_meant_by_another() -> None:
    told = UnknownName("run", "99", [str(number) for number in range(24, 11, -1)])
    assert told.nearest == () and told.hint == "known: " + ", ".join(map(str, range(24, 12, -1))) + ", …"


def test_what_an_installed_package_cannot_give_is_named_with_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[localcheck.detectors]\nbroken = not_there_at_all:made\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry = Registry("detector", {}, "localcheck.detectors")
    with pytest.raises(MissingResource, match="detector broken cannot be loaded") as found:
        registry.load("broken")
    assert "not_there_at_all:made of an installed package" in found.value.hint
