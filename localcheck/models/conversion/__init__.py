"""Checkpoints to models that CTranslate2 runs, without transformers: weights, vocabularies, encoders, T5, adapters."""
