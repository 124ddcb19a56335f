"""Writes the tables of docs/licences.md: training data from training/licences.py, packages from what is installed here.

    python scripts/make_licences.py        # in the environment of scripts/test, which has every extra

A table holds every package that an extra brings, directly or by another package, with the licence that its own metadata state.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "licences.md"
DEVELOPING = ("docs", "dev", "all")
"""Extras that add nothing to the product; ``all`` names others."""


def stated(about: Distribution) -> str:
    """The licence that a package's metadata state: its expression, a short field, or its classifiers."""
    said = about.metadata["License-Expression"] or about.metadata["License"] or ""
    if said.strip() and len(said) <= 80 and "\n" not in said.strip():
        return " ".join(said.split())
    listed = [
        c.rpartition("::")[2].strip() for c in about.metadata.get_all("Classifier") or () if c.startswith("License")
    ]
    return ", ".join(listed) or (said.strip().splitlines()[0] if said.strip() else "not stated")


def brought(requirement: str, extras: Iterable[str] = ("",)) -> Iterator[str]:
    """The packages that a requirement brings here, itself first, each by its canonical name."""
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(Requirement(requirement), tuple(extras))]
    while waiting:
        wanted, active = waiting.pop()
        if wanted.marker is not None and not any(wanted.marker.evaluate({"extra": e}) for e in active):
            continue
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            about = distribution(wanted.name)
        except PackageNotFoundError:
            print(f"not installed here: {wanted.name}", file=sys.stderr)
            continue
        yield key[0]
        waiting += [(Requirement(line), ("", *wanted.extras)) for line in about.requires or ()]


def packages() -> str:
    """The table of packages: name, licence, and what brings it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    by: dict[str, list[str]] = {}
    extras = {name: needs for name, needs in project["optional-dependencies"].items() if name not in DEVELOPING}
    groups = {"the base": project["dependencies"], **extras}
    for group, requirements in groups.items():
        for name in sorted({n for r in requirements for n in brought(r)}):
            by.setdefault(name, []).append(group)
    rows = []
    for name, groups_of in sorted(by.items()):
        everywhere = ["the base"] if "the base" in groups_of else [f"`{g}`" for g in groups_of]
        rows.append(f"| {name} | {stated(distribution(name)).replace('|', '/')} | {', '.join(everywhere)} |")
    return "\n".join(["| package | licence | brought by |", "| --- | --- | --- |", *rows])


def training_data() -> str:
    """The table of the training data that was used, with the licence of each source."""
    from training.licences import DECISIONS

    rows = [f"| {name.rstrip('_')} | {d.licence} | {d.why} |" for name, d in sorted(DECISIONS.items()) if d.allowed]
    return "\n".join(["| source | licence | where it is stated |", "| --- | --- | --- |", *rows])


def main() -> None:
    """Put both tables between their marks."""
    page = PAGE.read_text(encoding="utf-8")
    for mark, table in (("training data", training_data()), ("packages", packages())):
        pattern = re.compile(rf"(<!-- {mark} -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL)
        page = pattern.sub(lambda m, table=table: m[1] + table + m[2], page)  # type: ignore[misc]
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
