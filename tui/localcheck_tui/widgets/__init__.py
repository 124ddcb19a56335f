"""Widgets: one file each. They show what they are given and post what was clicked."""
