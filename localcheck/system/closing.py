"""What is opened and must be closed again: ``with`` closes it at the end of the block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Base of everything with a ``close`` that may stand in a ``with`` statement."""

    @abstractmethod
    def close(self) -> None:
        """Free what is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
