"""Where an index of this home was built from, so that ``index update NAME`` needs no more than its name."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput, BadSetting
from localcheck.sources.indexes import origin_file
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import atomic_write
from localcheck.text.periods import last_day


@dataclass(frozen=True, slots=True)
class Origin:
    """What a build was asked for."""

    source: Path
    form: str = ""
    language: str = ""
    limit: int = 0
    namespaces: frozenset[int] = frozenset({0})
    dated: str = ""


def checked_language(language: str) -> str:
    """The code of ``language`` as models and claims have it: ``EN`` and ``en-GB`` are ``en``. Raises ``BadSetting``."""
    code = language.strip().lower().replace("_", "-").partition("-")[0]
    if code and not (code.isascii() and code.isalpha() and len(code) in (2, 3)):
        why = f"{language[:40]!r} is not the code of a language"
        raise BadSetting("--language", why, "command line", "for example en, de or zh")
    return code


def checked_date(dated: str) -> str:
    """``dated`` itself. Raises ``BadSetting`` for what is no year, month or day."""
    if len(dated) > 10 or (dated and last_day(dated) is None):
        why = f"{dated[:40]!r} is not a date"
        raise BadSetting("--dated", why, "command line", "for example 2018, 2018-06 or 2018-06-01")
    return dated


def note(name: str, origin: Origin, digests: Collection[str]) -> None:
    """Keep the origin of the index ``name``, which has one of these digests: the old one, or the one about to replace it."""
    row = {
        "digests": sorted(set(digests)),
        "source": str(origin.source.absolute()),
        "format": origin.form,
        "language": origin.language,
        "limit": origin.limit,
        "namespaces": sorted(origin.namespaces),
        "dated": origin.dated,
    }
    with atomic_write(origin_file(name)) as file:
        json.dump(row, file, indent=1)


def known(name: str, digest: str) -> Origin | None:
    """The origin of the index ``name`` as it is now; None where nothing, or something else, is known of it."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        row = parse_object(origin_file(name).read_bytes())
        if digest in row["digests"]:
            namespaces = frozenset(int(n) for n in row["namespaces"])
            texts = [str(row[key]) for key in ("format", "language", "dated")]
            return Origin(Path(str(row["source"])), texts[0], texts[1], int(row["limit"]), namespaces, texts[2])
    return None


def of(name: str, digest: str) -> Origin:
    """``known``. Raises ``BadInput`` where it is not: an index that was carried here, merged, or built by an older version."""
    if (found := known(name, digest)) is None:
        why = "it is not known here what it was built from"
        raise BadInput(f"index {name}", why, f"say it: localcheck index update {name} SOURCE")
    return found
