"""What is learned from labelled claims: likelihood tables, the choice of sentences, the evidence score."""
