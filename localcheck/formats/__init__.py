"""Reports as text for people and for other programs. One file for each format, with a function ``render(report) -> str``."""
