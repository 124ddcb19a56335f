"""Reads e-mail: one message (.eml), or a mailbox of them (.mbox). The subject is the title, the date that of the message.

Plain text is preferred to HTML. Attachments, quoted messages and signatures are not read, which is said. RFC 5322, 2045 to 2049
and 4155; of plain text 3676, 4.3 and 4.5.
"""

from __future__ import annotations

import email
import email.header
import email.utils
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email.message import Message
from itertools import groupby, islice
from typing import Any

from localcheck.errors import BadInput
from localcheck.ingest.documents import markup
from localcheck.ingest.documents.decode import OF_TEXT, decode
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.text.counting import many
from localcheck.text.html.reading import without_quoted
from localcheck.text.patterns import regex

MOST_PARTS = 1_000
"""Parts of one message."""
MOST_MESSAGES = 100_000
NOTED = 3
"""Messages that were not read are told of one by one up to here."""
LONGEST_HEADER = 2_000
PLAIN, HTML = "text/plain", "text/html"
HEADERS = 20_000
"""Bytes in which a message is recognised by its headers."""
_FROM = regex(rb"^From [^\r\n]{1,500}\d{4}[^\r\n]{0,20}\r?\n(?=[A-Za-z][A-Za-z0-9-]*:)", re.MULTILINE)
_QUOTED_FROM = regex(rb"^>(>*From )", re.MULTILINE)
_KNOWN = ("from", "date", "subject", "to", "received", "message-id", "content-type")


def is_mailbox(data: bytes) -> bool:
    """True if ``data`` begins as a mailbox does."""
    return _FROM.match(data) is not None


def is_message(data: bytes) -> bool:
    """True if ``data`` begins with the headers that programs write, not only with those that people do, such as in a memo."""
    names = {name.lower() for name in email.message_from_bytes(data[:HEADERS])}
    return "from" in names and bool(names & {"message-id", "mime-version", "received"})


def read(data: bytes, path: str, limit: int) -> Extract:
    """Text of one message. Raises ``BadInput``."""
    extract = message(data, path, limit)
    if not extract.text:
        raise BadInput(path, "the message holds no text", "is its text in an attachment?")
    return extract


def mailbox(data: bytes, path: str, limit: int) -> Iterator[tuple[int, Extract]]:
    """The messages of a mailbox with their numbers, those without text left out. Raises ``BadInput``.

    One that cannot be read is left out, too: the notes of the next message, or of the last one, say so.
    """
    starts = [found.start() for found in _FROM.finditer(data)]
    if not starts:
        raise BadInput(path, "not a mailbox, whatever its name says", "is it one message? call it .eml")
    if len(starts) > MOST_MESSAGES:
        raise BadInput(path, f"holds more than {MOST_MESSAGES:,} messages", "split it into parts")
    held: tuple[int, Extract] | None = None
    lost: list[str] = []
    for number, (start, stop) in enumerate(zip(starts, [*starts[1:], len(data)], strict=True), 1):
        raw = data[data.index(b"\n", start) + 1 : stop]
        try:
            extract = message(_QUOTED_FROM.sub(rb"\1", raw), f"{path}, message {number}", limit)
        except BadInput as error:
            lost.append(f"not read: {error.message.removeprefix(f'{path}, ')}")
            continue
        if extract.text:
            if held is not None:
                yield held
            held, lost = (number, replace(extract, notes=(*extract.notes, *_told(lost)))), []
    if held is not None:
        yield held[0], replace(held[1], notes=(*held[1].notes, *_told(lost)))
    elif lost:
        raise BadInput(path, lost[0], "save it again")


def _told(lost: Sequence[str]) -> tuple[str, ...]:
    """The first of what is told of messages that were not read, and how many more there are."""
    more = (f"{len(lost) - NOTED} messages more were not read",) if len(lost) > NOTED else ()
    return (*lost[:NOTED], *more)


