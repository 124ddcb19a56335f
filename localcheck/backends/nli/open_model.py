"""From the name or path of a model to an open NLI runtime."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from localcheck.errors import LocalcheckError, MissingModel, NLIError
from localcheck.models.manifest import installed, nli_models, read_card
from localcheck.models.packed import locate
from localcheck.ports import NLI, Encoder, SentenceEncoder
from localcheck.registry import NLIS

BACKENDS = {"nli-encoder": "encoder", "encoder": "encoder", "nli-seq2seq": "t5"}
"""Kind on the model's card -> name in ``registry.NLIS``."""
FAKE = "table:"


class OpenNLI(NLI, Encoder, SentenceEncoder, Protocol):
    """An open model. ``embed`` raises ``NLIError`` where ``info.embeds`` is false; ``close`` frees it."""

    def load(self) -> None:
        """Read the weights now, if that was left to the first question. Raises ``NLIError``."""
        ...

    def close(self) -> None:
        """Free the model."""
        ...


def open_nli(
    name_or_path: str,
    *,
    threads: int = 0,
    compute_type: str = "auto",
    batch_size: int = 0,
    around: Callable[[OpenNLI], OpenNLI] | None = None,
) -> OpenNLI:
    """Open a model by name (installed, then shipped) or path, or a cascade (``manifest.nli_models``).

    ``table:FILE`` opens the fake. ``threads`` 0, ``compute_type`` auto and ``batch_size`` 0 choose from what the CPU reports.
    The hashes of an installed model are checked first. ``around`` is put around each single model: a cache knows pairs, not
    what they were asked together with. Raises ``MissingModel`` with what to do, and ``NLIError`` for a model that cannot be
    run.
    """
    opened: list[OpenNLI] = []
    try:
        for name in nli_models(name_or_path):
            opened.append(_open_one(name, threads, compute_type, batch_size))
            if around is not None:
                opened[-1] = around(opened[-1])
        if len(opened) == 1:
            return opened[0]
        joined: OpenNLI = NLIS.load("cascade")(*opened)
        return joined
    except BaseException:
        for model in opened:
            model.close()
        raise


def _open_one(name_or_path: str, threads: int, compute_type: str, batch_size: int) -> OpenNLI:
    if name_or_path.startswith(FAKE):
        fake: OpenNLI = NLIS.load("table")(Path(name_or_path.removeprefix(FAKE)))
        return fake
    folder = locate(name_or_path)
    kind = read_card(folder).kind
    if kind not in BACKENDS:
        raise MissingModel(
            f"{name_or_path} is a model of kind {kind}, not for NLI", "localcheck models list --kind nli"
        )
    try:
        factory = NLIS.load(BACKENDS[kind])
    except ImportError as error:
        raise NLIError(f"the NLI runtime cannot be loaded: {error}", "reinstall localcheck") from error
    model: OpenNLI = factory(folder, threads=threads, compute_type=compute_type, batch_size=batch_size)
    return model


def sentence_model(*preferred: str) -> str:
    """Name of a model that gives sentence vectors: the first of ``preferred`` whose card says so, else an installed one.

    Reads cards and loads no model. Raises ``MissingModel`` where there is none.
    """
    chosen = [name for p in preferred if p for name in nli_models(p)]
    for name in (*chosen, *installed()):
        if _embeds(name):
            return name
    raise MissingModel("no model for sentence vectors is installed", "localcheck models pull minilm-l6 --network")


def _embeds(name: str) -> bool:
    """Does the card of this model say so? A model that is missing or damaged does not; opening it says what is wrong."""
    try:
        return name.startswith(FAKE) or read_card(locate(name)).embeds
    except LocalcheckError:
        return False
