"""Models from a package index: the user's indexes, their pages, and wheels as archives of data; nothing in them is run."""
