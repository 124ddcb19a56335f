"""What the protocol calls, and what of the server answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from localcheck.errors import LocalcheckError, UsageError
from localcheck.serve.lsp.actions import CHECK, IGNORE, SEARCH
from localcheck.serve.lsp.documents import Options
from localcheck.serve.lsp.server import Server

KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor)


def registered(server: Server) -> Server:
    """``server``, with everything that it answers."""
    _documents(server)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.options, wrong = Options.of(params.initialization_options)
        if wrong:
            server.tell(UsageError(wrong))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await server.hover(params)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(list(KINDS)))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await server.code_actions(params)

    for name in (CHECK, SEARCH, IGNORE):
        server.command(name)(_named(name))
    return server


def _documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                server.change(params.text_document.uri, params.text_document.version, change.text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        try:
            server.saved(params.text_document.uri)
        except LocalcheckError as error:
            server.tell(error)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)


def _named(name: str) -> Callable[..., None]:
    def command(*arguments: Any) -> None:
        """Only its name is needed here: ``Server.execute`` runs it."""

    command.__name__ = name.replace(".", "_")
    return command
