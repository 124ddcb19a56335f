"""Tries out a new model in a process of its own: ``python -m localcheck.backends.trial PLACE``, started by
``children.try_model``. PLACE is a model's folder, or a GGUF file.

The process limits its own memory and time first, so that bad files harm nothing else. Exit code 0 means that the model could be
opened and gave probabilities; any other exit code or a signal means that it did not. The last line of stderr says why.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

SECONDS = 300
"""Of CPU time."""
SPARE = 6 << 30
"""Bytes of address space allowed beyond three times the size of the files; libraries and threads reserve more than they use."""
PAIRS = (
    ("The tower is 324 metres tall.", "The tower is tall."),
    ("", "?"),
    ("word " * 3_000, "\U0001f600 \u4e2d\u6587 \u0441\u043b\u043e\u0432\u043e \u202e"),
)


def main(place: Path) -> None:
    """Open the model in the folder ``place``, or the GGUF file ``place``, and use it once. Raises whatever goes wrong."""
    size = sum(f.stat().st_size for f in (place, *place.rglob("*")) if f.is_file())
    _limit(resource.RLIMIT_AS, 3 * size + SPARE)
    _limit(resource.RLIMIT_CPU, SECONDS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from localcheck.models.manifest import read_card

    if place.is_file():
        return _answers(place)
    card = read_card(place)
    if card.kind == "llm-gguf":
        _answers(place / "model.gguf")
    elif card.kind == "translator":
        _translates(place, card.languages, card.targets)
    else:
        _judges(place, card.kind)
    return None


def _limit(what: int, most: int) -> None:
    """Set a limit of this process; one that is lower already stays."""
    given = resource.getrlimit(what)[1]
    least = most if given == resource.RLIM_INFINITY else min(most, given)
    resource.setrlimit(what, (least, least))


def _judges(folder: Path, kind: str) -> None:
    import numpy as np

    from localcheck.backends.nli.open_model import open_nli

    model = open_nli(str(folder.absolute()), threads=1)
    try:
        if kind == "encoder":
            vectors = [row.vectors for row in model.encode([text for pair in PAIRS for text in pair])]
            sound = all(np.isfinite(v).all() for v in vectors)
        else:
            found = model.entail(PAIRS)
            sound = bool(np.isfinite(found).all() and np.allclose(found.sum(axis=1), 1, atol=1e-3))
    finally:
        model.close()
    if not sound:
        raise ValueError("its outputs are not probabilities")


def _translates(folder: Path, languages: tuple[str, ...], targets: tuple[str, ...]) -> None:
    from localcheck.backends.translation import MANY, TranslationModel

    with TranslationModel(folder.absolute(), threads=1) as model:
        pair = (languages[0], targets[0])
        if MANY in targets:
            pair = ("en", "de") if MANY in languages else (languages[0], languages[1])
        for text in ("The tower is tall.", "\U0001f600 \u4e2d\u6587"):
            found = model.translate(text, *pair)
            if not found.mean_logprob <= 0:
                raise ValueError("its outputs are not log-probabilities")


def _answers(file: Path) -> None:
    from localcheck.backends.llamacpp.llm import LlamaCpp
    from localcheck.types import CompletionRequest

    llm = LlamaCpp(file, threads=1, context=512)
    try:
        (answer,) = llm.complete([CompletionRequest(text="Paris is", max_tokens=2)])
    finally:
        llm.close()
    if answer.error:
        raise ValueError(answer.error)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}\n")
        sys.exit(1)
