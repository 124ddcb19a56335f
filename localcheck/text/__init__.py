"""What texts are made of: sentences, words, names, numbers, languages, and how two of them are matched. Pure."""
