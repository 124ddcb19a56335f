"""Models by name: those of this home, and those that came with the package."""

from __future__ import annotations

from pathlib import Path

from localcheck.errors import MissingModel, UnknownName, UsageError, nearest
from localcheck.models.manifest.card import CARD
from localcheck.models.manifest.record import RECORD
from localcheck.system import resources

STARTER, CAREFUL = "starter-nli", "careful-nli"
USUAL: tuple[str, ...] = (STARTER, CAREFUL)
"""Who reads where nobody chose."""
AUTO, CASCADE = "auto", "cascade"
BESIDE = frozenset({"adapters", "experts", "heads", "packed"})
"""Folders beside the models that hold no model."""


def nli_models(chosen: str) -> tuple[str, ...]:
    """The models behind a value of the setting ``nli``: one, or the two of a cascade, the quick one first.

    ``auto`` and ``cascade`` are the two that come with the package; ``cascade:QUICK+CAREFUL`` names others. Raises
    ``UsageError`` for half a cascade.
    """
    if chosen == AUTO:
        return USUAL
    if chosen == CASCADE:
        return STARTER, CAREFUL
    if not chosen.startswith(f"{CASCADE}:"):
        return (chosen,)
    quick, _, careful = chosen.removeprefix(f"{CASCADE}:").rpartition("+")
    if not quick or not careful:
        raise UsageError(f"{chosen!r} does not name two models", f"{CASCADE}:{STARTER}+{CAREFUL}")
    return quick, careful


def find_model(name_or_path: str) -> Path:
    """The folder of a model given by name or by path. Raises ``MissingModel``."""
    if not name_or_path:
        raise UnknownName("model", name_or_path, installed())
    as_path = Path(name_or_path).expanduser()
    if len(as_path.parts) > 1 or name_or_path.startswith("~"):
        if as_path.is_dir():
            return as_path
        raise MissingModel(f"no model folder at {as_path}", "localcheck models list shows what is installed")
    known = installed()
    if name_or_path in known:
        return known[name_or_path]
    near = nearest(name_or_path, known)
    more = f"did you mean {' or '.join(near)}? " if near else ""
    raise MissingModel(
        f"model {name_or_path!r} is not installed",
        f"{more}localcheck models list; if it stands there: localcheck models pull {name_or_path} --network",
    )


def installed() -> dict[str, Path]:
    """Models by name: those of this home, and those that came with the package, which no other replaces. Reads no model."""
    models = resources.models_dir()
    resources.mend(models, lambda name: models / f".{name}.lock")
    return {**_models(models), **shipped()}


def shipped() -> dict[str, Path]:
    """The models that came with the package, or lie in the checkout without having been installed; their names are taken."""
    return {
        name: path for name, path in _models(resources.shipped() / "models").items() if not (path / RECORD).exists()
    }


def _models(root: Path) -> dict[str, Path]:
    folders = sorted(root.iterdir()) if root.is_dir() else ()
    return {f.name: f for f in folders if not f.name.startswith(".") and (f / CARD).is_file()}
