"""The tools of one run, by name. A tool whose port is missing says so when it is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit
from localcheck.errors import ToolError, UnknownName


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
