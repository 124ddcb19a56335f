"""Where evidence comes from: built indexes, recorded evidence, passages in memory, the web."""
