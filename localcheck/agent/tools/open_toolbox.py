"""Opening the toolbox: every registered tool with the ports that it asks for, where they are at hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from localcheck.agent.tools.described import DescribedTool
from localcheck.agent.tools.toolbox import Toolbox
from localcheck.errors import MissingResource, UsageError
from localcheck.ports import LLM
from localcheck.registry import TOOLS
from localcheck.settings import Settings
from localcheck.settings.signatures import parameters, ports


def open_toolbox(provide: Callable[[type], Any], settings: Settings) -> Toolbox:
    """The tools of the registry. One whose model is not here, or that wants a language model where none is named, is missing.
    One that can do without a language model gets none then.

    ``provide`` gives the object of a port. A tool's own parameters are settings of the same name.
    """
    tools: dict[str, DescribedTool] = {}
    missing: dict[str, str] = {}
    for name in TOOLS:
        factory = TOOLS.load(name)
        wanted = ports(factory)
        if any(port is LLM and required for port, required in wanted.values()) and not settings.llm:
            missing[name] = "needs a language model (--llm)"
            continue
        here = {p: port for p, (port, _) in wanted.items() if port is not LLM or settings.llm}
        own = {p.name: getattr(settings, p.name) for p in parameters(factory) if hasattr(settings, p.name)}
        try:
            made = factory(**{p: provide(port) for p, port in here.items()}, **own)
        except MissingResource as error:
            missing[name] = error.message
            continue
        if not isinstance(made, DescribedTool):
            raise UsageError(
                f"tool {name!r}: its factory returned no DescribedTool",
                "return one, as those in localcheck.agent.tools",
            )
        tools[name] = made
    return Toolbox(tools, missing)
