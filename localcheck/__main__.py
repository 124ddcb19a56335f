"""``python -m localcheck``, and the command ``localcheck``."""

import signal

_HANDLER = signal.getsignal(signal.SIGINT)
if _HANDLER is signal.default_int_handler:  # Ctrl-C while modules are loaded ends at once, and without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from localcheck.cli.main import entry  # noqa: E402

if _HANDLER is signal.default_int_handler:
    signal.signal(signal.SIGINT, _HANDLER)

if __name__ == "__main__":
    entry()
