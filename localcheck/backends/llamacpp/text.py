"""The tokenizer and the chat template of a GGUF model, and the mapping from tokens back to characters."""

from __future__ import annotations

import codecs
import ctypes
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from localcheck.errors import LLMError
from localcheck.text.patterns import regex
from localcheck.types import CompletionRequest, Message, Span

SPECIAL = regex(r"<[^<>\s]{1,40}>|\[[A-Z/_]{2,20}\]")
"""What a user-defined token looks like when it steers a chat, for example ``<start_of_turn>``."""

QUIET = {"enable_thinking": False}
"""Passed to the chat template so that a reasoning model answers without thinking first; other templates ignore it."""


class Vocabulary:
    """Turns text into tokens and back. Control tokens are recognised only where the chat template wrote them."""

    def __init__(self, model: Any) -> None:
        import llama_cpp

        self._library, self._model = llama_cpp, model
        self.handle = llama_cpp.llama_model_get_vocab(model)
        self.size = int(llama_cpp.llama_vocab_n_tokens(self.handle))
        self.bos = int(llama_cpp.llama_vocab_bos(self.handle))
        self.adds_bos = bool(llama_cpp.llama_vocab_get_add_bos(self.handle))
        self._pieces: dict[tuple[int, bool], bytes] = {}

    @cached_property
    def ends(self) -> frozenset[int]:
        """Tokens that end an answer."""
        return frozenset(i for i in range(self.size) if self._library.llama_vocab_is_eog(self.handle, i))

    @cached_property
    def prefixes_space(self) -> bool:
        """Does the tokenizer put a space before a text (SentencePiece)?"""
        tokens = self.tokens("a")
        return bool(tokens) and self.piece(tokens[0]).startswith(b" ")

    def tokens(self, text: str, special: bool = False) -> list[int]:
        """Tokens of ``text``; with ``special``, names of control tokens in it become these tokens."""
        data = text.encode("utf-8", "replace")
        size = len(data) + 16
        while True:
            buffer = (ctypes.c_int32 * size)()
            count = self._library.llama_tokenize(self.handle, data, len(data), buffer, size, False, special)
            if count >= 0:
                return list(buffer[:count])
            size = -count

    def with_start(self, tokens: list[int]) -> list[int]:
        """``tokens`` after the model's token of beginning, where the model wants one and they have none."""
        return [self.bos, *tokens] if self.adds_bos and self.bos >= 0 and tokens[:1] != [self.bos] else tokens

    def piece(self, token: int, special: bool = False) -> bytes:
        """The bytes that a token stands for; control tokens are empty unless ``special``."""
        key = (token, special)
        if key not in self._pieces:
            size = 64
            while True:
                buffer = ctypes.create_string_buffer(size)
                count = self._library.llama_token_to_piece(self.handle, token, buffer, size, 0, special)
                if count >= 0:
                    break
                size = -count
            self._pieces[key] = buffer.raw[:count]
        return self._pieces[key]

    @cached_property
    def steering(self) -> re.Pattern[str] | None:
        """Texts of the tokens that steer a chat."""
        names = []
        for i in range(self.size):
            kind = self._library.llama_vocab_get_attr(self.handle, i)
            text = (self._library.llama_vocab_get_text(self.handle, i) or b"").decode("utf-8", "replace")
            control = kind & self._library.LLAMA_TOKEN_ATTR_CONTROL
            user = kind & self._library.LLAMA_TOKEN_ATTR_USER_DEFINED and SPECIAL.fullmatch(text)
            if len(text) > 1 and (control or user):
                names.append(text)
        return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True)))) if names else None

    def neutral(self, text: str) -> str:
        """``text`` with a space inside every name of a steering token: data never becomes a turn of the chat."""
        if self.steering is None:
            return text
        return self.steering.sub(lambda m: f"{m.group()[0]} {m.group()[1:]}", text)


