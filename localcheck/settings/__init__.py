"""One frozen ``Settings``: defaults < settings file < environment < typed command line.

The settings file is TOML; an unknown key is an error that names the nearest one. Options of a method stand in a
table of their own: ``[detector.bayes-sequential]``. This is the only module that reads configuration.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from localcheck.errors import BadSetting, UnknownName
from localcheck.settings.ranges import SAMPLES, SEED, Range
from localcheck.settings.risk_tables import checked
from localcheck.settings.scalars import as_bool, as_int

JSON = Any
Tables = tuple[tuple[str, tuple[tuple[str, JSON], ...]], ...]
"""Tables by name, as tuples: settings do not change."""
PREFIX = "LOCALCHECK_"
NOT_SETTINGS = {"LOCALCHECK_HOME", "LOCALCHECK_SHARED", "LOCALCHECK_CONFIG"}
ANY = "an address"
"""Of a guard that every value lowers, but the empty one."""
GUARDS: dict[str, tuple[JSON, str]] = {
    "brave_url": (ANY, "set LOCALCHECK_BRAVE_URL for the command that needs it: the key of Brave goes there"),
    "network": (True, "give --network with the command that needs it"),
    "private_addresses": (True, "set LOCALCHECK_PRIVATE_ADDRESSES=true for the command that needs it"),
    "sandbox": ("none", "set LOCALCHECK_SANDBOX=none for the command that needs it"),
}
"""What a settings file may not say, and how to say it instead: a file travels with its home, and a home may be a stranger's.
The command line and the environment are the user's own word."""

