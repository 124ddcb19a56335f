"""Training both readers on a machine that has a GPU, PyTorch and transformers, but neither the data nor our packages."""
