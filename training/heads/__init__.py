"""Trained heads on the hidden states of language models: the expert reader's."""