class Template:
    """The chat template that the model file carries, rendered in Jinja's sandbox."""

    def __init__(self, model: Any, vocabulary: Vocabulary) -> None:
        import llama_cpp

        self._vocabulary = vocabulary
        source = llama_cpp.llama_model_chat_template(model, None)
        self.present = bool(source)
        self._format: Any = None
        if source:
            from llama_cpp.llama_chat_format import Jinja2ChatFormatter

            eos = int(llama_cpp.llama_vocab_eos(vocabulary.handle))
            ends, starts = (
                vocabulary.piece(t, special=True).decode("utf-8", "replace") if t >= 0 else ""
                for t in (eos, vocabulary.bos)
            )
            self._format = Jinja2ChatFormatter(source.decode("utf-8"), eos_token=ends, bos_token=starts)

    def render(self, messages: Sequence[Message]) -> str:
        """The prompt of a chat, up to where the answer begins. Raises ``LLMError`` when the template refuses it."""
        turns = [{"role": m.role, "content": self._vocabulary.neutral(m.content)} for m in messages]
        if self._format is None:
            return "\n\n".join(t["content"] for t in turns) + "\n\n"
        try:
            return self._said(turns)
        except LLMError:
            merged = _without_system(turns)
            if merged == turns:
                raise
        return self._said(merged)

    def _said(self, turns: list[dict[str, str]]) -> str:
        """What the template makes of ``turns``. Raises ``LLMError`` where it refuses them or stumbles over them."""
        from jinja2 import TemplateError

        try:
            return str(self._format(messages=turns, **QUIET).prompt)
        except (TemplateError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
            raise LLMError(f"the model's chat template refuses the messages: {error}") from error


def _without_system(turns: list[dict[str, str]]) -> list[dict[str, str]]:
    """The system message put in front of the first user message, for templates that know no system role."""
    if len(turns) < 2 or turns[0]["role"] != "system":
        return turns
    first = {"role": turns[1]["role"], "content": f"{turns[0]['content']}\n\n{turns[1]['content']}"}
    return [first, *turns[2:]]


def prompt_tokens(request: CompletionRequest, vocabulary: Vocabulary, template: Template) -> list[int]:
    """Tokens of the prompt of ``request``. Raises ``LLMError``."""
    if request.messages:
        tokens = vocabulary.tokens(template.render(request.messages), special=True)
    else:
        tokens = vocabulary.tokens(request.text)
    started = vocabulary.with_start(tokens)
    if started:
        return started
    if vocabulary.bos < 0:
        raise LLMError("this model has no token for the beginning of a text: a text can only be scored after a prompt")
    return [vocabulary.bos]


def continuation(text: str, vocabulary: Vocabulary) -> list[int]:
    """Tokens of ``text`` as it stands, where it continues a prompt.

    SentencePiece puts a space before every text. If the text begins with a space, that one is not doubled; if not, a line break
    is put in front and its tokens are dropped, so that no space is added.
    """
    if not vocabulary.prefixes_space:
        return vocabulary.tokens(text)
    if text.startswith(" "):
        return vocabulary.tokens(text[1:])
    line, whole = vocabulary.tokens("\n"), vocabulary.tokens("\n" + text)
    return whole[len(line) :] if whole[: len(line)] == line else vocabulary.tokens(text)


def char_spans(pieces: Iterable[bytes]) -> tuple[str, list[Span]]:
    """The text of ``pieces`` and where each stands in it; bytes of an unfinished character belong to the next piece.

    >>> char_spans([b"a", b"\\xc3", b"\\xb6b"])
    ('aöb', [Span(start=0, end=1), Span(start=1, end=1), Span(start=1, end=3)])
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    text, spans = "", []
    for piece in pieces:
        new = decoder.decode(piece)
        spans.append(Span(len(text), len(text) + len(new)))
        text += new
    if rest := decoder.decode(b"", final=True):
        spans[-1] = Span(spans[-1].start, len(text) + len(rest))
        text += rest
    return text, spans
