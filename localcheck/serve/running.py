"""The server over sockets: when it is ended, it first ends the checks at work, so that each client hears why."""

from __future__ import annotations

import socket

import uvicorn

from localcheck.serve.session_thread import SessionThread


class Running(uvicorn.Server):
    """Uvicorn's server over one engine."""

    def __init__(self, config: uvicorn.Config, engine: SessionThread) -> None:
        super().__init__(config)
        self._engine = engine

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the checks at work, then the connections: uvicorn alone waits for them, and then cuts them off."""
        self._engine.end()
        await super().shutdown(sockets)
