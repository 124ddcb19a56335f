"""Fitted and replayed from one reading of the same passages: the Bayesian paper's table, and the mixtures of ``fused``."""