def message(data: bytes, path: str, limit: int) -> Extract:
    """Text, subject and date of one message; the text is empty where it has none."""
    out, left_out = Gathered(path, limit), 0
    try:
        found = email.message_from_bytes(data)
        if not any(found.get(name) for name in _KNOWN):
            raise BadInput(path, "not an e-mail, whatever its name says", "an e-mail begins with its headers")
        subject, date = _header(found, "Subject"), _date(found)
        attached: list[str] = []
        if next(islice(found.walk(), MOST_PARTS, None), None) is not None:
            raise BadInput(path, f"holds more than {MOST_PARTS:,} parts", "save its text apart")
        texts = _texts(found, attached, path)
    except (ValueError, LookupError, RecursionError, AttributeError, TypeError, IndexError) as error:
        raise BadInput(path, f"damaged e-mail ({type(error).__name__})", "save it again") from None
    for kind, text in texts:
        own, others = _own_page(text, path) if kind == HTML else _own_words(text)
        left_out += others
        for block in own.split("\n\n"):
            out.add(block)
    if left_out:
        out.notes.append(f"{many(left_out, 'line')} of quoted messages or of a signature left out")
    if attached:
        names = ", ".join(attached[:5]) + (" …" if len(attached) > 5 else "")
        out.notes.append(f"{len(attached)} attachment{'s were' if len(attached) > 1 else ' was'} not read: {names}")
    return out.extract(subject, date)


def _texts(part: Message, attached: list[str], path: str, around: str = "") -> list[tuple[str, str]]:
    """The texts in a part that are not blank, each with its kind; what is attached is named in ``attached``. Plain text takes
    the place of HTML beside it, and of HTML behind it.
    """
    kind = part.get_content_type()
    if part.is_multipart() and (part.get_content_maintype() == "multipart" or around == "multipart/digest"):
        children: Any = part.get_payload()
        inner = [text for child in children for text in _texts(child, attached, path, kind)]
        plain = next((number for number, text in enumerate(inner) if text[0] == PLAIN), len(inner))
        begin = plain if kind == "multipart/alternative" and plain < len(inner) else 0
        return [text for number, text in enumerate(inner[begin:], begin) if text[0] == PLAIN or number < plain]
    if part.get_content_disposition() == "attachment" or kind not in (PLAIN, HTML):
        attached.append(" ".join(str(part.get_filename() or kind).split())[:80])
        return []
    text = _text(part, path)
    return [(kind, text)] if text.strip() else []


def _text(part: Message, path: str) -> str:
    """The text of a part in its own encoding; where that does not fit, as ``decode`` guesses it."""
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise BadInput(path, f"damaged e-mail ({type(error).__name__})", "save it again") from None
    data = raw if isinstance(raw, bytes) else b""
    try:
        return data.decode(_charset(part))
    except (UnicodeError, LookupError, ValueError):
        return decode(data, path)[0] if data.strip() else ""


def _charset(part: Message) -> str:
    """The encoding that a part states, where it is one of texts: codecs such as ``zlib`` or ``idna`` are none."""
    name = str(part.get_content_charset() or "utf-8")
    return name if OF_TEXT.fullmatch(name) else "utf-8"


def _header(found: Message, name: str) -> str:
    """A header with its encoded words decoded, on one line."""
    raw = str(found.get(name, ""))[:LONGEST_HEADER]
    try:
        pieces = email.header.decode_header(raw)
        return " ".join(str(email.header.make_header(pieces)).split())
    except (ValueError, LookupError, UnicodeError, email.errors.MessageError):
        return " ".join(raw.split())


def _date(found: Message) -> str:
    try:
        return email.utils.parsedate_to_datetime(str(found.get("Date", ""))[:200]).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


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


def _own_words(text: str) -> tuple[str, int]:
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


def _own_page(source: str, path: str) -> tuple[str, int]:
    """The same of a message in HTML, where mail programs mark what they quote, or put the headers of the message above it.

    Raises ``BadInput``.
    """
    whole = markup.html(source, path).text
    own, _ = _own_words(markup.html(without_quoted(source, path), path).text)
    return (own, _lines(whole) - _lines(own)) if own.strip() else (whole, 0)


def _lines(text: str) -> int:
    """How many lines have words."""
    return sum(bool(line.strip("> \t\r")) for line in text.split("\n"))
