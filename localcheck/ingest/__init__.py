"""From files to what can be checked or searched: documents of users, dumps of encyclopedias, and indexes built from them."""
