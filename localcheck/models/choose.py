"""Write the choice of a model into the user's settings file, and leave everything else in it as it is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from localcheck.errors import BadSetting
from localcheck.models.manifest import AUTO, CASCADE, nli_models, read_card
from localcheck.models.packed import locate
from localcheck.system import resources

SETTING_OF = {"nli-encoder": "nli", "nli-seq2seq": "nli", "encoder": "encoder", "llm-gguf": "llm"}
"""Kind of model -> key of the settings."""


def use(name: str, *, role: str = "") -> tuple[str, str, Path]:
    """Make the installed model ``name`` the choice of this home; returns (key, value, settings file).

    ``role`` overrides the key (an NLI model may also serve as ``encoder``). ``cascade`` and ``auto`` are choices of NLI models,
    too (``manifest.nli_models``). Raises ``MissingModel``, ``BadSetting``.
    """
    if name in (AUTO, CASCADE):
        for model in nli_models(name):
            locate(model)
        write_setting(resources.config_path(), "nli", name)
        return "nli", name, resources.config_path()
    kind = read_card(locate(name)).kind
    if kind not in SETTING_OF:
        raise BadSetting(
            "models use", f"{name} is a model of kind {kind}", "the agent's tool translate finds it by itself"
        )
    key = role or SETTING_OF[kind]
    if key != SETTING_OF[kind] and not (key == "encoder" and kind == "nli-encoder"):
        raise BadSetting(key, f"{name} is a model of kind {kind}", "models use")
    value = f"gguf:{name}" if key == "llm" else name
    path = resources.config_path()
    write_setting(path, key, value)
    return key, value, path


def write_setting(path: Path, key: str, value: str) -> None:
    """Set one top-level text value of a TOML file, comments and other keys kept; atomic. Raises ``BadSetting``."""
    text = path.read_bytes().decode("utf-8-sig") if path.is_file() else ""
    before = _parse(text, path)
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    head, rest = (text[: table.start()], text[table.start() :]) if table else (text, "")
    stated = r"(?:\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[^#\n\"'])*?(?=[ \t]*(?:#|\r?$))"
    pattern = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*={stated}", re.MULTILINE)
    if pattern.search(head):
        head = pattern.sub(lambda _: line, head, count=1)
    else:
        head = head + ("" if not head or head.endswith("\n") else "\n") + line + "\n"
    if _parse(head + rest, path) != {**before, key: value}:
        raise BadSetting(key, "cannot be set without touching other settings", str(path), f"edit the file: {line}")
    with resources.atomic_write(path) as f:
        f.write(head + rest)


def _parse(text: str, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting("TOML", str(error), str(path), "mend the file first") from error
