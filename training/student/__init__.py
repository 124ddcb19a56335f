"""The starter: distilled from the teacher on pairs of the product's own kind."""
