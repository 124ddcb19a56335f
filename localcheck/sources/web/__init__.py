"""The web as evidence, when allowed: search, fetch, extract, one document at a time (Wang et al. 2023, Section 3.2)."""
