"""Headers that keep the page to itself, and the refusal of requests that another page makes."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""No inline script or style, nothing from elsewhere, no form, no frame, and no text that becomes markup (Trusted Types)."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Shield:
    """ASGI middleware: ``HEADERS`` on every answer; status 403 for a request whose ``Origin`` is not this server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers.get('host', '')}":
            refusal = JSONResponse({"error": "a page of another place asked for this", "hint": ""}, 403)
            await refusal(scope, receive, shielded)
            return
        await self._app(scope, receive, shielded)