EFFORTS = ("quick", "careful", "thorough")
"""How thoroughly evidence is read: by the starter, with the careful reader, with a language model."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run needs to know, apart from the options of its detector."""

    detector: str = "bayes-sequential"
    """Name of the method."""
    index: str = "starter"
    """Name of the evidence index, or of several, highest precedence first: ``mine + enwiki``."""
    nli: str = "auto"
    """Name or path of the NLI model, or ``cascade:QUICK+CAREFUL``; ``auto`` and ``cascade``: ``starter-nli``, then
    ``careful-nli``."""
    encoder: str = ""
    """Name or path of the model behind BERTScore; empty means the NLI model's own encoder."""
    llm: str = ""
    """``gguf:…``, ``server:…``, ``recorded:…``, ``scripted:…``; empty means none."""
    effort: str = ""
    """``quick`` (the starter reads), ``careful`` (with ``careful-nli``), ``thorough`` (with a language model, where it is worth
    its time); empty: ``careful``, and ``thorough`` only if an answer of the model was measured to take at most two
    seconds here. A model that is named wins over the effort's."""
    network: bool = False
    """Allow connections beyond this machine."""
    seed: int = field(default=0, metadata={"range": SEED})
    """Seed of all random choices."""
    threads: int = field(default=0, metadata={"range": Range(0, 1024)})
    """CPU threads for the models; 0 chooses by the machine."""
    compute_type: str = "auto"
    """CTranslate2 compute type, or ``auto`` from what the CPU reports."""
    batch_size: int = field(default=0, metadata={"range": Range(0, 1_000_000)})
    """NLI pairs in a batch; 0 chooses by the machine."""
    gpu_layers: int = field(default=0, metadata={"range": Range(-1, 10_000)})
    """Layers of a GGUF model to offload; -1 means all."""
    context: int = field(default=4096, metadata={"range": Range(64, 10_000_000)})
    """Context length of a GGUF model in tokens."""
    cache: bool = True
    """Keep model answers and NLI scores for the next run."""
    claims: str = "rules"
    """``rules`` (no LLM), ``rules+sentence`` (a split sentence is a claim besides), ``llm``, ``llm-paper`` (the prompt of
    Wang et al. 2023), or ``sentences`` (no splitting)."""
    samples: int = field(default=20, metadata={"range": SAMPLES})
    """Answers to draw if a document has none."""
    private_addresses: bool = False
    """Allow web pages on this machine and its local networks. Off by default: a search result must not reach behind the
    firewall."""
    brave_key: str = ""
    """Key of the search engine ``web:brave``."""
    brave_url: str = ""
    """Where Brave's search answers, for those who reach it through a gateway of their own; empty means Brave itself."""
    sandbox: str = "auto"
    """Isolation of code that the agent runs: ``auto``, ``bubblewrap``, ``namespaces``, or ``none`` (not recommended)."""
    options: Tables = ()
    """Options by detector: ``((name, ((key, value), …)), …)``."""
    risk: Tables = ()
    """``[risk.NAME]`` of the settings file, NAME a risk class or a document category; ``localcheck.gate`` reads it."""

    def __post_init__(self) -> None:
        """Raise ``BadSetting`` for a number outside its range, whoever wrote it."""
        for key, allowed in RANGES.items():
            value = getattr(self, key)
            if not isinstance(value, int) or value not in allowed:
                raise BadSetting(key, f"{str(value)[:60]} is not {allowed}", "Settings")

    def detector_options(self, name: str) -> dict[str, JSON]:
        """The options given for one detector."""
        return dict(dict(self.options).get(name, ()))

    def risk_table(self) -> dict[str, dict[str, JSON]]:
        """``[risk.NAME]`` by name."""
        return {name: dict(row) for name, row in self.risk}

    def digest(self) -> str:
        """SHA-256 of the canonical JSON of these settings."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def as_table(settings: Settings) -> dict[str, JSON]:
    """``settings`` as a JSON object; ``from_table`` reads it again."""
    table = asdict(settings)
    table["options"] = {name: dict(options) for name, options in settings.options}
    table["risk"] = settings.risk_table()
    return table


def from_table(table: Mapping[str, JSON]) -> Settings:
    """The settings in a table made by ``as_table``; names that this version does not know are ignored."""
    known = {key: value for key, value in table.items() if key in KINDS}
    options, risk = (
        tuple((name, tuple(row.items())) for name, row in table.get(key, {}).items()) for key in ("options", "risk")
    )
    return Settings(**known, options=options, risk=risk)


KINDS = {f.name: f.type for f in fields(Settings) if f.name not in ("options", "risk")}
RANGES: dict[str, Range] = {f.name: f.metadata["range"] for f in fields(Settings) if "range" in f.metadata}


def load(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: Mapping[str, JSON] | None = None,
) -> Settings:
    """Settings from ``file`` (when it exists), the environment, and values typed on the command line.

    ``given`` holds only what the user typed; ``None`` values are skipped, and so are empty variables. Raises ``BadSetting``
    and ``UnknownName``.
    """
    settings = Settings()
    if file is not None and file.is_file():
        settings = _with_file(settings, file)
    for key, value in (os.environ if environment is None else environment).items():
        if key.startswith(PREFIX) and key not in NOT_SETTINGS and value:
            name = key.removeprefix(PREFIX).lower()
            settings = _with(settings, name, value, f"environment variable {key}")
    for key, value in (given or {}).items():
        if value is not None:
            settings = _with(settings, key, value, "command line")
    return settings


def with_options(settings: Settings, detector: str, options: Mapping[str, JSON]) -> Settings:
    """``settings`` with more options for one detector; later ones win."""
    merged = {**settings.detector_options(detector), **options}
    others = tuple((n, o) for n, o in settings.options if n != detector)
    return replace(settings, options=(*others, (detector, tuple(merged.items()))))


def _with_file(settings: Settings, file: Path) -> Settings:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadSetting("TOML", str(error), str(file), "see docs/settings.md for an example") from error
    for key, value in table.items():
        if key == "detector" and isinstance(value, dict):
            for name, options in value.items():
                if name == "name":
                    settings = _with(settings, "detector", options, str(file))
                elif isinstance(options, dict):
                    settings = with_options(settings, name, options)
                else:
                    raise BadSetting(f"detector.{name}", "must be a table of options", str(file))
        elif key == "risk":
            settings = replace(settings, risk=_risk(value, str(file)))
        else:
            settings = _with(settings, key, value, str(file))
            _keeps_guard(settings, key, str(file))
    return settings


def lowers(settings: Settings, key: str) -> bool:
    """Does ``key`` of these settings lower a guard, so that no file may say it?"""
    value = getattr(settings, key)
    return key in GUARDS and (value == GUARDS[key][0] or (GUARDS[key][0] == ANY and bool(value)))


def _keeps_guard(settings: Settings, key: str, source: str) -> None:
    """Raise ``BadSetting`` where a file lowers what protects its reader."""
    if lowers(settings, key):
        lowered, instead = GUARDS[key]
        raise BadSetting(key, f"a settings file may not set it to {str(lowered).lower()}", source, instead)


def _risk(value: JSON, source: str) -> Tables:
    """The tables of ``source``, checked now: a mistake would otherwise be met after the first check is made."""
    if not isinstance(value, dict) or not all(isinstance(row, dict) for row in value.values()):
        raise BadSetting("risk", "must hold tables", source, 'for example [risk.law] with class = "high"')
    for name, row in value.items():
        checked(name, row, source)
    return tuple((name, tuple(row.items())) for name, row in value.items())


def _with(settings: Settings, key: str, value: JSON, source: str) -> Settings:
    if key not in KINDS:
        raise UnknownName(f"setting in {source}", key, KINDS)
    return replace(settings, **{key: _convert(key, value, source)})


def _convert(key: str, value: JSON, source: str) -> JSON:
    kind = KINDS[key]
    try:
        if kind == "bool":
            return as_bool(value)
        number = as_int(value) if kind == "int" else None
    except ValueError as error:
        what = "true or false" if kind == "bool" else "a whole number"
        raise BadSetting(key, f"{str(value)[:60]} is not {what}", source) from error
    if number is not None:
        if key in RANGES and number not in RANGES[key]:
            raise BadSetting(key, f"{str(value)[:60]} is not {RANGES[key]}", source)
        return number
    if not isinstance(value, str):
        raise BadSetting(key, f"{value!r} is not a text", source)
    return value
