"""Checks many documents and writes one JSON line for each, in their order. A killed and resumed batch gives the same bytes."""
