"""Writing the settings file: what differs from the defaults, in the form that ``settings.load`` reads."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from localcheck.errors import BackendError
from localcheck.settings import Settings, lowers
from localcheck.system.resources import atomic_write
from localcheck.types import JSON


def save(settings: Settings, path: Path) -> None:
    """Write ``settings`` to ``path``. Raises ``BadInput`` or ``BackendError`` where that cannot be done."""
    import tomli_w

    try:
        with atomic_write(path) as f:
            f.write(tomli_w.dumps(table(settings)))
    except OSError as error:
        raise BackendError(f"{path}: {error}", "is the folder writable?") from error


def table(settings: Settings) -> dict[str, JSON]:
    """The TOML table of these settings; defaults are left out so that better ones can come with a new version.

    A guard that is down for this session (``--network``) stays down for no other one.
    """
    plain = Settings()
    names = [f.name for f in fields(Settings) if f.name not in ("options", "risk", "detector")]
    found: dict[str, JSON] = {
        n: getattr(settings, n) for n in names if getattr(settings, n) != getattr(plain, n) and not lowers(settings, n)
    }
    methods: dict[str, JSON] = {}
    if settings.detector != plain.detector:
        methods["name"] = settings.detector
    for detector, options in settings.option_table().items():
        written = {key: "none" if value is None else value for key, value in options.items()}
        if written:
            methods[detector] = written
    if methods:
        found["detector"] = methods
    if settings.risk:
        found["risk"] = settings.risk_table()
    return found
