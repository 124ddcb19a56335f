"""What the writer of an e-mail wrote, without quoted messages and the signature (of plain text: RFC 3676, 4.3 and 4.5)."""

from __future__ import annotations

import re
from itertools import groupby

from localcheck.ingest.documents import markup
from localcheck.text.html.reading import without_quoted
from localcheck.text.patterns import regex

_MARKED = regex(r"^((?:> ?)*)(.*)$", re.MULTILINE)
"""A line: the marks of what it quotes, and its words."""
_REST = regex(
    r"^(?:-- $|-{3,} ?(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original"
    r"|Messaggio originale|原始邮件) ?-{3,}[ \t]*$|_{10,}[ \t]*\n(?:From|Von|De|Da|发件人) ?[:：]"
    r"|(?:From|Von|De|Da|发件人) ?[:：][^\n]*\n+"
    r"(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Inviato|发送时间) ?[:：][^\n]*\n+"
    r"(?:[^\n:：]{1,12}[:：][^\n]*\n+){0,4}(?:Subject|Betreff|Objet|Asunto|Oggetto|主题) ?[:：])",
    re.MULTILINE | re.IGNORECASE,
)
"""Where the signature, or a whole message that is answered, begins."""
_WHO_WROTE = regex(
    r"^(?:(?:On|Am|Le|El|Il|Op) [^\n]{1,200}(?:\n[^\n>]{1,200})?|[^\n>:]{1,100}) ?"
    r"(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|写道)[^\n:：]{0,100}[:：]\s*(?=^>)",
    re.MULTILINE,
)
"""The line above quoted ones that says whose they are: "On Sun, 1 Nov 2026 at 09:00, Ben wrote:"."""


def own_words(text: str) -> tuple[str, int]:
    """The writer's own words, and how many other lines were left out.

    A message with none of its own is read with what it quotes, without marks: each depth is a paragraph.
    """
    text = text.replace("\r\n", "\n")
    found = _REST.search(text)
    kept = _WHO_WROTE.sub("", text[: found.start()] if found else text)
    by_mark = groupby(kept.split("\n"), key=lambda line: line.startswith(">"))
    own = "\n\n".join("\n".join(lines) for quoted, lines in by_mark if not quoted)
    if own.strip():
        return own, _lines(text) - _lines(own)
    by_depth = groupby(_MARKED.findall(text), key=lambda line: line[0].count(">"))
    return "\n\n".join("\n".join(words for _, words in lines) for _, lines in by_depth), 0


def own_page(source: str, path: str) -> tuple[str, int]:
    """The same of a message in HTML, where mail programs mark what they quote, or put the headers of the message above it.

    Raises ``BadInput``.
    """
    whole = markup.html(source, path).text
    own, _ = own_words(markup.html(without_quoted(source, path), path).text)
    return (own, _lines(whole) - _lines(own)) if own.strip() else (whole, 0)


def _lines(text: str) -> int:
    """How many lines have words."""
    return sum(bool(line.strip("> \t\r")) for line in text.split("\n"))
