"""Regular expressions that are compiled when they are first used.

The rules have more than eight hundred patterns; to compile all of them takes a third of the time of a command that checks one
sentence, which uses one in six.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` gives, compiled when something of it but its text is first asked for.

    A source that is no regular expression is an error then only; a test compiles them all.

    >>> regex(r"[0-9]+").findall("1 and 22")
    ['1', '22']
    """
    return cast("re.Pattern[AnyStr]", _Uncompiled(source, flags))


class _Uncompiled(Generic[AnyStr]):
    """Stands for a pattern, and hands its methods on."""

    def __init__(self, source: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = source
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        """Called for what this object does not have yet; it is kept, so that the next use finds it as an attribute."""
        if name == "_compiled":
            value: Any = re.compile(self.pattern, self.flags)
        elif name.startswith("__"):
            raise AttributeError(name)
        else:
            value = getattr(self._compiled, name)
        self.__dict__[name] = value
        return value


SHA256 = regex(r"[0-9a-f]{64}")
"""How the digest of a file is written."""
