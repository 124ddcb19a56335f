"""Sentences made into claims that can be checked on their own."""
