"""Names of languages in NLLB models: with their script, as tokens of the vocabulary."""

from __future__ import annotations

from pathlib import Path

from localcheck.system.jsontext import NotJson, parse

TOKENS = {
    "en": "eng_Latn", "zh": "zho_Hans", "fr": "fra_Latn", "de": "deu_Latn", "es": "spa_Latn", "it": "ita_Latn",
    "pt": "por_Latn", "ja": "jpn_Jpan", "ko": "kor_Hang", "ru": "rus_Cyrl",
}  # fmt: skip
"""The languages that are used here; NLLB has two hundred."""
LARGEST = 1 << 26
"""Bytes of a vocabulary that are read."""


def languages_of(folder: Path) -> tuple[str, ...]:
    """Those of the languages that the vocabulary of a converted model has tokens for; empty for one that is no NLLB model."""
    for name in ("shared_vocabulary.json", "shared_vocabulary.txt"):
        file = folder / name
        if file.is_file():
            with file.open("rb") as stream:
                data = stream.read(LARGEST)
            known = _entries(data, file.suffix)
            return tuple(code for code, token in TOKENS.items() if token in known)
    return ()


def _entries(data: bytes, suffix: str) -> frozenset[str]:
    if suffix == ".txt":
        return frozenset(data.decode("utf-8", "replace").splitlines())
    try:
        found = parse(data)
    except NotJson:
        return frozenset()
    return frozenset(x for x in found if isinstance(x, str)) if isinstance(found, list) else frozenset()
