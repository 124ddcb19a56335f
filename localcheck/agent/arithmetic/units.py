"""Units that measure the same thing, and how many of the base unit one is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

_TABLE = {
    "length": "mm 毫米 0.001; cm 厘米 公分 0.01; dm 分米 0.1; m 米 meter meters metre metres 1; km 千米 公里 kilometers 1000",
    "area": "平方毫米 0.000001; 平方厘米 cm2 0.0001; 平方分米 dm2 0.01; 平方米 m2 1; 公顷 10000; 平方千米 平方公里 km2 1000000",
    "volume": "立方毫米 0.000001; 立方厘米 毫升 ml mL cm3 0.001; 立方分米 升 l L dm3 1; 立方米 m3 1000",
    "mass": "mg 毫克 0.001; g 克 1; kg 千克 公斤 1000; 斤 500; t 吨 1000000",
    "time": "秒 s second seconds 1; 分 分钟 min minute minutes 60; 小时 时 h hour hours 3600; 天 日 day days 86400"
    "; 周 week weeks 604800",
    "money": "分钱 0.01; 角 0.1; 元 块 1",
}
SIZES: dict[str, tuple[str, Fraction]] = {
    name: (kind, Fraction(words[-1]))
    for kind, rows in _TABLE.items()
    for row in rows.split(";")
    for words in [row.split()]
    for name in words[:-1]
}


def size_of(units: Iterable[str]) -> tuple[str, Fraction] | None:
    """(what is measured, how many base units) when all ``units`` are one and the same known unit, else None."""
    kinds = set(units)
    return SIZES.get(kinds.pop()) if len(kinds) == 1 else None
