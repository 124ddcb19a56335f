"""What a prompt says without its fences: the words of the papers."""

from __future__ import annotations

import re

from localcheck.text.prompts.fence import MATERIAL


def unfenced(prompt: str) -> str:
    """``prompt`` without the marks around material and without the sentence that explains them."""
    return re.sub(r"</?text>", "", prompt.removeprefix(f"{MATERIAL}\n\n"))
