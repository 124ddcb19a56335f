"""Kits: everything that a machine without a network needs, in one folder for a medium: made, verified, compared, installed."""
