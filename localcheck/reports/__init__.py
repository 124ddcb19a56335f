"""The report of a check, and every format it is written in."""
