"""Reads documents: plain text, Markdown, HTML, PDF, DOCX, JSON rows and standard input become ``Document`` values."""

from localcheck.ingest.documents.read import from_text, read_document, read_documents, read_text
