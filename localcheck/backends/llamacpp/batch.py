"""Continuous batching: many prompts with common beginnings, several answers each, one ``llama_decode`` a step.

A beginning that prompts have in common is decoded once and shared, and so is the beginning that samples of one prompt
have in common. Answers grow together by one token a step, as many at a time as is fastest. A pure scheduler: it sees tokens
and rows of logits, no text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.llamacpp.context import Context, Entry
from localcheck.backends.llamacpp.sampling import Row
from localcheck.backends.llamacpp.sequences import Answer, Kept, Node, Prompt, Sequences


@dataclass(slots=True, eq=False)
class _Member:
    """An answer and the sequence set aside for it; used from where it parts from the others."""

    answer: Answer
    sequence: int


@dataclass(slots=True, eq=False)
class _Branch:
    """Running answers that agree so far: one sequence, the first member's, stands for all."""

    members: list[_Member]
    node: Node
    position: int
    token: int


def steps(
    decoder: Context, prompts: Sequence[Prompt], *, width: Width | None = None, kept: Sequence[Kept] = (), keep: int = 0
) -> Generator[None, None, tuple[Kept, ...]]:
    """Decode all prompts and finish all answers; yields after every step, so that finished answers can be taken.

    ``width`` says how many answers that differ go on side by side when so many are there; the others wait, the latest longest.
    Without it all go on. ``kept`` are prompts that are in the memory from the calls before, the latest first. What is kept of
    this call and of those is returned, ``keep`` prompts at most; the rest of the memory is empty afterwards, and all of it when
    it ends with an exception or is closed before its end.
    Raises ``ValueError`` when a prompt with its longest answer does not fit into the cells.
    """
    limits = decoder.limits
    if limits.sequences < 2 or any(len(p.tokens) + p.reserve > limits.cells or not p.tokens for p in prompts):
        raise ValueError("a prompt is empty or does not fit into the memory")
    try:
        schedule = _Schedule(decoder, prompts, width, kept)
        yield from schedule.run()
        return schedule.room.keep(keep)
    except BaseException:
        decoder.clear()
        raise


Width = Callable[[int], int]
"""How many answers go on side by side when so many are there."""


class _Schedule:
    def __init__(self, decoder: Context, prompts: Sequence[Prompt], width: Width | None, kept: Sequence[Kept]) -> None:
        self._decoder = decoder
        # Sorted, the prompt before has the longest common beginning of all earlier ones.
        self._pending = deque(sorted(prompts, key=lambda p: list(p.tokens)))
        self._width = width or (lambda _: decoder.limits.sequences)
        self._nodes: list[Node] = []
        self._branches: list[_Branch] = []
        self.room = Sequences(decoder, kept, alone=len(prompts) == 1)

    def run(self) -> Iterator[None]:
        while self._pending or self._nodes or self._branches:
            self._start_answers()
            self._admit()
            for node in self._nodes:
                self.room.copy_prefix(node)
            entries, owners = self._fill()
            if entries:
                self._hand_out(self._decoder.decode(entries), owners)
                yield
            elif self._pending or self._nodes or self._branches:
                # Nothing could start: prompts kept for others to share must not starve those that wait.
                self.room.forget()

    def _admit(self) -> None:
        """Take prompts from the queue while they fit and until the next batch is full.

        One that is left alone gives up what it shares, and then fits.
        """
        while self._pending and sum(len(n.prompt.tokens) - n.done for n in self._nodes) < self._decoder.limits.batch:
            node = self.room.take(self._pending[0])
            if node:
                self._pending.popleft()
                self._nodes.append(node)
            elif self._nodes or self._branches or not self.room.forget():
                return
        if not self._pending:
            self.room.forget_last()

    def _fill(self) -> tuple[list[Entry], list[tuple[Node | _Branch, int]]]:
        """The next batch: one token of every running answer, then as much of the prompts as fits."""
        limits = self._decoder.limits
        running = self._running()
        entries = [Entry(b.token, b.position, b.members[0].sequence, True) for b in running]
        owners: list[tuple[Node | _Branch, int]] = [(b, b.position) for b in running]
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

    def _running(self) -> list[_Branch]:
        """The branches that go on in this step, the earliest first; all do beside tokens of prompts, where they cost little."""
        if any(node.copied and node.done < len(node.prompt.tokens) for node in self._nodes):
            return list(self._branches)
        return self._branches[: max(1, self._width(len(self._branches)))] if self._branches else []

    def _hand_out(self, rows: NDArray[np.float32], owners: list[tuple[Node | _Branch, int]]) -> None:
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
            while node.waiting and self.room.sequences and self._reserve(node):
                answer = node.waiting.popleft()
                token = answer.take(node.row)
                if token is None:
                    self.room.cells += answer.max_tokens
                    continue
                node.users += 1
                started.setdefault(token, []).append(_Member(answer, self.room.sequences.pop()))
            self._branches += self._fork(node, node.sequence, len(node.prompt.tokens), started)
            if not node.waiting:
                node.row = None
                self._retire(node)

    def _reserve(self, node: Node) -> bool:
        """Set the next answer's cells aside, if there are enough. The first one's were when the prompt was admitted."""
        first = len(node.waiting) == len(node.prompt.answers)
        held = node.prompt.reserve if first else 0
        need = node.waiting[0].max_tokens
        if need > self.room.cells + held:
            return False
        self.room.cells += held - need
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
        place = self._branches.index(branch)
        parted = self._fork(branch.node, branch.members[0].sequence, branch.position + 1, going)
        self._branches[place : place + 1] = parted
        for member in ended:
            self._decoder.drop(member.sequence)
            self.room.sequences.append(member.sequence)
            self.room.cells += member.answer.max_tokens
            self.room.release(branch.node)

    def _fork(self, node: Node, source: int, length: int, groups: dict[int, list[_Member]]) -> list[_Branch]:
        """A branch for every token; the group that holds the ``source`` sequence goes on in it, the others copy it."""
        made = []
        for token, members in groups.items():
            members.sort(key=lambda m: m.sequence != source)
            if members[0].sequence != source:
                self._decoder.copy(source, members[0].sequence, length)
            made.append(_Branch(members, node, length, token))
        return made

    def _retire(self, node: Node) -> None:
        """A prompt with nothing left to do of its own; it stays in memory while others build on it."""
        self._nodes.remove(node)
        self.room.release(node)
