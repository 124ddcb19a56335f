"""A model is tried out before it is installed: its header is checked here, then it is used once in a child process."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from localcheck.errors import BadInput, NLIError
from localcheck.models.gguf import read_gguf
from localcheck.models.manifest import Card
from localcheck.models.manifest.ctranslate import check_ctranslate
from localcheck.system import children

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
    found = children.try_model(folder)
    if found.crash:
        raise BadInput(folder.name, f"the model {found.crash}", HINT)
    if found.refusal:
        raise BadInput(folder.name, f"the model cannot be used: {found.refusal}", HINT)
