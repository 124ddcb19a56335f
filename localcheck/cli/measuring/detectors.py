"""``localcheck detectors``: the methods and their options, read from the factories' signatures."""

from __future__ import annotations

import inspect

import click

from localcheck.cli import completing
from localcheck.cli.arguments import AS_JSON
from localcheck.cli.output import emit, emit_json
from localcheck.registry import DETECTORS
from localcheck.settings.signatures import parameters, ports


@click.command()
@click.argument("name", required=False, shell_complete=completing.METHOD)
@AS_JSON
def detectors(name: str | None, as_json: bool) -> None:
    """List the methods, or the options of one.

    \b
    Examples:
      localcheck detectors
      localcheck detectors bayes-sequential
    """
    names = [name] if name else DETECTORS.names()
    if as_json:
        emit_json([describe(n) for n in names])
    elif name:
        emit(_page(describe(name)))
    else:
        entries = DETECTORS.entries()
        width = max(map(len, names))
        emit("\n".join(f"{n:<{width}}  {entries[n].summary}" for n in names))


def describe(name: str) -> dict[str, object]:
    """Name, summary, needs and options of one detector."""
    factory = DETECTORS.load(name)
    return {
        "name": name,
        "summary": DETECTORS.entries()[name].summary,
        "needs": sorted(n for n, (_, required) in ports(factory).items() if required),
        "uses": sorted(n for n, (_, required) in ports(factory).items() if not required),
        "options": [
            {
                "name": p.name,
                "type": p.type_name,
                "range": str(p.range or ""),
                "default": None if p.default is inspect.Parameter.empty else p.default,
            }
            for p in parameters(factory)
        ],
        "doc": inspect.getdoc(factory) or "",
    }


def _page(described: dict[str, object]) -> str:
    options = described["options"]
    assert isinstance(options, list)
    lines = [f"{described['name']}: {described['summary']}", "", str(described["doc"]), "", "Options (-o name=value):"]
    lines += [f"  {o['name']} = {o['default']}  ({', '.join(filter(None, (o['type'], o['range'])))})" for o in options]
    return "\n".join(lines)
