"""What people decide about a run: the record of it, quotes looked up, drafts, sign-off, and the documents made of it."""
