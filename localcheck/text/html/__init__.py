"""HTML to text: the one reader for pages of the web, documents, chapters and articles of encyclopedias."""
