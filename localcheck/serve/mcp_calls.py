"""The MCP server takes only the arguments that its tools have: one that is passed over would change what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from localcheck.text.inert import one_line
from localcheck.types import JSON

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult, InputRequiredResult, Tool

NAMED = 100
"""Characters of an unknown argument that are shown."""


class StrictServer(MCPServer[Any]):
    """Refuses calls that do not fit, and says in plain words what to change."""

    async def list_tools(self) -> list[Tool]:
        """All tools; their schemas say that there are no other arguments."""
        tools = await super().list_tools()
        for tool in tools:
            tool.input_schema["additionalProperties"] = False
        return tools

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Raises ``ToolError``."""
        takes = next((tool.input_schema for tool in await self.list_tools() if tool.name == name), None)
        if takes is not None and (wrong := _wrong_names(name, arguments, takes)):
            raise ToolError(wrong)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_wrong_values(name, error.__cause__)) from error.__cause__
            raise


def _wrong_names(name: str, arguments: Mapping[str, Any], takes: JSON) -> str:
    """What to change where an argument is unknown or missing; empty where all are right."""
    known = takes["properties"]
    if unknown := [key for key in arguments if key not in known]:
        return f"{name} has no argument {one_line(unknown[0])[:NAMED]!r}; it takes {', '.join(known)}"
    if missing := [key for key in takes.get("required", ()) if key not in arguments]:
        return f"{name} needs the argument {missing[0]!r}: {known[missing[0]].get('description', '')}"
    return ""


def _wrong_values(name: str, error: ValidationError) -> str:
    """What is wrong with the values, without the SDK's addresses and types."""
    found = ("{}: {}".format(".".join(map(str, e["loc"])), e["msg"][:1].lower() + e["msg"][1:]) for e in error.errors())
    return f"{name}: {'; '.join(found)}"
