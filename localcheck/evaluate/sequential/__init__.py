"""The table of the Bayesian paper again: every line replayed from one reading of the same documents."""
