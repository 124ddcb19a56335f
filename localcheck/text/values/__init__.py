"""What a sentence states that can be compared: numbers with what they are numbers of, and words that exclude each other."""
