"""``localcheck serve --ui``: a page in the browser for whoever has no terminal, over the store of the terminal app."""
