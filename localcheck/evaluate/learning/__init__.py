"""What is learned from labelled claims: likelihood tables, the evidence score, and the command that fits them."""
