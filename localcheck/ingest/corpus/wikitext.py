"""Wikitext to plain text: one linear pass with a bounded stack. See docs/decisions for why no library does this.

What stays: prose, headings, list items, link labels, the few templates that stand for words (``{{lang}}``, ``{{convert}}`` …).
What goes: other templates (infoboxes among them), references, what is struck out, tables, files, categories, galleries,
formulas, and the closing sections that hold no prose (references, external links …). Nothing here raises, and time grows
linearly.

The readable text of an article, whatever its markup.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from localcheck.errors import LocalcheckError
from localcheck.ingest.corpus.records import Record
from localcheck.ingest.corpus.templates import expand
from localcheck.text.hyphens import SOFT
from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex

LIMIT = 1 << 21
"""Characters of wikitext that are read of one page (MediaWiki's own article limit is 2 MiB); the rest is dropped."""
DEPTH = 40
"""Nested constructs followed; deeper ones lose their brackets and stay text. MediaWiki's own limit is 40."""

_TOKEN = regex(r"\{[{|]|\}\}|\[\[|\]\]?|\|\}(?!\})|\[(?=https?:|ftps?:|mailto:|//)")
"""What opens or ends a construct. Every branch begins with a fixed letter, so that ``re`` runs from candidate to candidate."""
_SIMPLE = regex(
    r"\[\[(?<!\[\[\[)([^\[\]{}|:*\s][^\[\]{}|\n:]*+)(?:\|([^\[\]{}|:*\s][^\[\]{}|\n]*+))?\]\]"
    r"|\{\{(?<!\{\{\{)([^{}\[\]]*+)\}\}(?!\})"
)
"""A link to an article, or a template, with no construct inside: nine of ten, and done without a stack."""
_LINE_BEGINS = {"{|": " \t:*", "|}": " \t"}
"""What may stand on a line before the mark of a table; elsewhere it is none."""
_INDENT = 100
"""Characters of indentation that are looked at."""
_CLOSES = {"}}": "{{", "]]": "[[", "|}": "{|", "]": "["}
_COMMENT = regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_RAW_TAGS = (
    "ref|references|gallery|math|chem|ce|score|timeline|imagemap|syntaxhighlight|source|templatedata|templatestyles|hiero|"
    "graph|mapframe|maplink|indicator|style|script|includeonly|categorytree|inputbox|charinsert|poem-meta|del|s|strike"
)
_RAW_OPEN = regex(rf"<({_RAW_TAGS})\b[^<>]*?(/?)>", re.IGNORECASE)
_RAW_CLOSE = {tag: regex(rf"</{re.escape(tag)}\s*>", re.IGNORECASE) for tag in _RAW_TAGS.split("|")}
_BREAK = regex(r"<br\b[^<>]{0,200}>|<hr\b[^<>]{0,200}>", re.IGNORECASE)
_POWER = regex(
    r"(?<=\d)(?:<sup\b[^<>]{0,200}>|\{\{(?:sup|\^)\|)\s*((?:[-+−–]|&minus;)?\d+)\s*(?:</sup\s*>|\}\})", re.IGNORECASE
)
"""Behind a number: without its mark it would be a part of it, "10<sup>5</sup>" a hundred and five."""
_FRACTION = regex(r"(?<=\d)(?=\{\{(?:(?:s?frac|fraction)\||\d/\d{1,2}\}\}))", re.IGNORECASE)
"""Between a number and its fraction: "3{{frac|1|4}}" without a blank would be 31/4."""
_TAG = regex(r"</?[a-zA-Z][^<>]{0,2000}>")
_BARE = frozenset(rows("wikitext.bare"))
_MARKER = regex(r"^[ \t]*[*#:;]+[ \t]*")
_QUOTES = regex(r"''+")
_SWITCH = regex(r"__[A-Z]{3,30}__")
_VARIANT = regex(r"-\{(?:[A-Za-z-]{2,12}\|)?(?:[a-z-]{2,12}:)?([^{}|;]{0,200}+)[^{}]{0,800}+\}-")
_DROPPED_LINK = regex(
    r"^\s*(?:file|image|media|category|datei|bild|kategorie|fichier|catégorie|archivo|imagen|categoría|immagine|categoria|"
    r"ficheiro|imagem|bestand|afbeelding|categorie|plik|grafika|kategoria|файл|изображение|категория|文件|图像|圖像|檔案|档案|分类|分類|"
    r"ファイル|画像|カテゴリ|파일|그림|분류|ملف|صورة|تصنيف)\s*:",
    re.IGNORECASE,
)
_INTERLANGUAGE = regex(r"^[a-z]{2,3}(?:-[a-z-]{2,12})?:\S")
_BLANK = "\t\u00a0\u2002\u2003\u2009\u202f"
_SPACES = regex(r"  +")
_TIDY = (
    (regex(r"\((?:[\s,;:]|\bor\b|\band\b){0,20}\)"), ""),
    (regex(r"\( ?[,;:][ ,;:]{0,20}"), "("),
    (regex(r" ([,.;:!?)])(?=\s|$)", re.MULTILINE), r"\1"),
    (regex(r"([,;:])[,;:]{1,5}(?=\s)"), r"\1"),
)
_PARAGRAPHS = regex(r"\n\n\n+")


@dataclass(slots=True)
class _Frame:
    """An open template, link or table: its opening mark and the text read inside it so far."""

    opener: str
    parts: list[str] = field(default_factory=list)


def to_plain(source: str) -> str:
    """Readable text of ``source``, paragraphs parted by blank lines. Never raises; at most about as long as ``source``."""
    text = source[:LIMIT].replace("\r\n", "\n").replace("\0", "")
    text = _COMMENT.sub("", text)
    text = _without_raw_tags(text)
    text = _BREAK.sub("\n", text)
    text = _TAG.sub("", _FRACTION.sub(" ", _POWER.sub(r"^\1", text)))
    text = _resolve(text)
    text = html.unescape(text)
    text = _VARIANT.sub(r"\1", text)
    text = _SWITCH.sub("", _QUOTES.sub("", text))
    return _tidy(_layout(text))


def _without_raw_tags(text: str) -> str:
    """Drop elements whose content is no prose. A closing tag that never comes costs its opening tag only."""
    parts, at = [], 0
    missing: set[str] = set()
    for found in _RAW_OPEN.finditer(text):
        if found.start() < at:
            continue
        parts.append(text[at : found.start()])
        at = found.end()
        tag = found.group(1).lower()
        if found.group(2) or tag in missing:
            continue
        close = _RAW_CLOSE[tag].search(text, at)
        if close is None:
            missing.add(tag)
        else:
            at = close.end()
    parts.append(text[at:])
    return "".join(parts)


def _resolve(text: str) -> str:
    """Replace templates, links and tables by what they show."""
    text = _SIMPLE.sub(_simple, text)
    stack = [_Frame("")]
    at = 0
    for token in _TOKEN.finditer(text):
        word, start = token.group(), token.start()
        if word in _LINE_BEGINS and (start := _indented(text, start, _LINE_BEGINS[word])) < 0:
            continue
        stack[-1].parts.append(text[at:start])
        at = token.end()
        if word in _CLOSES:
            _close(stack, word)
        elif len(stack) <= DEPTH:
            stack.append(_Frame(word))
    stack[-1].parts.append(text[at:])
    while len(stack) > 1:
        _abandon(stack)
    return "".join(stack[0].parts)


def _simple(found: re.Match[str]) -> str:
    target, label, template = found.groups()
    return expand(template) if template is not None else label or target


def _indented(text: str, mark: int, blank: str) -> int:
    """Where the line of a mark begins, if nothing but ``blank`` characters stand before it; else -1."""
    begin = max(0, mark - _INDENT)
    line = text.rfind("\n", begin, mark) + 1
    if line == 0 and begin > 0:
        return -1
    return -1 if text[line:mark].strip(blank) else line


def _close(stack: list[_Frame], closer: str) -> None:
    """End the construct that ``closer`` ends; what is still open inside it is abandoned. A stray closer is dropped."""
    opener = _CLOSES[closer]
    near = range(len(stack) - 1, max(0, len(stack) - 5), -1)
    place = next((i for i in near if stack[i].opener == opener), None)
    if place is None:
        if closer == "]":
            stack[-1].parts.append("]")
        return
    while len(stack) - 1 > place:
        _abandon(stack)
    frame = stack.pop()
    stack[-1].parts.append(_shown(frame.opener, "".join(frame.parts)))


def _abandon(stack: list[_Frame]) -> None:
    """Close a construct whose end is missing: its text is kept, the parameters of a template or table are dropped."""
    frame = stack.pop()
    content = "".join(frame.parts)
    if frame.opener in ("{{", "{|"):
        kept = content.split("\n")[1:]
        content = "\n" + "\n".join(line for line in kept if not line.lstrip().startswith(("|", "!")))
    elif frame.opener == "[":
        content = "[" + content
    stack[-1].parts.append(content)


def _shown(opener: str, content: str) -> str:
    if opener == "{{":
        return expand(content)
    if opener == "[[":
        return _link(content)
    if opener == "[":
        return content.partition(" ")[2]
    return "\n"


def _link(content: str) -> str:
    target, pipe, label = content.partition("|")
    if _DROPPED_LINK.match(target) or (not pipe and _INTERLANGUAGE.match(target)):
        return ""
    if not pipe:
        return target.lstrip(" :")
    label = label.rpartition("|")[2] if "|" in label else label
    return label or target.lstrip(" :").partition("(")[0].rstrip()


def _layout(text: str) -> str:
    """Headings and list items as lines of their own; the closing sections without prose are left out."""
    kept: list[str] = []
    bare = 0
    for line in text.split("\n"):
        if line.startswith("=") and (found := _heading(line)):
            level, title = found
            if not bare or level <= bare:
                bare = level if title.strip().lower() in _BARE else 0
                kept.append("" if bare else f"\n{title}\n")
        elif not bare:
            kept.append(_MARKER.sub("", line))
    return "\n".join(kept)


def _heading(line: str) -> tuple[int, str] | None:
    """Level and title of ``== title ==``; signs that have no partner belong to the title. None for other lines.

    >>> _heading("== See also ==="), _heading("==")
    ((2, 'See also ='), None)
    """
    line = line.strip(" \t")
    ahead, behind = (len(line) - len(rest) for rest in (line.lstrip("="), line.rstrip("=")))
    level = min(ahead, behind, 6, (len(line) - 1) // 2)
    title = line[level : len(line) - level].strip(" \t")
    return (level, title) if level > 0 and title and len(line) < 500 else None


def _tidy(text: str) -> str:
    """Take away what dropped constructs leave behind: empty brackets, doubled spaces and stops, runs of empty lines."""
    for blank in _BLANK:
        text = text.replace(blank, " ")
    text = _SPACES.sub(" ", text)
    *closed, last = text.split(")")
    text = ")".join([*(part.rstrip(" ,;:") for part in closed), last])
    for pattern, replacement in _TIDY:
        text = pattern.sub(replacement, text)
    text = _SPACES.sub(" ", text)
    text = "\n".join([line.strip(" ") for line in text.split("\n")])
    return _PARAGRAPHS.sub("\n\n", text).strip()


def text_of_page(html: str, title: str) -> str:
    """The readable text of a page of HTML without its title; empty where it has none, or cannot be read as HTML."""
    from localcheck.text.html.reading import article_text  # lxml is not loaded for dumps of wikitext

    try:
        text = article_text(html, title)
    except LocalcheckError:
        return ""
    first, _, rest = text.replace(SOFT, "").partition("\n")
    return rest.strip() if first.strip() == title else f"{first}\n{rest}".rstrip()


def plain_text(record: Record) -> str:
    """The article's readable text."""
    if record.markup == "html":
        return text_of_page(record.body, record.title)
    text = to_plain(record.body) if record.markup == "wikitext" else record.body
    return text.replace("\r\n", "\n").replace("\r", "\n").replace(SOFT, "")
