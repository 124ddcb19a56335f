"""Continuous batching: many prompts with common beginnings, several answers each, one ``llama_decode`` a step.

What two prompts have in common is decoded once and shared, and so is what samples of one prompt have in common before
they part. All answers go on together, one token each a step; an answer that ends makes room for the next. A pure
scheduler: it sees tokens and rows of logits, no text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from localcheck.llamacpp.context import Entry, Limits
from localcheck.llamacpp.sampling import Row


class Decoder(Protocol):
    """What the scheduler needs of a context."""

    limits: Limits

    def decode(self, entries: list[Entry]) -> NDArray[np.float32]: ...
    def copy(self, source: int, target: int, end: int) -> None: ...
    def drop(self, sequence: int) -> None: ...
    def clear(self) -> None: ...


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


@dataclass(slots=True, eq=False)
class _Node:
    """A prompt in the memory."""

    prompt: Prompt
    sequence: int
    parent: _Node | None
    shared: int
    cells: int
    done: int = 0
    copied: bool = False
    users: int = 2
    """Its own work, its place as the last one admitted, the answers and the prompts that build on it."""
    waiting: deque[Answer] = field(default_factory=deque)
    row: Row | None = None


@dataclass(slots=True, eq=False)
class _Member:
    """An answer and the sequence set aside for it; used from where it parts from the others."""

    answer: Answer
    sequence: int


@dataclass(slots=True, eq=False)
class _Branch:
    """Running answers that agree so far: one sequence, the first member's, stands for all."""

    members: list[_Member]
    node: _Node
    position: int
    token: int


def common_prefix(a: Sequence[int], b: Sequence[int]) -> int:
    """Number of leading tokens that are equal."""
    shorter = min(len(a), len(b))
    return next((i for i in range(shorter) if a[i] != b[i]), shorter)


def run(decoder: Decoder, prompts: Sequence[Prompt]) -> None:
    """Decode all prompts and finish all answers; whatever ends the call, the memory is empty afterwards.

    Raises ``ValueError`` when a prompt with its longest answer does not fit into the cells.
    """
    limits = decoder.limits
    if limits.sequences < 2 or any(len(p.tokens) + p.reserve > limits.cells or not p.tokens for p in prompts):
        raise ValueError("a prompt is empty or does not fit into the memory")
    try:
        _Schedule(decoder, prompts).run()
    finally:
        decoder.clear()


