"""Kiwix ZIM files: read as a corpus, or searched as they are. libzim runs in a process of its own, which a damaged file may crash."""
