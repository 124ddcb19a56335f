"""Chinese numerals as digits, where they stand in spoken arithmetic: 三加四等于八."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SIZES = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "亿": 10**8}
_NUMERAL = "[零〇一二两三四五六七八九十百千万亿]+"
_BEGIN = r"(?<![\d.零〇一二两三四五六七八九十百千万亿])"
_OPERATION = r"(?:乘以|乘上|乘|除以|加上|加|减去|减)"
_SPOKEN = regex(
    rf"{_BEGIN}{_NUMERAL}(?:{_OPERATION}(?:{_NUMERAL}|\d+))+(?:等于|得到|得|是|为)(?:{_NUMERAL}(?:余{_NUMERAL})?|(?=[几多]))"
)
_PART = regex(_NUMERAL)
_SMALL = "[零一二两三四五六七八九十百]"
_DECIMALS = "(?:点[零一二三四五六七八九]{1,4})?"
_SHARE = regex(rf"(?P<of>百|千|{_SMALL}{{1,4}})分之(?P<n>{_SMALL}{{1,4}}{_DECIMALS}|\d{{1,4}}(?:\.\d{{1,4}})?)")


def numeral(text: str) -> int:
    """The value of a Chinese numeral.

    >>> numeral("一千零五"), numeral("十二"), numeral("一亿二千万"), numeral("二〇二四"), numeral("两万五")
    (1005, 12, 120000000, 2024, 25000)
    """
    if not set(text) & (_SIZES.keys() | _LARGE.keys()):
        return int("".join(str(_DIGITS[c]) for c in text))
    total = section = digit = 0
    last = 1  # what a digit at the end counts: 两万五 are 25,000, 一百零二 are 102
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
            last = last if digit else 1
        elif char in _SIZES:
            section += (digit or 1) * _SIZES[char]
            digit, last = 0, _SIZES[char] // 10
        else:
            before = total if char == "亿" else 0
            total += (before + section + digit or 1) * _LARGE[char] - before
            section, digit, last = 0, 0, _LARGE[char] // 10
    return total + section + digit * last


def in_digits(text: str) -> str:
    """``text`` with the numerals of spoken arithmetic and of fractions in digits; numerals elsewhere stay as they are.

    >>> in_digits("三加四等于八，一个人"), in_digits("48的四分之三，百分之五点四")
    ('3加4等于8，一个人', '48的3/4，5.4%')
    """
    text = _SHARE.sub(_share, text)
    return _SPOKEN.sub(lambda m: _PART.sub(lambda n: str(numeral(n.group())), m.group()), text)


def _share(match: re.Match[str]) -> str:
    """四分之三 as 3/4, 百分之五点四 as 5.4%."""
    whole, _, decimals = match["n"].partition("点")
    part = (
        match["n"] if whole[0].isdigit() else str(numeral(whole)) + (f".{numeral_digits(decimals)}" if decimals else "")
    )
    if match["of"] == "百":
        return f"{part}%"
    return f"{part}/{1000 if match['of'] == '千' else numeral(match['of'])}"


def numeral_digits(text: str) -> str:
    """The digits of a numeral that is read digit by digit, such as those behind a decimal point."""
    return "".join(str(_DIGITS[c]) for c in text)
