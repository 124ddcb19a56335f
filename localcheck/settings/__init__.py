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

from localcheck.errors import BadSetting, UnknownName
from localcheck.settings.ranges import SAMPLES, SEED, Range
from localcheck.settings.risk_tables import checked
from localcheck.settings.signatures import as_bool, as_int
from localcheck.types import JSON

Tables = tuple[tuple[str, tuple[tuple[str, JSON], ...]], ...]
"""Tables by name, as tuples: settings do not change."""
Given = Tables | Mapping[str, Mapping[str, JSON]]
"""Tables as a caller may give them; ``Settings`` keeps tuples."""
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
SANDBOXES = ("auto", "bubblewrap", "namespaces", "none")


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
    effort: str = field(default="", metadata={"choices": ("", *EFFORTS)})
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
    sandbox: str = field(default="auto", metadata={"choices": SANDBOXES})
    """Isolation of code that the agent runs: ``auto``, ``bubblewrap``, ``namespaces``, or ``none`` (not recommended)."""
    options: Given = field(default=(), metadata={"example": '{"bayes-sequential": {"k": 4}}'})
    """Options by detector: ``((name, ((key, value), …)), …)``, or ``{name: {key: value}}``."""
    risk: Given = field(default=(), metadata={"example": '{"law": {"class": "high"}}'})
    """``[risk.NAME]`` of the settings file, NAME a risk class or a document category; ``localcheck.gate`` reads it."""

    def __post_init__(self) -> None:
        """Raise ``BadSetting`` for a value of another type and a number outside its range, whoever wrote it."""
        for key in KINDS:
            _check(key, getattr(self, key), "Settings")
        for key, example in EXAMPLES.items():
            object.__setattr__(self, key, _as_tables(key, getattr(self, key), example))

    def detector_options(self, name: str) -> dict[str, JSON]:
        """The options given for one detector."""
        return self.option_table().get(name, {})

    def option_table(self) -> dict[str, dict[str, JSON]]:
        """The options by detector."""
        return {name: dict(row) for name, row in dict(self.options).items()}

    def risk_table(self) -> dict[str, dict[str, JSON]]:
        """``[risk.NAME]`` by name."""
        return {name: dict(row) for name, row in dict(self.risk).items()}

    def digest(self) -> str:
        """SHA-256 of the canonical JSON of these settings."""
        return hashlib.sha256(json.dumps(as_table(self), sort_keys=True).encode()).hexdigest()


def as_table(settings: Settings) -> dict[str, JSON]:
    """``settings`` as a JSON object; ``from_table`` reads it again."""
    table = asdict(settings)
    table["options"] = settings.option_table()
    table["risk"] = settings.risk_table()
    return table


def from_table(table: Mapping[str, JSON]) -> Settings:
    """The settings in a table made by ``as_table``; names that this version does not know are ignored."""
    known = {key: value for key, value in table.items() if key in KINDS}
    return Settings(**known, options=table.get("options", {}), risk=table.get("risk", {}))


def _as_tables(key: str, value: JSON, example: str) -> Tables:
    """Tables by name as tuples. Raises ``BadSetting``."""
    try:
        return tuple((name, _pairs(row)) for name, row in _pairs(value))
    except TypeError as error:
        why = f"must hold tables by name, not {str(value)[:60]}"
        raise BadSetting(key, why, "Settings", f"for example {key}={example}") from error


def _pairs(value: JSON) -> tuple[tuple[str, JSON], ...]:
    """The rows of a mapping, or pairs that are given as such. Raises ``TypeError``."""
    pairs = tuple(value.items() if isinstance(value, Mapping) else value)
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        raise TypeError(value)
    return pairs


EXAMPLES: dict[str, str] = {f.name: f.metadata["example"] for f in fields(Settings) if "example" in f.metadata}
KINDS = {f.name: str(f.type) for f in fields(Settings) if f.name not in EXAMPLES}
TYPES: dict[str, tuple[type, str]] = {
    "str": (str, "a text"),
    "bool": (bool, "true or false"),
    "int": (int, "a whole number"),
}
RANGES: dict[str, Range] = {f.name: f.metadata["range"] for f in fields(Settings) if "range" in f.metadata}
CHOICES: dict[str, tuple[str, ...]] = {
    f.name: f.metadata["choices"] for f in fields(Settings) if "choices" in f.metadata
}


def load(
    file: Path | None = None, environment: Mapping[str, str] | None = None, given: Mapping[str, JSON] | None = None
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
    others = {name: row for name, row in settings.option_table().items() if name != detector}
    return replace(settings, options={**others, detector: merged})


def _with_file(settings: Settings, file: Path) -> Settings:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadSetting("TOML", str(error), str(file), 'a line is for example: index = "wiki"') from error
    for key, value in table.items():
        if key == "detector" and isinstance(value, dict):
            for name, options in value.items():
                if name == "name":
                    settings = _with(settings, "detector", options, str(file))
                elif isinstance(options, dict):
                    settings = with_options(settings, name, _plain(options, f"detector.{name}", str(file)))
                else:
                    raise BadSetting(f"detector.{name}", "must be a table of options", str(file))
        elif key == "risk":
            settings = replace(settings, risk=_risk(value, str(file)))
        else:
            settings = _with(settings, key, value, str(file))
            _keeps_guard(settings, key, str(file))
    return settings


def _plain(options: dict[str, JSON], key: str, source: str) -> dict[str, JSON]:
    """``options``, where JSON has all their values, as every record of a run needs. Raises ``BadSetting``."""
    try:
        json.dumps(options, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadSetting(
            key, "no option is a date, a time, infinite or nan", source, "give a number or a text"
        ) from error
    return options


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
    return _as_tables("risk", value, "")


def _with(settings: Settings, key: str, value: JSON, source: str) -> Settings:
    if key not in KINDS:
        raise UnknownName(f"setting in {source}", key, KINDS)
    return replace(settings, **{key: _convert(key, value, source)})


def _convert(key: str, value: JSON, source: str) -> JSON:
    """``value`` in the type of the setting: what is typed and what stands in the environment is a text."""
    kind = KINDS[key]
    try:
        value = as_bool(value) if kind == "bool" else as_int(value) if kind == "int" else value
    except ValueError as error:
        raise BadSetting(key, f"{str(value)[:60]} is not {TYPES[kind][1]}", source) from error
    _check(key, value, source)
    return value


def _check(key: str, value: JSON, source: str) -> None:
    """Raise ``BadSetting`` for a value of another type, outside its range, or that cannot be chosen."""
    wanted, words = TYPES[KINDS[key]]
    if key in RANGES and (not isinstance(value, int) or value not in RANGES[key]):
        raise BadSetting(key, f"must be {words}, {RANGES[key]}, not {value!r:.60}", source)
    if not isinstance(value, wanted):
        hint = 'several are one text: index="mine + enwiki"' if key == "index" else f"give {words}"
        raise BadSetting(key, f"{value!r:.60} is not {words}", source, hint)
    if value not in CHOICES.get(key, (value,)):
        known = [choice for choice in CHOICES[key] if choice]
        hint = f'for example {key} = "{known[0]}"'
        raise BadSetting(key, f"{value!r:.60} is not one of {', '.join(known)}", source, hint)
