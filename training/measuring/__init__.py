"""What only scripts measure: readers on pairs, places of gold sentences, stopping rules replayed, decomposed claims."""
