"""Translation models of CTranslate2: which folder holds one, and which languages it reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.models.manifest.card import Card
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.patterns import regex

_PAIR = regex(r"(?:^|[-_])([a-z]{2})[-_]([a-z]{2})$")
PIECES = ("source.spm", "sentencepiece.bpe.model")
"""A folder that holds CTranslate2's files and one of these is a translation model."""
TOKENS = {
    "en": "eng_Latn", "zh": "zho_Hans", "fr": "fra_Latn", "de": "deu_Latn", "es": "spa_Latn", "it": "ita_Latn",
    "pt": "por_Latn", "ja": "jpn_Jpan", "ko": "kor_Hang", "ru": "rus_Cyrl",
}  # fmt: skip
"""Languages as NLLB models name them, with their script: those that are used here, of two hundred."""
LARGEST = 1 << 26
"""Bytes of a vocabulary that are read."""


def is_translator(folder: Path) -> bool:
    """Does ``folder`` hold a translation model that CTranslate2 has converted?"""
    return (folder / "model.bin").is_file() and any((folder / name).is_file() for name in PIECES)


def card_for(folder: Path, languages: str = "") -> Card:
    """The card of a translation model in ``folder``; ``languages`` is ``de:en``, or empty to read it off the folder's name.

    Raises ``BadInput`` for a folder that holds none, or whose languages nobody says.
    """
    if not (folder / "model.bin").is_file():
        raise BadInput(folder, "holds no model.bin of CTranslate2")
    if (folder / "sentencepiece.bpe.model").is_file():
        return _nllb(folder)
    if not all((folder / name).is_file() for name in ("source.spm", "target.spm")):
        raise BadInput(
            folder,
            "has no source.spm and target.spm",
            "convert with --copy_files source.spm target.spm (ct2-transformers-converter)",
        )
    source, _, target = languages.partition(":")
    if not languages and (named := _PAIR.search(folder.name.lower())):
        source, target = named.groups()
    if not (re.fullmatch("[a-z]{2}", source) and re.fullmatch("[a-z]{2}", target)):
        raise BadInput(folder, "does not say its languages", "give them: --translates de:en")
    return Card("translator", languages=(source,), targets=(target,), max_tokens=400)


def _nllb(folder: Path) -> Card:
    """The card of a model for many languages. M2M-100, mBART and XLM-R have a piece model of the same name, and other tokens
    for languages or none: they would translate into anything.
    """
    languages = _languages_of(folder)
    if len(languages) < 2:
        raise BadInput(
            folder,
            "is not an NLLB model: its shared vocabulary has no language tokens such as eng_Latn and zho_Hans",
            "translation models of Marian, OPUS and NLLB can be used; M2M-100 and mBART cannot",
        )
    return Card("translator", languages=languages, targets=("*", *languages), max_tokens=400)


def _languages_of(folder: Path) -> tuple[str, ...]:
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
