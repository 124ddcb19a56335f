"""The store of models: what can be had, fetching, importing, converting, checking and removing it."""
