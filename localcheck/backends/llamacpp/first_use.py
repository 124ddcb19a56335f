"""A GGUF file that was never used here is tried in a child process first.

llama.cpp aborts its process over some damaged files, and with it would go the document that is being checked. Files that
`models import` and `models pull` install are tried then; a file given by its path is tried when it is first opened. Under a
limit of addresses (``ulimit -v``) every file is tried each time: libraries that get no more abort as well.
"""

from __future__ import annotations

import resource
from pathlib import Path

from localcheck.errors import BadInput, LLMError
from localcheck.system import children, memo

MEMO = "tried.json"
TIGHT = "{name} cannot be opened within this process's limit of addresses (ulimit -v): {why}"


def require_usable(path: Path, digest: str) -> None:
    """Raise ``BadInput`` when llama.cpp crashes on the file `path` with the SHA-256 `digest`, runs into the trial's limits, or
    never answers; ``LLMError`` where that happens within a limit of this process.

    A file that works is remembered in the home by its hash and not tried again. One that llama.cpp refuses in words passes:
    loading it here says the same words.
    """
    known = memo.recall(MEMO)
    tried = {one for one in known if isinstance(one, str)} if isinstance(known, list) else set()
    limited = resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    if digest in tried and not limited:
        return
    found = children.try_model(path)
    if found.refusal.startswith(LLMError.__name__):
        return
    if limited and (found.crash or found.refusal):
        raise LLMError(
            TIGHT.format(name=path.name, why=found.crash or found.refusal), "raise it, or take a smaller model"
        )
    if found.crash or found.refusal:
        why = found.crash or f"cannot be used: {found.refusal}"
        raise BadInput(path, f"the model {why}", found.advice("it is damaged: download it again"))
    memo.keep(MEMO, sorted({*tried, digest}))
