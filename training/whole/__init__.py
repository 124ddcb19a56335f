"""The careful reader trained with all its weights, on a GPU: from labels, and from what the language model says of real pairs.

`pack` runs here, `there` on the machine with the GPU, `back` here again; `scripts/train_whole.py` is thin over them.
"""
