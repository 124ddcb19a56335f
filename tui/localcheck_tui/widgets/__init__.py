"""Widgets, one in each file. They show what they are given, and post a message when they are clicked."""
