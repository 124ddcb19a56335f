"""A model is tried out before it is installed: its header is checked here, then it is used once in a child process."""

from __future__ import annotations

import os
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

from localcheck import children
from localcheck.errors import BadInput, NLIError
from localcheck.manifest import Card
from localcheck.manifest.ctranslate import check_ctranslate
from localcheck.modelstore.gguf import read_gguf

SECONDS = 600
"""Until a model that does not answer is given up."""
HINT = "it is not installed; get it from where it was made, or convert it anew"


def try_out(folder: Path, card: Card) -> None:
    """Use the model in ``folder`` once, in a process with limits. Raises ``BadInput`` when it cannot be used.

    A GGUF file is tried where llama-cpp-python is installed; elsewhere its header alone is checked.
    """
    if card.kind == "llm-gguf":
        if not read_gguf(folder / "model.gguf").tensors or find_spec("llama_cpp") is None:
            return
    else:
        try:
            check_ctranslate(folder)
        except NLIError as error:
            raise BadInput(folder.name, error.message, HINT) from error
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = children.command("localcheck.trial", str(folder.absolute()))
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, env=environment, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise BadInput(folder.name, f"gives no answer within {SECONDS} seconds", HINT) from None
    if done.returncode == 0:
        return
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    why = f"crashes ({_signal(-done.returncode)})" if done.returncode < 0 else f"cannot be used: {said}"
    raise BadInput(folder.name, f"the model {why}", HINT)


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
