"""Kiwix ZIM files: read as a corpus, or searched as they are. libzim runs in a child process: a damaged file may crash it."""
