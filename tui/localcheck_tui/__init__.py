"""The terminal app: reading a document with its verdicts, and deciding about them.

Workers compute and post messages; handlers change what is shown; widgets never see a backend.
"""
