"""The server over sockets: when it is ended, it first ends the checks at work, so that each client hears why."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from localcheck.serve.session_thread import SessionThread


class Running(uvicorn.Server):
    """Uvicorn's server over one engine."""

    def __init__(self, app: ASGIApp, engine: SessionThread, **more: Any) -> None:
        """``more``: of uvicorn's configuration."""
        usual: dict[str, Any] = {"log_level": "warning", "server_header": False, "timeout_graceful_shutdown": 5}
        super().__init__(uvicorn.Config(app, **usual | more))
        self._engine = engine

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the checks at work, then the connections: uvicorn alone waits for them, and then cuts them off."""
        self._engine.end()
        await super().shutdown(sockets)
