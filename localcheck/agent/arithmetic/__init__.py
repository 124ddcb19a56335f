"""Exact arithmetic in texts: symbols, formulas, stated equalities, unknowns, units. Pure; the calculator tool stands on it."""
