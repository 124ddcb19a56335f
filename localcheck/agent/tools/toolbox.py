"""The tools of one run, by name. A tool whose port is missing says so when it is called.

Opening the toolbox: every registered tool with the ports that it asks for, where they are at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit
from localcheck.errors import MissingResource, ToolError, UnknownName, UsageError
from localcheck.ports import LLM
from localcheck.registry import TOOLS
from localcheck.settings import Settings
from localcheck.settings.signatures import parameters, ports


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Open tools, and why others are not open."""

    __provided__: ClassVar[bool] = True

    tools: Mapping[str, DescribedTool]
    missing: Mapping[str, str] = field(default_factory=dict)
    """Name of a tool that is not open, and the reason."""

    def __iter__(self) -> Iterator[DescribedTool]:
        """The tools in the order in which their rules are asked."""
        return iter(sorted(self.tools.values(), key=lambda t: (-t.priority, t.name)))

    def call(self, name: str, arguments: Arguments) -> ToolResult:
        """Run one tool. Raises ``ToolError`` for an unknown name, a tool that is not open, or a call that does not fit."""
        if name in self.missing:
            raise ToolError(f"{name}: {self.missing[name]}")
        if name not in self.tools:
            unknown = UnknownName("tool", name, self.tools)
            raise ToolError(unknown.message, unknown.hint)
        return self.tools[name](arguments)

    def choose(self, unit: Unit) -> tuple[str, Arguments] | None:
        """The first tool whose rule takes the unit, with the arguments; None where none does."""
        for tool in self:
            if (arguments := tool.chosen(unit)) is not None:
                return tool.name, arguments
        return None


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
