"""Minimal pairs: one premise with hypotheses that it entails, contradicts, or says nothing about; made by program."""
