"""Commands for what the home keeps: models, indexes, runs and their figures, and whether all of it is well."""
