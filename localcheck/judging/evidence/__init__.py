"""The learned evidence score: which sentences of a document are read, what they say, and what that is worth."""
