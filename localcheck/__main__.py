"""``python -m localcheck``."""

from localcheck.cli.main import entry

if __name__ == "__main__":
    entry()
