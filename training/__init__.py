"""Training of the starter NLI model: data with a licence decision, synthetic pairs, loop, export, figures.

Nothing here is needed to run localcheck; PyTorch is imported only by the modules that train or convert.
"""