class _Schedule:
    def __init__(self, decoder: Decoder, prompts: Sequence[Prompt]) -> None:
        self._decoder = decoder
        # Sorted, the prompt before has the longest common beginning of all earlier ones.
        self._pending = deque(sorted(prompts, key=lambda p: list(p.tokens)))
        self._nodes: list[_Node] = []
        self._branches: list[_Branch] = []
        self._last: _Node | None = None
        self._free_cells = decoder.limits.cells
        self._free_sequences = list(range(decoder.limits.sequences - 1, -1, -1))

    def run(self) -> None:
        while self._pending or self._nodes or self._branches:
            self._start_answers()
            self._admit()
            self._copy_prefixes()
            entries, owners = self._fill()
            if entries:
                self._hand_out(self._decoder.decode(entries), owners)
            else:
                # Nothing could start: the prompt kept for the next one to share must not starve those that wait.
                self._forget_last()

    def _admit(self) -> None:
        """Take prompts from the queue while they fit. One that is left alone gives up what it shares, and then fits."""
        while self._pending:
            prompt, parent = self._pending[0], self._last
            shared = min(common_prefix(parent.prompt.tokens, prompt.tokens), prompt.first_output) if parent else 0
            cells = len(prompt.tokens) - shared
            if cells + prompt.reserve > self._free_cells or len(self._free_sequences) < 2:
                if self._nodes or self._branches or parent is None:
                    return
                self._forget_last()
                continue
            self._pending.popleft()
            node = _Node(prompt, self._free_sequences.pop(), parent if shared else None, shared, cells)
            node.waiting.extend(prompt.answers)
            self._free_cells -= cells + prompt.reserve
            if node.parent:
                node.parent.users += 1
            self._forget_last()
            self._last = node
            self._nodes.append(node)
        self._forget_last()

    def _forget_last(self) -> None:
        if self._last:
            last, self._last = self._last, None
            self._leave(last)

    def _copy_prefixes(self) -> None:
        for node in self._nodes:
            if not node.copied and (node.parent is None or node.parent.done >= node.shared):
                if node.parent:
                    self._decoder.copy(node.parent.sequence, node.sequence, node.shared)
                node.copied, node.done = True, node.shared

    def _fill(self) -> tuple[list[Entry], list[tuple[_Node | _Branch, int]]]:
        """The next batch: one token of every running answer, then as much of the prompts as fits."""
        limits = self._decoder.limits
        entries = [Entry(b.token, b.position, b.members[0].sequence, True) for b in self._branches]
        owners: list[tuple[_Node | _Branch, int]] = [(b, b.position) for b in self._branches]
        for node in self._nodes:
            tokens, first = node.prompt.tokens, node.prompt.first_output
            while node.copied and node.done < len(tokens) and len(entries) < limits.batch:
                wanted = node.done >= first
                if wanted and len(owners) >= limits.outputs:
                    break
                entries.append(Entry(tokens[node.done], node.done, node.sequence, wanted))
                if wanted:
                    owners.append((node, node.done))
                node.done += 1
        return entries, owners

    def _hand_out(self, rows: NDArray[np.float32], owners: list[tuple[_Node | _Branch, int]]) -> None:
        for row, (owner, position) in zip(rows, owners, strict=True):
            if isinstance(owner, _Branch):
                self._continue(owner, row)
                continue
            if owner.prompt.look:
                owner.prompt.look(position, row)
            if position == len(owner.prompt.tokens) - 1:
                owner.row = row.copy() if owner.waiting else None
        for node in [n for n in self._nodes if n.done == len(n.prompt.tokens) and not n.waiting]:
            self._retire(node)

    def _start_answers(self) -> None:
        for node in list(self._nodes):
            if node.row is None:
                continue
            started: dict[int, list[_Member]] = {}
            while node.waiting and self._free_sequences and self._reserve(node):
                answer = node.waiting.popleft()
                token = answer.take(node.row)
                if token is None:
                    self._free_cells += answer.max_tokens
                    continue
                node.users += 1
                started.setdefault(token, []).append(_Member(answer, self._free_sequences.pop()))
            self._fork(node, node.sequence, len(node.prompt.tokens), started)
            if not node.waiting:
                node.row = None
                self._retire(node)

    def _reserve(self, node: _Node) -> bool:
        """Set the next answer's cells aside, if there are enough. The first one's were when the prompt was admitted."""
        first = len(node.waiting) == len(node.prompt.answers)
        held = node.prompt.reserve if first else 0
        need = node.waiting[0].max_tokens
        if need > self._free_cells + held:
            return False
        self._free_cells += held - need
        return True

    def _continue(self, branch: _Branch, row: Row) -> None:
        """Every member draws its own token; members that still agree stay together."""
        going: dict[int, list[_Member]] = {}
        ended = []
        for member in branch.members:
            token = member.answer.take(row)
            if token is None:
                ended.append(member)
            else:
                going.setdefault(token, []).append(member)
        self._branches.remove(branch)
        self._fork(branch.node, branch.members[0].sequence, branch.position + 1, going)
        for member in ended:
            self._decoder.drop(member.sequence)
            self._free_sequences.append(member.sequence)
            self._free_cells += member.answer.max_tokens
            self._leave(branch.node)

    def _fork(self, node: _Node, source: int, length: int, groups: dict[int, list[_Member]]) -> None:
        """A branch for every token; the group that holds the ``source`` sequence goes on in it, the others copy it."""
        for token, members in groups.items():
            members.sort(key=lambda m: m.sequence != source)
            if members[0].sequence != source:
                self._decoder.copy(source, members[0].sequence, length)
            self._branches.append(_Branch(members, node, length, token))

    def _retire(self, node: _Node) -> None:
        """A prompt with nothing left to do of its own; it stays in memory while others build on it."""
        self._nodes.remove(node)
        self._leave(node)

    def _leave(self, node: _Node) -> None:
        """One user less; without users the sequence goes, and so may the prompts it was built on."""
        node.users -= 1
        if node.users == 0:
            self._decoder.drop(node.sequence)
            self._free_sequences.append(node.sequence)
            self._free_cells += node.cells
            if node.parent:
                self._leave(node.parent)
