"""A low-rank adapter of an instruct model and the head that reads its states, trained together."""
