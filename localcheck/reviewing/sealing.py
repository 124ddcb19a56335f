"""The hidden machine-readable block of an exported page: its record, and the digest of everything else on the page.

In HTML it is a data block that no browser runs, in Markdown a comment. ``opened`` reads it back; ``verify-report`` then
compares the page with its record, so that a quote that was changed on the page is found.
"""

from __future__ import annotations

from localcheck.system import jsontext
from localcheck.system.resources import sha256_text
from localcheck.text.inert import dumps
from localcheck.types import JSON

BEFORE = {"html": '<script type="application/json" id="localcheck-record">', "md": "<!-- localcheck-record "}
AFTER = {"html": "</script>", "md": " -->"}
END = {"html": "</body></html>\n", "md": ""}
"""What stands behind the block: the end of every page that is sealed."""


def sealed(page: str, format: str, record: dict[str, JSON]) -> str:
    """``page`` with its record as its last block. ``format`` is ``html`` or ``md``; an HTML page ends with ``END``."""
    before, after, end = f"\n{BEFORE[format]}", f"{AFTER[format]}\n", END[format]
    head = page.removesuffix(end)
    block = _hidden(dumps({**record, "page_sha256": sha256_text(head + before + after + end)}))
    return head + before + block + after + end


def opened(text: str) -> tuple[JSON, str] | None:
    """The record in a page, and the page without it; None if the text holds none. Raises ``NotJson`` for a damaged one."""
    for format, before in BEFORE.items():
        start = text.rfind(before)
        if start < 0:
            continue
        begin = start + len(before)
        end = text.find(AFTER[format], begin)
        if end < 0:
            raise jsontext.NotJson("not JSON: the record in the page has no end")
        return jsontext.parse(text[begin:end]), text[:begin] + text[end:]
    return None


def _hidden(text: str) -> str:
    """JSON that neither ends the block that it stands in nor looks like markup; read again, it is the same value."""
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.replace("--", "-\\u002d")
