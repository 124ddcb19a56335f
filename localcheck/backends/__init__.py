"""Models at work: each runtime that reads pairs, answers prompts or translates, behind a port."""
