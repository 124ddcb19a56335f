"""Which languages a translation model of CTranslate2 reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.manifest import Card

_PAIR = re.compile(r"(?:^|[-_])([a-z]{2})[-_]([a-z]{2})$")
PIECES = ("source.spm", "sentencepiece.bpe.model")
"""Beside CTranslate2's files one of these makes a translation model."""


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
        return Card("translator", languages=("*",), targets=("*",), max_tokens=400)
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
