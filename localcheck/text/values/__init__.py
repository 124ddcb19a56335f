"""What a text states as values: numbers with units, shares, bounds, dates, opposites; and how those of two texts differ."""
