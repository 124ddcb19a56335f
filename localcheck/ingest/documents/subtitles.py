"""Reads subtitles (SubRip .srt and WebVTT .vtt) as running text: cues are joined, and a new paragraph begins after a pause.

WebVTT: The Web Video Text Tracks Format (W3C, 2019). SubRip has no standard.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from localcheck.errors import BadInput
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.text.patterns import regex

PAUSE = 3.0
"""Seconds without a cue after which a new paragraph begins."""
PART = 300.0
"""Seconds after which a new part begins at the next paragraph."""
LONGEST_PARAGRAPH = 2_000
"""Characters after which a new paragraph begins at the next end of a sentence."""
HEAD = "WEBVTT"
_TIMES = regex(
    r"^[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]*-->[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
)
_MARKUP = regex(r"<(?:/?[A-Za-z]|\d+:)[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}")
_SPEAKER = regex(r"(?:[-–—]{1,3}(?:\s+|(?!\d))|>>+\s*)")
"""Begins what each speaker of a dialogue says; the minus of a number does not."""
_SENTENCE_END = regex(r"[.!?…。！？][\"'”’)\]]*$")


@dataclass(slots=True)
class _Cue:
    start: float
    end: float
    lines: list[str]


def is_subtitles(text: str) -> bool:
    """True if ``text`` begins as subtitles do."""
    first = text.lstrip("\ufeff \t\r\n").split("\n", 3)[:3]
    if first and first[0].strip().split(" ")[0] == HEAD:
        return True
    return len(first) > 1 and first[0].strip().isdecimal() and _TIMES.match(first[1]) is not None


def read(data: bytes, path: str, limit: int) -> Extract:
    """The spoken text; parts of about five minutes are named by their time. Raises ``BadInput``."""
    text, _ = decode(data, path)
    cues = _cues(text)
    if not cues:
        raise BadInput(path, "not subtitles, whatever its name says", "give a .srt or .vtt file, or name it .txt")
    out = Gathered(path, limit)
    paragraph: list[str] = []
    began = ended = cues[0].start
    out.part(_place(began))

    def finish() -> None:
        out.add(" ".join(paragraph))
        paragraph.clear()

    length = 0
    for cue in cues:
        dialogue = _SPEAKER.match(cue.lines[0])
        for line in cue.lines:
            speaker = _SPEAKER.match(line) if dialogue else None
            long = length > LONGEST_PARAGRAPH and _SENTENCE_END.search(paragraph[-1])
            if paragraph and (cue.start - ended > PAUSE or long or speaker):
                finish()
                length = 0
                if cue.start - began >= PART:
                    began = cue.start
                    out.part(_place(began))
            ended = max(ended, cue.end)
            if said := line[speaker.end() :] if speaker else line:
                paragraph.append(said)
                length += len(said)
    finish()
    return out.extract(empty=("the subtitles hold no text", "are they pictures of text?"))


def _cues(text: str) -> list[_Cue]:
    """The cues in their order. A blank line ends one of WebVTT; in SubRip what stands below it is shown, too. Lines that the
    cue before shows as well, as live captions do, are left out.
    """
    cues: list[_Cue] = []
    vtt, ended, before = text.lstrip("\ufeff \t\r\n").startswith(HEAD), True, ""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if times := _TIMES.match(line):
            if not ended and before.isdecimal():
                cues[-1].lines.pop()  # the number of this cue
            cues.append(_Cue(_seconds(times.groups()[:4]), _seconds(times.groups()[4:]), []))
            ended = False
        elif not line.strip():
            ended = ended or vtt
        elif not ended and (said := " ".join(html.unescape(_MARKUP.sub("", line)).split())):
            cues[-1].lines.append(said)
        before = line.strip()
    shown: list[str] = []
    for cue in cues:
        shown, cue.lines = cue.lines or shown, [said for said in cue.lines if said not in shown]
    return [cue for cue in cues if cue.lines]


def _seconds(groups: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = groups
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0) + float(f"0.{fraction}")


def _place(seconds: float) -> str:
    whole = int(seconds)
    return f"from {whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
