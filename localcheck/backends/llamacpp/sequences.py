"""The memory of one call as the scheduler sees it: prompts that share cells, and what is free. Knows no logits.

What two prompts have in common is copied from one sequence to another, which costs no cells. A prompt gives its own cells
back as soon as nothing of its own is left to do: few cells in use make every step faster, since each new token looks at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from localcheck.backends.llamacpp.context import Context
from localcheck.backends.llamacpp.sampling import Row


class Answer(Protocol):
    """One continuation of a prompt."""

    max_tokens: int

    def take(self, row: Row) -> int | None:
        """The next token after ``row``, or None when the answer has ended."""
        ...


@dataclass(slots=True)
class Prompt:
    """Tokens to decode, which logits to look at, and the answers that continue them."""

    tokens: Sequence[int]
    answers: Sequence[Answer] = ()
    look: Callable[[int, Row], None] | None = None
    """Called with a position and the logits after it, for positions from ``look_from`` on."""
    look_from: int = 0

    @property
    def first_output(self) -> int:
        """The first position whose logits are needed."""
        return self.look_from if self.look else len(self.tokens) - 1

    @property
    def reserve(self) -> int:
        """Cells that the longest answer may need."""
        return max((a.max_tokens for a in self.answers), default=0)


@dataclass(frozen=True, slots=True)
class Kept:
    """A prompt that stays in the memory after its call, for the next one to build on: a dialogue's next turn."""

    tokens: tuple[int, ...]
    sequence: int


@dataclass(slots=True, eq=False)
class Node:
    """A prompt in the memory. Its first ``shared`` tokens are on the account of ``base``, the others on its own."""

    prompt: Prompt
    sequence: int
    base: Node | None = None
    source: Node | None = None
    """Whose sequence the shared tokens are copied from; None once they are."""
    shared: int = 0
    cells: int = 0
    """Cells on its account: those of its sequence, and after that is dropped those that others built on."""
    done: int = 0
    copied: bool = False
    users: int = 2
    """Its own work, its place as the last one admitted, the answers, and the prompts that have yet to copy from it."""
    built_on: list[Node] = field(default_factory=list)
    """The prompts whose shared tokens are on this account."""
    waiting: deque[Answer] = field(default_factory=deque)
    row: Row | None = None


CONTAINED = 0.9
"""A kept prompt that begins a later one with this share of its tokens is no longer needed."""


def common_prefix(a: Sequence[int], b: Sequence[int]) -> int:
    """Number of leading tokens that are equal."""
    shorter = min(len(a), len(b))
    return next((i for i in range(shorter) if a[i] != b[i]), shorter)


class Sequences:
    """Free cells and sequences of a decoder, and the prompts in its memory that others may build on.

    ``alone``: there is one prompt in this call, which may be kept for the next.
    """

    def __init__(self, decoder: Context, kept: Sequence[Kept], alone: bool) -> None:
        self._decoder, self._alone = decoder, alone
        self.cells = decoder.limits.cells
        used = {k.sequence for k in kept}
        self.sequences = [s for s in range(decoder.limits.sequences - 1, -1, -1) if s not in used]
        self._last: Node | None = None
        self._kept = [self._earlier(k) for k in kept]

    def _earlier(self, kept: Kept) -> Node:
        size = len(kept.tokens)
        self.cells -= size
        return Node(Prompt(kept.tokens), kept.sequence, cells=size, done=size, copied=True, users=1)

    def take(self, prompt: Prompt) -> Node | None:
        """A place for ``prompt`` with its longest answer; None when there is none now."""
        source, shared = self._best_source(prompt)
        cells = len(prompt.tokens) - shared
        if cells + prompt.reserve > self.cells or len(self.sequences) < 2:
            return None
        node = Node(prompt, self.sequences.pop(), _owner(source, shared), source, shared, cells)
        node.waiting.extend(prompt.answers)
        self.cells -= cells + prompt.reserve
        if source and node.base:
            source.users += 1
            node.base.built_on.append(node)
        self.forget_last()
        self._last = node
        return node

    def copy_prefix(self, node: Node) -> None:
        """Give ``node`` the tokens that it shares, once they are there."""
        if node.copied or (node.source and node.source.done < node.shared):
            return
        source, node.source = node.source, None
        if source:
            self._decoder.copy(source.sequence, node.sequence, node.shared)
            self.release(source)
        node.copied, node.done = True, node.shared

    def forget(self) -> bool:
        """Hold no prompt for others any longer; False when none was held."""
        held = bool(self._last or self._kept)
        self.forget_last()
        self._forget_kept(0)
        return held

    def forget_last(self) -> None:
        """The last prompt admitted is no longer held for the next one; the only one of its call becomes the latest kept."""
        if self._last:
            last, self._last = self._last, None
            if self._alone:
                self._kept.insert(0, last)
            else:
                self.release(last)

    def keep(self, count: int) -> tuple[Kept, ...]:
        """What stays in the memory: the only prompt of this call, and earlier ones that it does not contain."""
        self.forget_last()
        if not self._alone:
            count = 0
        if self._kept and count:
            newest = self._kept[0].prompt.tokens
            contained = [
                k for k in self._kept[1:] if common_prefix(k.prompt.tokens, newest) >= CONTAINED * len(k.prompt.tokens)
            ]
            for node in contained:
                self._kept.remove(node)
                self.release(node)
        self._forget_kept(count)
        return tuple(Kept(tuple(k.prompt.tokens), k.sequence) for k in self._kept)

    def release(self, node: Node) -> None:
        """One user less. Without users its sequence goes, and with it the cells that nobody built on."""
        node.users -= 1
        if node.users == 0:
            self._decoder.drop(node.sequence)
            self.sequences.append(node.sequence)
            self._settle(node)

    def _settle(self, node: Node) -> None:
        """Give back what a prompt without sequence holds for nobody; with nothing left, its base may give back too."""
        needed = max((n.shared for n in node.built_on), default=node.shared) - node.shared
        self.cells += node.cells - needed
        node.cells = needed
        if not node.built_on and node.base:
            base, node.base = node.base, None
            base.built_on.remove(node)
            if base.users == 0:
                self._settle(base)

    def _best_source(self, prompt: Prompt) -> tuple[Node | None, int]:
        """The prompt in memory that begins most like ``prompt``, and how many tokens the two share."""
        there = [*([self._last] if self._last else []), *self._kept]
        lengths = [min(common_prefix(n.prompt.tokens, prompt.tokens), prompt.first_output) for n in there]
        best = max(range(len(there)), key=lambda i: lengths[i], default=0)
        return (there[best], lengths[best]) if there and lengths[best] else (None, 0)

    def _forget_kept(self, count: int) -> None:
        while len(self._kept) > count:
            self.release(self._kept.pop())


def _owner(source: Node | None, shared: int) -> Node | None:
    """On whose account the last of the shared tokens is: the source, or one that the source was built on."""
    owner = source
    while owner and owner.base and shared <= owner.shared:
        owner = owner.base
    return owner
