"""A GGUF file that was never used here is tried in a child process first.

llama.cpp aborts its process over some damaged files, and with it would go the document that is being checked. Files that
`models import` and `models pull` install are tried then; a file given by its path is tried when it is first opened.
"""

from __future__ import annotations

import json
from pathlib import Path

from localcheck.errors import BadInput, LLMError
from localcheck.system import children, resources
from localcheck.system.jsontext import parse


def require_usable(path: Path, digest: str) -> None:
    """Raise ``BadInput`` when llama.cpp crashes on the file `path` with the SHA-256 `digest`, runs into the trial's limits, or
    never answers.

    A file that works is remembered in the home by its hash and not tried again. One that llama.cpp refuses in words passes:
    loading it here says the same words.
    """
    memo = resources.home() / "cache" / "tried.json"
    tried = _read(memo)
    if digest in tried:
        return
    found = children.try_model(path)
    if found.refusal.startswith(LLMError.__name__):
        return
    if found.crash or found.refusal:
        why = found.crash or f"cannot be used: {found.refusal}"
        raise BadInput(path, f"the model {why}", "it is damaged: download it again")
    try:
        with resources.atomic_write(memo) as file:
            json.dump([*tried, digest], file)
    except OSError:
        pass  # a home that cannot be written costs the next start another trial, nothing more


def _read(memo: Path) -> list[str]:
    try:
        known = parse(memo.read_bytes())
    except (OSError, ValueError):
        return []
    return [digest for digest in known if isinstance(digest, str)] if isinstance(known, list) else []
