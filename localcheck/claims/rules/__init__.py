"""Claims by rules, without a language model."""
