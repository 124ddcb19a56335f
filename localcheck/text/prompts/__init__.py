"""Prompts of the methods, one file a family; verbatim where a paper prints them."""
