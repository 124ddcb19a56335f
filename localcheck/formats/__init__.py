"""Reports as text for people and other programs: one file a format, one function ``render(report) -> str`` each."""
